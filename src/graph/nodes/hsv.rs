//! The node `hsv`.

use super::fraction::FRACTION;
use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// A colour with its hue rotated and its saturation and value scaled, in the hexcone model (Smith, "Color gamut transform pairs", SIGGRAPH 1978) of
    /// linear light. Alpha is unchanged.
    ///
    /// Channels below 0 count as 0.
    ///
    /// ```
    /// # use lacuna::nodes::Colour;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Colour::of([255_u8, 0, 0]).hsv().hue(120))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Hsv(
        /// The colour.
        source: Input;
    ) {
        /// The rotation of the hue, within ±180 degrees: positive angles turn red to green and green to blue.
        hue: Number = 0, in number(-180.0, 180.0);
        /// The factor of the saturation, 0 to 4. The result is at most 1.
        saturation: Number = 1, in number(0.0, 4.0);
        /// The factor of the value, 0 to 4.
        value: Number = 1, in number(0.0, 4.0);
    }, example Self::of(Perlin::default()).value(0.5), also ["hue", "saturation", "hue_saturation_value", "adjust_hsv", "hsl"]
}

impl Hsv {
    /// Returns the hue in turns, the saturation and the value of the source.
    fn parts(&self, at: &mut Lowerer<'_>) -> Result<Vec<Dual>> {
        let mut channels = Vec::new();
        for channel in [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue] {
            channels.push(at.lane(channel, "source", &self.source)?);
        }
        at.shared(format!("hsv {channels:?}"), |at| {
            let lights = channels.iter().map(|channel| at.value(max(*channel, 0.0))).collect::<Result<Vec<_>>>()?;
            let [red, green, blue] = lights[..] else { unreachable!("three channels") };
            let value = at.value(max(max(red, green), blue))?;
            let chroma = at.value(value - min(min(red, green), blue))?;
            // The largest channel determines the side of the hexagon on which the hue lies.
            let side = |from: Dual, to: Dual, offset: f64| quotient(from - to, chroma) * (1.0 / 6.0) + offset;
            let others = if_below(green, value, side(red, green, 2.0 / 3.0), side(blue, red, 1.0 / 3.0));
            let hue = at.value(if_below(red, value, others, side(green, blue, 1.0)))?;
            Ok(vec![hue, at.value(quotient(chroma, value))?, value])
        })
    }
}

impl Kind for Hsv {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        // The distance of a channel's own hue from the hue without that channel.
        let third = match at.channel() {
            ColorChannel::Red => 5.0,
            ColorChannel::Green => 3.0,
            ColorChannel::Blue => 1.0,
            ColorChannel::Alpha => return at.lane(ColorChannel::Alpha, "source", &self.source),
        };
        let parts = self.parts(at)?;
        // The value less the part that the saturation removes: max(0, min(k, 4 - k, 1)), where k cycles from 0 to 6.
        let turned = parts[0] + (self.hue.to_f64() / 360.0 + third / 6.0 + 1.0);
        let k = at.value(FRACTION.of([turned]) * 6.0)?;
        let lacking = max(min(min(k, 4.0 - k), 1.0), 0.0);
        let saturation = min(parts[1] * self.saturation.to_f64(), 1.0);
        at.value(parts[2] * self.value.to_f64() * (1.0 - saturation * lacking))
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let greatest = of(&self.source).greatest.max(0.0);
        // Alpha is unchanged.
        Interval::between(0.0, greatest * self.value.to_f64()).or(of(&self.source))
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(&self, key: &str) -> Lanes {
        if key == "source" { Lanes::ColorAndAlpha } else { Lanes::Number }
    }
}
