//! Noise in shaders of your own: a vertex shader that displaces a terrain, a fragment shader with a marble, and a ball that rolls over the same
//! terrain on the CPU, a million units from the origin.
//!
//! ```text
//! cargo run --release --example inline -- inline.png
//! ```
//!
//! The renderer stores the camera's position as whole units and a fraction in units of 2^-32. Vertices call `hills_at` at such positions, pixels of
//! the ball call `marble_near` with floats relative to the ball, and the ball itself evaluates the program on the CPU: all three get the same bits,
//! however far out they are. The height that the shader finds under the ball is read back and compared.

#![allow(clippy::print_stderr, reason = "an example is a command")]

use std::error::Error;
use std::process::ExitCode;

use lacuna::export::{Language, ModuleOptions, with_gradient};
use lacuna::nodes::{Perlin, Simplex};
use lacuna::wgpu::{self, util::DeviceExt as _};
use lacuna::{Graph, NodeExt, Program};

const WIDTH: u32 = 1024;
const HEIGHT: u32 = 640;
/// Vertices along a side of the terrain, four to a unit.
const SIDE: u32 = 512;
/// Vertices along each side of the sheet that is wrapped around the ball.
const BALL: u32 = 65;
/// The corner of the terrain, in whole units.
const CORNER: [i32; 2] = [1_000_003, -2_000_001];
const RADIUS: f32 = 3.0;
/// The start of the ball, relative to the corner, and its movement per frame: quarters of a unit.
const START: [u32; 2] = [250, 180];
const STRIDE: [u32; 2] = [1, 3];
const FRAMES: u32 = 8;

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or_else(|| "target/inline.png".to_owned());
    match pollster::block_on(picture()).and_then(|pixels| Ok(image::save_buffer(&path, &pixels, WIDTH, HEIGHT, image::ColorType::Rgba8)?)) {
        Ok(()) => {
            eprintln!("wrote {path}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("inline: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The uniforms of the shaders.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Settings {
    /// The corner in whole units.
    corner: [i32; 2],
    /// The ball, in quarters of a unit from the corner on.
    ball: [u32; 2],
    /// The height of its centre, in units.
    height: f32,
    /// The number 0, which compilers must not know.
    zero: u32,
    _padding: [u32; 2],
}

/// Returns the terrain in units of height, and the stone of the ball.
fn graphs() -> (Graph, Graph) {
    let ridges = Perlin::new().seed(11).dimensions(2).frequency(0.021).ridged().octaves(7).scale_offset(17, -6);
    let hills = Perlin::new().seed(4).dimensions(2).frequency(0.037).fbm().octaves(6).scale_offset(5, 0);
    let veins = Simplex::new().seed(3).dimensions(3).frequency(0.22).fbm().octaves(4);
    (Graph::from(hills + ridges), Graph::from(veins.scale_offset(1.6, 0).sine()))
}

/// Renders the picture, and checks that the shader's terrain equals the CPU's in every frame.
pub async fn picture() -> Result<Vec<u8>, Box<dyn Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await.map_err(|error| {
        format!("no GPU adapter, and this example has no other way: {error}; install a driver (mesa-vulkan-drivers has a software one)")
    })?;
    let (device, queue) = adapter.request_device(&wgpu::DeviceDescriptor::default()).await?;

    // Three functions of one text, with shared functions only once.
    let (hills, marble) = graphs();
    let (terrain, gradient, marble) = (Program::new(&hills)?, Program::new(&with_gradient(&hills)?)?, Program::new(&marble)?);
    let options = ModuleOptions::new("hills").strict(true).with("hills_gradient", gradient).with("marble", marble);
    let text = terrain.module(Language::Wgsl, &options)? + SHADERS;
    let renderer = Renderer::new(&device, &text);

    // The ball rolls on the CPU's heights; the shader's are compared at each position.
    let mut settings = Settings { corner: CORNER, ball: START, height: 0.0, zero: 0, _padding: [0; 2] };
    for frame in 0..FRAMES {
        settings.ball = [0, 1].map(|axis| START[axis] + frame * STRIDE[axis]);
        let at: [f64; 2] = std::array::from_fn(|axis| f64::from(CORNER[axis]) + f64::from(settings.ball[axis]) / 4.0);
        let height = terrain.at(at)?;
        settings.height = height + RADIUS;
        let found = renderer.height_under_the_ball(&device, &queue, settings)?;
        if found.to_bits() != height.to_bits() {
            return Err(format!("in frame {frame} the ball lies at {height}, and the ground under it at {found}").into());
        }
    }
    renderer.draw(&device, &queue, settings)
}

const SHADERS: &str = "
struct Settings { corner: vec2<i32>, ball: vec2<u32>, height: f32, zero: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> found: f32;

const SIDE: u32 = 512u;
const BALL: u32 = 65u;
const RADIUS: f32 = 3.0;
const SUN = vec3<f32>(-0.48, 0.36, 0.8);

// Quarters of a unit from the corner on, as whole units and 2^-32 units above them.
fn unit(quarters: vec2<u32>) -> vec2<i32> {
    return settings.corner + vec2<i32>(quarters >> vec2<u32>(2u));
}
fn fraction(quarters: vec2<u32>) -> vec2<u32> {
    return quarters << vec2<u32>(30u);
}

@compute @workgroup_size(1)
fn look_up() {
    found = hills_at(unit(settings.ball), fraction(settings.ball), settings.zero);
}

struct Shaded {
    @builtin(position) position: vec4<f32>,
    @location(0) normal: vec3<f32>,
    // From the middle of the ball, or above the terrain's corner.
    @location(1) place: vec3<f32>,
    @location(2) @interpolate(flat) is_ball: u32,
}

// A place in units from the corner on, in a picture taken from above and behind the ball.
fn projected(at: vec3<f32>) -> vec4<f32> {
    let eye = vec3<f32>(vec2<f32>(settings.ball) / 4.0 + vec2<f32>(6.0, -30.0), settings.height + 11.0);
    let to = at - eye;
    let forward = normalize(vec3<f32>(-0.1, 1.0, -0.24));
    let right = normalize(cross(forward, vec3<f32>(0.0, 0.0, 1.0)));
    let depth = dot(to, forward);
    return vec4<f32>(dot(to, right) * 1.1, dot(to, cross(right, forward)) * 1.76, depth * 1.001 - 0.2, depth);
}

@vertex
fn terrain(@builtin(vertex_index) vertex: u32) -> Shaded {
    let at = vec2<u32>(vertex % SIDE, vertex / SIDE);
    let all = hills_gradient_at(unit(at), fraction(at), settings.zero);
    let place = vec3<f32>(vec2<f32>(at) / 4.0, all.x);
    return Shaded(projected(place), normalize(vec3<f32>(-all.yz, 1.0)), place, 0u);
}

@vertex
fn ball(@builtin(vertex_index) vertex: u32) -> Shaded {
    let around = f32(vertex % BALL) / f32(BALL - 1u) * 6.2831855;
    let down = f32(vertex / BALL) / f32(BALL - 1u) * 3.1415927;
    let normal = vec3<f32>(sin(down) * cos(around), sin(down) * sin(around), cos(down));
    let place = normal * RADIUS;
    let middle = vec3<f32>(vec2<f32>(settings.ball) / 4.0, settings.height);
    return Shaded(projected(middle + place), normal, place, 1u);
}

@fragment
fn shade(at: Shaded) -> @location(0) vec4<f32> {
    let normal = normalize(at.normal);
    let light = vec3<f32>(0.13, 0.17, 0.25) + vec3<f32>(1.25, 1.12, 0.92) * max(dot(normal, normalize(SUN)), 0.0);
    let grass = mix(vec3<f32>(0.05, 0.13, 0.03), vec3<f32>(0.20, 0.22, 0.08), smoothstep(-2.0, 7.0, at.place.z));
    let rock = vec3<f32>(0.17, 0.15, 0.13);
    let snow = vec3<f32>(0.85, 0.88, 0.93);
    var colour = mix(rock, mix(grass, snow, smoothstep(7.5, 9.5, at.place.z)), smoothstep(0.70, 0.86, normal.z));
    let away = distance(at.place.xy, vec2<f32>(settings.ball) / 4.0) / RADIUS;
    colour *= mix(0.35, 1.0, smoothstep(0.2, 1.3, away));
    if at.is_ball == 1u {
        // The stone lies in the world: its veins stay as the ball's middle moves.
        let ball = vec3<u32>(settings.ball, 0u);
        let vein = marble_near(vec3<i32>(unit(ball.xy), 0), vec3<u32>(fraction(ball.xy), 0u), at.place, settings.zero);
        colour = mix(vec3<f32>(0.80, 0.77, 0.72), vec3<f32>(0.10, 0.13, 0.20), smoothstep(0.55, 1.0, abs(vein)));
    }
    let haze = 1.0 - exp(-at.position.w * 0.004);
    return vec4<f32>(mix(colour * light, vec3<f32>(0.45, 0.55, 0.68), haze * f32(1u - at.is_ball)), 1.0);
}
";

struct Renderer {
    look_up: wgpu::ComputePipeline,
    terrain: wgpu::RenderPipeline,
    ball: wgpu::RenderPipeline,
}

impl Renderer {
    fn new(device: &wgpu::Device, text: &str) -> Self {
        let module = device
            .create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("inline"), source: wgpu::ShaderSource::Wgsl(text.into()) });
        let look_up = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("look_up"),
            layout: None,
            module: &module,
            entry_point: Some("look_up"),
            compilation_options: Default::default(),
            cache: None,
        });
        let drawn = |entry: &'static str| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(entry),
                layout: None,
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(entry),
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
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: wgpu::TextureFormat::Depth32Float,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(wgpu::CompareFunction::Less),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: wgpu::MultisampleState { count: 4, ..Default::default() },
                multiview_mask: None,
                cache: None,
            })
        };
        Self { look_up, terrain: drawn("terrain"), ball: drawn("ball") }
    }

    /// Returns the height that the shader finds under the ball.
    fn height_under_the_ball(&self, device: &wgpu::Device, queue: &wgpu::Queue, settings: Settings) -> Result<f32, Box<dyn Error>> {
        let found = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("found"),
            contents: &[0; 4],
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        });
        let uniform = uniform(device, settings);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("look_up"),
            layout: &self.look_up.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: found.as_entire_binding() },
            ],
        });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("look_up") });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&self.look_up);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        }
        let bytes = read(device, queue, encoder, 4, |encoder, to| encoder.copy_buffer_to_buffer(&found, 0, to, 0, 4))?;
        Ok(bytemuck::pod_read_unaligned(&bytes))
    }

    fn draw(&self, device: &wgpu::Device, queue: &wgpu::Queue, settings: Settings) -> Result<Vec<u8>, Box<dyn Error>> {
        let texture = |format, usage, sample_count| {
            device.create_texture(&wgpu::TextureDescriptor {
                label: Some("frame"),
                size: wgpu::Extent3d { width: WIDTH, height: HEIGHT, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let colours = wgpu::TextureFormat::Rgba8UnormSrgb;
        let picture = texture(colours, wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC, 1);
        let samples = texture(colours, wgpu::TextureUsages::RENDER_ATTACHMENT, 4);
        let depths = texture(wgpu::TextureFormat::Depth32Float, wgpu::TextureUsages::RENDER_ATTACHMENT, 4);
        let view = |texture: &wgpu::Texture| texture.create_view(&wgpu::TextureViewDescriptor::default());
        let (picture_view, samples, depths) = (view(&picture), view(&samples), view(&depths));
        let uniform = uniform(device, settings);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("frame") });
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("frame"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &samples,
                    depth_slice: None,
                    resolve_target: Some(&picture_view),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r: 0.45, g: 0.55, b: 0.68, a: 1.0 }),
                        store: wgpu::StoreOp::Discard,
                    },
                })],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &depths,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            for (pipeline, side) in [(&self.terrain, SIDE), (&self.ball, BALL)] {
                let indices = sheet(side);
                let contents = bytemuck::cast_slice(&indices);
                let usage = wgpu::BufferUsages::INDEX;
                let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some("sheet"), contents, usage });
                let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("frame"),
                    layout: &pipeline.get_bind_group_layout(0),
                    entries: &[wgpu::BindGroupEntry { binding: 0, resource: uniform.as_entire_binding() }],
                });
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &group, &[]);
                pass.set_index_buffer(buffer.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..indices.len() as u32, 0, 0..1);
            }
        }
        // Rows of 4 bytes per pixel at this width have the alignment that copies require.
        const _: () = assert!((4 * WIDTH).is_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT));
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * WIDTH), rows_per_image: None };
        read(device, queue, encoder, u64::from(4 * WIDTH * HEIGHT), |encoder, to| {
            encoder.copy_texture_to_buffer(picture.as_image_copy(), wgpu::TexelCopyBufferInfo { buffer: to, layout }, picture.size());
        })
    }
}

/// Returns two triangles per square of a sheet of `side` vertices along each side.
fn sheet(side: u32) -> Vec<u32> {
    let squares = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| y * side + x));
    squares.flat_map(|corner| [0, 1, side, side, 1, side + 1].map(|step| corner + step)).collect()
}

fn uniform(device: &wgpu::Device, settings: Settings) -> wgpu::Buffer {
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("settings"),
        contents: bytemuck::bytes_of(&settings),
        usage: wgpu::BufferUsages::UNIFORM,
    })
}

/// Submits the work, waits for it, and reads back `size` bytes of the copy.
fn read(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mut encoder: wgpu::CommandEncoder,
    size: u64,
    copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
) -> Result<Vec<u8>, Box<dyn Error>> {
    let bytes = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    copy(&mut encoder, &bytes);
    queue.submit([encoder.finish()]);
    bytes.slice(..).map_async(wgpu::MapMode::Read, |result| result.expect("a buffer that was just made can be mapped"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let mapped = bytes.slice(..).get_mapped_range()?;
    Ok(mapped.to_vec())
}
