//! The operations on the numbers of one sample, and of sixteen side by side. f32 and u32 (as `Wrapping<u32>`, since a shader's integers wrap) are one
//! lane; the types in `sixteen` have sixteen.

use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};

use super::ranks;

/// A truth value, single or in each of sixteen lanes.
pub(crate) trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Returns true if it holds in any lane.
    fn any(self) -> bool;
}

/// A number in each lane.
pub(crate) trait Lanes: Copy {
    /// A truth value in each lane.
    type Mask: Mask;
    /// A float in each lane.
    type Real: Real<Word = Self::Word, Mask = Self::Mask>;
    /// A word in each lane.
    type Word: Word<Real = Self::Real, Mask = Self::Mask>;

    /// Returns a float in all lanes.
    fn real(self, number: f32) -> Self::Real;
    /// Returns a word in all lanes.
    fn word(self, word: u32) -> Self::Word;
    /// Returns `yes` where the mask holds, otherwise `no`.
    fn chosen(no: Self, yes: Self, mask: Self::Mask) -> Self;
    /// Compares: less. Words are unsigned.
    fn less(self, other: Self) -> Self::Mask;
    /// Compares: less or equal.
    fn less_or_equal(self, other: Self) -> Self::Mask;
    /// Compares: equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Calls a function without inlining it, compiled with the instructions of these lanes. Inlining too much into one function takes the compiler
    /// minutes.
    fn outlined<R>(self, function: impl FnOnce() -> R) -> R;
    /// Does the same for many lanes, if asked to or if they consist of many narrow vectors. The function's argument is true if it was outlined.
    fn outlined_if<R>(self, is_asked: bool, function: impl FnOnce(bool) -> R) -> R;
    /// Does the same for many lanes.
    fn outlined_if_many<R>(self, function: impl FnOnce() -> R) -> R;
    /// Does the same for many lanes that consist of many narrow vectors.
    fn outlined_if_narrow<R>(self, function: impl FnOnce() -> R) -> R;
}

/// One f32, or sixteen side by side.
pub(crate) trait Real:
    Lanes<Real = Self> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// Returns the smaller, lane by lane.
    fn min(self, other: Self) -> Self;
    /// Returns the larger, lane by lane.
    fn max(self, other: Self) -> Self;
    /// Rounds down to a whole number.
    fn floor(self) -> Self;
    /// Returns the absolute value.
    fn abs(self) -> Self;
    /// Returns the square root, rounded as in IEEE 754.
    fn root(self) -> Self;
    /// Returns two square roots of numbers from 2^-95 to 1e38, rounded as in IEEE 754.
    #[inline(always)]
    fn roots([first, second]: [Self; 2]) -> [Self; 2] {
        [first.root(), second.root()]
    }
    /// Returns the bits.
    fn bits(self) -> Self::Word;
    /// Returns the whole part of a number from 0 to below 2^24.
    fn whole(self) -> Self::Word;
    /// Returns a whole number of at most 2^24 in absolute value, modulo 2^32.
    fn signed_whole(self) -> Self::Word;
    /// Returns `displacement` in `lattice.wgsl` for a number within ±2^20.
    #[inline(always)]
    fn cell_and_fraction(self) -> [Self::Word; 2] {
        cell_and_fraction(self)
    }
    /// See `strict.wgsl`.
    fn is_sizable(self) -> Self::Mask;
    /// See `strict.wgsl`.
    fn with_part(self, part: Self) -> Self;
}

/// [`Real::cell_and_fraction`], step by step.
#[inline(always)]
pub(super) fn cell_and_fraction<F: Real>(of: F) -> [F::Word; 2] {
    let below = of.floor();
    let part = (of - below).min(of.real(0.999_999_94));
    [below.signed_whole(), (part * of.real(16_777_216.0)).whole().left(8)]
}

/// One u32, or sixteen side by side. Arithmetic wraps.
pub(crate) trait Word:
    Lanes<Word = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// Shifts to the left.
    fn left(self, bits: u32) -> Self;
    /// Shifts to the right.
    fn right(self, bits: u32) -> Self;
    /// See `lattice.wgsl`.
    #[inline(always)]
    fn carried(self, sum: Self, part: Self) -> Self {
        Self::chosen(self, self + self.word(1), sum.less(part))
    }
    /// See `lattice.wgsl`.
    fn wrapped(self, period: u32) -> Self;
    /// Converts a number below 2^24 to a float, exactly.
    fn number(self) -> Self::Real;
    /// Converts a signed number of at most 2^24 in absolute value to a float, exactly.
    fn signed(self) -> Self::Real;
    /// Returns the float with these bits.
    fn float(self) -> Self::Real;
    /// Returns the entry of a permutation table at the low eight bits.
    fn permuted(self, table: &[u8; 256]) -> Self;
    /// Returns the rank of blue noise at the low twelve bits.
    fn blue_rank(self) -> Self;
    /// Returns the entries for up to four words.
    fn all_permuted<const N: usize>(words: [Self; N], table: &[u8; 256]) -> [Self; N];
    /// Returns one of four sizes, indexed by the two low bits (the mask `two` is 3), with a sign from bit 2 or 3: `shift` moves that bit to the mask
    /// `sign`.
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> Self::Real;
    /// Returns 0 or ± a size, by the pair of bits in a word of codes that the low four bits of this index, from the highest on.
    fn component(self, codes: u32, size: f32) -> Self::Real;
}

pub(super) const SIZABLE: u32 = 0x7000_0000;

/// Returns the whole number of periods that makes the values to be wrapped positive.
#[inline(always)]
pub(super) fn lift(period: u32) -> u32 {
    period * ((1 << 20) / period + 1)
}

/// Returns 0, or a size where the low bit of `some` is 1, with the sign of the low bit of `minus`. The arithmetic folds to constants.
#[inline(always)]
pub(crate) const fn component(minus: u32, some: u32, size: f32) -> f32 {
    f32::from_bits((minus << 31) | ((some & 1) * size.to_bits()))
}

impl Mask for bool {
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
}

macro_rules! one_lane {
    ($type:ty) => {
        impl Lanes for $type {
            type Mask = bool;
            type Real = f32;
            type Word = Wrapping<u32>;

            #[inline(always)]
            fn real(self, number: f32) -> f32 {
                number
            }

            #[inline(always)]
            fn word(self, word: u32) -> Wrapping<u32> {
                Wrapping(word)
            }

            #[inline(always)]
            fn chosen(no: Self, yes: Self, mask: bool) -> Self {
                if mask { yes } else { no }
            }

            #[inline(always)]
            fn less(self, other: Self) -> bool {
                self < other
            }

            #[inline(always)]
            fn less_or_equal(self, other: Self) -> bool {
                self <= other
            }

            #[inline(always)]
            fn equal(self, other: Self) -> bool {
                self == other
            }

            #[inline(never)]
            fn outlined<R>(self, function: impl FnOnce() -> R) -> R {
                function()
            }

            #[inline(always)]
            fn outlined_if<R>(self, is_asked: bool, function: impl FnOnce(bool) -> R) -> R {
                function(is_asked)
            }

            #[inline(always)]
            fn outlined_if_many<R>(self, function: impl FnOnce() -> R) -> R {
                function()
            }

            #[inline(always)]
            fn outlined_if_narrow<R>(self, function: impl FnOnce() -> R) -> R {
                function()
            }
        }
    };
}

one_lane!(f32);
one_lane!(Wrapping<u32>);

impl Real for f32 {
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
    #[expect(clippy::disallowed_methods, reason = "Rust's is IEEE 754's on every platform")]
    fn root(self) -> Self {
        self.sqrt()
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
    fn signed_whole(self) -> Wrapping<u32> {
        Wrapping(self as i32 as u32)
    }

    #[inline(always)]
    fn is_sizable(self) -> bool {
        self.to_bits() & SIZABLE != 0
    }

    #[inline(always)]
    fn with_part(self, part: f32) -> f32 {
        self + if part.is_sizable() { part } else { 0.0 }
    }
}

impl Word for Wrapping<u32> {
    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        Self(self.0 << bits)
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }

    #[inline(always)]
    fn wrapped(self, period: u32) -> Self {
        Self(self.0.wrapping_add(lift(period)) % period)
    }

    #[inline(always)]
    fn number(self) -> f32 {
        self.0 as f32
    }

    #[inline(always)]
    fn signed(self) -> f32 {
        self.0 as i32 as f32
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
    fn blue_rank(self) -> Self {
        Self(ranks::RANKS[(self.0 & 4095) as usize].into())
    }

    #[inline(always)]
    fn all_permuted<const N: usize>(words: [Self; N], table: &[u8; 256]) -> [Self; N] {
        words.map(
            #[inline(always)]
            |word| word.permuted(table),
        )
    }

    #[inline(always)]
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> f32 {
        f32::from_bits(sizes[(self.0 & two) as usize].to_bits() ^ ((self.0 << shift) & sign))
    }

    #[inline(always)]
    fn component(self, codes: u32, size: f32) -> f32 {
        let at = 2 * (self.0 & 15);
        component(codes >> (31 - at), codes >> (30 - at), size)
    }
}
