//! Modules in a stranger's compute shader give the bits of the CPU engine.

use lacuna::export::{Language, ModuleOptions, dimensions};
use lacuna::parity::{covering_graphs, random_graph};
use lacuna::wgpu;
use lacuna::{Graph, Program};

use crate::common::{assert_same_bits, is_set, lower, say};
use crate::gpus;
use crate::kernel;
use crate::places::{Place, expected, places};

/// A shader of a stranger, who has functions of the names that lacuna has for its own, and calls a module named `hills` at positions.
fn in_wgsl(module: &str, dimensions: usize, channels: usize) -> wgpu::ShaderSource<'static> {
    let store = (0..channels).map(|channel| {
        let of = if channels == 1 { String::new() } else { format!("[{channel}]") };
        format!("    found[number * {channels}u + {channel}u] = sample{of};\n")
    });
    let of = |what: &str| (0..dimensions).map(|axis| format!("at.{what}[{axis}]")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "{module}
struct Coordinate {{ unit: vec4<i32>, fraction: vec4<u32> }}
@group(0) @binding(0) var<storage, read> places: array<Coordinate>;
@group(0) @binding(1) var<storage, read_write> found: array<f32>;
@group(0) @binding(2) var<storage, read> zero: array<u32>;
fn rounded(fade: f32) -> f32 {{ return fade * 0.5f; }}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    let number = id.x;
    if number >= arrayLength(&places) {{ return; }}
    let at = places[number];
    let sample = hills_at(vec{dimensions}<i32>({}), vec{dimensions}<u32>({}), zero[0]);
{}}}
",
        of("unit"),
        of("fraction"),
        store.collect::<String>(),
    );
    wgpu::ShaderSource::Wgsl(text.into())
}

/// The same in GLSL.
fn in_glsl(module: &str, dimensions: usize, channels: usize) -> wgpu::ShaderSource<'static> {
    let store = (0..channels).map(|channel| {
        let of = if channels == 1 { String::new() } else { format!("[{channel}]") };
        format!("    found[number * {channels}u + {channel}u] = value{of};\n")
    });
    let of = |what: &str| (0..dimensions).map(|axis| format!("places[number].{what}[{axis}]")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "#version 450
{module}
struct Position {{ ivec4 unit; uvec4 fraction; }};
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Places {{ Position places[]; }};
layout(std430, set = 0, binding = 1) buffer Found {{ float found[]; }};
layout(std430, set = 0, binding = 2) readonly buffer Zero {{ uint zero[]; }};
float rounded(float fade) {{ return fade * 0.5; }}
void main() {{
    uint number = gl_GlobalInvocationID.x;
    if (number >= uint(places.length())) {{ return; }}
    {} value = hills_at(ivec{dimensions}({}), uvec{dimensions}({}), zero[0]);
{}}}
",
        ["float", "vec2", "vec3", "vec4"][channels - 1],
        of("unit"),
        of("fraction"),
        store.collect::<String>(),
    );
    let options = naga::front::glsl::Options::from(naga::ShaderStage::Compute);
    let module = naga::front::glsl::Frontend::default().parse(&options, &text);
    wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(module.unwrap_or_else(|error| panic!("{}\n{text}", error.emit_to_string(&text)))))
}

/// What a shader gives at positions on a GPU.
fn found(device: &wgpu::Device, queue: &wgpu::Queue, source: wgpu::ShaderSource<'_>, channels: usize, places: &[[Place; 4]]) -> Vec<f32> {
    let words = |place: &[Place; 4]| -> [u32; 8] {
        std::array::from_fn(|number| if number < 4 { place[number].unit as u32 } else { place[number - 4].fraction })
    };
    let words: Vec<u32> = places.iter().flat_map(words).collect();
    let contents: [&[u8]; 3] = [bytemuck::cast_slice(&words), &vec![0; 4 * channels * places.len()], &[0; 4]];
    let groups = [(places.len() as u32).div_ceil(64), 1, 1];
    kernel::made(device, queue, &kernel::pipeline_of(device, source), &contents, groups)
}

/// The graphs that are tried.
fn graphs() -> Vec<(String, Graph)> {
    covering_graphs().into_iter().chain((0..8).map(|seed| (format!("random graph {seed}"), random_graph(seed)))).collect()
}

/// Compares modules in a language with the CPU engine; every so many graphs on the first GPU, and fewer on others, since each is a shader to compile.
fn hold(language: Language, source: fn(&str, usize, usize) -> wgpu::ShaderSource<'static>, every: usize) {
    let only = std::env::var("LACUNA_ONLY").unwrap_or_default();
    for (number_of_gpu, gpu) in gpus().iter().enumerate() {
        let every = if is_set("LACUNA_ALL") { 1 } else { every * [1, 8][number_of_gpu.min(1)] };
        let (mut compared, mut modules, mut refused) = (0, 0, Vec::new());
        let graphs = graphs().into_iter().enumerate().filter(|(number, (name, _))| number % every == 0 && name.contains(&only));
        for (number, (name, graph)) in graphs {
            let program: Program = lower(graph);
            let module = match program.module(language, &ModuleOptions::new("hills").strict(true)) {
                Ok(module) => module,
                Err(error) => {
                    refused.push(format!("{name}: {error}"));
                    continue;
                }
            };
            let places = places(if is_set("LACUNA_ALL") { 100_000 } else { 2_000 }, number as u64);
            let source = source(&module, dimensions(&program), program.channels());
            let found = found(gpu.device(), gpu.queue(), source, program.channels(), &places);
            assert_same_bits(&format!("{name} on {}", gpu.adapter()), &found, &expected(&program, &places));
            (compared, modules) = (compared + found.len(), modules + 1);
        }
        say(&format!(
            "{modules} modules as {language:?} on {}: {compared} samples, 0 differ; {} refused, which go round circles: {}",
            gpu.adapter(),
            refused.len(),
            refused.join("; ")
        ));
        assert!(refused.iter().all(|refused| refused.contains("circle")), "{refused:?}");
    }
}

#[test]
fn a_module_in_a_strangers_shader_gives_the_bits_of_the_cpu_engine() {
    hold(Language::Wgsl, in_wgsl, 4);
}

#[test]
fn a_module_in_a_strangers_shader_of_glsl_gives_the_bits_of_the_cpu_engine() {
    hold(Language::Glsl, in_glsl, 16);
}
