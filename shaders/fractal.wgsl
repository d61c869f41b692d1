//@ needs: strict
// Sums over octaves. The host supplies the weights, within ±1 except for Musgrave's multifractals with given amplitudes, and a power of two that scales the
// sum.

// Adds an octave of fractional Brownian motion (Musgrave, in "Texturing and Modeling", 3rd edition, 2003). Each part is sizable, so no sum is subnormal,
// whatever the final scale.
//@ operation
fn fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
    return with_part(sum, rounded(weight * value));
}

// Adds an octave of turbulence (Perlin 1985).
//@ operation
fn turbulence_octave(sum: f32, weight: f32, value: f32) -> f32 {
    return fbm_octave(sum, weight, abs(value));
}

// Adds an octave of billowy noise, 2 |value| - 1.
//@ operation
fn billow_octave(sum: f32, weight: f32, value: f32) -> f32 {
    return fbm_octave(sum, weight, canonical(rounded(2.0f * abs(value) - 1.0f)));
}

// An octave of a ridged multifractal (Musgrave 2003): (offset - |value|)^2 times the factor, which is from 0 to 1.
//@ operation
fn ridged_signal(value: f32, offset: f32, factor: f32) -> f32 {
    let crest = rounded(offset - abs(value));
    return canonical(rounded(rounded(crest * crest) * factor));
}

// The factor of the next octave, from a signal that is at least 0.
//@ operation
fn ridged_factor(signal: f32, feedback: f32) -> f32 {
    return min(canonical(rounded(signal * feedback)), 1.0f);
}

// An octave of a hybrid multifractal (Musgrave 2003): (value + offset) times its amplitude and the factor.
//@ operation
fn hybrid_signal(value: f32, offset: f32, weight: f32, factor: f32) -> f32 {
    let raised = canonical(rounded(value + offset));
    return canonical(rounded(canonical(rounded(raised * weight)) * factor));
}

// Adds an octave of heterogeneous terrain (Musgrave 2003): (value + offset) times the factor.
//@ operation
fn heterogeneous_octave(sum: f32, weight: f32, value: f32, offset: f32, factor: f32) -> f32 {
    let raised = canonical(rounded(value + offset));
    return fbm_octave(sum, weight, canonical(rounded(raised * factor)));
}

// The scaled sum of all octaves.
//@ operation
fn fbm_total(sum: f32, scale: f32) -> f32 {
    return canonical(rounded(sum * scale));
}
