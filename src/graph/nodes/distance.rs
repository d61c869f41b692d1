//! The node `distance`.

use crate::graph::prelude::*;

kind! {
    /// The distance in units from each pixel to the nearest one whose value reaches a level: 0 there, and the reach where none is nearer. It is exact, from
    /// centre to centre.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    Distance(
        /// The value.
        source: Input;
    ) {
        /// The least value that counts as inside, within ±10^6.
        level: Number = 0.5, in number(-1e6, 1e6);
        /// The greatest distance in units: above 0, at most 10^9 and 512 pixels.
        reach: Number = 0.5, in LENGTH;
    }, also ["distance_transform", "bevel", "dilate"]
}

impl Kind for Distance {
    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::between(0.0, self.reach.to_f64())
    }
}
