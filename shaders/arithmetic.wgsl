//@ needs: strict
//@ by hand: sqrt_of sqrt_of_two
// Functions that devices round differently, in strict f32: by Newton's method from a guess by the bits, or by polynomials.
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results.

// The upper 12 bits of the significand. The product of two such numbers is exact, and so is the difference of a number and its upper half (Veltkamp 1968,
// Dekker 1971).
fn upper_half(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u);
}

// a / b for a and b from 1 to below 2: a linear guess of 1/b, two Newton steps, and one with the exact remainder. Within 0.52 ulp.
fn significand_quotient(a: f32, b: f32) -> f32 {
    let r0 = rounded(1.4641016f - 0.5f * b);
    let r1 = rounded(r0 * (2.0f - rounded(b * r0)));
    let r2 = rounded(r1 * (2.0f - rounded(b * r1)));
    let q = rounded(a * r2);
    let b0 = upper_half(b);
    let q0 = upper_half(q);
    let b1 = b - b0;
    let q1 = rounded(q - q0);
    let left = rounded(rounded(a - rounded(q0 * b0)) - rounded(q0 * b1));
    let remainder = rounded(left - rounded(q1 * b0)) - rounded(q1 * b1);
    return rounded(q + rounded(remainder * r2));
}

// a / b, clamped to ±limit, which is from 2^-95 to 1e38. a / 0 is ±limit with the sign of a; 0 / 0 is 0, and so are quotients below 2^-95. Within 0.52 ulp,
// and exact where the quotient is an f32.
//@ operation
fn quotient(a: f32, b: f32, limit: f32) -> f32 {
    let a_bits = bitcast<u32>(a);
    let b_bits = bitcast<u32>(b);
    let a_exponent = (a_bits >> 23u) & 255u;
    let b_exponent = (b_bits >> 23u) & 255u;
    let a_one = bitcast<f32>((a_bits & 0x7fffffu) | 0x3f800000u);
    let b_one = bitcast<f32>((b_bits & 0x7fffffu) | 0x3f800000u);
    let bits = bitcast<u32>(significand_quotient(a_one, b_one));
    // The exponent, raised so that it is not negative, and clamped where the number would not be finite and normal.
    let exponent = (bits >> 23u) + a_exponent + 256u - b_exponent;
    let is_small = a_exponent == 0u || exponent < 288u;
    let is_large = b_exponent == 0u || 510u < exponent;
    let held = select(select(exponent, 510u, is_large), 288u, is_small);
    let size = min(bitcast<f32>(((held - 256u) << 23u) | (bits & 0x7fffffu)), limit);
    let signed = bitcast<f32>(bitcast<u32>(size) | ((a_bits ^ b_bits) & 0x80000000u));
    return select(signed, 0.0f, is_small);
}

// The square root of v, rounded as in IEEE 754; 0 where v is below 0.
//@ operation
fn sqrt_of(v: f32) -> f32 {
    let bits = bitcast<u32>(v);
    // v times a power of 4, from 1 to below 4.
    let one = bitcast<f32>(((bits + 0x800000u) & 0xffffffu) + 0x3f800000u);
    // A guess of the reciprocal root by the bits, and two Newton steps (Lomont, "Fast inverse square root", 2003); a third step for the root.
    let r0 = bitcast<f32>(0x5f375a86u - (bitcast<u32>(one) >> 1u));
    let half = one * 0.5f;
    let r1 = rounded(r0 * (1.5f - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (1.5f - rounded(rounded(half * r1) * r1)));
    let s = rounded(one * r2);
    let near = rounded(s + rounded((one - rounded(s * s)) * (r2 * 0.5f)));
    // The error is at most one unit. As integers, n is nearest to the root of m if m - n^2 lies above -n and not above n. The difference is small, so its low
    // 32 bits suffice.
    let n = bitcast<u32>(near) - 0x3f000000u;
    let m = ((bitcast<u32>(one) & 0x7fffffu) | 0x800000u) << ((bitcast<u32>(one) >> 23u) + 23u - 127u);
    let left = m - n * n + 0x80000000u;
    let exact = n + select(0u, 1u, 0x80000000u + n < left) - select(1u, 0u, 0x80000000u - n < left);
    let moved = bitcast<f32>(exact + (((bits + 0x800000u) >> 24u) << 23u) + 0x1f000000u);
    return select(0.0f, moved, 0.0f < v);
}

// Two square roots, which a processor can compute in parallel.
fn sqrt_of_two(v: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(sqrt_of(v.x), sqrt_of(v.y));
}

// max(v, 0) to the power of the exponent, at most 1e30; 0 where below 2^-95. 0 to the power of 0 is 1, 0 to a negative power is 1e30. The exponent is clamped
// to ±1024. Within 1e-6 of the result up to an exponent of ±8, and 2^-20 at ±64; exact where v and the result are powers of 2.
//@ operation
fn power(v: f32, exponent: f32) -> f32 {
    let bits = bitcast<u32>(max(v, 0.0f));
    // v = 2^n (1 + t), with 1 + t from sqrt(1/2) to sqrt(2).
    let biased = (bits + 0x4afb0du) >> 23u;
    let n = f32(biased) - 127.0f;
    let t = rounded(bitcast<f32>(bits - (biased << 23u) + 0x3f800000u) - 1.0f);
    // log2(1 + t), minimax of degree 9, within 8e-9.
    let p8 = rounded(t * 0.12548119f) - 0.20994708f;
    let p7 = rounded(t * p8) + 0.21715987f;
    let p6 = rounded(t * p7) - 0.23857148f;
    let p5 = rounded(t * p6) + 0.28769475f;
    let p4 = rounded(t * p5) - 0.36071903f;
    let p3 = rounded(t * p4) + 0.48092043f;
    let p2 = rounded(t * p3) - 0.72134715f;
    let p1 = rounded(t * p2) + 1.4426949f;
    let part = rounded(t * p1);
    // The exponent times n is exact in two halves. Its integer part is added to the exponent of the result before anything is rounded.
    let e = max(min(exponent, 1024.0f), -1024.0f);
    let e0 = upper_half(e);
    let e1 = rounded(e - e0);
    let upper = rounded(e0 * n);
    let whole = floor(rounded(upper + 0.5f));
    let rest = rounded(rounded(upper - whole) + rounded(e1 * n));
    let left = rounded(rest + rounded(e * part));
    let carry = floor(rounded(left + 0.5f));
    let x = rounded(left - carry);
    // 2^x from -1/2 to 1/2, minimax of degree 6, within 3e-9.
    let q5 = rounded(x * 0.00015328873f) + 0.001339097f;
    let q4 = rounded(x * q5) + 0.0096185f;
    let q3 = rounded(x * q4) + 0.055503596f;
    let q2 = rounded(x * q3) + 0.24022648f;
    let q1 = rounded(x * q2) + 0.6931472f;
    let one = rounded(rounded(x * q1) + 1.0f);
    // Outside these bounds the result is 0 or at its limit.
    let scale = max(min(rounded(whole + carry), 101.0f), -97.0f);
    let raised = canonical(rounded(one * bitcast<f32>(u32(scale + 127.0f) << 23u)));
    let of_zero = select(select(0.0f, 1.0f, exponent == 0.0f), 1e30f, exponent < 0.0f);
    return select(of_zero, min(raised, 1e30f), 0.0f < v);
}

// The direction of (x, y) in turns, from -1/2 to 1/2, anticlockwise from the x-axis; it is 1/2 on the negative x-axis, and 0 for (0, 0). Within 6e-8 of a
// turn; exact on the axes and the diagonals.
//@ operation
fn angle(y: f32, x: f32) -> f32 {
    let across = abs(x);
    let along = abs(y);
    let is_steep = across < along;
    let q = quotient(min(across, along), max(across, along), 1.0f);
    // atan(q) / 2 pi, odd minimax of degree 15, within 2e-8.
    let s = rounded(q * q);
    let p7 = rounded(s * -0.00063558907f) + 0.0034432248f;
    let p6 = rounded(s * p7) - 0.0088460585f;
    let p5 = rounded(s * p6) + 0.015308525f;
    let p4 = rounded(s * p5) - 0.022122351f;
    let p3 = rounded(s * p4) + 0.031743325f;
    let p2 = rounded(s * p3) - 0.053045906f;
    let p1 = rounded(s * p2) + 0.15915483f;
    let eighth = min(rounded(q * p1), 0.125f);
    let quarter = select(eighth, rounded(0.25f - eighth), is_steep);
    let half = select(quarter, rounded(0.5f - quarter), x < 0.0f);
    return canonical(select(half, -half, y < 0.0f));
}

// The sine of t turns. Within 2e-7, exactly 0 at halves and ±1 at quarters; 0 from 2^23 turns on, where f32 can't represent quarters.
//@ operation
fn sine(t: f32) -> f32 {
    let a = abs(t);
    // Folded to a quarter of a turn without rounding.
    let f = rounded(a - floor(a));
    let is_first = f < 0.5f;
    let half = select(rounded(f - 0.5f), f, is_first);
    let q = min(half, rounded(0.5f - half));
    // Odd minimax of degree 9, within 8e-9.
    let s = rounded(q * q);
    let p4 = rounded(s * 39.13411f) - 76.49605f;
    let p3 = rounded(s * p4) + 81.59865f;
    let p2 = rounded(s * p3) - 41.341618f;
    let p1 = rounded(s * p2) + 6.283185f;
    let size = min(rounded(q * p1), 1.0f);
    let sign = (bitcast<u32>(t) ^ select(0x80000000u, 0u, is_first)) & 0x80000000u;
    return canonical(bitcast<f32>(bitcast<u32>(size) | sign));
}
