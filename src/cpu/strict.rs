//! Twin of `strict.wgsl`: strict f32. Rust neither fuses nor reorders, so `rounded` is the identity.
//!
//! Twins are generic over [`Real`], so that one formula serves a single sample and sixteen side by side.

use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, mask32x16, u32x16};

use super::lanes::{self, Width};

/// What holds or not, once or in each of sixteen lanes.
pub(crate) trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Whether it holds in any lane.
    fn any(self) -> bool;
}

/// A value that masks choose from.
pub(crate) trait Lanes: Copy {
    type Mask: Mask;

    /// `yes` where the mask holds, otherwise `no`.
    fn chosen(no: Self, yes: Self, mask: Self::Mask) -> Self;
    /// Calls a function that is compiled by itself, with the instructions of these lanes: what is inlined into one function without end takes the
    /// compiler minutes.
    fn apart<R>(self, function: impl FnOnce() -> R) -> R;

    /// The same where it is asked for, and where lanes are made of many narrow vectors.
    fn apart_where<R>(self, apart: Apart, function: impl FnOnce() -> R) -> R;
}

/// Whether what many samples side by side make of something is compiled by itself; see [`Lanes::apart`]. One sample takes no notice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Apart(pub(crate) bool);

/// One f32, or sixteen side by side.
pub(crate) trait Real: Lanes + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    /// As many words.
    type Word: Word<Real = Self, Mask = Self::Mask>;

    /// A number in every lane of a value of this kind.
    fn like(self, number: f32) -> Self;
    /// The smaller, lane by lane.
    fn min(self, other: Self) -> Self;
    /// The larger, lane by lane.
    fn max(self, other: Self) -> Self;
    /// The largest whole number that is not above.
    fn floor(self) -> Self;
    /// Without the sign.
    fn abs(self) -> Self;
    /// The square root of what is above 0, rounded to the nearest: one by one as the shader makes it, and side by side by the instruction.
    fn root(self) -> Self;
    /// Whether this is less.
    fn below(self, other: Self) -> Self::Mask;
    /// Whether the numbers are equal.
    fn equals(self, other: Self) -> Self::Mask;
    /// The bits.
    fn bits(self) -> Self::Word;
    /// The whole part of a number from 0 to below 2^24.
    fn whole(self) -> Self::Word;
    /// This where a sign is 1, its negative where it is -1, and 0 where it is 0.
    fn flipped_by(self, sign: Self) -> Self;
    /// See `strict.wgsl`.
    fn is_sizable(self) -> Self::Mask;
}

/// One u32, or sixteen side by side. Arithmetic wraps.
pub(crate) trait Word:
    Lanes + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// As many floats.
    type Real: Real<Word = Self, Mask = Self::Mask>;

    /// A word in every lane of a value of this kind.
    fn like(self, word: u32) -> Self;
    /// Shifted towards the higher bits.
    fn left(self, bits: u32) -> Self;
    /// Shifted towards the lower bits.
    fn right(self, bits: u32) -> Self;
    /// Whether this is less, both taken as numbers from 0.
    fn below(self, other: Self) -> Self::Mask;
    /// Whether the words are equal.
    fn equals(self, other: Self) -> Self::Mask;
    /// What remains of a division by a number above 0.
    fn modulo(self, divisor: u32) -> Self;
    /// The float of a number below 2^24, exact.
    fn number(self) -> Self::Real;
    /// The float of these bits.
    fn float(self) -> Self::Real;
    /// The entry of a permutation table at the low eight bits.
    fn permuted(self, table: &[u8; 256]) -> Self;
    /// The one of four sizes that two low bits of this, under the mask 3, count, with the sign that `shift` and the mask of the sign take from bit 2 or 3.
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> Self::Real;
    /// -1, 0 or 1 from the bits of two masks that a word below 32 counts.
    fn sign_of(self, plus: u32, minus: u32) -> Self::Real;
}

const SIZABLE: u32 = 0x7000_0000;
const SIGN: u32 = 0x8000_0000;

impl Mask for bool {
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
}

impl<S: Simd> Mask for mask32x16<S> {
    #[inline(always)]
    fn any(self) -> bool {
        self.any_true()
    }
}

impl Lanes for f32 {
    type Mask = bool;

    #[inline(always)]
    fn chosen(no: Self, yes: Self, mask: bool) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn apart<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }

    #[inline(always)]
    fn apart_where<R>(self, _: Apart, function: impl FnOnce() -> R) -> R {
        function()
    }
}

impl Real for f32 {
    type Word = Wrapping<u32>;

    #[inline(always)]
    fn like(self, number: f32) -> Self {
        number
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn floor(self) -> Self {
        Self::floor(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self::abs(self)
    }

    #[inline(always)]
    fn root(self) -> Self {
        let bits = Real::bits(self);
        let one = ((bits + Wrapping(0x80_0000)) & Wrapping(0xff_ffff)) + Wrapping(0x3f80_0000);
        let r0 = (Wrapping(0x5f37_5a86) - one.right(1)).float();
        let one_bits = one;
        let one = one.float();
        let half = one * 0.5;
        let r1 = rounded(r0 * (1.5 - rounded(rounded(half * r0) * r0)));
        let r2 = rounded(r1 * (1.5 - rounded(rounded(half * r1) * r1)));
        let s = rounded(one * r2);
        let near = rounded(s + rounded((one - rounded(s * s)) * (r2 * 0.5)));
        let n = Real::bits(near) - Wrapping(0x3f00_0000);
        let m = ((one_bits & Wrapping(0x7f_ffff)) | Wrapping(0x80_0000)) << (one_bits.right(23).0 + 23 - 127) as usize;
        let left = m - n * n + Wrapping(0x8000_0000);
        let up = select(Wrapping(0), Wrapping(1), (Wrapping(0x8000_0000) + n).below(left));
        let exact = n + up - select(Wrapping(1), Wrapping(0), (Wrapping(0x8000_0000) - n).below(left));
        (exact + (bits + Wrapping(0x80_0000)).right(24).left(23) + Wrapping(0x1f00_0000)).float()
    }

    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self < other
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self == other
    }

    #[inline(always)]
    fn bits(self) -> Wrapping<u32> {
        Wrapping(self.to_bits())
    }

    #[inline(always)]
    fn whole(self) -> Wrapping<u32> {
        Wrapping(self as u32)
    }

    #[inline(always)]
    fn flipped_by(self, sign: Self) -> Self {
        if sign == 0.0 { 0.0 } else { Self::from_bits(self.to_bits() ^ (sign.to_bits() & SIGN)) }
    }

    #[inline(always)]
    fn is_sizable(self) -> bool {
        self.to_bits() & SIZABLE != 0
    }
}

impl Lanes for Wrapping<u32> {
    type Mask = bool;

    #[inline(always)]
    fn chosen(no: Self, yes: Self, mask: bool) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn apart<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }

    #[inline(always)]
    fn apart_where<R>(self, _: Apart, function: impl FnOnce() -> R) -> R {
        function()
    }
}

impl Word for Wrapping<u32> {
    type Real = f32;

    #[inline(always)]
    fn like(self, word: u32) -> Self {
        Self(word)
    }

    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        Self(self.0 << bits)
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }

    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self.0 < other.0
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    fn modulo(self, divisor: u32) -> Self {
        Self(self.0 % divisor)
    }

    #[inline(always)]
    fn number(self) -> f32 {
        self.0 as f32
    }

    #[inline(always)]
    fn float(self) -> f32 {
        f32::from_bits(self.0)
    }

    #[inline(always)]
    fn permuted(self, table: &[u8; 256]) -> Self {
        Self(u32::from(table[(self.0 & 255) as usize]))
    }

    #[inline(always)]
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> f32 {
        f32::from_bits(sizes[(self.0 & two) as usize].to_bits() ^ ((self.0 << shift) & sign))
    }

    #[inline(always)]
    fn sign_of(self, plus: u32, minus: u32) -> f32 {
        (((plus >> self.0) & 1) as i32 - ((minus >> self.0) & 1) as i32) as f32
    }
}

impl<S: Simd> Lanes for f32x16<S> {
    type Mask = mask32x16<S>;

    #[inline(always)]
    fn chosen(no: Self, yes: Self, mask: mask32x16<S>) -> Self {
        mask.select(yes, no)
    }

    #[inline(always)]
    fn apart<R>(self, function: impl FnOnce() -> R) -> R {
        self.simd.vectorize(function)
    }

    #[inline(always)]
    fn apart_where<R>(self, apart: Apart, function: impl FnOnce() -> R) -> R {
        if apart.0 || lanes::width(self.simd) == Width::Quarter { self.apart(function) } else { function() }
    }
}

impl<S: Simd> Real for f32x16<S> {
    type Word = u32x16<S>;

    #[inline(always)]
    fn like(self, number: f32) -> Self {
        Self::splat(self.simd, number)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.simd.min_f32x16(self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.simd.max_f32x16(self, other)
    }

    #[inline(always)]
    fn floor(self) -> Self {
        self.simd.floor_f32x16(self)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.simd.abs_f32x16(self)
    }

    #[inline(always)]
    fn root(self) -> Self {
        self.simd.sqrt_f32x16(self)
    }

    #[inline(always)]
    fn below(self, other: Self) -> mask32x16<S> {
        self.simd_lt(other)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> mask32x16<S> {
        self.simd_eq(other)
    }

    #[inline(always)]
    fn bits(self) -> u32x16<S> {
        self.bitcast()
    }

    #[inline(always)]
    fn whole(self) -> u32x16<S> {
        self.simd.cvt_u32_f32x16(self)
    }

    #[inline(always)]
    fn flipped_by(self, sign: Self) -> Self {
        let (bits, sign_bits): (u32x16<S>, u32x16<S>) = (self.bitcast(), sign.bitcast());
        sign.simd_eq(0.0).select(self.like(0.0), (bits ^ (sign_bits & SIGN)).bitcast())
    }

    #[inline(always)]
    fn is_sizable(self) -> mask32x16<S> {
        let bits: u32x16<S> = self.bitcast();
        (bits & SIZABLE).simd_gt(0)
    }
}

impl<S: Simd> Lanes for u32x16<S> {
    type Mask = mask32x16<S>;

    #[inline(always)]
    fn chosen(no: Self, yes: Self, mask: mask32x16<S>) -> Self {
        mask.select(yes, no)
    }

    #[inline(always)]
    fn apart<R>(self, function: impl FnOnce() -> R) -> R {
        self.simd.vectorize(function)
    }

    #[inline(always)]
    fn apart_where<R>(self, apart: Apart, function: impl FnOnce() -> R) -> R {
        if apart.0 || lanes::width(self.simd) == Width::Quarter { self.apart(function) } else { function() }
    }
}

impl<S: Simd> Word for u32x16<S> {
    type Real = f32x16<S>;

    #[inline(always)]
    fn like(self, word: u32) -> Self {
        Self::splat(self.simd, word)
    }

    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        self << bits
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        self >> bits
    }

    #[inline(always)]
    fn below(self, other: Self) -> mask32x16<S> {
        self.simd_lt(other)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> mask32x16<S> {
        self.simd_eq(other)
    }

    #[inline(always)]
    fn modulo(self, divisor: u32) -> Self {
        let mut words: [u32; 16] = self.into();
        words.iter_mut().for_each(|word| *word %= divisor);
        Self::load_array(self.simd, words)
    }

    #[inline(always)]
    fn number(self) -> f32x16<S> {
        self.simd.cvt_f32_u32x16(self)
    }

    #[inline(always)]
    fn float(self) -> f32x16<S> {
        self.bitcast()
    }

    #[inline(always)]
    fn permuted(self, table: &[u8; 256]) -> Self {
        lanes::permuted(self.simd, table, self)
    }

    #[inline(always)]
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> f32x16<S> {
        let mut signed = [0.0; 16];
        let mut bits = 0;
        while bits < 16 {
            signed[bits] = if (sign >> shift) & bits as u32 == 0 { sizes[bits & two as usize] } else { -sizes[bits & two as usize] };
            bits += 1;
        }
        lanes::pick(self.simd, f32x16::load_array(self.simd, signed), self & 15)
    }

    #[inline(always)]
    fn sign_of(self, plus: u32, minus: u32) -> f32x16<S> {
        // A look-up in vectors of constants.
        let low = lanes::pick(self.simd, f32x16::load_array(self.simd, lanes::signs(0, plus, minus)), self & 15);
        if (plus | minus) >> 16 == 0 {
            return low;
        }
        let high = lanes::pick(self.simd, f32x16::load_array(self.simd, lanes::signs(16, plus, minus)), self & 15);
        select(high, low, self.below(self.like(16)))
    }
}

/// WGSL's `select`: `yes` where the mask holds, otherwise `no`.
#[inline(always)]
pub(crate) fn select<V: Lanes>(no: V, yes: V, mask: V::Mask) -> V {
    V::chosen(no, yes, mask)
}

#[inline(always)]
pub(crate) fn rounded<F: Real>(v: F) -> F {
    v
}

#[inline(always)]
pub(crate) fn is_sizable<F: Real>(v: F) -> F::Mask {
    v.is_sizable()
}

#[inline(always)]
pub(crate) fn settled<F: Real>(v: F) -> F {
    select(v.like(0.0), v, is_sizable(v))
}

#[inline(always)]
pub(crate) fn lerp<F: Real>(t: F, a: F, b: F) -> F {
    rounded(a + rounded(t * (b - a)))
}
