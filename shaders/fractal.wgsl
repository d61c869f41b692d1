//@ needs: strict
// Sums over octaves. The host supplies the weights, each within ±1, and a power of two that gives the sum its size.

// Fractional Brownian motion (Musgrave, in "Texturing and Modeling", 3rd edition, 2003): one octave more. What is added is sizable, so no sum of
// such is subnormal, whatever size it is given in the end.
//@ operation
fn fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
    let part = rounded(weight * value);
    return select(sum, rounded(sum + part), is_sizable(part));
}

// The sum of all octaves, at its size.
//@ operation
fn fbm_total(sum: f32, scale: f32) -> f32 {
    return settled(rounded(sum * scale));
}
