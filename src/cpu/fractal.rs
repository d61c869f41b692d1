//! Twin of `fractal.wgsl`: sums over octaves.

use super::strict::{Real, is_sizable, rounded, select, settled};

#[inline(always)]
pub(crate) fn fbm_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    let part = rounded(weight * value);
    select(sum, rounded(sum + part), is_sizable(part))
}

#[inline(always)]
pub(crate) fn fbm_total<F: Real>(sum: F, scale: F) -> F {
    settled(rounded(sum * scale))
}
