// @generated from shaders/strict.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Strict f32: one rounding an operation, in the written order, on every compiler.
//
// Compilers of shaders may fuse a product into a sum and reorder sums. `rounded` hides a value from both by passing it through integers with a
// number the compiler can't know. `main` sets `zero` from the parameters; where it is left alone the code works and is merely not strict.

use super::super::builtin::select;
pub(crate) use super::super::by_hand::{is_sizable, rounded, with_part};
use super::super::number::Real;

// No negative zero and no subnormal leaves this, since devices differ in both.
#[inline(always)]
pub(crate) fn settled<F: Real>(v: F) -> F {
    select(v.real(0.0), v, is_sizable(v))
}

// a at t = 0, b at t = 1.
#[inline(always)]
pub(crate) fn lerp<F: Real>(t: F, a: F, b: F) -> F {
    rounded(a + rounded(t * (b - a)))
}
