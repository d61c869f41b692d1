//! What kernels and those who feed them agree on: kinds of targets, forms, workgroups, and the sizes of what they bind.

use bytemuck::{Pod, Zeroable};

use super::phases::Phases;
use super::texel::TexelFormat;
use crate::program::{Operation, Structure};
use crate::region::DomainKind;

/// The words of a permutation table in the binding `permutations`, each of which holds four entries.
pub const PERMUTATION_WORDS: usize = 256;

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

/// How a kernel evaluates the samples of a domain, which don't depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KernelForm {
    /// Each sample by itself.
    Straight,
    /// So many samples of a row at once, which share what lies at the lattice points of their cells.
    Rows {
        /// How many: 4, 8 or 16.
        side: u32,
    },
}

/// Lanes of a workgroup in rows, each of which has a row.
const LANES: u32 = 64;

/// The most values of a row that a workgroup has in its memory at once, with one more place for each of its rows. Beyond, so few workgroups have room that
/// rows gain nothing over samples by themselves.
const MOST_ABREAST: usize = 32;

/// With more than these a hardware GPU has room for fewer workgroups at once.
const GOOD_ABREAST: usize = 16;

impl KernelForm {
    /// The form for a structure: rows where it has bases that take them and the domain is a grid.
    pub fn of(structure: &Structure, domain: DomainKind) -> Self {
        let Phases { along, kept, .. } = Phases::of(structure);
        let takes_rows = domain == DomainKind::Grid && !kept.is_empty();
        let fitting = [(16, GOOD_ABREAST), (8, GOOD_ABREAST), (4, MOST_ABREAST)].into_iter();
        let fitting = fitting.filter(|(side, most)| *side as usize * kept.len() <= *most).map(|(side, _)| side);
        // Each step is written once for each of the samples, so that long texts have fewer: with 64 of them SwiftShader's compiler takes minutes and gigabytes.
        let (steps, is_mixed) = steps(structure, along);
        let fitting = fitting.filter(|side| side * steps <= 48 && !is_mixed || *side == 4);
        match fitting.max().filter(|_| takes_rows) {
            Some(side) => Self::Rows { side },
            None => Self::Straight,
        }
    }

    /// The invocations of a workgroup.
    pub fn workgroup(self, domain: DomainKind) -> [u32; 3] {
        match (self, domain) {
            (Self::Rows { .. }, _) => [LANES, 1, 1],
            (Self::Straight, DomainKind::Grid) => [64, 4, 1],
            (Self::Straight, DomainKind::Points) => [256, 1, 1],
        }
    }

    /// The samples that a workgroup evaluates along x, y and z of so many.
    pub(super) fn share(self, domain: DomainKind, size: [u32; 3]) -> [u32; 3] {
        match (self, domain) {
            (Self::Rows { .. }, _) => {
                // A march is long where there are enough workgroups to fill any device, and short where there are not.
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
            (Self::Straight, DomainKind::Grid) => [64, 16, 1],
            (Self::Straight, DomainKind::Points) => [1024, 1, 1],
        }
    }
}

/// How many steps operations have, and whether one of them is a basis that is evaluated sample by sample.
fn steps<'a>(structure: &Structure, operations: impl IntoIterator<Item = &'a Operation>) -> (u32, bool) {
    let of_each = operations.into_iter().map(|operation| match operation {
        Operation::Basis { .. } => (1, !structure.is_in_rows(operation)),
        Operation::Loop { body, .. } => steps(structure, body),
        Operation::Derivatives { .. } => (1, true),
        Operation::Call { .. } => (1, false),
    });
    of_each.fold((0, false), |(steps, is_mixed), (more, also)| (steps + more, is_mixed | also))
}

/// How many entries of `lattice` an axis of so many samples has: kernels in rows go on to the next multiple of 16.
pub(super) fn padded(samples: u32) -> u64 {
    u64::from(samples).next_multiple_of(16)
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
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
    /// In rows the columns of a workgroup.
    pub columns: u32,
    /// No meaning.
    pub unused: u32,
}

/// A member of `walks` in `axes.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Walk {
    /// The first position: cells and three words below.
    pub start: [u32; 4],
    /// The way to the next.
    pub step: [u32; 4],
    /// The first entry.
    pub first: u32,
    /// How many entries there are.
    pub count: u32,
    /// After how many cells positions repeat; 0 for never.
    pub period: u32,
    /// The interpolation of the basis.
    pub interpolation: u32,
    /// The number 0, which no shader compiler may know.
    pub zero: u32,
    /// No meaning.
    pub unused: [u32; 3],
}

/// A buffer that a compute kernel binds.
pub(super) fn buffer_entry(binding: u32, ty: wgpu::BufferBindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    }
}
