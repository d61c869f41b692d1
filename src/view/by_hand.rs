//! The intrinsics of the shader of views: access to the heights.

use super::pyramid::Pyramid;

/// The heights with the highest of each block of cells.
pub(crate) type Heights<'a> = &'a Pyramid;

/// Returns the height of a sample.
pub(crate) fn height(field: Heights<'_>, x: i32, y: i32) -> f32 {
    field.height(x as usize, y as usize)
}

/// Returns the highest sample of a block with 2^level cells a side, edges included.
pub(crate) fn highest(field: Heights<'_>, level: u32, x: i32, y: i32) -> f32 {
    field.highest(level as usize, x as usize, y as usize)
}
