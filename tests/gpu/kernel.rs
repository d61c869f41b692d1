//! Embedding: kernels on the caller's device, in the caller's encoder, into the caller's texture or buffer.

use lacuna::gpu::Speed;
use lacuna::internal::KernelForm;
use lacuna::nodes::{
    Add, Cellular, CellularOutput, Fbm, HashKind, Interpolation, Max, Metric, Perlin, ScaleOffset, Simplex, Slope, Value,
    ValueInterpolation, Weave,
};
use lacuna::wgpu::{self, util::DeviceExt as _};
use lacuna::{
    Axis, Cache, Cpu, Domain, DomainKind, Error, EvaluationDescriptor, Gpu, Graph, Grid, Input, Node, NodeExt as _, PerAxis, Problem,
    Program, Target, TargetKind, TexelFormat, Tile,
};

use crate::common::{is_all, skipped};
use crate::gpus;
use crate::noop::{failure, noop};

/// Returns hills: values may vary, the structure is always the same.
fn hills(change: impl FnOnce(&mut Fbm, &mut Perlin)) -> Program {
    let mut perlin = Perlin::new().seed(3);
    let mut fbm = Fbm::of("unused").octaves(3);
    change(&mut fbm, &mut perlin);
    fbm.source = perlin.into();
    Program::new(fbm).expect("a legal graph")
}

pub(crate) fn plane(width: u32, height: u32) -> Domain {
    Grid::plane(Axis::extent(-1.7, 6.4, width), Axis::extent(2.25, 9, height)).into()
}

pub(crate) fn cpu(program: &Program, domain: &Domain, tile: Tile) -> Vec<f32> {
    let mut samples = vec![f32::NAN; tile.samples() * program.channels()];
    Cpu::new().evaluate(program, domain, tile, &mut samples).expect("a legal tile");
    samples
}

const TEXTURE: TargetKind = TargetKind::Texture(TexelFormat::R32Float);

/// What kernels of both forms are compiled for.
pub(crate) const SPEEDS: [Speed; 2] = [Speed::Throughput, Speed::PerSample];

/// The value of texels that kernels have not written.
const UNTOUCHED: f32 = f32::NAN;

pub(crate) fn buffer(device: &wgpu::Device, elements: usize) -> wgpu::Buffer {
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("the caller's buffer"),
        contents: bytemuck::cast_slice(&vec![UNTOUCHED; elements]),
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
    })
}

fn texture(device: &wgpu::Device, queue: &wgpu::Queue, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
    let descriptor = wgpu::TextureDescriptor {
        label: Some("the caller's texture"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::STORAGE_BINDING
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let texels = (width * height * format.block_copy_size(None).expect("a colour format")) as usize;
    let untouched = UNTOUCHED.to_le_bytes().into_iter().cycle().take(texels).collect::<Vec<_>>();
    device.create_texture_with_data(queue, &descriptor, wgpu::util::TextureDataOrder::LayerMajor, &untouched)
}

pub(crate) fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

pub(crate) fn encoder(device: &wgpu::Device) -> wgpu::CommandEncoder {
    device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("the caller's encoder") })
}

/// Submits the caller's commands, followed by a readback of a buffer.
pub(crate) fn read_buffer(device: &wgpu::Device, queue: &wgpu::Queue, mut encoder: wgpu::CommandEncoder, from: &wgpu::Buffer) -> Vec<f32> {
    let readback = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size: from.size(),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    encoder.copy_buffer_to_buffer(from, 0, &readback, 0, from.size());
    queue.submit([encoder.finish()]);
    readback.slice(..).map_async(wgpu::MapMode::Read, |result| result.expect("a readback"));
    device.poll(wgpu::PollType::wait_indefinitely()).expect("a device that goes on");
    let mapped = readback.slice(..).get_mapped_range().expect("mapped");
    bytemuck::pod_collect_to_vec(&mapped)
}

/// Submits the caller's commands, followed by a readback of a texture. Returns its bytes, row by row.
pub(crate) fn read_texels(device: &wgpu::Device, queue: &wgpu::Queue, mut encoder: wgpu::CommandEncoder, from: &wgpu::Texture) -> Vec<u8> {
    let used = from.format().block_copy_size(None).expect("a colour format") * from.width();
    let row = used.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let rows = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("rows of a texture"),
        size: u64::from(row) * u64::from(from.height()),
        usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
    encoder.copy_texture_to_buffer(from.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: &rows, layout }, from.size());
    let padded = read_buffer(device, queue, encoder, &rows);
    let padded: &[u8] = bytemuck::cast_slice(&padded);
    padded.chunks(row as usize).flat_map(|row| &row[..used as usize]).copied().collect()
}

/// Does the same for an rgba8snorm texture, read by a shader: OpenGL copies values below 0 as 0.
fn read_signed_texels(device: &wgpu::Device, queue: &wgpu::Queue, mut encoder: wgpu::CommandEncoder, from: &wgpu::Texture) -> Vec<u8> {
    let source = wgpu::ShaderSource::Wgsl(
        "@group(0) @binding(0) var picture: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read_write> texels: array<vec4<f32>>;
        @compute @workgroup_size(1)
        fn main(@builtin(global_invocation_id) at: vec3<u32>) {
            texels[at.y * textureDimensions(picture).x + at.x] = textureLoad(picture, at.xy, 0);
        }"
        .into(),
    );
    let pipeline = pipeline_of(device, source);
    let to = buffer(device, (4 * from.width() * from.height()) as usize);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("the caller's shader"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view(from)) },
            wgpu::BindGroupEntry { binding: 1, resource: to.as_entire_binding() },
        ],
    });
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(from.width(), from.height(), 1);
    drop(pass);
    read_buffer(device, queue, encoder, &to).into_iter().map(|value| (value * 127.0).round() as i8 as u8).collect()
}

/// Does the same for an r32float texture.
fn read_texture(device: &wgpu::Device, queue: &wgpu::Queue, encoder: wgpu::CommandEncoder, from: &wgpu::Texture) -> Vec<f32> {
    bytemuck::pod_collect_to_vec(&read_texels(device, queue, encoder, from))
}

/// Compiles the entry point of a test's shader.
pub(crate) fn pipeline_of(device: &wgpu::Device, source: wgpu::ShaderSource<'_>) -> wgpu::ComputePipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("the test"), source });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("the test"),
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

/// Returns the contents of a shader's binding 1 after a dispatch with the given bindings and workgroups.
pub(crate) fn made(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    pipeline: &wgpu::ComputePipeline,
    contents: &[&[u8]],
    [x, y, z]: [u32; 3],
) -> Vec<f32> {
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
    let buffer =
        |contents: &&[u8]| device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some("the test"), contents, usage });
    let buffers: Vec<wgpu::Buffer> = contents.iter().map(buffer).collect();
    let entries: Vec<wgpu::BindGroupEntry<'_>> =
        buffers.iter().zip(0..).map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }).collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("the test"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(x, y, z);
    drop(pass);
    read_buffer(device, queue, encoder, &buffers[1])
}

/// Asserts that every expected value is equal in every bit, and that all others, NaN in `expected`, were not written.
#[track_caller]
pub(crate) fn assert_bits(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    let is_equal = |(found, expected): (&f32, &f32)| if expected.is_nan() { found.is_nan() } else { found.to_bits() == expected.to_bits() };
    let differing: Vec<_> = (0..found.len()).filter(|&at| !is_equal((&found[at], &expected[at]))).collect();
    let first = differing.first().map(|&at| (at, found[at], expected[at]));
    assert!(differing.is_empty(), "{} of {} differ, first {first:?}", differing.len(), found.len());
}

/// Copies a tile's samples to their places in a buffer of this layout.
fn put(into: &mut [f32], tile: Tile, samples: &[f32], first: usize, row: usize, slice: usize) {
    let [width, height, _] = tile.size.map(|size| size as usize);
    for (index, sample) in samples.iter().enumerate() {
        let (x, y, z) = (index % width, index / width % height, index / (width * height));
        assert!(into[first + z * slice + y * row + x].is_nan(), "the places of two samples are one");
        into[first + z * slice + y * row + x] = *sample;
    }
}

#[test]
fn a_kernel_writes_a_tile_into_the_callers_texture_at_an_origin_and_nothing_else() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let (program, domain) = (hills(|_, _| {}), plane(150, 90));
        let tile = Tile { origin: [31, 17, 0], size: [70, 40, 1] };
        let texture = texture(device, queue, [131, 77], wgpu::TextureFormat::R32Float);
        let error = failure(device, || {
            let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TEXTURE, Speed::Throughput).expect("a kernel");
            let mut encoder = encoder(device);
            let target = Target::Texture { texture: &texture, level: 0, layer: 0, origin: [57, 36] };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
            let mut expected = vec![UNTOUCHED; 131 * 77];
            put(&mut expected, tile, &cpu(&program, &domain, tile), 36 * 131 + 57, 131, 0);
            assert_bits(&read_texture(device, queue, encoder, &texture), &expected);
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

#[test]
fn a_kernel_writes_a_volume_into_the_callers_buffer_with_offset_and_strides_and_nothing_else() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let program = hills(|_, _| {});
        let axis = |end: f64, samples| Axis::extent(-0.3, end, samples);
        let domain = Domain::from(Grid { z: axis(1.1, 9), ..Grid::plane(axis(4.0, 100), axis(2.0, 30)) });
        let tile = Tile { origin: [5, 3, 2], size: [67, 11, 4] };
        let (first, row, slice) = (13, 71, 900);
        let elements = first + 3 * slice + 10 * row + 67 + 29;
        let error = failure(device, || {
            let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
            let mut encoder = encoder(device);
            let buffer = buffer(device, elements);
            let target = Target::Buffer { buffer: &buffer, first: first as u32, row: row as u32, slice: slice as u32 };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
            let mut expected = vec![UNTOUCHED; elements];
            put(&mut expected, tile, &cpu(&program, &domain, tile), first, row, slice);
            assert_bits(&read_buffer(device, queue, encoder, &buffer), &expected);
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

/// Returns three channels, some of them evaluated in rows.
fn channels() -> Program {
    let graph = Graph::of_channels(["base", "hills", "steps"])
        .node("base", Perlin::new().frequency(0.7))
        .node("hills", Fbm::of(Perlin::new().seed(3)).octaves(3))
        .node("steps", Input::from("hills").terrace());
    Program::new(&graph).expect("a legal graph")
}

#[test]
fn a_kernel_writes_channels_side_by_side_into_the_callers_buffer_and_nothing_else() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let program = channels();
        let axis = |end: f64, samples| Axis::extent(-0.3, end, samples);
        let domain = Domain::from(Grid { z: axis(1.1, 9), ..Grid::plane(axis(4.0, 100), axis(2.0, 30)) });
        let tile = Tile { origin: [5, 3, 2], size: [67, 11, 4] };
        let (first, row, slice) = (13, 3 * 67 + 5, 2900);
        let elements = first + 3 * slice + 10 * row + 3 * 67 + 29;
        let error = failure(device, || {
            for speed in SPEEDS {
                let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, speed).expect("a kernel");
                let mut encoder = encoder(device);
                let buffer = buffer(device, elements);
                let target = Target::Buffer { buffer: &buffer, first: first as u32, row: row as u32, slice: slice as u32 };
                kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
                let mut expected = vec![UNTOUCHED; elements];
                // The same as samples of one channel, of which a row has three times as many.
                let wide = Tile { size: [3 * 67, 11, 4], ..tile };
                put(&mut expected, wide, &cpu(&program, &domain, tile), first, row, slice);
                assert_bits(&read_buffer(device, queue, encoder, &buffer), &expected);
            }
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

/// Returns values of every kind: within the formats' ranges and beyond them, so small that halves of them would be subnormal, and 0.
fn wide(channels: usize) -> Program {
    let graph = Graph::of_channels(["hills", "tiny", "huge", "steps"].into_iter().take(channels))
        .node("hills", Fbm::of(Perlin::new().seed(3)).octaves(3).scale_offset(3, 0.2))
        .node("tiny", Input::from("hills").power().exponent(9).scale_offset(0.001, 0))
        .node("huge", Input::from("hills").scale_offset(50_000, -7))
        .node("steps", Input::from("hills").quantize().steps(16));
    Program::new(&graph).expect("a legal graph")
}

#[test]
fn a_texture_of_any_format_gets_the_texels_that_the_host_makes_of_the_samples() {
    let tile = Tile { origin: [31, 17, 0], size: [70, 40, 1] };
    let (domain, origin) = (plane(150, 90), [57, 36]);
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        for format in TexelFormat::ALL {
            let mut made = None;
            let refused = failure(device, || made = Some(texture(device, queue, [131, 77], format.texture_format())));
            if let Some(refused) = refused {
                // wgpu's OpenGL can't store to textures of two channels.
                assert!(gpu.adapter().backend == "gl" && format == TexelFormat::Rg32Float, "{}, {format:?}: {refused}", gpu.adapter());
                skipped(&format!("{format:?} on {}", gpu.adapter()));
                continue;
            }
            for channels in 1..=format.channels() {
                let (program, texture) = (wide(channels), texture(device, queue, [131, 77], format.texture_format()));
                let samples = cpu(&program, &domain, tile);
                let mut found = Vec::new();
                let error = failure(device, || {
                    let kernel = gpu
                        .cache()
                        .kernel_for(&program, DomainKind::Grid, TargetKind::Texture(format), Speed::Throughput)
                        .expect("a kernel");
                    let mut encoder = encoder(device);
                    let target = Target::Texture { texture: &texture, level: 0, layer: 0, origin };
                    kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
                    let is_clamped = gpu.adapter().backend == "gl" && format == TexelFormat::Rgba8Snorm;
                    let read = if is_clamped { read_signed_texels } else { read_texels };
                    found = read(device, queue, encoder, &texture);
                });
                let what = format!("{}, {format:?}, {channels} channels", gpu.adapter());
                assert!(error.is_none(), "{what}: {}", error.expect("some"));
                let texels = format.texels(&samples, channels).expect("as many channels");
                let size = texels.len() / tile.samples();
                let mut expected: Vec<u8> = UNTOUCHED.to_le_bytes().into_iter().cycle().take(131 * 77 * size).collect();
                for (row, texels) in texels.chunks(70 * size).enumerate() {
                    let first = ((36 + row) * 131 + 57) * size;
                    expected[first..first + 70 * size].copy_from_slice(texels);
                }
                assert_eq!(found.len(), expected.len(), "{what}");
                let differing: Vec<_> = (0..found.len()).filter(|&at| found[at] != expected[at]).collect();
                let first = differing.first().map(|&at| (at, found[at], expected[at]));
                assert!(differing.is_empty(), "{what}: {} bytes differ, first {first:?}", differing.len());
            }
        }
    }
}

#[test]
fn the_texels_of_the_host_have_missing_channels_0_and_alpha_1() {
    let texels = |format: TexelFormat, samples: &[f32], channels| format.texels(samples, channels).expect("as many channels");
    assert_eq!(texels(TexelFormat::Rgba8Unorm, &[1.0, 0.5, -3.0, 0.25], 2), [255, 128, 0, 255, 0, 64, 0, 255]);
    assert_eq!(texels(TexelFormat::Rgba8Snorm, &[-1.0, 0.0, 0.5], 3), [0x81, 0, 64, 127]);
    assert_eq!(texels(TexelFormat::Rgba8Snorm, &[1.0, 1.0, 1.0, -0.5], 4), [127, 127, 127, 0xc1]);
    // The halves of 1, -2, 65504 and 2^-14.
    assert_eq!(texels(TexelFormat::Rgba16Float, &[-2.0, 1e9, 0.000_061_035_156], 3), [0x00, 0xc0, 0xff, 0x7b, 0x00, 0x04, 0x00, 0x3c]);
    assert_eq!(texels(TexelFormat::Rg32Float, &[0.1], 1), [0.1_f32.to_le_bytes(), [0; 4]].concat());
    assert!(matches!(TexelFormat::Rg32Float.texels(&[0.0; 6], 3), Err(Error::Unsupported(told)) if told.contains("Rgba32Float")));
    assert!(matches!(TexelFormat::Rgba8Unorm.texels(&[0.0; 5], 5), Err(Error::Unsupported(_))));
    assert!(TexelFormat::Rgba8Unorm.texels(&[0.0; 5], 2).is_err() && TexelFormat::Rgba8Unorm.texels(&[0.0; 5], 0).is_err());
}

#[test]
fn records_of_one_submission_do_not_disturb_each_other() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        // Two structures, several values of each, grids and points, into parts of one buffer, with a texture in between.
        let points = Domain::Points((0..300_i32).map(|at| [at.into(), 0.37.into(), (-at).into(), 0.into()]).collect());
        let mut jobs: Vec<(Program, Domain)> = (0..5).map(|seed| (hills(|_, perlin| perlin.seed = Some(seed)), plane(60, 9))).collect();
        jobs.extend((1..6).map(|octaves| (hills(|fbm, _| fbm.octaves = Some(octaves.into())), plane(65 + octaves, 7))));
        jobs.push((hills(|_, perlin| perlin.frequency = 0.21.into()), points));
        jobs.push((Program::new(Perlin::default()).expect("a legal graph"), plane(33, 20)));
        let cache = Cache::new(device, queue);
        let error = failure(device, || {
            let mut encoder = encoder(device);
            let elements = jobs.iter().map(|(_, domain)| domain.whole().samples()).sum();
            let (buffer, texture) = (buffer(device, elements), texture(device, queue, [60, 9], wgpu::TextureFormat::R32Float));
            let mut expected = Vec::new();
            for (number, (program, domain)) in jobs.iter().enumerate() {
                let kind = if matches!(domain, Domain::Grid(_)) { DomainKind::Grid } else { DomainKind::Points };
                let kernel = cache.kernel_for(program, kind, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
                let tile = domain.whole();
                let target = Target::Buffer { buffer: &buffer, first: expected.len() as u32, row: tile.size[0], slice: 0 };
                kernel.record(&mut encoder, &EvaluationDescriptor::new(program, domain, target).tile(tile)).expect("a legal record");
                expected.extend(cpu(program, domain, tile));
                if number == 2 {
                    let kernel = cache.kernel_for(program, kind, TEXTURE, Speed::Throughput).expect("a kernel");
                    let target = Target::texture(&texture);
                    kernel.record(&mut encoder, &EvaluationDescriptor::new(program, domain, target).tile(tile)).expect("a legal record");
                }
            }
            assert_bits(&read_buffer(device, queue, encoder, &buffer), &expected);
            let picture = read_texture(device, queue, self::encoder(device), &texture);
            assert_bits(&picture, &cpu(&jobs[2].0, &jobs[2].1, jobs[2].1.whole()));
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

#[test]
fn every_width_from_1_to_600_and_every_height_gives_the_bits_of_the_cpu() {
    let (program, domain) = (hills(|_, _| {}), plane(600, 13));
    // Heights take turns, so that sweeps end early in each way.
    let tiles: Vec<_> = (1..=600).map(|width| Tile { origin: [600 - width, 0, 0], size: [width, width % 13 + 1, 1] }).collect();
    let expected: Vec<f32> = tiles.iter().flat_map(|&tile| cpu(&program, &domain, tile)).collect();
    let adapters = if is_all("every width on every other adapter than the first") { usize::MAX } else { 1 };
    for gpu in gpus().iter().take(adapters) {
        let (device, queue) = (gpu.device(), gpu.queue());
        let error = failure(device, || {
            for speed in SPEEDS {
                let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, speed).expect("a kernel");
                let buffer = buffer(device, expected.len());
                let (mut encoder, mut first) = (encoder(device), 0);
                for &tile in &tiles {
                    let target = Target::Buffer { buffer: &buffer, first, row: tile.size[0], slice: 0 };
                    kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
                    first += tile.samples() as u32;
                }
                assert_bits(&read_buffer(device, queue, encoder, &buffer), &expected);
            }
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}

/// Records programs over a domain into one buffer, and holds their samples to the bits of the CPU.
fn hold_each<'p>(gpu: &Gpu, cache: &Cache, speed: Speed, programs: impl IntoIterator<Item = &'p Program>, domain: &Domain) {
    let (device, queue, tile) = (gpu.device(), gpu.queue(), domain.whole());
    let programs: Vec<&Program> = programs.into_iter().collect();
    let [width, height, _] = tile.size;
    let error = failure(device, || {
        let buffer = buffer(device, programs.len() * tile.samples());
        let (mut encoder, mut expected) = (encoder(device), Vec::new());
        for program in &programs {
            let kernel = cache.kernel_for(program, DomainKind::Grid, TargetKind::Buffer, speed).expect("a kernel");
            let target = Target::Buffer { buffer: &buffer, first: expected.len() as u32, row: width, slice: width * height };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(program, domain, target).tile(tile)).expect("a legal record");
            expected.extend(cpu(program, domain, tile));
        }
        assert_bits(&read_buffer(device, queue, encoder, &buffer), &expected);
    });
    assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
}

#[test]
fn neighbours_that_a_period_or_the_end_of_the_table_parts_hash_as_on_the_cpu() {
    let mut programs = Vec::new();
    for period in [0, 1, 2, 3, 255, 256] {
        for dimensions in 2..=4 {
            programs.push(Graph::from(Perlin::new().dimensions(dimensions).seed(3).period(period)));
            programs.push(Value::new().dimensions(dimensions).seed(3).period(period).into());
        }
    }
    let programs: Vec<_> = programs.iter().map(|graph| Program::new(graph).expect("a legal graph")).collect();
    // Across the end of the table and of every period, on all axes.
    let axis = |samples| Axis::extent(252.3, 258.9, samples);
    let domain = Domain::from(Grid { z: axis(9), w: 255.7.into(), ..Grid::plane(axis(40), axis(13)) });
    for gpu in gpus().iter() {
        for speed in SPEEDS {
            hold_each(gpu, &Cache::new(gpu.device(), gpu.queue()), speed, &programs, &domain);
        }
    }
}

#[test]
fn options_of_one_noise_change_no_other_noise_of_a_kernel() {
    // Each pair has an option of one name, whose value the other noise has fixed.
    let smooth = Value::new().dimensions(3).smoothed(true);
    let cubic = Value::new().dimensions(3).interpolation(ValueInterpolation::CatmullRom);
    let woven = Slope::of(Weave::new().over(2));
    let graphs = [Graph::from(Add::of(smooth, cubic)), Graph::from(Add::of(woven, Perlin::new().dimensions(2).seed(1)))];
    let programs = graphs.each_ref().map(|graph| Program::new(graph).expect("a legal graph"));
    let domain = Domain::from(Grid { z: Axis::extent(0, 1, 2), ..Grid::plane(Axis::extent(0, 4, 40), Axis::extent(0, 3, 13)) });
    for gpu in gpus().iter() {
        for speed in SPEEDS {
            hold_each(gpu, &Cache::new(gpu.device(), gpu.queue()), speed, &programs, &domain);
        }
    }
}

/// Asserts that graphs have kernels in columns, and the CPU's bits over planes with these ends. At least `least` of them are legal over each plane.
fn hold_in_columns(graphs: &[Graph], planes: &[(f64, f64)], least: usize) {
    let programs: Vec<_> = graphs.iter().map(|graph| Program::new(graph).expect("a legal graph")).collect();
    let form = |program: &Program| KernelForm::fastest(program.structure(), DomainKind::Grid);
    assert!(programs.iter().all(|program| matches!(form(program), KernelForm::Columns { .. })));
    let caches: Vec<Cache> = gpus().iter().map(|gpu| Cache::new(gpu.device(), gpu.queue())).collect();
    let adapters = if is_all("columns on every other adapter than the first") { caches.len() } else { 1 };
    for &(start, end) in planes {
        let plane = Grid::plane(Axis::extent(start, end, 130), Axis::extent(start, end, 67));
        let domain = Domain::from(Grid { z: Axis::extent(0.2, 0.9, 2), w: 0.4.into(), ..plane });
        let programs: Vec<_> = programs.iter().filter(|program| Cpu::new().sample(program, &domain).is_ok()).collect();
        assert!(programs.len() >= least, "{start}: the domain is too large for nearly all");
        for (gpu, cache) in gpus().iter().zip(&caches).take(adapters) {
            hold_each(gpu, cache, Speed::Throughput, programs.iter().copied(), &domain);
        }
    }
}

#[test]
fn simplex_noise_has_the_bits_of_the_cpu_where_a_workgroups_vertices_fit_into_its_memory_and_where_they_do_not() {
    let mut programs = Vec::new();
    for dimensions in 2..=3 {
        let simplex = || Simplex::new().dimensions(dimensions).seed(5);
        programs.push(Graph::from(simplex()));
        // Both axes of the domain move each lattice coordinate, some of them down.
        programs.push(simplex().frequency(0.9).transform().rotate(200).into());
        // Of these octaves the first fit, and the last do not.
        programs.push(simplex().fbm().octaves(7).lacunarity(3).into());
    }
    // Cells of 90 samples, of 2, and cells far apart, so that differences between the samples of a workgroup wrap.
    hold_in_columns(&programs, &[(-0.3, 1.1), (-31.3, 33.9), (-1.2e6, 1.2e6), (-1.2e9, 1.2e9)], 4);
}

#[test]
fn cells_have_the_bits_of_the_cpu_where_a_workgroups_points_fit_into_its_memory_and_where_they_do_not() {
    let mut programs = Vec::new();
    for dimensions in 2..=3 {
        let cells = |seed| Cellular::new().dimensions(dimensions).seed(seed);
        for period in [0, 1, 2, 3, 7, 100] {
            programs.push(Graph::from(cells(5).period(period)));
            programs.push(cells(5).period(period).transform().scale(-1).into());
        }
        for metric in [Metric::Manhattan, Metric::Chebyshev] {
            programs.push(cells(5).metric(metric).output(CellularOutput::F2MinusF1).jitter(0.6).into());
        }
        // Both axes of the domain move each lattice coordinate, some of them down.
        programs.push(cells(6).frequency(0.9).output(CellularOutput::F2).transform().rotate(200).into());
        // Of these octaves the first fit, and the last do not.
        programs.push(cells(7).fbm().octaves(4).lacunarity(5).into());
        // Several outputs of one search, beside noise that shares nothing.
        let search = Max::of(cells(8).output(CellularOutput::F2), cells(8).output(CellularOutput::CellValue));
        programs.push(Max::of(search, Simplex::new().dimensions(4)).into());
    }
    // Cells of 90 samples, of 2, so many that every period is short, and cells far apart.
    hold_in_columns(&programs, &[(-0.3, 1.1), (-31.3, 33.9), (-1.2e6, 1.2e6), (-1.2e9, 1.2e9)], 20);
}

#[test]
fn warped_noise_has_the_bits_of_the_cpu_where_a_workgroups_corners_fit_into_its_memory_and_where_they_do_not() {
    let mut programs = Vec::new();
    let warp = |source: Node| source.warp().x(Simplex::new().dimensions(2).seed(3)).y(Simplex::new().dimensions(2).seed(4));
    for (dimensions, hash) in [(3, HashKind::Lattice), (4, HashKind::Table)] {
        let perlin = || Perlin::new().dimensions(dimensions).hash(hash).seed(5);
        for period in [0, 1, 2, 3, 7, 100] {
            programs.push(Graph::from(warp(perlin().period(period).into()).strength(0.6)));
        }
        programs.push(warp(Value::new().dimensions(dimensions).seed(5).into()).strength(1.3).into());
        // Of these octaves the first fit, and the last do not. The warp itself, in another octave, lies along the rows.
        programs.push(Node::from(perlin().fbm().octaves(5).lacunarity(4)).warp().x(perlin().frequency(0.3)).into());
    }
    programs.push(Perlin::new().dimensions(3).fade(Interpolation::Cosine).transform().rotate(200).into());
    // All that a workgroup can share at once.
    let vertices = Max::of(Simplex::new().dimensions(2), Simplex::new().dimensions(3));
    programs.push(Max::of(Max::of(vertices, Cellular::new()), warp(Perlin::new().dimensions(3).into())).into());
    hold_in_columns(&programs, &[(-0.3, 1.1), (-31.3, 33.9), (-1.2e6, 1.2e6)], programs.len());
}

#[test]
fn tiles_recorded_into_one_texture_make_the_picture_that_one_record_makes() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let (program, domain) = (hills(|_, perlin| perlin.period = Some(PerAxis::All(5))), plane(150, 90));
        let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TEXTURE, Speed::Throughput).expect("a kernel");
        let texture = texture(device, queue, [150, 90], wgpu::TextureFormat::R32Float);
        let mut encoder = encoder(device);
        for tile in domain.whole().cut([41, 41, 1]) {
            let target = Target::Texture { texture: &texture, level: 0, layer: 0, origin: [tile.origin[0], tile.origin[1]] };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(tile)).expect("a legal record");
        }
        assert_bits(&read_texture(device, queue, encoder, &texture), &cpu(&program, &domain, domain.whole()));
    }
}

/// Returns programs of one structure. Each differs from the first in one value.
fn variations() -> Vec<Program> {
    vec![
        hills(|_, _| {}),
        hills(|_, perlin| perlin.seed = Some(0)),
        hills(|_, perlin| perlin.seed = Some(u64::MAX)),
        hills(|_, perlin| perlin.frequency = "7.31".parse().expect("a number")),
        hills(|_, perlin| perlin.offset = Some(PerAxis::All(0.25.into()))),
        hills(|_, perlin| perlin.period = Some(PerAxis::Each(vec![4, 7]))),
        hills(|fbm, _| fbm.octaves = Some(1.into())),
        hills(|fbm, _| fbm.octaves = Some(9.into())),
        hills(|fbm, _| fbm.gain = Some(0.7.into())),
        hills(|fbm, _| fbm.lacunarity = 2.17.into()),
        hills(|fbm, _| fbm.weights = Some(vec![1.into(), (-2).into(), 0.5.into()])),
        hills(|fbm, _| fbm.normalize = false),
        hills(|fbm, _| fbm.decorrelate = false),
    ]
}

#[test]
fn changed_values_compile_nothing_and_a_changed_structure_compiles_once() {
    let (device, queue) = noop(&wgpu::Limits::default());
    let cache = Cache::new(&device, &queue);
    let error = failure(&device, || {
        let variations = variations();
        for _ in 0..2 {
            for program in &variations {
                cache.kernel(program, DomainKind::Grid, TargetKind::Buffer).expect("a kernel");
                assert_eq!(cache.pipelines_created(), 1);
            }
        }
        let perlin = |dimensions| Program::new(Perlin::new().dimensions(dimensions)).expect("a legal graph");
        let scaled: Graph = ScaleOffset::of(Perlin::new(), 2, 0).into();
        let others = [
            (perlin(3), DomainKind::Grid, TargetKind::Buffer),
            (perlin(2), DomainKind::Grid, TargetKind::Buffer),
            (Program::new(&scaled).expect("a legal graph"), DomainKind::Grid, TargetKind::Buffer),
            (hills(|_, _| {}), DomainKind::Points, TargetKind::Buffer),
            (hills(|_, _| {}), DomainKind::Grid, TEXTURE),
            (hills(|_, _| {}), DomainKind::Grid, TargetKind::Texture(TexelFormat::Rgba16Float)),
        ];
        for (number, (program, domain, target)) in others.iter().enumerate() {
            for _ in 0..2 {
                cache.kernel(program, *domain, *target).expect("a kernel");
                assert_eq!(cache.pipelines_created(), number + 2);
            }
        }
    });
    assert!(error.is_none(), "{}", error.expect("some"));
}

#[test]
fn a_cache_tells_what_is_ready_and_forgets_what_is_evicted() {
    let (device, queue) = noop(&wgpu::Limits::default());
    let cache = Cache::new(&device, &queue);
    let (program, other) = (hills(|_, _| {}), Program::new(Perlin::default()).expect("a legal graph"));
    let (grid, buffer) = (DomainKind::Grid, TargetKind::Buffer);
    assert!(cache.ready(&program, grid, buffer).is_none());
    for domain in [grid, DomainKind::Points] {
        cache.kernel(&program, domain, buffer).expect("a kernel");
    }
    cache.kernel(&other, grid, buffer).expect("a kernel");
    assert!(cache.ready(&hills(|_, perlin| perlin.seed = Some(99)), grid, buffer).is_some());
    assert!(cache.ready(&program, grid, TEXTURE).is_none());
    assert_eq!((cache.evict(&program), cache.evict(&program)), (2, 0));
    assert!(cache.ready(&program, grid, buffer).is_none() && cache.ready(&other, grid, buffer).is_some());
    cache.clear();
    assert!(cache.ready(&other, grid, buffer).is_none());
    cache.kernel(&program, grid, buffer).expect("a kernel");
    assert_eq!(cache.pipelines_created(), 4);
}

#[test]
fn one_kernel_evaluates_every_program_of_its_structure_over_every_region() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let variations = variations();
        let kernel = gpu.cache().kernel_for(&variations[0], DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
        let far = Grid::plane(Axis::extent(1e8, 100_000_000.5, 66), Axis::extent(-3e7, -29_999_999, 5));
        for program in &variations {
            for domain in [plane(66, 5), far.into(), Grid { z: Axis::Constant(0.5.into()), ..far }.into()] {
                let (buffer, mut encoder) = (buffer(device, 66 * 5), encoder(device));
                let target = Target::Buffer { buffer: &buffer, first: 0, row: 66, slice: 0 };
                kernel.record(&mut encoder, &EvaluationDescriptor::new(program, &domain, target)).expect("a legal record");
                assert_bits(&read_buffer(device, queue, encoder, &buffer), &cpu(program, &domain, domain.whole()));
            }
        }
    }
}

#[test]
fn a_record_larger_than_a_dispatch_is_cut_up_without_a_seam() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let (program, domain) = (hills(|_, _| {}), plane(1500, 1030));
        let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
        let (buffer, mut encoder) = (buffer(device, 1500 * 1030), encoder(device));
        let target = Target::Buffer { buffer: &buffer, first: 0, row: 1500, slice: 0 };
        kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target)).expect("a legal record");
        assert_bits(&read_buffer(device, queue, encoder, &buffer), &cpu(&program, &domain, domain.whole()));
    }
}

#[test]
fn dispatches_are_as_long_as_the_form_of_the_kernel_allows() {
    let (device, queue) = noop(&wgpu::Limits::default());
    let (program, domain) = (hills(|fbm, _| fbm.octaves = Some(32.into())), plane(8192, 8192));
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("a large texture"),
        size: wgpu::Extent3d { width: 8192, height: 8192, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::R32Float,
        usage: wgpu::TextureUsages::STORAGE_BINDING,
        view_formats: &[],
    });
    let target = Target::Texture { texture: &texture, level: 0, layer: 0, origin: [0; 2] };
    let cache = Cache::new(&device, &queue);
    let [rows, alone] = SPEEDS.map(|speed| {
        let kernel = cache.kernel_for(&program, DomainKind::Grid, TEXTURE, speed).expect("a kernel");
        let evaluation = EvaluationDescriptor::new(&program, &domain, target);
        kernel.prepare(&evaluation).expect("a legal evaluation").dispatches()
    });
    // A sample by itself is estimated at eight times the operations.
    assert!(alone >= 4 * rows, "{alone} dispatches of samples by themselves, {rows} in rows");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of records and their errors")]
fn a_record_of_what_the_kernel_or_the_target_is_not_made_for_is_refused() {
    let limits =
        wgpu::Limits { max_compute_workgroups_per_dimension: 100, max_storage_buffer_binding_size: 8192, ..wgpu::Limits::default() };
    let (device, queue) = noop(&limits);
    let cache = Cache::new(&device, &queue);
    let (program, other) = (hills(|_, _| {}), Program::new(Perlin::default()).expect("a legal graph"));
    let plain = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("a buffer that is only copied"),
        size: 4000,
        usage: wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let into_plain = Target::Buffer { buffer: &plain, first: 0, row: 20, slice: 200 };
    let (huge, buffer) = (buffer(&device, 2049), buffer(&device, 1000));
    let into_huge = Target::Buffer { buffer: &huge, first: 0, row: 20, slice: 200 };
    let to_buffer = |first, row, slice| Target::Buffer { buffer: &buffer, first, row, slice };
    let made_as = |dimension, format, usage| {
        device.create_texture(&wgpu::TextureDescriptor {
            label: Some("the caller's texture"),
            size: wgpu::Extent3d { width: 20, height: 10, depth_or_array_layers: 1 },
            mip_level_count: if dimension == wgpu::TextureDimension::D2 { 2 } else { 1 },
            sample_count: 1,
            dimension,
            format,
            usage,
            view_formats: &[],
        })
    };
    let stored = wgpu::TextureUsages::STORAGE_BINDING;
    let made_of = |format| made_as(wgpu::TextureDimension::D2, format, stored);
    let deep = made_as(wgpu::TextureDimension::D3, wgpu::TextureFormat::R32Float, stored);
    let read = made_as(wgpu::TextureDimension::D2, wgpu::TextureFormat::R32Float, wgpu::TextureUsages::TEXTURE_BINDING);
    let (single, rgba) = (made_of(wgpu::TextureFormat::R32Float), made_of(wgpu::TextureFormat::Rgba8Unorm));
    let whole_numbers = made_of(wgpu::TextureFormat::Rgba8Uint);
    let (grid, small) = (plane(20, 10), plane(10, 5));
    let points = Domain::Points(vec![[0.into(); 4]; 20]);
    let long = plane(1, 101);
    let nowhere = Domain::from(Grid::plane(Axis::extent(0, f64::NAN, 20), Axis::extent(0, 1, 10)));
    let outside = Domain::from(Grid::plane(Axis::extent(0, 1e12, 20), Axis::extent(0, 1, 10)));
    let volume = Domain::from(Grid { z: Axis::extent(0, 1, 2), ..Grid::plane(Axis::extent(0, 1, 20), Axis::extent(0, 1, 10)) });
    let parameter = |place: &str| Error::Parameter { place: place.into(), problem: Problem::Unfit, message: String::new() };
    let limit = |what: &str| Error::Limit { what: what.into(), problem: String::new() };
    let unsupported = || Error::Unsupported(String::new());
    let whole = |domain: &Domain| domain.whole();
    let past = Tile { origin: [1, 0, 0], size: [20, 10, 1] };
    let empty = Tile { origin: [0; 3], size: [20, 0, 1] };
    let kind = (DomainKind::Grid, TargetKind::Buffer);
    let into_texture = (DomainKind::Grid, TEXTURE);
    let to_texture = |texture, origin| Target::Texture { texture, level: 0, layer: 0, origin };
    let of_level = |texture, level, layer| Target::Texture { texture, level, layer, origin: [0; 2] };
    let good = to_buffer(0, 20, 200);
    let cases = [
        ("all is well", kind, &program, &grid, whole(&grid), good, None),
        ("to the last element", kind, &program, &grid, whole(&grid), to_buffer(1000 - 200, 20, 0), None),
        ("to the last texel", into_texture, &program, &grid, whole(&grid), to_texture(&single, [0, 0]), None),
        ("another structure", kind, &other, &grid, whole(&grid), good, Some(parameter("program"))),
        ("another domain", kind, &program, &points, whole(&points), good, Some(parameter("domain"))),
        ("another target", kind, &program, &grid, whole(&grid), to_texture(&single, [0, 0]), Some(parameter("target"))),
        ("a buffer's kernel", into_texture, &program, &grid, whole(&grid), good, Some(parameter("target"))),
        ("a tile past the end", kind, &program, &grid, past, good, Some(parameter("tile.x"))),
        ("an empty tile", kind, &program, &grid, empty, good, Some(parameter("tile.y"))),
        ("no region", kind, &program, &nowhere, whole(&nowhere), good, Some(parameter("region.x"))),
        ("beyond the cells", kind, &program, &outside, whole(&outside), good, Some(parameter("region.x"))),
        ("more workgroups than a dispatch has", kind, &program, &long, whole(&long), to_buffer(0, 1, 101), None),
        ("rows that overlap", kind, &program, &grid, whole(&grid), to_buffer(0, 19, 200), Some(parameter("target"))),
        ("slices that overlap", kind, &program, &volume, whole(&volume), to_buffer(0, 20, 199), Some(parameter("target"))),
        ("an element too far", kind, &program, &grid, whole(&grid), to_buffer(801, 20, 0), Some(limit("target"))),
        ("a buffer larger than what is bound", kind, &program, &grid, whole(&grid), into_huge, None),
        ("a buffer that can't be bound", kind, &program, &grid, whole(&grid), into_plain, Some(unsupported())),
        ("a mip level", into_texture, &program, &small, whole(&small), of_level(&single, 1, 0), None),
        ("past a mip level", into_texture, &program, &grid, whole(&grid), of_level(&single, 1, 0), Some(limit("target"))),
        ("no such level", into_texture, &program, &small, whole(&small), of_level(&single, 2, 0), Some(parameter("target"))),
        ("no such layer", into_texture, &program, &small, whole(&small), of_level(&single, 0, 1), Some(parameter("target"))),
        ("a volume's slice", into_texture, &program, &grid, whole(&grid), to_texture(&deep, [0, 0]), Some(unsupported())),
        ("a texture that is only read", into_texture, &program, &grid, whole(&grid), to_texture(&read, [0, 0]), Some(unsupported())),
        ("long rows", kind, &program, &grid, whole(&grid), to_buffer(0, u32::MAX, 0), Some(limit("target"))),
        ("far slices", kind, &program, &volume, whole(&volume), to_buffer(0, 20, 801), Some(limit("target"))),
        ("a texel too far", into_texture, &program, &grid, whole(&grid), to_texture(&single, [0, 1]), Some(limit("target"))),
        ("past every texel", into_texture, &program, &grid, whole(&grid), to_texture(&single, [u32::MAX; 2]), Some(limit("target"))),
        ("slices", into_texture, &program, &volume, whole(&volume), to_texture(&single, [0, 0]), Some(parameter("tile.z"))),
        ("another format", into_texture, &program, &grid, whole(&grid), to_texture(&rgba, [0, 0]), Some(parameter("target"))),
        ("a format of whole numbers", into_texture, &program, &grid, whole(&grid), to_texture(&whole_numbers, [0, 0]), Some(unsupported())),
    ];
    let three = channels();
    let of_three = [
        ("three channels to the last element", kind, &three, &grid, whole(&grid), to_buffer(1000 - 600, 60, 0), None),
        ("channels that overlap", kind, &three, &grid, whole(&grid), to_buffer(0, 59, 0), Some(parameter("target"))),
        ("a channel too far", kind, &three, &grid, whole(&grid), to_buffer(1000 - 599, 60, 0), Some(limit("target"))),
        ("three channels in one", into_texture, &three, &grid, whole(&grid), to_texture(&single, [0, 0]), Some(unsupported())),
    ];
    let made_for = |of: &Program| if of.channels() == 3 { &three } else { &program };
    for (name, (domain_kind, target_kind), of, domain, tile, target, expected) in cases.into_iter().chain(of_three) {
        let kernel = cache.kernel_for(made_for(of), domain_kind, target_kind, Speed::Throughput).expect("a kernel");
        let mut encoder = encoder(&device);
        let mut result = Ok(());
        let error = failure(&device, || {
            result = kernel.record(&mut encoder, &EvaluationDescriptor::new(of, domain, target).tile(tile));
            drop(encoder.finish());
        });
        assert!(error.is_none(), "{name}: {}", error.expect("some"));
        let is_same = match (&result, &expected) {
            (Err(Error::Parameter { place: found, .. }), Some(Error::Parameter { place, .. })) => found == place,
            (Err(Error::Limit { what: found, .. }), Some(Error::Limit { what, .. })) => found == what,
            (Err(Error::Unsupported(_)), Some(Error::Unsupported(_))) | (Ok(()), None) => true,
            _ => false,
        };
        assert!(is_same, "{name}: {result:?} instead of {expected:?}");
    }
}

/// Returns devices of every adapter that bind no more than this many bytes of a buffer at once.
fn devices_that_bind(bytes: u64) -> Vec<(wgpu::Device, wgpu::Queue)> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let open = |adapter: wgpu::Adapter| {
        let limits = wgpu::Limits { max_storage_buffer_binding_size: bytes, ..adapter.limits() };
        let request = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
        pollster::block_on(adapter.request_device(&request)).ok()
    };
    adapters.into_iter().filter_map(open).collect()
}

#[test]
fn a_buffer_larger_than_what_a_device_binds_takes_tiles_anywhere() {
    // Wait for this test's turn.
    let _turn = gpus();
    for (device, queue) in devices_that_bind(1 << 16) {
        let (program, domain) = (channels(), plane(150, 90));
        let (first, row, elements) = (40_007, 1000, 140_000);
        let error = failure(&device, || {
            let cache = Cache::new(&device, &queue);
            let kernel = cache.kernel_for(&program, DomainKind::Grid, TargetKind::Buffer, Speed::Throughput).expect("a kernel");
            let (buffer, mut encoder) = (buffer(&device, elements), encoder(&device));
            // Rows farther apart than the part that is bound at once, and a tile in the middle.
            let whole = domain.whole();
            let target = Target::Buffer { buffer: &buffer, first, row, slice: 0 };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(whole)).expect("a legal record");
            let part = Tile { origin: [3, 5, 0], size: [70, 2, 1] };
            let target = Target::Buffer { buffer: &buffer, first: 130_013, row: 250, slice: 0 };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target).tile(part)).expect("a legal record");
            let mut expected = vec![UNTOUCHED; elements];
            let wide = |tile: Tile| Tile { size: [3 * tile.size[0], tile.size[1], 1], ..tile };
            put(&mut expected, wide(whole), &cpu(&program, &domain, whole), first as usize, row as usize, 0);
            put(&mut expected, wide(part), &cpu(&program, &domain, part), 130_013, 250, 0);
            assert_bits(&read_buffer(&device, &queue, encoder, &buffer), &expected);
        });
        assert!(error.is_none(), "{}", error.expect("some"));
    }
}

#[test]
fn a_mip_level_and_a_layer_get_their_own_texels() {
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let (program, domain) = (hills(|_, _| {}), plane(20, 10));
        let error = failure(device, || {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: Some("the caller's texture"),
                size: wgpu::Extent3d { width: 40, height: 20, depth_or_array_layers: 3 },
                mip_level_count: 2,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: wgpu::TextureFormat::R32Float,
                usage: wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            });
            let kernel = gpu.cache().kernel_for(&program, DomainKind::Grid, TEXTURE, Speed::Throughput).expect("a kernel");
            let mut encoder = encoder(device);
            let target = Target::Texture { texture: &texture, level: 1, layer: 2, origin: [0, 0] };
            kernel.record(&mut encoder, &EvaluationDescriptor::new(&program, &domain, target)).expect("a legal record");
            let rows = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("rows of a texture"),
                size: 256 * 10,
                usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let from = wgpu::TexelCopyTextureInfo { mip_level: 1, origin: wgpu::Origin3d { x: 0, y: 0, z: 2 }, ..texture.as_image_copy() };
            let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(256), rows_per_image: None };
            let size = wgpu::Extent3d { width: 20, height: 10, depth_or_array_layers: 1 };
            encoder.copy_texture_to_buffer(from, wgpu::TexelCopyBufferInfo { buffer: &rows, layout }, size);
            let padded = read_buffer(device, queue, encoder, &rows);
            let found: Vec<f32> = padded.chunks(64).flat_map(|row| &row[..20]).copied().collect();
            assert_bits(&found, &cpu(&program, &domain, domain.whole()));
        });
        assert!(error.is_none(), "{}: {}", gpu.adapter(), error.expect("some"));
    }
}
