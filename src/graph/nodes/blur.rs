//! The node `blur`.

use crate::graph::prelude::*;

kind! {
    /// The mean of the pixels around each pixel, weighted by a Gaussian function that ends at the radius, which is three standard deviations. Colours are
    /// weighted by their alpha as well.
    ///
    /// It is computed from the pixels of the picture, at most 512 of them in each direction.
    Blur(
        /// The value or colour.
        source: Input;
    ) {
        /// The radius in units: above 0, at most 10^9 and 512 pixels.
        radius: Number = 0.1, in LENGTH;
    }, also ["gaussian_blur", "box_blur", "smooth", "soften", "blur_hq"]
}

impl Kind for Blur {
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(&self, _key: &str) -> Lanes {
        Lanes::ColorAndAlpha
    }
}
