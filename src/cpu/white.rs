//! Twin of `white.wgsl`: white noise.
#![allow(dead_code)]

use super::hash::{Hash, hash_3, hash_4, hash_value};
use super::lattice::Coordinate;
use super::strict::{Real, Word};

#[inline(always)]
pub(crate) fn white_1<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, x.cell.like(0), x.cell.like(0)))
}

#[inline(always)]
pub(crate) fn white_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, y.cell, x.cell.like(0)))
}

#[inline(always)]
pub(crate) fn white_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    hash_value(hash, hash_3(hash, x.cell, y.cell, z.cell))
}

#[inline(always)]
pub(crate) fn white_4<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    hash_value(hash, hash_4(hash, x.cell, y.cell, z.cell, w.cell))
}
