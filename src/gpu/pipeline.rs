//! Compiled kernels and their layouts.

use std::sync::Arc;

use super::axes::Axes;
use super::layout::{KernelForm, TargetKind, buffer_entry, compute_pipeline};
#[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
use super::spirv::shader_module as spirv_module;
use crate::program::Structure;
use crate::region::DomainKind;

/// What was compiled, and what it was made for.
#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) structure: Structure,
    pub(super) domain: DomainKind,
    pub(super) target: TargetKind,
    pub(super) form: KernelForm,
    pub(super) axes: Arc<Axes>,
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) compute: wgpu::ComputePipeline,
    pub(super) is_spirv: bool,
}

impl Pipeline {
    /// Compiles the text of a kernel.
    pub(super) fn new(
        device: &wgpu::Device,
        axes: Arc<Axes>,
        structure: Structure,
        domain: DomainKind,
        target: TargetKind,
        (form, text): (KernelForm, String),
    ) -> Self {
        let spirv = spirv_module(device, &text, form.workgroup(domain));
        let is_spirv = spirv.is_some();
        let module = spirv.unwrap_or_else(|| {
            let source = wgpu::ShaderSource::Wgsl(text.into());
            device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("lacuna kernel"), source })
        });
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
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("lacuna kernel"), entries: &bindings });
        let compute = compute_pipeline(device, "lacuna kernel", &layout, &module);
        Self { structure, domain, target, form, axes, layout, compute, is_spirv }
    }
}

/// There is no Vulkan.
#[cfg(not(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd")))]
fn spirv_module(_: &wgpu::Device, _: &str, _: [u32; 3]) -> Option<wgpu::ShaderModule> {
    None
}
