//! Twin of `modify.wgsl`: steps that change a value.

use super::strict::{rounded, settled};

pub fn scale_offset(value: f32, scale: f32, offset: f32) -> f32 {
    settled(rounded(rounded(value * scale) + offset))
}
