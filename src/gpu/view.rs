//! Renders views of terrain on the library's own device.

#[cfg(not(target_arch = "wasm32"))]
use super::compile::Source;
#[cfg(not(target_arch = "wasm32"))]
use super::headless::Gpu;
#[cfg(not(target_arch = "wasm32"))]
use super::layout::buffer_entry;
use super::link::linked_file;
use crate::domain::Tile;
#[cfg(not(target_arch = "wasm32"))]
use crate::error::{Error, Result};
use crate::view::Scene;
use bytemuck::{Pod, Zeroable};

/// The invocations of a workgroup along x and along y.
const WORKGROUP: u32 = 8;

/// The longest side of the part of a picture that is rendered at once, so that a dispatch is short.
#[cfg(not(target_arch = "wasm32"))]
const SIDE: u32 = 256;

/// The storage `part` of `scene.wgsl`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Part {
    /// The number 0, which the shader compiler must not know.
    zero: u32,
    /// The pixels of a row.
    width: u32,
    /// The number of rows.
    rows: u32,
    /// The column of the first pixel in the picture.
    left: i32,
    /// The row of the first pixel in the picture.
    above: i32,
}

/// The inputs of the kernel that renders views, for one part of a scene.
#[derive(Debug, Clone)]
pub struct ViewInputs<'a> {
    scene: &'a Scene,
    part: Part,
}

impl<'a> ViewInputs<'a> {
    /// Returns the inputs for a tile of a scene's picture.
    pub fn new(scene: &'a Scene, tile: Tile) -> Self {
        let [width, rows, _] = tile.size;
        Self { scene, part: Part { zero: 0, width, rows, left: tile.origin[0] as i32, above: tile.origin[1] as i32 } }
    }

    /// Returns the contents of the bindings 0 to 3.
    pub fn bindings(&self) -> [&[u8]; 4] {
        let (heights, levels) = self.scene.heights.bindings();
        [bytemuck::bytes_of(&self.scene.look), bytemuck::cast_slice(heights), bytemuck::cast_slice(levels), bytemuck::bytes_of(&self.part)]
    }

    /// Returns the number of workgroups along x, y and z.
    pub fn groups(&self) -> [u32; 3] {
        [self.part.width.div_ceil(WORKGROUP), self.part.rows.div_ceil(WORKGROUP), 1]
    }

    /// Returns the size of the binding 4 in bytes.
    pub fn picture_bytes(&self) -> u64 {
        12 * u64::from(self.part.width) * u64::from(self.part.rows)
    }
}

/// Returns the WGSL of the kernel that renders views. It is the same for all views.
pub fn view_text() -> String {
    linked_file("scene")
}

/// The compiled kernel that renders views, on the library's own device.
///
/// Not available on wasm32, where nothing may block.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub struct Renderer<'a> {
    gpu: &'a Gpu,
    layout: wgpu::BindGroupLayout,
    pipeline: wgpu::ComputePipeline,
    picture: wgpu::Buffer,
    staging: wgpu::Buffer,
}

#[cfg(not(target_arch = "wasm32"))]
impl<'a> Renderer<'a> {
    /// Compiles the kernel.
    ///
    /// # Errors
    ///
    /// [`Error::DeviceLost`] where the device is lost; [`Error::Device`] where it fails.
    pub fn new(gpu: &'a Gpu) -> Result<Self> {
        use wgpu::BufferUsages as Usages;
        let device = gpu.device();
        let storage = |binding, read_only| buffer_entry(binding, wgpu::BufferBindingType::Storage { read_only });
        let entries =
            [buffer_entry(0, wgpu::BufferBindingType::Uniform), storage(1, true), storage(2, true), storage(3, true), storage(4, false)];
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna view"), entries: &entries });
        let source = Source { label: "lacuna view", text: &view_text(), spirv: None };
        let pipeline = gpu.cache().context().compiler().compute(&source, &layout).pipeline;
        let buffer = |label, usage| {
            let size = 12 * u64::from(SIDE) * u64::from(SIDE);
            device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
        };
        let picture = buffer("lacuna picture", Usages::STORAGE | Usages::COPY_SRC);
        let staging = buffer("lacuna readback", Usages::MAP_READ | Usages::COPY_DST);
        gpu.check()?;
        Ok(Self { gpu, layout, pipeline, picture, staging })
    }

    /// Uploads a scene to the device.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] where the heights don't fit into a buffer of the device; [`Error::DeviceLost`] where the device is lost; [`Error::Device`]
    /// where it fails.
    pub fn stage<'s>(&'s self, scene: &'s Scene) -> Result<Stage<'s>> {
        use wgpu::BufferUsages as Usages;
        let device = self.gpu.device();
        let limits = device.limits();
        let inputs = ViewInputs::new(scene, Tile { origin: [0; 3], size: [1; 3] });
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let needed = inputs.bindings()[1].len() as u64;
        if needed > most {
            return Err(Error::limit(
                "terrain",
                format!("heights of {needed} bytes; {} takes {most}, so show fewer samples or take the CPU", self.gpu.adapter()),
            ));
        }
        let usages = [Usages::UNIFORM, Usages::STORAGE, Usages::STORAGE, Usages::STORAGE];
        let buffers = std::array::from_fn(|binding| {
            let bytes = inputs.bindings()[binding];
            let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("lacuna view"),
                size: (bytes.len() as u64).next_multiple_of(16),
                usage: usages[binding] | Usages::COPY_DST,
                mapped_at_creation: false,
            });
            self.gpu.queue().write_buffer(&buffer, 0, bytes);
            buffer
        });
        self.gpu.check()?;
        Ok(Stage { renderer: self, scene, inputs: buffers })
    }
}

/// A scene on a device, ready to render.
///
/// Not available on wasm32, where nothing may block.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
pub struct Stage<'a> {
    renderer: &'a Renderer<'a>,
    scene: &'a Scene,
    inputs: [wgpu::Buffer; 4],
}

#[cfg(not(target_arch = "wasm32"))]
impl Stage<'_> {
    /// Renders a tile of the picture, as three numbers for each pixel.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the tile does not lie in the picture; [`Error::DeviceLost`] where the device is lost; [`Error::Device`] where
    /// it fails.
    ///
    /// # Panics
    ///
    /// If the length of `pixels` is not three times the number of the tile's pixels.
    pub fn render(&self, tile: Tile, pixels: &mut [f32]) -> Result<()> {
        let [width, height] = self.scene.size();
        tile.validate([width, height, 1])?;
        assert_eq!(pixels.len(), 3 * tile.samples(), "a tile of {:?} pixels needs three times as many places", tile.size);
        tile.cut([SIDE, SIDE, 1]).try_for_each(|part| self.render_part(tile, part, pixels))
    }

    fn render_part(&self, tile: Tile, part: Tile, pixels: &mut [f32]) -> Result<()> {
        let Renderer { gpu, layout, pipeline, picture, staging } = self.renderer;
        let (device, queue) = (gpu.device(), gpu.queue());
        let inputs = ViewInputs::new(self.scene, part);
        queue.write_buffer(&self.inputs[3], 0, bytemuck::bytes_of(&inputs.part));
        let all = self.inputs.iter().chain([picture]).zip(0..);
        let entries: Vec<_> = all.map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }).collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("lacuna view"), layout, entries: &entries });
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna view") });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna view"), timestamp_writes: None });
        pass.set_bind_group(0, &group, &[]);
        pass.set_pipeline(pipeline);
        let [x, y, z] = inputs.groups();
        pass.dispatch_workgroups(x, y, z);
        drop(pass);
        let used = inputs.picture_bytes();
        encoder.copy_buffer_to_buffer(picture, 0, staging, 0, used);
        let submission = queue.submit([encoder.finish()]);
        let (send, mapped) = std::sync::mpsc::channel();
        staging.slice(..used).map_async(wgpu::MapMode::Read, move |result| {
            let _ = send.send(result);
        });
        let waited = device.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: None });
        gpu.check()?;
        waited.map_err(|error| Error::device(&error))?;
        mapped.recv().map_err(|error| Error::device(&error))?.map_err(|error| Error::device(&error))?;
        let range = staging.slice(..used).get_mapped_range().map_err(|error| Error::device(&error))?;
        for (to, from) in tile.rows_of(part).zip(range.chunks_exact(12 * part.size[0] as usize)) {
            bytemuck::cast_slice_mut(&mut pixels[3 * to.start..3 * to.end]).copy_from_slice(from);
        }
        drop(range);
        staging.unmap();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Look;

    #[test]
    fn the_bindings_of_views_lie_as_the_host_writes_them() {
        let text = view_text();
        let module = naga::front::wgsl::parse_str(&text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
        let mut seen = 0;
        for (_, ty) in module.types.iter() {
            let naga::TypeInner::Struct { members, span } = &ty.inner else { continue };
            let host = match ty.name.as_deref() {
                Some("Look") => size_of::<Look>(),
                Some("Part") => size_of::<Part>(),
                _ => continue,
            };
            // The host's struct is generated from the shader's or named below, and its members are consecutive.
            let mut end = 0;
            for member in members {
                assert_eq!(member.offset, end, "{:?}", member.name);
                end += module.types[member.ty].inner.size(module.to_ctx());
            }
            assert_eq!(end as usize, host, "{:?}", ty.name);
            assert!(*span >= end && *span - end < 16);
            seen += 1;
        }
        assert_eq!(seen, 2);
        let names = ["zero", "width", "rows", "left", "above"];
        let part = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Part")).expect("Part");
        let naga::TypeInner::Struct { members, .. } = &part.1.inner else { panic!("Part is a struct") };
        assert!(members.iter().map(|member| member.name.as_deref().unwrap_or_default()).eq(names));
    }
}
