//! `lacuna bench`: samples per second of every engine, beside what the machine could do at most.

use std::fs::File;
use std::hint::black_box;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use lacuna::cpu::VectorLevel;
use lacuna::gpu::{AdapterDescription, KernelForm, TIMESTAMPS};
use lacuna::nodes::{Cellular, Fbm, HashKind, Perlin, Simplex, Value};
use lacuna::recipe::Recipe;
use lacuna::{Axis, Build as _, Cache, Cpu, Domain, DomainKind, Gpu, Graph, Grid, Node, Program, Target, TargetKind, wgpu};
use lacuna_bake::formats::{Encoding, Format, Shape, StoredFacts};
use lacuna_bake::{Area, Engine, Job, Range, Region, Request, Sink, Size, Source, Store, encode};
use serde::Serialize;

use crate::adapters::Adapter;
use crate::failure::{Failure, Result};
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
    /// Samples along a side of what is baked into files, 16 to 16384
    #[arg(long, value_name = "N", default_value = "4096", value_parser = clap::value_parser!(u32).range(16..=16384))]
    bake_side: u32,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|seconds| (0.01..=60.0).contains(seconds)).ok_or_else(|| "give 0.01 to 60".to_owned())
}

/// Samples along a side.
const SIDE: u32 = 1024;
/// Lattice cells along a side.
const CELLS: u32 = 32;
/// The samples of a fill that stays in the first level of the cache.
const IN_CACHE: usize = 4096;
/// The bytes that are written at once where a file is written alone.
const WRITE: usize = 1 << 20;

#[derive(Debug, Serialize)]
struct Report {
    schema_version: u32,
    samples: u64,
    limits: Vec<Limit>,
    figures: Vec<Figure>,
    bake_side: u32,
    bakes: Vec<BakeFigure>,
}

/// What memory takes when it is only filled.
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
    samples_per_second: f64,
    /// GPU: until the samples are in the host's memory.
    with_readback_per_second: Option<f64>,
    limit: String,
    fraction_of_limit: f64,
}

/// A bake into a file beside the least that the file takes.
#[derive(Debug, Serialize)]
struct BakeFigure {
    /// `bake png 16 bit` or `bake r32`.
    name: &'static str,
    case: &'static str,
    threads: usize,
    samples: u64,
    seconds: f64,
    /// What it is compared with: `the encoder alone`, from samples in memory into the same kind of file, or `writing alone`.
    beside: &'static str,
    beside_seconds: f64,
    ratio: f64,
}

/// Names and programs, over one grid.
struct Cases {
    programs: Vec<(&'static str, Program)>,
    graphs: Vec<(&'static str, Graph)>,
    domain: Domain,
}

impl Cases {
    fn new() -> Result<Self> {
        let perlin = |dimensions| Perlin { dimensions: Some(dimensions), frequency: CELLS.into(), ..Perlin::default() };
        let warped = Node::from(perlin(3)).warp().x(perlin(3).seed(1)).y(perlin(3).seed(2)).strength(0.01);
        let cases: [(&'static str, Graph); 11] = [
            ("perlin2", perlin(2).into()),
            ("perlin3", perlin(3).into()),
            ("fbm2x6", Fbm::of(perlin(2)).into()),
            ("fbm3x6", Fbm::of(perlin(3)).into()),
            ("value2", Value::new().dimensions(2).frequency(CELLS).into()),
            ("value3", Value::new().dimensions(3).frequency(CELLS).into()),
            ("simplex2", Simplex::new().dimensions(2).hash(HashKind::Lattice).frequency(CELLS).into()),
            ("simplex3", Simplex::new().dimensions(3).hash(HashKind::Lattice).frequency(CELLS).into()),
            ("cellular2", Cellular::new().dimensions(2).hash(HashKind::Lattice).frequency(CELLS).into()),
            ("cellular3", Cellular::new().dimensions(3).hash(HashKind::Lattice).frequency(CELLS).into()),
            ("warped", warped.into()),
        ];
        let programs = cases.iter().map(|(name, graph)| Ok((*name, Program::new(graph)?))).collect::<Result<_>>()?;
        let side = Axis::extent(0, 1, SIDE);
        // No lattice plane, so that 3-D noise is not spared its third dimension.
        let domain = Grid { z: Axis::Constant(0.37.into()), ..Grid::plane(side, side) }.into();
        Ok(Self { programs, graphs: cases.into(), domain })
    }

    fn samples(&self) -> usize {
        self.domain.whole().samples()
    }
}

impl Bench {
    pub(crate) fn run(&self) -> Result<()> {
        let cases = Cases::new()?;
        let mut report = Report {
            schema_version: 1,
            samples: cases.samples() as u64,
            limits: vec![],
            figures: vec![],
            bake_side: self.bake_side,
            bakes: vec![],
        };
        self.cpu(&cases, &mut report)?;
        self.bakes(&cases, &mut report)?;
        let wanted = |description: &AdapterDescription| self.adapter == "all" || description.matches(&self.adapter);
        if self.adapter != "none" {
            for (description, gpu) in Gpu::all().into_iter().filter(|(description, _)| wanted(description)) {
                match gpu {
                    Ok(gpu) => self.gpu(&gpu, &cases, &mut report)?,
                    Err(error) => note(&format!("skipped {description}: {error}")),
                }
            }
        }
        if self.json { print_json(&report) } else { print(&table(&report)) }
    }

    /// The rate of a call that makes so many samples: of as many calls as fit into the time, the median.
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

    fn cpu(&self, cases: &Cases, report: &mut Report) -> Result<()> {
        let mut samples = vec![0.0_f32; cases.samples()];
        let in_cache = self.rate(IN_CACHE * 256, || {
            Ok(timed(|| {
                for _ in 0..256 {
                    samples[..IN_CACHE].fill(black_box(0.5));
                    black_box(&mut samples);
                }
            }))
        })?;
        let whole = self.rate(samples.len(), || {
            Ok(timed(|| {
                samples.fill(black_box(0.5));
                black_box(&mut samples);
            }))
        })?;
        let limit = "fill of the samples, one thread";
        report.limits.push(Limit { name: "fill in cache, one thread".into(), samples_per_second: in_cache });
        report.limits.push(Limit { name: limit.into(), samples_per_second: whole });
        let all = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let best = VectorLevel::all()[0];
        let mut engines: Vec<_> = VectorLevel::all().into_iter().map(|level| (level, NonZeroUsize::MIN)).collect();
        if all > NonZeroUsize::MIN {
            engines.insert(1, (best, all));
        }
        for (level, threads) in engines {
            let cpu = Cpu::with_threads(threads).with_level(level);
            for (case, program) in &cases.programs {
                let rate = self.rate(cases.samples(), || {
                    let started = Instant::now();
                    cpu.evaluate(program, &cases.domain, cases.domain.whole(), &mut samples)?;
                    Ok(started.elapsed())
                })?;
                report.figures.push(Figure {
                    engine: "cpu",
                    adapter: None,
                    form: level.to_string(),
                    threads: Some(threads.get()),
                    case,
                    samples_per_second: rate,
                    with_readback_per_second: None,
                    limit: limit.into(),
                    fraction_of_limit: rate / whole,
                });
            }
        }
        Ok(())
    }

    /// Bakes by the CPU engine on all threads, into files in a temporary folder.
    fn bakes(&self, cases: &Cases, report: &mut Report) -> Result<()> {
        let failed = |error: io::Error| Failure::failed(format!("can't write a temporary file: {error}; TMPDIR tells where"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let path = folder.path().join("bench");
        let engine = Engine::cpu(Engine::usual_threads());
        let threads = engine.threads();
        let size = Size { width: self.bake_side, height: self.bake_side };
        let area = Area { size, region: Some(Region([0.into(), 0.into(), 1.into(), 1.into()])), ..Area::default() };
        let side = Axis::extent(0, 1, self.bake_side);
        let domain = Domain::from(Grid::plane(side, side));
        let samples_in_all = domain.whole().samples();
        for (case, graph) in cases.graphs.iter().filter(|(case, _)| ["perlin2", "fbm2x6"].contains(case)) {
            let samples = Cpu::new().sample(&Program::new(graph)?, &domain)?;
            for (name, format, depth, beside) in
                [("bake png 16 bit", "png", 16, "the encoder alone"), ("bake r32", "r32", 32, "writing alone")]
            {
                let format: Format =
                    format.parse().map_err(|error: lacuna_bake::formats::NoSuchFormat| Failure::failed(error.to_string()))?;
                let encoding = Encoding {
                    format,
                    depth,
                    size,
                    channels: 1,
                    is_color: false,
                    range: Range::DEFAULT,
                    shape: Shape::Picture,
                    facts: StoredFacts::default(),
                };
                let source = Source::from(Recipe::from(graph.clone()));
                let request = Request { job: Job::Picture(area), format: Some(format), depth: Some(depth), ..Request::new(source, &path)? };
                let bake = |file: File| -> Result<()> {
                    request.plan()?.run(&engine, &mut Plain(Some(file)), &())?;
                    Ok(())
                };
                let alone = |mut file: File| -> Result<()> {
                    if format.name() == "r32" {
                        return bytemuck::cast_slice(&samples).chunks(WRITE).try_for_each(|bytes| file.write_all(bytes)).map_err(failed);
                    }
                    Ok(encode(&encoding, &samples, threads, Box::new(file))?)
                };
                // In turn, so that both see the same machine.
                let (mut bakes, mut alones) = (Vec::new(), Vec::new());
                let started = Instant::now();
                while bakes.len() < 6 || started.elapsed().as_secs_f64() < 2.0 * self.seconds {
                    for (times, write) in [(&mut bakes, &bake as &dyn Fn(File) -> Result<()>), (&mut alones, &alone)] {
                        let file = File::create_new(&path).map_err(failed)?;
                        let started = Instant::now();
                        write(file)?;
                        times.push(started.elapsed());
                        std::fs::remove_file(&path).map_err(failed)?;
                    }
                }
                // The first ones found the caches cold.
                let median = |mut times: Vec<Duration>| {
                    times.remove(0);
                    times.sort_unstable();
                    times[times.len() / 2].as_secs_f64()
                };
                let (seconds, beside_seconds) = (median(bakes), median(alones));
                report.bakes.push(BakeFigure {
                    name,
                    case,
                    threads: threads.get(),
                    samples: samples_in_all as u64,
                    seconds,
                    beside,
                    beside_seconds,
                    ratio: seconds / beside_seconds,
                });
            }
        }
        Ok(())
    }

    fn gpu(&self, gpu: &Gpu, cases: &Cases, report: &mut Report) -> Result<()> {
        let (device, queue) = (gpu.device(), gpu.queue());
        let field = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna bench"),
            size: 4 * cases.samples() as u64,
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let clock = Clock::new(gpu);
        // The host's share and the wait are spread over as many repetitions as take a while.
        let repeated = |record: &mut dyn FnMut(&mut wgpu::CommandEncoder) -> Result<()>| -> Result<f64> {
            let mut repetitions = 1;
            loop {
                let mut call = || -> Result<Duration> {
                    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna bench") });
                    if let Some(clock) = &clock {
                        encoder.write_timestamp(&clock.stamps, 0);
                    }
                    for _ in 0..repetitions {
                        record(&mut encoder)?;
                    }
                    if let Some(clock) = &clock {
                        clock.stop(&mut encoder);
                    }
                    let commands = encoder.finish();
                    let started = Instant::now();
                    queue.submit([commands]);
                    device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
                    let elapsed = started.elapsed();
                    clock.as_ref().map_or(Ok(elapsed), |clock| clock.read(device))
                };
                if call()?.as_secs_f64() > self.seconds / 8.0 || repetitions >= 1024 {
                    return self.rate(cases.samples() * repetitions, call);
                }
                repetitions *= 2;
            }
        };
        let limit = format!("fill of the samples, {}", gpu.adapter());
        let filled = repeated(&mut |encoder| {
            encoder.clear_buffer(&field, 0, None);
            Ok(())
        })?;
        report.limits.push(Limit { name: limit.clone(), samples_per_second: filled });
        let mut samples = vec![0.0; cases.samples()];
        for (name, form, cache) in [("rows", KernelForm::Rows, Cache::new()), ("straight", KernelForm::Straight, Cache::straight())] {
            for (case, program) in &cases.programs {
                let kernel = cache.kernel(device, program, DomainKind::Grid, TargetKind::Buffer)?;
                let target = Target::Buffer { buffer: &field, first: 0, row: SIDE, slice: 0 };
                let rate =
                    repeated(&mut |encoder| Ok(kernel.record(device, encoder, program, &cases.domain, cases.domain.whole(), target)?))?;
                let with_readback = match form {
                    KernelForm::Rows => Some(self.rate(cases.samples(), || {
                        let started = Instant::now();
                        gpu.evaluate(program, &cases.domain, cases.domain.whole(), &mut samples)?;
                        Ok(started.elapsed())
                    })?),
                    KernelForm::Straight => None,
                };
                report.figures.push(Figure {
                    engine: "gpu",
                    adapter: Some(gpu.adapter().into()),
                    form: name.into(),
                    threads: None,
                    case,
                    samples_per_second: rate,
                    with_readback_per_second: with_readback,
                    limit: limit.clone(),
                    fraction_of_limit: rate / filled,
                });
            }
        }
        Ok(())
    }
}

fn lost(error: impl std::fmt::Display) -> Failure {
    Failure::failed(format!("the device stopped: {error}"))
}

/// Takes one file, which is open already, and does nothing else to it.
struct Plain(Option<File>);

impl Store for Plain {
    fn check(&self, _files: &[&Path]) -> lacuna_bake::Result<()> {
        Ok(())
    }

    fn open(&mut self, file: &Path, _seeks: bool) -> lacuna_bake::Result<Box<dyn Sink>> {
        let open = self.0.take().ok_or_else(|| lacuna_bake::Error::Failed(format!("{}: only one file is taken", file.display())))?;
        Ok(Box::new(open))
    }

    fn has_room_beside(&self, _file: &Path) -> bool {
        false
    }

    fn commit(&mut self) -> lacuna_bake::Result<()> {
        Ok(())
    }
}

/// Timestamps of a device that has them: what its commands take without the host's share.
struct Clock {
    stamps: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds a tick.
    period: f64,
}

impl Clock {
    fn new(gpu: &Gpu) -> Option<Self> {
        let device = gpu.device();
        device.features().contains(TIMESTAMPS).then(|| {
            let buffer = |usage| {
                device.create_buffer(&wgpu::BufferDescriptor { label: Some("lacuna bench"), size: 16, usage, mapped_at_creation: false })
            };
            Self {
                stamps: device.create_query_set(&wgpu::QuerySetDescriptor {
                    label: Some("lacuna bench"),
                    ty: wgpu::QueryType::Timestamp,
                    count: 2,
                }),
                resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
                read: buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST),
                period: f64::from(gpu.queue().get_timestamp_period()),
            }
        })
    }

    fn stop(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.write_timestamp(&self.stamps, 1);
        encoder.resolve_query_set(&self.stamps, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, 16);
    }

    /// The time between the two stamps of commands that are done.
    fn read(&self, device: &wgpu::Device) -> Result<Duration> {
        self.read.map_async(wgpu::MapMode::Read, .., |_| {});
        device.poll(wgpu::PollType::wait_indefinitely()).map_err(lost)?;
        let ticks = {
            let bytes = self.read.get_mapped_range(..).map_err(lost)?;
            let stamps: &[u64] = bytemuck::cast_slice(&bytes);
            stamps[1].saturating_sub(stamps[0])
        };
        self.read.unmap();
        Ok(Duration::from_nanos((ticks as f64 * self.period) as u64))
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// The report as text, in million samples a second.
fn table(report: &Report) -> String {
    let millions = |rate: f64| format!("{:.1}", rate / 1e6);
    let mut text = String::from("limits, million samples/s\n");
    for limit in &report.limits {
        text += &format!("{:>12}  {}\n", millions(limit.samples_per_second), limit.name);
    }
    text += "\nmillion samples/s, of the limit, with readback\n";
    for figure in &report.figures {
        let on = match (&figure.adapter, figure.threads) {
            (Some(adapter), _) => adapter.to_string(),
            (None, Some(threads)) => format!("cpu, threads: {threads}"),
            (None, None) => "cpu".into(),
        };
        let with_readback = figure.with_readback_per_second.map_or("-".into(), millions);
        let percent = format!("{:.1} %", 100.0 * figure.fraction_of_limit);
        text += &format!(
            "{:>12} {percent:>8} {with_readback:>10}  {:<8} {:<9} {on}\n",
            millions(figure.samples_per_second),
            figure.case,
            figure.form
        );
    }
    let side = report.bake_side;
    text += &format!("\nbakes of {side} x {side} into a file, as times the least that it takes\n");
    for BakeFigure { name, case, threads, seconds, beside, beside_seconds, ratio, .. } in &report.bakes {
        text += &format!("{ratio:>12.2}  {name}, {case}: {seconds:.3} s; {beside}: {beside_seconds:.3} s; threads: {threads}\n");
    }
    text
}
