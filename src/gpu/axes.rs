//! The kernel that computes the entries of the coordinate tables.

use super::compile::{Compiler, Source};
use super::layout::buffer_entry;
use super::link::linked_file;

/// Returns the WGSL of the kernel that computes the entries of the coordinate tables. It runs before the kernel that reads them, and is the same for
/// all programs.
pub fn axes_text() -> String {
    linked_file("axes")
}

/// The compiled kernel.
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
        let source = Source { label: "lacuna axes", text: &axes_text(), spirv: None };
        let pipeline = compiler.compute(&source, &layout).pipeline;
        Self { layout, pipeline }
    }
}
