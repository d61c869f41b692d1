// needs: strict
// What devices round each in their own way, in strict f32: from a guess by the bits and Newton's steps, or by polynomials of our own.
//
// Numbers that come in are 0 or from 2^-95 to 1e38 in size; what comes out is too.

// The upper 12 bits of the significand: products of two such numbers are exact, and so is what is left of a number (Veltkamp 1968, Dekker 1971).
fn upper_half(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u);
}

// a / b for a and b from 1 to below 2: a linear guess of 1/b, two steps of Newton's, and one with the exact remainder. Within 0.52 ulp.
fn significand_quotient(a: f32, b: f32) -> f32 {
    let r0 = rounded(1.4641016f - 0.5f * b);
    let r1 = rounded(r0 * (2.0f - rounded(b * r0)));
    let r2 = rounded(r1 * (2.0f - rounded(b * r1)));
    let q = rounded(a * r2);
    let b0 = upper_half(b);
    let q0 = upper_half(q);
    let b1 = rounded(b - b0);
    let q1 = rounded(q - q0);
    let left = rounded(rounded(a - rounded(q0 * b0)) - rounded(q0 * b1));
    let remainder = rounded(rounded(left - rounded(q1 * b0)) - rounded(q1 * b1));
    return rounded(q + rounded(remainder * r2));
}

// a / b, held within ±limit, which is from 2^-95 to 1e38; a / 0 is ±limit with the sign of a, 0 / 0 is 0, and so is what is below 2^-95.
// Within 0.52 ulp, and exact where an f32 is the quotient.
fn quotient(a: f32, b: f32, limit: f32) -> f32 {
    let a_bits = bitcast<u32>(a);
    let b_bits = bitcast<u32>(b);
    let a_exponent = (a_bits >> 23u) & 255u;
    let b_exponent = (b_bits >> 23u) & 255u;
    let a_one = bitcast<f32>((a_bits & 0x7fffffu) | 0x3f800000u);
    let b_one = bitcast<f32>((b_bits & 0x7fffffu) | 0x3f800000u);
    let bits = bitcast<u32>(significand_quotient(a_one, b_one));
    // The exponent, moved up so that it is no negative number, and held where the number is finite and normal.
    let exponent = (bits >> 23u) + a_exponent + 256u - b_exponent;
    let is_small = a_exponent == 0u || exponent < 288u;
    let is_large = b_exponent == 0u || 510u < exponent;
    let held = select(select(exponent, 510u, is_large), 288u, is_small);
    let size = min(bitcast<f32>(((held - 256u) << 23u) | (bits & 0x7fffffu)), limit);
    let signed = bitcast<f32>(bitcast<u32>(size) | ((a_bits ^ b_bits) & 0x80000000u));
    return select(signed, 0.0f, is_small);
}

// The square root of v, 0 where v is below 0. Within 0.501 ulp: exact for squares, and monotone.
fn square_root(v: f32) -> f32 {
    let bits = bitcast<u32>(v);
    // v by a power of 4, from 1 to below 4.
    let one = bitcast<f32>(((bits + 0x800000u) & 0xffffffu) + 0x3f800000u);
    // The reciprocal root's guess by the bits, and two steps of Newton's (Lomont, "Fast inverse square root", 2003).
    let r0 = bitcast<f32>(0x5f375a86u - (bitcast<u32>(one) >> 1u));
    let half = one * 0.5f;
    let r1 = rounded(r0 * (1.5f - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (1.5f - rounded(rounded(half * r1) * r1)));
    // A step with the exact remainder.
    let s = rounded(one * r2);
    let s0 = upper_half(s);
    let s1 = rounded(s - s0);
    let remainder = rounded(rounded(rounded(one - rounded(s0 * s0)) - 2.0f * rounded(s0 * s1)) - rounded(s1 * s1));
    let root = rounded(s + rounded(remainder * (r2 * 0.5f)));
    let moved = bitcast<f32>(bitcast<u32>(root) + (((bits + 0x800000u) >> 24u) << 23u) - 0x20000000u);
    return select(0.0f, moved, 0.0f < v);
}
