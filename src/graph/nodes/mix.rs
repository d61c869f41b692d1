//! The node `mix`, which blends colours.

use super::lerp::LERP;
use super::perlin::Perlin;
use super::power::POWER;
use crate::graph::prelude::*;

choices! {
    /// The blend of two colours, channel by channel, by the formulas of W3C, "Compositing and Blending Level 1" (2024), where it has the mode.
    pub enum BlendMode = Normal {
        /// b.
        Normal "normal",
        /// a b: no lighter than either.
        Multiply "multiply",
        /// a + b - a b: no darker than either.
        Screen "screen",
        /// `multiply` where a is dark, `screen` where a is light.
        Overlay "overlay",
        /// A softer form of `overlay`, which darkens a where b is dark and lightens a where b is light.
        SoftLight "soft_light",
        /// a + b, at most 1.
        Add "add",
        /// a - b, at least 0.
        Subtract "subtract",
        /// The smaller of a and b.
        Darken "darken",
        /// The larger of a and b.
        Lighten "lighten",
        /// The distance between a and b.
        Difference "difference",
        /// a + 2 b - 1, clamped to 0..1.
        LinearLight "linear_light",
    }
}

kind! {
    /// One colour over another: a where the mask is 0, the mode's blend of a and b where it is 1. Numbers blend as grey.
    ///
    /// Every mode except `normal` clamps its inputs to 0..1. If b has alpha, it multiplies the mask. If a has alpha, the result is that of "source over" with
    /// straight alpha (W3C 2024, section 9). A colour without alpha is opaque.
    ///
    /// ```
    /// # use lacuna::nodes::{BlendMode, ColorSpace, Colour};
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let mixed = Colour::of([1.0, 0.5, 0.0]).space(ColorSpace::Linear).mix(0.5).mode(BlendMode::Multiply);
    /// let program = Program::new(mixed)?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5, 0.25, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Mix(
        /// The colour below.
        a: Input;
        /// The colour above.
        b: Input;
    ) {
        /// The share of b, clamped to 0..1.
        mask: Input = 1;
        /// The blend mode.
        mode: BlendMode;
        /// The factor of the mask, 0 to 1.
        opacity: Number = 1, in number(0.0, 1.0);
        /// The space in which the colours blend: linear light, as light mixes, or sRGB, as in most image editors. Either way the result is linear light.
        space: ColorSpace = ColorSpace::Linear;
    }, example Self::of(Perlin::default(), 0.5).mode(BlendMode::Screen), also ["blend", "blend_mode", "mix_color", "layer", "composite"]
}

impl Mix {
    /// Returns the share of b, including its alpha.
    fn share(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let mask = at.input("mask", &self.mask)?;
        let alpha = (at.lanes(&self.b) == Lanes::ColorAndAlpha).then(|| at.lane(ColorChannel::Alpha, "b", &self.b)).transpose()?;
        let opacity = self.opacity.to_f64();
        let made = at.shared(format!("share {mask:?} {alpha:?} {opacity}"), |at| {
            let share = within_unit(mask);
            let share = if let Some(alpha) = alpha { share * within_unit(alpha) } else { share };
            Ok(vec![at.value(if opacity < 1.0 { share * opacity } else { share })?])
        })?;
        Ok(made[0])
    }

    /// Returns the mode's blend of a channel.
    fn blended(&self, at: &mut Lowerer<'_>, a: Dual, b: Dual) -> Result<Dual> {
        if self.mode == BlendMode::Normal {
            return Ok(b);
        }
        let (a, b) = (at.value(within_unit(a))?, at.value(within_unit(b))?);
        let blended = match self.mode {
            BlendMode::Normal => b.into(),
            BlendMode::Multiply => a * b,
            BlendMode::Screen => screen(a, b),
            BlendMode::Overlay => {
                let over = at.value(a * 2.0 - 1.0)?;
                if_below(a, 0.5, a * 2.0 * b, screen(over, b))
            }
            BlendMode::SoftLight => soft_light(at, a, b)?,
            BlendMode::Add => min(a + b, 1.0),
            BlendMode::Subtract => max(a - b, 0.0),
            BlendMode::Darken => min(a, b),
            BlendMode::Lighten => max(a, b),
            BlendMode::Difference => abs(a - b),
            BlendMode::LinearLight => within_unit(a + (b * 2.0 - 1.0)),
        };
        at.value(blended)
    }

    /// Returns a channel of an input in the space in which the colours blend.
    fn channel_of(&self, at: &mut Lowerer<'_>, channel: ColorChannel, key: &str, input: &Input) -> Result<Dual> {
        let value = at.lane(channel, key, input)?;
        if self.space == ColorSpace::Linear { Ok(value) } else { encoded(at, value) }
    }
}

impl Kind for Mix {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let channel = at.channel();
        let share = self.share(at)?;
        let below = (at.lanes(&self.a) == Lanes::ColorAndAlpha).then(|| at.lane(ColorChannel::Alpha, "a", &self.a)).transpose()?;
        // The part of the result that is not plain a: co = cs as + cb ab (1 - as), with cs = (1 - ab) b + ab blend(a, b).
        let below = below.map(|below| at.value(within_unit(below))).transpose()?;
        let alpha = match below {
            Some(below) => at.value(share + below * (1.0 - share))?,
            None => at.constant(1.0),
        };
        if channel == ColorChannel::Alpha {
            return Ok(alpha);
        }
        let a = self.channel_of(at, channel, "a", &self.a)?;
        let b = self.channel_of(at, channel, "b", &self.b)?;
        let blended = self.blended(at, a, b)?;
        let (above, part) = match below {
            // If both are transparent, the colour is that of a.
            Some(below) => (LERP.of([b.into(), blended.into(), below.into()]), quotient(share, alpha)),
            None => (blended.into(), share.into()),
        };
        let mixed = at.value(LERP.of([a.into(), above, part]))?;
        if self.space == ColorSpace::Linear { Ok(mixed) } else { decoded(at, mixed) }
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let a = of(&self.a);
        let b = if self.mode == BlendMode::Normal { of(&self.b) } else { Interval::UNIT };
        // Alpha has that range, too.
        a.or(b).or(Interval::UNIT)
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(&self, key: &str) -> Lanes {
        match key {
            "a" => Lanes::ColorAndAlpha,
            "b" => Lanes::Color,
            _ => Lanes::Number,
        }
    }
}

/// Returns a + b - a b.
fn screen(a: Dual, b: Dual) -> Expression {
    a + b - a * b
}

/// Returns a - (1 - 2 b) a (1 - a) for a dark b, and a + (2 b - 1) (D(a) - a) for a light b, where D is a square root above 1/4.
fn soft_light(at: &mut Lowerer<'_>, a: Dual, b: Dual) -> Result<Expression> {
    let curved = ((a * 16.0 - 12.0) * a + 4.0) * a;
    let raised = at.value(if_below(a, 0.25, curved, sqrt(a)))?;
    Ok(a + (b * 2.0 - 1.0) * if_below(b, 0.5, a * (1.0 - a), raised - a))
}

/// Returns the sRGB value of linear light (IEC 61966-2-1, 1999), and 0 for light below 0.
fn encoded(at: &mut Lowerer<'_>, light: Dual) -> Result<Dual> {
    let light = at.value(within_unit(light))?;
    at.value(if_below(light, 0.003_130_8, light * 12.92, POWER.of([light.into(), (1.0 / 2.4).into()]) * 1.055 - 0.055))
}

/// Returns the linear light of an sRGB value.
fn decoded(at: &mut Lowerer<'_>, value: Dual) -> Result<Dual> {
    let moved = value * (1.0 / 1.055) + 0.055 / 1.055;
    at.value(if_below(value, 0.040_45, value * (1.0 / 12.92), POWER.of([moved, 2.4.into()])))
}
