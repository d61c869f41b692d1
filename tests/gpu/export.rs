//! Modules in another program's compute shader give the bits of the CPU engine.

use std::process::Command;

use lacuna::export::{Language, ModuleOptions, check_exact, dimensions};
use lacuna::graph::MAX_CHANNELS;
use lacuna::internal::parity::{covering_graphs, random_graph};
use lacuna::wgpu::{self, util::DeviceExt as _};
use lacuna::{Error, Graph, Program};

use crate::common::{assert_same_bits, is_all, is_set, lower, say, skipped};
use crate::languages::is_there;
use crate::places::{Place, expected, places};
use crate::settings::with_parameters;
use crate::{gpus, inline, kernel};

/// Returns the statements that store the channels of a value.
fn stores(channels: usize) -> String {
    let store = |channel: usize| {
        let of = if channels == 1 { String::new() } else { format!("[{channel}]") };
        format!("    found[number * {channels}u + {channel}u] = value{of};\n")
    };
    (0..channels).map(store).collect()
}

/// Returns another program's shader, which has functions with the names of lacuna's own, and calls a module named `hills` at positions.
fn in_wgsl(module: &str, dimensions: usize, channels: usize) -> wgpu::ShaderSource<'static> {
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
    let value = hills_at(vec{dimensions}<i32>({}), vec{dimensions}<u32>({}), zero[0]);
{}}}
",
        of("unit"),
        of("fraction"),
        stores(channels),
    );
    wgpu::ShaderSource::Wgsl(text.into())
}

/// Returns another program's pixel shader, which covers a target 256 pixels wide.
fn in_pixels(module: &str, dimensions: usize, channels: usize) -> wgpu::ShaderSource<'static> {
    let of = |what: &str| (0..dimensions).map(|axis| format!("at.{what}[{axis}]")).collect::<Vec<_>>().join(", ");
    let sample = if channels == 1 { "sample, 0.0, 0.0, 0.0" } else { ["sample, 0.0, 0.0", "sample, 0.0", "sample"][channels - 2] };
    let text = format!(
        "{module}
struct Place {{ unit: vec4<i32>, fraction: vec4<u32> }}
@group(0) @binding(0) var<storage, read> places: array<Place>;
@group(0) @binding(1) var<storage, read> zero: array<u32>;
@vertex
fn cover(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {{
    return vec4<f32>(f32(vertex & 1u) * 4.0 - 1.0, f32(vertex >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}}
@fragment
fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<u32> {{
    let number = u32(position.y) * 256u + u32(position.x);
    let at = places[min(number, arrayLength(&places) - 1u)];
    let sample = hills_at(vec{dimensions}<i32>({}), vec{dimensions}<u32>({}), zero[0]);
    return bitcast<vec4<u32>>(vec4<f32>({sample}));
}}
",
        of("unit"),
        of("fraction"),
    );
    wgpu::ShaderSource::Wgsl(text.into())
}

/// Returns a compute shader in GLSL, as naga reads it.
fn of_glsl(text: &str) -> wgpu::ShaderSource<'static> {
    let options = naga::front::glsl::Options::from(naga::ShaderStage::Compute);
    let module = naga::front::glsl::Frontend::default().parse(&options, text);
    wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(module.unwrap_or_else(|error| panic!("{}\n{text}", error.emit_to_string(text)))))
}

/// Returns the same in GLSL.
fn in_glsl(module: &str, dimensions: usize, channels: usize) -> wgpu::ShaderSource<'static> {
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
        ["float", "vec2", "vec3", "vec4"].get(channels - 1).map_or_else(|| format!("float[{channels}]"), |name| (*name).to_owned()),
        of("unit"),
        of("fraction"),
        stores(channels),
    );
    of_glsl(&text)
}

fn words(places: &[[Place; 4]]) -> Vec<u32> {
    let words = |place: &[Place; 4]| -> [u32; 8] {
        std::array::from_fn(|number| if number < 4 { place[number].unit as u32 } else { place[number - 4].fraction })
    };
    places.iter().flat_map(words).collect()
}

/// Returns the values of a pixel shader at positions on a GPU.
fn drawn(device: &wgpu::Device, queue: &wgpu::Queue, source: wgpu::ShaderSource<'_>, channels: usize, places: &[[Place; 4]]) -> Vec<f32> {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let format = wgpu::TextureFormat::Rgba32Uint;
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState { module: &module, entry_point: None, compilation_options: Default::default(), buffers: &[] },
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        multiview_mask: None,
        cache: None,
    });
    let buffer = |words: &[u32]| {
        let contents = bytemuck::cast_slice(words);
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage: wgpu::BufferUsages::STORAGE })
    };
    let (at, zero) = (buffer(&words(places)), buffer(&[0]));
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: at.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: zero.as_entire_binding() },
        ],
    });
    let target = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: 256, height: (places.len() as u32).div_ceil(256), depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let mut encoder = kernel::encoder(device);
    {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &kernel::view(&target),
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
    let texels: Vec<f32> = bytemuck::pod_collect_to_vec(&kernel::read_texels(device, queue, encoder, &target));
    texels.chunks(4).take(places.len()).flat_map(|texel| texel[..channels].to_vec()).collect()
}

/// Returns the values of a compute shader at positions on a GPU.
fn computed(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    source: wgpu::ShaderSource<'_>,
    channels: usize,
    places: &[[Place; 4]],
) -> Vec<f32> {
    let at = words(places);
    let contents: [&[u8]; 3] = [bytemuck::cast_slice(&at), &vec![0; 4 * channels * places.len()], &[0; 4]];
    let groups = [(places.len() as u32).div_ceil(64), 1, 1];
    kernel::made(device, queue, &kernel::pipeline_of(device, source), &contents, groups)
}

/// Returns a shader in HLSL that calls a module, as SPIR-V by glslang.
fn in_hlsl(module: &str, dimensions: usize, channels: usize, places: usize) -> Vec<u32> {
    let of = |kind: &str, from: usize| {
        let words = (from..from + dimensions).map(|word| format!("places[8 * number + {word}]")).collect::<Vec<_>>().join(", ");
        format!("{kind}{dimensions}({words})")
    };
    // glslang copies a constant array before each look into it, and llvmpipe takes minutes for the copies of a permutation table.
    let module = module.replace("static const ", "static ");
    let text = format!(
        "{module}
[[vk::binding(0, 0)]] StructuredBuffer<uint> places;
[[vk::binding(1, 0)]] RWStructuredBuffer<float> found;
[[vk::binding(2, 0)]] StructuredBuffer<uint> zero;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {{
    uint number = id.x;
    if (number >= {places}) {{ return; }}
    {} value = hills_at({}, {}, zero[0]);
{}}}
",
        ["float", "float2", "float3", "float4"][channels - 1],
        of("int", 0),
        of("uint", 4),
        stores(channels),
    );
    let folder = tempfile::tempdir().expect("a folder");
    let [from, to] = ["shader.hlsl", "shader.spv"].map(|name| folder.path().join(name));
    std::fs::write(&from, &text).expect("a file");
    let mut glslang = Command::new("glslangValidator");
    let output = glslang.args(["-D", "-V", "-e", "main", "-S", "comp", "-Os", "-o"]).args([&to, &from]).output().expect("it starts");
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stdout));
    bytemuck::pod_collect_to_vec(&std::fs::read(to).expect("a file"))
}

/// Returns the values of a module in HLSL at positions, on a GPU that takes SPIR-V.
pub(crate) fn by_hlsl(gpu: &lacuna::Gpu, program: &Program, places: &[[Place; 4]]) -> Vec<f32> {
    let (device, channels) = (gpu.device(), program.channels());
    let module = program.module(Language::Hlsl, &ModuleOptions::new("hills").strict(true)).expect("a module");
    let words = in_hlsl(&module, dimensions(program), channels, places.len());
    let entry = wgpu::PassthroughShaderEntryPoint { name: "main".into(), workgroup_size: (64, 1, 1) };
    let descriptor =
        wgpu::ShaderModuleDescriptorPassthrough { entry_points: vec![entry].into(), spirv: Some(words.into()), ..Default::default() };
    // SAFETY: glslang made valid SPIR-V with these bindings, and every access lies within them.
    let module = unsafe { device.create_shader_module_passthrough(descriptor) };
    let binding = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: binding != 1 },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries = [binding(0), binding(1), binding(2)];
    let group = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
    let layout = wgpu::PipelineLayoutDescriptor { bind_group_layouts: &[Some(&group)], ..Default::default() };
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&device.create_pipeline_layout(&layout)),
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let at = self::words(places);
    let contents: [&[u8]; 3] = [bytemuck::cast_slice(&at), &vec![0; 4 * channels * places.len()], &[0; 4]];
    kernel::made(device, gpu.queue(), &pipeline, &contents, [(places.len() as u32).div_ceil(64), 1, 1])
}

/// Returns the GPU that modules in HLSL run on: the first, if it takes SPIR-V, and if glslang is there.
pub(crate) fn hlsl_gpu(gpus: &[lacuna::Gpu]) -> Option<&lacuna::Gpu> {
    let takes_spirv = |gpu: &&lacuna::Gpu| gpu.device().features().contains(lacuna::gpu::SPIRV);
    let gpu = gpus.iter().find(takes_spirv).filter(|_| is_there("glslangValidator"));
    if gpu.is_none() {
        skipped("modules in HLSL; they need a GPU with Vulkan, and glslangValidator");
    }
    gpu
}

#[test]
fn a_module_in_a_strangers_shader_of_hlsl_gives_the_bits_of_the_cpu_engine() {
    let gpus = gpus();
    let Some(gpu) = hlsl_gpu(&gpus) else { return };
    let every = if is_set("LACUNA_ALL") { 1 } else { 16 };
    let programs = graphs().into_iter().step_by(every).map(|(name, graph)| (name, lower(graph)));
    let (mut compared, mut modules) = (0, 0);
    for (name, program) in programs.filter(|(_, program)| program.channels() <= 4 && check_exact(program).is_ok()) {
        let places = places(2_000, modules);
        let found = by_hlsl(gpu, &program, &places);
        assert_same_bits(&name, &found, &expected(&program, &places));
        (compared, modules) = (compared + found.len(), modules + 1);
    }
    say(&format!("{modules} modules as Hlsl on {}: {compared} samples, 0 differ", gpu.adapter()));
}

/// Returns the graphs to test.
fn graphs() -> Vec<(String, Graph)> {
    covering_graphs().into_iter().chain((0..8).map(|seed| (format!("random graph {seed}"), random_graph(seed)))).collect()
}

/// A function that runs a shader at positions.
type Run = fn(&wgpu::Device, &wgpu::Queue, wgpu::ShaderSource<'_>, usize, &[[Place; 4]]) -> Vec<f32>;

/// Compares modules in a language with the CPU engine: every `every`th graph on the first GPU, and fewer on others, since each is a shader to
/// compile; and only graphs of at most `most` channels.
fn hold(language: Language, source: fn(&str, usize, usize) -> wgpu::ShaderSource<'static>, run: Run, every: usize, most: usize) {
    let only = std::env::var("LACUNA_ONLY").unwrap_or_default();
    for (number_of_gpu, gpu) in gpus().iter().enumerate() {
        // Here naga reads GLSL, which no program that uses GLSL does, and SwiftShader took over 20 GB for one of its texts.
        let is_all = is_set("LACUNA_ALL") && (number_of_gpu == 0 || language != Language::Glsl);
        let every = if is_all { 1 } else { every * [1, 8][number_of_gpu.min(1)] };
        let (mut compared, mut modules, mut refused) = (0, 0, Vec::new());
        let graphs = graphs().into_iter().enumerate().filter(|(number, (name, _))| number % every == 0 && name.contains(&only));
        for (number, (name, graph)) in graphs {
            let program: Program = lower(graph);
            if program.channels() > most {
                continue;
            }
            if let Err(error) = check_exact(&program) {
                assert!(matches!(error, Error::Parameter { .. }), "{name}: {error}");
                refused.push(format!("{name}: {error}"));
                continue;
            }
            let module = program.module(language, &ModuleOptions::new("hills").strict(true)).expect("a module");
            let places = places(if is_set("LACUNA_ALL") { 100_000 } else { 2_000 }, number as u64);
            let source = source(&module, dimensions(&program), program.channels());
            let found = run(gpu.device(), gpu.queue(), source, program.channels(), &places);
            assert_same_bits(&format!("{name} on {}", gpu.adapter()), &found, &expected(&program, &places));
            (compared, modules) = (compared + found.len(), modules + 1);
        }
        say(&format!(
            "{modules} modules as {language:?} on {}: {compared} samples, 0 differ; {} refused, which go round circles: {}",
            gpu.adapter(),
            refused.len(),
            refused.join("; ")
        ));
    }
}

#[test]
fn a_module_in_a_strangers_shader_gives_the_bits_of_the_cpu_engine() {
    hold(Language::Wgsl, in_wgsl, computed, 4, MAX_CHANNELS);
}

#[test]
fn a_module_in_a_strangers_pixel_shader_gives_the_bits_of_the_cpu_engine() {
    hold(Language::Wgsl, in_pixels, drawn, 24, 4);
}

#[test]
fn a_module_in_a_strangers_shader_of_glsl_gives_the_bits_of_the_cpu_engine() {
    hold(Language::Glsl, in_glsl, computed, 16, MAX_CHANNELS);
}

/// Returns a shader in WGSL or GLSL that calls a module of two coordinates and one channel with the parameters of each position.
fn with_settings(name: &str, module: &str, language: Language) -> wgpu::ShaderSource<'static> {
    if language == Language::Wgsl {
        let text = format!(
            "{module}
struct Place {{ unit: vec4<i32>, fraction: vec4<u32> }}
@group(0) @binding(0) var<storage, read> places: array<Place>;
@group(0) @binding(1) var<storage, read_write> found: array<f32>;
@group(0) @binding(2) var<storage, read> zero: array<u32>;
@group(0) @binding(3) var<storage, read> settings: array<{name}_Parameters>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
    if id.x >= arrayLength(&places) {{ return; }}
    let at = places[id.x];
    found[id.x] = {name}_at(at.unit.xy, at.fraction.xy, settings[at.unit.z], zero[0]);
}}
"
        );
        return wgpu::ShaderSource::Wgsl(text.into());
    }
    let text = format!(
        "#version 450
{module}
struct Position {{ ivec4 unit; uvec4 fraction; }};
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Places {{ Position places[]; }};
layout(std430, set = 0, binding = 1) buffer Found {{ float found[]; }};
layout(std430, set = 0, binding = 2) readonly buffer Zero {{ uint zero[]; }};
layout(std430, set = 0, binding = 3) readonly buffer Settings {{ {name}_Parameters settings[]; }};
void main() {{
    uint number = gl_GlobalInvocationID.x;
    if (number >= uint(places.length())) {{ return; }}
    ivec4 unit = places[number].unit;
    found[number] = {name}_at(unit.xy, places[number].fraction.xy, settings[unit.z], zero[0]);
}}
"
    );
    of_glsl(&text)
}

#[test]
fn a_module_with_parameters_in_a_strangers_shader_gives_the_bits_of_a_fresh_one() {
    // llvmpipe takes minutes to compile the other one, which has a product for each octave.
    for made in with_parameters().into_iter().take(1) {
        let (places, expected) = made.samples();
        let settings: Vec<u32> = made.words.concat();
        for (number, gpu) in gpus().iter().enumerate() {
            for language in [Language::Wgsl, Language::Glsl].into_iter().take(if number == 0 { 2 } else { 1 }) {
                let module = made.program.module(language, &made.options).expect("a module");
                let pipeline = kernel::pipeline_of(gpu.device(), with_settings(&made.name, &module, language));
                let at = words(&places);
                let contents: [&[u8]; 4] =
                    [bytemuck::cast_slice(&at), &vec![0; 4 * places.len()], &[0; 4], bytemuck::cast_slice(&settings)];
                let found = kernel::made(gpu.device(), gpu.queue(), &pipeline, &contents, [(places.len() as u32).div_ceil(64), 1, 1]);
                let told = format!("{}: {} settings in {language:?} on {}", made.name, made.words.len(), gpu.adapter());
                assert_same_bits(&told, &found, &expected);
                say(&format!("{told}: {} samples, 0 differ", expected.len()));
            }
        }
    }
}

#[test]
fn the_example_of_a_strangers_renderer_rolls_its_ball_over_the_shaders_ground_a_million_units_out() {
    if !is_all("the example of a renderer of one's own") || gpus().is_empty() {
        return;
    }
    // It fails by itself if the ball's terrain differs from the shader's.
    let pixels = pollster::block_on(inline::picture()).unwrap_or_else(|error| panic!("{error}"));
    let (pixels, _) = pixels.as_chunks::<4>();
    let sky = pixels.iter().filter(|pixel| **pixel == pixels[0]).count();
    assert!((pixels.len() / 10..pixels.len() / 2).contains(&sky), "{sky} of {} pixels are sky", pixels.len());
}
