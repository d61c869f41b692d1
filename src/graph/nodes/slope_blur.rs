//! The node `slope_blur`.

use crate::graph::prelude::*;

kind! {
    /// Its source smeared down the slopes of another: the mean of the source along a path that leads downhill from each pixel.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    SlopeBlur(
        /// The value to smear.
        source: Input;
        /// The heights whose slopes the path descends.
        slope: Input;
    ) {
        /// The length of the path in units: above 0, at most 10^9 and 512 pixels.
        length: Number = 0.1, in LENGTH;
        /// The number of steps of the path, 1 to 64.
        taps: u32 = 8, in whole(1, 64);
    }, example Self::of(super::perlin::Perlin::default(), super::perlin::Perlin::default()), also ["non_uniform_blur", "anisotropic_blur", "smear"]
}

impl Kind for SlopeBlur {
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }
}
