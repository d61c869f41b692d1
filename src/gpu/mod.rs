//! The GPU engine: a program linked into one WGSL kernel, on the caller's device or on one of its own.

mod headless;
mod inputs;
mod kernel;
mod layout;
mod link;
mod rows;
mod texel;
mod tiles;
mod view;

pub use headless::{AdapterDescription, Gpu, TIMESTAMPS, adapters};
pub use inputs::KernelInputs;
pub use kernel::{Cache, Kernel, Target};
pub use layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, SWEEP, TargetKind, WORKGROUP};
pub use link::{SHADERS, Shader, link};
pub use texel::TexelFormat;
pub use tiles::TilePlan;
pub use view::{Part, Renderer, SCENE, Stage, ViewInputs, view_text};
