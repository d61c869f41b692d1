//! The choice of an engine.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use lacuna::{DomainKind, Gpu, Program};
use lacuna_bake::Engine;

use crate::failure::{Failure, Result};
use crate::terminal::note;

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
    /// `auto` takes a hardware GPU; with none, or only a software one, the CPU, which is faster than a software GPU, and also where the kernel would
    /// be too large for a GPU's compiler. Which one it took is said on standard error. `gpu` takes the best adapter, software ones included, and without any exits with 3.
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

impl EngineArgs {
    /// Opens the engine for programs over domains of a kind, and says which it is.
    pub(crate) fn open(&self, programs: &[&Program], domain: DomainKind) -> Result<Engine> {
        let fit = |gpu: Result<Gpu, lacuna::Error>| {
            let gpu = gpu?;
            programs.iter().try_for_each(|program| gpu.check_kernel(program, domain))?;
            Ok(gpu)
        };
        let engine = match (self.engine, &self.adapter) {
            (Choice::Cpu, Some(_)) => return Err(Failure::usage("--adapter takes a GPU; leave out --engine cpu")),
            (_, Some(name)) => self.gpu(fit(Gpu::new(Some(name)))?),
            (Choice::Gpu, None) => self.gpu(fit(Gpu::new(None))?),
            (Choice::Cpu, None) => self.cpu(),
            (Choice::Auto, None) if !is_hardware() => self.cpu(),
            (Choice::Auto, None) => self.gpu_or_cpu(fit(Gpu::new(None))),
        };
        match engine.adapter() {
            None => {
                let threads = self.thread_count();
                note(&format!("engine: cpu ({threads} thread{})", if threads.get() == 1 { "" } else { "s" }));
            }
            Some(adapter) => note(&format!("engine: gpu ({adapter})")),
        }
        Ok(engine)
    }

    fn thread_count(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(Engine::usual_threads)
    }

    fn cpu(&self) -> Engine {
        Engine::cpu(self.thread_count())
    }

    fn gpu(&self, gpu: Gpu) -> Engine {
        Engine::gpu(gpu, self.thread_count())
    }

    /// The GPU where there is one that takes the work, else the CPU, with the reason.
    fn gpu_or_cpu(&self, gpu: Result<Gpu, lacuna::Error>) -> Engine {
        match gpu {
            Ok(gpu) => self.gpu(gpu),
            Err(error) => {
                note(&format!("note: {error}; taking the CPU"));
                self.cpu()
            }
        }
    }
}

/// Whether the best adapter is hardware.
fn is_hardware() -> bool {
    lacuna::gpu::adapters().first().is_some_and(lacuna::gpu::AdapterDescription::is_hardware)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_takes_the_cpu_where_the_gpu_refuses_the_kernel() {
        let args = EngineArgs { engine: Choice::Auto, adapter: None, threads: None };
        let refused = lacuna::Error::Limit { what: "kernel".into(), problem: "too large".into() };
        assert_eq!(args.gpu_or_cpu(Err(refused)).name(), "cpu");
        if let Ok(gpu) = Gpu::new(None) {
            assert_eq!(args.gpu_or_cpu(Ok(gpu)).name(), "gpu");
        }
    }
}
