//! The node `mix`, which blends colours.

use super::abs::ABS;
use super::add::ADD;
use super::clamp::held_in_unit;
use super::lerp::LERP;
use super::max::MAX;
use super::min::MIN;
use super::multiply::MULTIPLY;
use super::perlin::Perlin;
use super::power::POWER;
use super::quotient::QUOTIENT;
use super::scale_offset::scale_offset;
use super::sqrt::SQRT;
use super::subtract::SUBTRACT;
use super::threshold::THRESHOLD;
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

keyed! {
    /// One colour over another: a where the mask is 0, the mode's blend of a and b where it is 1. Numbers blend as grey.
    ///
    /// Every mode except `normal` clamps its inputs to 0..1. If b has alpha, it multiplies the mask. If a has alpha, the result is that of "source over" with
    /// straight alpha (W3C 2024, section 9). A colour without alpha is opaque.
    ///
    /// ```
    /// # use lacuna::nodes::{BlendMode, ColorSpace, Colour};
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let mixed = Colour::of([1.0, 0.5, 0.0]).space(ColorSpace::Linear).mix(0.5).mode(BlendMode::Multiply);
    /// let program = Program::new(&Graph::from(mixed))?;
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
    }, example Self::of(Perlin::default(), 0.5).mode(BlendMode::Screen)
}

impl Mix {
    /// Returns the share of b, including its alpha.
    fn share(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let mask = at.input("mask", &self.mask)?;
        let alpha = (at.lanes(&self.b) == Lanes::ColorAndAlpha).then(|| at.lane(ColorChannel::Alpha, "b", &self.b)).transpose()?;
        let opacity = self.opacity.to_f64();
        let made = at.shared(format!("share {mask:?} {alpha:?} {opacity}"), &mut |at| {
            let mut share = held_in_unit(at, mask)?;
            if let Some(alpha) = alpha {
                let alpha = held_in_unit(at, alpha)?;
                share = at.call(&MULTIPLY, &[share, alpha])?;
            }
            Ok(vec![if opacity < 1.0 { scale_offset(at, share, opacity, 0.0)? } else { share }])
        })?;
        Ok(made[0])
    }

    /// Returns the mode's blend of a channel.
    fn blended(&self, at: &mut dyn Lowering, a: Dual, b: Dual) -> Result<Dual> {
        if self.mode == BlendMode::Normal {
            return Ok(b);
        }
        let (a, b) = (held_in_unit(at, a)?, held_in_unit(at, b)?);
        match self.mode {
            BlendMode::Normal => Ok(b),
            BlendMode::Multiply => at.call(&MULTIPLY, &[a, b]),
            BlendMode::Screen => screen(at, a, b),
            BlendMode::Overlay => {
                let twice = scale_offset(at, a, 2.0, 0.0)?;
                let over = scale_offset(at, a, 2.0, -1.0)?;
                let (dark, light) = (at.call(&MULTIPLY, &[twice, b])?, screen(at, over, b)?);
                let half = at.constant(0.5);
                at.call(&THRESHOLD, &[a, half, dark, light])
            }
            BlendMode::SoftLight => soft_light(at, a, b),
            BlendMode::Add => {
                let (sum, one) = (at.call(&ADD, &[a, b])?, at.constant(1.0));
                at.call(&MIN, &[sum, one])
            }
            BlendMode::Subtract => {
                let (rest, zero) = (at.call(&SUBTRACT, &[a, b])?, at.constant(0.0));
                at.call(&MAX, &[rest, zero])
            }
            BlendMode::Darken => at.call(&MIN, &[a, b]),
            BlendMode::Lighten => at.call(&MAX, &[a, b]),
            BlendMode::Difference => {
                let apart = at.call(&SUBTRACT, &[a, b])?;
                at.call(&ABS, &[apart])
            }
            BlendMode::LinearLight => {
                let twice = scale_offset(at, b, 2.0, -1.0)?;
                let sum = at.call(&ADD, &[a, twice])?;
                held_in_unit(at, sum)
            }
        }
    }

    /// Returns a channel of an input in the space in which the colours blend.
    fn channel_of(&self, at: &mut dyn Lowering, channel: ColorChannel, key: &str, input: &Input) -> Result<Dual> {
        let value = at.lane(channel, key, input)?;
        if self.space == ColorSpace::Linear { Ok(value) } else { encoded(at, value) }
    }
}

impl NodeSpec for Mix {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let channel = at.channel();
        let share = self.share(at)?;
        let below = (at.lanes(&self.a) == Lanes::ColorAndAlpha).then(|| at.lane(ColorChannel::Alpha, "a", &self.a)).transpose()?;
        // The part of the result that is not plain a: co = cs as + cb ab (1 - as), with cs = (1 - ab) b + ab blend(a, b).
        let below = below.map(|below| held_in_unit(at, below)).transpose()?;
        let alpha = match below {
            Some(below) => {
                let rest = scale_offset(at, share, -1.0, 1.0)?;
                let kept = at.call(&MULTIPLY, &[below, rest])?;
                at.call(&ADD, &[share, kept])?
            }
            None => at.constant(1.0),
        };
        if channel == ColorChannel::Alpha {
            return Ok(alpha);
        }
        let a = self.channel_of(at, channel, "a", &self.a)?;
        let b = self.channel_of(at, channel, "b", &self.b)?;
        let blended = self.blended(at, a, b)?;
        let (above, part) = match below {
            Some(below) => {
                let one = at.constant(1.0);
                // If both are transparent, the colour is that of a.
                (at.call(&LERP, &[b, blended, below])?, at.call(&QUOTIENT, &[share, alpha, one])?)
            }
            None => (blended, share),
        };
        let mixed = at.call(&LERP, &[a, above, part])?;
        if self.space == ColorSpace::Linear { Ok(mixed) } else { decoded(at, mixed) }
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        let a = of(&self.a);
        let b = if self.mode == BlendMode::Normal { of(&self.b) } else { Interval::UNIT };
        // Alpha has that range, too.
        a.or(b).or(Interval::UNIT)
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(key: &str) -> Lanes {
        match key {
            "a" => Lanes::ColorAndAlpha,
            "b" => Lanes::Color,
            _ => Lanes::Number,
        }
    }

    fn cases() -> Cases {
        use BlendMode::{Add, Darken, Difference, Lighten, LinearLight, Multiply, Overlay, Screen, SoftLight, Subtract};
        let below = || a().ramp([(-0.6, [10_u8, 10, 40]), (0.6, [250, 230, 200])]);
        let above = || b().ramp([(-0.8, [250_u8, 10, 90, 255]), (0.5, [10, 200, 90, 40])]);
        let mut cases = vec![
            ("normal".to_owned(), below().mix(above()).mask(a().frequency(0.3)).opacity(0.8).into()),
            ("over alpha".to_owned(), above().mix(below()).mode(Multiply).mask(0.4).into()),
            ("in sRGB".to_owned(), below().mix(above()).mode(Overlay).space(ColorSpace::Srgb).into()),
            ("numbers".to_owned(), a().mix(b()).mode(Screen).slope().into()),
        ];
        for mode in [Multiply, Screen, Overlay, SoftLight, Add, Subtract, Darken, Lighten, Difference, LinearLight] {
            cases.push((format!("{mode:?}"), below().mix(above()).mode(mode).into()));
        }
        cases
    }

    fn synonyms() -> &'static [&'static str] {
        &["blend", "blend_mode", "mix_color", "layer", "composite"]
    }
}

/// Returns a + b - a b.
fn screen(at: &mut dyn Lowering, a: Dual, b: Dual) -> Result<Dual> {
    let (sum, product) = (at.call(&ADD, &[a, b])?, at.call(&MULTIPLY, &[a, b])?);
    at.call(&SUBTRACT, &[sum, product])
}

/// Returns a - (1 - 2 b) a (1 - a) for a dark b, and a + (2 b - 1) (D(a) - a) for a light b, where D is a square root above 1/4.
fn soft_light(at: &mut dyn Lowering, a: Dual, b: Dual) -> Result<Dual> {
    let by = scale_offset(at, b, 2.0, -1.0)?;
    let rest = scale_offset(at, a, -1.0, 1.0)?;
    let dark = at.call(&MULTIPLY, &[a, rest])?;
    let inner = scale_offset(at, a, 16.0, -12.0)?;
    let inner = at.call(&MULTIPLY, &[inner, a])?;
    let inner = scale_offset(at, inner, 1.0, 4.0)?;
    let curved = at.call(&MULTIPLY, &[inner, a])?;
    let root = at.call(&SQRT, &[a])?;
    let quarter = at.constant(0.25);
    let raised = at.call(&THRESHOLD, &[a, quarter, curved, root])?;
    let light = at.call(&SUBTRACT, &[raised, a])?;
    let half = at.constant(0.5);
    let moved = at.call(&THRESHOLD, &[b, half, dark, light])?;
    let moved = at.call(&MULTIPLY, &[by, moved])?;
    at.call(&ADD, &[a, moved])
}

/// Returns the sRGB value of linear light (IEC 61966-2-1, 1999), and 0 for light below 0.
fn encoded(at: &mut dyn Lowering, light: Dual) -> Result<Dual> {
    let light = held_in_unit(at, light)?;
    let exponent = at.constant(1.0 / 2.4);
    let power = at.call(&POWER, &[light, exponent])?;
    let curved = scale_offset(at, power, 1.055, -0.055)?;
    let straight = scale_offset(at, light, 12.92, 0.0)?;
    let end = at.constant(0.003_130_8);
    at.call(&THRESHOLD, &[light, end, straight, curved])
}

/// Returns the linear light of an sRGB value.
fn decoded(at: &mut dyn Lowering, value: Dual) -> Result<Dual> {
    let moved = scale_offset(at, value, 1.0 / 1.055, 0.055 / 1.055)?;
    let exponent = at.constant(2.4);
    let curved = at.call(&POWER, &[moved, exponent])?;
    let straight = scale_offset(at, value, 1.0 / 12.92, 0.0)?;
    let end = at.constant(0.040_45);
    at.call(&THRESHOLD, &[value, end, straight, curved])
}
