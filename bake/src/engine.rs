//! The engine that evaluates. It has no influence on the samples.

use std::num::NonZeroUsize;
use std::time::Duration;

use lacuna::gpu::AdapterDescription;
use lacuna::{Cpu, Domain, Program, Tile};

use crate::device::Gpu;
use crate::error::Result;

/// An engine that is ready, and the number of threads that encode.
#[derive(Debug)]
pub struct Engine {
    kind: Kind,
    threads: NonZeroUsize,
}

#[derive(Debug)]
enum Kind {
    Cpu(Cpu),
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there are no devices"))]
    Gpu(Box<Gpu>),
}

/// An engine as one thread of several uses it, or as all use it together.
#[derive(Clone, Copy)]
pub(crate) enum Evaluator<'a> {
    Cpu(&'a Cpu),
    Gpu(&'a Gpu),
}

impl Engine {
    /// Returns the number of threads that the machine runs at once.
    pub fn usual_threads() -> NonZeroUsize {
        std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the CPU engine, which evaluates and encodes on `threads` threads.
    pub fn cpu(threads: NonZeroUsize) -> Self {
        Self { kind: Kind::Cpu(Cpu::with_threads(threads)), threads }
    }

    /// Returns a GPU engine. The [threads of its options](lacuna::GpuOptions::threads) read its samples back and encode them. Not available on wasm,
    /// where nothing may wait for a device.
    #[cfg(not(target_family = "wasm"))]
    pub fn gpu(gpu: Gpu) -> Self {
        let threads = gpu.threads();
        Self { kind: Kind::Gpu(Box::new(gpu)), threads }
    }

    /// Returns `cpu` or `gpu`.
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Cpu(_) => "cpu",
            Kind::Gpu(_) => "gpu",
        }
    }

    /// Returns the GPU's adapter.
    pub fn adapter(&self) -> Option<&AdapterDescription> {
        match &self.kind {
            Kind::Cpu(_) => None,
            Kind::Gpu(gpu) => Some(gpu.adapter()),
        }
    }

    /// Returns the number of threads that encode, and that evaluate on the CPU.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// Evaluates a tile of a domain. The channels of a sample are interleaved.
    ///
    /// # Errors
    ///
    /// The errors of the library's engines.
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        self.evaluator().evaluate(program, domain, tile, samples)
    }

    pub(crate) fn evaluator(&self) -> Evaluator<'_> {
        match &self.kind {
            Kind::Cpu(cpu) => Evaluator::Cpu(cpu),
            Kind::Gpu(gpu) => Evaluator::Gpu(gpu),
        }
    }

    /// Returns a CPU engine of one thread, for callers that are threads themselves; `None` for a GPU.
    pub(crate) fn cpu_on_one_thread(&self) -> Option<Cpu> {
        match self.kind {
            Kind::Cpu(_) => Some(Cpu::with_threads(NonZeroUsize::MIN)),
            Kind::Gpu(_) => None,
        }
    }

    /// Returns the time spent so far on readback from a device.
    pub(crate) fn readback_time(&self) -> Duration {
        match &self.kind {
            Kind::Cpu(_) => Duration::ZERO,
            Kind::Gpu(gpu) => gpu.readback_time(),
        }
    }
}

impl Evaluator<'_> {
    /// Returns the most samples of a program that one call may take: about a fifth of a second on one core, or what a device finishes before its driver
    /// considers it hung.
    pub(crate) fn samples_at_once(self, program: &Program) -> u32 {
        let evaluations: u64 = match self {
            Self::Cpu(_) => 1 << 26,
            Self::Gpu(_) => 1 << 31,
        };
        (evaluations / program.evaluations().max(1)).try_into().unwrap_or(u32::MAX)
    }

    pub(crate) fn evaluate(self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        match self {
            Self::Cpu(cpu) => cpu.evaluate(program, domain, tile, samples)?,
            Self::Gpu(gpu) => gpu.evaluate(program, domain, tile, samples)?,
        }
        Ok(())
    }
}
