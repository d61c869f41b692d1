//! The kernels of a GPU in both forms, compared with the rate of its memory, and their cost on the host.

use std::time::{Duration, Instant};

use lacuna::gpu::{Speed, TexelFormat};
use lacuna::internal::TIMESTAMPS;
use lacuna::{Cache, Domain, DomainKind, EvaluationDescriptor, Gpu, Program, Target, TargetKind, wgpu};

use super::cases::Case;
use super::{Bench, Figure, HostFigure, Limit, Report};
use crate::failure::{Failure, Result};

/// The form of kernels that bakes use.
const ROWS: &str = "rows";

/// The time that a device is kept busy before anything is measured: idle hardware takes a while to reach its clocks.
const WARM: Duration = Duration::from_millis(500);

/// The least time of a submission: work is repeated until it takes this long, so that the overhead is negligible.
const LEAST: Duration = Duration::from_millis(10);

/// Stores of 16 bytes and nothing else, the most that a kernel can write.
const STORES: &str = "
@group(0) @binding(0) var<storage, read_write> field: array<vec4<f32>>;

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32
) {
    let first = (group.y * groups.x + group.x) * 1024u + lane;
    for (var i = 0u; i < 4u; i += 1u) {
        field[first + 256u * i] = vec4<f32>(1.0);
    }
}
";

/// The time on the device, and the time until the host is notified.
struct Times {
    gpu: f64,
    wall: f64,
}

/// A device, its clock, and the buffer that is written.
struct Device<'a> {
    bench: &'a Bench,
    gpu: &'a Gpu,
    field: wgpu::Buffer,
    clock: Option<Clock>,
}

impl Device<'_> {
    /// Submits several repetitions. Returns their time by the device's clock, or else by the host's, and their time by the host's.
    fn submitted(&self, record: &dyn Fn(&mut wgpu::CommandEncoder, usize), repetitions: usize) -> Result<[Duration; 2]> {
        let device = self.gpu.device();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna bench") });
        if let Some(clock) = &self.clock {
            encoder.write_timestamp(&clock.stamps, 0);
        }
        record(&mut encoder, repetitions);
        if let Some(clock) = &self.clock {
            clock.stop(&mut encoder);
        }
        let commands = encoder.finish();
        let started = Instant::now();
        self.gpu.queue().submit([commands]);
        device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
        let wall = started.elapsed();
        Ok([self.clock.as_ref().map_or(Ok(wall), |clock| clock.read(device))?, wall])
    }

    /// Returns the times of one repetition: medians of as many submissions as fit into the time of a figure.
    fn times(&self, record: &dyn Fn(&mut wgpu::CommandEncoder, usize)) -> Result<Times> {
        let mut repetitions = 1;
        while self.submitted(record, repetitions)?[0] < LEAST && repetitions < 1 << 14 {
            repetitions *= 2;
        }
        let (started, mut times) = (Instant::now(), [Vec::new(), Vec::new()]);
        while times[0].len() < 3 || started.elapsed().as_secs_f64() < self.bench.seconds {
            let both = self.submitted(record, repetitions)?;
            times.iter_mut().zip(both).for_each(|(times, time)| times.push(time));
        }
        let [gpu, wall] = times.map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2].as_secs_f64() / repetitions as f64
        });
        Ok(Times { gpu, wall })
    }
}

/// Returns the median time of a hundred calls.
fn median(mut call: impl FnMut(usize) -> Result<()>) -> Result<f64> {
    let mut times = Vec::new();
    for number in 0..100 {
        let started = Instant::now();
        call(number)?;
        times.push(started.elapsed().as_secs_f64());
    }
    times.sort_unstable_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// Measures the host's time to prepare an evaluation into a texture, to encode it, and to update it. The only kernel that runs is that of coordinates.
fn host(gpu: &Gpu, cases: &[Case], gpu_side: u32, report: &mut Report) -> Result<()> {
    let (device, cache) = (gpu.device(), Cache::new(gpu.device(), gpu.queue()));
    let side = gpu_side.min(device.limits().max_texture_dimension_2d);
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("lacuna bench"),
        size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::STORAGE_BINDING,
        view_formats: &[],
    });
    for (case, side) in cases.iter().flat_map(|case| [(case, 256), (case, side)]) {
        let [domain, moved] = [0, 1].map(|by| case.domain(side, by));
        let kernel = cache.kernel_for(&case.program, DomainKind::Grid, TargetKind::Texture(TexelFormat::Rgba8Unorm), Speed::Throughput)?;
        let started = Instant::now();
        let evaluation = EvaluationDescriptor::new(&case.program, &domain, Target::texture(&texture));
        let mut prepared = kernel.prepare(&evaluation)?;
        let prepare_seconds = started.elapsed().as_secs_f64();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna bench") });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna bench"), timestamp_writes: None });
        let encode_seconds = median(|_| {
            prepared.encode(&mut pass);
            Ok(())
        })?;
        drop(pass);
        let mut update = |programs: [&Program; 2], domains: [&Domain; 2]| -> Result<f64> {
            let seconds = median(|number| {
                let (program, domain) = (programs[number % 2], domains[number % 2]);
                Ok(prepared.update(&EvaluationDescriptor::new(program, domain, evaluation.target))?)
            })?;
            device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
            Ok(seconds)
        };
        let (program, same) = (&case.program, [&domain; 2]);
        let unchanged_seconds = update([program; 2], same)?;
        let reseeded_seconds = update([&case.reseeded, program], same)?;
        let moved_seconds = update([program; 2], [&moved, &domain])?;
        let (case, dispatches) = (case.name, prepared.dispatches());
        report.host.push(HostFigure {
            case,
            side,
            dispatches,
            prepare_seconds,
            encode_seconds,
            unchanged_seconds,
            reseeded_seconds,
            moved_seconds,
        });
    }
    Ok(())
}

impl Bench {
    pub(super) fn gpu(&self, gpu: &Gpu, cases: &[Case], report: &mut Report) -> Result<()> {
        host(gpu, cases, self.gpu_side, report)?;
        if self.host_only { Ok(()) } else { self.kernels(gpu, cases, report) }
    }

    fn kernels(&self, gpu: &Gpu, cases: &[Case], report: &mut Report) -> Result<()> {
        let (device, queue) = (gpu.device(), gpu.queue());
        let limits = device.limits();
        let side = self.gpu_side;
        let pixels = side as usize * side as usize;
        let most = (limits.max_buffer_size.min(limits.max_storage_buffer_binding_size) / 4) as usize;
        let fits = |case: &&Case| pixels * case.program.channels() <= most;
        let room = cases.iter().filter(fits).map(|case| pixels * case.program.channels()).max().unwrap_or(1024);
        let field = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna bench"),
            size: 4 * room as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let on = Device { bench: self, gpu, field, clock: Clock::new(gpu) };
        let fill = |encoder: &mut wgpu::CommandEncoder, repetitions| {
            (0..repetitions).for_each(|_| encoder.clear_buffer(&on.field, 0, None));
        };
        let started = Instant::now();
        while started.elapsed() < WARM {
            on.submitted(&fill, 8)?;
        }
        let mut limit = |what: &str, time: f64| {
            let name = format!("{what}, {}", gpu.adapter());
            report.limits.push(Limit { name: name.clone(), samples_per_second: room as f64 / time });
            name
        };
        limit("fill of the samples", on.times(&fill)?.gpu);
        let (stores, group) = stores(device, &on.field);
        let groups = (room / 4).div_ceil(1024) as u32;
        let written = on.times(&|encoder, repetitions| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna bench"), timestamp_writes: None });
            pass.set_pipeline(&stores);
            pass.set_bind_group(0, &group, &[]);
            (0..repetitions).for_each(|_| pass.dispatch_workgroups(groups.min(1 << 12), groups.div_ceil(1 << 12), 1));
        })?;
        let ceiling = limit("stores of 16 bytes", written.gpu);
        let mut samples = vec![0.0; room];
        let cache = Cache::new(device, queue);
        for (form, speed) in [(ROWS, Speed::Throughput), ("straight", Speed::PerSample)] {
            for case in cases.iter().filter(fits).filter(|case| !case.is_preset || form == ROWS) {
                let (program, domain) = (&case.program, case.domain(side, 0));
                let kernel = cache.kernel_for(program, DomainKind::Grid, TargetKind::Buffer, speed)?;
                let target = Target::Buffer { buffer: &on.field, first: 0, row: side * program.channels() as u32, slice: 0 };
                let prepared = kernel.prepare(&EvaluationDescriptor::new(program, &domain, target))?;
                let times = on.times(&|encoder, repetitions| {
                    let pass = wgpu::ComputePassDescriptor { label: Some("lacuna bench"), timestamp_writes: None };
                    let mut pass = encoder.begin_compute_pass(&pass);
                    (0..repetitions).for_each(|_| prepared.encode(&mut pass));
                })?;
                let values = pixels * program.channels();
                let mut read = || {
                    self.rate(pixels, || {
                        let started = Instant::now();
                        gpu.evaluate(program, &domain, domain.whole(), &mut samples[..values])?;
                        Ok(started.elapsed())
                    })
                };
                let with_readback = if form == ROWS { Some(read()?) } else { None };
                let rate = pixels as f64 / times.gpu;
                report.add(Figure {
                    engine: "gpu",
                    adapter: Some(gpu.adapter().into()),
                    form: form.into(),
                    threads: None,
                    case: case.name,
                    samples_per_second: rate,
                    submitted_per_second: Some(pixels as f64 / times.wall),
                    with_readback_per_second: with_readback,
                    limit: ceiling.clone(),
                    fraction_of_limit: rate * program.channels() as f64 * written.gpu / room as f64,
                });
            }
        }
        Ok(())
    }
}

/// Returns the kernel of stores, and its bind group.
fn stores(device: &wgpu::Device, field: &wgpu::Buffer) -> (wgpu::ComputePipeline, wgpu::BindGroup) {
    let source = wgpu::ShaderSource::Wgsl(STORES.into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("lacuna bench"), source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("lacuna bench"),
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("lacuna bench"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: field.as_entire_binding() }],
    });
    (pipeline, group)
}

fn lost(error: impl std::fmt::Display) -> Failure {
    Failure::failed(format!("the device stopped: {error}"))
}

/// Timestamps of a device that has them: the time of its commands without the host's share.
struct Clock {
    stamps: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds per tick.
    period: f64,
}

impl Clock {
    fn new(gpu: &Gpu) -> Option<Self> {
        let device = gpu.device();
        device.features().contains(TIMESTAMPS).then(|| {
            let buffer = |usage| {
                device.create_buffer(&wgpu::BufferDescriptor { label: Some("lacuna bench"), size: 16, usage, mapped_at_creation: false })
            };
            Self {
                stamps: device.create_query_set(&wgpu::QuerySetDescriptor {
                    label: Some("lacuna bench"),
                    ty: wgpu::QueryType::Timestamp,
                    count: 2,
                }),
                resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
                read: buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST),
                period: f64::from(gpu.queue().get_timestamp_period()),
            }
        })
    }

    fn stop(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.write_timestamp(&self.stamps, 1);
        encoder.resolve_query_set(&self.stamps, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, 16);
    }

    /// Returns the time between the two stamps of finished commands.
    fn read(&self, device: &wgpu::Device) -> Result<Duration> {
        self.read.map_async(wgpu::MapMode::Read, .., |_| {});
        device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
        let ticks = {
            let bytes = self.read.get_mapped_range(..).map_err(lost)?;
            let stamps: &[u64] = bytemuck::cast_slice(&bytes);
            stamps[1].saturating_sub(stamps[0])
        };
        self.read.unmap();
        Ok(Duration::from_nanos((ticks as f64 * self.period) as u64))
    }
}
