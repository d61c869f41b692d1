//! The library's own device, for work without a window: adapters, evaluation, readback.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::task::Poll;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

use super::cache::Cache;
#[cfg(not(target_arch = "wasm32"))]
use super::disk::DiskCache;
use super::kernel::Kernel;
use super::later::{Later, later};
use super::layout::{SPIRV, TargetKind};
use super::limits;
use super::prepared::EvaluationDescriptor;
use super::readback::{Buffers, RING, Ring, copy, wished};
use super::target::Target;
use super::tiles::sides;
use crate::coordinates;
use crate::error::{Error, Result, in_a_line};
use crate::program::Program;
use crate::region::{Domain, DomainKind, Tile};
use crate::threads;
use crate::words::short;

/// The features for timestamps between the commands of an encoder. The library's own device has them if its adapter does.
pub const TIMESTAMPS: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// The description of an adapter in listings and reports.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// All backends except OpenGL, which lists adapters of the others again, and whose drivers look for a display first.
const FIRST: wgpu::Backends = wgpu::Backends::all().difference(wgpu::Backends::GL);

/// Returns the adapters of some backends, best first. Drivers of other backends are not loaded.
async fn found(backends: wgpu::Backends) -> Vec<(wgpu::Adapter, AdapterDescription)> {
    let descriptor = wgpu::InstanceDescriptor { backends, ..wgpu::InstanceDescriptor::new_without_display_handle() };
    let adapters = wgpu::Instance::new(descriptor).enumerate_adapters(backends).await.into_iter();
    let mut found: Vec<_> = adapters
        .map(|adapter| {
            let description = AdapterDescription::of(&adapter);
            (adapter, description)
        })
        .collect();
    found.sort_by_key(|(_, description)| description.rank());
    found
}

/// Returns the adapters of this machine, best first.
///
/// Not available on wasm32, where nothing may block; use [`adapters_async`].
#[cfg(not(target_arch = "wasm32"))]
pub fn adapters() -> Vec<AdapterDescription> {
    pollster::block_on(adapters_async())
}

/// Returns the adapters of this machine, best first. A browser reports one, or none if it lacks WebGPU.
pub async fn adapters_async() -> Vec<AdapterDescription> {
    found(wgpu::Backends::all()).await.into_iter().map(|(_, description)| description).collect()
}

#[cfg(not(target_arch = "wasm32"))]
const NO_ADAPTER: &str =
    "no GPU adapter was found; install a Vulkan driver (a software one: mesa-vulkan-drivers on Debian), or use the CPU engine";
#[cfg(target_arch = "wasm32")]
const NO_ADAPTER: &str =
    "this browser offers no WebGPU adapter here; use a browser that has WebGPU and a page served by HTTPS, or the CPU engine";

/// The longest time that a native future waits for the device before it yields.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_millis(1);

/// A part in flight.
struct Started {
    part: Tile,
    used: u64,
    buffers: Buffers,
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser can't wait for it"))]
    submission: wgpu::SubmissionIndex,
    mapped: Later<std::result::Result<(), wgpu::BufferAsyncError>>,
}

/// The library's own device, with the kernels that it has compiled.
#[derive(Debug)]
pub struct Gpu {
    description: AdapterDescription,
    device: wgpu::Device,
    queue: wgpu::Queue,
    cache: Cache,
    /// The buffers for parts in flight.
    ring: Mutex<Ring>,
    threads: NonZeroUsize,
    readback_nanos: AtomicU64,
    failure: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// Opens the best adapter, or the best whose description [matches](AdapterDescription::matches) a text. Without a text, OpenGL is tried only if no
    /// other adapter is hardware.
    ///
    /// Not available on wasm32, where nothing may block; use [`Gpu::request`].
    ///
    /// # Errors
    ///
    /// [`Error::NoAdapter`] where there is no adapter, or none that matches; [`Error::Device`] where the adapter does not open.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new(name: Option<&str>) -> Result<Self> {
        pollster::block_on(Self::request(name))
    }

    /// Opens the best hardware adapter, ignoring OpenGL, unless `is_wanted` returns false for it, in which case the result is None. `is_wanted` is
    /// called before the adapter is opened, because opening takes longer than finding it.
    ///
    /// Not available on wasm32, where nothing may block.
    ///
    /// # Errors
    ///
    /// [`Error::NoAdapter`] where there is no such adapter; [`Error::Device`] where it does not open.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn hardware(is_wanted: impl FnOnce(&AdapterDescription) -> bool) -> Result<Option<Self>> {
        let best = pollster::block_on(found(FIRST)).into_iter().next().filter(|(_, description)| description.is_hardware());
        let (adapter, description) = best.ok_or_else(|| Error::NoAdapter("there is no hardware GPU".into()))?;
        if !is_wanted(&description) {
            return Ok(None);
        }
        pollster::block_on(Self::open(&adapter, description, SPIRV)).map(Some)
    }

    /// Opens the best adapter, or the best whose description [matches](AdapterDescription::matches) a text, without blocking.
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::new`](#method.new).
    pub async fn request(name: Option<&str>) -> Result<Self> {
        let mut found = match name {
            None => {
                let first = found(FIRST).await;
                let is_hardware = first.first().is_some_and(|(_, description)| description.is_hardware());
                if is_hardware { first } else { found(wgpu::Backends::all()).await }
            }
            Some(_) => found(wgpu::Backends::all()).await,
        };
        let place = match name {
            None if found.is_empty() => None,
            None => Some(0),
            Some(name) => found.iter().position(|(_, description)| description.matches(name)),
        };
        match place {
            Some(place) => {
                let (adapter, description) = found.swap_remove(place);
                Self::open(&adapter, description, SPIRV).await
            }
            None if found.is_empty() => Err(Error::NoAdapter(NO_ADAPTER.into())),
            None => {
                let known: Vec<_> = found.iter().map(|(_, description)| format!("`{description}`")).collect();
                Err(Error::NoAdapter(format!("no adapter matches `{}`; there are {}", short(name.unwrap_or_default()), known.join(", "))))
            }
        }
    }

    /// Opens every adapter, best first. Those that don't open are returned with the reason.
    ///
    /// Not available on wasm32, where nothing may block.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn all() -> Vec<(AdapterDescription, Result<Self>)> {
        Self::all_with(SPIRV)
    }

    /// Opens every adapter like [`Gpu::all`](#method.all), with those of `features` that each adapter has, as in [`Gpu::request_with`].
    ///
    /// Not available on wasm32, where nothing may block.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn all_with(features: wgpu::Features) -> Vec<(AdapterDescription, Result<Self>)> {
        let opened = |(adapter, description): (_, AdapterDescription)| {
            (description.clone(), pollster::block_on(Self::open(&adapter, description, features)))
        };
        pollster::block_on(found(wgpu::Backends::all())).into_iter().map(opened).collect()
    }

    /// Opens the given adapter.
    ///
    /// Not available on wasm32, where nothing may block; use [`Gpu::request_of`].
    ///
    /// # Errors
    ///
    /// [`Error::Device`] where it does not open, or where its limits are below those that kernels need.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of(adapter: &wgpu::Adapter) -> Result<Self> {
        pollster::block_on(Self::request_of(adapter))
    }

    /// Opens the given adapter without blocking.
    ///
    /// # Errors
    ///
    /// [`Error::Device`] where it does not open, or where its limits are below those that kernels need.
    pub async fn request_of(adapter: &wgpu::Adapter) -> Result<Self> {
        Self::open(adapter, AdapterDescription::of(adapter), SPIRV).await
    }

    /// Opens the given adapter like [`Gpu::request_of`], with those of `features` that it has. `request_of` asks for [`SPIRV`](super::SPIRV); without
    /// this feature, kernels are given to Vulkan as WGSL.
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::request_of`].
    pub async fn request_with(adapter: &wgpu::Adapter, features: wgpu::Features) -> Result<Self> {
        Self::open(adapter, AdapterDescription::of(adapter), features).await
    }

    async fn open(adapter: &wgpu::Adapter, description: AdapterDescription, features: wgpu::Features) -> Result<Self> {
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return Err(Error::Device(format!("{description} has no compute shaders")));
        }
        limits::check(&adapter.limits(), TargetKind::Buffer).map_err(|error| Error::Device(format!("{description}: {error}")))?;
        let opening = adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("lacuna"),
            // Timestamps are for measurements, the pipeline cache is for kernels on disk.
            required_features: adapter.features() & (TIMESTAMPS | wgpu::Features::PIPELINE_CACHE | features),
            required_limits: adapter.limits(),
            ..Default::default()
        });
        let (device, queue) = opening.await.map_err(|error| Error::Device(format!("{description} does not open: {error}")))?;
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
        Ok(Self {
            description,
            device,
            queue,
            cache: Cache::new(),
            ring: Mutex::default(),
            threads: threads::usual(),
            readback_nanos: AtomicU64::new(0),
            failure,
        })
    }

    /// Returns the description of the adapter.
    pub fn adapter(&self) -> &AdapterDescription {
        &self.description
    }

    /// Returns the device.
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Returns the device's queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// Drops the compiled kernels. New ones evaluate each sample by itself, as with [`Cache::per_sample`].
    pub fn use_per_sample_form(&mut self) {
        self.cache = std::mem::take(&mut self.cache).emptied_per_sample();
    }

    /// Loads kernels from a folder from now on, and stores those that it compiles there, including that of [views](super::Renderer). By default nothing
    /// is stored on disk.
    ///
    /// Not available on wasm32, where browsers store compiled kernels themselves.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn keep_kernels(&mut self, disk: DiskCache) {
        self.cache = std::mem::take(&mut self.cache).on_disk(disk);
    }

    /// Sets the most threads that read finished samples. The default is the machine's available parallelism.
    pub fn read_on_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Returns the cache of compiled kernels.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Checks that the device accepts the kernel for a program, without compiling it.
    ///
    /// # Errors
    ///
    /// The errors of [`Cache::check`].
    pub fn check_kernel(&self, program: &Program, domain: DomainKind) -> Result<()> {
        self.cache.check(&self.device, program, domain, TargetKind::Buffer)
    }

    /// Returns the first failure that the device has reported.
    pub(super) fn check(&self) -> Result<()> {
        // Runs the callbacks, which report the loss of the device.
        let _ = self.device.poll(wgpu::PollType::Poll);
        match self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            None => Ok(()),
            Some(failure) => Err(Error::Device(format!("{}: {failure}", self.description))),
        }
    }

    /// Evaluates a tile of a domain into `samples`, in the order of [`Cpu::evaluate`](crate::Cpu::evaluate), with as many dispatches as the device
    /// needs.
    ///
    /// Not available on wasm32, where nothing may block; use [`Gpu::evaluate_async`].
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the domain or the tile in it is invalid, or reaches beyond ±2^31 cells; [`Error::Limit`] where the kernel is larger
    /// than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE); [`Error::Device`] where the device fails: it is lost, out of memory, or leaves samples
    /// unwritten.
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the number of the tile's samples times the channels.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        let (kernel, side) = self.prepare(program, domain, tile, samples.len())?;
        let channels = program.channels();
        let finish = |started: Started, samples: &mut [f32]| {
            self.wait(&started)?;
            self.take(started, tile, channels, samples)
        };
        let mut in_flight = VecDeque::new();
        for part in tile.cut(side) {
            if in_flight.len() == RING {
                finish(in_flight.pop_front().expect("a ring of at least one"), samples)?;
            }
            in_flight.push_back(self.start(&kernel, program, domain, part, side)?);
        }
        in_flight.into_iter().try_for_each(|started| finish(started, samples))
    }

    /// Evaluates like [`Gpu::evaluate`](#method.evaluate) without blocking, with the same bits.
    ///
    /// In a browser the device wakes the future. On native platforms the future polls the device itself, and each poll takes at most about a
    /// millisecond. A dropped future has no effect but the samples that it has already written.
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::evaluate`](#method.evaluate).
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the number of the tile's samples times the channels.
    pub async fn evaluate_async(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        let (kernel, side) = self.prepare(program, domain, tile, samples.len())?;
        let channels = program.channels();
        let mut in_flight = VecDeque::new();
        for part in tile.cut(side) {
            if in_flight.len() == RING {
                let mut oldest = in_flight.pop_front().expect("a ring of at least one");
                self.wait_async(&mut oldest).await?;
                self.take(oldest, tile, channels, samples)?;
            }
            in_flight.push_back(self.start(&kernel, program, domain, part, side)?);
        }
        for mut started in in_flight {
            self.wait_async(&mut started).await?;
            self.take(started, tile, channels, samples)?;
        }
        Ok(())
    }

    /// Checks the arguments; returns the kernel, and the sides of the parts, one dispatch each.
    fn prepare(&self, program: &Program, domain: &Domain, tile: Tile, places: usize) -> Result<(Kernel, [u32; 3])> {
        coordinates::validate(program, domain, tile)?;
        let channels = program.channels();
        assert_eq!(places, program.elements(tile), "a tile of {:?} samples and {channels} channels needs as many places", tile.size);
        let wished = wished(tile, channels, domain.kind());
        let kernel = self.cache.kernel(&self.device, program, domain.kind(), TargetKind::Buffer)?;
        let side = sides(&self.device.limits(), program, domain, kernel.form(), wished)?;
        self.check()?;
        Ok((kernel, side))
    }

    /// Returns the time that all calls of [`Gpu::evaluate`](#method.evaluate) have spent reading finished samples from the device's memory. Zero on
    /// wasm32, where the standard library has no clock.
    pub fn readback_time(&self) -> Duration {
        Duration::from_nanos(self.readback_nanos.load(Ordering::Relaxed))
    }

    /// Submits the evaluation of a part and the copy of its samples to memory that the host can read.
    fn start(&self, kernel: &Kernel, program: &Program, domain: &Domain, part: Tile, side: [u32; 3]) -> Result<Started> {
        let bytes = 4 * program.channels() as u64 * side.iter().map(|&n| u64::from(n)).product::<u64>();
        let buffers = self.ring.lock().unwrap_or_else(PoisonError::into_inner).take(&self.device, bytes)?;
        self.check()?;
        let used = 4 * program.elements(part) as u64;
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna tile") });
        encoder.copy_buffer_to_buffer(&buffers.unwritten, 0, &buffers.field, 0, used);
        let row = part.size[0] * program.channels() as u32;
        let target = Target::Buffer { buffer: &buffers.field, first: 0, row, slice: row * part.size[1] };
        let evaluation = EvaluationDescriptor { label: Some("lacuna tile"), program, domain, tile: part, target };
        kernel.record_parts(&mut encoder, evaluation.label, &[kernel.part(&self.device, &evaluation, part)?]);
        encoder.copy_buffer_to_buffer(&buffers.field, 0, &buffers.staging, 0, used);
        let submission = self.queue.submit([encoder.finish()]);
        let (teller, mapped) = later();
        buffers.staging.slice(..used).map_async(wgpu::MapMode::Read, move |result| teller.tell(result));
        Ok(Started { part, used, buffers, submission, mapped })
    }

    /// Waits until the samples of a part can be read.
    #[cfg(not(target_arch = "wasm32"))]
    fn wait(&self, started: &Started) -> Result<()> {
        let waited = self.device.poll(wgpu::PollType::Wait { submission_index: Some(started.submission.clone()), timeout: None });
        self.check()?;
        waited.map_err(|error| Error::device(&error))?;
        match started.mapped.take() {
            Some(mapped) => mapped.map_err(|error| Error::device(&error)),
            None => Err(Error::Device(format!("{}: the work is done but returned no samples", self.description))),
        }
    }

    /// Waits like [`Gpu::wait`], without blocking.
    #[cfg(not(target_arch = "wasm32"))]
    async fn wait_async(&self, started: &mut Started) -> Result<()> {
        let mapped = std::future::poll_fn(|context| {
            if let Some(mapped) = started.mapped.take() {
                return Poll::Ready(Ok(mapped));
            }
            let submission_index = Some(started.submission.clone());
            let waited = self.device.poll(wgpu::PollType::Wait { submission_index, timeout: Some(PATIENCE) });
            if let Err(error) = self.check() {
                return Poll::Ready(Err(error));
            }
            match (started.mapped.take(), waited) {
                (Some(mapped), _) => Poll::Ready(Ok(mapped)),
                (None, Ok(_) | Err(wgpu::PollError::Timeout)) => {
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                (None, Err(error)) => Poll::Ready(Err(Error::device(&error))),
            }
        });
        mapped.await?.map_err(|error| Error::device(&error))
    }

    /// Waits until the samples of a part can be read.
    #[cfg(target_arch = "wasm32")]
    async fn wait_async(&self, started: &mut Started) -> Result<()> {
        let mapped = (&mut started.mapped).await;
        self.check()?;
        mapped.map_err(|error| Error::device(&error))
    }

    /// Reads the samples of a part that is ready.
    fn take(&self, started: Started, tile: Tile, channels: usize, samples: &mut [f32]) -> Result<()> {
        let Started { part, used, buffers, .. } = started;
        #[cfg(not(target_arch = "wasm32"))]
        let reading = Instant::now();
        let range = buffers.staging.slice(..used).get_mapped_range().map_err(|error| Error::device(&error))?;
        let is_written = copy(&range, [part, tile], channels, samples, self.threads);
        drop(range);
        buffers.staging.unmap();
        self.ring.lock().unwrap_or_else(PoisonError::into_inner).give_back(buffers);
        if !is_written {
            let problem = "it left samples unwritten and reported no error; take another adapter or the CPU engine";
            return Err(Error::Device(format!("{}: {problem}", self.description)));
        }
        #[cfg(not(target_arch = "wasm32"))]
        self.readback_nanos.fetch_add(reading.elapsed().as_nanos() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Evaluates a whole domain, like [`Gpu::evaluate`].
    ///
    /// Not available on wasm32, where nothing may block; use [`Gpu::sample_async`].
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::evaluate`], and [`Error::Memory`] where the samples don't fit into memory.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let mut samples = crate::field::storage(program.elements(domain.whole()), self.threads)?;
        self.evaluate(program, domain, domain.whole(), &mut samples)?;
        Ok(samples)
    }

    /// Evaluates a whole domain, like [`Gpu::evaluate_async`].
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::evaluate_async`], and [`Error::Memory`] where the samples don't fit into memory.
    pub async fn sample_async(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let mut samples = crate::field::storage(program.elements(domain.whole()), self.threads)?;
        self.evaluate_async(program, domain, domain.whole(), &mut samples).await?;
        Ok(samples)
    }
}
