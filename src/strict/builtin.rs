//! WGSL's built-in functions, and its operators that Rust lacks, on one lane or sixteen.

use super::real::{Lanes, Mask, Real, Word};

/// Returns `yes` where the mask holds, otherwise `no`.
#[inline(always)]
pub(crate) fn select<V: Lanes>(no: V, yes: V, mask: V::Mask) -> V {
    V::chosen(no, yes, mask)
}

/// Returns true if a mask holds in any lane.
#[inline(always)]
pub(crate) fn any<M: Mask>(mask: M) -> bool {
    mask.any()
}

/// Returns a power of 2 that is a normal f32.
#[inline(always)]
pub(crate) const fn exp2(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// Returns a / b of whole numbers, or a for b = 0.
#[inline(always)]
pub(crate) const fn divided(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => a,
    }
}

/// Returns a % b of whole numbers, or 0 for b = 0.
#[inline(always)]
pub(crate) const fn left_over(a: u32, b: u32) -> u32 {
    match a.checked_rem(b) {
        Some(remainder) => remainder,
        None => 0,
    }
}

macro_rules! functions_of_reals {
    ($($(#[$attribute:meta])* $name:ident($($parameter:ident),*) = $method:ident;)*) => {
        $($(#[$attribute])*
        #[inline(always)]
        pub(crate) fn $name<F: Real>($($parameter: F),*) -> F {
            Real::$method($($parameter),*)
        })*
    };
}

functions_of_reals! {
    /// Returns the smaller.
    min(a, b) = min;
    /// Returns the larger.
    max(a, b) = max;
    /// Rounds down to a whole number.
    floor(v) = floor;
    /// Returns the absolute value.
    abs(v) = abs;
}

macro_rules! comparisons {
    ($($(#[$attribute:meta])* $name:ident = $method:ident;)*) => {
        $($(#[$attribute])*
        #[inline(always)]
        pub(crate) fn $name<V: Lanes>(a: V, b: V) -> V::Mask {
            a.$method(b)
        })*
    };
}

comparisons! {
    /// `a < b`.
    less = less;
    /// `a <= b`.
    less_or_equal = less_or_equal;
    /// `a == b`.
    equal = equal;
}

/// `a > b`.
#[inline(always)]
pub(crate) fn greater<V: Lanes>(a: V, b: V) -> V::Mask {
    b.less(a)
}

/// `a >= b`.
#[inline(always)]
pub(crate) fn greater_or_equal<V: Lanes>(a: V, b: V) -> V::Mask {
    b.less_or_equal(a)
}

/// `a != b`.
#[inline(always)]
pub(crate) fn unequal<V: Lanes>(a: V, b: V) -> V::Mask {
    !a.equal(b)
}

/// Returns the bits of a float.
#[inline(always)]
pub(crate) fn bitcast_u32<F: Real>(v: F) -> F::Word {
    v.bits()
}

/// Returns the float with these bits.
#[inline(always)]
pub(crate) fn bitcast_f32<W: Word>(v: W) -> W::Real {
    v.float()
}

/// Converts a number below 2^24 to a float, exactly.
#[inline(always)]
pub(crate) fn f32_of<W: Word>(v: W) -> W::Real {
    v.number()
}

/// Returns the whole part of a number from 0 to below 2^24.
#[inline(always)]
pub(crate) fn u32_of<F: Real>(v: F) -> F::Word {
    v.whole()
}

/// Shifts to the left by less than 32 bits.
#[inline(always)]
pub(crate) fn shift_left<W: Word>(v: W, bits: u32) -> W {
    v.left(bits)
}

/// Shifts to the right by less than 32 bits.
#[inline(always)]
pub(crate) fn shift_right<W: Word>(v: W, bits: u32) -> W {
    v.right(bits)
}
