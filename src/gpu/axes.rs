//! The kernel that makes the entries of lattice coordinates.

use super::compile::{Compiler, Source};
use super::layout::buffer_entry;
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
    pub(super) fn new(compiler: &Compiler<'_>) -> Self {
        let buffer = |binding, read_only| buffer_entry(binding, wgpu::BufferBindingType::Storage { read_only });
        let layout = compiler.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("lacuna axes"),
            entries: &[buffer(0, true), buffer(1, false)],
        });
        let source = Source { label: "lacuna axes", text: axes_text(), spirv: None };
        let pipeline = compiler.compute(&source, &layout).pipeline;
        Self { layout, pipeline }
    }
}
