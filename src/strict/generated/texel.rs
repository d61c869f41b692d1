// @generated from shaders/texel.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Rounds values as a texture stores them: to the nearest value of its format, as an f32, so that a driver has nothing left to round.

use super::super::builtin::{abs, bitcast_f32, bitcast_u32, exp2, floor, greater_or_equal, less, max, min, select, shift_right};
use super::super::real::Real;
use super::strict::rounded;

// The nearest half, ties to even. Values beyond the largest half become that half, and values that would be a subnormal half become 0, since drivers may flush
// those.
#[inline(always)]
pub(crate) fn nearest_half<F: Real>(v: F) -> F {
    let bits = bitcast_u32(min(abs(v), v.real(65504.0)));
    let even = bitcast_f32((bits + v.word(0xfff) + (shift_right(bits, 13) & v.word(1))) & v.word(0xffffe000));
    let half = max(even, v.real(exp2(-14)));
    // From the midpoint between the largest subnormal half and the smallest normal one.
    select(v.real(0.0), select(half, -half, less(v, v.real(0.0))), greater_or_equal(bits, v.word(0x387fe000)))
}

// The nearest multiple of `part`, of which `levels` make 1; half up.
#[inline(always)]
pub(crate) fn nearest_level<F: Real>(v: F, levels: F, part: F) -> F {
    rounded(floor(rounded(rounded(v * levels) + v.real(0.5))) * part)
}

// The nearest of 256 levels from 0 to 1.
#[inline(always)]
pub(crate) fn nearest_unorm8<F: Real>(v: F) -> F {
    nearest_level(min(max(v, v.real(0.0)), v.real(1.0)), v.real(255.0), v.real(0.003921569))
}

// The nearest of 255 levels from -1 to 1.
#[inline(always)]
pub(crate) fn nearest_snorm8<F: Real>(v: F) -> F {
    nearest_level(min(max(v, v.real(-1.0)), v.real(1.0)), v.real(127.0), v.real(0.007874016))
}
