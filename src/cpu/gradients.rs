//! The components of Perlin's gradients, as vectors to pick from by the low four bits of a hash.

use fearless_simd::{Simd, f32x16};

use super::lanes::{Block, load};
use super::perlin::{gradient_x, gradient_y, gradient_z};

/// Made once, loaded where it is used.
#[derive(Clone, Copy)]
pub(super) struct Gradients([Block; 3]);

impl Gradients {
    pub(super) fn new() -> Self {
        Self([gradient_x, gradient_y, gradient_z].map(|component| std::array::from_fn(|hash| component(hash as u32))))
    }

    /// The x, y and z components.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> [f32x16<S>; 3] {
        [load(simd, &self.0[0]), load(simd, &self.0[1]), load(simd, &self.0[2])]
    }
}
