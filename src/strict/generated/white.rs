// @generated from shaders/white.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// White noise: each lattice cell has its own value, from -1 to below 1, uniformly distributed and independent of all others.

use super::super::real::{Lanes, Real};
use super::hash::{hash_3, hash_4, hash_value};
use super::lattice::Coordinate;

#[inline(always)]
pub(crate) fn white_1<F: Real>(key: [u32; 2], x: Coordinate<F>) -> F {
    hash_value(hash_3(key, x.cell, x.cell.word(0), x.cell.word(0)))
}

// The slice z = 0 of the noise in three dimensions.
#[inline(always)]
pub(crate) fn white_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    hash_value(hash_3(key, x.cell, y.cell, x.cell.word(0)))
}

#[inline(always)]
pub(crate) fn white_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    hash_value(hash_3(key, x.cell, y.cell, z.cell))
}

#[inline(always)]
pub(crate) fn white_4<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    hash_value(hash_4(key, x.cell, y.cell, z.cell, w.cell))
}
