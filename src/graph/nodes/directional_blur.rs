//! The node `directional_blur`.

use crate::graph::prelude::*;

kind! {
    /// Its source smeared in one direction: the mean of the source along a line through each pixel.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    DirectionalBlur(
        /// The value to smear.
        source: Input;
    ) {
        /// The direction in degrees, from x towards y, within ±360000.
        angle: Number = 0, in DEGREES;
        /// The length of the line in units: above 0, at most 10^9 and 1024 pixels.
        length: Number = 0.1, in LENGTH;
    }, also ["motion_blur"]
}

impl Kind for DirectionalBlur {
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }
}
