// needs: strict
// The upper 12 bits of the significand: products of two such numbers are exact, and so is what is left of a number (Veltkamp 1968, Dekker
// 1971).
fn upper_half(v: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u);
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
    let remainder = rounded(rounded(one - rounded(s0 * s0)) - 2.0f * rounded(s0 * s1)) - rounded(s1 * s1);
    let root = rounded(s + rounded(remainder * (r2 * 0.5f)));
    let moved = bitcast<f32>(bitcast<u32>(root) + (((bits + 0x800000u) >> 24u) << 23u) - 0x20000000u);
    return select(0.0f, moved, 0.0f < v);
}
