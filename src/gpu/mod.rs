//! The GPU engine: a program linked into one WGSL kernel, on the caller's device or on one of its own.

mod cache;
mod headless;
mod inputs;
mod kernel;
mod later;
mod layout;
mod limits;
mod link;
mod rows;
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
mod spirv;
mod target;
mod texel;
mod tiles;
mod view;

pub use cache::Cache;
#[cfg(not(target_arch = "wasm32"))]
pub use headless::adapters;
pub use headless::{AdapterDescription, Gpu, TIMESTAMPS, adapters_async};
pub use inputs::KernelInputs;
pub use kernel::Kernel;
pub use layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, SPIRV, SWEEP, TargetKind, WORKGROUP};
pub use limits::MAX_KERNEL_SIZE;
pub use link::{KernelSize, SHADERS, Shader, kernel_size, link};
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
pub use spirv::link_spirv;
pub use target::Target;
pub use texel::TexelFormat;
pub use tiles::TilePlan;
pub use view::{Part, SCENE, ViewInputs, view_text};
#[cfg(not(target_arch = "wasm32"))]
pub use view::{Renderer, Stage};
