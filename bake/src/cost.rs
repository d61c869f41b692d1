//! What a bake costs, as one count: budgets are held to it, and a command chooses its engine by it.
//!
//! The unit is an evaluation, as [`Program::evaluations`] counts them. What is no sample is counted by how long it takes beside one.
//!
//! All that was measured of machines stands here. Two were:
//! - an AMD EPYC (Zen 3), vectors of eight, at about half of its speed, one core: all presets at 512 x 512, budgets of blurs and views;
//! - an NVIDIA H200 with 16 cores of a Xeon with AVX-512, driver 580, Vulkan: the GPU time of all presets, their first pipelines, opening, reading back, bakes by both
//!   engines.

use std::num::NonZeroUsize;

use lacuna::gpu::{AdapterDescription, TargetKind, kernel_size};
use lacuna::{DomainKind, Program};

use crate::error::Result;

/// What an evaluation takes on one core, in nanoseconds: presets took 0.24 (octaves of Perlin noise along a grid) to 2.7 (displaced simplex noise), half of them 0.9 to
/// 1.7, on the EPYC, and 0.3 to 1.4 in bakes of 4096 x 4096 on the Xeon.
const NANOSECONDS: f64 = 1.2;

/// What a pass of a blur takes for each sample: 16 passes of radius 256 took 300 ns, those along both axes together.
pub(crate) const OF_A_PASS: u64 = 5;

/// What a ray of a view takes: 600 ns in a relief, 900 ns in a hillshade.
pub(crate) const OF_A_RAY: u64 = 200;

/// The most evaluations for a pixel by itself, those of what a blur or a shadow reaches around it included: about half a minute of one core.
pub(crate) const MOST_FOR_A_PIXEL: u64 = 1 << 33;

/// The most samples that a source makes by itself, those of all channels counted: [`Request::new`](crate::Request::new) refuses more, since nobody asked for so many.
pub const MOST_UNASKED: u64 = 1 << 30;

/// What is to be evaluated, of which it is asked how long that takes.
#[derive(Debug, Clone, Copy)]
pub struct Work<'a> {
    /// What is evaluated.
    pub program: &'a Program,
    /// Over what.
    pub domain: DomainKind,
    /// How much it is: those of all samples together, as [`Program::evaluations`] counts them.
    pub evaluations: u64,
}

impl Work<'_> {
    /// About how many seconds the CPU engine takes on so many threads.
    pub fn on_cpu(&self, threads: NonZeroUsize) -> f64 {
        self.evaluations as f64 * NANOSECONDS / 1e9 / threads.get() as f64
    }

    /// About how long the GPU engine takes from the start, at least: on the fastest GPU that was measured, with the kernel compiled before.
    pub fn on_the_fastest_gpu(&self) -> GpuSeconds {
        FASTEST.seconds(self, true)
    }

    /// About how long the GPU engine takes from the start on an adapter; none where that is software, which is slower than the CPU engine.
    ///
    /// `is_compiled` says that the kernel was [kept on disk](lacuna::Gpu::keep_kernels).
    pub fn on_gpu(&self, adapter: &AdapterDescription, is_compiled: bool) -> Option<GpuSeconds> {
        let kind = GPUS.iter().find(|gpu| gpu.kind == adapter.device_type)?;
        Some(kind.seconds(self, is_compiled))
    }

    /// The samples of all channels.
    fn samples(&self) -> f64 {
        self.evaluations as f64 / self.program.evaluations().max(1) as f64 * self.program.channels() as f64
    }

    /// The operations of the GPU's kernel.
    fn operations(&self) -> u64 {
        kernel_size(self.program.structure(), self.domain, TargetKind::Buffer).operations
    }
}

/// How long the GPU engine takes for something, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GpuSeconds {
    /// Opening and closing the device.
    pub opening: f64,
    /// Compiling the kernel, or taking it from disk.
    pub compiling: f64,
    /// Evaluating, the slow clock of an idle device included.
    pub evaluating: f64,
    /// Reading the samples back.
    pub reading: f64,
}

impl GpuSeconds {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.opening + self.compiling + self.evaluating + self.reading
    }
}

/// What the GPUs of a kind cost, in seconds.
struct Gpu {
    /// As [`AdapterDescription::device_type`] calls it.
    kind: &'static str,
    opening: f64,
    compiled: f64,
    /// For each operation of the kernel's text.
    compiling: f64,
    evaluation: f64,
    /// A sample of a channel, beside its evaluations.
    sample: f64,
    /// Reading a sample of a channel back.
    reading: f64,
    /// How many times as long it takes at the clock of an idle device, and how soon that is over.
    idle: [f64; 2],
}

/// The H200: 43 ms for the instance, 75 for the device, 28 to close them, 30 for the first use of buffers. Presets at 1024 x 1024 took 0.28 s with their kernels
/// compiled before. Their first pipelines took 0.2 to 2.9 s. At 2048 x 2048 presets took 0.6 (clouds, caustics) to 4 ps an evaluation (skybox), the simplest 17 ps a
/// sample. 16 parts of 64 MiB in a ring of three were read in 6.5 to 8.5 ms. Idle it runs at 345 of 1980 MHz, for 0.1 to 0.3 s of load.
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

/// Those of other kinds were not measured: by their arithmetic they take about thirty times as long as the H200 to evaluate.
const fn slower(kind: &'static str) -> Gpu {
    Gpu { kind, evaluation: 30.0 * FASTEST.evaluation, sample: 30.0 * FASTEST.sample, ..FASTEST }
}

/// By kind of adapter. There is none for software.
const GPUS: [Gpu; 4] = [FASTEST, slower("integrated"), slower("virtual"), slower("other")];

impl Gpu {
    fn seconds(&self, work: &Work<'_>, is_compiled: bool) -> GpuSeconds {
        let samples = work.samples();
        let warm = work.evaluations as f64 * self.evaluation + samples * self.sample;
        let [times, soon] = self.idle;
        GpuSeconds {
            opening: self.opening,
            compiling: self.compiled + if is_compiled { 0.0 } else { work.operations() as f64 * self.compiling },
            evaluating: warm + (warm * (times - 1.0)).min(soon * (1.0 - 1.0 / times)),
            reading: samples * self.reading,
        }
    }
}

/// Refuses what keeps a single pixel busy for too long.
pub(crate) fn check_pixel(place: &str, evaluations: u64, mend: &str) -> Result<()> {
    if evaluations <= MOST_FOR_A_PIXEL {
        return Ok(());
    }
    let around = lacuna::Error::Limit {
        what: place.to_owned(),
        problem: format!(
            "a pixel takes {evaluations} evaluations, those of all samples around that it sees; at most {MOST_FOR_A_PIXEL}: {mend}"
        ),
    };
    Err(around.into())
}
