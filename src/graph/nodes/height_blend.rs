//! The node `height_blend`.

use super::lerp::LERP;
use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// Two colours, or two numbers, blended by their heights, as sand lies between stones: only a where its height is larger by half the contrast or more,
    /// only b where b's is.
    ///
    /// b's share is (height_b + offset - height_a) / contrast + 1/2, clamped to 0..1. Of two colours with alpha, where both blend, each counts in proportion
    /// to its alpha, so that an invisible one adds no colour.
    ///
    /// ```
    /// # use lacuna::nodes::HeightBlend;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(HeightBlend::of(2, 4).height_a(0.25).height_b(0.5).contrast(1))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [3.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    HeightBlend(
        /// The value where the first height is larger.
        a: Input;
        /// The value where the second height is larger.
        b: Input;
    ) {
        /// The height of a.
        height_a: Input = 0;
        /// The height of b.
        height_b: Input = 0;
        /// Added to the height of b, within ±10^6.
        offset: Number = 0, in number(-1e6, 1e6);
        /// The range of height differences over which the two blend, 0.001 to 10^6.
        contrast: Number = 0.1, in number(0.001, 1e6);
        /// The shares of two colours whose alpha differs.
        alpha: AlphaMode;
    }, example Self::of(Perlin::default(), 0.5).height_a(Perlin::default()), also ["height_lerp", "height_mix", "blend_by_height"]
}

impl HeightBlend {
    /// Returns b's share of the colour: of what both cover, the part that b does.
    fn share_of_cover(&self, at: &mut Lowerer<'_>, share: Dual) -> Result<Dual> {
        let a = at.lane(ColorChannel::Alpha, "a", &self.a)?;
        let b = at.lane(ColorChannel::Alpha, "b", &self.b)?;
        let made = at.shared(format!("share of cover {share:?} {a:?} {b:?}"), |at| {
            let share = at.value(within_unit(share))?;
            let of_a = (1.0 - share) * within_unit(a);
            let of_b = at.value(share * within_unit(b))?;
            // If both are invisible, the colour is that of a.
            Ok(vec![at.value(quotient(of_b, of_a + of_b))?])
        })?;
        Ok(made[0])
    }
}

impl Kind for HeightBlend {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let channel = at.channel();
        let heights = [at.input("height_a", &self.height_a)?, at.input("height_b", &self.height_b)?];
        let (offset, contrast) = (self.offset.to_f64(), self.contrast.to_f64());
        let share = at.shared(format!("height blend {heights:?} {offset} {contrast}"), |at| {
            let scale = 1.0 / contrast;
            Ok(vec![at.value((heights[1] - heights[0]) * scale + (offset * scale + 0.5))?])
        })?[0];
        let a = at.lane(channel, "a", &self.a)?;
        let b = at.lane(channel, "b", &self.b)?;
        let has_alpha = [&self.a, &self.b].iter().any(|input| at.lanes(*input) == Lanes::ColorAndAlpha);
        let is_weighted = has_alpha && channel != ColorChannel::Alpha && self.alpha == AlphaMode::Premultiplied;
        let share = if is_weighted { self.share_of_cover(at, share)? } else { share };
        at.call(&LERP, &[a, b, share])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).or(of(&self.b))
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(&self, key: &str) -> Lanes {
        if matches!(key, "a" | "b") { Lanes::ColorAndAlpha } else { Lanes::Number }
    }
}
