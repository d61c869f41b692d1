//! Kernels on the caller's device, recorded into the caller's encoder.

use std::sync::{Arc, Mutex, PoisonError};

use super::inputs::{KernelInputs, alignment};
use super::layout::{KernelForm, TargetKind, most_forms};
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
use super::spirv::shader_modules as spirv_modules;
use super::target::Target;
use super::tiles::TilePlan;
use crate::coordinates;
use crate::error::{Error, Result};
use crate::program::{Program, Structure};
use crate::region::{Domain, DomainKind, Tile};

/// What was compiled, and what it was made for.
#[derive(Debug)]
pub(super) struct Pipeline {
    structure: Structure,
    domain: DomainKind,
    target: TargetKind,
    form: KernelForm,
    layout: wgpu::BindGroupLayout,
    /// By entry point, those of the form.
    passes: Vec<(&'static str, wgpu::ComputePipeline)>,
    is_spirv: bool,
    /// The binding `forms`, kept from one record to the next: on a device, one dispatch ends before the next that writes it begins.
    forms: Mutex<Option<wgpu::Buffer>>,
}

impl Pipeline {
    /// Compiles the text of a kernel.
    pub(super) fn new(
        device: &wgpu::Device,
        structure: Structure,
        domain: DomainKind,
        target: TargetKind,
        form: KernelForm,
        text: String,
    ) -> Self {
        let entries = form.entry_points();
        let spirv = spirv_modules(device, &text, entries);
        let is_spirv = spirv.is_some();
        let modules = spirv.unwrap_or_else(|| {
            let source = wgpu::ShaderSource::Wgsl(text.into());
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("lacuna kernel"), source });
            vec![module; entries.len()]
        });
        let buffer = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let write = wgpu::BufferBindingType::Storage { read_only: false };
        let field = match target {
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
        let mut bindings = vec![buffer(0, wgpu::BufferBindingType::Uniform), buffer(1, read), buffer(2, read), buffer(3, read), field];
        if form == KernelForm::Rows {
            bindings.push(buffer(5, write));
        }
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna kernel"), entries: &bindings });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("lacuna kernel"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = |entry: &str, module: &wgpu::ShaderModule| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(&format!("lacuna {entry}")),
                layout: Some(&pipeline_layout),
                module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
                cache: None,
            })
        };
        let passes = entries.iter().zip(&modules).map(|(entry, module)| (*entry, pipeline(entry, module))).collect();
        Self { structure, domain, target, form, layout, passes, is_spirv, forms: Mutex::new(None) }
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

/// There is no Vulkan.
#[cfg(not(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd")))]
fn spirv_modules(_: &wgpu::Device, _: &str, _: &[&'static str]) -> Option<Vec<wgpu::ShaderModule>> {
    None
}

/// A compiled kernel on the caller's device. It evaluates every program of the structure that it was made for.
///
/// Nothing is submitted and nothing waited for: [`Kernel::record`] writes commands into the caller's encoder.
#[derive(Debug, Clone)]
pub struct Kernel {
    pipeline: Arc<Pipeline>,
}

impl Kernel {
    pub(super) fn of(pipeline: Arc<Pipeline>) -> Self {
        Self { pipeline }
    }

    /// Whether the device was given it as SPIR-V, for which it needs the feature [`SPIRV`](super::SPIRV).
    pub fn is_spirv(&self) -> bool {
        self.pipeline.is_spirv
    }

    /// Records the evaluation of a tile of a domain into a target.
    ///
    /// The program may be any of the structure that the kernel was made for; its values travel in buffers that this call makes. A tile larger than one
    /// dispatch should be is cut up.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the program's structure, the domain's or the target's kind is not the kernel's, where the domain or the tile is
    /// invalid, where rows of the target overlap, or where the texture has no such level or layer; [`Error::Unsupported`] where kernels don't write the
    /// texture's format or dimension, it has too few channels, or the target lacks the usage; [`Error::Limit`] where the tile does not fit into the
    /// target; [`Error::Device`] where the device is lost.
    pub fn record(
        &self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        program: &Program,
        domain: &Domain,
        tile: Tile,
        target: Target<'_>,
    ) -> Result<()> {
        let made_for = &*self.pipeline;
        if made_for.structure != *program.structure() || made_for.domain != domain.kind() || made_for.target != target.kind()? {
            return Err(Error::parameter(
                "kernel",
                "it was made for another structure of program, kind of domain, kind of target or format; make one for these with Cache::kernel",
            ));
        }
        coordinates::validate(program, domain, tile)?;
        let limits = device.limits();
        let channels = program.channels();
        target.check(channels, tile)?;
        let plan = TilePlan::new(&limits, program, domain, None)?;
        for part in tile.cut(target.bindable(&limits, channels, tile, plan.side)?) {
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
        let limits = device.limits();
        let (field, placement) = target.binding(&limits, program.channels(), part, shift);
        let inputs = KernelInputs::within(program, domain, part, placement, pipeline.form, most_forms(&limits))?;
        let upload = Upload::new(device, &inputs)?;
        let mut entries: Vec<_> = (0..4)
            .map(|binding| wgpu::BindGroupEntry { binding, resource: upload.part(binding) })
            .chain([wgpu::BindGroupEntry { binding: 4, resource: field.resource() }])
            .collect();
        let forms = (pipeline.form == KernelForm::Rows).then(|| pipeline.forms(device, inputs.forms_bytes()));
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
        let mut mapped = buffer.slice(..).get_mapped_range_mut().map_err(|error| Error::device(&error))?;
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
