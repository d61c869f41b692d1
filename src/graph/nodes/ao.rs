//! The node `ao`.

use crate::graph::prelude::*;

kind! {
    /// Ambient occlusion of its source as a height field: the share of the light of an even sky that reaches each pixel, 1 in the open and 0 in a hole.
    ///
    /// It searches the horizon in several directions, and weighs what is visible by the cosine of its angle (Jimenez, Wu, Pesce and Jarabo, "Practical
    /// Realtime Strategies for Accurate Indirect Occlusion", 2016). Heights near the radius count less. It is computed from the pixels of the picture, at
    /// most 512 of them in each direction.
    Ao(
        /// The heights.
        source: Input;
    ) {
        /// The units that a value of 1 is high, within ±10^6.
        height: Number = 1, in number(-1e6, 1e6);
        /// The distance in units from which heights are seen: above 0, at most 10^9 and 512 pixels.
        radius: Number = 0.5, in LENGTH;
        /// The number of directions, 4 to 32.
        directions: u32 = 8, in whole(4, 32);
        /// The factor of the occlusion, 0 to 10.
        strength: Number = 1, in number(0.0, 10.0);
    }, also ["ambient_occlusion", "occlusion", "hbao"]
}

impl Kind for Ao {
    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}
