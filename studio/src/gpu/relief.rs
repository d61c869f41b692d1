//! Terrain rendered by the GPU that draws the window: heights are uploaded once, and each picture goes from the kernel of views into a texture.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use eframe::egui::{self, TextureId};
use lacuna::internal::{ViewInputs, view_text};
use lacuna::{Tile, wgpu};
use lacuna_bake::jobs::View;

use super::{Colors, Gpu, Staged};
use crate::relief::{Ground, Key};

/// Rows of a picture per dispatch. At any width they are a multiple of 256 bytes, the alignment of bound buffers.
const ROWS: u32 = 64;

impl Gpu {
    /// Returns `true` if terrain can be rendered now; otherwise starts compiling the kernel, and wakes the context afterwards.
    pub fn can_render(&self, context: &egui::Context) -> bool {
        let reliefs = &self.reliefs;
        if reliefs.pipeline.get().is_some() {
            return true;
        }
        if !reliefs.is_compiling.swap(true, Ordering::Relaxed) {
            let (device, context) = (self.device.clone(), context.clone());
            let (pipeline, is_compiling) = (Arc::clone(&reliefs.pipeline), Arc::clone(&reliefs.is_compiling));
            let compile = move || {
                pipeline.get_or_init(|| compiled(&device));
                is_compiling.store(false, Ordering::Relaxed);
                context.request_repaint();
            };
            #[cfg(not(target_arch = "wasm32"))]
            if std::thread::Builder::new().name("views".to_owned()).spawn(compile).is_err() {
                self.reliefs.is_compiling.store(false, Ordering::Relaxed);
            }
            // A browser compiles asynchronously.
            #[cfg(target_arch = "wasm32")]
            compile();
        }
        false
    }

    /// Returns `true` if the heights of a ground are on the device.
    pub fn has_ground(&self, key: &Key) -> bool {
        self.reliefs.staged.as_ref().is_some_and(|staged| staged.key == *key)
    }

    /// Uploads the heights of a ground to the device.
    ///
    /// # Errors
    ///
    /// An error in the heights, or if they don't fit into a buffer of the device.
    pub fn stage(&mut self, key: Key, ground: Ground) -> Result<(), String> {
        let (scene, range) = ground.scene()?;
        let inputs = ViewInputs::new(&scene, Tile { origin: [0; 3], size: [1; 3] });
        let [_, heights, levels, _] = inputs.bindings();
        if heights.len() as u64 > self.most_bytes() {
            return Err(format!(
                "the heights take {} bytes, and {} binds {}; show fewer samples",
                heights.len(),
                self.name,
                self.most_bytes()
            ));
        }
        let buffers = [heights, levels].map(|bytes| self.buffer("terrain", bytes, wgpu::BufferUsages::STORAGE));
        self.reliefs.staged = Some(Staged { key, scene, range, buffers });
        Ok(())
    }

    /// Renders the ground on the device, at this size in pixels.
    ///
    /// # Errors
    ///
    /// An error in the view, or if the picture doesn't fit into a buffer of the device.
    pub fn render(&mut self, view: &View, size: [u32; 2]) -> Result<TextureId, String> {
        let most = self.most_bytes();
        let bytes = 12 * u64::from(size[0]) * u64::from(size[1]);
        let (Some(pipeline), Some(staged)) = (self.reliefs.pipeline.get().cloned(), &mut self.reliefs.staged) else {
            return Err("there is no ground to be rendered".to_owned());
        };
        if bytes > most || size[0].max(size[1]) > super::MOST {
            return Err(format!("{} x {} pixels are more than {} renders; make the window smaller", size[0], size[1], self.name));
        }
        let settings = lacuna::view::View { range: staged.range, ..view.settings() };
        staged.scene.look_again(&settings, size).map_err(|error| error.to_string())?;
        let errors = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let id = self.record_relief(&pipeline, size);
        drop(errors);
        id.ok_or_else(|| "there is no ground to be rendered".to_owned())
    }

    fn record_relief(&mut self, pipeline: &wgpu::ComputePipeline, [width, height]: [u32; 2]) -> Option<TextureId> {
        let mut picture = self.reliefs.picture.take();
        let (view, id) = self.texture(&mut picture, [width, height]);
        self.reliefs.picture = picture;
        let Staged { scene, buffers: [heights, levels], .. } = self.reliefs.staged.as_ref()?;
        let light = self.storage("light", 12 * u64::from(width) * u64::from(height));
        let whole = Tile { origin: [0; 3], size: [width, height, 1] };
        let look = self.buffer("look", ViewInputs::new(scene, whole).bindings()[0], wgpu::BufferUsages::UNIFORM);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("terrain") });
        for band in whole.cut([width, ROWS, 1]) {
            let inputs = ViewInputs::new(scene, band);
            let part = self.buffer("part", inputs.bindings()[3], wgpu::BufferUsages::STORAGE);
            let offset = 12 * u64::from(width) * u64::from(band.origin[1]);
            let size = std::num::NonZeroU64::new(inputs.picture_bytes());
            let all = [&look, heights, levels, &part].map(wgpu::Buffer::as_entire_binding);
            let mut entries: Vec<_> = (0..).zip(all).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
            let resource = wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &light, offset, size });
            entries.push(wgpu::BindGroupEntry { binding: 4, resource });
            let layout = pipeline.get_bind_group_layout(0);
            let descriptor = wgpu::BindGroupDescriptor { label: Some("terrain"), layout: &layout, entries: &entries };
            let group = self.device.create_bind_group(&descriptor);
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("terrain"), timestamp_writes: None });
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            let [x, y, z] = inputs.groups();
            pass.dispatch_workgroups(x, y, z);
        }
        let colors = Colors {
            samples: &light,
            size: [width, height],
            channels: 3,
            starts: &self.reliefs.starts,
            palette: crate::map::Palette::Grey,
        };
        self.color(&mut encoder, &colors, &view);
        self.queue.submit([encoder.finish()]);
        Some(id)
    }
}

/// Compiles the kernel of views.
fn compiled(device: &wgpu::Device) -> wgpu::ComputePipeline {
    let source = wgpu::ShaderSource::Wgsl(view_text().into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("views"), source });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("views"),
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
        cache: None,
    })
}
