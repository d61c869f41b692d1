// @generated from shaders/fractal.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Sums over octaves. The host supplies the weights, each within ±1, and a power of two that gives the sum its size.

use super::super::builtin::select;
use super::super::number::Real;
use super::strict::{is_sizable, rounded, settled};

// Fractional Brownian motion (Musgrave, in "Texturing and Modeling", 3rd edition, 2003): one octave more. What is added is sizable, so no sum of
// such is subnormal, whatever size it is given in the end.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn fbm_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    let part = rounded(weight * value);
    select(sum, rounded(sum + part), is_sizable(part))
}

// The sum of all octaves, at its size.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn fbm_total<F: Real>(sum: F, scale: F) -> F {
    settled(rounded(sum * scale))
}
