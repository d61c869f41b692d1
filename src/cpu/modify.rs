//! Twin of `modify.wgsl`: steps that change a value.

#![allow(dead_code)]

use super::arithmetic::{power, quotient, square_root};
use super::lattice::fade_cubic;
use super::strict::{Real, rounded, select, settled};

#[inline(always)]
pub(crate) fn scale_offset<F: Real>(value: F, scale: F, offset: F) -> F {
    settled(rounded(rounded(value * scale) + offset))
}

#[inline(always)]
pub(crate) fn absolute<F: Real>(v: F) -> F {
    v.abs()
}

#[inline(always)]
pub(crate) fn ramp<F: Real>(v: F, low: F, high: F) -> F {
    quotient(rounded(v - low), rounded(high - low), v.like(1.0)).max(v.like(0.0))
}

#[inline(always)]
pub(crate) fn smooth_step<F: Real>(v: F, low: F, high: F) -> F {
    let hard = select(v.like(1.0), v.like(0.0), v.below(low));
    select(hard, settled(fade_cubic(ramp(v, low, high))), low.below(high))
}

#[inline(always)]
pub(crate) fn smooth_step_slope<F: Real>(v: F, low: F, high: F) -> F {
    let t = ramp(v, low, high);
    let s = rounded(v.like(6.0) * rounded(t * rounded(v.like(1.0) - t)));
    select(v.like(0.0), quotient(s, rounded(high - low), v.like(1e30)), low.below(high))
}

#[inline(always)]
pub(crate) fn bias_divisor<F: Real>(t: F, a: F) -> F {
    rounded(rounded(rounded(t.like(1.0) - t.like(2.0) * a) * (t.like(1.0) - t)) + a)
}

#[inline(always)]
pub(crate) fn bias_amount<F: Real>(amount: F) -> F {
    amount.min(amount.like(0.999_999_94)).max(amount.like(f32::from_bits(103 << 23)))
}

#[inline(always)]
pub(crate) fn bias<F: Real>(v: F, amount: F) -> F {
    let t = v.min(v.like(1.0)).max(v.like(0.0));
    let a = bias_amount(amount);
    quotient(rounded(t * a), bias_divisor(t, a), v.like(1.0))
}

#[inline(always)]
pub(crate) fn bias_slope<F: Real>(v: F, amount: F) -> F {
    let a = bias_amount(amount);
    let d = bias_divisor(v.min(v.like(1.0)).max(v.like(0.0)), a);
    let slope = quotient(rounded(a * (v.like(1.0) - a)), rounded(d * d), v.like(16_777_216.0));
    select(slope, v.like(0.0), v.below(v.like(0.0)) | v.like(1.0).below(v))
}

#[inline(always)]
pub(crate) fn gain<F: Real>(v: F, amount: F) -> F {
    let t = v.min(v.like(1.0)).max(v.like(0.0));
    let r = t.min(rounded(v.like(1.0) - t));
    let h = v.like(0.5) * bias(v.like(2.0) * r, amount);
    settled(select(rounded(v.like(1.0) - h), h, t.below(v.like(0.5))))
}

#[inline(always)]
pub(crate) fn gain_slope<F: Real>(v: F, amount: F) -> F {
    bias_slope(v.like(2.0) * v.min(rounded(v.like(1.0) - v)), amount)
}

#[inline(always)]
pub(crate) fn terrace_amount<F: Real>(sharpness: F) -> F {
    let held = |number| sharpness.like(number);
    rounded(held(0.5) - held(0.5) * sharpness.min(held(1.0)).max(held(0.0)))
}

#[inline(always)]
pub(crate) fn terrace<F: Real>(v: F, steps: F, height: F, sharpness: F) -> F {
    let x = settled(rounded(v * steps));
    let level = x.floor();
    let risen = select(v.like(0.0), bias(rounded(x - level), terrace_amount(sharpness)), sharpness.below(v.like(1.0)));
    settled(rounded((level + risen) * height))
}

#[inline(always)]
pub(crate) fn terrace_slope<F: Real>(v: F, steps: F, sharpness: F) -> F {
    let x = settled(rounded(v * steps));
    select(v.like(0.0), bias_slope(rounded(x - x.floor()), terrace_amount(sharpness)), sharpness.below(v.like(1.0)))
}

#[inline(always)]
pub(crate) fn quantised<F: Real>(v: F, steps: F, height: F) -> F {
    settled(rounded(settled(rounded(v * steps)).floor() * height))
}

#[inline(always)]
pub(crate) fn curve_piece<F: Real>(before: F, v: F, start: F, c0: F, c1: F, c2: F, c3: F) -> F {
    let d = rounded(v - start).min(v.like(f32::from_bits(157 << 23))).max(v.like(0.0));
    let s2 = rounded(c3 * d) + c2;
    let s1 = rounded(s2 * d) + c1;
    select(settled(rounded(rounded(s1 * d) + c0)), before, v.below(start))
}

#[inline(always)]
pub(crate) fn ping_pong<F: Real>(v: F, strength: F) -> F {
    let x = rounded((v + v.like(1.0)) * strength);
    let f = rounded(x - v.like(2.0) * (x * v.like(0.5)).floor());
    let folded = f.min(rounded(v.like(2.0) - f));
    settled(rounded(v.like(2.0) * folded - v.like(1.0)))
}

#[inline(always)]
pub(crate) fn ping_pong_slope<F: Real>(v: F, strength: F) -> F {
    let x = rounded((v + v.like(1.0)) * strength);
    let f = rounded(x - v.like(2.0) * (x * v.like(0.5)).floor());
    settled(select(v.like(-2.0) * strength, v.like(2.0) * strength, f.below(v.like(1.0))))
}

#[inline(always)]
pub(crate) fn repeated<F: Real>(v: F) -> F {
    rounded(v - v.floor()).min(v.like(0.999_999_94))
}

#[inline(always)]
pub(crate) fn power_slope<F: Real>(v: F, exponent: F) -> F {
    let e = exponent.min(v.like(1024.0)).max(v.like(-1024.0));
    let slope = settled(rounded(e * power(v, rounded(exponent - v.like(1.0)))));
    select(slope.min(v.like(1e30)).max(v.like(-1e30)), v.like(0.0), v.below(v.like(0.0)))
}

#[inline(always)]
pub(crate) fn square_root_slope<F: Real>(v: F) -> F {
    select(quotient(v.like(0.5), square_root(v), v.like(f32::from_bits(174 << 23))), v.like(0.0), v.below(v.like(0.0)))
}
