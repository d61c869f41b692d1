// @generated from shaders/fractal.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Sums over octaves. The host supplies the weights, within ±1 but for multifractals of Musgrave's that are given amplitudes, and a power of two that
// gives the sum its size.

use super::super::builtin::{abs, min};
use super::super::number::Real;
use super::strict::{rounded, settled, with_part};

// Fractional Brownian motion (Musgrave, in "Texturing and Modeling", 3rd edition, 2003): one octave more. What is added is sizable, so no sum of
// such is subnormal, whatever size it is given in the end.
#[inline(always)]
pub(crate) fn fbm_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    with_part(sum, rounded(weight * value))
}

// Turbulence (Perlin 1985): one octave more.
#[inline(always)]
pub(crate) fn turbulence_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    fbm_octave(sum, weight, abs(value))
}

// Billowy noise: one octave more, of 2 |value| - 1.
#[inline(always)]
pub(crate) fn billow_octave<F: Real>(sum: F, weight: F, value: F) -> F {
    fbm_octave(sum, weight, settled(rounded(sum.real(2.0) * abs(value) - sum.real(1.0))))
}

// An octave of a ridged multifractal (Musgrave 2003): (offset - |value|)^2 times the factor, which is from 0 to 1.
#[inline(always)]
pub(crate) fn ridged_signal<F: Real>(value: F, offset: F, factor: F) -> F {
    let crest = rounded(offset - abs(value));
    settled(rounded(rounded(crest * crest) * factor))
}

// The factor of the next octave, from a signal that is not below 0.
#[inline(always)]
pub(crate) fn ridged_factor<F: Real>(signal: F, feedback: F) -> F {
    min(settled(rounded(signal * feedback)), signal.real(1.0))
}

// An octave of a hybrid multifractal (Musgrave 2003): (value + offset) times its amplitude and the factor.
#[inline(always)]
pub(crate) fn hybrid_signal<F: Real>(value: F, offset: F, weight: F, factor: F) -> F {
    let raised = settled(rounded(value + offset));
    settled(rounded(settled(rounded(raised * weight)) * factor))
}

// Heterogeneous terrain (Musgrave 2003): one octave more, of (value + offset) times the factor.
#[inline(always)]
pub(crate) fn heterogeneous_octave<F: Real>(sum: F, weight: F, value: F, offset: F, factor: F) -> F {
    let raised = settled(rounded(value + offset));
    fbm_octave(sum, weight, settled(rounded(raised * factor)))
}

// The sum of all octaves, at its size.
#[inline(always)]
pub(crate) fn fbm_total<F: Real>(sum: F, scale: F) -> F {
    settled(rounded(sum * scale))
}
