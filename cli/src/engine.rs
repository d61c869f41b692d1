//! The choice of an engine.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use lacuna::gpu::{AdapterChoice, AdapterDescription, DiskCache, Speed, adapters};
use lacuna::{DomainKind, Gpu, GpuOptions, Program, wgpu};
use lacuna_bake::{Engine, GpuSeconds, Work};

use crate::failure::{Failure, Result};
use crate::terminal::note;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// The CPU or a hardware GPU, whichever is faster by an estimate
    Auto,
    /// The CPU, which needs no driver
    Cpu,
    /// The best adapter, software ones included
    Gpu,
}

/// An engine, and the reason why it was chosen.
pub(crate) struct Chosen {
    pub(crate) engine: Engine,
    pub(crate) reason: String,
}

/// The engine that evaluates. It has no influence on the samples.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// The engine; the bits are the same
    ///
    /// `auto` chooses the faster one by an estimate: of the CPU by the cost of the lattices and octaves of all samples and by its threads, of a GPU
    /// by opening it, compiling, evaluating and readback, as measured on machines of its kind. Software adapters and GPUs with only OpenGL are not
    /// chosen, nor is a GPU whose compiler rejects the kernel. The choice and its reason are printed on standard error. `gpu` uses the best adapter,
    /// software ones included, and exits with 3 if there is none.
    ///
    /// Compiled GPU kernels are kept in `lacuna/kernels` in the user's cache folder, at most 64 MiB. The environment variable LACUNA_CACHE names
    /// another folder, or is `off`.
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    engine: Choice,
    /// Uses the GPU whose description contains NAME
    ///
    /// `lacuna adapters` lists the descriptions: backend, name and driver. Case is ignored. Implies --engine gpu.
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Threads that evaluate on the CPU and encode, 1 to 1024
    ///
    /// The default is the environment variable LACUNA_THREADS, or else the number that the machine runs at once.
    #[arg(long, value_name = "N", env = "LACUNA_THREADS", hide_env = true, value_parser = threads, allow_hyphen_values = true)]
    threads: Option<NonZeroUsize>,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= 1024)
        .ok_or_else(|| "give 1 to 1024, here or in LACUNA_THREADS".to_owned())
}

impl EngineArgs {
    /// Opens the engine for about this many evaluations of programs over domains of a kind, and prints its name.
    pub(crate) fn open(&self, programs: &[&Program], domain: DomainKind, evaluations: u64) -> Result<Chosen> {
        let fit = |adapter: AdapterChoice<'_>| -> Result<Gpu, lacuna::Error> {
            let gpu = Gpu::open(&self.options(adapter))?;
            programs.iter().try_for_each(|program| gpu.check_kernel(program, domain))?;
            Ok(gpu)
        };
        let asked = |gpu| Chosen { engine: Engine::gpu(gpu), reason: "asked for".to_owned() };
        let chosen = match (self.engine, &self.adapter) {
            (Choice::Cpu, Some(_)) => return Err(Failure::usage("--adapter takes a GPU; leave out --engine cpu")),
            (_, Some(name)) => asked(fit(AdapterChoice::Named(name))?),
            (Choice::Gpu, None) => asked(fit(AdapterChoice::Best)?),
            (Choice::Cpu, None) => Chosen { engine: self.cpu(), reason: "asked for".to_owned() },
            (Choice::Auto, None) => {
                let is_compiled =
                    |speed| DiskCache::of_user().is_some_and(|disk| programs.iter().all(|program| disk.holds(program, domain, speed)));
                // OpenGL's drivers are not even looked for.
                let open = |is_wanted: &mut Wanted<'_>| {
                    let best = adapters(!wgpu::Backends::GL).into_iter().next().filter(|found| found.description().is_hardware());
                    let found = best.ok_or_else(|| lacuna::Error::NoAdapter("there is no hardware GPU".into()))?;
                    is_wanted(found.description()).then(|| fit(AdapterChoice::Of(found.adapter()))).transpose()
                };
                self.sooner(&Work { programs, domain, evaluations }, is_compiled, open)
            }
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

    fn options<'a>(&self, adapter: AdapterChoice<'a>) -> GpuOptions<'a> {
        GpuOptions::default().adapter(adapter).disk(DiskCache::of_user()).threads(self.thread_count())
    }

    /// Returns the CPU if it is faster, or if no GPU can do the work. GPUs are listed only if the fastest known would be faster, and opened only if one is.
    fn sooner(
        &self,
        work: &Work<'_>,
        is_compiled: impl Fn(Speed) -> bool,
        open: impl FnOnce(&mut Wanted<'_>) -> Result<Option<Gpu>, lacuna::Error>,
    ) -> Chosen {
        let on_cpu = work.on_cpu(self.thread_count());
        let takes = rounded(on_cpu);
        let least = work.on_the_fastest_gpu().total();
        if on_cpu <= least {
            let reason = format!("which takes about {takes} s; a GPU would take at least {} s", rounded(least));
            return Chosen { engine: self.cpu(), reason };
        }
        let mut estimate = None;
        let opened = open(&mut |adapter| {
            estimate = work.on_gpu(adapter, &is_compiled);
            estimate.is_some_and(|estimate| estimate.total() < on_cpu)
        });
        let of_gpu = estimate.map_or_else(|| "longer".to_owned(), |estimate| told(&estimate));
        match opened {
            Ok(Some(gpu)) => {
                Chosen { engine: Engine::gpu(gpu), reason: format!("which takes {of_gpu}; the CPU would take about {takes} s") }
            }
            Ok(None) => Chosen { engine: self.cpu(), reason: format!("which takes about {takes} s; the GPU would take {of_gpu}") },
            Err(error) => Chosen { engine: self.cpu(), reason: format!("which takes about {takes} s; no GPU is taken: {error}") },
        }
    }
}

/// A function that decides whether to open an adapter.
type Wanted<'a> = dyn FnMut(&AdapterDescription) -> bool + 'a;

/// Formats the estimate of a GPU.
fn told(estimate: &GpuSeconds) -> String {
    let GpuSeconds { opening, compiling, .. } = estimate;
    format!("about {} s, of which opening and compiling are {}", rounded(estimate.total()), rounded(opening + compiling))
}

/// Formats an estimate with one digit.
fn rounded(seconds: f64) -> String {
    if seconds < 0.1 {
        "0.1".to_owned()
    } else {
        lacuna::Number::from(format!("{seconds:.0e}").parse::<f64>().unwrap_or(seconds)).to_string()
    }
}

#[cfg(test)]
mod tests {
    use lacuna::NodeExt as _;
    use lacuna::nodes::Perlin;

    use super::*;

    fn adapter(device_type: &'static str) -> AdapterDescription {
        let mut adapter = AdapterDescription::default();
        (adapter.backend, adapter.device_type) = ("vulkan".into(), device_type);
        adapter
    }

    #[test]
    fn auto_takes_the_engine_that_is_done_sooner_and_says_why() {
        let program = Program::new(Perlin::new().fbm().octaves(12)).unwrap();
        let programs = [&program];
        let work = |evaluations| Work { programs: &programs, domain: DomainKind::Grid, evaluations };
        let args = EngineArgs { engine: Choice::Auto, adapter: None, threads: NonZeroUsize::new(4) };
        let refused = |_: &mut Wanted<'_>| Err(lacuna::Error::Limit { what: "kernel".into(), problem: "too large".into() });
        let Chosen { engine, reason } = args.sooner(&work(40_000_000_000), |_| true, refused);
        assert!(engine.name() == "cpu" && reason.contains(" 10 s") && reason.contains("too large"), "{reason}");
        let soon = args.sooner(&work(400_000_000), |_| panic!("nothing is looked up"), |_| panic!("no GPU is looked for"));
        assert!(soon.engine.name() == "cpu" && soon.reason.contains(" 0.1 s") && soon.reason.contains(" 0.2 s"), "{}", soon.reason);
        for (kind, is_wanted) in [("discrete", true), ("integrated", false), ("cpu", false)] {
            // Long enough for the fastest GPU, and too short for one that takes thirty times as long.
            let chosen = args.sooner(
                &work(1_000_000_000),
                |_| true,
                |wanted| {
                    assert_eq!(wanted(&adapter(kind)), is_wanted, "{kind}");
                    Ok(None)
                },
            );
            assert_eq!(chosen.engine.name(), "cpu", "{kind}");
        }
        assert_eq!([1e-9, 0.25, 3.4, 1e300].map(rounded), ["0.1", "0.2", "3", "1e300"]);
        if let Ok(gpu) = Gpu::open(&args.options(AdapterChoice::Best)) {
            let open = |wanted: &mut Wanted<'_>| Ok(wanted(&adapter("discrete")).then_some(gpu));
            let Chosen { engine, reason } = args.sooner(&work(40_000_000_000), |_| true, open);
            assert_eq!(engine.name(), "gpu");
            assert!(reason.contains(" 10 s"), "{reason}");
        }
    }
}
