//! Nodes and their inputs. They are one recursive type over several files, since a node takes inputs and an input may hold a node.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};

use super::cases::{Cases, Survey};
use super::color::Lanes;
use super::group::Group;
use super::interval::Interval;
use super::key::{INPUT, Key, KeyKind, KeyType, KeyValue};
use super::lowering::{Along, Dual, Lowering};
use super::nodes::{each_kind, *};
use super::prose::prose;
use crate::error::Result;
use crate::number::Number;
use crate::words::bare;

/// The operations of a node on its keys. `keyed!` implements it.
pub(crate) trait NodeKeys: Sized {
    /// The documentation of the node.
    const TEXT: &'static str;
    /// The keys, in the order of the fields.
    const KEYS: &'static [Key];

    /// Returns the nodes that values are taken from, with the names of the parameters.
    fn inputs(&self) -> Vec<(&'static str, &Input)>;
    /// Returns the same, to be changed.
    fn inputs_mut(&mut self) -> Vec<&mut Input>;
    /// Checks the parameters that are not inputs.
    fn validate(&self, place: &str) -> Result<()>;
    /// Returns the node with nothing but defaults, over Perlin noise if it takes a source.
    fn example() -> Self;
    /// Returns the number of dimensions of a basis that may leave it open, and the maximum.
    fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
        None
    }
}

/// The behaviour of a kind of node.
pub(crate) trait NodeSpec: NodeKeys {
    /// Lowers the node into a program.
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual>;
    /// Returns the range of the values, from those of the inputs' values. Nearly all values lie in it, and all do if those of the bases do.
    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval;
    /// Returns nodes that cover the kind: all engines are compared over them, and each has a golden hash.
    fn cases() -> Cases;
    /// Returns the nodes whose values are surveyed, if the kind is a basis.
    fn surveys() -> Vec<Survey> {
        vec![]
    }
    /// Returns true if the node takes derivatives of an input.
    fn differentiates(&self, _key: &str) -> bool {
        false
    }
    /// Returns the directions of the derivatives that the node takes of sources on surfaces.
    fn along(&self) -> Along {
        Along::Domain
    }
    /// Returns true if the node places its source on a surface.
    fn is_surface() -> bool {
        false
    }
    /// Identifies the body whose surface that is, if normals can be in its space. Equal bodies have the same place for every direction.
    fn body(&self) -> Option<String> {
        None
    }
    /// Returns the direction from the origin to the point of the body's surface at the node's coordinates. Only called if there is a body.
    fn direction(&self, _at: &mut dyn Lowering) -> Result<[Dual; 3]> {
        unreachable!("a map of no body has no direction")
    }
    /// Returns the search of feature points that the node uses, equal for all nodes that can share it, and the outputs that it takes from it.
    fn search(&self) -> Option<(String, Vec<u32>)> {
        None
    }
    /// Returns the unit vector that the value is a component of, equal for all of its components, and the axis of the component.
    fn component(&self) -> Option<(Node, usize)> {
        None
    }
    /// Returns the input that the value is a linear function of, with the factor and the summand.
    fn linear(&self) -> Option<(&Input, [f64; 2])> {
        None
    }
    /// Returns the channels of the node's value, or none if it has the most channels that its inputs have.
    fn makes(&self) -> Option<Lanes> {
        Some(Lanes::Number)
    }
    /// Returns the most channels that an input may have.
    fn takes(_key: &str) -> Lanes {
        Lanes::Number
    }
    /// Returns true if an input warps the coordinates of the source.
    fn warps(_key: &str) -> bool {
        false
    }
    /// Returns true if the node turns coordinates into values, which are limited to 2^23.
    fn is_near() -> bool {
        false
    }
    /// Returns the words of other programs for the kind or for its uses, in lower case with `_` between words.
    fn synonyms() -> &'static [&'static str] {
        &[]
    }
}

macro_rules! node {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        /// A step of a graph.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "kind")]
        #[non_exhaustive]
        pub enum Node {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] #[serde(rename = $name)] $kind($kind),)*
        }

        /// All kinds of node.
        pub const NODE_KINDS: &[NodeKind] = &[$(NodeKind {
            name: $name,
            summary: $summary,
            group: Group::$group,
            is_basis: matches!(Group::$group, Group::Basis),
            example: || Node::$kind(<$kind as NodeKeys>::example()),
            keys: <$kind as NodeKeys>::KEYS,
            text: <$kind as NodeKeys>::TEXT,
            cases: <$kind as NodeSpec>::cases,
            surveys: <$kind as NodeSpec>::surveys,
            is_near: <$kind as NodeSpec>::is_near,
            synonyms: <$kind as NodeSpec>::synonyms,
        }),*];

        impl Node {
            /// Returns the kind as recipes write it.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)*
                }
            }

            /// Returns the nodes that this one takes values from, with the names of the parameters.
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

            pub(crate) fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
                match self {
                    $(Self::$kind(node) => node.lower(at),)*
                }
            }

            /// Returns the range of the values, from those of the inputs' values.
            pub(super) fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
                match self {
                    $(Self::$kind(node) => node.range(of),)*
                }
            }

            /// Returns true if the node takes derivatives of an input.
            pub(crate) fn differentiates(&self, key: &str) -> bool {
                match self {
                    $(Self::$kind(node) => node.differentiates(key),)*
                }
            }

            /// Returns true if the node takes derivatives of any input.
            pub(crate) fn is_differential(&self) -> bool {
                self.inputs().iter().any(|(key, _)| self.differentiates(key))
            }

            /// Returns the directions of the derivatives that the node takes of sources on surfaces.
            pub(crate) fn along(&self) -> Along {
                match self {
                    $(Self::$kind(node) => node.along(),)*
                }
            }

            /// Returns true if the node places its source on a surface.
            pub(crate) fn is_surface(&self) -> bool {
                match self {
                    $(Self::$kind(_) => <$kind as NodeSpec>::is_surface(),)*
                }
            }

            /// Returns the body on whose surface the node places its source, if normals can be in its space.
            pub(crate) fn body(&self) -> Option<String> {
                match self {
                    $(Self::$kind(node) => node.body(),)*
                }
            }

            /// Returns the direction from the origin to the body's surface.
            pub(crate) fn direction(&self, at: &mut dyn Lowering) -> Result<[Dual; 3]> {
                match self {
                    $(Self::$kind(node) => node.direction(at),)*
                }
            }

            /// Returns the search of feature points that the node uses, and the outputs that it takes from it.
            pub(crate) fn search(&self) -> Option<(String, Vec<u32>)> {
                match self {
                    $(Self::$kind(node) => node.search(),)*
                }
            }

            /// Returns the unit vector that the value is a component of, and the axis of the component.
            pub(super) fn component(&self) -> Option<(Self, usize)> {
                match self {
                    $(Self::$kind(node) => node.component(),)*
                }
            }

            /// Returns the input that the value is a linear function of, with the factor and the summand.
            pub(super) fn linear(&self) -> Option<(&Input, [f64; 2])> {
                match self {
                    $(Self::$kind(node) => node.linear(),)*
                }
            }

            /// Returns the channels of the node's value, or none if it has the most channels that its inputs have. A node that changes coordinates keeps the
            /// channels of its source.
            pub(crate) fn makes(&self) -> Option<Lanes> {
                match self {
                    $(Self::$kind(node) => if matches!(Group::$group, Group::Space) { None } else { node.makes() },)*
                }
            }

            /// Returns the most channels that an input may have.
            pub(crate) fn takes(&self, key: &str) -> Lanes {
                match self {
                    $(Self::$kind(_) if matches!(Group::$group, Group::Space) && key == "source" => Lanes::ColorAndAlpha,)*
                    $(Self::$kind(_) => <$kind as NodeSpec>::takes(key),)*
                }
            }

            /// Returns true if an input warps the coordinates of another.
            pub(crate) fn warps(&self, key: &str) -> bool {
                match self {
                    $(Self::$kind(_) => <$kind as NodeSpec>::warps(key),)*
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

each_kind!(node);

/// A kind of node, for listings.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NodeKind {
    /// The kind as recipes write it.
    pub name: &'static str,
    /// One line that describes the kind.
    pub summary: &'static str,
    /// The kind's group.
    pub group: Group,
    /// True if the kind needs no source.
    pub is_basis: bool,
    /// Returns the node with nothing but defaults: a basis as it is, another kind over Perlin noise.
    pub example: fn() -> Node,
    /// The keys that recipes may give it, except `kind`.
    pub keys: &'static [Key],
    /// Returns nodes that cover the kind, each with a label that is unique within the kind. Engines are compared over them.
    pub cases: fn() -> Vec<(String, Node)>,
    /// Returns nodes of a basis whose values are worth a survey, each with a label and the number of its dimensions.
    pub surveys: fn() -> Vec<(String, Node, u8)>,
    /// Returns true if the kind turns coordinates into values, which reach no farther than 2^23 from the origin.
    pub is_near: fn() -> bool,
    /// Returns the words of other programs for the kind or for its uses, in lower case with `_` between words.
    pub synonyms: fn() -> &'static [&'static str],
    text: &'static str,
}

impl NodeKind {
    /// Returns the full documentation of the kind: Markdown.
    pub fn doc(&self) -> String {
        prose(self.text)
    }

    /// Returns the key with a name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Returns the names of the keys.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// Returns the kinds that a word of another program may mean, or a differently spelled name.
    ///
    /// ```
    /// use lacuna::graph::NodeKind;
    /// let meant = |word| NodeKind::meant_by(word).map(|kind| kind.name).collect::<Vec<_>>();
    /// assert_eq!(meant("Voronoi"), ["cellular"]);
    /// assert_eq!(meant("MapRange"), ["remap"]);
    /// assert_eq!(meant("musgrave"), ["fbm", "ridged", "hybrid", "heterogeneous"]);
    /// ```
    pub fn meant_by(word: &str) -> impl Iterator<Item = &'static Self> {
        let word = bare(word);
        let words = |kind: &'static Self| std::iter::once(kind.name).chain((kind.synonyms)().iter().copied());
        NODE_KINDS.iter().filter(move |kind| words(kind).any(|known| bare(known) == word))
    }

    /// Returns the kind with a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        NODE_KINDS.iter().find(|kind| kind.name == name)
    }
}

impl KeyType for Input {
    const KIND: KeyKind = KeyKind::Input;

    fn check(&self, _: &KeyKind, place: &str) -> Result<()> {
        match self {
            Self::Number(number) => INPUT.check(place, *number),
            Self::Name(_) | Self::Node(_) => Ok(()),
        }
    }

    fn told(&self) -> Option<KeyValue> {
        match self {
            Self::Number(number) => number.told(),
            Self::Name(_) | Self::Node(_) => None,
        }
    }

    fn input(&self) -> Option<&Input> {
        Some(self)
    }

    fn input_mut(&mut self) -> Option<&mut Input> {
        Some(self)
    }
}

/// The source of a value: a number, another node by name, or a node written in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Input {
    /// A number, within ±10^30.
    Number(Number),
    /// The name of a node of the graph.
    Name(String),
    /// A node written in place.
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
                // Numbers that the format can't hold arrive as text. Names contain no point, and names of digits alone fit into 64 bits.
                let is_number = name.contains('.')
                    || name.parse::<i64>().is_err() && name.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
                match name.parse() {
                    Ok(number) if is_number => Ok(Input::Number(number)),
                    _ => Ok(Input::Name(name.to_owned())),
                }
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
