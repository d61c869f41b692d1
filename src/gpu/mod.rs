//! The GPU engine: a program linked into one WGSL kernel, on the caller's device or on one of its own.

mod cache;
mod headless;
mod inputs;
mod kernel;
mod layout;
mod limits;
mod link;
mod rows;
mod target;
mod texel;
mod tiles;
mod view;

pub use cache::Cache;
pub use headless::{AdapterDescription, Gpu, TIMESTAMPS, adapters};
pub use inputs::KernelInputs;
pub use kernel::Kernel;
pub use layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, SWEEP, TargetKind, WORKGROUP};
pub use limits::MAX_KERNEL_SIZE;
pub use link::{KernelSize, SHADERS, Shader, kernel_size, link};
pub use target::Target;
pub use texel::TexelFormat;
pub use tiles::TilePlan;
pub use view::{Part, Renderer, SCENE, Stage, ViewInputs, view_text};
