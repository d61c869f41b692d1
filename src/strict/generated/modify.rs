// @generated from shaders/modify.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Steps that change a value, and the derivatives of those that are not composed of others.
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results. Where two pieces meet, the derivative is that of the upper piece unless stated otherwise.

use super::super::builtin::{abs, equal, exp2, floor, less, max, min, select};
use super::super::real::Real;
use super::arithmetic::{power, quotient, sqrt_of};
use super::lattice::fade_cubic;
use super::strict::{canonical, rounded};

// value * scale + offset.
#[inline(always)]
pub(crate) fn scale_offset<F: Real>(value: F, scale: F, offset: F) -> F {
    canonical(rounded(rounded(value * scale) + offset))
}

// The absolute value.
#[inline(always)]
pub(crate) fn abs_of<F: Real>(v: F) -> F {
    abs(v)
}

// The position of v on the way from `low` to `high`, clamped to 0..1.
#[inline(always)]
pub(crate) fn ramp<F: Real>(v: F, low: F, high: F) -> F {
    max(quotient(rounded(v - low), rounded(high - low), v.real(1.0)), v.real(0.0))
}

// The cubic 3t^2 - 2t^3 from 0 at `low` to 1 at `high`, which may lie below; a step up at `low` if they are equal. Range 0..1. Within 2e-7 of the function of the
// rounded differences.
#[inline(always)]
pub(crate) fn smoothstep_of<F: Real>(v: F, low: F, high: F) -> F {
    let hard = select(v.real(1.0), v.real(0.0), less(v, low));
    select(canonical(fade_cubic(ramp(v, low, high))), hard, equal(low, high))
}

// The derivative of `smoothstep_of`: 0 outside and for a step, in magnitude at most 1.5 / |high - low|, limited to 1e30.
#[inline(always)]
pub(crate) fn smoothstep_slope<F: Real>(v: F, low: F, high: F) -> F {
    let t = ramp(v, low, high);
    let s = rounded(v.real(6.0) * rounded(t * rounded(v.real(1.0) - t)));
    select(quotient(s, rounded(high - low), v.real(1e30)), v.real(0.0), equal(low, high))
}

// The divisor of both of Schlick's curves, (1 - 2a)(1 - t) + a, as a sum of two numbers that are at least 0: from the smaller of a and 1 - a to the larger.
#[inline(always)]
pub(crate) fn bias_divisor<F: Real>(t: F, a: F) -> F {
    rounded(rounded(a * t) + rounded(rounded(t.real(1.0) - a) * rounded(t.real(1.0) - t)))
}

// An amount of bias or gain, kept at least 2^-24 from 0 and 1.
#[inline(always)]
pub(crate) fn bias_amount<F: Real>(amount: F) -> F {
    max(min(amount, amount.real(0.99999994)), amount.real(exp2(-24)))
}

// Bias (Schlick, "Fast Alternatives to Perlin's Bias and Gain Functions", Graphics Gems IV, 1994): t / ((1/a - 2)(1 - t) + 1) for v clamped to 0..1, which
// maps 1/2 to the amount a. Amounts are from 0 to 1; less than 1/2 lowers values, 1/2 changes nothing. Range 0..1, both ends exact.
#[inline(always)]
pub(crate) fn bias<F: Real>(v: F, amount: F) -> F {
    let t = max(min(v, v.real(1.0)), v.real(0.0));
    let a = bias_amount(amount);
    quotient(rounded(t * a), bias_divisor(t, a), v.real(1.0))
}

// The derivative of `bias`: a(1 - a) / ((1 - 2a)(1 - t) + a)^2, at most 2^24; at 0 and 1 from the inside, and 0 outside.
#[inline(always)]
pub(crate) fn bias_slope<F: Real>(v: F, amount: F) -> F {
    let a = bias_amount(amount);
    let d = bias_divisor(max(min(v, v.real(1.0)), v.real(0.0)), a);
    let slope = quotient(rounded(a * rounded(v.real(1.0) - a)), rounded(d * d), v.real(exp2(24)));
    select(slope, v.real(0.0), less(v, v.real(0.0)) | less(v.real(1.0), v))
}

// Gain (Schlick 1994): `bias` at half its size below 1/2, and rotated about (1/2, 1/2) above. It maps 1/4 to half the amount, so amounts below 1/2 push values
// away from 1/2, as amounts above 1/2 do in Perlin's original. Range 0..1; 0, 1/2 and 1 exact.
#[inline(always)]
pub(crate) fn gain<F: Real>(v: F, amount: F) -> F {
    let t = max(min(v, v.real(1.0)), v.real(0.0));
    let r = min(t, rounded(v.real(1.0) - t));
    let h = v.real(0.5) * bias(v.real(2.0) * r, amount);
    canonical(select(rounded(v.real(1.0) - h), h, less(t, v.real(0.5))))
}

// The derivative of `gain`, at most 2^24; at 0 and 1 from the inside, and 0 outside.
#[inline(always)]
pub(crate) fn gain_slope<F: Real>(v: F, amount: F) -> F {
    bias_slope(v.real(2.0) * min(v, rounded(v.real(1.0) - v)), amount)
}

// The amount of bias of a terrace: 1/2 for a sharpness of 0, and 0 for 1.
#[inline(always)]
pub(crate) fn terrace_amount<F: Real>(sharpness: F) -> F {
    rounded(sharpness.real(0.5) - sharpness.real(0.5) * max(min(sharpness, sharpness.real(1.0)), sharpness.real(0.0)))
}

// Terraces with `steps` levels per unit, each 1 / steps high, which the host supplies as `height`. Within a level, `bias` flattens the foot and steepens the
// top. A sharpness of 0 changes only the last two digits, 1 is `quantize`, and below 1 the result is continuous. |v * steps| is at most 1e38. Range from the
// level at or below v to the next.
#[inline(always)]
pub(crate) fn terrace<F: Real>(v: F, steps: F, height: F, sharpness: F) -> F {
    let x = canonical(rounded(v * steps));
    let level = floor(x);
    let risen = select(v.real(0.0), bias(rounded(x - level), terrace_amount(sharpness)), less(sharpness, v.real(1.0)));
    canonical(rounded((level + risen) * height))
}

// The derivative of `terrace`, at most 2^24; 0 for a sharpness of 1.
#[inline(always)]
pub(crate) fn terrace_slope<F: Real>(v: F, steps: F, sharpness: F) -> F {
    let x = canonical(rounded(v * steps));
    select(v.real(0.0), bias_slope(rounded(x - floor(x)), terrace_amount(sharpness)), less(sharpness, v.real(1.0)))
}

// The level at or below v, with `steps` levels per unit, each 1 / steps high, which the host supplies as `height`. |v * steps| is at most 1e38.
#[inline(always)]
pub(crate) fn quantize<F: Real>(v: F, steps: F, height: F) -> F {
    canonical(rounded(floor(canonical(rounded(v * steps))) * height))
}

// A piece of a curve: c0 + c1 d + c2 d^2 + c3 d^3 with d = v - start from `start` on, and `before` below. A spline is a chain of pieces, and so is its
// derivative, with c1, 2 c2, 3 c3, 0. Coefficients are within ±2^30, and d is clamped to 2^30. The range is within ±1e37, and includes that of `before`.
#[inline(always)]
pub(crate) fn curve_piece<F: Real>(before: F, v: F, start: F, c0: F, c1: F, c2: F, c3: F) -> F {
    let d = max(min(rounded(v - start), before.real(exp2(30))), before.real(0.0));
    let s2 = rounded(c3 * d) + c2;
    let s1 = rounded(s2 * d) + c1;
    select(canonical(rounded(rounded(s1 * d) + c0)), before, less(v, start))
}

// (v + 1) * strength folded into a triangle wave, from -1 at even numbers to 1 at odd ones, on both sides of 0. It equals FastNoiseLite's (Peck, 2020) for v
// from -1 on. |(v + 1) * strength| is at most 1e38. Range -1..1.
#[inline(always)]
pub(crate) fn ping_pong<F: Real>(v: F, strength: F) -> F {
    let x = rounded(rounded(v + v.real(1.0)) * strength);
    let f = rounded(x - v.real(2.0) * floor(x * v.real(0.5)));
    let folded = min(f, rounded(v.real(2.0) - f));
    canonical(rounded(v.real(2.0) * folded - v.real(1.0)))
}

// The derivative of `ping_pong`: 2 * strength or its negative.
#[inline(always)]
pub(crate) fn ping_pong_slope<F: Real>(v: F, strength: F) -> F {
    let x = rounded(rounded(v + v.real(1.0)) * strength);
    let f = rounded(x - v.real(2.0) * floor(x * v.real(0.5)));
    canonical(select(v.real(-2.0) * strength, v.real(2.0) * strength, less(f, v.real(1.0))))
}

// v minus the integer at or below it: from 0 to below 1, exact for v from 0 on.
#[inline(always)]
pub(crate) fn fraction_of<F: Real>(v: F) -> F {
    min(rounded(v - floor(v)), v.real(0.99999994))
}

// The derivative of `power`: exponent * v^(exponent - 1), limited to ±1e30; 0 below 0, and at 0 from above. |exponent| is limited to 1024.
#[inline(always)]
pub(crate) fn power_slope<F: Real>(v: F, exponent: F) -> F {
    let e = max(min(exponent, v.real(1024.0)), v.real(-1024.0));
    let slope = canonical(rounded(e * power(v, rounded(exponent - v.real(1.0)))));
    select(max(min(slope, v.real(1e30)), v.real(-1e30)), v.real(0.0), less(v, v.real(0.0)))
}

// The derivative of `sqrt_of`: 1 / (2 sqrt(v)) above 0, 0 below 0, and 2^47 at 0. It is smaller than that everywhere else.
#[inline(always)]
pub(crate) fn sqrt_slope<F: Real>(v: F) -> F {
    select(quotient(v.real(0.5), sqrt_of(v), v.real(exp2(47))), v.real(0.0), less(v, v.real(0.0)))
}
