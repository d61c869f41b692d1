//! Defaults that several kinds of node have in common, as functions, which is how serde takes them.

use crate::number::Number;

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn one() -> Number {
    Number::ONE
}

pub(super) fn zero() -> Number {
    Number::ZERO
}

pub(super) fn half() -> Number {
    0.5.into()
}

pub(super) fn two() -> Number {
    2.into()
}

pub(super) fn yes() -> bool {
    true
}
