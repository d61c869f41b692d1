//! The node `high_pass`.

use crate::graph::prelude::*;

kind! {
    /// What a `blur` of its source takes away: the source less the mean of its surroundings.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    HighPass(
        /// The value.
        source: Input;
    ) {
        /// The radius of the surroundings in units: above 0, at most 10^9 and 512 pixels.
        radius: Number = 0.1, in LENGTH;
    }, also ["highpass", "sharpen", "detail"]
}

impl Kind for HighPass {
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let source = of(&self.source);
        source.minus(source)
    }
}
