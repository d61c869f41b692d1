//! Nodes and their inputs. They are one recursive type over several files, since a node takes inputs and an input may hold a node.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, de, de::value::MapAccessDeserializer};

use super::nodes::{each_kind, *};
use crate::error::Result;
use crate::error_words::bare;
use crate::key::{INPUT, Key, KeyKind, KeyType, KeyValue, prose};
use crate::lower::group::Group;
use crate::lower::lowerer::{Given, Kind, Listed, Source, Sources};
use crate::number::Number;

/// The declaration of a kind of node. `kind!` implements it.
pub(crate) trait NodeKeys: Sized {
    /// The documentation of the node.
    const TEXT: &'static str;
    /// The keys, in the order of the fields.
    const KEYS: &'static [Key];
    /// The words of other programs for the kind or for its uses, in lower case with `_` between words.
    const SYNONYMS: &'static [&'static str];

    /// Returns the node with nothing but defaults, over Perlin noise if it takes a source.
    fn example() -> Self;
}

/// The operations of a node on its keys. `kind!` implements it.
pub(crate) trait Inputs {
    /// Returns the nodes that values are taken from, with the names of the parameters.
    fn inputs(&self) -> Vec<(&'static str, &Input)>;
    /// Returns the same, to be changed.
    fn inputs_mut(&mut self) -> Vec<&mut Input>;
    /// Checks the parameters.
    fn validate(&self, place: &str) -> Result<()>;
    /// Returns the number of dimensions of a basis that may leave it open, and the maximum.
    fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
        None
    }
    /// Returns the method by which the node finds slopes of its source.
    fn slope_method_mut(&mut self) -> Option<&mut SlopeMethod> {
        None
    }
}

impl<T: Inputs> Sources for T {
    fn sources(&self) -> Vec<(&'static str, &dyn Source)> {
        self.inputs().into_iter().map(|(key, input)| (key, input as &dyn Source)).collect()
    }
}

macro_rules! node {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        /// A step of a graph.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(tag = "kind"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Node {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] #[cfg_attr(feature = "serde", serde(rename = $name))] $kind($kind),)*
        }

        /// All kinds of node.
        pub static NODE_KINDS: &[NodeKind] = &[$(NodeKind {
            name: $name,
            summary: $summary,
            group: Group::$group,
            is_basis: matches!(Group::$group, Group::Basis),
            example: || Node::$kind(<$kind as NodeKeys>::example()),
            keys: <$kind as NodeKeys>::KEYS,
            text: <$kind as NodeKeys>::TEXT,
            synonyms: <$kind as NodeKeys>::SYNONYMS,
        }),*];

        impl Node {
            /// Returns the kind as recipes write it.
            pub fn kind(&self) -> &'static str {
                self.as_kind().name()
            }

            /// Returns the nodes that this one takes values from, with the names of the parameters.
            pub fn inputs(&self) -> Vec<(&'static str, &Input)> {
                self.keys().inputs()
            }

            /// Returns the operations on the node's keys.
            pub(super) fn keys(&self) -> &dyn Inputs {
                match self {
                    $(Self::$kind(node) => node,)*
                }
            }

            /// Returns the same, to change keys.
            pub(crate) fn keys_mut(&mut self) -> &mut dyn Inputs {
                match self {
                    $(Self::$kind(node) => node,)*
                }
            }

            /// Returns the node as lowering sees it.
            pub(crate) fn as_kind(&self) -> &dyn Kind {
                match self {
                    $(Self::$kind(node) => node,)*
                }
            }
        }

        $(
            impl Listed for $kind {
                fn name(&self) -> &'static str {
                    $name
                }
                fn group(&self) -> Group {
                    Group::$group
                }
            }
        )*

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
    /// The words of other programs for the kind or for its uses, in lower case with `_` between words.
    pub synonyms: &'static [&'static str],
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
        let words = |kind: &'static Self| std::iter::once(kind.name).chain(kind.synonyms.iter().copied());
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
}

/// The source of a value: a number, another node by name, or a node written in place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Input {
    /// A number, within ±10^30.
    Number(Number),
    /// The name of a node of the graph.
    Name(String),
    /// A node written in place.
    Node(Box<Node>),
}

#[cfg(feature = "serde")]
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

impl Source for Input {
    fn given(&self) -> Given<'_> {
        match self {
            Self::Number(number) => Given::Number(number.to_f64()),
            Self::Name(name) => Given::Name(name),
            Self::Node(node) => Given::Node(node.as_kind()),
        }
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
