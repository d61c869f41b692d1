//! Noise in a renderer of your own: your device, your encoder, your texture, no readback between the noise and the picture.
//!
//! ```text
//! cargo run --release --example embed -- hills.png
//! ```
//!
//! One command encoder holds both halves: a kernel of lacuna writes heights into an `r32float` texture, then a render pipeline that knows nothing of
//! lacuna shades them into a colour target. Only the finished picture is read back, to be written as a file; a game would present it instead.

#![allow(clippy::print_stderr, reason = "an example is a command")]

use std::error::Error;
use std::process::ExitCode;

use lacuna::nodes::Perlin;
use lacuna::wgpu::{self, util::DeviceExt as _};
use lacuna::{Axis, Cache, Domain, EvaluationDescriptor, Grid, NodeExt as _, Program, Target};

const SIDE: u32 = 1024;

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "target/embed.png".to_owned());
    match pollster::block_on(picture()).and_then(|pixels| Ok(image::save_buffer(&path, &pixels, SIDE, SIDE, image::ColorType::Rgba8)?)) {
        Ok(()) => {
            eprintln!("wrote {path}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("embed: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn picture() -> Result<Vec<u8>, Box<dyn Error>> {
    // Every renderer has these already.
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.map_err(|error| {
        format!("no GPU adapter, and this example has no other way: {error}; install a driver (mesa-vulkan-drivers has a software one)")
    })?;
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await?;

    // The noise, and the place of the picture: one tile, as large as the texture.
    let hills = Perlin::new().dimensions(2).seed(41).fbm().octaves(9);
    let program = Program::new(hills)?;
    let domain = Domain::from(Grid::plane(Axis::extent(0, 5, SIDE), Axis::extent(0, 5, SIDE)));

    let heights =
        texture(&device, wgpu::TextureFormat::R32Float, wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING);
    let colours =
        texture(&device, wgpu::TextureFormat::Rgba8UnormSrgb, wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC);
    let heights_view = heights.create_view(&wgpu::TextureViewDescriptor::default());

    // Made once, and kept as long as the structure of the noise stays the same: seeds, frequencies and octaves may change every frame.
    let cache = Cache::new(&device, &queue);
    let hills = cache.prepare(&EvaluationDescriptor::new(&program, &domain, Target::texture(&heights)))?;
    let shading = Shading::new(&device, &heights_view);
    let pass = wgpu::ComputePassDescriptor { label: Some("hills"), timestamp_writes: None };

    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
    hills.encode(&mut encoder.begin_compute_pass(&pass));
    shading.draw(&mut encoder, &colours.create_view(&wgpu::TextureViewDescriptor::default()));
    read(&device, &queue, encoder, &colours)
}

fn texture(device: &wgpu::Device, format: wgpu::TextureFormat, usage: wgpu::TextureUsages) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("the renderer's texture"),
        size: wgpu::Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

/// The renderer's own pipeline: a triangle that covers the target, coloured by height and lit from the north-west.
struct Shading {
    pipeline: wgpu::RenderPipeline,
    group: wgpu::BindGroup,
}

const SHADING: &str = "
@group(0) @binding(0) var heights: texture_2d<f32>;

@vertex
fn cover(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(vertex & 1u) * 4.0 - 1.0, f32(vertex >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn height(at: vec2<i32>) -> f32 {
    let last = vec2<i32>(textureDimensions(heights)) - 1;
    return textureLoad(heights, clamp(at, vec2<i32>(0), last), 0).r;
}

// Colours, linear, from deep water over shore, grass and rock to snow, with the height at which each starts.
const STOPS = array<vec4<f32>, 7>(
    vec4<f32>(0.006, 0.026, 0.085, -0.60),
    vec4<f32>(0.014, 0.105, 0.210, -0.13),
    vec4<f32>(0.060, 0.260, 0.300, -0.02),
    vec4<f32>(0.520, 0.420, 0.230, 0.00),
    vec4<f32>(0.070, 0.160, 0.035, 0.05),
    vec4<f32>(0.150, 0.125, 0.100, 0.26),
    vec4<f32>(0.850, 0.880, 0.920, 0.42),
);

fn ramp(h: f32) -> vec3<f32> {
    var stops = STOPS;
    var colour = stops[0].rgb;
    for (var i = 1; i < 7; i += 1) {
        colour = mix(colour, stops[i].rgb, smoothstep(stops[i - 1].w, stops[i].w, h));
    }
    return colour;
}

@fragment
fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = vec2<i32>(position.xy);
    let h = height(at);
    // Water is flat: it hides the slope of its ground, but not all of it.
    let relief = select(90.0, 18.0, h < 0.0);
    let slope = vec2<f32>(height(at + vec2<i32>(1, 0)) - height(at - vec2<i32>(1, 0)), height(at + vec2<i32>(0, 1)) - height(at - vec2<i32>(0, 1)));
    let normal = normalize(vec3<f32>(-slope * relief, 1.0));
    let light = max(dot(normal, normalize(vec3<f32>(-0.6, -0.6, 0.7))), 0.0);
    return vec4<f32>(ramp(h) * (0.25 + 1.15 * light), 1.0);
}
";

impl Shading {
    fn new(device: &wgpu::Device, heights: &wgpu::TextureView) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("shading"),
            source: wgpu::ShaderSource::Wgsl(SHADING.into()),
        });
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("shading"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("cover"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("shade"),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::TextureFormat::Rgba8UnormSrgb.into())],
            }),
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            multiview_mask: None,
            cache: None,
        });
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shading"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(heights) }],
        });
        Self { pipeline, group }
    }

    fn draw(&self, encoder: &mut wgpu::CommandEncoder, target: &wgpu::TextureView) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shading"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.draw(0..3, 0..1);
    }
}

/// Submits the frame, waits for it, and reads the picture back.
fn read(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mut encoder: wgpu::CommandEncoder,
    picture: &wgpu::Texture,
) -> Result<Vec<u8>, Box<dyn Error>> {
    // Rows of 4 bytes per pixel at this side have the alignment that copies require.
    const _: () = assert!((4 * SIDE).is_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT));
    let rows = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("readback"),
        contents: &vec![0; (4 * SIDE * SIDE) as usize],
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * SIDE), rows_per_image: None };
    encoder.copy_texture_to_buffer(picture.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: &rows, layout }, picture.size());
    queue.submit([encoder.finish()]);
    let (send, receive) = std::sync::mpsc::channel();
    rows.slice(..).map_async(wgpu::MapMode::Read, move |result| drop(send.send(result)));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    receive.recv()??;
    let pixels = rows.slice(..).get_mapped_range()?.to_vec();
    Ok(pixels)
}
