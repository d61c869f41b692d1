//! Ramps: the node that makes colours of a value.

use serde::{Deserialize, Serialize};

use super::basis::Perlin;
use super::checks::within;
use super::color::{Color, ColorChannel, ColorInterpolation, ColorSpace};
use super::defaults::is_default;
use super::node::{Input, Parts};
use super::setters::setters;
use crate::error::{Error, Result};
use crate::number::Number;

/// The most stops of a ramp.
pub const MAX_STOPS: usize = 32;

/// A channel of a colour ramp, as linear light from 0 to 1: a value becomes the colour that the ramp has there.
///
/// Ramps of one source by the same stops, one for each channel, share their work: give the source a name.
///
/// ```
/// # use lacuna::{ColorChannel, Cpu, Domain, Graph, Program, Ramp};
/// let ramp = Ramp::of(0.5, [(0.0, [0_u8, 0, 0]), (1.0, [255, 0, 0])]).channel(ColorChannel::Red);
/// let red = Cpu::new().sample(&Program::new(&Graph::from(ramp))?, &Domain::points([[0.0]]))?[0];
/// // Half as light to the eye is an eighth of the light.
/// assert!((red - 0.125).abs() < 1e-6);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    /// The value.
    pub source: Input,
    /// Pairs of a position, within ±10^6, and the colour there, 1 to [`MAX_STOPS`] of them, in ascending order. Two at one position make an edge.
    /// Beyond the first and the last the colour stays.
    pub stops: Vec<(Number, Color)>,
    /// What the colours' numbers mean.
    #[serde(default, skip_serializing_if = "is_default")]
    pub space: ColorSpace,
    /// How colours between two stops are found.
    #[serde(default, skip_serializing_if = "is_default")]
    pub interpolation: ColorInterpolation,
    /// The channel.
    #[serde(default)]
    pub channel: ColorChannel,
}

impl Ramp {
    /// The red channel of a ramp in sRGB, interpolated in Oklab.
    pub fn of<N: Into<Number>, C: Into<Color>>(source: impl Into<Input>, stops: impl IntoIterator<Item = (N, C)>) -> Self {
        Self {
            source: source.into(),
            stops: stops.into_iter().map(|(position, color)| (position.into(), color.into())).collect(),
            space: ColorSpace::default(),
            interpolation: ColorInterpolation::default(),
            channel: ColorChannel::default(),
        }
    }
}

setters!(Ramp { space: exact ColorSpace, interpolation: exact ColorInterpolation, channel: exact ColorChannel, } no new);

impl Parts for Ramp {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![("source", &self.source)]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![&mut self.source]
    }
    fn validate(&self, place: &str) -> Result<()> {
        let place = format!("{place}.stops");
        if !(1..=MAX_STOPS).contains(&self.stops.len()) {
            return Err(Error::parameter(place, format!("{} stops; give 1 to {MAX_STOPS}", self.stops.len())));
        }
        for (index, (position, color)) in self.stops.iter().enumerate() {
            let place = format!("{place}[{index}]");
            within(&place, *position, -1e6, 1e6)?;
            if let Color::Channels(channels) = color {
                for channel in channels {
                    within(&place, *channel, 0.0, 1.0)?;
                }
            }
        }
        for pair in self.stops.windows(2) {
            let (a, b) = (pair[0].0, pair[1].0);
            if b.to_f64() < a.to_f64() {
                return Err(Error::parameter(place, format!("{b} follows {a}; give stops in ascending order of their positions")));
            }
        }
        Ok(())
    }
    fn example() -> Self {
        Self::of(Perlin::default(), [(-1, [0_u8; 3]), (1, [255; 3])])
    }
}
