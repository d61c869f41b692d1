// @generated from shaders/combine.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Steps that combine two values into one.
//
// Arguments are 0 or from 2^-95 to 1e38 in size. Results that would be smaller are 0, and the host ensures that none is larger.

use super::super::builtin::{abs, less, max, min, select};
use super::super::real::Real;
use super::arithmetic::quotient;
use super::strict::{canonical, lerp, rounded};

// a + b.
#[inline(always)]
pub(crate) fn add<F: Real>(a: F, b: F) -> F {
    canonical(rounded(a + b))
}

// a - b.
#[inline(always)]
pub(crate) fn subtract<F: Real>(a: F, b: F) -> F {
    canonical(rounded(a - b))
}

// a * b.
#[inline(always)]
pub(crate) fn multiply<F: Real>(a: F, b: F) -> F {
    canonical(rounded(a * b))
}

// The smaller of two.
#[inline(always)]
pub(crate) fn min_of<F: Real>(a: F, b: F) -> F {
    min(a, b)
}

// The larger of two.
#[inline(always)]
pub(crate) fn max_of<F: Real>(a: F, b: F) -> F {
    max(a, b)
}

// The closeness of a and b within the radius: 1 where they are equal, 0 from the radius on, and 0 if the radius is not above 0.
#[inline(always)]
pub(crate) fn closeness<F: Real>(a: F, b: F, radius: F) -> F {
    quotient(max(rounded(radius - abs(rounded(a - b))), a.real(0.0)), radius, a.real(1.0))
}

// The smaller of two, with a continuous slope where they are within the radius of each other (the quadratic polynomial smooth minimum; Quilez, "Smooth
// minimum", 2013): min(a, b) - radius/4 * closeness^2. The range is that of `min_of`, extended down by a quarter of the radius.
#[inline(always)]
pub(crate) fn smooth_min<F: Real>(a: F, b: F, radius: F) -> F {
    let h = closeness(a, b, radius);
    canonical(rounded(min(a, b) - rounded(rounded(h * h) * radius) * a.real(0.25)))
}

// The larger of two, likewise.
#[inline(always)]
pub(crate) fn smooth_max<F: Real>(a: F, b: F, radius: F) -> F {
    let h = closeness(a, b, radius);
    canonical(rounded(max(a, b) + rounded(rounded(h * h) * radius) * a.real(0.25)))
}

// The derivative of `smooth_min` by a, from 0 to 1; that by b is 1 minus it. It is 1/2 where a and b are equal, except with a radius of 0, where it jumps:
// there it is 1.
#[inline(always)]
pub(crate) fn smooth_min_share<F: Real>(a: F, b: F, radius: F) -> F {
    let half = a.real(0.5) * closeness(a, b, radius);
    canonical(select(rounded(a.real(1.0) - half), half, less(b, a)))
}

// The derivative of `smooth_max` by a, likewise.
#[inline(always)]
pub(crate) fn smooth_max_share<F: Real>(a: F, b: F, radius: F) -> F {
    let half = a.real(0.5) * closeness(a, b, radius);
    canonical(select(rounded(a.real(1.0) - half), half, less(a, b)))
}

// a where the mask is 0 or less, b where it is 1 or more, and linear between; never outside the range of a and b.
#[inline(always)]
pub(crate) fn lerp_of<F: Real>(a: F, b: F, mask: F) -> F {
    let between = canonical(lerp(max(min(mask, a.real(1.0)), a.real(0.0)), a, b));
    select(b, max(min(between, max(a, b)), min(a, b)), less(mask, a.real(1.0)))
}

// `below` if v is below a bound, `otherwise` from the bound on.
#[inline(always)]
pub(crate) fn threshold<F: Real>(v: F, bound: F, below: F, otherwise: F) -> F {
    select(otherwise, below, less(v, bound))
}
