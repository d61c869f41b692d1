//! Twin of `fractal.wgsl`: sums over octaves.

use super::strict::{rounded, settled};

pub fn fbm_octave(sum: f32, weight: f32, value: f32) -> f32 {
    rounded(sum + rounded(weight * value))
}

pub fn fbm_total(sum: f32, scale: f32) -> f32 {
    settled(rounded(sum * scale))
}
