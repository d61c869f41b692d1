//! Outputs: the pictures that a recipe makes, their content, and their encoding.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::format::FormatName;
use super::ramp::RampMap;
use crate::error::{Error, Result};
use crate::error_words::quoted;
use crate::graph::nodes::{Normal, NormalSpace, Per, Slope, SlopeMethod};
use crate::graph::{Input, KeyKind, MAX_CHANNELS, Node};
use crate::key::{KeyType, number};
use crate::number::Number;

/// The maximum number of channels of a picture that a table describes.
pub const MAX_PICTURE_CHANNELS: usize = 4;
/// The largest radius of a blur, in pixels.
pub const MAX_BLUR_RADIUS: u32 = 256;
/// The maximum number of passes of a blur.
pub const MAX_BLUR_PASSES: u32 = 16;
/// The legal values of the keys of a blur.
const RADIUS: KeyKind = KeyKind::Whole { least: 1, most: MAX_BLUR_RADIUS as u64 };
const PASSES: KeyKind = KeyKind::Whole { least: 1, most: MAX_BLUR_PASSES as u64 };
/// The most samples across a pixel.
pub const MAX_SAMPLES_ACROSS: u32 = 8;
/// The legal numbers of samples across a pixel.
const SAMPLES: KeyKind = KeyKind::Whole { least: 1, most: MAX_SAMPLES_ACROSS as u64 };
/// The legal strengths of a slope map.
const SLOPE_STRENGTH: KeyKind = number(0.0, 1e6);
/// The legal depths.
const DEPTHS: [u8; 3] = [8, 16, 32];

/// A picture that a recipe makes: a table `[outputs.NAME]`.
///
/// ```
/// use lacuna::recipe::{self, Content};
/// let recipe = recipe::read(r#"
///     version = 2
///     nodes.hills = { kind = "perlin", frequency = 4 }
///     outputs.height = { channels = "hills", format = "exr" }
///     outputs.normal = { normal = { source = "hills", strength = 0.2 }, depth = 8 }
/// "#)?;
/// assert_eq!(recipe.outputs["height"].format, Some("exr".parse().expect("a word")));
/// assert!(matches!(recipe.outputs["normal"].content, Content::Normal(_)));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Keys", into = "Keys")]
pub struct Output {
    /// The content of the picture.
    pub content: Content,
    /// The values that map to the least and the greatest 8 or 16-bit value. Without it [`Picture::range`](super::Picture) gives them.
    pub range: Option<OutputRange>,
    /// Bits per sample: 8, 16 or 32. By default 8 for colour, and the format's usual depth for data.
    pub depth: Option<u8>,
    /// The format, if the file's name does not give it. The code that writes files checks that the format exists and holds the picture at the depth.
    pub format: Option<FormatName>,
    /// Smooths the picture.
    pub blur: Option<Blur>,
    /// The samples across a pixel, 1 to [`MAX_SAMPLES_ACROSS`]: the pixel is the mean of their square, at the centres of its equal parts. By default 1.
    pub samples: Option<u32>,
}

/// The content of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The values of nodes.
    Channels {
        /// One to four: grey; grey and alpha; red, green and blue; or these and alpha. A colour stands for red, green and blue, and for its alpha if it has
        /// one. It must be alone, or followed by one number, which is then alpha.
        channels: Vec<Input>,
        /// True if the channels are linear light, and alpha, instead of data: then integer formats hold them as sRGB.
        is_color: bool,
    },
    /// A node that is a colour. [`Recipe::output`](super::Recipe::output) returns it instead of channels.
    Color {
        /// The colour.
        source: Input,
        /// Its alpha, or another alpha, if the picture has one.
        alpha: Option<Input>,
    },
    /// A ramp of colours.
    Ramp(RampMap),
    /// A normal map.
    Normal(NormalMap),
    /// The slope of a height field.
    Slope(SlopeMap),
}

/// The normals of a height field: x, y and z, -1 to 1, from analytic derivatives as for the node `normal`. Linear data, not colour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NormalMap {
    /// The heights.
    pub source: Input,
    /// The factor of the heights, within ±10^6. Lengths are in units of the domain.
    #[serde(default = "one")]
    pub strength: Number,
    /// The direction of green; in object space it is y.
    #[serde(default)]
    pub y: NormalY,
    /// The unit of slopes if the source lies on the surface of a map.
    #[serde(default, skip_serializing_if = "is_default")]
    pub per: Per,
    /// The space of the normals. Normals in object space can't be blurred.
    #[serde(default, skip_serializing_if = "is_default")]
    pub space: NormalSpace,
    /// The method that computes slopes: a `difference` is for heights that have no derivative.
    #[serde(default, skip_serializing_if = "is_default")]
    pub method: SlopeMethod,
    /// The distance between the values whose `difference` is taken, 10^-6 to 10^6 units; by default 1/1024.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Number>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The direction of y of a normal map.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NormalY {
    /// Towards the first row, as in OpenGL, Vulkan's glTF, Blender, Godot and Unity.
    #[default]
    Up,
    /// Towards the last row, as in Direct3D and Unreal.
    Down,
}

/// The slope of a height field: the length of its gradient, a number of at least 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SlopeMap {
    /// The heights.
    pub source: Input,
    /// The factor of the heights, 0 to 10^6. Lengths are in units of the domain.
    #[serde(default = "one")]
    pub strength: Number,
    /// The unit of slopes if the source lies on the surface of a map.
    #[serde(default, skip_serializing_if = "is_default")]
    pub per: Per,
    /// The method that computes slopes: a `difference` is for heights that have no derivative.
    #[serde(default, skip_serializing_if = "is_default")]
    pub method: SlopeMethod,
    /// The distance between the values whose `difference` is taken, 10^-6 to 10^6 units; by default 1/1024.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Number>,
}

fn one() -> Number {
    Number::ONE
}

/// The values that map to the least and the greatest 8 or 16-bit value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputRange {
    /// The least and the greatest sample of the whole picture, found in a separate pass.
    Auto,
    /// These two, in ascending order.
    Between([Number; 2]),
}

/// A box blur: each pixel becomes the mean of the square of (2 radius + 1)^2 pixels around it.
///
/// The area beyond the picture's edges is evaluated too, so that tiles, crops and periods stay seamless. The blur applies to the values of nodes; a further
/// step (a normal map, a slope, a ramp of colours) takes the blurred values. Colours are weighted by alpha. Means of a normal's components get
/// the length 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Blur {
    /// Pixels to each side, 1 to [`MAX_BLUR_RADIUS`].
    pub radius: u32,
    /// The number of passes, 1 to [`MAX_BLUR_PASSES`].
    #[serde(default = "one_pass", skip_serializing_if = "is_one_pass")]
    pub passes: u32,
}

fn one_pass() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_one_pass(passes: &u32) -> bool {
    *passes == 1
}

impl Blur {
    /// Returns the number of pixels beyond a picture's edges that the blur reads.
    pub fn margin(self) -> u32 {
        self.radius * self.passes
    }

    fn validate(self, place: &str) -> Result<()> {
        self.radius.check(&RADIUS, &format!("{place}.radius"))?;
        self.passes.check(&PASSES, &format!("{place}.passes"))
    }
}

impl From<Content> for Output {
    /// Returns a picture with nothing but defaults.
    fn from(content: Content) -> Self {
        Self { content, range: None, depth: None, format: None, blur: None, samples: None }
    }
}

impl Content {
    /// Returns the values of nodes, as data.
    pub fn channels(channels: impl IntoIterator<Item = impl Into<Input>>) -> Self {
        Self::Channels { channels: channels.into_iter().map(Into::into).collect(), is_color: false }
    }

    /// Returns true if the samples are linear light (and alpha), not data.
    pub fn is_color(&self) -> bool {
        match self {
            Self::Channels { is_color, .. } => *is_color,
            Self::Color { .. } | Self::Ramp(_) => true,
            Self::Normal(_) | Self::Slope(_) => false,
        }
    }

    /// Returns the number of samples per pixel.
    pub fn channel_count(&self) -> u8 {
        match self {
            Self::Channels { channels, .. } => channels.len().min(MAX_CHANNELS) as u8,
            Self::Color { alpha, .. } => 3 + u8::from(alpha.is_some()),
            Self::Ramp(_) | Self::Normal(_) => 3,
            Self::Slope(_) => 1,
        }
    }

    /// Returns the inputs, each with its path from the output.
    pub fn inputs(&self) -> Vec<(String, &Input)> {
        match self {
            Self::Channels { channels, .. } => match &channels[..] {
                [only] => vec![("channels".to_owned(), only)],
                several => several.iter().enumerate().map(|(index, input)| (format!("channels[{index}]"), input)).collect(),
            },
            Self::Color { source, alpha: None } => vec![("channels".to_owned(), source)],
            Self::Color { source, alpha: Some(alpha) } => vec![("channels[0]".to_owned(), source), ("channels[1]".to_owned(), alpha)],
            Self::Ramp(map) => vec![("ramp.source".to_owned(), &map.source)],
            Self::Normal(map) => vec![("normal.source".to_owned(), &map.source)],
            Self::Slope(map) => vec![("slope.source".to_owned(), &map.source)],
        }
    }
}

impl Output {
    /// Checks everything but the nodes. Errors put the path of the output before the key.
    pub(super) fn validate(&self, place: &str) -> Result<()> {
        match &self.content {
            Content::Channels { channels, .. } if !(1..=MAX_PICTURE_CHANNELS).contains(&channels.len()) => {
                let count = channels.len();
                return Err(Error::count(
                    format!("{place}.channels"),
                    [1, MAX_PICTURE_CHANNELS as u64],
                    format!("{count} channels; give 1 to {MAX_PICTURE_CHANNELS}"),
                ));
            }
            Content::Ramp(map) => {
                if let Some(stop) = map.stops.iter().position(|(_, color)| color.alpha().is_some()) {
                    let problem = "an output's ramp has no alpha; leave it out, or give `channels` a `ramp` node that has it, and one of `channel = \"a\"`";
                    return Err(Error::parameter(format!("{place}.ramp.stops[{stop}]"), problem));
                }
            }
            Content::Normal(NormalMap { space: NormalSpace::Object, .. }) if self.blur.is_some() => {
                return Err(Error::parameter(format!("{place}.blur"), "normals in object space take no blur; leave it out"));
            }
            Content::Normal(_) if self.range.is_some() => {
                return Err(Error::parameter(format!("{place}.range"), "a normal map has the range -1 to 1; leave it out"));
            }
            Content::Slope(map) => map.strength.check(&SLOPE_STRENGTH, &format!("{place}.slope.strength"))?,
            _ => {}
        }
        if let Some(OutputRange::Between([min, max])) = self.range {
            let length = max.to_f64() - min.to_f64();
            if !length.is_finite() || length <= 0.0 {
                let problem = format!("{min} to {max} is no range; give the least value, then a greater one, such as [-1, 1], or \"auto\"");
                return Err(Error::parameter(format!("{place}.range"), problem));
            }
        }
        if let Some(depth) = self.depth.filter(|depth| !DEPTHS.contains(depth)) {
            let problem = format!("{depth} bits a sample are not allowed; give 8 or 16 or 32");
            return Err(Error::parameter(format!("{place}.depth"), problem));
        }
        self.samples.map_or(Ok(()), |samples| samples.check(&SAMPLES, &format!("{place}.samples")))?;
        self.blur.map_or(Ok(()), |blur| blur.validate(&format!("{place}.blur")))
    }
}

impl NormalMap {
    /// Returns the three components, as nodes over a source.
    pub(super) fn components(&self, source: &Input) -> [Node; 3] {
        use crate::graph::nodes::DomainAxis::{X, Y, Z};
        let normal = Normal {
            source: source.clone(),
            axis: X,
            strength: self.strength,
            per: self.per,
            space: self.space,
            method: self.method,
            step: self.step,
        };
        [X, Y, Z].map(|axis| Normal { axis, ..normal.clone() }.into())
    }
}

impl SlopeMap {
    /// Returns the slope of the heights, without the strength.
    pub(super) fn node(&self, source: &Input) -> Node {
        Slope { source: source.clone(), per: self.per, method: self.method, step: self.step }.into()
    }
}

/// An output in its written form.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    /// The values of nodes: one, or a list of up to four.
    #[serde(skip_serializing_if = "Option::is_none")]
    channels: Option<Channels>,
    /// A ramp that maps a value to colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    ramp: Option<RampMap>,
    /// The normals of a height field.
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<NormalMap>,
    /// The slope of a height field.
    #[serde(skip_serializing_if = "Option::is_none")]
    slope: Option<SlopeMap>,
    /// True if channels are linear light, which integer formats hold as sRGB, and not data.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<bool>,
    /// The values that map to the least and the greatest 8 or 16-bit value: [MIN, MAX], or "auto".
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<OutputRange>,
    /// Bits per sample: 8, 16 or 32.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u8>,
    /// The format, if the file's name does not give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<FormatName>,
    /// A box blur.
    #[serde(skip_serializing_if = "Option::is_none")]
    blur: Option<Blur>,
    /// The samples across a pixel, 1 to 8: the pixel is the mean of their square.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u32>,
}

/// The keys of which an output has exactly one.
pub(super) const CONTENT_KEYS: [&str; 4] = ["channels", "ramp", "normal", "slope"];

/// Returns the reason why keys do not make an output: the key at fault, if there is one, and the problem.
pub(super) fn content_problem(given: &[&str]) -> Option<(Option<String>, String)> {
    let content: Vec<&str> = given.iter().copied().filter(|key| CONTENT_KEYS.contains(key)).collect();
    match content[..] {
        [] => Some((None, format!("the output shows nothing; give it one of {}", quoted(CONTENT_KEYS)))),
        [only] if only != "channels" && given.contains(&"colour") => {
            let what = if only == "ramp" { "a ramp is colour always" } else { "what it has is data, not colour" };
            Some((Some("colour".to_owned()), format!("only `channels` take it: {what}; leave it out")))
        }
        [_] => None,
        [first, second, ..] => {
            Some((Some(second.to_owned()), format!("the output shows `{first}` already; give each an output of its own")))
        }
    }
}

impl TryFrom<Keys> for Output {
    type Error = String;

    fn try_from(keys: Keys) -> Result<Self, String> {
        let given = [
            keys.channels.is_some().then_some("channels"),
            keys.ramp.is_some().then_some("ramp"),
            keys.normal.is_some().then_some("normal"),
            keys.slope.is_some().then_some("slope"),
            keys.colour.is_some().then_some("colour"),
        ];
        let given: Vec<&str> = given.into_iter().flatten().collect();
        if let Some((_, problem)) = content_problem(&given) {
            return Err(problem);
        }
        let content = match keys {
            Keys { channels: Some(Channels(channels)), colour, .. } => Content::Channels { channels, is_color: colour == Some(true) },
            Keys { ramp: Some(map), .. } => Content::Ramp(map),
            Keys { normal: Some(map), .. } => Content::Normal(map),
            Keys { slope: Some(map), .. } => Content::Slope(map),
            _ => return Err("the output shows nothing".to_owned()),
        };
        Ok(Self { content, range: keys.range, depth: keys.depth, format: keys.format, blur: keys.blur, samples: keys.samples })
    }
}

impl From<Output> for Keys {
    fn from(output: Output) -> Self {
        let Output { content, range, depth, format, blur, samples } = output;
        let keys = Self { range, depth, format, blur, samples, ..Self::default() };
        match content {
            Content::Channels { channels, is_color } => {
                Self { channels: Some(Channels(channels)), colour: is_color.then_some(true), ..keys }
            }
            Content::Color { source, alpha } => Self { channels: Some(Channels(std::iter::once(source).chain(alpha).collect())), ..keys },
            Content::Ramp(map) => Self { ramp: Some(map), ..keys },
            Content::Normal(map) => Self { normal: Some(map), ..keys },
            Content::Slope(map) => Self { slope: Some(map), ..keys },
        }
    }
}

/// One input, or a list of them.
#[derive(Debug)]
pub(super) struct Channels(Vec<Input>);

impl Serialize for Channels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [only] => only.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Channels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Channels;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a node, a node, or a list of one to four of them")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Channels, E> {
                Input::deserialize(StrDeserializer::new(name)).map(|input| Channels(vec![input]))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Channels, E> {
                Ok(Channels(vec![number.into()]))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Channels, E> {
                Ok(Channels(vec![Number::from(number).into()]))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Channels, E> {
                Ok(Channels(vec![Number::from(number).into()]))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Channels, A::Error> {
                Input::deserialize(MapAccessDeserializer::new(map)).map(|input| Channels(vec![input]))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Channels, A::Error> {
                let mut inputs = Vec::new();
                while let Some(input) = list.next_element()? {
                    inputs.push(input);
                }
                Ok(Channels(inputs))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for OutputRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Between(range) => range.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for OutputRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = OutputRange;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("[MIN, MAX] or \"auto\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<OutputRange, E> {
                if text == "auto" { Ok(OutputRange::Auto) } else { Err(E::invalid_value(de::Unexpected::Str(text), &self)) }
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<OutputRange, A::Error> {
                let mut range = [Number::ZERO; 2];
                for (index, edge) in range.iter_mut().enumerate() {
                    *edge = list.next_element()?.ok_or_else(|| de::Error::invalid_length(index, &self))?;
                }
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(OutputRange::Between(range)),
                    Some(_) => Err(de::Error::invalid_length(3, &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Schemas of values with a written form of their own.
#[cfg(feature = "schema")]
pub(super) mod schemas {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use serde_json::Value;

    use super::{CONTENT_KEYS, Channels, DEPTHS, Keys, MAX_PICTURE_CHANNELS, Output, OutputRange, PASSES, RADIUS, SAMPLES, SLOPE_STRENGTH};
    use crate::graph::nodes::{Normal, Ramp, Slope};
    use crate::graph::{Input, Key, KeyKind, NodeKeys};
    use crate::number::Number;
    use crate::recipe::material::{DISPLACEMENT, SIZE};

    /// The parts of outputs whose keys have the limits of a node's.
    pub(in crate::recipe) const OF_NODES: [(&str, &[Key]); 3] =
        [("NormalMap", Normal::KEYS), ("SlopeMap", Slope::KEYS), ("RampMap", Ramp::KEYS)];
    /// The other keys that have limits.
    pub(in crate::recipe) const LIMITED: [(&str, &str, KeyKind); 6] = [
        ("Output", "samples", SAMPLES),
        ("Blur", "radius", RADIUS),
        ("Blur", "passes", PASSES),
        ("SlopeMap", "strength", SLOPE_STRENGTH),
        ("Material", "size", SIZE),
        ("Material", "displacement", DISPLACEMENT),
    ];

    impl JsonSchema for OutputRange {
        fn schema_name() -> Cow<'static, str> {
            "OutputRange".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let number = generator.subschema_for::<Number>();
            json_schema!({ "anyOf": [{ "const": "auto" }, { "type": "array", "items": number, "minItems": 2, "maxItems": 2 }] })
        }
    }

    impl JsonSchema for Channels {
        fn schema_name() -> Cow<'static, str> {
            "Channels".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let input = generator.subschema_for::<Input>();
            json_schema!({ "anyOf": [input, { "type": "array", "items": input, "minItems": 1, "maxItems": MAX_PICTURE_CHANNELS }] })
        }
    }

    impl JsonSchema for Output {
        fn schema_name() -> Cow<'static, str> {
            "Output".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let mut schema = Keys::json_schema(generator);
            let one_of: Vec<Value> = CONTENT_KEYS.map(|key| serde_json::json!({ "required": [key] })).into();
            schema.insert("oneOf".to_owned(), one_of.into());
            if let Some(depth) = schema.pointer_mut("/properties/depth").and_then(Value::as_object_mut) {
                depth.insert("enum".to_owned(), DEPTHS.map(Value::from).to_vec().into());
            }
            schema
        }
    }
}
