//! `lacuna adapters`: the GPUs of this machine.

use clap::Args;
use lacuna::gpu::{AdapterChoice, AdapterDescription, FoundAdapter, SPIRV, Speed, adapters};
use lacuna::{Gpu, GpuOptions, wgpu};
use serde::Serialize;

use crate::failure::Result;
use crate::terminal::{note, print, print_json};

/// An adapter in reports.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Adapter {
    name: String,
    backend: String,
    driver: String,
    device_type: &'static str,
}

impl From<&AdapterDescription> for Adapter {
    fn from(description: &AdapterDescription) -> Self {
        let AdapterDescription { name, backend, driver, device_type, .. } = description.clone();
        Self { name, backend, driver, device_type }
    }
}

impl std::fmt::Display for Adapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.backend, self.name)
    }
}

/// Opens every adapter to compare its results: with the kernels that have the longest texts. `is_wgsl` keeps SPIR-V from Vulkan.
pub(crate) fn every_gpu(is_wgsl: bool) -> Vec<(AdapterDescription, lacuna::Result<Gpu>)> {
    let features = if is_wgsl { wgpu::Features::empty() } else { SPIRV };
    let open = |found: &FoundAdapter| {
        let options = GpuOptions::default().adapter(AdapterChoice::Of(found.adapter())).features(features).speed(Speed::Throughput);
        (found.description().clone(), Gpu::open(&options))
    };
    adapters(wgpu::Backends::all()).iter().map(open).collect()
}

#[derive(Debug, Args)]
pub(crate) struct Adapters {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Listing {
    schema_version: u32,
    adapters: Vec<Adapter>,
}

impl Adapters {
    pub(crate) fn run(&self) -> Result<()> {
        let found = adapters(wgpu::Backends::all());
        let adapters: Vec<_> = found.iter().map(FoundAdapter::description).collect();
        if self.json {
            return print_json(&Listing { schema_version: 1, adapters: adapters.into_iter().map(Adapter::from).collect() });
        }
        if adapters.is_empty() {
            note("no GPU adapter was found; the CPU engine needs none");
        }
        let lines: String = adapters.iter().map(|adapter| format!("{:<10}  {adapter}\n", adapter.device_type)).collect();
        print(&lines)
    }
}
