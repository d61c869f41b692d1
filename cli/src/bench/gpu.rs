//! The kernels of a GPU in both forms, beside how fast its memory is filled.

use std::time::{Duration, Instant};

use lacuna::gpu::{KernelForm, TIMESTAMPS};
use lacuna::{Cache, DomainKind, Gpu, Target, TargetKind, wgpu};

use super::cases::{Case, SIDE};
use super::{Bench, Figure, Limit, Report};
use crate::failure::{Failure, Result};

impl Bench {
    pub(super) fn gpu(&self, gpu: &Gpu, cases: &[Case], report: &mut Report) -> Result<()> {
        let (device, queue) = (gpu.device(), gpu.queue());
        let room = cases.iter().map(Case::values).max().unwrap_or_default();
        let field = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna bench"),
            size: 4 * room as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let clock = Clock::new(gpu);
        // The host's share and the wait are spread over as many repetitions as take a while.
        let repeated = |samples: usize, record: &mut dyn FnMut(&mut wgpu::CommandEncoder) -> Result<()>| -> Result<f64> {
            let mut repetitions = 1;
            loop {
                let mut call = || -> Result<Duration> {
                    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna bench") });
                    if let Some(clock) = &clock {
                        encoder.write_timestamp(&clock.stamps, 0);
                    }
                    for _ in 0..repetitions {
                        record(&mut encoder)?;
                    }
                    if let Some(clock) = &clock {
                        clock.stop(&mut encoder);
                    }
                    let commands = encoder.finish();
                    let started = Instant::now();
                    queue.submit([commands]);
                    device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
                    let elapsed = started.elapsed();
                    clock.as_ref().map_or(Ok(elapsed), |clock| clock.read(device))
                };
                if call()?.as_secs_f64() > self.seconds / 8.0 || repetitions >= 1024 {
                    return self.rate(samples * repetitions, call);
                }
                repetitions *= 2;
            }
        };
        let limit = format!("fill of the samples, {}", gpu.adapter());
        let filled = repeated(room, &mut |encoder| {
            encoder.clear_buffer(&field, 0, None);
            Ok(())
        })?;
        report.limits.push(Limit { name: limit.clone(), samples_per_second: filled });
        let mut samples = vec![0.0; room];
        for (name, form, cache) in [("rows", KernelForm::Rows, Cache::new()), ("straight", KernelForm::Straight, Cache::straight())] {
            for case in cases.iter().filter(|case| !case.is_preset || form == KernelForm::Rows) {
                let Case { program, domain, .. } = case;
                let kernel = cache.kernel(device, program, DomainKind::Grid, TargetKind::Buffer)?;
                let target = Target::Buffer { buffer: &field, first: 0, row: SIDE * program.channels() as u32, slice: 0 };
                let rate = repeated(case.samples(), &mut |encoder| {
                    Ok(kernel.record(device, encoder, program, domain, domain.whole(), target)?)
                })?;
                let with_readback = match form {
                    KernelForm::Rows => Some(self.rate(case.samples(), || {
                        let started = Instant::now();
                        gpu.evaluate(program, domain, domain.whole(), &mut samples[..case.values()])?;
                        Ok(started.elapsed())
                    })?),
                    KernelForm::Straight => None,
                };
                report.figures.push(Figure {
                    engine: "gpu",
                    adapter: Some(gpu.adapter().into()),
                    form: name.into(),
                    threads: None,
                    case: case.name,
                    samples_per_second: rate,
                    with_readback_per_second: with_readback,
                    limit: limit.clone(),
                    fraction_of_limit: rate / filled,
                });
            }
        }
        Ok(())
    }
}

fn lost(error: impl std::fmt::Display) -> Failure {
    Failure::failed(format!("the device stopped: {error}"))
}

/// Timestamps of a device that has them: what its commands take without the host's share.
struct Clock {
    stamps: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds a tick.
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

    /// The time between the two stamps of commands that are done.
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
