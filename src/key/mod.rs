//! Keys of nodes: their documentation, their legal values and their defaults. Nodes are validated by them.

mod limits;
#[cfg(feature = "recipe")]
mod names;
mod per_axis;
mod prose;
#[cfg(feature = "serde")]
pub(crate) mod seed;
mod types;

use std::fmt;
use std::ops::Bound;

use crate::choice::Choice;
use crate::color::WRITTEN;
use crate::number::Number;
use limits::{LEAST_COUNT, written};

pub use limits::Limits;
#[cfg(feature = "recipe")]
pub(crate) use names::names_of;
pub use per_axis::PerAxis;
pub(crate) use prose::prose;
pub(crate) use types::{KeyType, check_all};

/// A key of a kind of node: enough to create an input control for it.
///
/// ```
/// use lacuna::graph::{KeyKind, KeyValue, NodeKind};
/// let gain = NodeKind::of("warp").unwrap().key("gain").unwrap();
/// assert_eq!(gain.summary(), "The ratio of the strengths of consecutive octaves, 0 to 16.");
/// assert_eq!(gain.kind.to_string(), "a number from 0 to 16");
/// assert!(matches!(gain.kind, KeyKind::Number(limits) if limits.contains(0.into()) && !limits.contains(17.into())));
/// assert_eq!((gain.default)(), Some(KeyValue::Number(0.5.into())));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Key {
    /// The key as recipes write it.
    pub name: &'static str,
    /// The values that the key may have. [`doc`](Self::doc) describes limits that depend on other keys.
    pub kind: KeyKind,
    /// True if a node must have the key.
    pub is_required: bool,
    /// The default. None for keys that are required, and for those whose default depends on others, as [`doc`](Self::doc) describes.
    pub default: fn() -> Option<KeyValue>,
    pub(crate) text: &'static str,
}

impl Key {
    /// Returns the documentation of the key: Markdown.
    pub fn doc(&self) -> String {
        prose(self.text)
    }

    /// Returns the first sentence of [`doc`](Self::doc).
    pub fn summary(&self) -> String {
        prose::summary(self.text)
    }

    /// Returns true if the key takes values from other nodes.
    pub fn is_input(&self) -> bool {
        self.kind == KeyKind::Input
    }
}

impl Choice {
    /// Returns the meaning of the word: Markdown.
    pub fn doc(&self) -> String {
        prose(self.text)
    }
}

/// The values that a key may have.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum KeyKind {
    /// A number within ±10^30, the name of a node, or a node.
    Input,
    /// A number.
    Number(Limits),
    /// A whole number.
    Whole {
        /// The minimum.
        least: u64,
        /// The maximum. If it is 2^64 - 1, as for seeds, a negative number down to -2^63 means its two's complement.
        most: u64,
    },
    /// `true` or `false`.
    Truth,
    /// One of several words.
    Choice(&'static [Choice]),
    /// `"#rrggbb"`, or a list of red, green and blue from 0 to 1; with alpha `"#rrggbbaa"`, or a list of four.
    Color,
    /// One value for all axes, or a list of one to four in the order x, y, z, w.
    PerAxis {
        /// The kind of each value.
        of: &'static KeyKind,
    },
    /// A list in which each position has its own meaning.
    Tuple {
        /// The kind of each element.
        of: &'static [KeyKind],
    },
    /// A list.
    List {
        /// The kind of each element.
        of: &'static KeyKind,
        /// The minimum length.
        least: usize,
        /// The maximum length.
        most: usize,
    },
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input => f.write_str("a number, the name of a node, or a node"),
            Self::Number(limits) => limits.fmt(f),
            Self::Whole { least, most } => f.write_str(&whole_text(*least, *most)),
            Self::Truth => f.write_str("`true` or `false`"),
            Self::Choice(choices) => {
                let words: Vec<String> = choices.iter().map(|choice| format!("`\"{}\"`", choice.name)).collect();
                f.write_str(&either(&words))
            }
            Self::Color => f.write_str(WRITTEN),
            Self::PerAxis { of } => write!(f, "{of}; or a list of up to four, in the order x, y, z, w"),
            Self::Tuple { of } => match of {
                [first, rest @ ..] if rest.iter().all(|kind| kind == first) => write!(f, "a list of {}, each {first}", of.len()),
                _ => {
                    let parts: Vec<String> = of.iter().map(ToString::to_string).collect();
                    write!(f, "a list of {}", parts.join(", and "))
                }
            },
            Self::List { of, least, most } => write!(f, "a list of {least} to {most}, each {of}"),
        }
    }
}

#[cfg(feature = "schema")]
impl KeyKind {
    /// Returns the keywords of a JSON schema that keep values of the kind within their limits. Each keyword is for one type of values, and leaves others alone.
    pub(crate) fn bounds(&self) -> serde_json::Map<String, serde_json::Value> {
        use serde_json::json;
        let keywords = match self {
            Self::Input => return INPUT.bounds(),
            Self::Number(limits) => return limits.bounds(),
            Self::Whole { least: 0, most: u64::MAX } => json!({ "minimum": i64::MIN, "maximum": u64::MAX }),
            Self::Whole { least, most } => json!({ "minimum": least, "maximum": most }),
            Self::Truth | Self::Choice(_) => json!({}),
            Self::Color => json!({ "allOf": [{ "items": CHANNEL.bounds() }] }),
            Self::PerAxis { of } => {
                let mut each = of.bounds();
                let items = each.clone();
                each.extend([
                    ("allOf".to_owned(), json!([{ "items": items }])),
                    ("minItems".to_owned(), 1.into()),
                    ("maxItems".to_owned(), 4.into()),
                ]);
                return each;
            }
            Self::Tuple { of } => json!({ "allOf": [{ "prefixItems": of.iter().map(Self::bounds).collect::<Vec<_>>() }] }),
            Self::List { of, least, most } => json!({ "allOf": [{ "items": of.bounds() }], "minItems": least, "maxItems": most }),
        };
        match keywords {
            serde_json::Value::Object(keywords) => keywords,
            _ => unreachable!("keywords form an object"),
        }
    }
}

fn whole_text(least: u64, most: u64) -> String {
    if most.saturating_sub(least) < 4 {
        either(&(least..=most).map(|number| number.to_string()).collect::<Vec<_>>())
    } else if most == u64::MAX {
        "a whole number from -2^63 to 2^64 - 1".to_owned()
    } else {
        format!("a whole number from {least} to {}", written(most as f64))
    }
}

/// Joins words as alternatives.
fn either(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// Returns the kind of numbers between two limits, which are included.
pub(crate) const fn number(least: f64, most: f64) -> KeyKind {
    KeyKind::Number(Limits::of(Bound::Included(least), Bound::Included(most)))
}

/// Returns the kind of whole numbers between two limits, which are included.
pub(crate) const fn whole(least: u64, most: u64) -> KeyKind {
    KeyKind::Whole { least, most }
}

/// Returns the kind of values for axes.
pub(crate) const fn per_axis(of: &'static KeyKind) -> KeyKind {
    KeyKind::PerAxis { of }
}

/// Returns the kind of two values.
pub(crate) const fn pair(of: &'static [KeyKind; 2]) -> KeyKind {
    KeyKind::Tuple { of }
}

/// The numbers that inputs may be.
pub(crate) const INPUT: Limits = Limits::of(Bound::Included(-1e30), Bound::Included(1e30));

/// The numbers of a colour's channels.
const CHANNEL: Limits = Limits::of(Bound::Included(0.0), Bound::Included(1.0));

/// A number above 0.
pub(crate) const POSITIVE: KeyKind = KeyKind::Number(Limits::of(Bound::Excluded(0.0), Bound::Unbounded));

/// A length in units.
pub(crate) const LENGTH: KeyKind = KeyKind::Number(Limits::of(Bound::Excluded(0.0), Bound::Included(1e9)));

/// An angle.
pub(crate) const DEGREES: KeyKind = number(-360_000.0, 360_000.0);

/// Returns the kind of counts, which may be fractions.
pub(crate) const fn count(most: u32) -> KeyKind {
    KeyKind::Number(Limits { counts: true, ..Limits::of(Bound::Included(LEAST_COUNT), Bound::Included(most as f64)) })
}

/// Returns the kind of numbers within ± a limit, without 0.
pub(crate) const fn without_zero(most: f64) -> KeyKind {
    KeyKind::Number(Limits { is_without_zero: true, ..Limits::of(Bound::Included(-most), Bound::Included(most)) })
}

/// Returns the schema of an object with these keys, whose types have schemas of their own.
#[cfg(feature = "schema")]
pub(crate) fn schema(keys: &[Key], of_types: impl IntoIterator<Item = schemars::Schema>) -> schemars::Schema {
    let mut properties = serde_json::Map::new();
    for (key, mut property) in keys.iter().zip(of_types) {
        property.insert("description".to_owned(), key.doc().into());
        if let Some(default) = (key.default)() {
            property.insert("default".to_owned(), serde_json::json!(default));
        }
        properties.insert(key.name.to_owned(), property.to_value());
    }
    let required: Vec<&str> = keys.iter().filter(|key| key.is_required).map(|key| key.name).collect();
    schemars::json_schema!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The value of a key, as data. It is serialised as recipes write it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum KeyValue {
    /// A number.
    Number(Number),
    /// A whole number.
    Whole(u64),
    /// True or false.
    Truth(bool),
    /// A word.
    Word(&'static str),
    /// A list.
    List(Vec<KeyValue>),
}

impl fmt::Display for KeyValue {
    /// Formats the value as recipes write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Truth(truth) => truth.fmt(f),
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
        }
    }
}
