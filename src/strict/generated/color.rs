// @generated from shaders/color.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Colour ramps, and the conversion from Oklab to light (Ottosson, "A perceptual color space for image processing", 2020).
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results.

use super::super::builtin::{less, max, min, select};
use super::super::real::Real;
use super::strict::{canonical, rounded};

// A piece of a ramp: c0 + c1 d with d = v - start from `start` on, and `before` below. d is clamped to `width`, so that c1 d reaches the end of the piece. A
// ramp is a chain of pieces.
#[inline(always)]
pub(crate) fn ramp_piece<F: Real>(before: F, v: F, start: F, width: F, c0: F, c1: F) -> F {
    let d = max(min(rounded(v - start), width), before.real(0.0));
    select(canonical(rounded(rounded(c1 * d) + c0)), before, less(v, start))
}

// The cube root of the long cones' response.
#[inline(always)]
pub(crate) fn long_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l + rounded(l.real(0.39633778) * a)) + rounded(l.real(0.21580376) * b))
}

// The cube root of the medium cones' response.
#[inline(always)]
pub(crate) fn medium_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l - rounded(l.real(0.105561346) * a)) - rounded(l.real(0.06385417) * b))
}

// The cube root of the short cones' response.
#[inline(always)]
pub(crate) fn short_root<F: Real>(l: F, a: F, b: F) -> F {
    rounded(rounded(l - rounded(l.real(0.08948418) * a)) - rounded(l.real(1.2914855) * b))
}

// v * v * v.
#[inline(always)]
pub(crate) fn cubed<F: Real>(v: F) -> F {
    canonical(rounded(canonical(rounded(v * v)) * v))
}

// A sum of three products.
#[inline(always)]
pub(crate) fn weighted<F: Real>(x: F, y: F, z: F, a: F, b: F, c: F) -> F {
    canonical(rounded(rounded(canonical(rounded(x * a)) + canonical(rounded(y * b))) + canonical(rounded(z * c))))
}

// A channel of linear light from Oklab, before it is clamped to 0..1, given the contributions of the cones.
#[inline(always)]
pub(crate) fn oklab_light<F: Real>(l: F, a: F, b: F, by_long: F, by_medium: F, by_short: F) -> F {
    weighted(cubed(long_root(l, a, b)), cubed(medium_root(l, a, b)), cubed(short_root(l, a, b)), by_long, by_medium, by_short)
}

// A channel of linear light from Oklab, clamped to 0..1. The cones' cube roots are within ±100.
#[inline(always)]
pub(crate) fn oklab_channel<F: Real>(l: F, a: F, b: F, by_long: F, by_medium: F, by_short: F) -> F {
    max(min(oklab_light(l, a, b, by_long, by_medium, by_short), l.real(1.0)), l.real(0.0))
}

// The derivative of a cube, given the root and its derivative.
#[inline(always)]
pub(crate) fn cubed_slope<F: Real>(v: F, slope: F) -> F {
    canonical(rounded(rounded(v.real(3.0) * canonical(rounded(v * v))) * slope))
}

// The derivative of `oklab_channel`, given those of l, a and b, which are within ±1e30; 0 where it is clamped.
#[inline(always)]
pub(crate) fn oklab_channel_slope<F: Real>(l: F, a: F, b: F, dl: F, da: F, db: F, by_long: F, by_medium: F, by_short: F) -> F {
    let light = oklab_light(l, a, b, by_long, by_medium, by_short);
    let long = cubed_slope(long_root(l, a, b), canonical(long_root(dl, da, db)));
    let medium = cubed_slope(medium_root(l, a, b), canonical(medium_root(dl, da, db)));
    let short = cubed_slope(short_root(l, a, b), canonical(short_root(dl, da, db)));
    let slope = weighted(long, medium, short, by_long, by_medium, by_short);
    select(slope, l.real(0.0), less(light, l.real(0.0)) | less(l.real(1.0), light))
}
