//! `lacuna bench`: samples per second of every engine, compared with the limits of the machine.

mod bakes;
mod cases;
mod cpu;
mod gpu;

use std::time::{Duration, Instant};

use clap::Args;
use lacuna::gpu::AdapterDescription;
use serde::Serialize;

use crate::adapters::{Adapter, every_gpu};
use crate::failure::Result;
use crate::terminal::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// The adapters whose description contains NAME, `all`, or `none`
    ///
    /// `lacuna adapters` lists the descriptions.
    #[arg(long, value_name = "NAME|all|none", default_value = "all")]
    adapter: String,
    /// Seconds for each figure, 0.01 to 60
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = seconds)]
    seconds: f64,
    /// Measures only GPUs
    #[arg(long)]
    gpu_only: bool,
    /// Measures only the time that the host spends on GPU work
    #[arg(long)]
    host_only: bool,
    /// Samples along a side of a GPU evaluation, a multiple of 64 from 256 to 32768
    #[arg(long, value_name = "N", default_value = "1024", value_parser = gpu_side)]
    gpu_side: u32,
    /// Samples along a side of a bake into a file, 16 to 16384
    #[arg(long, value_name = "N", default_value = "4096", value_parser = clap::value_parser!(u32).range(16..=16384))]
    bake_side: u32,
    /// Passes kernels to Vulkan as WGSL instead of SPIR-V; other APIs always get WGSL
    #[arg(long)]
    wgsl: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.01..=60.0).contains(seconds)).ok_or_else(|| "give 0.01 to 60".to_owned())
}

fn gpu_side(text: &str) -> Result<u32, String> {
    let side = text.parse().ok().filter(|side: &u32| (256..=32768).contains(side) && side.is_multiple_of(64));
    side.ok_or_else(|| "give a multiple of 64 from 256 to 32768".to_owned())
}

#[derive(Debug, Serialize)]
struct Report {
    schema_version: u32,
    samples: u64,
    limits: Vec<Limit>,
    figures: Vec<Figure>,
    gpu_side: u32,
    host: Vec<HostFigure>,
    bake_side: u32,
    bakes: Vec<BakeFigure>,
}

/// The rate of filling memory.
#[derive(Debug, Serialize)]
struct Limit {
    name: String,
    samples_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Figure {
    engine: &'static str,
    adapter: Option<Adapter>,
    /// CPU: the vector instructions. GPU: `rows` or `straight`.
    form: String,
    threads: Option<usize>,
    case: &'static str,
    /// GPU: by the device's own clock, if it has one.
    samples_per_second: f64,
    /// GPU: from the submission until the host is notified.
    submitted_per_second: Option<f64>,
    /// GPU: until the samples are in the host's memory.
    with_readback_per_second: Option<f64>,
    limit: String,
    fraction_of_limit: f64,
}

/// The cost of a prepared evaluation into a texture on the host.
#[derive(Debug, Serialize)]
struct HostFigure {
    case: &'static str,
    side: u32,
    dispatches: usize,
    prepare_seconds: f64,
    encode_seconds: f64,
    /// An update without a change.
    unchanged_seconds: f64,
    /// An update to other seeds.
    reseeded_seconds: f64,
    /// An update to another region.
    moved_seconds: f64,
}

/// A bake into a file, compared with the least time that the file takes.
#[derive(Debug, Serialize)]
struct BakeFigure {
    /// `bake png 16 bit` or `bake r32`.
    name: &'static str,
    case: &'static str,
    threads: usize,
    samples: u64,
    seconds: f64,
    /// The comparison: `the encoder alone`, from samples in memory into the same kind of file, or `writing alone`.
    beside: &'static str,
    beside_seconds: f64,
    ratio: f64,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<()> {
        let cases = cases::cases()?;
        let mut report = Report {
            schema_version: 1,
            samples: u64::from(cases::SIDE) * u64::from(cases::SIDE),
            limits: vec![],
            figures: vec![],
            gpu_side: self.gpu_side,
            host: vec![],
            bake_side: self.bake_side,
            bakes: vec![],
        };
        if !self.gpu_only && !self.host_only {
            self.cpu(&cases, &mut report)?;
            self.bakes(&cases, &mut report)?;
        }
        let wanted = |description: &AdapterDescription| self.adapter == "all" || description.matches(&self.adapter);
        if self.adapter != "none" {
            for (description, gpu) in every_gpu(self.wgsl).into_iter().filter(|(description, _)| wanted(description)) {
                match gpu {
                    Ok(gpu) => self.gpu(&gpu, &cases, &mut report)?,
                    Err(error) => note(&format!("skipped {description}: {error}")),
                }
            }
        }
        if self.json { print_json(&report) } else { print(&table(&report)) }
    }

    /// Returns the rate of a call that makes `samples` samples: the median of as many calls as fit into the time.
    fn rate(&self, samples: usize, mut call: impl FnMut() -> Result<Duration>) -> Result<f64> {
        call()?;
        let started = Instant::now();
        let mut times = Vec::new();
        while times.len() < 5 || started.elapsed().as_secs_f64() < self.seconds {
            times.push(call()?);
        }
        times.sort_unstable();
        Ok(samples as f64 / times[times.len() / 2].as_secs_f64())
    }
}

impl Report {
    /// Adds a figure and reports it on standard error, so that an interrupted run leaves its measurements.
    fn add(&mut self, figure: Figure) {
        note(&row(&figure));
        self.figures.push(figure);
    }
}

fn millions(rate: f64) -> String {
    format!("{:.1}", rate / 1e6)
}

/// Formats a figure as a line of the table.
fn row(figure: &Figure) -> String {
    let on = match (&figure.adapter, figure.threads) {
        (Some(adapter), _) => adapter.to_string(),
        (None, Some(threads)) => format!("cpu, threads: {threads}"),
        (None, None) => "cpu".into(),
    };
    let with_readback = figure.with_readback_per_second.map_or("-".into(), millions);
    let submitted = figure.submitted_per_second.map_or("-".into(), millions);
    let percent = format!("{:.1} %", 100.0 * figure.fraction_of_limit);
    format!(
        "{:>12} {percent:>8} {submitted:>10} {with_readback:>10}  {:<21} {:<9} {on}",
        millions(figure.samples_per_second),
        figure.case,
        figure.form
    )
}

/// Returns the report as text, in million samples per second.
fn table(report: &Report) -> String {
    let mut text = String::from("limits, million samples/s\n");
    for limit in &report.limits {
        text += &format!("{:>12}  {}\n", millions(limit.samples_per_second), limit.name);
    }
    text += "\nmillion samples/s, of the limit, submitted, with readback\n";
    for figure in &report.figures {
        text += &row(figure);
        text.push('\n');
    }
    text += "\nmicroseconds of the host: to prepare, to encode, to update to the same, to other seeds and to another region\n";
    for host in &report.host {
        let times = [host.prepare_seconds, host.encode_seconds, host.unchanged_seconds, host.reseeded_seconds, host.moved_seconds];
        let times = times.map(|seconds| format!("{:>10.1}", 1e6 * seconds)).concat();
        text += &format!("{times}  {}, {side} x {side}, dispatches: {}\n", host.case, host.dispatches, side = host.side);
    }
    let side = report.bake_side;
    text += &format!("\nbakes of {side} x {side} into a file, as multiples of the least time\n");
    for BakeFigure { name, case, threads, seconds, beside, beside_seconds, ratio, .. } in &report.bakes {
        text += &format!("{ratio:>12.2}  {name}, {case}: {seconds:.3} s; {beside}: {beside_seconds:.3} s; threads: {threads}\n");
    }
    text
}
