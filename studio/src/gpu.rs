//! Pictures made by the GPU that draws the window: a kernel writes the noise into a texture, without readback.
//!
//! A kernel that is not compiled yet is compiled on a thread of its own, while the CPU engine makes the picture.

mod relief;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use eframe::egui::{self, TextureId};
use eframe::egui_wgpu::RenderState;
use lacuna::internal::Structure;
use lacuna::recipe::{Finish, OutputRange};
use lacuna::view::Scene;
use lacuna::{Axis, Cache, Domain, EvaluationDescriptor, Grid, Kernel, Prepared, Program, Target, TargetKind, wgpu};
use lacuna_bake::{Area, Job, Range, Region};

use crate::map::Palette;
use crate::relief::Key;
use crate::work::Task;

/// The most samples and pixels of a picture, per side.
const MOST: u32 = 8192;

/// The maker of pictures on a GPU.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    state: RenderState,
    cache: Arc<Cache>,
    levels: wgpu::ComputePipeline,
    /// Set while a kernel is being compiled.
    is_compiling: Arc<AtomicBool>,
    /// The programs that the device rejects; the CPU engine evaluates them.
    refused: Arc<Mutex<HashSet<Structure>>>,
    picture: Option<Picture>,
    evaluated: Option<Evaluated>,
    reliefs: Reliefs,
    /// The noise of the last recipe and output, which the next picture of a drag shares.
    noise: Option<OfOutput>,
    name: String,
}

/// The renderer of terrain.
struct Reliefs {
    pipeline: Arc<OnceLock<wgpu::ComputePipeline>>,
    is_compiling: Arc<AtomicBool>,
    staged: Option<Staged>,
    picture: Option<Picture>,
    /// The least light of each level, and the levels of alpha, which terrain does not have.
    starts: Vec<f32>,
}

/// A ground whose heights are on the device.
struct Staged {
    key: Key,
    scene: Scene,
    range: [f64; 2],
    /// The heights, and the start of each level of their pyramid.
    buffers: [wgpu::Buffer; 2],
}

/// A recipe, one of its outputs, and its noise, if it can be drawn.
type OfOutput = (Arc<str>, Option<String>, Option<Arc<Noise>>);

/// A texture, and its name in egui.
type Picture = (wgpu::Texture, TextureId);

/// The samples of the last picture, and their evaluation, which the next picture of a drag reuses.
struct Evaluated {
    samples: wgpu::Buffer,
    evaluation: Prepared,
}

/// Samples that become the colours of a picture.
struct Colors<'a> {
    /// The channels of a pixel interleaved, row by row.
    samples: &'a wgpu::Buffer,
    size: [u32; 2],
    channels: u32,
    /// The least samples of the levels 1 to 255, then those of alpha.
    starts: &'a [f32],
    /// The colours of levels, for a single channel.
    palette: Palette,
}

/// A program, and the starts of its levels.
struct Noise {
    program: Program,
    starts: Vec<f32>,
}

/// The plane that is drawn.
struct Plane {
    domain: Domain,
    size: [u32; 2],
}

/// Returns a cache of kernels, kept in the user's cache folder.
fn cache(device: &wgpu::Device, queue: &wgpu::Queue) -> Cache {
    #[cfg(not(target_arch = "wasm32"))]
    return Cache::on_disk(device, queue, lacuna::gpu::DiskCache::of_user());
    #[cfg(target_arch = "wasm32")]
    Cache::new(device, queue)
}

impl Gpu {
    /// Takes the device that draws the window, if it supports compute shaders and is not software, which is slower than the CPU engine. `is_forced`
    /// accepts software, too.
    pub fn new(state: &RenderState, is_forced: bool) -> Option<Self> {
        let info = state.adapter.get_info();
        let is_software = info.device_type == wgpu::DeviceType::Cpu
            || ["llvmpipe", "swiftshader"].iter().any(|name| info.name.to_lowercase().contains(name));
        let has_compute = state.adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS);
        // Kernels bind four storage buffers.
        let has_buffers = state.device.limits().max_storage_buffers_per_shader_stage >= 4;
        if !has_compute || !has_buffers || is_software && !is_forced {
            return None;
        }
        let device = state.device.clone();
        let module = device.create_shader_module(wgpu::include_wgsl!("levels.wgsl"));
        let levels = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("levels"),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let (queue, state) = (state.queue.clone(), state.clone());
        let (is_compiling, refused) = (Arc::default(), Arc::default());
        Some(Self {
            cache: Arc::new(cache(&device, &queue)),
            device,
            queue,
            state,
            levels,
            is_compiling,
            refused,
            picture: None,
            evaluated: None,
            reliefs: Reliefs::default(),
            noise: None,
            name: info.name,
        })
    }

    /// Returns the name of the adapter.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` while a kernel is being compiled.
    pub fn is_compiling(&self) -> bool {
        self.is_compiling.load(Ordering::Relaxed) || self.reliefs.is_compiling()
    }

    /// Returns the most bytes of a buffer that a shader reads or writes.
    fn most_bytes(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// Draws a map now, if its kernel is compiled; otherwise starts compiling it, and wakes the context afterwards. Blurred pictures, measured ranges
    /// and terrain are left to the CPU engine.
    pub fn draw(&mut self, context: &egui::Context, task: &Task, palette: Palette) -> Option<(TextureId, [u32; 2])> {
        let plane = Plane::of(&task.job)?;
        let noise = self.noise(task)?;
        let bytes = 4 * u64::from(plane.size[0]) * u64::from(plane.size[1]) * noise.program.channels() as u64;
        if bytes > self.most_bytes() {
            return None;
        }
        let kernel = self.kernel(context, &noise.program)?;
        let errors = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let drawn = self.record(&kernel, &noise, &plane, palette);
        drop(errors);
        drawn.map(|id| (id, plane.size))
    }

    /// Returns the noise of a task; `None` if the task is more than samples of a plane.
    fn noise(&mut self, task: &Task) -> Option<Arc<Noise>> {
        match &self.noise {
            Some((recipe, output, noise)) if *recipe == task.recipe && *output == task.output => noise.clone(),
            _ => {
                let noise = Noise::of(task).map(Arc::new);
                self.noise = Some((Arc::clone(&task.recipe), task.output.clone(), noise.clone()));
                noise
            }
        }
    }

    /// Returns the kernel of a program if it is compiled.
    fn kernel(&self, context: &egui::Context, program: &Program) -> Option<Kernel> {
        let (kind, target) = (lacuna::DomainKind::Grid, TargetKind::Buffer);
        if let Some(kernel) = self.cache.ready(program, kind, target) {
            return Some(kernel);
        }
        let is_refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).contains(program.structure());
        if is_refused || self.is_compiling.swap(true, Ordering::Relaxed) {
            return None;
        }
        let (cache, is_compiling) = (Arc::clone(&self.cache), Arc::clone(&self.is_compiling));
        let (program, context, refused) = (program.clone(), context.clone(), Arc::clone(&self.refused));
        let compile = move || {
            if cache.kernel(&program, kind, target).is_err() {
                refused.lock().unwrap_or_else(PoisonError::into_inner).insert(program.structure().clone());
            }
            is_compiling.store(false, Ordering::Relaxed);
            context.request_repaint();
        };
        #[cfg(not(target_arch = "wasm32"))]
        if std::thread::Builder::new().name("kernels".to_owned()).spawn(compile).is_err() {
            self.is_compiling.store(false, Ordering::Relaxed);
        }
        // A browser compiles asynchronously.
        #[cfg(target_arch = "wasm32")]
        compile();
        None
    }

    /// Returns the texture of a picture in the requested size, and its name in egui.
    fn texture(&self, picture: &mut Option<Picture>, [width, height]: [u32; 2]) -> (wgpu::TextureView, TextureId) {
        let is_fitting = |texture: &wgpu::Texture| texture.width() == width && texture.height() == height;
        if let Some((texture, id)) = picture.as_ref().filter(|(texture, _)| is_fitting(texture)) {
            return (texture.create_view(&wgpu::TextureViewDescriptor::default()), *id);
        }
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        let mut renderer = self.state.renderer.write();
        let id = match picture.take() {
            Some((_, id)) => {
                renderer.update_egui_texture_from_wgpu_texture(&self.device, &view, wgpu::FilterMode::Nearest, id);
                id
            }
            None => renderer.register_native_texture(&self.device, &view, wgpu::FilterMode::Nearest),
        };
        drop(renderer);
        *picture = Some((texture, id));
        (view, id)
    }

    /// Returns a buffer with the given bytes.
    fn buffer(&self, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: (bytes.len() as u64).next_multiple_of(16),
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    /// Returns a buffer that shaders write and read.
    fn storage(&self, label: &str, size: u64) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE;
        self.device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
    }

    /// Records and submits the noise and its colours.
    fn record(&mut self, kernel: &Kernel, noise: &Noise, plane: &Plane, palette: Palette) -> Option<TextureId> {
        let [width, height] = plane.size;
        let channels = noise.program.channels() as u32;
        let mut picture = self.picture.take();
        let (view, id) = self.texture(&mut picture, plane.size);
        self.picture = picture;
        // Refused if the noise or the picture has another form.
        let moved = |mut evaluated: Evaluated| {
            let updated = evaluated.evaluation.update(&noise.over(plane, &evaluated.samples));
            updated.is_ok().then_some(evaluated)
        };
        let evaluated = match self.evaluated.take().and_then(moved) {
            Some(evaluated) => evaluated,
            None => {
                let samples = self.storage("samples", 4 * u64::from(width) * u64::from(height) * u64::from(channels));
                let evaluation = kernel.prepare(&noise.over(plane, &samples)).ok()?;
                Evaluated { samples, evaluation }
            }
        };
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("map") });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("map"), timestamp_writes: None });
        evaluated.evaluation.encode(&mut pass);
        drop(pass);
        let colors = Colors { samples: &evaluated.samples, size: plane.size, channels, starts: &noise.starts, palette };
        self.color(&mut encoder, &colors, &view);
        self.queue.submit([encoder.finish()]);
        self.evaluated = Some(evaluated);
        Some(id)
    }

    /// Records the conversion of samples to the colours of a texture.
    fn color(&self, encoder: &mut wgpu::CommandEncoder, colors: &Colors<'_>, view: &wgpu::TextureView) {
        use wgpu::BufferUsages as Usages;
        let &Colors { samples, size: [width, height], channels, starts, palette } = colors;
        let levels: Vec<u32> = (0..=255)
            .map(|level| {
                let [red, green, blue] = palette.color(level).map(u32::from);
                red | green << 8 | blue << 16
            })
            .collect();
        let size = self.buffer("size", bytemuck::cast_slice(&[width, height, channels, 0]), Usages::UNIFORM);
        let starts = self.buffer("starts", bytemuck::cast_slice(starts), Usages::STORAGE);
        let palette = self.buffer("palette", bytemuck::cast_slice(&levels), Usages::STORAGE);
        let buffers = [&size, samples, &starts, &palette];
        let mut entries: Vec<_> =
            (0..).zip(buffers).map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }).collect();
        entries.push(wgpu::BindGroupEntry { binding: 4, resource: wgpu::BindingResource::TextureView(view) });
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("levels"),
            layout: &self.levels.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("levels"), timestamp_writes: None });
        pass.set_pipeline(&self.levels);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(width.div_ceil(8), height.div_ceil(8), 1);
    }
}

impl Default for Reliefs {
    fn default() -> Self {
        let mut starts = lacuna_bake::level_starts(Range { least: 0.into(), greatest: 1.into() }, true);
        starts.resize(2 * starts.len(), f32::MAX);
        Self { pipeline: Arc::default(), is_compiling: Arc::default(), staged: None, picture: None, starts }
    }
}

impl Reliefs {
    fn is_compiling(&self) -> bool {
        self.is_compiling.load(Ordering::Relaxed)
    }
}

impl Noise {
    /// Returns its evaluation over a plane into a buffer.
    fn over<'a>(&'a self, plane: &'a Plane, samples: &'a wgpu::Buffer) -> EvaluationDescriptor<'a> {
        let [width, height] = plane.size;
        let target = Target::buffer(samples, self.program.channels(), [width, height, 1]);
        EvaluationDescriptor::new(&self.program, &plane.domain, target).label("map")
    }

    /// Returns the noise of a task, if the task is nothing but samples of a plane.
    fn of(task: &Task) -> Option<Self> {
        let recipe = lacuna_bake::read_recipe(&task.recipe).ok()?;
        let name = match &task.output {
            Some(name) => name.as_str(),
            None => recipe.default_output().ok()?,
        };
        let plan = recipe.plan(&[name]).ok()?;
        let picture = &plan.pictures[0];
        let is_plain = picture.output.blur.is_none()
            && picture.output.samples.is_none()
            && matches!(picture.finish, Finish::Nothing)
            && picture.channels.len() <= 4;
        let OutputRange::Between([least, greatest]) = picture.range else { return None };
        let program = Program::new(&plan.graph).ok()?;
        if !is_plain || !picture.channels.iter().copied().eq(0..program.channels()) {
            return None;
        }
        let range = Range::new(least, greatest).ok()?;
        let mut starts = lacuna_bake::level_starts(range, picture.output.content.is_color());
        // Alpha is stored unchanged.
        starts.extend(lacuna_bake::level_starts(range, false));
        Some(Self { program, starts })
    }
}

impl Plane {
    /// Returns the plane of a job, if it has one and it is not too large.
    fn of(job: &Job) -> Option<Self> {
        let Job::Picture(Area { size, region: Some(Region([x0, y0, x1, y1])), z, w }) = *job else { return None };
        if size.width.max(size.height) > MOST {
            return None;
        }
        let plane = Grid::plane(Axis::extent(x0, x1, size.width), Axis::extent(y0, y1, size.height));
        let domain = Domain::from(Grid { z: Axis::Constant(z), w, ..plane });
        Some(Self { domain, size: [size.width, size.height] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_of_light_begin_where_files_have_them() {
        let starts = Reliefs::default().starts;
        assert_eq!(starts.len(), 510, "those of colours and of alpha");
        for (level, &start) in (1..=255_u8).zip(&starts[..255]) {
            assert_eq!((lacuna_bake::srgb_level(start), lacuna_bake::srgb_level(start.next_down())), (level, level - 1));
        }
    }
}
