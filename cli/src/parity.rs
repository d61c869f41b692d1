//! `lacuna parity`: every GPU against the CPU, bit by bit.

use std::path::{Path, PathBuf};

use clap::Args;
use lacuna::gpu::AdapterDescription;
use lacuna::internal::parity::{self, Case, Comparison, Missing};
use lacuna::{Cpu, Gpu, Graph};
use lacuna_bake::{Engine, Memory, Region, Request, Source, beside};
use serde::Serialize;

use crate::adapters::{Adapter, every_gpu};
use crate::failure::{Exit, Failure, Result};
use crate::source::open;
use crate::terminal::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Parity {
    /// The sources to evaluate; a corpus of cases by default
    ///
    /// Each source, as `bake` takes it, is evaluated over grids and lists of points, near the origin and 10^9 units from it, or as far as its
    /// lattices reach. `all-corpus` is a long run: every basis in every dimension and fractal, every other kind of node, 200 random graphs, and
    /// some of several channels. There, cases that are not a bare basis have a sixteenth of the samples, but at least 2^14.
    source: Vec<String>,
    /// The adapters whose description contains NAME, `all`, or `none`
    ///
    /// With `none` only the CPU evaluates, for its checksums. With `all`, an adapter that does not open is skipped with its reason. If you
    /// name it, the run fails.
    #[arg(long, value_name = "NAME|all|none", default_value = "all")]
    adapter: String,
    /// Samples of each case, 1 to 2^28
    ///
    /// A list of points has fewer if a graph has more than 64 octaves in all, since the place of a point is exact in each of them.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = clap::value_parser!(u32).range(1..=1 << 28))]
    samples: u32,
    /// Evaluates the sources over this rectangle, as `bake` does: a grid, and points in it
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true, requires = "source")]
    region: Option<Region>,
    /// Evaluates the recipe in a baked file's metadata on every engine, and compares the samples with the file
    ///
    /// FILE is a .r32 with its sidecar FILE.json.
    #[arg(long, value_name = "FILE.r32", conflicts_with_all = ["source", "region", "samples"])]
    against: Option<PathBuf>,
    /// Passes kernels to Vulkan as WGSL instead of SPIR-V; other APIs always get WGSL
    #[arg(long)]
    wgsl: bool,
    /// Prints JSON
    ///
    /// Failed runs print it too. `expected` describes the reference, from the CPU or the file: its samples along x, y and z, its channels, and the
    /// blake3 hash of its samples as little-endian f32 in that order. Compare these hashes to compare two machines. `skipped` and `failed` list the
    /// cases that were not compared, with reasons.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Default, Serialize)]
struct Report {
    schema_version: u32,
    /// Set if something was compared, all of it was equal, and nothing failed.
    exact: bool,
    /// The CPU against a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<CaseReport>,
    adapters: Vec<AdapterReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expected: Vec<Expected>,
    skipped: Vec<Uncompared>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failed: Vec<Uncompared>,
    /// The first failure.
    #[serde(skip)]
    failure: Option<Failure>,
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
    /// The hash of the samples that were compared with the expected ones.
    blake3: String,
}

/// The samples that others are compared with.
#[derive(Debug, Serialize)]
struct Expected {
    source: String,
    /// Samples along x, y and z, and channels.
    shape: [usize; 4],
    blake3: String,
}

/// A case or an adapter that could not be compared.
#[derive(Debug, Serialize)]
struct Uncompared {
    name: String,
    reason: String,
}

fn checksum(samples: &[f32]) -> String {
    let mut hasher = blake3::Hasher::new();
    for samples in samples.chunks(1 << 16) {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().to_string()
}

impl CaseReport {
    fn new(source: &str, found: &[f32], expected: &[f32]) -> Result<Self> {
        let Comparison { samples, differing, max_abs } = parity::compare(expected, found)?;
        Ok(Self { source: source.to_owned(), samples, differing, max_abs, blake3: checksum(found) })
    }
}

impl Report {
    fn skip(&mut self, name: &str, reason: &dyn std::fmt::Display) {
        self.skipped.push(Uncompared { name: name.to_owned(), reason: reason.to_string() });
    }

    fn fail(&mut self, name: &str, failure: Failure) {
        self.failed.push(Uncompared { name: name.to_owned(), reason: failure.message.clone() });
        // The message of a source that can't be read names it.
        let names_it = failure.message.contains(name);
        self.failure.get_or_insert(if names_it { failure } else { failure.of(name) });
    }

    fn comparisons(&self) -> impl Iterator<Item = &CaseReport> {
        self.cpu.iter().chain(self.adapters.iter().flat_map(|adapter| &adapter.cases))
    }
}

impl Parity {
    pub(crate) fn run(&self) -> Result<Exit> {
        let mut report = Report { schema_version: 1, ..Report::default() };
        let run = match &self.against {
            Some(file) => self.compare_with_file(file, &mut report),
            None => self.compare_engines(&mut report),
        };
        let is_equal = report.comparisons().all(|case| case.differing == 0) && report.comparisons().next().is_some();
        report.exact = is_equal && run.is_ok() && report.failed.is_empty();
        if self.json {
            print_json(&report)?;
        }
        run?;
        self.conclude(report)
    }

    /// Compares the cases of all sources, on the CPU and on every GPU.
    fn compare_engines(&self, report: &mut Report) -> Result<()> {
        let samples = self.samples as usize;
        let mut graphs = Vec::new();
        for source in self.source.iter().filter(|source| *source != "all-corpus") {
            match open(source, false).and_then(|opened| Ok(opened.recipe().graph()?)) {
                Ok(graph) => graphs.push((source, graph)),
                Err(failure) => report.fail(source, failure),
            }
        }
        if graphs.is_empty() && !report.failed.is_empty() {
            return Ok(());
        }
        let gpus = self.open(report);
        if gpus.is_empty() && self.adapter != "none" {
            return Ok(());
        }
        if self.source.is_empty() {
            for case in parity::each_of_corpus(samples)? {
                self.compare(&case, &gpus, report)?;
            }
        }
        if self.source.iter().any(|source| source == "all-corpus") {
            for case in parity::each_of_catalogue(samples) {
                self.compare(&case?, &gpus, report)?;
            }
        }
        for (source, graph) in graphs {
            if let Err(failure) = self.compare_source(source, &graph, &gpus, report) {
                report.fail(source, failure);
            }
        }
        Ok(())
    }

    fn compare_source(&self, source: &str, graph: &Graph, gpus: &[Gpu], report: &mut Report) -> Result<()> {
        let samples = self.samples as usize;
        if let Some(Region(region)) = self.region {
            return parity::each_within(source, graph, region, samples)?.try_for_each(|case| self.compare(&case, gpus, report));
        }
        for case in parity::each_of(source, graph, samples)? {
            match case {
                Ok(case) => self.compare(&case, gpus, report)?,
                Err(Missing { name, error }) => report.skip(&name, &error),
            }
        }
        Ok(())
    }

    /// Opens the requested adapters.
    fn open(&self, report: &mut Report) -> Vec<Gpu> {
        self.take(every_gpu(self.wgsl), report)
    }

    /// Returns the requested adapters that opened. It is a failure if a named one did not open.
    fn take(&self, all: Vec<(AdapterDescription, lacuna::Result<Gpu>)>, report: &mut Report) -> Vec<Gpu> {
        let wanted = |description: &AdapterDescription| match self.adapter.as_str() {
            "all" => true,
            "none" => false,
            name => description.matches(name),
        };
        let mut gpus = Vec::new();
        for (description, gpu) in all.into_iter().filter(|(description, _)| wanted(description)) {
            match gpu {
                Ok(gpu) => gpus.push(gpu),
                Err(error) if self.adapter != "all" => {
                    report.fail(&description.to_string(), Failure { exit: Exit::NoAdapter, message: error.to_string() });
                }
                Err(error) => report.skip(&description.to_string(), &error),
            }
        }
        report.adapters = gpus.iter().map(|gpu| AdapterReport { adapter: gpu.adapter().into(), exact: true, cases: vec![] }).collect();
        gpus
    }

    /// Runs a case on the CPU and on every GPU.
    fn compare(&self, case: &Case, gpus: &[Gpu], report: &mut Report) -> Result<()> {
        let Case { name, program, domain } = case;
        let expected = match Cpu::new().sample(program, domain) {
            Ok(expected) => expected,
            Err(error) => {
                report.skip(name, &error);
                return Ok(());
            }
        };
        let [x, y, z] = domain.size().map(|side| side as usize);
        report.expected.push(Expected { source: name.clone(), shape: [x, y, z, program.channels()], blake3: checksum(&expected) });
        for (number, gpu) in gpus.iter().enumerate() {
            let on = || format!("{name} on {}", gpu.adapter());
            match gpu.sample(program, domain) {
                Ok(found) => {
                    let compared = CaseReport::new(name, &found, &expected)?;
                    self.tell(&compared, &gpu.adapter().to_string())?;
                    report.adapters[number].exact &= compared.differing == 0;
                    report.adapters[number].cases.push(compared);
                }
                // A kernel that is too large is not a fault of the adapter.
                Err(error @ lacuna::Error::Limit { .. }) => report.skip(&on(), &error),
                Err(error) => {
                    report.adapters[number].exact = false;
                    report.fail(&on(), error.into());
                }
            }
        }
        Ok(())
    }

    /// Compares a file with what every engine bakes from its metadata.
    fn compare_with_file(&self, file: &Path, report: &mut Report) -> Result<()> {
        let shown = file.display().to_string();
        if file.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("r32")) {
            return Err(Failure::usage(format!("--against {shown}: give a .r32, which holds the values themselves")));
        }
        // Only the sidecar is read: a file that does not match it is what this command is to find.
        let facts = beside(file);
        let source = Source::of_baked_file(&facts)?;
        let request = || -> Result<Request> { Ok(Request::of(source.clone(), source.job()?, "again.r32")) };
        let unreadable = |error: std::io::Error| Failure::failed(format!("can't read {shown}: {error}"));
        let length = std::fs::metadata(file).map_err(unreadable)?.len();
        let other = |expected: u64| {
            let message =
                format!("{shown} has {length} bytes, but {expected} by its metadata: it was cut short, or the metadata is another file's");
            Failure { exit: Exit::Differs, message }
        };
        // The size of one channel, so that nothing larger than the file is evaluated.
        let least = request()?.job.samples().saturating_mul(4);
        if length < least {
            return Err(other(least));
        }
        let baked = bake(&Engine::cpu(Engine::usual_threads()), &request()?)?;
        if length != 4 * baked.len() as u64 {
            return Err(other(4 * baked.len() as u64));
        }
        let held = floats(&std::fs::read(file).map_err(unreadable)?);
        let size = request()?.plan()?.size();
        let (width, height) = (size.width as usize, size.height as usize);
        let shape = [width, height, 1, held.len() / (width * height).max(1)];
        report.expected.push(Expected { source: shown.clone(), shape, blake3: checksum(&held) });
        let compared = CaseReport::new(&shown, &baked, &held)?;
        self.tell(&compared, "the CPU")?;
        report.cpu = Some(compared);
        for (number, gpu) in self.open(report).into_iter().enumerate() {
            let name = gpu.adapter().to_string();
            match bake(&Engine::gpu(gpu), &request()?) {
                Ok(baked) => {
                    let compared = CaseReport::new(&shown, &baked, &held)?;
                    self.tell(&compared, &name)?;
                    report.adapters[number].exact = compared.differing == 0;
                    report.adapters[number].cases.push(compared);
                }
                Err(failure) => {
                    report.adapters[number].exact = false;
                    report.fail(&format!("{shown} on {name}"), failure);
                }
            }
        }
        Ok(())
    }

    /// Prints a comparison.
    fn tell(&self, CaseReport { source, samples, differing, max_abs, .. }: &CaseReport, engine: &str) -> Result<()> {
        if self.json {
            return Ok(());
        }
        let verdict = match differing {
            0 => format!("equal    {samples} samples"),
            _ => format!("DIFFERS  {differing} of {samples} samples, by up to {max_abs:e}"),
        };
        print(&format!("{verdict}: {source} on {engine}\n"))
    }

    fn conclude(&self, report: Report) -> Result<Exit> {
        for Uncompared { name, reason } in &report.skipped {
            note(&format!("skipped: {name}: {reason}"));
        }
        // The first failure is printed as the error.
        for Uncompared { name, reason } in report.failed.iter().skip(1) {
            note(&format!("failed: {name}: {reason}"));
        }
        let comparisons = report.comparisons().count();
        let differing = report.comparisons().filter(|case| case.differing > 0).count();
        if differing > 0 {
            let from = if self.against.is_some() { "the file" } else { "the CPU" };
            return Err(Failure { exit: Exit::Differs, message: format!("{differing} of {comparisons} comparisons differ from {from}") });
        }
        if let Some(failure) = report.failure {
            return Err(failure);
        }
        let adapters = report.adapters.len();
        if adapters == 0 && self.adapter != "none" && self.against.is_none() {
            let which = if self.adapter == "all" { String::new() } else { format!(" matches `{}` and", self.adapter) };
            let message = format!("no GPU adapter{which} opens, so nothing was compared; `lacuna adapters` lists them");
            return Err(Failure { exit: Exit::NoAdapter, message });
        }
        if self.adapter == "none" && self.against.is_none() {
            for Expected { source, blake3, .. } in report.expected.iter().filter(|_| !self.json) {
                print(&format!("{blake3}  {source}\n"))?;
            }
            return Ok(Exit::Done);
        }
        if comparisons == 0 {
            return Err(Failure::failed("nothing could be compared"));
        }
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let cases = report.expected.len();
        note(&format!("exact: {cases} case{} on {adapters} adapter{}", plural(cases), plural(adapters)));
        Ok(Exit::Done)
    }
}

/// Returns the samples that an engine makes for a request of a .r32.
fn bake(engine: &Engine, request: &Request) -> Result<Vec<f32>> {
    let mut store = Memory::default();
    let report = request.plan()?.run(engine, &mut store, &())?;
    let files = store.into_files();
    let bytes = report.files.first().and_then(|file| files.get(&file.path));
    Ok(floats(bytes.ok_or_else(|| Failure::failed("nothing was baked"))?))
}

/// Reads little-endian f32s.
fn floats(bytes: &[u8]) -> Vec<f32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| f32::from_le_bytes(*word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_that_does_not_open_is_skipped_with_its_reason_and_fails_the_run_where_it_was_named() {
        let of = |backend: &str| {
            let mut adapter = AdapterDescription::default();
            (adapter.name, adapter.backend) = ("X".into(), backend.into());
            adapter
        };
        let lost = || Err(lacuna::Error::Device("gl X does not open: Parent device is lost".into()));
        for (adapter, skipped, failed) in [("all", 2, 0), ("gl", 0, 1), ("GL x", 0, 1), ("none", 0, 0), ("vulkan", 0, 1), ("x", 0, 2)] {
            let parity =
                Parity { source: vec![], adapter: adapter.into(), samples: 1, region: None, against: None, json: true, wgsl: false };
            let mut report = Report::default();
            assert!(parity.take(vec![(of("vulkan"), lost()), (of("gl"), lost())], &mut report).is_empty());
            assert_eq!((report.skipped.len(), report.failed.len()), (skipped, failed), "{adapter}");
            for Uncompared { name, reason } in report.skipped.iter().chain(&report.failed) {
                assert!(name.ends_with(" X") && reason.contains("lost"), "{name}: {reason}");
            }
            let exit = report.failure.map(|failure| failure.exit);
            assert_eq!(exit, (failed > 0).then_some(Exit::NoAdapter), "{adapter}");
        }
    }
}
