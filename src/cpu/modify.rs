//! Twin of `modify.wgsl`: steps that change a value.

use super::strict::{Real, rounded, settled};

#[inline(always)]
pub(crate) fn scale_offset<F: Real>(value: F, scale: F, offset: F) -> F {
    settled(rounded(rounded(value * scale) + offset))
}
