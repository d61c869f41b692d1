//! Kernels on the caller's device, recorded into the caller's encoder.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::inputs::{KernelInputs, alignment};
use super::layout::{KernelForm, Placement, TargetKind, most_forms};
use super::link::link;
use super::texel::TexelFormat;
use super::tiles::TilePlan;
use crate::coordinates;
use crate::error::{Error, Result};
use crate::program::{Program, Structure};
use crate::region::{Domain, DomainKind, Tile};

/// Where a recorded kernel writes.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// Elements of a buffer with the usage `STORAGE`, each an f32. The channels of a sample lie side by side.
    Buffer {
        /// The buffer.
        buffer: &'a wgpu::Buffer,
        /// The number of the element that gets the first channel of the tile's first sample.
        first: u32,
        /// Elements from one row to the next, at least as many as the tile is wide, times the channels.
        row: u32,
        /// Elements from one slice to the next, at least as many as the tile's rows take.
        slice: u32,
    },
    /// A view of a 2-D texture of a [format](TexelFormat) that has room for the program's channels, with the usage `STORAGE_BINDING`. The tile must be one slice.
    Texture {
        /// The view of one layer of mip level 0.
        view: &'a wgpu::TextureView,
        /// The texel that gets the tile's first sample.
        origin: [u32; 2],
    },
}

impl Target<'_> {
    fn kind(&self) -> Result<TargetKind> {
        match self {
            Self::Buffer { .. } => Ok(TargetKind::Buffer),
            Self::Texture { view, .. } => {
                let format = view.texture().format();
                TexelFormat::of(format).map(TargetKind::Texture).ok_or_else(|| {
                    let known = TexelFormat::ALL.map(|known| format!("{:?}", known.texture_format())).join(", ");
                    Error::Unsupported(format!("a texture of the format {format:?}; give one of {known}"))
                })
            }
        }
    }

    fn placement(&self) -> Placement {
        match *self {
            Self::Buffer { first, row, slice, .. } => Placement { origin: [0; 3], first, row, slice },
            Self::Texture { origin: [x, y], .. } => Placement { origin: [x, y, 0], ..Placement::default() },
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    structure: Structure,
    domain: DomainKind,
    target: TargetKind,
    form: KernelForm,
}

#[derive(Debug)]
struct Pipeline {
    key: Key,
    layout: wgpu::BindGroupLayout,
    /// By entry point, those of the form.
    passes: Vec<(&'static str, wgpu::ComputePipeline)>,
    /// The binding `forms`, kept from one record to the next: on a device, one dispatch ends before the next that writes it begins.
    forms: Mutex<Option<wgpu::Buffer>>,
}

/// The pipelines of one device, by structure: programs that differ in values alone share one.
#[derive(Debug, Default)]
pub struct Cache {
    pipelines: Mutex<HashMap<Key, Arc<Pipeline>>>,
    created: AtomicUsize,
    straight: bool,
}

impl Cache {
    /// An empty cache. Use one a device.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty cache of kernels that evaluate each sample by itself, [`KernelForm::Straight`]: slower, with the same bits, to compare with.
    pub fn straight() -> Self {
        Self { straight: true, ..Self::default() }
    }

    /// How many pipelines were created so far, those of a kernel's passes counted as one.
    pub fn pipelines_created(&self) -> usize {
        self.created.load(Ordering::Relaxed)
    }

    /// The kernel for a program, compiled if no program of its structure was seen before.
    ///
    /// Compiling is left to the device, which reports what fails through its error scopes as usual: also a [format](TexelFormat::is_storable) that it
    /// does not store to.
    pub fn kernel(&self, device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Kernel {
        let structure = program.structure();
        let buffers = match target {
            TargetKind::Buffer => 5,
            TargetKind::Texture(_) => 4,
        };
        let form = if self.straight || device.limits().max_storage_buffers_per_shader_stage < buffers {
            KernelForm::Straight
        } else {
            KernelForm::of(structure, domain)
        };
        let key = Key { structure: structure.clone(), domain, target, form };
        let mut pipelines = self.pipelines.lock().unwrap_or_else(PoisonError::into_inner);
        let pipeline = pipelines.entry(key).or_insert_with_key(|key| {
            self.created.fetch_add(1, Ordering::Relaxed);
            Arc::new(Pipeline::new(device, key.clone()))
        });
        Kernel { pipeline: Arc::clone(pipeline) }
    }
}

impl Pipeline {
    fn new(device: &wgpu::Device, key: Key) -> Self {
        let source = link(&key.structure, key.domain, key.target, key.form);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("lacuna kernel"),
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let buffer = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let write = wgpu::BufferBindingType::Storage { read_only: false };
        let field = match key.target {
            TargetKind::Buffer => buffer(4, write),
            TargetKind::Texture(format) => wgpu::BindGroupLayoutEntry {
                ty: wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: format.texture_format(),
                    view_dimension: wgpu::TextureViewDimension::D2,
                },
                ..buffer(4, read)
            },
        };
        let mut entries = vec![buffer(0, wgpu::BufferBindingType::Uniform), buffer(1, read), buffer(2, read), buffer(3, read), field];
        if key.form == KernelForm::Rows {
            entries.push(buffer(5, write));
        }
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna kernel"), entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("lacuna kernel"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |entry: &str| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&format!("lacuna {entry}")),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
                cache: None,
            })
        };
        let passes = key.form.entry_points().iter().map(|entry| (*entry, pipeline(entry))).collect();
        Self { passes, forms: Mutex::new(None), key, layout }
    }

    /// The binding `forms`, at least so large.
    fn forms(&self, device: &wgpu::Device, bytes: u64) -> wgpu::Buffer {
        let mut forms = self.forms.lock().unwrap_or_else(PoisonError::into_inner);
        match &*forms {
            Some(buffer) if buffer.size() >= bytes => buffer.clone(),
            _ => {
                let buffer = device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some("lacuna forms"),
                    size: bytes,
                    usage: wgpu::BufferUsages::STORAGE,
                    mapped_at_creation: false,
                });
                forms.insert(buffer).clone()
            }
        }
    }
}

/// A compiled kernel on the caller's device. It evaluates every program of the structure that it was made for.
///
/// Nothing is submitted and nothing waited for: [`Kernel::record`] writes commands into the caller's encoder.
#[derive(Debug, Clone)]
pub struct Kernel {
    pipeline: Arc<Pipeline>,
}

impl Kernel {
    /// Compiles a kernel by itself. Where programs change in structure, a [`Cache`] keeps those already compiled.
    pub fn new(device: &wgpu::Device, program: &Program, domain: DomainKind, target: TargetKind) -> Self {
        Cache::new().kernel(device, program, domain, target)
    }

    /// Records the evaluation of a tile of a domain into a target.
    ///
    /// The program may be any of the structure that the kernel was made for; its values travel in buffers that this call makes. A tile larger than one
    /// dispatch should be is cut up.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the program's structure, the domain's or the target's kind is not the kernel's, where the domain or the tile is
    /// invalid, or where rows of the target overlap; [`Error::Unsupported`] where kernels don't write the texture's format, or it has too few channels;
    /// [`Error::Limit`] where the tile does not fit into the target; [`Error::Device`] where the device is lost.
    pub fn record(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        program: &Program,
        domain: &Domain,
        tile: Tile,
        target: Target<'_>,
    ) -> Result<()> {
        let key = &self.pipeline.key;
        if key.structure != *program.structure() || key.domain != domain.kind() || key.target != target.kind()? {
            return Err(Error::parameter(
                "kernel",
                "it was made for another structure of program, kind of domain, kind of target or format; make one for these with Cache::kernel",
            ));
        }
        coordinates::validate(program, domain, tile)?;
        let limits = device.limits();
        check_target(&limits, program.channels(), tile, target)?;
        let plan = TilePlan::new(&limits, program, domain, None)?;
        for part in tile.cut(plan.side) {
            let shift = std::array::from_fn(|axis| part.origin[axis] - tile.origin[axis]);
            self.record_part(device, encoder, program, domain, part, target, shift)?;
        }
        Ok(())
    }

    /// Records one dispatch of every pass, for a valid part of a tile that lies shifted by so many samples in a target with room for it.
    #[expect(clippy::too_many_arguments, reason = "the arguments of `record`, and the shift")]
    pub(super) fn record_part(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        program: &Program,
        domain: &Domain,
        part: Tile,
        target: Target<'_>,
        shift: [u32; 3],
    ) -> Result<()> {
        let pipeline = &self.pipeline;
        let mut placement = target.placement();
        for (origin, shift) in placement.origin.iter_mut().zip(shift) {
            *origin += shift;
        }
        let most_forms = most_forms(&device.limits());
        let inputs = KernelInputs::within(program, domain, part, placement, pipeline.key.form, most_forms)?;
        let upload = Upload::new(device, &inputs)?;
        let field = match target {
            Target::Buffer { buffer, .. } => buffer.as_entire_binding(),
            Target::Texture { view, .. } => wgpu::BindingResource::TextureView(view),
        };
        let mut entries: Vec<_> = (0..4)
            .map(|binding| wgpu::BindGroupEntry { binding, resource: upload.part(binding) })
            .chain([wgpu::BindGroupEntry { binding: 4, resource: field }])
            .collect();
        let forms = (pipeline.key.form == KernelForm::Rows).then(|| pipeline.forms(device, inputs.forms_bytes()));
        entries.extend(forms.as_ref().map(|forms| wgpu::BindGroupEntry { binding: 5, resource: forms.as_entire_binding() }));
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("lacuna kernel"),
            layout: &pipeline.layout,
            entries: &entries,
        });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna kernel"), timestamp_writes: None });
        pass.set_bind_group(0, &group, &[]);
        for (entry, [x, y, z]) in inputs.passes() {
            let known = pipeline.passes.iter().find(|(name, _)| *name == entry);
            pass.set_pipeline(&known.expect("the inputs have the passes of the kernel's form").1);
            pass.dispatch_workgroups(x, y, z);
        }
        Ok(())
    }
}

fn check_target(limits: &wgpu::Limits, channels: usize, tile: Tile, target: Target<'_>) -> Result<()> {
    match target {
        Target::Buffer { buffer, first, row, slice } => {
            let most = limits.max_storage_buffer_binding_size;
            if buffer.size() > most {
                return Err(Error::limit(
                    "target",
                    format!("a buffer of {} bytes; the device binds {most}, so give a smaller one", buffer.size()),
                ));
            }
            let [width, height, depth] = tile.size.map(u64::from);
            let width = width * channels as u64;
            let rows = (height - 1) * u64::from(row) + width;
            if (height > 1 && u64::from(row) < width) || (depth > 1 && u64::from(slice) < rows) {
                return Err(Error::parameter(
                    "target",
                    format!("rows of {row} and slices of {slice} elements overlap; give at least {width} and {rows}"),
                ));
            }
            let end = u64::from(first) + (depth - 1) * u64::from(slice) + rows;
            if end * 4 > buffer.size() || end > u64::from(u32::MAX) {
                return Err(Error::limit(
                    "target",
                    format!("the tile ends at element {end}; the buffer holds {} and at most 2^32 - 1 can be counted", buffer.size() / 4),
                ));
            }
        }
        Target::Texture { view, origin } => {
            let texture = view.texture();
            if let TargetKind::Texture(format) = target.kind()? {
                format.check(channels)?;
            }
            if tile.size[2] != 1 {
                return Err(Error::parameter("tile.z", format!("{} slices; a texture takes one, so record them one by one", tile.size[2])));
            }
            let (width, height) = (u64::from(origin[0]) + u64::from(tile.size[0]), u64::from(origin[1]) + u64::from(tile.size[1]));
            if width > u64::from(texture.width()) || height > u64::from(texture.height()) {
                return Err(Error::limit(
                    "target",
                    format!("the tile ends at texel {width}, {height}; the texture is {} x {}", texture.width(), texture.height()),
                ));
            }
        }
    }
    Ok(())
}

/// The buffer that a recorded kernel reads: the parts of the bindings 0 to 3 one after another.
struct Upload {
    buffer: wgpu::Buffer,
    parts: [(u64, u64); 4],
}

impl Upload {
    fn new(device: &wgpu::Device, inputs: &KernelInputs) -> Result<Self> {
        let limits = device.limits();
        let alignment = alignment(&limits);
        let mut bytes = Vec::new();
        let mut parts = [(0, 0); 4];
        for (part, content) in parts.iter_mut().zip(inputs.bindings()) {
            bytes.resize(bytes.len().next_multiple_of(alignment as usize), 0);
            *part = (bytes.len() as u64, content.len() as u64);
            bytes.extend_from_slice(content);
        }
        let most = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes.len() as u64 > most {
            return Err(Error::limit(
                "tile",
                format!("its tables take {} bytes; the device takes {most}, so record smaller tiles", bytes.len()),
            ));
        }
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lacuna values"),
            size: (bytes.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT),
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::STORAGE,
            mapped_at_creation: true,
        });
        // Fails where the device is lost or out of memory.
        let mut mapped = buffer.slice(..).get_mapped_range_mut().map_err(|error| Error::Device(error.to_string()))?;
        mapped.slice(..bytes.len()).copy_from_slice(&bytes);
        drop(mapped);
        buffer.unmap();
        Ok(Self { buffer, parts })
    }

    fn part(&self, binding: u32) -> wgpu::BindingResource<'_> {
        let (offset, size) = self.parts[binding as usize];
        wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &self.buffer, offset, size: wgpu::BufferSize::new(size) })
    }
}
