//! Keys of nodes: their documentation, their legal values and their defaults. Nodes are validated by them.

use std::fmt;
use std::ops::Bound;

use super::checks::{at_most_four, positive, within};
use super::color::{Color, WRITTEN};
use super::node::Input;
use super::per_axis::PerAxis;
use super::prose::{prose, summary};
use crate::choice::{Choice, Choices};
use crate::error::{Error, Result};
use crate::number::Number;

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
        summary(self.text)
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

/// Returns a number as people write it, with large powers of 2 and 10 as powers.
fn written(number: f64) -> String {
    let exponent = |base: f64| (-64..64_i32).find(|&exponent| libm::pow(base, f64::from(exponent)) == number.abs());
    let sign = if number < 0.0 { "-" } else { "" };
    match (exponent(2.0), exponent(10.0)) {
        (Some(exponent), _) if exponent >= 20 => format!("{sign}2^{exponent}"),
        (_, Some(exponent)) if !(-3..4).contains(&exponent) => format!("{sign}10^{exponent}"),
        _ => Number::from(number).to_string(),
    }
}

/// Joins words as alternatives.
fn either(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// The range of legal numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// The lower limit.
    pub least: Bound<f64>,
    /// The upper limit.
    pub most: Bound<f64>,
    /// True if 0 is not allowed although it lies in the range.
    pub is_without_zero: bool,
    /// True if the number is a count, which errors then name.
    counts: bool,
}

impl Limits {
    const fn of(least: Bound<f64>, most: Bound<f64>) -> Self {
        Self { least, most, is_without_zero: false, counts: false }
    }

    /// Returns true if a number is allowed.
    pub fn contains(&self, number: Number) -> bool {
        self.check("", number).is_ok()
    }

    pub(super) fn check(&self, place: &str, number: Number) -> Result<()> {
        let checked = self.check_bounds(place, number);
        match (checked, self.most) {
            (Err(_), Bound::Included(most)) if self.counts => {
                let name = name_of(place);
                let told = format!("{number} {name}; give 1 to {}, or a fraction of one, at least {LEAST_COUNT}", Number::from(most));
                Err(Error::outside(place, [LEAST_COUNT, most], told))
            }
            (checked, _) => checked,
        }
    }

    fn check_bounds(&self, place: &str, number: Number) -> Result<()> {
        let low = match self.least {
            Bound::Excluded(least) => {
                debug_assert!(least == 0.0, "no other is left out");
                positive(place, number)?;
                least
            }
            Bound::Included(least) => least,
            Bound::Unbounded => f64::MIN,
        };
        match self.most {
            Bound::Included(most) => within(place, number, low, most)?,
            _ => debug_assert!(self.least == Bound::Excluded(0.0), "a number has a limit"),
        }
        if self.is_without_zero && number.is_zero() {
            return Err(Error::parameter(place, "0 is not allowed; give a number that is not 0"));
        }
        Ok(())
    }
}

#[cfg(feature = "schema")]
impl Limits {
    /// Returns the keywords of a JSON schema that numbers between the limits keep.
    fn bounds(&self) -> serde_json::Map<String, serde_json::Value> {
        let bound = |bound: Bound<f64>, [included, excluded]: [&str; 2]| match bound {
            Bound::Included(bound) => Some((included.to_owned(), serde_json::Value::from(bound))),
            Bound::Excluded(bound) => Some((excluded.to_owned(), bound.into())),
            Bound::Unbounded => None,
        };
        let without = self.is_without_zero.then(|| ("not".to_owned(), serde_json::json!({ "const": 0 })));
        let ends = [bound(self.least, ["minimum", "exclusiveMinimum"]), bound(self.most, ["maximum", "exclusiveMaximum"])];
        ends.into_iter().chain([without]).flatten().collect()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Bound::Excluded(least), Bound::Included(most)) => write!(f, "a number above {}, at most {}", written(least), written(most)),
            (Bound::Excluded(least), _) => write!(f, "a number above {}", written(least)),
            (Bound::Included(least), Bound::Included(most)) if least == -most => write!(f, "a number within ±{}", written(most)),
            (Bound::Included(least), Bound::Included(most)) => write!(f, "a number from {} to {}", written(least), written(most)),
            _ => f.write_str("a number"),
        }?;
        if self.is_without_zero { f.write_str(" and not 0") } else { Ok(()) }
    }
}

/// Returns the kind of numbers between two limits, which are included.
pub(crate) const fn number(least: f64, most: f64) -> KeyKind {
    KeyKind::Number(Limits::of(Bound::Included(least), Bound::Included(most)))
}

/// Returns the kind of whole numbers between two limits, which are included.
pub(super) const fn whole(least: u64, most: u64) -> KeyKind {
    KeyKind::Whole { least, most }
}

/// Returns the kind of values for axes.
pub(super) const fn per_axis(of: &'static KeyKind) -> KeyKind {
    KeyKind::PerAxis { of }
}

/// Returns the kind of two values.
pub(super) const fn pair(of: &'static [KeyKind; 2]) -> KeyKind {
    KeyKind::Tuple { of }
}

/// The numbers that inputs may be.
pub(super) const INPUT: Limits = Limits::of(Bound::Included(-1e30), Bound::Included(1e30));

/// The numbers of a colour's channels.
const CHANNEL: Limits = Limits::of(Bound::Included(0.0), Bound::Included(1.0));

/// A number above 0.
pub(super) const POSITIVE: KeyKind = KeyKind::Number(Limits::of(Bound::Excluded(0.0), Bound::Unbounded));

/// A length in units.
pub(super) const LENGTH: KeyKind = KeyKind::Number(Limits::of(Bound::Excluded(0.0), Bound::Included(1e9)));

/// The least count. A smaller fraction of a single octave would be lost when it is normalised.
const LEAST_COUNT: f64 = 0.001;

/// An angle.
pub(super) const DEGREES: KeyKind = number(-360_000.0, 360_000.0);

/// Returns the kind of counts, which may be fractions.
pub(super) const fn count(most: u32) -> KeyKind {
    KeyKind::Number(Limits { counts: true, ..Limits::of(Bound::Included(LEAST_COUNT), Bound::Included(most as f64)) })
}

/// Returns the kind of numbers within ± a limit, without 0.
pub(super) const fn without_zero(most: f64) -> KeyKind {
    KeyKind::Number(Limits { is_without_zero: true, ..Limits::of(Bound::Included(-most), Bound::Included(most)) })
}

/// Returns the schema of an object with these keys, whose types have schemas of their own.
#[cfg(feature = "schema")]
pub(super) fn schema(keys: &[Key], of_types: impl IntoIterator<Item = schemars::Schema>) -> schemars::Schema {
    let mut properties = serde_json::Map::new();
    for (key, mut property) in keys.iter().zip(of_types) {
        property.insert("description".to_owned(), key.doc().into());
        if let Some(default) = (key.default)() {
            property.insert("default".to_owned(), default.json());
        }
        properties.insert(key.name.to_owned(), property.to_value());
    }
    let required: Vec<&str> = keys.iter().filter(|key| key.is_required).map(|key| key.name).collect();
    schemars::json_schema!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The value of a key, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
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

#[cfg(feature = "schema")]
impl KeyValue {
    fn json(&self) -> serde_json::Value {
        match self {
            Self::Number(number) => serde_json::json!(number),
            Self::Whole(number) => (*number).into(),
            Self::Truth(truth) => (*truth).into(),
            Self::Word(word) => (*word).into(),
            Self::List(values) => values.iter().map(Self::json).collect(),
        }
    }
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

/// Returns the last name of a place, without an index.
fn name_of(place: &str) -> &str {
    let name = place.rsplit('.').next().unwrap_or(place);
    name.split('[').next().unwrap_or(name)
}

/// A type of keys.
pub(crate) trait KeyType {
    /// The kind of keys of this type, unless the node gives another.
    const KIND: KeyKind;

    /// Returns an error if the value is illegal for a key of the kind.
    fn check(&self, kind: &KeyKind, place: &str) -> Result<()>;

    /// Returns the value as data.
    fn told(&self) -> Option<KeyValue>;

    /// Returns the value if it is an input.
    fn input(&self) -> Option<&Input> {
        None
    }

    /// Returns the same, to be changed.
    fn input_mut(&mut self) -> Option<&mut Input> {
        None
    }
}

impl KeyType for Number {
    const KIND: KeyKind = number(f64::MIN, f64::MAX);

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        match kind {
            KeyKind::Number(limits) => limits.check(place, *self),
            _ => unreachable!("{place} has a number"),
        }
    }

    fn told(&self) -> Option<KeyValue> {
        Some(KeyValue::Number(*self))
    }
}

macro_rules! whole {
    ($($integer:ty),*) => {$(
        impl KeyType for $integer {
            const KIND: KeyKind = KeyKind::Whole { least: 0, most: <$integer>::MAX as u64 };

            fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
                let KeyKind::Whole { least, most } = *kind else { unreachable!("{place} has a whole number") };
                if (least..=most).contains(&u64::from(*self)) {
                    return Ok(());
                }
                Err(Error::outside(
                    place,
                    [least as f64, most as f64],
                    format!("{self} is not allowed; give {}", whole_text(least, most)),
                ))
            }

            fn told(&self) -> Option<KeyValue> {
                Some(KeyValue::Whole((*self).into()))
            }
        }
    )*};
}
whole!(u8, u32, u64);

impl KeyType for bool {
    const KIND: KeyKind = KeyKind::Truth;

    fn check(&self, _: &KeyKind, _: &str) -> Result<()> {
        Ok(())
    }

    fn told(&self) -> Option<KeyValue> {
        Some(KeyValue::Truth(*self))
    }
}

impl<T: Choices> KeyType for T {
    const KIND: KeyKind = KeyKind::Choice(T::CHOICES);

    fn check(&self, _: &KeyKind, _: &str) -> Result<()> {
        Ok(())
    }

    fn told(&self) -> Option<KeyValue> {
        Some(KeyValue::Word(self.word()))
    }
}

impl KeyType for Color {
    const KIND: KeyKind = KeyKind::Color;

    fn check(&self, _: &KeyKind, place: &str) -> Result<()> {
        match self {
            Self::Hex(_) | Self::HexAlpha(_) => Ok(()),
            Self::Channels(channels) => channels.iter().try_for_each(|channel| CHANNEL.check(place, *channel)),
            Self::ChannelsAlpha(channels) => channels.iter().try_for_each(|channel| CHANNEL.check(place, *channel)),
        }
    }

    fn told(&self) -> Option<KeyValue> {
        Some(KeyValue::List(self.channels().into_iter().chain(self.alpha()).map(|channel| KeyValue::Number(channel.into())).collect()))
    }
}

impl<T: KeyType> KeyType for Option<T> {
    const KIND: KeyKind = T::KIND;

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        self.iter().try_for_each(|value| value.check(kind, place))
    }

    fn told(&self) -> Option<KeyValue> {
        self.as_ref().and_then(T::told)
    }

    fn input(&self) -> Option<&Input> {
        self.as_ref().and_then(T::input)
    }

    fn input_mut(&mut self) -> Option<&mut Input> {
        self.as_mut().and_then(T::input_mut)
    }
}

impl<T: KeyType + Copy> KeyType for PerAxis<T> {
    const KIND: KeyKind = KeyKind::PerAxis { of: &T::KIND };

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        let KeyKind::PerAxis { of } = kind else { unreachable!("{place} has values for axes") };
        at_most_four(place, self)?;
        self.values().iter().try_for_each(|value| value.check(of, place))
    }

    fn told(&self) -> Option<KeyValue> {
        match self {
            Self::All(value) => value.told(),
            Self::Each(values) => values.iter().map(T::told).collect::<Option<_>>().map(KeyValue::List),
        }
    }
}

impl<T: KeyType> KeyType for [T; 2] {
    const KIND: KeyKind = KeyKind::Tuple { of: &[T::KIND, T::KIND] };

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        let KeyKind::Tuple { of } = kind else { unreachable!("{place} has two values") };
        self.iter().zip(*of).try_for_each(|(value, kind)| value.check(kind, place))
    }

    fn told(&self) -> Option<KeyValue> {
        self.iter().map(T::told).collect::<Option<_>>().map(KeyValue::List)
    }
}

impl<A: KeyType, B: KeyType> KeyType for (A, B) {
    const KIND: KeyKind = KeyKind::Tuple { of: &[A::KIND, B::KIND] };

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        let KeyKind::Tuple { of: [a, b] } = kind else { unreachable!("{place} has two values") };
        self.0.check(a, place)?;
        self.1.check(b, place)
    }

    fn told(&self) -> Option<KeyValue> {
        Some(KeyValue::List(vec![self.0.told()?, self.1.told()?]))
    }
}

impl<T: KeyType> KeyType for Vec<T> {
    const KIND: KeyKind = KeyKind::List { of: &T::KIND, least: 0, most: usize::MAX };

    fn check(&self, kind: &KeyKind, place: &str) -> Result<()> {
        let KeyKind::List { of, least, most } = kind else { unreachable!("{place} has a list") };
        if !(*least..=*most).contains(&self.len()) {
            return Err(Error::count(
                place,
                [*least as u64, *most as u64],
                format!("{} {}; give {least} to {most}", self.len(), name_of(place)),
            ));
        }
        self.iter().enumerate().try_for_each(|(index, value)| value.check(of, &format!("{place}[{index}]")))
    }

    fn told(&self) -> Option<KeyValue> {
        self.iter().map(T::told).collect::<Option<_>>().map(KeyValue::List)
    }
}
