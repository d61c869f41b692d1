//! The kernel that makes the entries of lattice coordinates.

use super::link::{Shader, linked_file};

/// The bindings of that kernel.
pub const AXES: Shader = Shader { name: "axes", text: include_str!("../../shaders/axes.wgsl") };

/// The WGSL of the kernel that makes the entries of lattice coordinates, before the one that reads them. There is one for all programs.
pub fn axes_text() -> String {
    linked_file(AXES)
}

/// That kernel, compiled.
#[derive(Debug)]
pub(super) struct Axes {
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) pipeline: wgpu::ComputePipeline,
}

impl Axes {
    pub(super) fn new(device: &wgpu::Device) -> Self {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("lacuna axes"),
            source: wgpu::ShaderSource::Wgsl(axes_text().into()),
        });
        let buffer = |binding, read_only| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("lacuna axes"),
            entries: &[buffer(0, true), buffer(1, false)],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("lacuna axes"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("lacuna axes"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions { zero_initialize_workgroup_memory: false, ..Default::default() },
            cache: None,
        });
        Self { layout, pipeline }
    }
}
