//! Ramps of colours as outputs use them: all three channels, over one source.

use serde::{Deserialize, Serialize};

use crate::color::{LIGHT_BY_CONES, light, oklab_of_light};
use crate::graph::nodes::{AlphaMode, ColorChannel, ColorInterpolation, ColorSpace, Ramp};
use crate::graph::{Color, Input, Node};
use crate::number::Number;

/// A picture in colour: a ramp maps a value to a colour. See [`Ramp`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RampMap {
    /// The value.
    pub source: Input,
    /// Pairs of a position, within ±10^6, and the colour there, 1 to 32 of them, in ascending order. Two at the same position make an edge.
    pub stops: Vec<(Number, Color)>,
    /// The meaning of the colours' numbers.
    #[serde(default)]
    pub space: ColorSpace,
    /// The interpolation between two stops.
    #[serde(default)]
    pub interpolation: ColorInterpolation,
}

impl RampMap {
    fn channel(&self, source: &Input, channel: ColorChannel) -> Ramp {
        let ramp = Ramp::of(source.clone(), self.stops.iter().copied());
        ramp.space(self.space).interpolation(self.interpolation).alpha(AlphaMode::Straight).channel(channel)
    }

    /// Returns red, green and blue, as nodes over a source.
    pub(super) fn nodes(&self, source: &Input) -> [Node; 3] {
        [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue].map(|channel| self.channel(source, channel).into())
    }

    /// Returns the colours, to look up those of single values.
    pub fn colors(&self) -> Colors {
        let is_oklab = self.interpolation == ColorInterpolation::Oklab;
        let of = |color: &Color| if is_oklab { oklab_of_light(light(color, self.space)) } else { light(color, self.space) };
        Colors { stops: self.stops.iter().map(|(position, color)| (position.to_f64(), of(color))).collect(), is_oklab }
    }
}

/// The colours of a ramp for look-ups on the host, in f64. Kernels compute them in another way, which agrees within 10^-5.
#[derive(Debug, Clone, PartialEq)]
pub struct Colors {
    /// Positions, with L, a and b in Oklab, or with linear light.
    stops: Vec<(f64, [f64; 3])>,
    is_oklab: bool,
}

impl Colors {
    /// Returns the linear light, 0 to 1, of red, green and blue at a value.
    ///
    /// ```
    /// let recipe = lacuna::recipe::read(r##"
    ///     version = 2
    ///     nodes.hills = { kind = "perlin" }
    ///     outputs.colour = { ramp = { source = "hills", stops = [[-1, "#000000"], [1, "#ff0000"]], interpolation = "linear" } }
    /// "##)?;
    /// let lacuna::recipe::Content::Ramp(ramp) = &recipe.outputs["colour"].content else { panic!() };
    /// assert_eq!(ramp.colors().light(0.0), [0.5, 0.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn light(&self, value: f64) -> [f64; 3] {
        let after = self.stops.partition_point(|(position, _)| *position <= value);
        let colour = match (after.checked_sub(1).map(|before| self.stops[before]), self.stops.get(after).copied()) {
            (None, Some((_, colour))) | (Some((_, colour)), None) => colour,
            (Some((start, from)), Some((end, to))) => {
                let part = (value - start) / (end - start);
                std::array::from_fn(|channel| from[channel] + part * (to[channel] - from[channel]))
            }
            (None, None) => [0.0; 3],
        };
        let light = if self.is_oklab { light_of_oklab(colour) } else { colour };
        light.map(|light| light.clamp(0.0, 1.0))
    }
}

/// Converts Oklab to linear light (Ottosson, "A perceptual color space for image processing", 2020).
fn light_of_oklab([l, a, b]: [f64; 3]) -> [f64; 3] {
    let roots = [
        l + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
        l - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
        l - 0.089_484_177_5 * a - 1.291_485_548_0 * b,
    ];
    let cones = roots.map(|root| root * root * root);
    LIGHT_BY_CONES.map(|by| by[0] * cones[0] + by[1] * cones[1] + by[2] * cones[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn colors_that_are_looked_up_are_those_that_kernels_make() {
        let stops = [(-1.0, "#123456"), (-0.25, "#ffffff"), (0.1, "#c02000"), (0.1, "#00ff80"), (1.0, "#000000")];
        let stops: Vec<(Number, Color)> = stops.map(|(position, color)| (position.into(), color.parse().unwrap())).into();
        for interpolation in [ColorInterpolation::Oklab, ColorInterpolation::Linear] {
            for space in [ColorSpace::Srgb, ColorSpace::Linear] {
                let map = RampMap { source: 0.into(), stops: stops.clone(), space, interpolation };
                for value in [-2.0, -1.0, -0.7, -0.25, -0.1, 0.05, 0.1, 0.101, 0.6, 1.0, 3.0] {
                    let light = map.colors().light(value);
                    for (node, light) in map.nodes(&value.into()).into_iter().zip(light) {
                        let program = Program::new(node).unwrap();
                        let sample = program.at([0.0]).unwrap();
                        assert!((f64::from(sample) - light).abs() < 1e-5, "{value}: {sample} {light}");
                    }
                }
            }
        }
    }
}
