//! A device of our own, for work without a window: adapters, evaluation, readback.

use std::sync::{Arc, Mutex, PoisonError};

use super::kernel::{Cache, Target, TargetKind};
use super::tiles::TilePlan;
use crate::coordinates;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::region::{Domain, Tile};

/// An adapter, as listings and reports name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterDescription {
    /// The device's name, as its driver gives it.
    pub name: String,
    /// The API: `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: String,
    /// The driver and its version, as far as known.
    pub driver: String,
    /// `discrete`, `integrated`, `virtual`, `cpu` or `other`.
    pub device_type: &'static str,
}

impl AdapterDescription {
    fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        let software = ["llvmpipe", "swiftshader", "softpipe"].iter().any(|name| info.name.to_lowercase().contains(name));
        let device_type = match info.device_type {
            _ if software => "cpu",
            wgpu::DeviceType::DiscreteGpu => "discrete",
            wgpu::DeviceType::IntegratedGpu => "integrated",
            wgpu::DeviceType::VirtualGpu => "virtual",
            wgpu::DeviceType::Cpu => "cpu",
            wgpu::DeviceType::Other => "other",
        };
        let driver = format!("{} {}", info.driver, info.driver_info);
        Self { name: info.name, backend: info.backend.to_string(), driver: driver.trim().to_owned(), device_type }
    }

    /// Whether it is hardware: a software adapter is slower than the CPU engine.
    pub fn is_hardware(&self) -> bool {
        self.device_type != "cpu"
    }

    /// Whether a text, in any case, is part of the backend, the name and the driver, written one after another.
    pub fn matches(&self, text: &str) -> bool {
        self.to_string().to_lowercase().contains(&text.to_lowercase())
    }

    /// Hardware before software, discrete first; then Vulkan, Metal and DirectX before OpenGL.
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

fn found() -> Vec<(wgpu::Adapter, AdapterDescription)> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let mut found: Vec<_> = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
        .into_iter()
        .map(|adapter| {
            let description = AdapterDescription::of(&adapter);
            (adapter, description)
        })
        .collect();
    found.sort_by_key(|(_, description)| description.rank());
    found
}

/// The adapters of this machine, the best first.
pub fn adapters() -> Vec<AdapterDescription> {
    found().into_iter().map(|(_, description)| description).collect()
}

/// A device of our own, with the pipelines it has compiled.
#[derive(Debug)]
pub struct Gpu {
    description: AdapterDescription,
    device: wgpu::Device,
    queue: wgpu::Queue,
    cache: Cache,
    failure: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// Opens the best adapter, or the best whose description [matches](AdapterDescription::matches) a text.
    ///
    /// # Errors
    ///
    /// [`Error::NoAdapter`] where there is none, or none of that name; [`Error::Device`] where it does not open.
    pub fn new(name: Option<&str>) -> Result<Self> {
        let mut found = found();
        let place = match name {
            None if found.is_empty() => None,
            None => Some(0),
            Some(name) => found.iter().position(|(_, description)| description.matches(name)),
        };
        match place {
            Some(place) => {
                let (adapter, description) = found.swap_remove(place);
                Self::open(&adapter, description)
            }
            None if found.is_empty() => Err(Error::NoAdapter(
                "no GPU adapter was found; install a Vulkan driver (a software one: mesa-vulkan-drivers on Debian), or use the CPU engine"
                    .into(),
            )),
            None => {
                let known: Vec<_> = found.iter().map(|(_, description)| format!("`{description}`")).collect();
                Err(Error::NoAdapter(format!("no adapter matches `{}`; there are {}", name.unwrap_or_default(), known.join(", "))))
            }
        }
    }

    /// Opens every adapter, the best first; those that don't open come with the reason.
    pub fn all() -> Vec<(AdapterDescription, Result<Self>)> {
        found().into_iter().map(|(adapter, description)| (description.clone(), Self::open(&adapter, description))).collect()
    }

    fn open(adapter: &wgpu::Adapter, description: AdapterDescription) -> Result<Self> {
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return Err(Error::Device(format!("{description} runs no compute shaders")));
        }
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("lacuna"),
            required_limits: adapter.limits(),
            ..Default::default()
        }))
        .map_err(|error| Error::Device(format!("{description} does not open: {error}")))?;
        let failure = Arc::new(Mutex::new(None));
        let note = |failure: &Arc<Mutex<Option<String>>>| {
            let failure = Arc::clone(failure);
            move |what: String| {
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
            }
        };
        let (lost, uncaptured) = (note(&failure), note(&failure));
        device.set_device_lost_callback(move |reason, message| lost(format!("lost ({reason:?}): {message}")));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| uncaptured(error.to_string())));
        Ok(Self { description, device, queue, cache: Cache::new(), failure })
    }

    /// The adapter that was opened.
    pub fn adapter(&self) -> &AdapterDescription {
        &self.description
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// The queue of the device.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// Forgets the compiled pipelines, and compiles kernels of [`Form::Straight`](super::Form::Straight) from now on.
    pub fn use_straight_form(&mut self) {
        self.cache = Cache::straight();
    }

    /// The pipelines compiled so far.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// The largest tile that the device takes in one dispatch.
    ///
    /// # Errors
    ///
    /// As [`TilePlan::new`].
    pub fn tile_plan(&self, program: &Program, domain: &Domain, wished: Option<u32>) -> Result<TilePlan> {
        TilePlan::new(&self.device.limits(), program, domain, wished)
    }

    fn check(&self) -> Result<()> {
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            None => Ok(()),
            Some(failure) => Err(Error::Device(format!("{}: {failure}", self.description))),
        }
    }

    /// Evaluates a tile of a domain into `samples`, x running fastest, by as many dispatches as the device needs.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the domain, or the tile in it, is invalid, or reaches beyond ±2^31 cells; [`Error::Device`] where the device fails.
    ///
    /// # Panics
    ///
    /// If `samples` is not as long as the tile has samples.
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        domain.validate()?;
        tile.validate(domain.size())?;
        coordinates::validate(program, domain, tile)?;
        assert_eq!(samples.len(), tile.samples(), "a tile of {:?} samples needs as many places", tile.size);
        let plan = self.tile_plan(program, domain, None)?;
        let kernel = self.cache.kernel(&self.device, program, domain.kind(), TargetKind::Buffer);
        self.check()?;
        let [width, height, _] = tile.size.map(|n| n as usize);
        for part in tile.cut(plan.side) {
            let read = self.read_tile(&kernel, program, domain, part)?;
            let [part_width, part_height, _] = part.size.map(|n| n as usize);
            let [x, y, z] = std::array::from_fn(|axis| (part.origin[axis] - tile.origin[axis]) as usize);
            for (row, from) in read.chunks_exact(part_width).enumerate() {
                let to = ((z + row / part_height) * height + y + row % part_height) * width + x;
                samples[to..to + part_width].copy_from_slice(from);
            }
        }
        Ok(())
    }

    /// One dispatch and its readback. The buffer starts as NaN, so that what a kernel leaves out can't pass for a value.
    fn read_tile(&self, kernel: &super::Kernel, program: &Program, domain: &Domain, tile: Tile) -> Result<Vec<f32>> {
        let bytes = 4 * tile.samples() as u64;
        let field = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna field"),
            size: bytes,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        self.check()?;
        field.slice(..).get_mapped_range_mut().map_err(|error| Error::Device(error.to_string()))?.slice(..).fill(0xFF);
        field.unmap();
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna readback"),
            size: bytes,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna tile") });
        let target = Target::Buffer { buffer: &field, first: 0, row: tile.size[0], slice: tile.size[0] * tile.size[1] };
        kernel.record(&self.device, &mut encoder, program, domain, tile, target)?;
        encoder.copy_buffer_to_buffer(&field, 0, &staging, 0, bytes);
        self.queue.submit([encoder.finish()]);
        let (send, receive) = std::sync::mpsc::channel();
        staging.slice(..).map_async(wgpu::MapMode::Read, move |result| {
            let _ = send.send(result);
        });
        let waited = self.device.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        waited.map_err(|error| Error::Device(error.to_string()))?;
        receive.recv().map_err(|_| Error::Device("the readback was dropped".into()))?.map_err(|error| Error::Device(error.to_string()))?;
        let mapped = staging.slice(..).get_mapped_range().map_err(|error| Error::Device(error.to_string()))?;
        Ok(bytemuck::pod_collect_to_vec(&mapped))
    }

    /// Evaluates a whole domain.
    ///
    /// # Errors
    ///
    /// As [`Gpu::evaluate`], and [`Error::Limit`] where the samples don't fit into memory.
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let mut samples = crate::field::storage(domain.whole().samples())?;
        self.evaluate(program, domain, domain.whole(), &mut samples)?;
        Ok(samples)
    }
}
