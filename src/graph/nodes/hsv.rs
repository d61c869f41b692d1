//! The node `hsv`.

use super::fraction::FRACTION;
use super::max::MAX;
use super::min::MIN;
use super::multiply::MULTIPLY;
use super::perlin::Perlin;
use super::quotient::QUOTIENT;
use super::scale_offset::scale_offset;
use super::subtract::SUBTRACT;
use super::threshold::THRESHOLD;
use crate::graph::prelude::*;

keyed! {
    /// A colour with its hue rotated and its saturation and value scaled, in the hexcone model (Smith, "Color gamut transform pairs", SIGGRAPH 1978) of
    /// linear light. Alpha is unchanged.
    ///
    /// Channels below 0 count as 0.
    ///
    /// ```
    /// # use lacuna::nodes::Colour;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Colour::of([255_u8, 0, 0]).hsv().hue(120)))?;
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
    }, example Self::of(Perlin::default()).value(0.5)
}

impl Hsv {
    /// Returns the hue in turns, the saturation and the value of the source.
    fn parts(&self, at: &mut dyn Lowering) -> Result<Vec<Dual>> {
        let mut channels = Vec::new();
        for channel in [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue] {
            channels.push(at.lane(channel, "source", &self.source)?);
        }
        at.shared(format!("hsv {channels:?}"), &mut |at| {
            let (zero, one) = (at.constant(0.0), at.constant(1.0));
            let mut lights = Vec::new();
            for channel in &channels {
                lights.push(at.call(&MAX, &[*channel, zero])?);
            }
            let [red, green, blue] = lights[..] else { unreachable!("three channels") };
            let larger = at.call(&MAX, &[red, green])?;
            let value = at.call(&MAX, &[larger, blue])?;
            let smaller = at.call(&MIN, &[red, green])?;
            let least = at.call(&MIN, &[smaller, blue])?;
            let chroma = at.call(&SUBTRACT, &[value, least])?;
            // The largest channel determines the side of the hexagon on which the hue lies.
            let mut side = |from: Dual, to: Dual, offset: f64| -> Result<Dual> {
                let along = at.call(&SUBTRACT, &[from, to])?;
                let along = at.call(&QUOTIENT, &[along, chroma, one])?;
                scale_offset(at, along, 1.0 / 6.0, offset)
            };
            let by_red = side(green, blue, 1.0)?;
            let by_green = side(blue, red, 1.0 / 3.0)?;
            let by_blue = side(red, green, 2.0 / 3.0)?;
            let others = at.call(&THRESHOLD, &[green, value, by_blue, by_green])?;
            let hue = at.call(&THRESHOLD, &[red, value, others, by_red])?;
            let saturation = at.call(&QUOTIENT, &[chroma, value, one])?;
            Ok(vec![hue, saturation, value])
        })
    }
}

impl NodeSpec for Hsv {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        // The distance of a channel's own hue from the hue without that channel.
        let third = match at.channel() {
            ColorChannel::Red => 5.0,
            ColorChannel::Green => 3.0,
            ColorChannel::Blue => 1.0,
            ColorChannel::Alpha => return at.lane(ColorChannel::Alpha, "source", &self.source),
        };
        let parts = self.parts(at)?;
        let (zero, one, four) = (at.constant(0.0), at.constant(1.0), at.constant(4.0));
        // The value less the part that the saturation removes: max(0, min(k, 4 - k, 1)), where k cycles from 0 to 6.
        let turned = scale_offset(at, parts[0], 1.0, self.hue.to_f64() / 360.0 + third / 6.0 + 1.0)?;
        let turned = at.call(&FRACTION, &[turned])?;
        let k = scale_offset(at, turned, 6.0, 0.0)?;
        let falling = at.call(&SUBTRACT, &[four, k])?;
        let least = at.call(&MIN, &[k, falling])?;
        let least = at.call(&MIN, &[least, one])?;
        let lacking = at.call(&MAX, &[least, zero])?;
        let saturation = scale_offset(at, parts[1], self.saturation.to_f64(), 0.0)?;
        let saturation = at.call(&MIN, &[saturation, one])?;
        let value = scale_offset(at, parts[2], self.value.to_f64(), 0.0)?;
        let taken = at.call(&MULTIPLY, &[saturation, lacking])?;
        let left = scale_offset(at, taken, -1.0, 1.0)?;
        at.call(&MULTIPLY, &[value, left])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        let greatest = of(&self.source).greatest.max(0.0);
        // Alpha is unchanged.
        Interval::between(0.0, greatest * self.value.to_f64()).or(of(&self.source))
    }

    fn makes(&self) -> Option<Lanes> {
        None
    }

    fn takes(key: &str) -> Lanes {
        if key == "source" { Lanes::ColorAndAlpha } else { Lanes::Number }
    }

    fn cases() -> Cases {
        let colors = || a().ramp([(-0.7, [200_u8, 10, 40, 255]), (0.0, [20, 240, 60, 90]), (0.7, [80, 60, 250, 0])]);
        vec![
            ("a colour".to_owned(), colors().hsv().hue(-75).saturation(1.5).value(0.8).into()),
            ("a number".to_owned(), a().hsv().value(2).slope().into()),
        ]
    }

    fn synonyms() -> &'static [&'static str] {
        &["hue", "saturation", "hue_saturation_value", "adjust_hsv", "hsl"]
    }
}
