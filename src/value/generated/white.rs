// @generated from shaders/white.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// White noise: each lattice cell has its own value, from -1 to below 1, uniformly distributed and independent of all others. With a permutation table the
// value is one of 256 and repeats every 256 cells.

use super::super::number::{Lanes, Real};
use super::hash::{Hash, hash_3, hash_4, hash_value};
use super::lattice::Coordinate;

#[inline(always)]
pub(crate) fn white_1<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, x.cell.word(0), x.cell.word(0)))
}

// The slice z = 0 of `white_3`.
#[inline(always)]
pub(crate) fn white_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, y.cell, x.cell.word(0)))
}

#[inline(always)]
pub(crate) fn white_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, y.cell, z.cell))
}

// With the lattice hash, its slice w = 0 is `white_3`.
#[inline(always)]
pub(crate) fn white_4<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    hash_value(hash, hash_4(hash, x.cell, y.cell, z.cell, w.cell))
}
