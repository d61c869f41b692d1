//! Nodes and their inputs: one type over several files, since a node takes inputs and an input may hold a node.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};

use super::basis::{Cellular, Checker, Constant, Coordinate, Perlin, Simplex, Value, White};
use super::fractal::{Billow, Fbm, Heterogeneous, Hybrid, PingPong, Ridged, Turbulence};
use super::keys::keys_of;
use super::ramp::Ramp;
use super::space::{Cube, Curl, Cylinder, Derivative, Loop, Normal, Slope, Sphere, Torus, Transform, Warp};
use super::step::{
    Abs, Add, Bias, Clamp, Curve, Fraction, Gain, Invert, Lerp, Max, Min, Multiply, Negate, Power, Quantize, Quotient, Remap, ScaleOffset,
    Select, Sine, SmoothMax, SmoothMin, Smoothstep, Sqrt, Square, Subtract, Terrace, Threshold,
};
use crate::error::Result;
use crate::number::Number;

/// What a graph asks of every kind of node.
pub(super) trait Parts: Sized {
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

/// Passes every kind of node to a macro: its type, its name in recipes, whether it stands by itself, and what it makes.
macro_rules! kinds {
    ($then:ident) => {
        $then! {
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
    };
}
pub(super) use kinds;

macro_rules! node {
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

            pub(super) fn inputs_mut(&mut self) -> Vec<&mut Input> {
                match self {
                    $(Self::$kind(node) => node.inputs_mut(),)*
                }
            }

            pub(super) fn validate(&self, place: &str) -> Result<()> {
                match self {
                    $(Self::$kind(node) => node.validate(place),)*
                }
            }

            pub(super) fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
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
        )*
    };
}

kinds!(node);

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
