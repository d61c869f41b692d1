//! What numbers of a sample can do, for one sample and for sixteen side by side: f32 and u32 (`Wrapping<u32>`, since a shader's wraps) are one lane,
//! those of `sixteen` sixteen.

use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};

/// What holds or not, once or in each of sixteen lanes.
pub(crate) trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Whether it holds in any lane.
    fn any(self) -> bool;
}

/// A number in each lane.
pub(crate) trait Lanes: Copy {
    /// As many truths.
    type Mask: Mask;
    /// As many floats.
    type Real: Real<Word = Self::Word, Mask = Self::Mask>;
    /// As many words.
    type Word: Word<Real = Self::Real, Mask = Self::Mask>;

    /// A float in as many lanes as this has.
    fn real(self, number: f32) -> Self::Real;
    /// A word in as many lanes as this has.
    fn word(self, word: u32) -> Self::Word;
    /// `yes` where the mask holds, otherwise `no`.
    fn chosen(no: Self, yes: Self, mask: Self::Mask) -> Self;
    /// Whether this is less; words are numbers from 0.
    fn less(self, other: Self) -> Self::Mask;
    /// Whether this is less or equal.
    fn less_or_equal(self, other: Self) -> Self::Mask;
    /// Whether the numbers are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Calls a function that is compiled by itself, with the instructions of these lanes: what is inlined into one function without end takes the
    /// compiler minutes.
    fn outlined<R>(self, function: impl FnOnce() -> R) -> R;
    /// The same for many lanes, where it is asked for or they are made of many narrow vectors. The function is told whether it was done.
    fn outlined_if<R>(self, is_asked: bool, function: impl FnOnce(bool) -> R) -> R;
    /// The same for many lanes.
    fn outlined_if_many<R>(self, function: impl FnOnce() -> R) -> R;
    /// The same for many lanes that are made of many narrow vectors.
    fn outlined_if_narrow<R>(self, function: impl FnOnce() -> R) -> R;
}

/// One f32, or sixteen side by side.
pub(crate) trait Real:
    Lanes<Real = Self> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The smaller, lane by lane.
    fn min(self, other: Self) -> Self;
    /// The larger, lane by lane.
    fn max(self, other: Self) -> Self;
    /// The largest whole number that is not above.
    fn floor(self) -> Self;
    /// Without the sign.
    fn abs(self) -> Self;
    /// The square root, as IEEE 754 rounds it.
    fn root(self) -> Self;
    /// Two square roots of numbers from 2^-95 to 1e38, as IEEE 754 rounds them.
    #[inline(always)]
    fn roots([first, second]: [Self; 2]) -> [Self; 2] {
        [first.root(), second.root()]
    }
    /// The bits.
    fn bits(self) -> Self::Word;
    /// The whole part of a number from 0 to below 2^24.
    fn whole(self) -> Self::Word;
    /// A whole number whose size is at most 2^24, modulo 2^32.
    fn signed_whole(self) -> Self::Word;
    /// What `displacement` in `lattice.wgsl` makes of a number within ±2^20.
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
    /// Shifted towards the higher bits.
    fn left(self, bits: u32) -> Self;
    /// Shifted towards the lower bits.
    fn right(self, bits: u32) -> Self;
    /// See `lattice.wgsl`.
    #[inline(always)]
    fn carried(self, sum: Self, part: Self) -> Self {
        Self::chosen(self, self + self.word(1), sum.less(part))
    }
    /// See `lattice.wgsl`.
    fn wrapped(self, period: u32) -> Self;
    /// The float of a number below 2^24, exact.
    fn number(self) -> Self::Real;
    /// The float of a signed number whose size is at most 2^24, exact.
    fn signed(self) -> Self::Real;
    /// The float of these bits.
    fn float(self) -> Self::Real;
    /// The entry of a permutation table at the low eight bits.
    fn permuted(self, table: &[u8; 256]) -> Self;
    /// The same of up to four words.
    fn all_permuted<const N: usize>(words: [Self; N], table: &[u8; 256]) -> [Self; N];
    /// The one of four sizes that two low bits of this, under the mask 3, count, with the sign that `shift` and the mask of the sign take from bit 2 or 3.
    fn signed_size(self, sizes: [f32; 4], two: u32, shift: u32, sign: u32) -> Self::Real;
    /// 0 or ± a size, by the pair of bits in a word of codes that the low four bits of this count, from the highest on.
    fn component(self, codes: u32, size: f32) -> Self::Real;
    /// -1, 0 or 1, by the bits in two words that the low five bits of this count, from the highest on: where it is -1, and where it is not 0.
    fn component_of_32(self, minus: u32, some: u32) -> Self::Real;
}

pub(super) const SIZABLE: u32 = 0x7000_0000;

/// The whole number of periods that keeps what is wrapped positive.
#[inline(always)]
pub(super) fn lift(period: u32) -> u32 {
    period * ((1 << 20) / period + 1)
}

/// 0, or a size where the low bit of a word is 1, with the sign of another word's low bit. Arithmetic alone, which folds to constants.
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

    #[inline(always)]
    fn component_of_32(self, minus: u32, some: u32) -> f32 {
        let bit = 31 - (self.0 & 31);
        component(minus >> bit, some >> bit, 1.0)
    }
}
