//! Tests that each translated construct gives the bits of a GPU, for one lane and at every vector level.

mod by_hand;
#[allow(
    dead_code,
    unused_imports,
    unused_variables,
    clippy::assign_op_pattern,
    clippy::collapsible_else_if,
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::identity_op,
    clippy::let_and_return,
    clippy::manual_clamp,
    clippy::needless_return,
    clippy::nonminimal_bool,
    clippy::precedence,
    clippy::shadow_unrelated,
    reason = "the text is that of the constructs"
)]
mod generated;

use std::num::Wrapping;
use std::sync::OnceLock;

use fearless_simd::prelude::*;
use fearless_simd::{f32x16, u32x16};
use generated::{lanes, one};
use wgpu::util::DeviceExt as _;

use super::arithmetic;
use crate::strict::lanes::LANES;
use crate::strict::level::{VectorLevel, with_level};

const COUNT: usize = 1 << 12;

/// Two floats and two words.
type Input = (f32, f32, u32, u32);

/// Returns words of every kind, and moderate floats of which some are equal.
fn inputs() -> Vec<Input> {
    let mut float = arithmetic::numbers(99);
    let mut state = 7_u32;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        match state % 5 {
            0 => state >> 28,
            _ => state,
        }
    };
    let mut moderate = || loop {
        let v = float();
        if v.abs() < 1000.0 && (v == 0.0 || v.abs() > 1e-6) {
            return v;
        }
    };
    (0..COUNT)
        .map(|number| {
            let (a, p) = (moderate(), word());
            let (b, q) = if number % 7 == 0 { (a, p) } else { (moderate(), word()) };
            (a, b, p, q)
        })
        .collect()
}

/// Returns the results of a file's functions on a GPU, by name. None if there is no GPU.
fn on_a_gpu(text: &str, names: &[&str]) -> Option<Vec<Vec<u32>>> {
    let Some(found) = crate::gpu::adapters(wgpu::Backends::VULKAN).into_iter().next() else {
        assert!(std::env::var("LACUNA_REQUIRE_GPU").is_err(), "LACUNA_REQUIRE_GPU is set, and there is no Vulkan adapter");
        return None;
    };
    let options = crate::GpuOptions::default().adapter(crate::gpu::AdapterChoice::Of(found.adapter()));
    let gpu = crate::Gpu::open(&options).unwrap_or_else(|error| panic!("{error}"));
    let (device, queue) = (gpu.device(), gpu.queue());
    let calls: String = names
        .iter()
        .enumerate()
        .map(|(number, name)| format!("    outputs[at.x * {}u + {number}u] = {name}(a, b, v.z, v.w);\n", names.len()))
        .collect();
    let kernel = format!(
        "{text}\n@group(0) @binding(0) var<storage, read> inputs: array<vec4<u32>>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<u32>;\n\
         @compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) at: vec3<u32>) {{\n\
         let v = inputs[at.x];\n    let a = bitcast<f32>(v.x);\n    let b = bitcast<f32>(v.y);\n{calls}}}\n"
    );
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(kernel.into()) });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let words: Vec<[u32; 4]> = inputs().into_iter().map(|(a, b, p, q)| [a.to_bits(), b.to_bits(), p, q]).collect();
    let size = 4 * (COUNT * names.len()) as u64;
    let source = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(&words),
        usage: wgpu::BufferUsages::STORAGE,
    });
    let buffer = |usage| device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
    let target = buffer(wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let readback = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: source.as_entire_binding() },
            wgpu::BindGroupEntry { binding: 1, resource: target.as_entire_binding() },
        ],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(COUNT as u32 / 64, 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&target, 0, &readback, 0, size);
    queue.submit([encoder.finish()]);
    readback.slice(..).map_async(wgpu::MapMode::Read, |mapped| mapped.expect("the buffer is mapped"));
    device.poll(wgpu::PollType::wait_indefinitely()).expect("the device runs");
    let view = readback.slice(..).get_mapped_range().expect("the buffer is mapped");
    let outputs: Vec<u32> = bytemuck::pod_collect_to_vec(&view);
    Some((0..names.len()).map(|number| outputs.iter().skip(number).step_by(names.len()).copied().collect()).collect())
}

/// Returns the functions of constructs that a file declares.
fn constructs(name: &str, text: &str) -> Vec<String> {
    let shader = xtask::shader::Shader::parse(name, text.to_owned()).unwrap_or_else(|problem| panic!("{problem}"));
    let is_construct = |function: &xtask::shader::Function| {
        let names: Vec<&str> = function.parameters.iter().map(|(name, _)| name.as_str()).collect();
        names == ["a", "b", "p", "q"]
    };
    shader.functions().filter(is_construct).map(|function| function.name).collect()
}

/// The results of each function of a file on a GPU, computed once.
struct Expected {
    file: &'static str,
    text: &'static str,
    names: &'static [&'static str],
    found: OnceLock<Option<Vec<Vec<u32>>>>,
}

impl Expected {
    const fn of(file: &'static str, text: &'static str, names: &'static [&'static str]) -> Self {
        Self { file, text, names, found: OnceLock::new() }
    }

    /// Compares a function in Rust with the GPU's.
    fn hold(&self, name: &str, how: &str, function: impl Fn(Input) -> u32) {
        let number = self.names.iter().position(|other| *other == name).expect("a function of the file");
        let Some(expected) = self.found.get_or_init(|| on_a_gpu(self.text, self.names)) else { return };
        for (input, expected) in inputs().into_iter().zip(&expected[number]) {
            let found = function(input);
            assert_eq!(found, *expected, "{name}{input:?}: {found:#x} {how}, {expected:#x} in WGSL");
        }
    }

    fn is_complete(&self) {
        assert_eq!(constructs(self.file, self.text), self.names, "the functions of {}.wgsl and their tests", self.file);
    }
}

/// Calls a function of lanes with blocks of inputs at a vector level, and passes on each lane.
macro_rules! in_lanes {
    ($level:expr, $name:ident, $inputs:expr) => {{
        let inputs: &[Input] = $inputs;
        let floats = |of: fn(&Input) -> f32| -> [f32; LANES] { std::array::from_fn(|lane| of(&inputs[lane])) };
        let words = |of: fn(&Input) -> u32| -> [u32; LANES] { std::array::from_fn(|lane| of(&inputs[lane])) };
        let (a, b, p, q) = (floats(|input| input.0), floats(|input| input.1), words(|input| input.2), words(|input| input.3));
        let found: [u32; LANES] = with_level!($level, simd => {
            let (a, b) = (f32x16::load_array(simd, a), f32x16::load_array(simd, b));
            lanes::$name(a, b, u32x16::load_array(simd, p), u32x16::load_array(simd, q)).into()
        });
        found
    }};
}

macro_rules! constructs_of_lanes {
    ($($name:ident),* $(,)?) => {
        static LANES_EXPECTED: Expected = Expected::of("lanes", include_str!("lanes.wgsl"), &[$(stringify!($name)),*]);

        $(#[test]
        fn $name() {
            LANES_EXPECTED.hold(stringify!($name), "for one lane", |(a, b, p, q)| lanes::$name(a, b, Wrapping(p), Wrapping(q)).0);
            let inputs = inputs();
            for level in VectorLevel::all() {
                for inputs in inputs.chunks_exact(LANES) {
                    for (input, found) in inputs.iter().zip(in_lanes!(level.0, $name, inputs)) {
                        let (a, b, p, q) = *input;
                        let alone = lanes::$name(a, b, Wrapping(p), Wrapping(q)).0;
                        assert_eq!(found, alone, "{}{input:?} with {level}", stringify!($name));
                    }
                }
            }
        })*
    };
}

macro_rules! constructs_of_one {
    ($($name:ident),* $(,)?) => {
        static ONE_EXPECTED: Expected = Expected::of("one", include_str!("one.wgsl"), &[$(stringify!($name)),*]);

        $(#[test]
        fn $name() {
            ONE_EXPECTED.hold(stringify!($name), "in Rust", |(a, b, p, q)| one::$name(a, b, p, q));
        })*
    };
}

constructs_of_lanes! {
    literals,
    constants,
    a_private_variable,
    sums_of_floats,
    a_negation,
    words_wrap,
    bits_of_words,
    brackets,
    shifts,
    uniform_words,
    comparisons_of_floats,
    comparisons_of_words,
    masks,
    a_mask_as_a_result,
    selections,
    uniform_selections,
    built_in_functions,
    conversions,
    structs,
    vectors,
    uniform_vectors,
    a_call_of_constants,
    variables,
    compound_assignments,
    loops,
    branches_on_options,
    scopes,
    a_branch_on_lanes,
    outlined_functions,
    primitives,
    words_of_rust,
}

constructs_of_one! {
    a_large_struct,
    signed_numbers,
    conversions_of_signed,
    truths,
}

#[test]
fn every_construct_has_a_test() {
    LANES_EXPECTED.is_complete();
    ONE_EXPECTED.is_complete();
}
