// @generated from shaders/fractal.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Sums over octaves. The host supplies the weights, within ±1 except for Musgrave's multifractals with given amplitudes, and a power of two that scales the
// sum.

use super::super::builtin::{abs, min};
use super::super::real::Real;
use super::strict::{canonical, rounded, with_part};

// Adds an octave of fractional Brownian motion (Musgrave, in "Texturing and Modeling", 3rd edition, 2003). Each part is sizable, so no sum is subnormal,
// whatever the final scale.
#[inline(always)]
pub(crate) fn fbm_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    with_part(sum, rounded(weight * value))
}

// Adds an octave of turbulence (Perlin 1985).
#[inline(always)]
pub(crate) fn turbulence_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    fbm_octave(sum, weight, abs(value))
}

// Adds an octave of billowy noise, 2 |value| - 1.
#[inline(always)]
pub(crate) fn billow_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    fbm_octave(sum, weight, canonical(rounded(sum.real(2.0) * abs(value) - sum.real(1.0))))
}

// An octave of a ridged multifractal (Musgrave 2003): (offset - |value|)^2 times the factor, which is from 0 to 1.
#[inline(always)]
pub(crate) fn ridged_signal<F: Real>(value: F, offset: F, factor: F) -> F {
    let crest = rounded(offset - abs(value));
    canonical(rounded(rounded(crest * crest) * factor))
}

// The factor of the next octave, from a signal that is at least 0.
#[inline(always)]
pub(crate) fn ridged_factor<F: Real>(signal: F, feedback: F) -> F {
    min(canonical(rounded(signal * feedback)), signal.real(1.0))
}

// An octave of a hybrid multifractal (Musgrave 2003): (value + offset) times its amplitude and the factor.
#[inline(always)]
pub(crate) fn hybrid_signal<F: Real>(value: F, offset: F, weight: F, factor: F) -> F {
    let raised = canonical(rounded(value + offset));
    canonical(rounded(canonical(rounded(raised * weight)) * factor))
}

// Adds an octave of heterogeneous terrain (Musgrave 2003): (value + offset) times the factor.
#[inline(always)]
pub(crate) fn heterogeneous_octave<F: Real>(sum: F, weight: F, value: F, offset: F, factor: F) -> F {
    let raised = canonical(rounded(value + offset));
    fbm_octave(sum, weight, canonical(rounded(raised * factor)))
}

// The scaled sum of all octaves.
#[inline(always)]
pub(crate) fn fbm_total<F: Real>(sum: F, scale: F) -> F {
    canonical(rounded(sum * scale))
}
