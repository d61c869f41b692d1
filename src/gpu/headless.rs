//! The library's own device, for work without a window: opening, evaluation, readback.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::task::Poll;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

use super::adapters::{AdapterDescription, FoundAdapter};
use super::cache::Cache;
use super::kernel::Kernel;
use super::later::{Later, later};
use super::layout::TargetKind;
use super::limits;
use super::options::GpuOptions;
use super::plan::Speed;
use super::prepared::EvaluationDescriptor;
use super::readback::{Buffers, RING, Ring, copy, wished};
use super::target::Target;
use crate::coordinates;
use crate::domain::{Domain, DomainKind, Tile};
use crate::error::{Error, Result, in_a_line};
use crate::program::Program;

/// The features for timestamps between the commands of an encoder. The library's own device has them if its adapter does.
pub const TIMESTAMPS: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// The longest time that a native future waits for the device before it yields.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_millis(1);

/// How often the host looks for a callback that comes after the work is done.
#[cfg(not(target_arch = "wasm32"))]
const LATER: u32 = 2000;

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
    /// What kernels are compiled for, if it is set.
    speed: Option<Speed>,
    /// The buffers for parts in flight.
    ring: Mutex<Ring>,
    threads: NonZeroUsize,
    readback_nanos: AtomicU64,
    failures: Arc<Mutex<Failures>>,
}

/// What a device has reported.
#[derive(Debug, Default)]
struct Failures {
    loss: Option<String>,
    /// The first error that no call returned.
    error: Option<String>,
}

impl Gpu {
    /// Opens a device.
    ///
    /// Not available on wasm32, where nothing may block; use [`Gpu::request`].
    ///
    /// # Errors
    ///
    /// [`Error::NoAdapter`] where there is no adapter, or none that matches; [`Error::Device`] where the adapter does not open, or where its limits are
    /// below those that kernels need.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open(options: &GpuOptions<'_>) -> Result<Self> {
        pollster::block_on(Self::request(options))
    }

    /// Opens a device like [`Gpu::open`](#method.open), without blocking.
    ///
    /// # Errors
    ///
    /// The errors of [`Gpu::open`](#method.open).
    pub async fn request(options: &GpuOptions<'_>) -> Result<Self> {
        let FoundAdapter { adapter, description } = options.adapter.found().await?;
        if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
            return Err(Error::Device(format!("{description} has no compute shaders")));
        }
        limits::check(&adapter.limits(), TargetKind::Buffer).map_err(|error| Error::Device(format!("{description}: {error}")))?;
        let opening = adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("lacuna"),
            // Timestamps are for measurements, the pipeline cache is for kernels on disk.
            required_features: adapter.features() & (TIMESTAMPS | wgpu::Features::PIPELINE_CACHE | options.features),
            required_limits: adapter.limits(),
            ..Default::default()
        });
        let (device, queue) = opening.await.map_err(|error| Error::Device(format!("{description} does not open: {error}")))?;
        let failures = Arc::new(Mutex::new(Failures::default()));
        let noted = Arc::clone(&failures);
        device.set_device_lost_callback(move |reason, message| {
            let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.loss.get_or_insert_with(|| in_a_line(&format!("{reason:?}: {message}")));
        });
        let noted = Arc::clone(&failures);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.error.get_or_insert_with(|| in_a_line(&error));
        }));
        #[cfg(not(target_arch = "wasm32"))]
        let cache = Cache::on_disk(&device, &queue, options.disk.clone());
        #[cfg(target_arch = "wasm32")]
        let cache = Cache::new(&device, &queue);
        Ok(Self {
            description,
            device,
            queue,
            cache,
            speed: options.speed,
            ring: Mutex::default(),
            threads: options.threads,
            readback_nanos: AtomicU64::new(0),
            failures,
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

    /// Returns the most threads that read finished samples.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
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
        self.cache.check(program, domain, TargetKind::Buffer)
    }

    /// Returns the loss of the device, or the first error that it has reported.
    pub(super) fn check(&self) -> Result<()> {
        // Runs the callbacks, which report the loss of the device.
        let _ = self.device.poll(wgpu::PollType::Poll);
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        let told = |what: &str| format!("{}: {what}", self.description);
        match &*failures {
            Failures { loss: Some(loss), .. } => Err(Error::DeviceLost(told(loss))),
            Failures { error: Some(error), .. } => Err(Error::Device(told(error))),
            Failures { loss: None, error: None } => Ok(()),
        }
    }

    /// Returns the loss of the device instead of an error that follows from it.
    fn cause(&self, error: Error) -> Error {
        match (error, self.check()) {
            (Error::Device(_), Err(lost @ Error::DeviceLost(_))) => lost,
            (error, _) => error,
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
    /// than [`MAX_KERNEL_SIZE`](super::MAX_KERNEL_SIZE); [`Error::DeviceLost`] where the device is lost; [`Error::Device`] where it is out of
    /// memory, or leaves samples unwritten.
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the number of the tile's samples times the channels.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        self.evaluate_parts(program, domain, tile, samples).map_err(|error| self.cause(error))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn evaluate_parts(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
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
        self.evaluate_parts_async(program, domain, tile, samples).await.map_err(|error| self.cause(error))
    }

    async fn evaluate_parts_async(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
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
        let (kind, target) = (domain.kind(), TargetKind::Buffer);
        let kernel = match self.speed {
            Some(speed) => self.cache.kernel_for(program, kind, target, speed)?,
            None => self.cache.kernel_for_samples(program, kind, target, domain.whole().samples() as u64)?,
        };
        let side = kernel.sides(program, domain, wished)?;
        self.check()?;
        Ok((kernel, side))
    }

    /// Returns the time that all calls of [`Gpu::evaluate`](#method.evaluate) have spent reading finished samples from the device's memory. Zero on
    /// wasm32, where the standard library has no clock.
    #[doc(hidden)]
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
        let evaluation = EvaluationDescriptor::new(program, domain, target).tile(part).label("lacuna tile");
        kernel.record_parts(&mut encoder, &evaluation, &[kernel.part(&evaluation, part)?]);
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
        // Another thread that polls the device may have taken the callback, and call it a little later.
        for _ in 0..LATER {
            if let Some(mapped) = started.mapped.take() {
                return mapped.map_err(|error| Error::device(&error));
            }
            std::thread::sleep(PATIENCE);
        }
        Err(Error::Device(format!("{}: the work is done but returned no samples", self.description)))
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
        let mut samples = crate::storage::storage(program.elements(domain.whole()), self.threads)?;
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
        let mut samples = crate::storage::storage(program.elements(domain.whole()), self.threads)?;
        self.evaluate_async(program, domain, domain.whole(), &mut samples).await?;
        Ok(samples)
    }
}
