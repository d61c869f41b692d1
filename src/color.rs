//! Colours as they are written, and the meaning of their numbers.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::choice::choices;
use crate::number::Number;

/// A colour in its written form: `"#rrggbb"`, or a list of red, green and blue from 0 to 1; with alpha `"#rrggbbaa"`, or a list of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Color {
    /// 8 bits for each channel.
    Hex([u8; 3]),
    /// 8 bits for each channel, with alpha.
    HexAlpha([u8; 4]),
    /// Red, green and blue, 0 to 1.
    Channels([Number; 3]),
    /// Red, green, blue and alpha, 0 to 1.
    ChannelsAlpha([Number; 4]),
}

impl Color {
    /// Returns red, green and blue, 0 to 1, as they were written.
    pub fn channels(&self) -> [f64; 3] {
        let [red, green, blue, _] = self.all();
        [red, green, blue]
    }

    /// Returns alpha, 0 to 1, if it was written: how much the colour covers of what is behind it. It is straight: the other channels are not multiplied by it.
    pub fn alpha(&self) -> Option<f64> {
        matches!(self, Self::HexAlpha(_) | Self::ChannelsAlpha(_)).then(|| self.all()[3])
    }

    fn all(&self) -> [f64; 4] {
        let of_bytes = |bytes: [u8; 4]| bytes.map(|byte| f64::from(byte) / 255.0);
        let of_numbers = |numbers: [Number; 4]| numbers.map(|number| number.to_f64());
        match *self {
            Self::Hex([red, green, blue]) => of_bytes([red, green, blue, 255]),
            Self::HexAlpha(bytes) => of_bytes(bytes),
            Self::Channels([red, green, blue]) => of_numbers([red, green, blue, Number::ONE]),
            Self::ChannelsAlpha(numbers) => of_numbers(numbers),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Hex([red, green, blue]) => serializer.collect_str(&format_args!("#{red:02x}{green:02x}{blue:02x}")),
            Self::HexAlpha([red, green, blue, alpha]) => {
                serializer.collect_str(&format_args!("#{red:02x}{green:02x}{blue:02x}{alpha:02x}"))
            }
            Self::Channels(numbers) => numbers.serialize(serializer),
            Self::ChannelsAlpha(numbers) => numbers.serialize(serializer),
        }
    }
}

/// The notation of colours, for errors.
pub(crate) const WRITTEN: &str =
    "a colour: `\"#rrggbb\"`, or a list of red, green and blue from 0 to 1; with alpha `\"#rrggbbaa\"`, or a list of four";

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Color;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(WRITTEN)
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Color, E> {
                text.parse().map_err(|NotHex| E::invalid_value(de::Unexpected::Str(text), &self))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Color, A::Error> {
                let mut channels = Vec::with_capacity(4);
                while let Some(channel) = list.next_element()? {
                    if channels.len() == 4 {
                        return Err(de::Error::invalid_length(5, &self));
                    }
                    channels.push(channel);
                }
                match channels[..] {
                    [red, green, blue] => Ok(Color::Channels([red, green, blue])),
                    [red, green, blue, alpha] => Ok(Color::ChannelsAlpha([red, green, blue, alpha])),
                    _ => Err(de::Error::invalid_length(channels.len(), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// The error of a text that is not a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotHex;

impl fmt::Display for NotHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write a colour as #rrggbb, or as #rrggbbaa with alpha")
    }
}

impl std::error::Error for NotHex {}

impl std::str::FromStr for Color {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        let digits = text.strip_prefix('#').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())).ok_or(NotHex)?;
        let [red, green, blue, alpha] = match (digits.len(), u32::from_str_radix(digits, 16)) {
            (6, Ok(word)) => (word << 8).to_be_bytes(),
            (8, Ok(word)) => word.to_be_bytes(),
            _ => return Err(NotHex),
        };
        Ok(if digits.len() == 6 { Self::Hex([red, green, blue]) } else { Self::HexAlpha([red, green, blue, alpha]) })
    }
}

impl From<[u8; 3]> for Color {
    fn from(bytes: [u8; 3]) -> Self {
        Self::Hex(bytes)
    }
}

impl From<[u8; 4]> for Color {
    fn from(bytes: [u8; 4]) -> Self {
        Self::HexAlpha(bytes)
    }
}

impl From<[f64; 4]> for Color {
    fn from(channels: [f64; 4]) -> Self {
        Self::ChannelsAlpha(channels.map(Into::into))
    }
}

impl From<[f64; 3]> for Color {
    fn from(channels: [f64; 3]) -> Self {
        Self::Channels(channels.map(Into::into))
    }
}

choices! {
    /// The meaning of a colour's numbers.
    pub enum ColorSpace = Srgb {
        /// sRGB, as images and colour pickers use it.
        Srgb "srgb",
        /// Linear light, with the primaries of sRGB.
        Linear "linear",
    }
}

choices! {
    /// The interpolation between the colours of a ramp.
    pub enum ColorInterpolation = Oklab {
        /// Linear in Oklab (Ottosson, "A perceptual color space for image processing", 2020): perceptually even, and without a dip in lightness.
        Oklab "oklab",
        /// Linear in linear light.
        Linear "linear",
    }
}

choices! {
    /// The share of each of two colours with alpha where they mix.
    pub enum AlphaMode = Premultiplied {
        /// In proportion to their alpha, as in web browsers and compositing programs: an invisible colour adds nothing.
        Premultiplied "premultiplied",
        /// Independent of alpha.
        Straight "straight",
    }
}

choices! {
    /// A channel of a colour.
    pub enum ColorChannel = Red {
        /// Red.
        Red "red",
        /// Green.
        Green "green",
        /// Blue.
        Blue "blue",
        /// Alpha: how much the colour covers, 1 if it has no alpha of its own.
        Alpha "alpha",
    }
}

/// The channels of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lanes {
    /// One: a number.
    Number,
    /// Red, green and blue.
    Color,
    /// Red, green, blue and alpha.
    ColorAndAlpha,
}

impl Lanes {
    /// Returns the channels to request, one by one.
    pub(crate) fn channels(self) -> &'static [Option<ColorChannel>] {
        const ALL: [Option<ColorChannel>; 4] =
            [Some(ColorChannel::Red), Some(ColorChannel::Green), Some(ColorChannel::Blue), Some(ColorChannel::Alpha)];
        match self {
            Self::Number => &[None],
            Self::Color => &ALL[..3],
            Self::ColorAndAlpha => &ALL,
        }
    }
}

/// The contribution of each of the three cone responses to red, green and blue light (Ottosson, "A perceptual color space for image processing", 2020).
pub(crate) const LIGHT_BY_CONES: [[f64; 3]; 3] = [
    [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
    [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
    [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
];

/// The contribution of red, green and blue light to the responses of the long, medium and short cones.
const CONES_BY_LIGHT: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];

/// The contribution of the cube roots of these responses to L, a and b.
const OKLAB_BY_ROOTS: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

fn product(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

/// Returns the linear light of a colour.
pub(crate) fn light(color: &Color, space: ColorSpace) -> [f64; 3] {
    match space {
        ColorSpace::Srgb => color.channels().map(light_of_srgb),
        ColorSpace::Linear => color.channels(),
    }
}

/// Returns the linear light of an sRGB value, both 0 to 1 (IEC 61966-2-1, 1999).
pub(crate) fn light_of_srgb(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

/// Converts linear light to Oklab.
pub(crate) fn oklab_of_light(light: [f64; 3]) -> [f64; 3] {
    product(&OKLAB_BY_ROOTS, product(&CONES_BY_LIGHT, light).map(libm::cbrt))
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Color {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let number = generator.subschema_for::<Number>();
        schemars::json_schema!({
            "description": "A colour: \"#rrggbb\", or a list of red, green and blue from 0 to 1; with alpha \"#rrggbbaa\", or a list of four.",
            "anyOf": [
                { "type": "string", "pattern": "^#([0-9a-fA-F]{2}){3,4}$" },
                { "type": "array", "items": number, "minItems": 3, "maxItems": 4 },
            ],
        })
    }
}
