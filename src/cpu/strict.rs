//! Twin of `strict.wgsl`: strict f32. Rust neither fuses nor reorders, so `rounded` is the identity.

pub fn rounded(v: f32) -> f32 {
    v
}

pub fn settled(v: f32) -> f32 {
    if v.abs() < f32::from_bits(27 << 23) { 0.0 } else { v }
}

pub fn lerp(t: f32, a: f32, b: f32) -> f32 {
    rounded(a + rounded(t * (b - a)))
}
