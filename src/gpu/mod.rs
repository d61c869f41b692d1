//! The GPU engine: a program linked into one WGSL kernel, on the caller's device or on one of its own.

mod headless;
mod kernel;
mod link;
mod rows;
mod texel;
mod tiles;
mod view;

pub use headless::{AdapterDescription, Gpu, TIMESTAMPS, adapters};
pub use kernel::{Cache, Kernel, KernelInputs, Parameters, Placement, Target, TargetKind};
pub use link::{Form, PERMUTATION_WORDS, SHADERS, SWEEP, Shader, WORKGROUP, link};
pub use texel::TexelFormat;
pub use tiles::TilePlan;
pub use view::{Part, Renderer, SCENE, Stage, ViewInputs, view_text};
