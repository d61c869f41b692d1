//! The types of keys.

use super::limits::name_of;
use super::per_axis::PerAxis;
use super::{CHANNEL, Key, KeyKind, KeyValue, number, whole_text};
use crate::choice::Choices;
use crate::color::Color;
use crate::error::{Error, Result};
use crate::number::Number;

/// A type of keys.
pub(crate) trait KeyType {
    /// The kind of keys of this type, unless the node gives another.
    const KIND: KeyKind;

    /// Returns an error if the value is illegal for a key of the kind.
    fn check(&self, kind: &KeyKind, place: &str) -> Result<()>;

    /// Returns the value as data.
    fn told(&self) -> Option<KeyValue>;
}

/// The value of a key, whatever its type.
pub(crate) trait Checked {
    fn checked(&self, kind: &KeyKind, place: &str) -> Result<()>;
}

impl<T: KeyType> Checked for T {
    fn checked(&self, kind: &KeyKind, place: &str) -> Result<()> {
        self.check(kind, place)
    }
}

/// Checks the values of keys. There is one copy of it, since nodes have hundreds of keys.
pub(crate) fn check_all(keys: &[Key], values: &[&dyn Checked], place: &str) -> Result<()> {
    keys.iter().zip(values).try_for_each(|(key, value)| value.checked(&key.kind, &format!("{place}.{}", key.name)))
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

fn at_most_four<T: Copy>(place: &str, values: &PerAxis<T>) -> Result<()> {
    match values.values().len() {
        1..=4 => Ok(()),
        count => Err(Error::count(place, [1, 4], format!("{count} values; give one for all axes, or one for each of up to four"))),
    }
}
