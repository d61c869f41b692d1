//! The choice of an engine.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use lacuna::{DomainKind, Gpu, Program};
use lacuna_bake::{Engine, cpu_seconds};

use crate::failure::{Failure, Result};
use crate::terminal::note;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// The CPU, or a hardware GPU for what would take it more than two seconds
    Auto,
    /// The CPU, which needs no driver
    Cpu,
    /// The best adapter, software ones included
    Gpu,
}

/// What `auto` leaves to the CPU, in seconds. To open a GPU and to compile a kernel took 0.28 s with warm caches and up to 2.9 s without, on an H200.
const PATIENCE: f64 = 2.0;

/// An engine, and why it was taken.
pub(crate) struct Chosen {
    pub(crate) engine: Engine,
    pub(crate) reason: String,
}

/// What evaluates. The samples don't depend on it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// What computes; the bits are the same
    ///
    /// `auto` takes the CPU unless it would take more than two seconds by an estimate: samples times what the lattices and octaves of the source cost. Then it
    /// takes a hardware GPU, but for those of OpenGL alone, where there is one and its compiler takes the kernel. Which one it took, and why, is said on
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

impl EngineArgs {
    /// Opens the engine for a program over domains of a kind, for about so many evaluations, and says which it is.
    pub(crate) fn open(&self, program: &Program, domain: DomainKind, evaluations: u64) -> Result<Chosen> {
        let fit = |gpu: Result<Gpu, lacuna::Error>| {
            let gpu = gpu?;
            gpu.check_kernel(program, domain)?;
            Ok(gpu)
        };
        let asked = |gpu| Chosen { engine: self.gpu(gpu), reason: "asked for".to_owned() };
        let chosen = match (self.engine, &self.adapter) {
            (Choice::Cpu, Some(_)) => return Err(Failure::usage("--adapter takes a GPU; leave out --engine cpu")),
            (_, Some(name)) => asked(fit(Gpu::new(Some(name)))?),
            (Choice::Gpu, None) => asked(fit(Gpu::new(None))?),
            (Choice::Cpu, None) => Chosen { engine: self.cpu(), reason: "asked for".to_owned() },
            (Choice::Auto, None) => self.sooner(cpu_seconds(evaluations, self.thread_count()), || fit(Gpu::hardware())),
        };
        let Chosen { engine, reason } = &chosen;
        match engine.adapter() {
            None => {
                let threads = self.thread_count();
                note(&format!("engine: cpu ({threads} thread{}), {reason}", if threads.get() == 1 { "" } else { "s" }));
            }
            Some(adapter) => note(&format!("engine: gpu ({adapter}), {reason}")),
        }
        Ok(chosen)
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

    /// The CPU where it takes no longer than is worth a GPU, or where there is none that takes the work.
    fn sooner(&self, seconds: f64, gpu: impl FnOnce() -> Result<Gpu, lacuna::Error>) -> Chosen {
        if seconds <= PATIENCE {
            let reason = format!("which takes about {} s; a GPU is for more than {PATIENCE} s", rounded(seconds));
            return Chosen { engine: self.cpu(), reason };
        }
        let seconds = rounded(seconds);
        match gpu() {
            Ok(gpu) => Chosen { engine: self.gpu(gpu), reason: format!("since the CPU would take about {seconds} s") },
            Err(error) => Chosen { engine: self.cpu(), reason: format!("which takes about {seconds} s; no GPU is taken: {error}") },
        }
    }
}

/// A time as it is told: an estimate has one digit.
fn rounded(seconds: f64) -> String {
    if seconds < 0.1 {
        "0.1".to_owned()
    } else {
        lacuna::Number::from(format!("{seconds:.0e}").parse::<f64>().unwrap_or(seconds)).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_takes_the_cpu_for_what_it_does_soon_and_where_no_gpu_takes_the_work() {
        let args = EngineArgs { engine: Choice::Auto, adapter: None, threads: None };
        let refused = || Err(lacuna::Error::Limit { what: "kernel".into(), problem: "too large".into() });
        let Chosen { engine, reason } = args.sooner(14.0, refused);
        assert_eq!((engine.name(), reason.as_str()), ("cpu", "which takes about 10 s; no GPU is taken: kernel: too large"));
        let soon = args.sooner(2.0, || panic!("no GPU is looked for"));
        assert_eq!((soon.engine.name(), soon.reason.as_str()), ("cpu", "which takes about 2 s; a GPU is for more than 2 s"));
        assert_eq!([1e-9, 0.25, 3.4, 1e300].map(rounded), ["0.1", "0.2", "3", "1e300"]);
        if let Ok(gpu) = Gpu::new(None) {
            let Chosen { engine, reason } = args.sooner(2.6, || Ok(gpu));
            assert_eq!((engine.name(), reason.as_str()), ("gpu", "since the CPU would take about 3 s"));
        }
    }
}
