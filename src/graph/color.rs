//! Colours made of values.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Input, Parts, Perlin, is_default, setters, within};
use crate::error::{Error, Result};
use crate::number::Number;

/// The most stops of a ramp.
pub const MAX_STOPS: usize = 32;

/// A colour as it is written: `"#rrggbb"`, or a list of red, green and blue from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// Eight bits a channel.
    Hex([u8; 3]),
    /// Red, green and blue, 0 to 1.
    Channels([Number; 3]),
}

impl Color {
    /// Red, green and blue, 0 to 1, as they were written.
    pub fn channels(&self) -> [f64; 3] {
        match self {
            Self::Hex(bytes) => bytes.map(|byte| f64::from(byte) / 255.0),
            Self::Channels(numbers) => numbers.map(|number| number.to_f64()),
        }
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Hex([red, green, blue]) => serializer.collect_str(&format_args!("#{red:02x}{green:02x}{blue:02x}")),
            Self::Channels(numbers) => numbers.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Color;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a colour: \"#rrggbb\", or a list of red, green and blue from 0 to 1")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Color, E> {
                text.parse().map_err(|NotHex| E::invalid_value(de::Unexpected::Str(text), &self))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Color, A::Error> {
                let mut channels = [Number::ZERO; 3];
                for (index, channel) in channels.iter_mut().enumerate() {
                    *channel = list.next_element()?.ok_or_else(|| de::Error::invalid_length(index, &self))?;
                }
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(Color::Channels(channels)),
                    Some(_) => Err(de::Error::invalid_length(4, &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A text is no colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a colour as #rrggbb")]
pub struct NotHex;

impl std::str::FromStr for Color {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let word = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or(NotHex)?;
        Ok(Self::Hex([(word >> 16) as u8, (word >> 8) as u8, word as u8]))
    }
}

impl From<[u8; 3]> for Color {
    fn from(bytes: [u8; 3]) -> Self {
        Self::Hex(bytes)
    }
}

impl From<[f64; 3]> for Color {
    fn from(channels: [f64; 3]) -> Self {
        Self::Channels(channels.map(Into::into))
    }
}

/// What the numbers of a colour mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColorSpace {
    /// sRGB, as pictures and colour pickers have it.
    #[default]
    Srgb,
    /// Linear light, with the primaries of sRGB.
    Linear,
}

/// How a ramp goes from one colour to the next.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColorInterpolation {
    /// Straight in Oklab (Ottosson, "A perceptual color space for image processing", 2020): even to the eye, and without a dip of lightness.
    #[default]
    Oklab,
    /// Straight in linear light.
    Linear,
}

/// A channel of a colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColorChannel {
    /// Red.
    #[default]
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
}

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
