//! What kernels and those who feed them agree on: kinds of targets, forms, workgroups, and the sizes of what they bind.

use bytemuck::{Pod, Zeroable};

use super::texel::TexelFormat;
use crate::program::{Operation, Structure};
use crate::region::DomainKind;

/// Invocations of a workgroup along x; along y and z it has one.
pub const WORKGROUP: u32 = 64;

/// The words of a permutation table in the binding `permutations`, each of which holds four entries.
pub const PERMUTATION_WORDS: usize = 256;

/// The rows that an invocation of `main` evaluates side by side where a kernel sweeps over them.
pub const SWEEP: u32 = 4;

/// With this feature a device of Vulkan is given kernels as SPIR-V, which takes fewer instructions for the same bits. Others are given WGSL.
pub const SPIRV: wgpu::Features = wgpu::Features::PASSTHROUGH_SHADERS;

/// What a kernel writes into; decides its structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TargetKind {
    /// A storage buffer of f32.
    Buffer,
    /// A 2-D storage texture of a format.
    Texture(TexelFormat),
}

/// How a kernel evaluates the bases of a grid. The samples don't depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KernelForm {
    /// Each sample by itself.
    Straight,
    /// Where cells are wide enough, hashes once a lattice cell and linear forms once a cell and row, in the passes `corners` and `cells` before `main`.
    Rows,
}

impl KernelForm {
    /// The entry points of a kernel, in the order in which they run.
    pub fn entry_points(self) -> &'static [&'static str] {
        match self {
            Self::Straight => &["main"],
            Self::Rows => &["corners", "cells", "main"],
        }
    }

    /// The form for a structure: rows where it has bases that take them and the domain is a grid.
    pub fn of(structure: &Structure, domain: DomainKind) -> Self {
        let takes_rows = domain == DomainKind::Grid && structure.body.iter().any(|operation| structure.has_rows(operation));
        if takes_rows { Self::Rows } else { Self::Straight }
    }
}

/// How many rows an invocation of `main` evaluates. Where a basis goes sample by sample, as narrow octaves of a loop do, several would share little and
/// make a long text longer: software drivers took minutes to compile four rows of it.
pub(super) fn rows_of_main(structure: &Structure, form: KernelForm) -> u32 {
    let is_swept = |operation: &Operation| matches!(operation, Operation::Call { .. }) || structure.is_in_rows(operation);
    if form == KernelForm::Rows && structure.body.iter().all(is_swept) { SWEEP } else { 1 }
}

/// Where the samples of a tile go in a target, in numbers alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Placement {
    /// Where the tile's first sample goes, in x, y and z.
    pub origin: [u32; 3],
    /// The element of a buffer for the place 0, 0, 0; unused for a texture, as are those below.
    pub first: u32,
    /// Elements of a buffer from one row to the next.
    pub row: u32,
    /// Elements of a buffer from one slice to the next.
    pub slice: u32,
}

/// The uniform of `field.wgsl`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Parameters {
    /// Samples of the tile in x, y and z.
    pub size: [u32; 3],
    /// The number 0, which no shader compiler may know.
    pub zero: u32,
    /// Where the tile's first sample goes in the target.
    pub origin: [u32; 3],
    /// The element of the buffer for the first channel of the target's first sample.
    pub first: u32,
    /// Elements from one row to the next.
    pub row: u32,
    /// Elements from one slice to the next.
    pub slice: u32,
    /// The pair of the binding `lattice` with which the first job of the passes before `main` begins.
    pub jobs: u32,
    /// How many jobs there are.
    pub job_count: u32,
}

/// The most bytes that the binding `forms` may take: WebGPU's default limit of a storage binding.
pub(super) const MOST_FORMS: u64 = 128 << 20;

/// The most bytes that the binding `forms` takes on a device.
pub(super) fn most_forms(limits: &wgpu::Limits) -> u64 {
    MOST_FORMS.min(limits.max_storage_buffer_binding_size).min(limits.max_buffer_size)
}
