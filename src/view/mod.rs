//! Views of terrain: the samples of a plane as heights, lit by a sun, as a map or as a picture from one side.
//!
//! A [`View`] describes how to look at a [`Terrain`]. Together they make a [`Scene`], which [`Cpu::render`](crate::Cpu::render) and a GPU's renderer
//! turn into pixels with the same bits. Pixels are linear light (red, green and blue), from 0 to about 1.
//!
//! - A **hillshade** is a map with one pixel for each sample: the sun's light by Lambert's law on normals from central differences, with optional cast
//!   shadows. A pixel depends only on the samples around it, so maps of neighbouring or overlapping terrain join without a seam.
//! - A **relief** is a block of terrain seen from one side. Each ray traverses a pyramid of the highest samples, so that it always finds the first
//!   ground that it hits.
//!
//! Both have a [`Light`]: none, by the difference of heights, or by Lambert's law; smooth or flat in each cell; with optional cast shadows.
//!
//! The ground has the colours of a [`Palette`], by its height and slope, or those that [`Scene::paint`] gives it.
//!
//! The whole terrain is held in memory: about 6 bytes for each sample with its pyramid, and 12 more with colours of its own, for at most 2^30 samples.

mod by_hand;
mod pyramid;
pub(crate) mod scene;
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

pub use scene::{Scene, Terrain};
pub use settings::{Camera, Law, Lens, Light, Palette, Projection, Sun, View};
#[cfg(test)]
pub(crate) use shading::Look;
pub(crate) use shading::{Rgb, pixel};
