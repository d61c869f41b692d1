//! A device of our own, for work without a window: adapters, evaluation, readback.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::cache::Cache;
use super::kernel::Kernel;
use super::layout::TargetKind;
use super::limits;
use super::target::Target;
use super::tiles::TilePlan;
use crate::coordinates;
use crate::error::{Error, Result, in_a_line};
use crate::program::Program;
use crate::region::{Domain, DomainKind, Tile};
use crate::words::short;

/// What a device needs for timestamps between the commands of an encoder; one of its own has them where its adapter does.
pub const TIMESTAMPS: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

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

/// How many parts of a tile are under way at once: while one is read, the device evaluates another.
const RING: usize = 3;

/// The bytes of a sample that no kernel has written: a NaN that no arithmetic gives.
const UNWRITTEN: [u8; 4] = [0xFF; 4];

/// The memory of a part under way.
#[derive(Debug)]
struct Buffers {
    /// All NaN. A field starts as its copy, so that what a kernel leaves out can't pass for a value.
    unwritten: wgpu::Buffer,
    field: wgpu::Buffer,
    staging: wgpu::Buffer,
}

impl Buffers {
    fn new(device: &wgpu::Device, size: u64) -> Result<Self> {
        use wgpu::BufferUsages as Usages;
        let buffer = |label, usage, mapped_at_creation| {
            device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation })
        };
        let unwritten = buffer("lacuna unwritten", Usages::COPY_SRC, true);
        unwritten.slice(..).get_mapped_range_mut().map_err(|error| Error::device(&error))?.slice(..).fill(UNWRITTEN[0]);
        unwritten.unmap();
        Ok(Self {
            unwritten,
            field: buffer("lacuna field", Usages::STORAGE | Usages::COPY_SRC | Usages::COPY_DST, false),
            staging: buffer("lacuna readback", Usages::MAP_READ | Usages::COPY_DST, false),
        })
    }
}

/// A part under way.
struct Started {
    part: Tile,
    used: u64,
    buffers: Buffers,
    submission: wgpu::SubmissionIndex,
    mapped: Receiver<std::result::Result<(), wgpu::BufferAsyncError>>,
}

/// A device of our own, with the pipelines it has compiled.
#[derive(Debug)]
pub struct Gpu {
    description: AdapterDescription,
    device: wgpu::Device,
    queue: wgpu::Queue,
    cache: Cache,
    /// Not in use at the moment.
    buffers: Mutex<Vec<Buffers>>,
    readback_nanos: AtomicU64,
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
                Err(Error::NoAdapter(format!("no adapter matches `{}`; there are {}", short(name.unwrap_or_default()), known.join(", "))))
            }
        }
    }

    /// Opens every adapter, the best first; those that don't open come with the reason.
    pub fn all() -> Vec<(AdapterDescription, Result<Self>)> {
        found().into_iter().map(|(adapter, description)| (description.clone(), Self::open(&adapter, description))).collect()
    }

    /// Opens an adapter of the caller's choice.
    ///
    /// # Errors
    ///
    /// [`Error::Device`] where it does not open, or reports limits below what kernels take.
    pub fn of(adapter: &wgpu::Adapter) -> Result<Self> {
        Self::open(adapter, AdapterDescription::of(adapter))
    }

    fn open(adapter: &wgpu::Adapter, description: AdapterDescription) -> Result<Self> {
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return Err(Error::Device(format!("{description} runs no compute shaders")));
        }
        limits::check(&adapter.limits(), TargetKind::Buffer).map_err(|error| Error::Device(format!("{description}: {error}")))?;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("lacuna"),
            // For whoever measures.
            required_features: adapter.features() & TIMESTAMPS,
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
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| uncaptured(in_a_line(&error))));
        Ok(Self { description, device, queue, cache: Cache::new(), buffers: Mutex::default(), readback_nanos: AtomicU64::new(0), failure })
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

    /// Forgets the compiled pipelines, and compiles kernels of [`KernelForm::Straight`](super::KernelForm::Straight) from now on.
    pub fn use_straight_form(&mut self) {
        self.cache = Cache::straight();
    }

    /// The pipelines compiled so far.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Checks that the device takes the kernel for a program, without compiling it.
    ///
    /// # Errors
    ///
    /// As [`Cache::check`].
    pub fn check_kernel(&self, program: &Program, domain: DomainKind) -> Result<()> {
        self.cache.check(&self.device, program, domain, TargetKind::Buffer)
    }

    /// The largest tile that the device takes in one dispatch.
    ///
    /// # Errors
    ///
    /// As [`TilePlan::new`].
    pub fn tile_plan(&self, program: &Program, domain: &Domain, wished: Option<u32>) -> Result<TilePlan> {
        TilePlan::new(&self.device.limits(), program, domain, wished)
    }

    /// The first failure that the device has reported.
    pub(super) fn check(&self) -> Result<()> {
        // That it is lost is told by the callbacks, which run here.
        let _ = self.device.poll(wgpu::PollType::Poll);
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            None => Ok(()),
            Some(failure) => Err(Error::Device(format!("{}: {failure}", self.description))),
        }
    }

    /// Evaluates a tile of a domain into `samples`, in the order of [`Cpu::evaluate`](crate::Cpu::evaluate), by as many dispatches as the device needs.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the domain, or the tile in it, is invalid, or reaches beyond ±2^31 cells; [`Error::Limit`] where the kernel is larger
    /// than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE); [`Error::Device`] where the device fails: it is lost, out of memory, or leaves samples unwritten.
    ///
    /// # Panics
    ///
    /// If `samples` is not as long as the tile has samples times channels.
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        coordinates::validate(program, domain, tile)?;
        let channels = program.channels();
        assert_eq!(samples.len(), program.elements(tile), "a tile of {:?} samples and {channels} channels needs as many places", tile.size);
        let plan = self.tile_plan(program, domain, None)?;
        let kernel = self.cache.kernel(&self.device, program, domain.kind(), TargetKind::Buffer)?;
        self.check()?;
        let bytes = 4 * channels as u64 * plan.side.iter().map(|&n| u64::from(n)).product::<u64>();
        let mut in_flight = VecDeque::new();
        for part in tile.cut(plan.side) {
            if in_flight.len() == RING {
                let oldest = in_flight.pop_front().expect("a ring of at least one");
                self.finish(oldest, tile, channels, samples)?;
            }
            in_flight.push_back(self.start(&kernel, program, domain, part, bytes)?);
        }
        in_flight.into_iter().try_for_each(|started| self.finish(started, tile, channels, samples))
    }

    /// The time that [`Gpu::evaluate`] has spent, in all its calls, on taking finished samples from the device's memory.
    pub fn readback_time(&self) -> Duration {
        Duration::from_nanos(self.readback_nanos.load(Ordering::Relaxed))
    }

    /// Submits the evaluation of a part and its copy to memory that can be read.
    fn start(&self, kernel: &Kernel, program: &Program, domain: &Domain, part: Tile, bytes: u64) -> Result<Started> {
        let known = self.buffers.lock().unwrap_or_else(PoisonError::into_inner).pop().filter(|buffers| buffers.field.size() >= bytes);
        let buffers = match known {
            Some(buffers) => buffers,
            None => Buffers::new(&self.device, bytes)?,
        };
        self.check()?;
        let used = 4 * program.elements(part) as u64;
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna tile") });
        encoder.copy_buffer_to_buffer(&buffers.unwritten, 0, &buffers.field, 0, used);
        let row = part.size[0] * program.channels() as u32;
        let target = Target::Buffer { buffer: &buffers.field, first: 0, row, slice: row * part.size[1] };
        kernel.record_part(&self.device, &mut encoder, program, domain, part, target, [0; 3])?;
        encoder.copy_buffer_to_buffer(&buffers.field, 0, &buffers.staging, 0, used);
        let submission = self.queue.submit([encoder.finish()]);
        let (send, mapped) = std::sync::mpsc::channel();
        buffers.staging.slice(..used).map_async(wgpu::MapMode::Read, move |result| {
            let _ = send.send(result);
        });
        Ok(Started { part, used, buffers, submission, mapped })
    }

    /// Waits for a part and takes its samples.
    fn finish(&self, started: Started, tile: Tile, channels: usize, samples: &mut [f32]) -> Result<()> {
        let Started { part, used, buffers, submission, mapped } = started;
        let waited = self.device.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None });
        self.check()?;
        waited.map_err(|error| Error::device(&error))?;
        mapped.recv().map_err(|error| Error::device(&error))?.map_err(|error| Error::device(&error))?;
        let reading = Instant::now();
        let range = buffers.staging.slice(..used).get_mapped_range().map_err(|error| Error::device(&error))?;
        let mut is_written = true;
        for (to, from) in tile.rows_of(part).zip(range.chunks_exact(4 * channels * part.size[0] as usize)) {
            is_written &= !from.starts_with(&UNWRITTEN) && !from.ends_with(&UNWRITTEN);
            bytemuck::cast_slice_mut(&mut samples[to.start * channels..to.end * channels]).copy_from_slice(from);
        }
        drop(range);
        buffers.staging.unmap();
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
        if !is_written {
            let problem = "it left samples unwritten and reported no error; take another adapter or the CPU engine";
            return Err(Error::Device(format!("{}: {problem}", self.description)));
        }
        self.readback_nanos.fetch_add(reading.elapsed().as_nanos() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Evaluates a whole domain, as [`Gpu::evaluate`] does a tile.
    ///
    /// # Errors
    ///
    /// As [`Gpu::evaluate`], and [`Error::Memory`] where the samples don't fit into memory.
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let mut samples = crate::field::storage(program.elements(domain.whole()))?;
        self.evaluate(program, domain, domain.whole(), &mut samples)?;
        Ok(samples)
    }
}
