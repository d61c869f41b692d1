//! The GPU engine: a program linked into one WGSL kernel, on your device or on the library's own.

mod adapters;
mod alike;
mod axes;
mod cache;
mod columns;
mod compile;
mod context;
mod cost;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod fold;
mod generated {
    pub(super) mod declarations;
}
mod headless;
#[cfg(not(target_arch = "wasm32"))]
mod inline;
mod inputs;
mod kernel;
mod later;
mod layout;
mod limits;
mod link;
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
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
mod spirv;
#[cfg(not(target_arch = "wasm32"))]
mod sweep;
mod table;
mod target;
mod texel;
mod tiers;
mod view;
#[cfg(not(target_arch = "wasm32"))]
mod walk;
mod write;

#[cfg(not(target_arch = "wasm32"))]
pub use adapters::adapters;
pub use adapters::{AdapterChoice, AdapterDescription, FoundAdapter, adapters_async};
pub use cache::Cache;
#[cfg(not(target_arch = "wasm32"))]
pub use disk::DiskCache;
pub use headless::{Gpu, TIMESTAMPS};
pub use kernel::Kernel;
pub use layout::{SPIRV, TargetKind};
pub use limits::MAX_KERNEL_SIZE;
pub use link::{kernel_size, link, link_per_sample};
pub(crate) use link::{linked_module, own_name};
pub use options::GpuOptions;
pub use plan::Speed;
pub use prepared::{EvaluationDescriptor, Prepared};
pub use size::KernelSize;
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
pub use spirv::link_spirv;
pub use target::Target;
pub use texel::TexelFormat;
pub use view::{Part, ViewInputs, view_text};
#[cfg(not(target_arch = "wasm32"))]
pub use view::{Renderer, Stage};

pub(crate) use numbers::{TermText, Written};
pub(crate) use write::{sample_type, statements};

/// Internals for tests only, without any promise of stability.
#[doc(hidden)]
pub mod internals {
    pub use super::axes::axes_text;
    #[cfg(not(target_arch = "wasm32"))]
    pub use super::inline::{Rounding, inlined};
    pub use super::inputs::KernelInputs;
    pub use super::layout::{KernelForm, PERMUTATION_WORDS, Parameters, Placement, Walk};
    pub use super::link::link_form;
    #[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
    pub use super::spirv::spirv_of;
}
