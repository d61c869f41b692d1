//! Compiled kernels.

use super::compile::{Compiled, Compiler, Source};
use super::plan::KernelPlan;

/// A compiled kernel, with its plan.
#[derive(Debug)]
pub(super) struct Pipeline {
    pub(super) plan: KernelPlan,
    pub(super) compute: wgpu::ComputePipeline,
    pub(super) is_spirv: bool,
    pub(super) is_from_disk: bool,
}

impl Pipeline {
    /// Compiles the text of a kernel.
    pub(super) fn new(compiler: &Compiler<'_>, layout: &wgpu::BindGroupLayout, plan: KernelPlan, text: &str) -> Self {
        let Compiled { pipeline: compute, is_spirv, is_from_disk } = compiler.compute(&source(&plan, text), layout);
        Self { plan, compute, is_spirv, is_from_disk }
    }
}

/// Returns the shader of a plan.
pub(super) fn source<'a>(plan: &KernelPlan, text: &'a str) -> Source<'a> {
    Source { label: "lacuna kernel", text, spirv: Some(plan.workgroup()) }
}
