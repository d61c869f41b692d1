//! How the library's own device is opened.

use std::num::NonZeroUsize;

use super::adapters::AdapterChoice;
#[cfg(not(target_arch = "wasm32"))]
use super::disk::DiskCache;
use super::layout::SPIRV;
use super::plan::Speed;
use crate::threads;

/// The options of [`Gpu::open`](super::Gpu#method.open) and [`Gpu::request`](super::Gpu::request). The default opens the best adapter.
///
/// ```no_run
/// use lacuna::gpu::{AdapterChoice, DiskCache};
/// use lacuna::{Gpu, GpuOptions};
///
/// let gpu = Gpu::open(&GpuOptions::default().adapter(AdapterChoice::Named("vulkan")).disk(DiskCache::of_user()))?;
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GpuOptions<'a> {
    /// The adapter.
    pub adapter: AdapterChoice<'a>,
    /// Features to ask for, as far as the adapter has them, besides those for timestamps and kernels on disk. The default is [`SPIRV`]; without it,
    /// kernels are given to Vulkan as WGSL.
    pub features: wgpu::Features,
    /// The folder that keeps compiled kernels, including that of [views](super::Renderer). By default nothing is kept on disk.
    ///
    /// Not available on wasm32, where browsers store compiled kernels themselves.
    #[cfg(not(target_arch = "wasm32"))]
    pub disk: Option<DiskCache>,
    /// What kernels are compiled for. With `None`, the default, the number of samples of the whole domain chooses between [`Speed::Throughput`] and
    /// [`Speed::Soonest`]: give one of these if you evaluate small tiles of a large domain.
    pub speed: Option<Speed>,
    /// The most threads that read finished samples. The default is the machine's available parallelism.
    pub threads: NonZeroUsize,
}

impl Default for GpuOptions<'_> {
    fn default() -> Self {
        Self {
            adapter: AdapterChoice::Best,
            features: SPIRV,
            #[cfg(not(target_arch = "wasm32"))]
            disk: None,
            speed: None,
            threads: threads::usual(),
        }
    }
}

impl<'a> GpuOptions<'a> {
    /// Sets `adapter`.
    #[must_use]
    pub fn adapter(self, adapter: AdapterChoice<'a>) -> Self {
        Self { adapter, ..self }
    }

    /// Sets `features`.
    #[must_use]
    pub fn features(self, features: wgpu::Features) -> Self {
        Self { features, ..self }
    }

    /// Sets `disk`.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn disk(self, disk: impl Into<Option<DiskCache>>) -> Self {
        Self { disk: disk.into(), ..self }
    }

    /// Sets `speed`.
    #[must_use]
    pub fn speed(self, speed: impl Into<Option<Speed>>) -> Self {
        Self { speed: speed.into(), ..self }
    }

    /// Sets `threads`.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }
}
