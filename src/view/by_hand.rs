//! The intrinsics of the shader of views: access to the heights and their colours.

use super::pyramid::Pyramid;

/// The heights with the highest of each block of cells, and colours if the ground is painted.
pub(crate) type Heights<'a> = &'a Pyramid;

/// Returns the height of a sample.
pub(crate) fn height(field: Heights<'_>, x: i32, y: i32) -> f32 {
    field.height(x as usize, y as usize)
}

/// Returns a channel of the colour of a sample.
pub(crate) fn paint(field: Heights<'_>, x: i32, y: i32, channel: u32) -> f32 {
    field.paint_of(x as usize, y as usize, channel as usize)
}

/// Returns the highest sample of a block with 2^level cells a side, edges included.
pub(crate) fn highest(field: Heights<'_>, level: u32, x: i32, y: i32) -> f32 {
    field.highest(level as usize, x as usize, y as usize)
}
