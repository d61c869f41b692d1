//! Terrain made visible: the samples of a plane as heights, lit by a sun, as a map or as a picture from one side.
//!
//! A [`View`] says how to look, a [`Terrain`] at what; together they make a [`Scene`], which [`Cpu::render`](crate::Cpu::render) and
//! a GPU's renderer turn into pixels, with the same bits. Pixels are linear light, red, green and blue; about 0 to 1.
//!
//! - A **hillshade** is a map: a pixel a sample, the sun's light by Lambert's law on normals of central differences, and cast shadows on request. A
//!   pixel depends on the samples around it alone, so that maps of neighbouring or overlapping terrain fit without a seam.
//! - A **relief** is a block of terrain seen from one side. Each ray goes through the blocks of a pyramid of the highest samples, so that it meets
//!   the first ground on its way whatever the terrain.
//!
//! Either has a [`Light`]: none, one that goes by the difference of heights, or Lambert's law, smooth or flat in each cell, with cast shadows on request.
//!
//! Terrain is held in memory as a whole, with its pyramid about 6 bytes a sample, of at most 2^30 samples.

mod by_hand;
mod pyramid;
mod scene;
mod settings;
#[allow(
    clippy::assign_op_pattern,
    clippy::collapsible_else_if,
    clippy::excessive_precision,
    clippy::manual_clamp,
    clippy::too_many_arguments,
    unused_imports,
    reason = "the text is that of the shader"
)]
mod shading;
mod sun;
#[cfg(test)]
mod tests;

pub use scene::{SKYLIGHT, SUNLIGHT, Scene, Terrain};
pub use settings::{Camera, Law, Lens, Light, Palette, Projection, Sun, View};
#[cfg(test)]
pub(crate) use shading::Look;
pub(crate) use shading::{Rgb, pixel};
