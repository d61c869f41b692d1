//@ needs: strict lattice arithmetic
// Steps that change a value, and the derivatives of those that are not composed of others.
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results. Where two pieces meet, the derivative is that of the upper piece unless stated otherwise.

// value * scale + offset.
//@ operation
fn scale_offset(value: f32, scale: f32, offset: f32) -> f32 {
    return canonical(rounded(rounded(value * scale) + offset));
}

// The absolute value.
//@ operation
fn abs_of(v: f32) -> f32 {
    return abs(v);
}

// The position of v on the way from `low` to `high`, clamped to 0..1.
fn ramp(v: f32, low: f32, high: f32) -> f32 {
    return max(quotient(rounded(v - low), rounded(high - low), 1.0f), 0.0f);
}

// The cubic 3t^2 - 2t^3 from 0 at `low` to 1 at `high`, which may lie below; a step up at `low` if they are equal. Range 0..1. Within 2e-7 of the function of the
// rounded differences.
//@ operation
fn smoothstep_of(v: f32, low: f32, high: f32) -> f32 {
    let hard = select(1.0f, 0.0f, v < low);
    return select(canonical(fade_cubic(ramp(v, low, high))), hard, low == high);
}

// The derivative of `smoothstep_of`: 0 outside and for a step, in magnitude at most 1.5 / |high - low|, limited to 1e30.
//@ operation
fn smoothstep_slope(v: f32, low: f32, high: f32) -> f32 {
    let t = ramp(v, low, high);
    let s = rounded(6.0f * rounded(t * rounded(1.0f - t)));
    return select(quotient(s, rounded(high - low), 1e30f), 0.0f, low == high);
}

// The divisor of both of Schlick's curves, (1 - 2a)(1 - t) + a, as a sum of two numbers that are at least 0: from the smaller of a and 1 - a to the larger.
fn bias_divisor(t: f32, a: f32) -> f32 {
    return rounded(rounded(a * t) + rounded(rounded(1.0f - a) * rounded(1.0f - t)));
}

// An amount of bias or gain, kept at least 2^-24 from 0 and 1.
fn bias_amount(amount: f32) -> f32 {
    return max(min(amount, 0.99999994f), 0x1p-24f);
}

// Bias (Schlick, "Fast Alternatives to Perlin's Bias and Gain Functions", Graphics Gems IV, 1994): t / ((1/a - 2)(1 - t) + 1) for v clamped to 0..1, which
// maps 1/2 to the amount a. Amounts are from 0 to 1; less than 1/2 lowers values, 1/2 changes nothing. Range 0..1, both ends exact.
//@ operation
fn bias(v: f32, amount: f32) -> f32 {
    let t = max(min(v, 1.0f), 0.0f);
    let a = bias_amount(amount);
    return quotient(rounded(t * a), bias_divisor(t, a), 1.0f);
}

// The derivative of `bias`: a(1 - a) / ((1 - 2a)(1 - t) + a)^2, at most 2^24; at 0 and 1 from the inside, and 0 outside.
//@ operation
fn bias_slope(v: f32, amount: f32) -> f32 {
    let a = bias_amount(amount);
    let d = bias_divisor(max(min(v, 1.0f), 0.0f), a);
    let slope = quotient(rounded(a * rounded(1.0f - a)), rounded(d * d), 0x1p24f);
    return select(slope, 0.0f, v < 0.0f || 1.0f < v);
}

// Gain (Schlick 1994): `bias` at half its size below 1/2, and rotated about (1/2, 1/2) above. It maps 1/4 to half the amount, so amounts below 1/2 push values
// away from 1/2, as amounts above 1/2 do in Perlin's original. Range 0..1; 0, 1/2 and 1 exact.
//@ operation
fn gain(v: f32, amount: f32) -> f32 {
    let t = max(min(v, 1.0f), 0.0f);
    let r = min(t, rounded(1.0f - t));
    let h = 0.5f * bias(2.0f * r, amount);
    return canonical(select(rounded(1.0f - h), h, t < 0.5f));
}

// The derivative of `gain`, at most 2^24; at 0 and 1 from the inside, and 0 outside.
//@ operation
fn gain_slope(v: f32, amount: f32) -> f32 {
    return bias_slope(2.0f * min(v, rounded(1.0f - v)), amount);
}

// The amount of bias of a terrace: 1/2 for a sharpness of 0, and 0 for 1.
fn terrace_amount(sharpness: f32) -> f32 {
    return rounded(0.5f - 0.5f * max(min(sharpness, 1.0f), 0.0f));
}

// Terraces with `steps` levels per unit, each 1 / steps high, which the host supplies as `height`. Within a level, `bias` flattens the foot and steepens the
// top. A sharpness of 0 changes only the last two digits, 1 is `quantize`, and below 1 the result is continuous. |v * steps| is at most 1e38. Range from the
// level at or below v to the next.
//@ operation
fn terrace(v: f32, steps: f32, height: f32, sharpness: f32) -> f32 {
    let x = canonical(rounded(v * steps));
    let level = floor(x);
    let risen = select(0.0f, bias(rounded(x - level), terrace_amount(sharpness)), sharpness < 1.0f);
    return canonical(rounded((level + risen) * height));
}

// The derivative of `terrace`, at most 2^24; 0 for a sharpness of 1.
//@ operation
fn terrace_slope(v: f32, steps: f32, sharpness: f32) -> f32 {
    let x = canonical(rounded(v * steps));
    return select(0.0f, bias_slope(rounded(x - floor(x)), terrace_amount(sharpness)), sharpness < 1.0f);
}

// The level at or below v, with `steps` levels per unit, each 1 / steps high, which the host supplies as `height`. |v * steps| is at most 1e38.
//@ operation
fn quantize(v: f32, steps: f32, height: f32) -> f32 {
    return canonical(rounded(floor(canonical(rounded(v * steps))) * height));
}

// A piece of a curve: c0 + c1 d + c2 d^2 + c3 d^3 with d = v - start from `start` on, and `before` below. A spline is a chain of pieces, and so is its
// derivative, with c1, 2 c2, 3 c3, 0. Coefficients are within ±2^30, and d is clamped to 2^30. The range is within ±1e37, and includes that of `before`.
//@ operation
fn curve_piece(before: f32, v: f32, start: f32, c0: f32, c1: f32, c2: f32, c3: f32) -> f32 {
    let d = max(min(rounded(v - start), 0x1p30f), 0.0f);
    let s2 = rounded(c3 * d) + c2;
    let s1 = rounded(s2 * d) + c1;
    return select(canonical(rounded(rounded(s1 * d) + c0)), before, v < start);
}

// (v + 1) * strength folded into a triangle wave, from -1 at even numbers to 1 at odd ones, on both sides of 0. It equals FastNoiseLite's (Peck, 2020) for v
// from -1 on. |(v + 1) * strength| is at most 1e38. Range -1..1.
//@ operation
fn ping_pong(v: f32, strength: f32) -> f32 {
    let x = rounded(rounded(v + 1.0f) * strength);
    let f = rounded(x - 2.0f * floor(x * 0.5f));
    let folded = min(f, rounded(2.0f - f));
    return canonical(rounded(2.0f * folded - 1.0f));
}

// The derivative of `ping_pong`: 2 * strength or its negative.
//@ operation
fn ping_pong_slope(v: f32, strength: f32) -> f32 {
    let x = rounded(rounded(v + 1.0f) * strength);
    let f = rounded(x - 2.0f * floor(x * 0.5f));
    return canonical(select(-2.0f * strength, 2.0f * strength, f < 1.0f));
}

// v minus the integer at or below it: from 0 to below 1, exact for v from 0 on.
//@ operation
fn fraction_of(v: f32) -> f32 {
    return min(rounded(v - floor(v)), 0.99999994f);
}

// The derivative of `power`: exponent * v^(exponent - 1), limited to ±1e30; 0 below 0, and at 0 from above. |exponent| is limited to 1024.
//@ operation
fn power_slope(v: f32, exponent: f32) -> f32 {
    let e = max(min(exponent, 1024.0f), -1024.0f);
    let slope = canonical(rounded(e * power(v, rounded(exponent - 1.0f))));
    return select(max(min(slope, 1e30f), -1e30f), 0.0f, v < 0.0f);
}

// The derivative of `sqrt_of`: 1 / (2 sqrt(v)) above 0, 0 below 0, and 2^47 at 0. It is smaller than that everywhere else.
//@ operation
fn sqrt_slope(v: f32) -> f32 {
    return select(quotient(0.5f, sqrt_of(v), 0x1p47f), 0.0f, v < 0.0f);
}
