//! Compiled kernels and their layouts.

use std::sync::Arc;

use super::axes::Axes;
use super::compile::{Compiled, Compiler, Source};
use super::layout::{KernelForm, TargetKind, buffer_entry};
use crate::program::SharedStructure;
use crate::region::DomainKind;

/// A compiled kernel, with what it was compiled for.
#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) structure: SharedStructure,
    pub(super) domain: DomainKind,
    pub(super) target: TargetKind,
    pub(super) form: KernelForm,
    pub(super) axes: Arc<Axes>,
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) compute: wgpu::ComputePipeline,
    pub(super) is_spirv: bool,
    pub(super) is_from_disk: bool,
}

impl Pipeline {
    /// Compiles the text of a kernel.
    pub(super) fn new(
        compiler: &Compiler<'_>,
        axes: Arc<Axes>,
        structure: SharedStructure,
        domain: DomainKind,
        target: TargetKind,
        (form, text): (KernelForm, String),
    ) -> Self {
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let write = wgpu::BufferBindingType::Storage { read_only: false };
        let field = match target {
            TargetKind::Buffer => buffer_entry(4, write),
            TargetKind::Texture(format) => wgpu::BindGroupLayoutEntry {
                ty: wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: format.texture_format(),
                    view_dimension: wgpu::TextureViewDimension::D2,
                },
                ..buffer_entry(4, read)
            },
        };
        let bindings =
            [buffer_entry(0, wgpu::BufferBindingType::Uniform), buffer_entry(1, read), buffer_entry(2, read), buffer_entry(3, read), field];
        let layout =
            compiler.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna kernel"), entries: &bindings });
        let source = Source { label: "lacuna kernel", text, spirv: Some(form.workgroup(domain)) };
        let Compiled { pipeline: compute, is_spirv, is_from_disk } = compiler.compute(&source, &layout);
        Self { structure, domain, target, form, axes, layout, compute, is_spirv, is_from_disk }
    }
}
