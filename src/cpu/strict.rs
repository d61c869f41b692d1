//! Twin of `strict.wgsl`: strict f32. Rust neither fuses nor reorders, so `rounded` is the identity.
//!
//! The twins of value-layer functions are generic over [`Real`], so that one formula serves a single sample and sixteen of a row.

use std::ops::{Add, Mul, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

/// One f32, or sixteen side by side.
pub(crate) trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// A number in every lane of a value of this kind.
    fn like(self, number: f32) -> Self;
    /// The smaller, lane by lane.
    fn min(self, other: Self) -> Self;
    /// `below` in the lanes that are less than a bound, otherwise `above`.
    fn select_below(self, bound: f32, below: Self, above: Self) -> Self;
    /// This where a sign is 1, its negative where it is -1, and 0 where it is 0.
    fn flipped_by(self, sign: Self) -> Self;
    /// See `settled` in `strict.wgsl`.
    fn settled(self) -> Self;
}

const SETTLED: u32 = 0x7000_0000;
const SIGN: u32 = 0x8000_0000;

impl Real for f32 {
    #[inline(always)]
    fn like(self, number: f32) -> Self {
        number
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn select_below(self, bound: f32, below: Self, above: Self) -> Self {
        if self < bound { below } else { above }
    }

    #[inline(always)]
    fn flipped_by(self, sign: Self) -> Self {
        if sign == 0.0 { 0.0 } else { Self::from_bits(self.to_bits() ^ (sign.to_bits() & SIGN)) }
    }

    #[inline(always)]
    fn settled(self) -> Self {
        if self.to_bits() & SETTLED != 0 { self } else { 0.0 }
    }
}

impl<S: Simd> Real for f32x16<S> {
    #[inline(always)]
    fn like(self, number: f32) -> Self {
        Self::splat(self.simd, number)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.simd.min_f32x16(self, other)
    }

    #[inline(always)]
    fn select_below(self, bound: f32, below: Self, above: Self) -> Self {
        self.simd_lt(bound).select(below, above)
    }

    #[inline(always)]
    fn flipped_by(self, sign: Self) -> Self {
        let (bits, sign_bits): (u32x16<S>, u32x16<S>) = (self.bitcast(), sign.bitcast());
        sign.simd_eq(0.0).select(self.like(0.0), (bits ^ (sign_bits & SIGN)).bitcast())
    }

    #[inline(always)]
    fn settled(self) -> Self {
        let bits: u32x16<S> = self.bitcast();
        (bits & SETTLED).simd_gt(0).select(self, self.like(0.0))
    }
}

#[inline(always)]
pub(crate) fn rounded<F: Real>(v: F) -> F {
    v
}

#[inline(always)]
pub(crate) fn settled<F: Real>(v: F) -> F {
    v.settled()
}

#[inline(always)]
pub(crate) fn lerp<F: Real>(t: F, a: F, b: F) -> F {
    rounded(a + rounded(t * (b - a)))
}
