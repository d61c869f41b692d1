//! The interface between kernels and the host: kinds of targets, forms, workgroups, and the sizes of bindings.

use std::fmt;

use bytemuck::{Pod, Zeroable};

use super::texel::TexelFormat;
use crate::domain::DomainKind;

/// The number of words of a permutation table in the binding `permutations`. Each word holds four entries.
pub const PERMUTATION_WORDS: usize = 256;

/// The feature with which a Vulkan device is given kernels as SPIR-V: fewer instructions for the same bits. Other devices are given WGSL.
pub const SPIRV: wgpu::Features = wgpu::Features::PASSTHROUGH_SHADERS;

/// The kind of target that a kernel writes; part of what identifies a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TargetKind {
    /// A storage buffer of f32.
    Buffer,
    /// A 2-D storage texture of this format.
    Texture(TexelFormat),
}

impl fmt::Display for TargetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer => f.write_str("a buffer"),
            Self::Texture(format) => write!(f, "a texture of {}", format.name()),
        }
    }
}

/// The way in which a kernel evaluates the samples of a domain. It does not affect their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KernelForm {
    /// Each sample is evaluated by itself.
    PerSample,
    /// The same over a grid, in the largest workgroups. All invocations of a workgroup start together, and read the instructions of a large kernel
    /// together.
    PerSampleWide,
    /// Several samples of a row are evaluated at once, and share the values at the lattice points of their cells.
    Rows {
        /// The number of samples: 4, 8 or 16.
        side: u32,
    },
    /// Several samples of a column are evaluated at once, and a workgroup shares what lies at their lattice points.
    Columns {
        /// The number of samples: 4 or 8.
        side: u32,
    },
}

/// The number of invocations of a workgroup in rows. Each has one row.
const LANES: u32 = 64;

impl KernelForm {
    /// Returns the invocations of a workgroup along x, y and z.
    pub fn workgroup(self, domain: DomainKind) -> [u32; 3] {
        match (self, domain) {
            (Self::Rows { .. }, _) => [LANES, 1, 1],
            (Self::PerSampleWide, _) => [64, 16, 1],
            (Self::PerSample | Self::Columns { .. }, DomainKind::Grid) => [64, 4, 1],
            (Self::PerSample | Self::Columns { .. }, DomainKind::Points) => [256, 1, 1],
        }
    }

    /// Returns the number of samples that are evaluated at once.
    pub(super) fn side(self) -> u32 {
        match self {
            Self::PerSample | Self::PerSampleWide => 1,
            Self::Rows { side } | Self::Columns { side } => side,
        }
    }

    /// Returns the number of samples that a workgroup evaluates along x, y and z, in a target of this size.
    pub(super) fn share(self, domain: DomainKind, size: [u32; 3]) -> [u32; 3] {
        match (self, domain) {
            (Self::Rows { .. }, _) => {
                // Workgroups take long rows where there are enough of them to fill any device, and short ones otherwise.
                let samples = size.iter().fold(1_u64, |product, &n| product.saturating_mul(n.into()));
                let columns = if samples >= 1 << 24 {
                    64
                } else if samples >= 1 << 22 {
                    32
                } else {
                    16
                };
                [columns, LANES, 1]
            }
            (Self::Columns { side }, _) => [64, 4 * side, 1],
            (Self::PerSample, DomainKind::Points) => [1024, 1, 1],
            (Self::PerSample | Self::PerSampleWide, _) => [64, 16, 1],
        }
    }
}

/// Returns the number of entries of `lattice` for an axis with this many samples: kernels in rows read up to the next multiple of 16.
pub(super) fn padded(samples: u32) -> u64 {
    u64::from(samples).next_multiple_of(16)
}

/// The position of a tile's samples in a target, without the target itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Placement {
    /// The position of the tile's first sample, in x, y and z.
    pub origin: [u32; 3],
    /// The index of the element of a buffer for the position 0, 0, 0. Unused for a texture, as are the fields below.
    pub first: u32,
    /// The number of elements of a buffer from one row to the next.
    pub row: u32,
    /// The number of elements of a buffer from one slice to the next.
    pub slice: u32,
}

/// The uniform of `field.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Parameters {
    /// The samples of the tile in x, y and z.
    pub size: [u32; 3],
    /// The number 0, which the shader compiler must not know.
    pub zero: u32,
    /// The position of the tile's first sample in the target.
    pub origin: [u32; 3],
    /// The index of the element of the buffer for the first channel of the target's first sample.
    pub first: u32,
    /// The number of elements from one row to the next.
    pub row: u32,
    /// The number of elements from one slice to the next.
    pub slice: u32,
    /// The columns of a workgroup, for kernels in rows.
    pub columns: u32,
    /// 1 if steps from sample to sample are small along every axis, for kernels in columns; 0 if they may not be.
    pub has_small_steps: u32,
}

/// An element of `walks` in `axes.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Walk {
    /// The first position: cells, then three words of the fraction.
    pub start: [u32; 4],
    /// The step from one position to the next.
    pub step: [u32; 4],
    /// The index of the first entry.
    pub first: u32,
    /// The number of entries.
    pub count: u32,
    /// The number of cells after which positions repeat, or 0 if they never do.
    pub period: u32,
    /// The interpolation of the basis.
    pub interpolation: u32,
    /// The number 0, which the shader compiler must not know.
    pub zero: u32,
    /// Padding.
    pub unused: [u32; 3],
}

/// Returns the layout entry of a buffer that a compute kernel binds.
pub(super) fn buffer_entry(binding: u32, ty: wgpu::BufferBindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    }
}
