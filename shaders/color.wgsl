//@ needs: strict
// Colour ramps, and the conversion from Oklab to light (Ottosson, "A perceptual color space for image processing", 2020).
//
// Arguments are 0 or from 2^-95 to 1e38 in size, and so are results.

// A piece of a ramp: c0 + c1 d with d = v - start from `start` on, and `before` below. d is clamped to `width`, so that c1 d reaches the end of the piece. A
// ramp is a chain of pieces.
//@ operation
fn ramp_piece(before: f32, v: f32, start: f32, width: f32, c0: f32, c1: f32) -> f32 {
    let d = max(min(rounded(v - start), width), 0.0f);
    return select(canonical(rounded(rounded(c1 * d) + c0)), before, v < start);
}

// The cube root of the long cones' response.
fn long_root(l: f32, a: f32, b: f32) -> f32 {
    return rounded(rounded(l + rounded(0.39633778f * a)) + rounded(0.21580376f * b));
}

// The cube root of the medium cones' response.
fn medium_root(l: f32, a: f32, b: f32) -> f32 {
    return rounded(rounded(l - rounded(0.105561346f * a)) - rounded(0.06385417f * b));
}

// The cube root of the short cones' response.
fn short_root(l: f32, a: f32, b: f32) -> f32 {
    return rounded(rounded(l - rounded(0.08948418f * a)) - rounded(1.2914855f * b));
}

// v * v * v.
fn cubed(v: f32) -> f32 {
    return canonical(rounded(canonical(rounded(v * v)) * v));
}

// A sum of three products.
fn weighted(x: f32, y: f32, z: f32, a: f32, b: f32, c: f32) -> f32 {
    return canonical(rounded(rounded(canonical(rounded(x * a)) + canonical(rounded(y * b))) + canonical(rounded(z * c))));
}

// A channel of linear light from Oklab, before it is clamped to 0..1, given the contributions of the cones.
fn oklab_light(l: f32, a: f32, b: f32, by_long: f32, by_medium: f32, by_short: f32) -> f32 {
    return weighted(cubed(long_root(l, a, b)), cubed(medium_root(l, a, b)), cubed(short_root(l, a, b)), by_long, by_medium, by_short);
}

// A channel of linear light from Oklab, clamped to 0..1. The cones' cube roots are within ±100.
//@ operation
fn oklab_channel(l: f32, a: f32, b: f32, by_long: f32, by_medium: f32, by_short: f32) -> f32 {
    return max(min(oklab_light(l, a, b, by_long, by_medium, by_short), 1.0f), 0.0f);
}

// The derivative of a cube, given the root and its derivative.
fn cubed_slope(v: f32, slope: f32) -> f32 {
    return canonical(rounded(rounded(3.0f * canonical(rounded(v * v))) * slope));
}

// The derivative of `oklab_channel`, given those of l, a and b, which are within ±1e30; 0 where it is clamped.
//@ operation
fn oklab_channel_slope(l: f32, a: f32, b: f32, dl: f32, da: f32, db: f32, by_long: f32, by_medium: f32, by_short: f32) -> f32 {
    let light = oklab_light(l, a, b, by_long, by_medium, by_short);
    let long = cubed_slope(long_root(l, a, b), canonical(long_root(dl, da, db)));
    let medium = cubed_slope(medium_root(l, a, b), canonical(medium_root(dl, da, db)));
    let short = cubed_slope(short_root(l, a, b), canonical(short_root(dl, da, db)));
    let slope = weighted(long, medium, short, by_long, by_medium, by_short);
    return select(slope, 0.0f, light < 0.0f || 1.0f < light);
}
