//@ kernel
//@ needs: close
// Replaces functions in an exported module whose last digits depend on a shader's compiler anyway, by shorter ones.

// The quintic 6t^5 - 15t^4 + 10t^3 (Perlin 2002) for t in 0..1.
fn fade(t: f32) -> f32 {
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

// The cubic 3t^2 - 2t^3 (Perlin 1985) for t in 0..1.
fn fade_cubic(t: f32) -> f32 {
    return t * t * (3.0f - 2.0f * t);
}
