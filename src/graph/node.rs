//! Nodes and their inputs: one type over several files, since a node takes inputs and an input may hold a node.

use std::any::Any;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};

use super::cases::{Cases, Survey};
use super::color::Lanes;
use super::group::Group;
use super::interval::Interval;
use super::key::{Key, KeyKind, KeyType, KeyValue, number};
use super::lowering::{Along, Dual, Lowering};
use super::nodes::{each_kind, *};
use super::prose::prose;
use crate::error::Result;
use crate::number::Number;

/// What a node asks of its keys. `keyed!` writes it.
pub(crate) trait NodeKeys: Sized {
    /// The documentation of the node.
    const TEXT: &'static str;
    /// The keys, in the order of the fields.
    const KEYS: &'static [Key];

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
    /// Spells out what recipes of a version mean by keys that are left out, where that differs by the version.
    fn spell_out(&mut self, _version: u32) {}
    /// Leaves out the keys that are what recipes of version 1 mean by leaving them out.
    fn shorten(&mut self) {}
}

/// What is particular to a kind of node.
pub(crate) trait NodeSpec: NodeKeys {
    /// What the node becomes in a program.
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual>;
    /// The range of the values, from those of the inputs' values: what nearly all lie in, and all where they do of the bases.
    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval;
    /// Nodes that try all of the kind: every engine is compared over them, and has a golden hash of each.
    fn cases() -> Cases;
    /// Of a basis, the nodes whose values are surveyed.
    fn surveys() -> Vec<Survey> {
        vec![]
    }
    /// Whether the node takes derivatives of an input.
    fn differentiates(&self, _key: &str) -> bool {
        false
    }
    /// What the derivatives follow that the node takes of sources on surfaces.
    fn along(&self) -> Along {
        Along::Domain
    }
    /// Whether the node lays its source on a surface.
    fn is_surface() -> bool {
        false
    }
    /// The body whose surface that is, the same for the same place of every direction, where a normal can stand in its space.
    fn body(&self) -> Option<String> {
        None
    }
    /// The search of feature points that the node takes outputs of, the same for all that can share it, and which outputs.
    fn search(&self) -> Option<(String, Vec<u32>)> {
        None
    }
    /// The channels of the node's value; none where it has the most of those that its inputs bring.
    fn makes(&self) -> Option<Lanes> {
        Some(Lanes::Number)
    }
    /// The most channels that an input may bring.
    fn takes(_key: &str) -> Lanes {
        Lanes::Number
    }
    /// Whether an input bends the coordinates of the source.
    fn bends(_key: &str) -> bool {
        false
    }
    /// Whether the node makes values of coordinates, which reach no farther than 2^23.
    fn is_near() -> bool {
        false
    }
    /// Words that other programs have for it, or for what it is used for, in small letters with `_` between.
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

        /// Every kind of node.
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

            pub(crate) fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
                match self {
                    $(Self::$kind(node) => node.lower(at),)*
                }
            }

            /// The range of the values, from those of the inputs' values.
            pub(super) fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
                match self {
                    $(Self::$kind(node) => node.range(of),)*
                }
            }

            /// Whether the node takes derivatives of an input.
            pub(crate) fn differentiates(&self, key: &str) -> bool {
                match self {
                    $(Self::$kind(node) => node.differentiates(key),)*
                }
            }

            /// Whether the node takes derivatives of any input.
            pub(crate) fn is_differential(&self) -> bool {
                self.inputs().iter().any(|(key, _)| self.differentiates(key))
            }

            /// What the derivatives follow that the node takes of sources on surfaces.
            pub(crate) fn along(&self) -> Along {
                match self {
                    $(Self::$kind(node) => node.along(),)*
                }
            }

            /// Whether the node lays its source on a surface.
            pub(crate) fn is_surface(&self) -> bool {
                match self {
                    $(Self::$kind(_) => <$kind as NodeSpec>::is_surface(),)*
                }
            }

            /// The body on whose surface the node lays its source, where a normal can stand in its space.
            pub(crate) fn body(&self) -> Option<String> {
                match self {
                    $(Self::$kind(node) => node.body(),)*
                }
            }

            /// The search of feature points that the node takes outputs of, and which outputs.
            pub(crate) fn search(&self) -> Option<(String, Vec<u32>)> {
                match self {
                    $(Self::$kind(node) => node.search(),)*
                }
            }

            /// The channels of the node's value; none where it has the most of those that its inputs bring. What is evaluated at other coordinates stays what it is.
            pub(crate) fn makes(&self) -> Option<Lanes> {
                match self {
                    $(Self::$kind(node) => if matches!(Group::$group, Group::Space) { None } else { node.makes() },)*
                }
            }

            /// The most channels that an input may bring.
            pub(crate) fn takes(&self, key: &str) -> Lanes {
                match self {
                    $(Self::$kind(_) if matches!(Group::$group, Group::Space) && key == "source" => Lanes::ColorAndAlpha,)*
                    $(Self::$kind(_) => <$kind as NodeSpec>::takes(key),)*
                }
            }

            /// Whether an input bends the coordinates that another sees.
            pub(crate) fn bends(&self, key: &str) -> bool {
                match self {
                    $(Self::$kind(_) => <$kind as NodeSpec>::bends(key),)*
                }
            }

            pub(super) fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
                match self {
                    $(Self::$kind(node) => node.dimensions_mut(),)*
                }
            }

            pub(crate) fn spell_out(&mut self, version: u32) {
                match self {
                    $(Self::$kind(node) => node.spell_out(version),)*
                }
            }

            pub(crate) fn shorten(&mut self) {
                match self {
                    $(Self::$kind(node) => node.shorten(),)*
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
    /// One line that says what it makes.
    pub summary: &'static str,
    /// What it is among all kinds.
    pub group: Group,
    /// Whether the kind stands by itself, without a source.
    pub is_basis: bool,
    /// The node with nothing but defaults: a basis as it is, another kind over Perlin noise.
    pub example: fn() -> Node,
    /// The keys that recipes may give it, apart from `kind`.
    pub keys: &'static [Key],
    /// Nodes that try all of the kind, each with a label that no other of the kind has: what engines are compared over.
    pub cases: fn() -> Vec<(String, Node)>,
    /// Of a basis, nodes whose values are worth a survey, each with a label and the number of its dimensions.
    pub surveys: fn() -> Vec<(String, Node, u8)>,
    /// Whether the kind makes values of coordinates, which reach no farther than 2^23 from the origin.
    pub is_near: fn() -> bool,
    /// Words that other programs have for it, or for what it is used for, in small letters with `_` between.
    pub synonyms: fn() -> &'static [&'static str],
    text: &'static str,
}

impl NodeKind {
    /// What it makes, in full: Markdown.
    pub fn doc(&self) -> String {
        prose(self.text)
    }

    /// The key of a name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of the keys.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// The kinds that a word of another program may mean, or a name in other letters.
    ///
    /// ```
    /// use lacuna::graph::NodeKind;
    /// let meant = |word| NodeKind::meant_by(word).map(|kind| kind.name).collect::<Vec<_>>();
    /// assert_eq!(meant("Voronoi"), ["cellular"]);
    /// assert_eq!(meant("MapRange"), ["remap"]);
    /// assert_eq!(meant("musgrave"), ["fbm", "ridged", "hybrid", "heterogeneous"]);
    /// ```
    pub fn meant_by(word: &str) -> impl Iterator<Item = &'static Self> {
        // In small letters, without what stands between words, and one of several.
        let plain = |word: &str| {
            let letters = word.to_ascii_lowercase().replace(['-', ' ', '_'], "");
            letters.strip_suffix('s').map_or_else(|| letters.clone(), str::to_owned)
        };
        let word = plain(word);
        let words = |kind: &'static Self| std::iter::once(kind.name).chain((kind.synonyms)().iter().copied());
        NODE_KINDS.iter().filter(move |kind| words(kind).any(|known| plain(known) == word))
    }

    /// The kind of a name.
    pub fn of(name: &str) -> Option<&'static Self> {
        NODE_KINDS.iter().find(|kind| kind.name == name)
    }
}

/// The input that a field is, if it is one.
pub(super) fn input_of(field: &dyn Any) -> Option<&Input> {
    field.downcast_ref().or_else(|| field.downcast_ref::<Option<Input>>()?.as_ref())
}

pub(super) fn input_of_mut(field: &mut dyn Any) -> Option<&mut Input> {
    if field.is::<Input>() { field.downcast_mut() } else { field.downcast_mut::<Option<Input>>()?.as_mut() }
}

/// The numbers that an input may be.
const INPUT: KeyKind = number(-1e30, 1e30);

impl KeyType for Input {
    const KIND: KeyKind = KeyKind::Input;

    fn check(&self, _: &KeyKind, place: &str) -> Result<()> {
        match self {
            Self::Number(number) => number.check(&INPUT, place),
            Self::Name(_) | Self::Node(_) => Ok(()),
        }
    }

    fn told(&self) -> Option<KeyValue> {
        match self {
            Self::Number(number) => number.told(),
            Self::Name(_) | Self::Node(_) => None,
        }
    }
}

/// Where a node takes a value from: a number, another node by name, or one written in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
                // Numbers that the format can't hold come as text. Names have no point, and none is all digits and longer than 64 bits hold.
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
