//! Twin of `checker.wgsl`: a checkerboard.
#![allow(dead_code)]

use super::lattice::Coordinate;
use super::strict::{Real, Word, select};

#[inline(always)]
pub(crate) fn checker_of<W: Word>(sum: W) -> W::Real {
    select(sum.float().like(1.0), -sum.float().like(1.0), (sum & sum.like(1)).equals(sum.like(1)))
}

#[inline(always)]
pub(crate) fn checker_1<F: Real>(x: Coordinate<F>) -> F {
    checker_of(x.cell)
}

#[inline(always)]
pub(crate) fn checker_2<F: Real>(x: Coordinate<F>, y: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell)
}

#[inline(always)]
pub(crate) fn checker_3<F: Real>(x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell + z.cell)
}

#[inline(always)]
pub(crate) fn checker_4<F: Real>(x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    checker_of(x.cell + y.cell + z.cell + w.cell)
}
