//! Compares lacuna's kernels with other people's shaders, in one run on one device. See the README.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lacuna::gpu::{AdapterChoice, Speed};
use lacuna::internal::TIMESTAMPS;
use lacuna::nodes::{Cellular, Fbm, Perlin, Ridged, Simplex, Value};
use lacuna::seeding::Permutation;
use lacuna::{Axis, Cache, Domain, DomainKind, EvaluationDescriptor, Gpu, GpuOptions, Graph, Grid, Program, Target, TargetKind};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Cells along a side.
const CELLS: u32 = 32;

struct Asked {
    adapter: Option<String>,
    side: u32,
    seconds: f64,
    folder: Option<PathBuf>,
}

fn asked() -> Result<Asked> {
    let mut asked = Asked { adapter: None, side: 4096, seconds: 0.5, folder: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or(format!("{word}: what?"));
        match word.as_str() {
            "--adapter" => asked.adapter = Some(next()?),
            "--side" => asked.side = next()?.parse()?,
            "--seconds" => asked.seconds = next()?.parse()?,
            word if word.starts_with("--") => {
                return Err(format!("{word} is not known; give --adapter, --side, --seconds or a folder").into());
            }
            folder => asked.folder = Some(folder.into()),
        }
    }
    if asked.side % 64 != 0 || asked.side == 0 {
        return Err("--side: give a multiple of 64".into());
    }
    Ok(asked)
}

/// Returns the cases by name, with their dimensions.
fn cases() -> Vec<(&'static str, usize, Graph)> {
    let mut cases: Vec<(&'static str, usize, Graph)> = Vec::new();
    for (number, dimensions) in [2_u8, 3].into_iter().enumerate() {
        let perlin = || Perlin::new().dimensions(dimensions);
        let simplex = || Simplex::new().dimensions(dimensions);
        let all: [(&[&'static str; 2], Graph); 7] = [
            (&["perlin2", "perlin3"], perlin().into()),
            (&["fbm2x6", "fbm3x6"], Fbm::of(perlin()).into()),
            (&["ridged2x6", "ridged3x6"], Ridged::of(perlin()).into()),
            (&["value2", "value3"], Value::new().dimensions(dimensions).into()),
            (&["simplex2", "simplex3"], simplex().into()),
            (&["simplexfbm2x6", "simplexfbm3x6"], Fbm::of(simplex()).into()),
            (&["cellular2", "cellular3"], Cellular::new().dimensions(dimensions).into()),
        ];
        cases.extend(all.into_iter().map(|(names, graph)| (names[number], usize::from(dimensions), graph)));
    }
    cases
}

/// A device, and the settings of its measurement.
struct Bench {
    gpu: Gpu,
    side: u32,
    seconds: f64,
    field: wgpu::Buffer,
    permutations: wgpu::Buffer,
    stamps: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
}

impl Bench {
    fn new(asked: &Asked) -> Result<Self> {
        let adapter = asked.adapter.as_deref().map_or(AdapterChoice::Best, AdapterChoice::Named);
        let gpu = Gpu::open(&GpuOptions::default().adapter(adapter))?;
        let device = gpu.device();
        if !device.features().contains(TIMESTAMPS) {
            return Err(format!("{} has no timestamps", gpu.adapter()).into());
        }
        use wgpu::BufferUsages as Usages;
        let buffer =
            |size, usage| device.create_buffer(&wgpu::BufferDescriptor { label: Some("bench"), size, usage, mapped_at_creation: false });
        let field = buffer(4 * u64::from(asked.side) * u64::from(asked.side), Usages::STORAGE | Usages::COPY_DST);
        let permutations = buffer(2048, Usages::STORAGE | Usages::COPY_DST);
        let table = Permutation::new(None).0;
        let words: Vec<u8> = (0..512).flat_map(|index| u32::from(table[index % 256]).to_le_bytes()).collect();
        gpu.queue().write_buffer(&permutations, 0, &words);
        let stamps = wgpu::QuerySetDescriptor { label: Some("bench"), ty: wgpu::QueryType::Timestamp, count: 2 };
        let stamps = device.create_query_set(&stamps);
        let resolved = buffer(16, Usages::QUERY_RESOLVE | Usages::COPY_SRC);
        let read = buffer(16, Usages::MAP_READ | Usages::COPY_DST);
        Ok(Self { side: asked.side, seconds: asked.seconds, field, permutations, stamps, resolved, read, gpu })
    }

    /// Returns the device time of all repetitions together, in seconds.
    fn submitted(&self, record: &dyn Fn(&mut wgpu::ComputePass<'_>), repetitions: usize) -> Result<f64> {
        let (device, queue) = (self.gpu.device(), self.gpu.queue());
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("bench") });
        encoder.write_timestamp(&self.stamps, 0);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("bench"), timestamp_writes: None });
        (0..repetitions).for_each(|_| record(&mut pass));
        drop(pass);
        encoder.write_timestamp(&self.stamps, 1);
        encoder.resolve_query_set(&self.stamps, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, 16);
        queue.submit([encoder.finish()]);
        self.read.map_async(wgpu::MapMode::Read, .., |_| {});
        device.poll(wgpu::PollType::wait_indefinitely())?;
        let ticks = {
            let bytes = self.read.get_mapped_range(..)?;
            let stamp = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
            stamp(8).saturating_sub(stamp(0))
        };
        self.read.unmap();
        Ok(ticks as f64 * f64::from(queue.get_timestamp_period()) * 1e-9)
    }

    /// Returns G samples per second: the median of submissions of 10 ms and more.
    fn rate(&self, record: &dyn Fn(&mut wgpu::ComputePass<'_>)) -> Result<f64> {
        let mut repetitions = 1;
        while self.submitted(record, repetitions)? < 0.01 && repetitions < 1 << 14 {
            repetitions *= 2;
        }
        let (started, mut times) = (Instant::now(), Vec::new());
        while times.len() < 3 || started.elapsed().as_secs_f64() < self.seconds {
            times.push(self.submitted(record, repetitions)?);
        }
        times.sort_by(f64::total_cmp);
        Ok(f64::from(self.side).powi(2) * repetitions as f64 / times[times.len() / 2] / 1e9)
    }

    /// Measures someone's shader, given the noise at `p` as an expression.
    fn peer(&self, text: &str, is_glsl: bool, dimensions: usize, expression: &str) -> Result<f64> {
        let device = self.gpu.device();
        let (side, scale) = (self.side, f64::from(CELLS) / f64::from(self.side));
        let z = if dimensions == 3 { ", 0.37" } else { "" };
        let source = if is_glsl {
            let text = format!(
                "#version 450\n{text}\nlayout(local_size_x = 64, local_size_y = 4) in;\nlayout(set = 0, binding = 0) buffer Field {{ float field[]; }};
void main() {{
    uint x = gl_WorkGroupID.x * 64u + gl_LocalInvocationID.x;
    for (uint i = 0u; i < 4u; i++) {{
        uint y = gl_WorkGroupID.y * 16u + i * 4u + gl_LocalInvocationID.y;
        vec{dimensions} p = vec{dimensions}((float(x) + 0.5) * {scale:?}, (float(y) + 0.5) * {scale:?}{z});
        field[y * {side}u + x] = {expression};
    }}
}}
"
            );
            wgpu::ShaderSource::Glsl { shader: text.into(), stage: wgpu::naga::ShaderStage::Compute, defines: &[] }
        } else {
            let text = format!(
                "{text}\n@group(0) @binding(0) var<storage, read_write> field: array<f32>;
@compute @workgroup_size(64, 4)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {{
    let x = group.x * 64u + lane.x;
    for (var i = 0u; i < 4u; i += 1u) {{
        let y = group.y * 16u + i * 4u + lane.y;
        let p = vec{dimensions}<f32>((f32(x) + 0.5) * {scale:?}, (f32(y) + 0.5) * {scale:?}{z});
        field[y * {side}u + x] = {expression};
    }}
}}
"
            );
            wgpu::ShaderSource::Wgsl(text.into())
        };
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("peer"), source });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("peer"),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        if let Some(error) = waited(scope.pop()) {
            return Err(error.to_string().into());
        }
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: self.field.as_entire_binding() }];
        if text.contains("p512") {
            entries.push(wgpu::BindGroupEntry { binding: 1, resource: self.permutations.as_entire_binding() });
        }
        let layout = pipeline.get_bind_group_layout(0);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("peer"), layout: &layout, entries: &entries });
        self.rate(&|pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(side / 64, side / 16, 1);
        })
    }
}

/// Returns the value of a future that is ready: natively error scopes wait for nothing.
fn waited<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

const TEXTBOOK: &str = include_str!("textbook.wgsl");

/// Reads case, file and expression of each line of the list of a folder.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf, String)>> {
    let list = folder.join("peers.txt");
    let text = std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.splitn(3, char::is_whitespace);
            let (Some(case), Some(file), Some(expression)) = (words.next(), words.next(), words.next()) else {
                return Err(format!("{}: `{line}` has no case, file and expression", list.display()).into());
            };
            Ok((case.to_owned(), folder.join(file), expression.trim().to_owned()))
        })
        .collect()
}

fn run() -> Result<()> {
    let asked = asked()?;
    let bench = Bench::new(&asked)?;
    let peers = asked.folder.as_deref().map(listed).transpose()?.unwrap_or_default();
    println!(
        "{}, {} x {} samples, {CELLS} cells along a side; G samples/s, and lacuna's over it",
        bench.gpu.adapter(),
        asked.side,
        asked.side
    );
    let cache = Cache::new(bench.gpu.device(), bench.gpu.queue());
    let (mut warm, started) = (false, Instant::now());
    for (name, dimensions, graph) in cases() {
        let program = Program::new(&graph)?;
        let axis = Axis::extent(0, i64::from(CELLS), asked.side);
        let domain = Domain::from(Grid { z: Axis::Constant("0.37".parse()?), ..Grid::plane(axis, axis) });
        let kernel = cache.kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput)?;
        let target = Target::buffer(&bench.field, program.channels(), domain.size());
        let prepared = kernel.prepare(&EvaluationDescriptor::new(&program, &domain, target))?;
        while !warm {
            bench.submitted(&|pass| prepared.encode(pass), 4)?;
            warm = started.elapsed() > Duration::from_millis(500);
        }
        let own = bench.rate(&|pass| prepared.encode(pass))?;
        println!("{own:>10.1}         {name}  lacuna");
        let told = |who: &str, rate: Result<f64>| match rate {
            Ok(rate) => println!("{rate:>10.1} {:>7.2} {name}  {who}", own / rate),
            Err(error) => println!("         - {name}  {who}: {}", error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let at = if dimensions == 2 { "vec3<f32>(p, 0.0)" } else { "p" };
        if let Some(function) = [("perlin", "textbook"), ("fbm", "textbook_sum")].iter().find(|(case, _)| name.starts_with(case)) {
            told("textbook", bench.peer(TEXTBOOK, false, dimensions, &format!("{}({at})", function.1)));
        }
        for (_, file, expression) in peers.iter().filter(|(case, ..)| case == name) {
            let is_glsl = file.extension().is_some_and(|extension| extension == "glsl");
            let who = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            told(
                &who,
                std::fs::read_to_string(file).map_err(Into::into).and_then(|text| bench.peer(&text, is_glsl, dimensions, expression)),
            );
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gpu-peers: {error}");
            ExitCode::FAILURE
        }
    }
}
