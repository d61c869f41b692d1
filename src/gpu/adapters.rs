//! The adapters of this machine: their list, their order, and the choice of one.

use super::cost::is_software;
use crate::error::{Error, Result};
use crate::error_words::short;

/// The description of an adapter in listings and reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdapterDescription {
    /// The device's name as its driver reports it, or `unnamed`.
    pub name: String,
    /// The API: `vulkan`, `metal`, `dx12`, `gl` or `webgpu`.
    pub backend: String,
    /// The driver and its version, as far as they are known.
    pub driver: String,
    /// `discrete`, `integrated`, `virtual`, `cpu` or `other`.
    pub device_type: &'static str,
}

impl AdapterDescription {
    fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        let device_type = match info.device_type {
            _ if is_software(&info) => "cpu",
            wgpu::DeviceType::DiscreteGpu => "discrete",
            wgpu::DeviceType::IntegratedGpu => "integrated",
            wgpu::DeviceType::VirtualGpu => "virtual",
            wgpu::DeviceType::Cpu => "cpu",
            wgpu::DeviceType::Other => "other",
        };
        let driver = format!("{} {}", info.driver, info.driver_info);
        // A browser may not report a name.
        let name = if info.name.is_empty() { "unnamed".to_owned() } else { info.name };
        Self { name, backend: info.backend.to_string(), driver: driver.trim().to_owned(), device_type }
    }

    /// Returns true for a hardware adapter. A software adapter is slower than the CPU engine.
    pub fn is_hardware(&self) -> bool {
        self.device_type != "cpu"
    }

    /// Returns true if the backend, the name and the driver, written one after another, contain a text, ignoring case.
    pub fn matches(&self, text: &str) -> bool {
        self.to_string().to_lowercase().contains(&text.to_lowercase())
    }

    /// Returns a sort key: hardware before software, discrete first; then Vulkan, Metal and DirectX before OpenGL.
    fn rank(&self) -> (usize, bool) {
        let kinds = ["discrete", "integrated", "virtual", "other", "cpu"];
        (kinds.iter().position(|kind| *kind == self.device_type).unwrap_or(kinds.len()), self.backend == "gl")
    }
}

impl std::fmt::Display for AdapterDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.backend, self.name)?;
        if self.driver.is_empty() { Ok(()) } else { write!(f, " ({})", self.driver) }
    }
}

/// An adapter that was found and not yet opened. Finding takes less time than opening.
#[derive(Debug, Clone)]
pub struct FoundAdapter {
    pub(super) adapter: wgpu::Adapter,
    pub(super) description: AdapterDescription,
}

impl FoundAdapter {
    fn of(adapter: wgpu::Adapter) -> Self {
        Self { description: AdapterDescription::of(&adapter), adapter }
    }

    /// Returns the description.
    pub fn description(&self) -> &AdapterDescription {
        &self.description
    }

    /// Returns the adapter, which [`AdapterChoice::Of`] opens.
    pub fn adapter(&self) -> &wgpu::Adapter {
        &self.adapter
    }
}

/// Returns the adapters of some backends, best first: hardware before software, and OpenGL last among equals. Drivers of other backends are not loaded.
///
/// Not available on wasm32, where nothing may block; use [`adapters_async`].
#[cfg(not(target_arch = "wasm32"))]
pub fn adapters(backends: wgpu::Backends) -> Vec<FoundAdapter> {
    pollster::block_on(adapters_async(backends))
}

/// Returns the adapters of some backends, best first. A browser reports one, or none if it lacks WebGPU.
pub async fn adapters_async(backends: wgpu::Backends) -> Vec<FoundAdapter> {
    let descriptor = wgpu::InstanceDescriptor { backends, ..wgpu::InstanceDescriptor::new_without_display_handle() };
    let adapters = wgpu::Instance::new(descriptor).enumerate_adapters(backends).await;
    let mut found: Vec<_> = adapters.into_iter().map(FoundAdapter::of).collect();
    found.sort_by_key(|found| found.description.rank());
    found
}

/// The adapter that [`Gpu::request`](super::Gpu::request) opens.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub enum AdapterChoice<'a> {
    /// The best one. OpenGL is tried only if no other adapter is hardware.
    #[default]
    Best,
    /// The best whose description [matches](AdapterDescription::matches) a text.
    Named(&'a str),
    /// This one, from [`adapters_async`] or from an instance of your own.
    Of(&'a wgpu::Adapter),
}

#[cfg(not(target_arch = "wasm32"))]
const NO_ADAPTER: &str =
    "no GPU adapter was found; install a Vulkan driver (a software one: mesa-vulkan-drivers on Debian), or use the CPU engine";
#[cfg(target_arch = "wasm32")]
const NO_ADAPTER: &str =
    "this browser offers no WebGPU adapter here; use a browser that has WebGPU and a page served by HTTPS, or the CPU engine";

impl AdapterChoice<'_> {
    /// Finds the adapter.
    pub(super) async fn found(self) -> Result<FoundAdapter> {
        let none = || Error::NoAdapter(NO_ADAPTER.into());
        match self {
            Self::Of(adapter) => Ok(FoundAdapter::of(adapter.clone())),
            Self::Best => {
                // OpenGL lists adapters of the others again, and its drivers look for a display first.
                let first = adapters_async(!wgpu::Backends::GL).await.into_iter().next();
                match first.filter(|found| found.description.is_hardware()) {
                    Some(found) => Ok(found),
                    None => adapters_async(wgpu::Backends::all()).await.into_iter().next().ok_or_else(none),
                }
            }
            Self::Named(name) => {
                let mut found = adapters_async(wgpu::Backends::all()).await;
                if let Some(place) = found.iter().position(|found| found.description.matches(name)) {
                    return Ok(found.swap_remove(place));
                }
                if found.is_empty() {
                    return Err(none());
                }
                let known: Vec<_> = found.iter().map(|found| format!("`{}`", found.description)).collect();
                Err(Error::NoAdapter(format!("no adapter matches `{}`; there are {}", short(name), known.join(", "))))
            }
        }
    }
}
