//! The cost of a bake as one number. Budgets limit it, and the command chooses its engine by it.
//!
//! The unit is one evaluation, as [`Program::evaluations`] counts them. Work other than samples is counted by its time in evaluations.
//!
//! All measurements of machines are in this file, but for those by which kernels choose their form. Two machines were measured:
//! - an AMD EPYC (Zen 3), vectors of eight, at about half of its speed, one core: all presets at 512 x 512, budgets of blurs and views;
//! - an NVIDIA H200 with 16 cores of a Xeon with AVX-512, driver 580, Vulkan: the GPU time of all presets, their first pipelines, opening, readback,
//!   bakes by both engines.

use std::num::NonZeroUsize;

use lacuna::gpu::{AdapterDescription, Speed, TargetKind};
use lacuna::internal::kernel_size;
use lacuna::{DomainKind, Program};

use crate::error::Result;

/// The time of an evaluation on one core, in nanoseconds. Presets took 0.24 (octaves of Perlin noise along a grid) to 2.7 (warped simplex noise),
/// half of them 0.9 to 1.7, on the EPYC, and 0.3 to 1.4 in bakes of 4096 x 4096 on the Xeon.
const NANOSECONDS: f64 = 1.2;

/// The cost of one blur pass per sample, both axes together: 16 passes of radius 256 took 300 ns.
pub(crate) const OF_A_PASS: u64 = 5;

/// The cost of a ray of a view: 600 ns in a relief, 900 ns in a hillshade.
pub(crate) const OF_A_RAY: u64 = 200;

/// How much longer a GPU evaluates each sample by itself than samples that share work: 1.7 to 2.4 times on the H200.
const ALONE: f64 = 2.0;

/// The most evaluations for a single pixel, including the neighbourhood that a blur or a shadow reads: about half a minute of one core.
pub(crate) const MOST_FOR_A_PIXEL: u64 = 1 << 33;

/// The most samples of a source's own size, all channels counted. [`Request::new`](crate::Request::new) refuses more, since nobody asked for so many.
pub const MOST_UNASKED: u64 = 1 << 30;

/// Work whose time is estimated.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    /// The programs that are evaluated, each over the same samples.
    pub programs: &'a [&'a Program],
    /// The kind of domain that it is evaluated over.
    pub domain: DomainKind,
    /// The number of evaluations of all samples together, as [`Program::evaluations`] counts them.
    pub evaluations: u64,
}

impl Work<'_> {
    /// Estimates the seconds that the CPU engine takes on `threads` threads.
    pub fn on_cpu(&self, threads: NonZeroUsize) -> f64 {
        self.evaluations as f64 * NANOSECONDS / 1e9 / threads.get() as f64
    }

    /// Estimates the least time that the GPU engine takes from the start: on the fastest GPU that was measured, with the kernel already compiled.
    pub fn on_the_fastest_gpu(&self) -> GpuSeconds {
        FASTEST.seconds(self, &|_| true)
    }

    /// Estimates the time that the GPU engine takes from the start on an adapter. Returns `None` for a software adapter, which is slower than the CPU engine.
    ///
    /// `is_compiled` tells of a speed whether the kernels for it were [kept on disk](lacuna::GpuOptions::disk).
    pub fn on_gpu(&self, adapter: &AdapterDescription, is_compiled: &dyn Fn(Speed) -> bool) -> Option<GpuSeconds> {
        let kind = GPUS.iter().find(|gpu| gpu.kind == adapter.device_type)?;
        Some(kind.seconds(self, is_compiled))
    }

    /// Returns the number of samples, all channels counted.
    fn samples(&self) -> f64 {
        let sum = |of: fn(&Program) -> u64| self.programs.iter().map(|program| of(program)).fold(0, u64::saturating_add) as f64;
        self.evaluations as f64 / sum(Program::evaluations).max(1.0) * sum(|program| program.channels() as u64)
    }

    /// Returns the number of operations of the GPU's kernels for a speed.
    fn operations(&self, speed: Speed) -> u64 {
        let of_one = |program: &&Program| kernel_size(program.structure(), self.domain, TargetKind::Buffer, speed).operations;
        self.programs.iter().map(of_one).sum()
    }
}

/// The times of the GPU engine, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GpuSeconds {
    /// Opening and closing the device.
    pub opening: f64,
    /// Compiling the kernel, or loading it from disk.
    pub compiling: f64,
    /// Evaluating, the slow clock of an idle device included.
    pub evaluating: f64,
    /// Reading the samples back.
    pub reading: f64,
}

impl GpuSeconds {
    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.opening + self.compiling + self.evaluating + self.reading
    }
}

/// The costs of a kind of GPU, in seconds.
struct Gpu {
    /// The name that [`AdapterDescription::device_type`] returns.
    kind: &'static str,
    opening: f64,
    compiled: f64,
    /// Per operation of the kernel's text.
    compiling: f64,
    evaluation: f64,
    /// Per sample of a channel, in addition to its evaluations.
    sample: f64,
    /// The readback of a sample of a channel.
    reading: f64,
    /// The factor by which evaluation is slower at the clock of an idle device, and the seconds until the clock has risen.
    idle: [f64; 2],
}

/// The H200: 43 ms for the instance, 75 for the device, 28 to close them, 30 for the first use of buffers. Presets at 1024 x 1024 took 0.28 s with
/// their kernels compiled before. Their first pipelines took 0.2 to 2.9 s. At 2048 x 2048 presets took 0.6 (clouds, caustics) to 4 ps an evaluation
/// (skybox), the simplest 17 ps a sample. 16 parts of 64 MiB in a ring of three were read in 6.5 to 8.5 ms. When idle it runs at 345 of 1980 MHz, for
/// 0.1 to 0.3 s of load.
const FASTEST: Gpu = Gpu {
    kind: "discrete",
    opening: 0.17,
    compiled: 0.05,
    compiling: 3e-5,
    evaluation: 2e-12,
    sample: 17e-12,
    reading: 5e-10,
    idle: [5.7, 0.2],
};

/// Returns the costs of a kind that was not measured: by its arithmetic rate it evaluates about thirty times as slowly as the H200.
const fn slower(kind: &'static str) -> Gpu {
    Gpu { kind, evaluation: 30.0 * FASTEST.evaluation, sample: 30.0 * FASTEST.sample, ..FASTEST }
}

/// The kinds of adapters, without software.
const GPUS: [Gpu; 4] = [FASTEST, slower("integrated"), slower("virtual"), slower("other")];

impl Gpu {
    /// Returns the times in the form of kernels that is done sooner, its compilation included.
    fn seconds(&self, work: &Work<'_>, is_compiled: &dyn Fn(Speed) -> bool) -> GpuSeconds {
        let samples = work.samples();
        let [times, soon] = self.idle;
        let of = |compiling: f64, slowness: f64| {
            let warm = work.evaluations as f64 * self.evaluation * slowness + samples * self.sample;
            GpuSeconds {
                opening: self.opening,
                compiling: self.compiled + compiling,
                evaluating: warm + (warm * (times - 1.0)).min(soon * (1.0 - 1.0 / times)),
                reading: samples * self.reading,
            }
        };
        if is_compiled(Speed::Throughput) {
            // No kernel has to be written to know its size.
            return of(0.0, 1.0);
        }
        let [fastest, alone] = [Speed::Throughput, Speed::PerSample].map(|speed| work.operations(speed));
        let fast = of(fastest as f64 * self.compiling, 1.0);
        let compiling = if is_compiled(Speed::PerSample) { 0.0 } else { alone as f64 * self.compiling };
        let simple = of(compiling, if alone == fastest { 1.0 } else { ALONE });
        if simple.total() < fast.total() { simple } else { fast }
    }
}

/// Refuses work that keeps a single pixel busy for too long.
pub(crate) fn check_pixel(place: &str, evaluations: u64, mend: &str) -> Result<()> {
    if evaluations <= MOST_FOR_A_PIXEL {
        return Ok(());
    }
    let around = lacuna::Error::Limit {
        what: place.to_owned(),
        problem: format!(
            "a pixel takes {evaluations} evaluations, including all samples around it that it depends on; at most {MOST_FOR_A_PIXEL}: {mend}"
        ),
    };
    Err(around.into())
}
