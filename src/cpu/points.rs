//! Bases at samples that share nothing: sixteen side by side, each with its own lattice cell.

use super::hash::Hash;
use super::lattice::Coordinate;
use super::perlin::{perlin_1, perlin_2, perlin_3, perlin_4};
use super::strict::Real;
use crate::program::Basis;

/// A basis at one sample, or at sixteen; `at` holds the coordinates on as many axes as it has dimensions.
#[inline(always)]
pub(super) fn value<F: Real>(basis: Basis, hash: Hash<'_>, at: &[Coordinate<F>]) -> F {
    match basis {
        Basis::Perlin { gradients, interpolation, .. } => {
            let (gradients, interpolation) = (gradients as u32, interpolation as u32);
            match *at {
                [x] => perlin_1(interpolation, hash, x),
                [x, y] => perlin_2(gradients, interpolation, hash, x, y),
                [x, y, z] => perlin_3(interpolation, hash, x, y, z),
                [x, y, z, w] => perlin_4(interpolation, hash, x, y, z, w),
                _ => unreachable!("a lattice has one to four axes"),
            }
        }
    }
}
