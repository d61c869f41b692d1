//! Defaults that several kinds of node share, as functions, which is the form that serde takes.

use super::node::Input;
use super::surface::{Per, Up};
use crate::number::Number;

/// Returns false, for keys that are always written.
pub(super) fn never<T>(_: &T) -> bool {
    false
}

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

pub(super) fn zero_to_one() -> [Number; 2] {
    [zero(), one()]
}

pub(super) fn step_open() -> Option<Number> {
    None
}

pub(super) fn per_unit() -> Per {
    Per::Unit
}

pub(super) fn is_per_unit(per: &Per) -> bool {
    *per == Per::Unit
}

pub(super) fn up_y() -> Up {
    Up::Y
}

pub(super) fn up_z() -> Up {
    Up::Z
}

pub(super) fn is_up_y(up: &Up) -> bool {
    *up == Up::Y
}

pub(super) fn is_up_z(up: &Up) -> bool {
    *up == Up::Z
}

pub(super) fn is_one(number: &Number) -> bool {
    *number == Number::ONE
}

pub(super) fn seven_tenths() -> Number {
    0.7.into()
}

pub(super) fn eight() -> Number {
    8.into()
}

pub(super) fn one_octave() -> u32 {
    1
}

pub(super) fn two_dimensions() -> u32 {
    2
}

pub(super) fn input_zero() -> Input {
    Input::Number(zero())
}

pub(super) fn input_half() -> Input {
    Input::Number(half())
}

pub(super) fn input_one() -> Input {
    Input::Number(one())
}

pub(super) fn minus_one() -> Number {
    (-1).into()
}

pub(super) fn input_minus_one() -> Input {
    Input::Number(minus_one())
}

pub(super) fn four() -> Number {
    4.into()
}

pub(super) fn tenth() -> Number {
    0.1.into()
}

pub(super) fn thousand() -> Number {
    1000.into()
}
