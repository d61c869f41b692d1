//! `lacuna parity`: every GPU against the CPU, bit by bit.

use clap::Args;
use lacuna::gpu::AdapterDescription;
use lacuna::parity::{self, Case, Comparison};
use lacuna::{Cpu, Gpu};
use serde::Serialize;

use crate::adapters::Adapter;
use crate::failure::{Exit, Failure, Result};
use crate::source::open;
use crate::terminal::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Parity {
    /// What to evaluate; without any, a corpus of cases
    ///
    /// Each source, as `bake` takes it, is evaluated over grids and lists of points, near the origin and 10^9 units from it. `all-corpus` is a long
    /// run: every basis in every dimension, hash and fractal, every other kind of node, 200 random graphs, and some of several channels. What is no
    /// basis by itself has a sixteenth of the samples there, but 2^14 at least.
    source: Vec<String>,
    /// The adapters whose description contains NAME, or `all`
    #[arg(long, value_name = "NAME|all", default_value = "all")]
    adapter: String,
    /// Samples of each case, 1 to 2^28
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u32).range(1..=1 << 28))]
    samples: u32,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Report {
    schema_version: u32,
    /// At least one adapter ran, and nothing differs.
    exact: bool,
    adapters: Vec<AdapterReport>,
    skipped: Vec<Skipped>,
}

#[derive(Debug, Serialize)]
struct AdapterReport {
    #[serde(flatten)]
    adapter: Adapter,
    exact: bool,
    cases: Vec<CaseReport>,
}

#[derive(Debug, Serialize)]
struct CaseReport {
    source: String,
    samples: usize,
    differing: usize,
    max_abs: f32,
}

#[derive(Debug, Serialize)]
struct Skipped {
    name: String,
    reason: String,
}

impl Parity {
    pub(crate) fn run(&self) -> Result<Exit> {
        let samples = self.samples as usize;
        let is_catalogue = |source: &&String| *source == "all-corpus";
        let catalogue = self.source.iter().any(|source| is_catalogue(&source));
        let cases_of = |source: &String| {
            parity::each_of(source, &open(source, false)?.recipe().graph()?, samples).map_err(|error| Failure::from(error).of(source))
        };
        let cases = self.source.iter().filter(|source| !is_catalogue(source)).map(cases_of).collect::<Result<Vec<_>>>()?;
        let (gpus, skipped) = self.open();
        let mut report = Report { schema_version: 1, exact: false, adapters: vec![], skipped };
        report.adapters = gpus.iter().map(|gpu| AdapterReport { adapter: gpu.adapter().into(), exact: true, cases: vec![] }).collect();
        if !gpus.is_empty() {
            if catalogue {
                for case in parity::each_of_catalogue(samples) {
                    self.compare(std::iter::once(case?), &gpus, &mut report)?;
                }
            }
            if self.source.is_empty() {
                self.compare(parity::each_of_corpus(samples)?, &gpus, &mut report)?;
            }
            self.compare(cases.into_iter().flatten(), &gpus, &mut report)?;
        }
        report.exact = !gpus.is_empty() && report.adapters.iter().all(|adapter| adapter.exact);
        self.conclude(&report)
    }

    /// The adapters that are asked for and open, and the others with the reason.
    fn open(&self) -> (Vec<Gpu>, Vec<Skipped>) {
        let wanted = |description: &AdapterDescription| self.adapter == "all" || description.matches(&self.adapter);
        let (mut gpus, mut skipped) = (Vec::new(), Vec::new());
        for (description, gpu) in Gpu::all().into_iter().filter(|(description, _)| wanted(description)) {
            match gpu {
                Ok(gpu) => gpus.push(gpu),
                Err(error) => skipped.push(Skipped { name: description.to_string(), reason: error.to_string() }),
            }
        }
        (gpus, skipped)
    }

    /// Runs cases on the CPU once and on every GPU.
    fn compare(&self, cases: impl Iterator<Item = Case>, gpus: &[Gpu], report: &mut Report) -> Result<()> {
        let cpu = Cpu::new();
        for case in cases {
            let Case { name, program, domain } = case;
            let expected = cpu.sample(&program, &domain)?;
            for (gpu, report) in gpus.iter().zip(&mut report.adapters) {
                let Comparison { samples, differing, max_abs } = parity::compare(&expected, &gpu.sample(&program, &domain)?)?;
                if !self.json {
                    let verdict = match differing {
                        0 => format!("equal    {samples} samples"),
                        _ => format!("DIFFERS  {differing} of {samples} samples, by up to {max_abs:e}"),
                    };
                    print(&format!("{verdict}: {name} on {}\n", gpu.adapter()))?;
                }
                report.exact &= differing == 0;
                report.cases.push(CaseReport { source: name.clone(), samples, differing, max_abs });
            }
        }
        Ok(())
    }

    fn conclude(&self, report: &Report) -> Result<Exit> {
        if self.json {
            print_json(report)?;
        }
        for Skipped { name, reason } in &report.skipped {
            note(&format!("skipped: {name}: {reason}"));
        }
        if report.adapters.is_empty() {
            let which = if self.adapter == "all" { String::new() } else { format!(" matches `{}` and", self.adapter) };
            let message = format!("no GPU adapter{which} opens, so nothing was compared; `lacuna adapters` lists what there is");
            return Err(Failure { exit: Exit::NoAdapter, message });
        }
        let differing: usize = report.adapters.iter().flat_map(|adapter| &adapter.cases).filter(|case| case.differing > 0).count();
        let cases = report.adapters[0].cases.len();
        let adapters = report.adapters.len();
        if report.exact {
            note(&format!("exact: {cases} cases on {adapters} adapter{}", if adapters == 1 { "" } else { "s" }));
            return Ok(Exit::Done);
        }
        let message = format!("{differing} of {} comparisons differ from the CPU", cases * adapters);
        Err(Failure { exit: Exit::Differs, message })
    }
}
