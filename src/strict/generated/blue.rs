// @generated from shaders/blue.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Blue noise: each lattice cell has a value, from -1 to below 1, and cells with similar values lie far apart. The values are the ranks of a square of 64 by 64
// cells, which repeats. The seed moves the square by whole cells.

use super::super::builtin::{exp2, f32_of, shift_left};
use super::super::by_hand::blue_rank;
use super::super::real::{Lanes, Real};
use super::lattice::Coordinate;
use super::strict::rounded;

#[inline(always)]
pub(crate) fn blue_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    let column = (x.cell + x.cell.word(key[0])) & x.cell.word(63);
    let row = (y.cell + x.cell.word(key[1])) & x.cell.word(63);
    let rank = blue_rank(shift_left(row, 6) | column);
    // Half a rank above its lower bound, so that the mean is 0.
    rounded(f32_of(shift_left(rank, 1) | x.cell.word(1)) * x.cell.real(exp2(-12)) - x.cell.real(1.0))
}
