//! Twin of `combine.wgsl`: steps that make one value of two.

#![allow(dead_code)]

use super::arithmetic::quotient;
use super::strict::{Real, lerp, rounded, select, settled};

#[inline(always)]
pub(crate) fn sum<F: Real>(a: F, b: F) -> F {
    settled(rounded(a + b))
}

#[inline(always)]
pub(crate) fn difference<F: Real>(a: F, b: F) -> F {
    settled(rounded(a - b))
}

#[inline(always)]
pub(crate) fn product<F: Real>(a: F, b: F) -> F {
    settled(rounded(a * b))
}

#[inline(always)]
pub(crate) fn smaller<F: Real>(a: F, b: F) -> F {
    a.min(b)
}

#[inline(always)]
pub(crate) fn larger<F: Real>(a: F, b: F) -> F {
    a.max(b)
}

#[inline(always)]
pub(crate) fn closeness<F: Real>(a: F, b: F, radius: F) -> F {
    quotient(rounded(radius - rounded(a - b).abs()).max(a.like(0.0)), radius, a.like(1.0))
}

#[inline(always)]
pub(crate) fn smooth_smaller<F: Real>(a: F, b: F, radius: F) -> F {
    let h = closeness(a, b, radius);
    settled(rounded(a.min(b) - rounded(rounded(h * h) * radius) * a.like(0.25)))
}

#[inline(always)]
pub(crate) fn smooth_larger<F: Real>(a: F, b: F, radius: F) -> F {
    let h = closeness(a, b, radius);
    settled(rounded(a.max(b) + rounded(rounded(h * h) * radius) * a.like(0.25)))
}

#[inline(always)]
pub(crate) fn smooth_smaller_share<F: Real>(a: F, b: F, radius: F) -> F {
    let half = a.like(0.5) * closeness(a, b, radius);
    settled(select(rounded(a.like(1.0) - half), half, b.below(a)))
}

#[inline(always)]
pub(crate) fn smooth_larger_share<F: Real>(a: F, b: F, radius: F) -> F {
    let half = a.like(0.5) * closeness(a, b, radius);
    settled(select(rounded(a.like(1.0) - half), half, a.below(b)))
}

#[inline(always)]
pub(crate) fn blended<F: Real>(a: F, b: F, mask: F) -> F {
    let between = lerp(mask.min(a.like(1.0)).max(a.like(0.0)), a, b).min(a.max(b)).max(a.min(b));
    select(b, settled(between), mask.below(a.like(1.0)))
}

#[inline(always)]
pub(crate) fn choose_below<F: Real>(v: F, bound: F, below: F, otherwise: F) -> F {
    select(otherwise, below, v.below(bound))
}
