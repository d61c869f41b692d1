//! The choice of an engine, and what both have in common.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};
use lacuna::gpu::AdapterDescription;
use lacuna::{Cpu, Domain, Gpu, Program, Tile};

use super::failure::{Failure, Result, note};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// A hardware GPU if there is one, else the CPU
    Auto,
    /// The CPU, which needs no driver
    Cpu,
    /// The best adapter, software ones included
    Gpu,
}

/// What evaluates. The samples don't depend on it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// What computes; the bits are the same
    ///
    /// `auto` takes a hardware GPU; with none, or only a software one, the CPU, which is faster than a software GPU. Which one it took is said on
    /// standard error. `gpu` takes the best adapter, software ones included, and without any exits with 3.
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: Choice,
    /// Takes the GPU whose description contains NAME
    ///
    /// `lacuna adapters` lists the descriptions: backend, name and driver. Upper and lower case are the same. Implies --engine gpu.
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Threads that evaluate on the CPU and encode, 1 to 1024
    ///
    /// As many as the machine runs at once, unless told.
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= 1024).ok_or_else(|| "give 1 to 1024".to_owned())
}

/// An engine that is ready to evaluate.
#[derive(Debug)]
pub(crate) enum Engine {
    Cpu(Cpu),
    Gpu(Box<Gpu>),
}

impl EngineArgs {
    /// Opens the engine and says which it is.
    pub(crate) fn open(&self) -> Result<Engine> {
        let engine = match (self.engine, &self.adapter) {
            (Choice::Cpu, Some(_)) => return Err(Failure::usage("--adapter takes a GPU; leave out --engine cpu")),
            (_, Some(name)) => Engine::Gpu(Box::new(Gpu::new(Some(name))?)),
            (Choice::Gpu, None) => Engine::Gpu(Box::new(Gpu::new(None)?)),
            (Choice::Cpu, None) => self.cpu(),
            (Choice::Auto, None) => self.hardware().unwrap_or_else(|| self.cpu()),
        };
        match &engine {
            Engine::Cpu(_) => {
                let threads = self.thread_count();
                note(&format!("engine: cpu ({threads} thread{})", if threads.get() == 1 { "" } else { "s" }));
            }
            Engine::Gpu(gpu) => note(&format!("engine: gpu ({})", gpu.adapter())),
        }
        Ok(engine)
    }

    pub(crate) fn thread_count(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    fn cpu(&self) -> Engine {
        Engine::Cpu(Cpu::with_threads(self.thread_count()))
    }

    fn hardware(&self) -> Option<Engine> {
        lacuna::gpu::adapters().first().filter(|best| best.is_hardware())?;
        match Gpu::new(None) {
            Ok(gpu) => Some(Engine::Gpu(Box::new(gpu))),
            Err(error) => {
                note(&format!("note: {error}; taking the CPU"));
                None
            }
        }
    }
}

impl Engine {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Cpu(_) => "cpu",
            Self::Gpu(_) => "gpu",
        }
    }

    pub(crate) fn adapter(&self) -> Option<&AdapterDescription> {
        match self {
            Self::Cpu(_) => None,
            Self::Gpu(gpu) => Some(gpu.adapter()),
        }
    }

    /// The time spent so far on taking samples from a device's memory.
    pub(crate) fn readback_time(&self) -> Duration {
        match self {
            Self::Cpu(_) => Duration::ZERO,
            Self::Gpu(gpu) => gpu.readback_time(),
        }
    }

    /// The CPU engine for callers that are threads themselves.
    pub(crate) fn on_one_thread(&self) -> Option<Self> {
        match self {
            Self::Cpu(_) => Some(Self::Cpu(Cpu::with_threads(NonZeroUsize::MIN))),
            Self::Gpu(_) => None,
        }
    }

    /// How many samples are worth one call: enough to outweigh the start of threads, or of dispatches.
    pub(crate) fn worthwhile_samples(&self) -> usize {
        match self {
            Self::Cpu(_) => 1 << 22,
            Self::Gpu(_) => 1 << 24,
        }
    }

    pub(crate) fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        match self {
            Self::Cpu(cpu) => cpu.evaluate(program, domain, tile, samples)?,
            Self::Gpu(gpu) => gpu.evaluate(program, domain, tile, samples)?,
        }
        Ok(())
    }
}
