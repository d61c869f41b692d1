//! Numbers of sixteen samples side by side, in vectors of any width.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, mask32x16, u32x16};

use super::lanes::{self, Width, has_bits};
use super::ranks;
use super::real::{Lanes, Mask, Real, SIZABLE, Word, cell_and_fraction, lift};

impl<S: Simd> Mask for mask32x16<S> {
    #[inline(always)]
    fn any(self) -> bool {
        self.any_true()
    }
}

macro_rules! sixteen_lanes {
    ($type:ident) => {
        impl<S: Simd> Lanes for $type<S> {
            type Mask = mask32x16<S>;
            type Real = f32x16<S>;
            type Word = u32x16<S>;

            #[inline(always)]
            fn real(self, number: f32) -> f32x16<S> {
                f32x16::splat(self.simd, number)
            }

            #[inline(always)]
            fn word(self, word: u32) -> u32x16<S> {
                u32x16::splat(self.simd, word)
            }

            #[inline(always)]
            fn chosen(no: Self, yes: Self, mask: mask32x16<S>) -> Self {
                mask.select(yes, no)
            }

            #[inline(always)]
            fn less(self, other: Self) -> mask32x16<S> {
                self.simd_lt(other)
            }

            #[inline(always)]
            fn less_or_equal(self, other: Self) -> mask32x16<S> {
                self.simd_le(other)
            }

            #[inline(always)]
            fn equal(self, other: Self) -> mask32x16<S> {
                self.simd_eq(other)
            }

            #[inline(always)]
            fn outlined<R>(self, function: impl FnOnce() -> R) -> R {
                self.simd.vectorize(function)
            }

            #[inline(always)]
            fn outlined_if<R>(self, is_asked: bool, function: impl FnOnce(bool) -> R) -> R {
                if const { Width::of::<S>().is_quarter() } || is_asked {
                    self.outlined(
                        #[inline(always)]
                        || function(true),
                    )
                } else {
                    function(false)
                }
            }

            #[inline(always)]
            fn outlined_if_many<R>(self, function: impl FnOnce() -> R) -> R {
                self.outlined(function)
            }

            #[inline(always)]
            fn outlined_if_narrow<R>(self, function: impl FnOnce() -> R) -> R {
                if const { Width::of::<S>().is_quarter() } { self.outlined(function) } else { function() }
            }
        }
    };
}

sixteen_lanes!(f32x16);
sixteen_lanes!(u32x16);

impl<S: Simd> Real for f32x16<S> {
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
    fn roots([first, second]: [Self; 2]) -> [Self; 2] {
        [first.root(), lanes::multiplied_root(second.simd, second)]
    }

    #[inline(always)]
    fn bits(self) -> u32x16<S> {
        self.bitcast()
    }

    #[inline(always)]
    fn whole(self) -> u32x16<S> {
        // SSE2 and AVX2 only have an instruction for signed numbers.
        self.signed_whole()
    }

    #[inline(always)]
    fn signed_whole(self) -> u32x16<S> {
        self.simd.cvt_i32_f32x16(self).bitcast()
    }

    #[inline(always)]
    fn cell_and_fraction(self) -> [u32x16<S>; 2] {
        match lanes::cell_and_fraction(self.simd, self) {
            Some(found) => found,
            None => cell_and_fraction(self),
        }
    }

    #[inline(always)]
    fn is_sizable(self) -> mask32x16<S> {
        has_bits(self.simd, self.bitcast(), SIZABLE)
    }

    #[inline(always)]
    fn with_part(self, part: Self) -> Self {
        if const { Width::of::<S>().is_whole() } {
            // A single instruction adds under a mask.
            return Self::chosen(self, self + part, part.is_sizable());
        }
        // Without that instruction, storing a choice between sums becomes a masked store, which takes many cycles on AMD's processors.
        self + Self::chosen(self.real(0.0), part, part.is_sizable())
    }
}

impl<S: Simd> Word for u32x16<S> {
    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        self << bits
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        self >> bits
    }

    #[inline(always)]
    fn carried(self, sum: Self, part: Self) -> Self {
        lanes::carried(self.simd, self, [sum, part])
    }

    #[inline(always)]
    fn wrapped(self, period: u32) -> Self {
        // Most samples need no wrapping.
        if !(!self.less(self.word(period))).any() {
            return self;
        }
        // The lifted number is below 2^21 plus two periods, which may exceed a signed number. So a quotient by floats is off by at most one. A
        // negative remainder wraps to a large number, so `min` keeps the right one.
        let lifted = self + lift(period);
        let quotient = (self.simd.cvt_f32_u32x16(lifted) * (1.0 / period as f32)).whole();
        let rest = lifted - quotient * period;
        let rest = rest.min(rest + period);
        rest.min(rest - period)
    }

    #[inline(always)]
    fn number(self) -> f32x16<S> {
        self.signed()
    }

    #[inline(always)]
    fn signed(self) -> f32x16<S> {
        self.simd.cvt_f32_i32x16(self.bitcast())
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
    fn blue_rank(self) -> Self {
        let cells: [u32; 16] = self.into();
        u32x16::load_array(self.simd, cells.map(|cell| ranks::RANKS[(cell & 4095) as usize].into()))
    }

    #[inline(always)]
    fn all_permuted<const N: usize>(words: [Self; N], table: &[u8; 256]) -> [Self; N] {
        lanes::all_permuted(words[0].simd, table, words)
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
    fn component(self, codes: u32, size: f32) -> f32x16<S> {
        // A lookup in a vector of constants.
        lanes::pick(self.simd, f32x16::load_array(self.simd, lanes::components(codes, size)), self & 15)
    }
}
