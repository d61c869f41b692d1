//! The components of Perlin's gradients, as vectors to pick from by the low four bits of a hash.

use std::num::Wrapping;

use fearless_simd::{Simd, f32x16};

use super::lanes::{Block, LANES, load};
use super::perlin::{gradient_classic, gradient_x, gradient_y, gradient_z};
use crate::graph::GradientSet;

/// Made once, loaded where it is used.
#[derive(Clone, Copy)]
pub(super) struct Gradients([Block; 3]);

impl Gradients {
    pub(super) fn new(set: GradientSet) -> Self {
        let by_hash = |component: fn(Wrapping<u32>) -> f32| std::array::from_fn(|hash| component(Wrapping(hash as u32)));
        Self(match set {
            GradientSet::Improved => [by_hash(gradient_x), by_hash(gradient_y), by_hash(gradient_z)],
            GradientSet::Classic => [by_hash(|hash| gradient_classic(hash, 0)), by_hash(|hash| gradient_classic(hash, 6)), [0.0; LANES]],
        })
    }

    /// The x, y and z components.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> [f32x16<S>; 3] {
        [load(simd, &self.0[0]), load(simd, &self.0[1]), load(simd, &self.0[2])]
    }
}
