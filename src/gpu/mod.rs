//! The GPU engine: a program linked into one WGSL kernel, on your device or on the library's own.

mod adapters;
mod alike;
pub(crate) mod axes;
#[cfg(not(target_arch = "wasm32"))]
mod body;
mod cache;
mod columns;
mod compile;
#[cfg(not(target_arch = "wasm32"))]
mod constants;
mod context;
mod cost;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod fold;
mod generated {
    pub(super) mod declarations;
}
pub(crate) mod headless;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod inline;
pub(crate) mod inputs;
mod kernel;
mod later;
pub(crate) mod layout;
mod limits;
pub(crate) mod link;
mod numbers;
mod options;
mod parts;
mod phases;
mod pipeline;
mod plan;
mod prepared;
mod reach;
mod readback;
mod shared;
mod size;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod special;
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
pub(crate) mod spirv;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod sweep;
mod table;
mod target;
mod texel;
mod tiers;
pub(crate) mod view;
#[cfg(not(target_arch = "wasm32"))]
mod walk;
mod write;

#[cfg(not(target_arch = "wasm32"))]
pub use adapters::adapters;
pub use adapters::{AdapterChoice, AdapterDescription, FoundAdapter, adapters_async};
pub use cache::Cache;
#[cfg(not(target_arch = "wasm32"))]
pub use disk::DiskCache;
pub use headless::Gpu;
pub use kernel::Kernel;
pub use layout::{SPIRV, TargetKind};
pub use limits::MAX_KERNEL_SIZE;
pub(crate) use link::{linked_module, own_name};
pub use options::GpuOptions;
pub use plan::Speed;
pub use prepared::{EvaluationDescriptor, Prepared};
pub use size::KernelSize;
pub use target::Target;
pub use texel::TexelFormat;
#[cfg(not(target_arch = "wasm32"))]
pub use view::{Renderer, Stage};

pub(crate) use numbers::{OctaveText, TermText, Written};
pub(crate) use write::{sample_type, statements};
