// @generated from shaders/checker.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// A checkerboard: 1 in lattice cells with an even sum of cell numbers, -1 in all others. With an odd period, two equal cells are neighbours where it repeats.

use super::super::builtin::{equal, select};
use super::super::real::{Real, Word};
use super::lattice::Coordinate;

#[inline(always)]
pub(crate) fn checker_of<W: Word>(sum: W) -> W::Real {
    select(sum.real(1.0), sum.real(-1.0), equal(sum & sum.word(1), sum.word(1)))
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
