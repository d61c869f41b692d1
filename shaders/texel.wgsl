//@ needs: strict
// Rounds values as a texture stores them: to the nearest value of its format, as an f32, so that a driver has nothing left to round.

// The nearest half, ties to even. Values beyond the largest half become that half, and values that would be a subnormal half become 0, since drivers may flush
// those.
fn nearest_half(v: f32) -> f32 {
    let bits = bitcast<u32>(min(abs(v), 65504.0f));
    let even = bitcast<f32>((bits + 0xfffu + ((bits >> 13u) & 1u)) & 0xffffe000u);
    let half = max(even, 0x1p-14f);
    // From the midpoint between the largest subnormal half and the smallest normal one.
    return select(0.0f, select(half, -half, v < 0.0f), bits >= 0x387fe000u);
}

// The nearest multiple of `part`, of which `levels` make 1; half up.
fn nearest_level(v: f32, levels: f32, part: f32) -> f32 {
    return rounded(floor(rounded(rounded(v * levels) + 0.5f)) * part);
}

// The nearest of 256 levels from 0 to 1.
fn nearest_unorm8(v: f32) -> f32 {
    return nearest_level(min(max(v, 0.0f), 1.0f), 255.0f, 0.003921569f);
}

// The nearest of 255 levels from -1 to 1.
fn nearest_snorm8(v: f32) -> f32 {
    return nearest_level(min(max(v, -1.0f), 1.0f), 127.0f, 0.007874016f);
}
