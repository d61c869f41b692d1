//! What the user asked for, as plain data: nodes, their parameters, and which of them are the outputs.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};

mod basis;
mod build;
mod color;
mod fractal;
mod space;
mod step;

pub use basis::*;
pub use build::Build;
pub use color::*;
pub use fractal::*;
pub use space::*;
pub use step::*;

use crate::error::{Error, Result};
use crate::number::Number;

/// The version of the graph's data that this library reads and writes.
pub const GRAPH_VERSION: u32 = 1;
/// The most octaves a fractal may have.
pub const MAX_OCTAVES: u32 = 32;
/// The longest period of the permutation table, in cells: the table repeats after so many.
pub const MAX_TABLE_PERIOD: u32 = 256;
/// How deep nodes may stand in each other.
pub const MAX_DEPTH: usize = 256;
/// The most channels that a graph may have.
pub const MAX_CHANNELS: usize = 16;

/// A graph of named nodes, and the names of those that are evaluated: one a channel.
///
/// ```
/// use lacuna::{Build, Fbm, Graph, Perlin, Slope};
/// let graph = Graph::from(Fbm::of(Perlin::new().frequency(4)).octaves(6));
/// assert_eq!(graph.outputs, ["fbm"]);
/// graph.validate().unwrap();
///
/// // Two channels. What they share is evaluated once.
/// let graph = Graph::of_channels(["height", "steepness"])
///     .node("height", Perlin::new().ridged())
///     .node("steepness", Slope::of("height"));
/// graph.validate().unwrap();
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// Always [`GRAPH_VERSION`].
    pub version: u32,
    /// The names of the nodes that are the channels, 1 to [`MAX_CHANNELS`] of them in order; a name may be there more than once. Written as
    /// `output`: a name, or a list of names.
    #[serde(rename = "output", with = "outputs")]
    pub outputs: Vec<String>,
    /// The nodes by name. A name is letters, digits, `_` and `-`.
    pub nodes: BTreeMap<String, Node>,
}

/// What the graph asks of every kind of node.
trait Parts: Sized {
    /// The nodes that values are taken from, with the name of the parameter.
    fn inputs(&self) -> Vec<(&'static str, &Input)>;
    /// The same, to be changed.
    fn inputs_mut(&mut self) -> Vec<&mut Input>;
    /// Checks the parameters that are no inputs.
    fn validate(&self, place: &str) -> Result<()>;
    /// The node with nothing but defaults, over Perlin noise where it takes a source.
    fn example() -> Self;
    /// The number of dimensions of a basis that may leave it open, and the most there are.
    fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
        None
    }
}

/// A call for each parameter, which sets it.
macro_rules! setters {
    ($name:ident { $($field:ident: $how:ident $ty:ty,)* }) => {
        impl $name {
            /// The node with its defaults.
            pub fn new() -> Self {
                Self::default()
            }
        }
        setters!($name { $($field: $how $ty,)* } no new);
    };
    ($name:ident { $($field:ident: $how:ident $ty:ty,)* } no new) => {
        impl $name {
            $(setters!(@one $field $how $ty);)*
        }
    };
    (@one $field:ident exact $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = $field;
            self
        }
    };
    (@one $field:ident some_exact $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: $ty) -> Self {
            self.$field = Some($field);
            self
        }
    };
    (@one $field:ident plain $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$ty>) -> Self {
            self.$field = $field.into();
            self
        }
    };
    (@one $field:ident some $ty:ty) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $field(mut self, $field: impl Into<$ty>) -> Self {
            self.$field = Some($field.into());
            self
        }
    };
}
use setters;

macro_rules! nodes {
    ($($kind:ident $name:literal $is_basis:literal $summary:literal)*) => {
        /// A step of a graph.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
        #[serde(tag = "kind")]
        #[non_exhaustive]
        pub enum Node {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] #[serde(rename = $name)] $kind($kind),)*
        }

        /// Every kind of node.
        pub const NODE_KINDS: &[NodeKind] = &[$(NodeKind {
            name: $name,
            summary: $summary,
            is_basis: $is_basis,
            example: || Node::$kind(<$kind as Parts>::example()),
            keys: keys_of::<$kind>,
        }),*];

        impl Node {
            /// The kind as recipes write it.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)*
                }
            }

            /// The nodes that this one takes values from, with the name of the parameter.
            pub fn inputs(&self) -> Vec<(&'static str, &Input)> {
                match self {
                    $(Self::$kind(node) => node.inputs(),)*
                }
            }

            fn inputs_mut(&mut self) -> Vec<&mut Input> {
                match self {
                    $(Self::$kind(node) => node.inputs_mut(),)*
                }
            }

            fn validate(&self, place: &str) -> Result<()> {
                match self {
                    $(Self::$kind(node) => node.validate(place),)*
                }
            }

            fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                match self {
                    $(Self::$kind(node) => node.dimensions_mut(),)*
                }
            }
        }

        $(
            impl From<$kind> for Node {
                fn from(node: $kind) -> Self {
                    Self::$kind(node)
                }
            }
            impl From<$kind> for Input {
                fn from(node: $kind) -> Self {
                    Self::Node(Box::new(node.into()))
                }
            }
            impl From<$kind> for Graph {
                fn from(node: $kind) -> Self {
                    Node::from(node).into()
                }
            }
            impl Build for $kind {}
        )*
    };
}

nodes! {
    Perlin "perlin" true "improved Perlin noise in 1 to 4 dimensions"
    Value "value" true "value noise: random values at lattice points, interpolated, in 1 to 4 dimensions"
    Simplex "simplex" true "simplex noise in 1 to 4 dimensions, continuous everywhere"
    Cellular "cellular" true "cellular (Worley) noise: exact distances of feature points, in 1 to 3 dimensions"
    White "white" true "white noise: a random value for each cell"
    Checker "checker" true "a checkerboard of 1 and -1"
    Constant "constant" true "a number, the same everywhere"
    Coordinate "coordinate" true "a coordinate of the sample, its distance or direction from the origin"
    Fbm "fbm" false "fractional Brownian motion: a weighted sum of octaves of its source"
    Turbulence "turbulence" false "a weighted sum of the absolute values of octaves"
    Billow "billow" false "a weighted sum of 2 |n| - 1 over octaves n"
    Ridged "ridged" false "ridged multifractal: sharp crests, rougher where it is high"
    Hybrid "hybrid" false "hybrid multifractal: smooth valleys, rough heights"
    Heterogeneous "heterogeneous" false "heterogeneous terrain: rougher with height"
    PingPong "ping_pong" false "octaves folded to and fro"
    Transform "transform" false "its source scaled, rotated and moved, exactly"
    Warp "warp" false "its source at coordinates displaced by other nodes"
    Cylinder "cylinder" false "its source wound round a cylinder: seamless along x"
    Torus "torus" false "its source on a torus in four dimensions: tiles anything"
    Sphere "sphere" false "its source on a sphere, as an equirectangular picture"
    Cube "cube" false "its source on a sphere, as the six faces of a cube"
    Loop "loop" false "its source looping along z, for animations"
    Abs "abs" false "the absolute value"
    Negate "negate" false "the negative"
    Invert "invert" false "1 less the value"
    Square "square" false "the value times itself"
    Sqrt "sqrt" false "the square root; 0 below 0"
    Power "power" false "a power of the value; 0 below 0"
    Sine "sine" false "the sine of the value in turns"
    Clamp "clamp" false "the value within two bounds"
    Remap "remap" false "one range of values mapped onto another"
    ScaleOffset "scale_offset" false "its source times a scale plus an offset"
    Smoothstep "smoothstep" false "a smooth step from 0 to 1 between two values"
    Bias "bias" false "Schlick's bias of 0..1"
    Gain "gain" false "Schlick's gain of 0..1"
    Terrace "terrace" false "levels with slopes between"
    Curve "curve" false "a monotone tone curve through points"
    Ramp "ramp" false "a channel of a colour ramp, as linear light"
    Threshold "threshold" false "one value below a level, another from it on"
    Quantize "quantize" false "rounds down to steps"
    Fraction "fraction" false "the value modulo 1"
    Add "add" false "the sum of two nodes"
    Subtract "subtract" false "the difference of two nodes"
    Multiply "multiply" false "the product of two nodes"
    Quotient "quotient" false "the quotient of two nodes, held within a limit"
    Min "min" false "the smaller of two nodes"
    Max "max" false "the larger of two nodes"
    SmoothMin "smooth_min" false "the smaller of two nodes, rounded off"
    SmoothMax "smooth_max" false "the larger of two nodes, rounded off"
    Lerp "lerp" false "two nodes blended by a mask"
    Select "select" false "one of two nodes, chosen by a third with falloff"
    Derivative "derivative" false "the analytic derivative along an axis"
    Slope "slope" false "how steep its source is"
    Normal "normal" false "a component of the normal of a height field"
    Curl "curl" false "a component of curl noise: a flow without divergence"
}

impl Build for Node {}
impl Build for Input {}

/// A kind of node, for listings.
#[derive(Debug, Clone, Copy)]
pub struct NodeKind {
    /// The kind as recipes write it.
    pub name: &'static str,
    /// One line that says what it makes.
    pub summary: &'static str,
    /// Whether the kind stands by itself, without a source.
    pub is_basis: bool,
    /// The node with nothing but defaults: a basis as it is, another kind over Perlin noise.
    pub example: fn() -> Node,
    /// The keys that recipes may give it, apart from `kind`.
    pub keys: fn() -> &'static [&'static str],
}

impl NodeKind {
    /// The kind of a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        NODE_KINDS.iter().find(|kind| kind.name == name)
    }
}

/// Where a node takes a value from: a number, another node by name, or one written in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Input {
    /// A number, within ±10^30.
    Number(Number),
    /// The name of a node of the graph.
    Name(String),
    /// A node of its own.
    Node(Box<Node>),
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Input;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, the name of a node, or a node")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Input, E> {
                Ok(Input::Name(name.to_owned()))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Input, E> {
                Ok(Input::Number(number.into()))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Input, E> {
                Ok(Input::Number(number.into()))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Input, E> {
                Ok(Input::Number(number.into()))
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Input, A::Error> {
                Node::deserialize(MapAccessDeserializer::new(map)).map(|node| Input::Node(Box::new(node)))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// A value for each axis: one for all of them, or a list in the order x, y, z, w.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a number, or a list of up to four numbers")]
pub enum PerAxis<T> {
    /// The same for every axis.
    All(T),
    /// x, y, z, w; what the list leaves out has none.
    Each(Vec<T>),
}

impl<T: Copy> PerAxis<T> {
    /// The value of an axis, 0 for x to 3 for w.
    pub fn get(&self, axis: usize) -> Option<T> {
        match self {
            Self::All(value) => Some(*value),
            Self::Each(values) => values.get(axis).copied(),
        }
    }

    fn values(&self) -> &[T] {
        match self {
            Self::All(value) => std::slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

impl From<Number> for PerAxis<Number> {
    fn from(value: Number) -> Self {
        Self::All(value)
    }
}

impl From<i32> for PerAxis<Number> {
    fn from(value: i32) -> Self {
        Self::All(value.into())
    }
}

impl From<f64> for PerAxis<Number> {
    fn from(value: f64) -> Self {
        Self::All(value.into())
    }
}

impl<N: Into<Number>, const COUNT: usize> From<[N; COUNT]> for PerAxis<Number> {
    fn from(values: [N; COUNT]) -> Self {
        Self::Each(values.into_iter().map(Into::into).collect())
    }
}

impl From<u32> for PerAxis<u32> {
    fn from(value: u32) -> Self {
        Self::All(value)
    }
}

impl<const COUNT: usize> From<[u32; COUNT]> for PerAxis<u32> {
    fn from(values: [u32; COUNT]) -> Self {
        Self::Each(values.into())
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> Number {
    Number::ONE
}

fn zero() -> Number {
    Number::ZERO
}

fn half() -> Number {
    0.5.into()
}

fn two() -> Number {
    2.into()
}

fn yes() -> bool {
    true
}

fn finite(place: &str, number: Number) -> Result<()> {
    if number.is_finite() { Ok(()) } else { Err(Error::parameter(place, format!("{number} is not allowed; give a finite number"))) }
}

fn positive(place: &str, number: Number) -> Result<()> {
    finite(place, number)?;
    if number.is_negative() || number.is_zero() {
        return Err(Error::parameter(place, format!("{number} is not allowed; give a number above 0")));
    }
    Ok(())
}

fn within(place: &str, number: Number, low: f64, high: f64) -> Result<()> {
    finite(place, number)?;
    if !(low..=high).contains(&number.to_f64()) {
        let (low, high) = (Number::from(low), Number::from(high));
        return Err(Error::parameter(place, format!("{number} is not allowed; give a number from {low} to {high}")));
    }
    Ok(())
}

fn at_most_four<T: Copy>(place: &str, values: &PerAxis<T>) -> Result<()> {
    match values.values().len() {
        1..=4 => Ok(()),
        count => Err(Error::parameter(place, format!("{count} values; give one for all axes, or one for each of up to four"))),
    }
}

impl Graph {
    /// A graph whose channels are the nodes of these names, which are still to be added.
    pub fn of_channels<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { version: GRAPH_VERSION, outputs: names.into_iter().map(Into::into).collect(), nodes: BTreeMap::new() }
    }

    /// Adds a node under a name, in place of one that has it already.
    #[must_use]
    pub fn node(mut self, name: impl Into<String>, node: impl Into<Node>) -> Self {
        self.nodes.insert(name.into(), node.into());
        self
    }

    /// The path under which a node of the graph stands in errors, with the node, for every node, also those in place of an input.
    fn places(&self) -> Result<Vec<(String, &Node)>> {
        let mut places = Vec::new();
        let mut stack: Vec<_> = self.nodes.iter().map(|(name, node)| (name.clone(), node, 1)).collect();
        while let Some((place, node, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                return Err(Error::limit(place, format!("nodes stand more than {MAX_DEPTH} deep in each other")));
            }
            for (key, input) in node.inputs() {
                if let Input::Node(inner) = input {
                    stack.push((format!("{place}.{key}"), inner, depth + 1));
                }
            }
            places.push((place, node));
        }
        Ok(places)
    }

    /// Checks the version, that names exist and form no cycle, and that every parameter is in its legal range.
    pub fn validate(&self) -> Result<()> {
        if self.version != GRAPH_VERSION {
            return Err(Error::parameter(
                "version",
                format!("{} is not known; this version reads version = {GRAPH_VERSION}", self.version),
            ));
        }
        let known = || {
            let names: Vec<_> = self.nodes.keys().map(|name| format!("`{name}`")).collect();
            if names.is_empty() { "the graph has no nodes".to_owned() } else { format!("the nodes are {}", names.join(", ")) }
        };
        for name in self.nodes.keys() {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
                return Err(Error::parameter("nodes", format!("`{name}` is no name; use letters, digits, `_` and `-`")));
            }
        }
        if self.outputs.is_empty() || self.outputs.len() > MAX_CHANNELS {
            return Err(Error::parameter(
                "output",
                format!("{} channels; give the names of 1 to {MAX_CHANNELS} nodes", self.outputs.len()),
            ));
        }
        for (channel, name) in self.outputs.iter().enumerate() {
            if !self.nodes.contains_key(name) {
                let place = if self.outputs.len() == 1 { "output".to_owned() } else { format!("output[{channel}]") };
                return Err(Error::parameter(place, format!("there is no node `{name}`; {}", known())));
            }
        }
        for (place, node) in self.places()? {
            node.validate(&place)?;
            for (key, input) in node.inputs() {
                match input {
                    Input::Name(name) if !self.nodes.contains_key(name) => {
                        return Err(Error::parameter(format!("{place}.{key}"), format!("there is no node `{name}`; {}", known())));
                    }
                    Input::Number(number) => within(&format!("{place}.{key}"), *number, -1e30, 1e30)?,
                    _ => {}
                }
            }
        }
        self.refuse_cycles()
    }

    /// Depth-first over the names, with a stack of our own: each name is entered once and left once.
    fn refuse_cycles(&self) -> Result<()> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Open,
            Done,
        }
        let names_in = |name: &str| {
            let mut found = Vec::new();
            let mut nodes = vec![&self.nodes[name]];
            while let Some(node) = nodes.pop() {
                for (_, input) in node.inputs() {
                    match input {
                        Input::Name(name) => found.push(name.as_str()),
                        Input::Node(inner) => nodes.push(inner),
                        Input::Number(_) => {}
                    }
                }
            }
            found
        };
        let mut states: BTreeMap<&str, State> = BTreeMap::new();
        for start in self.nodes.keys() {
            let mut path = vec![(start.as_str(), false)];
            while let Some((name, leaving)) = path.pop() {
                if leaving {
                    states.insert(name, State::Done);
                    continue;
                }
                match states.get(name) {
                    Some(State::Done) => continue,
                    Some(State::Open) => return Err(Error::parameter(name, "the node takes its value from itself; break the cycle")),
                    None => {}
                }
                states.insert(name, State::Open);
                path.push((name, true));
                for next in names_in(name) {
                    if states.get(next) == Some(&State::Open) {
                        return Err(Error::parameter(
                            name,
                            format!("the node takes its value from `{next}`, which takes its own from it; break the cycle"),
                        ));
                    }
                    path.push((next, false));
                }
            }
        }
        Ok(())
    }

    /// Gives every basis that leaves `dimensions` open this number of them.
    pub fn set_default_dimensions(&mut self, dimensions: u8) {
        let mut stack: Vec<&mut Node> = self.nodes.values_mut().collect();
        while let Some(node) = stack.pop() {
            if let Some((open, most)) = node.dimensions_mut() {
                open.get_or_insert(dimensions.min(most));
            }
            stack.extend(node.inputs_mut().into_iter().filter_map(|input| match input {
                Input::Node(inner) => Some(&mut **inner),
                Input::Name(_) | Input::Number(_) => None,
            }));
        }
    }
}

impl From<Node> for Graph {
    /// A graph of one named node, which is its output; the name is the node's kind.
    fn from(node: Node) -> Self {
        let output = node.kind().to_owned();
        Self::of_channels([output.clone()]).node(output, node)
    }
}

impl From<Node> for Input {
    fn from(node: Node) -> Self {
        Self::Node(Box::new(node))
    }
}

impl From<Number> for Input {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<f64> for Input {
    fn from(number: f64) -> Self {
        Self::Number(number.into())
    }
}

impl From<f32> for Input {
    fn from(number: f32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i32> for Input {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for Input {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

/// The names of a struct's fields as serde knows them, so that they are written once.
pub(crate) fn keys_of<T: de::DeserializeOwned>() -> &'static [&'static str] {
    struct Probe<'a>(&'a mut &'static [&'static str]);
    impl<'de> Deserializer<'de> for Probe<'_> {
        type Error = de::value::Error;

        fn deserialize_any<V: de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
            Err(de::Error::custom("only the fields are asked for"))
        }
        fn deserialize_struct<V: de::Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }
        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
            tuple_struct map enum identifier ignored_any
        }
    }
    let mut keys: &'static [&'static str] = &[];
    let _ = T::deserialize(Probe(&mut keys));
    keys
}

/// One output is written as a name, several as a list of names.
pub(crate) mod outputs {
    use std::fmt;

    use serde::{Deserializer, Serialize, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(outputs: &[String], serializer: S) -> Result<S::Ok, S::Error> {
        match outputs {
            [only] => serializer.serialize_str(only),
            several => several.serialize(serializer),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Vec<String>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a node, or a list of names")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(vec![name.to_owned()])
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut names: A) -> Result<Self::Value, A::Error> {
                let mut outputs = Vec::new();
                while let Some(name) = names.next_element()? {
                    outputs.push(name);
                }
                Ok(outputs)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Seeds are written as integers, or as text where they don't fit the format's integers.
mod seed {
    use std::fmt;

    use serde::{Deserializer, Serializer, de};

    #[expect(clippy::ref_option, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match seed {
            None => serializer.serialize_none(),
            Some(seed) => match i64::try_from(*seed) {
                Ok(seed) => serializer.serialize_i64(seed),
                Err(_) => serializer.collect_str(seed),
            },
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Option<u64>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a whole number from 0 to 18446744073709551615 (as text above 9223372036854775807)")
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                Ok(Some(value))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                u64::try_from(value).map(Some).map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
                value.parse().map(Some).map_err(|_| E::invalid_value(de::Unexpected::Str(value), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(graph: &Graph) -> String {
        graph.validate().unwrap_err().to_string()
    }

    #[test]
    fn a_graph_names_the_place_of_a_bad_parameter() {
        let source = |perlin: Perlin| Graph::from(Fbm::of(perlin));
        assert!(problem(&source(Perlin { frequency: f64::NAN.into(), ..Perlin::default() })).starts_with("fbm.source.frequency: NaN"));
        assert!(problem(&source(Perlin { frequency: (-1).into(), ..Perlin::default() })).starts_with("fbm.source.frequency: -1"));
        assert!(problem(&source(Perlin { dimensions: Some(5), ..Perlin::default() })).starts_with("fbm.source.dimensions: 5"));
        assert!(
            problem(&source(Perlin { period: Some(PerAxis::All(257)), ..Perlin::default() })).starts_with("fbm.source.period: 257 cells")
        );
        let fbm = Fbm::of(Perlin::default());
        assert!(problem(&Fbm { octaves: Some(0.into()), ..fbm.clone() }.into()).starts_with("fbm.octaves: 0 octaves; give 1 to 32"));
        assert!(problem(&Fbm { octaves: Some(33.into()), ..fbm.clone() }.into()).starts_with("fbm.octaves: 33"));
        assert!(problem(&Fbm { gain: Some(f64::INFINITY.into()), ..fbm.clone() }.into()).starts_with("fbm.gain: inf"));
        assert!(problem(&Fbm { weights: Some(vec![0.into()]), ..fbm.clone() }.into()).starts_with("fbm.weights: all are 0"));
        assert!(
            problem(&Fbm { octaves: Some(2.into()), weights: Some(vec![1.into()]), ..fbm }.into())
                .starts_with("fbm.weights: 1 weights for 2")
        );
    }

    #[test]
    fn a_graph_refuses_cycles_and_unknown_names() {
        let mut graph = Graph::from(Fbm::of("b"));
        assert!(problem(&graph).starts_with("fbm.source: there is no node `b`; the nodes are `fbm`"));
        graph.nodes.insert("b".into(), Fbm::of("c").into());
        graph.nodes.insert("c".into(), Fbm::of(Node::from(Fbm::of("b"))).into());
        assert!(problem(&graph).contains("break the cycle"));
        graph.nodes.insert("c".into(), Fbm::of(Perlin::default()).into());
        assert_eq!(graph.validate(), Ok(()));
        graph.outputs = vec!["d".into()];
        assert!(problem(&graph).starts_with("output: there is no node `d`"));
    }

    #[test]
    fn a_graph_of_channels_names_the_channel_that_has_no_node() {
        let graph = |names: &[&str]| Graph::of_channels(names.iter().copied()).node("a", Perlin::new()).node("b", Fbm::of("a"));
        assert_eq!(graph(&["a", "b", "a"]).validate(), Ok(()));
        assert_eq!(graph(&["a"; MAX_CHANNELS]).validate(), Ok(()));
        assert!(problem(&graph(&["a", "c", "d"])).starts_with("output[1]: there is no node `c`; the nodes are `a`, `b`"));
        assert!(problem(&graph(&["a"; MAX_CHANNELS + 1])).starts_with("output: 17 channels; give the names of 1 to 16 nodes"));
        assert!(problem(&graph(&[])).starts_with("output: 0 channels"));
    }

    #[test]
    fn a_kind_knows_its_keys() {
        for kind in NODE_KINDS {
            assert_eq!((kind.example)().kind(), kind.name);
            assert!(!(kind.keys)().is_empty(), "{}", kind.name);
        }
        assert_eq!(
            (NodeKind::of("perlin").unwrap().keys)(),
            ["dimensions", "frequency", "offset", "hash", "gradients", "fade", "seed", "period"]
        );
    }

    #[test]
    fn a_graph_of_too_many_layers_is_refused_without_overflow() {
        let mut node = Node::from(Perlin::default());
        for _ in 0..MAX_DEPTH {
            node = ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
        }
        assert!(problem(&node.into()).contains("more than 256 deep"));
    }
}
