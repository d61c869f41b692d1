//! WGSL's built-in functions and its operators that Rust has none for, on one lane or sixteen.

use super::number::{Lanes, Mask, Real, Word};

/// `yes` where the mask holds, otherwise `no`.
#[inline(always)]
pub(crate) fn select<V: Lanes>(no: V, yes: V, mask: V::Mask) -> V {
    V::chosen(no, yes, mask)
}

/// Whether a mask holds in any lane.
#[inline(always)]
pub(crate) fn any<M: Mask>(mask: M) -> bool {
    mask.any()
}

/// 2 to a power that an f32 has as a normal number.
#[inline(always)]
pub(crate) const fn exp2(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// a / b of whole numbers, and a for b = 0.
#[inline(always)]
pub(crate) const fn divided(a: u32, b: u32) -> u32 {
    match a.checked_div(b) {
        Some(quotient) => quotient,
        None => a,
    }
}

/// a % b of whole numbers, and 0 for b = 0.
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
    /// The smaller.
    min(a, b) = min;
    /// The larger.
    max(a, b) = max;
    /// The largest whole number that is not above.
    floor(v) = floor;
    /// Without the sign.
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

/// The bits of a float.
#[inline(always)]
pub(crate) fn bitcast_u32<F: Real>(v: F) -> F::Word {
    v.bits()
}

/// The float of these bits.
#[inline(always)]
pub(crate) fn bitcast_f32<W: Word>(v: W) -> W::Real {
    v.float()
}

/// The float of a number below 2^24, exact.
#[inline(always)]
pub(crate) fn f32_of<W: Word>(v: W) -> W::Real {
    v.number()
}

/// The whole part of a number from 0 to below 2^24.
#[inline(always)]
pub(crate) fn u32_of<F: Real>(v: F) -> F::Word {
    v.whole()
}

/// Shifted towards the higher bits by so many, below 32.
#[inline(always)]
pub(crate) fn shift_left<W: Word>(v: W, bits: u32) -> W {
    v.left(bits)
}

/// Shifted towards the lower bits by so many, below 32.
#[inline(always)]
pub(crate) fn shift_right<W: Word>(v: W, bits: u32) -> W {
    v.right(bits)
}
