// @generated from shaders/strict.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Strict f32: one rounding per operation, in the written order, with every compiler.
//
// Shader compilers may contract a product into a sum and reorder sums. `rounded` prevents both: it passes a value through integers with a number that the
// compiler can't know. `main` sets `zero` from the parameters; without this the code works but is not strict.

use super::super::builtin::select;
pub(crate) use super::super::by_hand::{is_sizable, rounded, with_part};
use super::super::real::Real;

// The canonical value: negative zeros and numbers below 2^-95, which include all subnormals, become 0, since devices differ in both.
#[inline(always)]
pub(crate) fn canonical<F: Real>(v: F) -> F {
    select(v.real(0.0), v, is_sizable(v))
}

// a at t = 0, b at t = 1.
#[inline(always)]
pub(crate) fn lerp<F: Real>(t: F, a: F, b: F) -> F {
    rounded(a + rounded(t * (b - a)))
}
