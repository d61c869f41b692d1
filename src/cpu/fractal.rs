//! Twin of `fractal.wgsl`: sums over octaves.

use super::strict::{Real, rounded, settled};

#[inline(always)]
pub(crate) fn fbm_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    rounded(sum + settled(rounded(weight * value)))
}

#[inline(always)]
pub(crate) fn fbm_total<F: Real>(sum: F, scale: F) -> F {
    settled(rounded(sum * scale))
}
