// @generated from shaders/coordinate.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// A lattice coordinate as a value.

use super::super::builtin::{exp2, f32_of, shift_right};
use super::super::real::{Lanes, Real};
use super::lattice::Coordinate;
use super::strict::rounded;

// The cell and fraction as one number, within ±2^24. The fraction is rounded to 24 bits, halves up, so that opposite coordinates are opposite values.
#[inline(always)]
pub(crate) fn position<F: Real>(at: Coordinate<F>) -> F {
    let whole = rounded(f32_of((at.cell + at.cell.word(0x800000)) & at.cell.word(0xffffff)) - at.cell.real(exp2(23)));
    let part = f32_of(shift_right(at.fraction, 8) + (shift_right(at.fraction, 7) & at.cell.word(1))) * at.cell.real(exp2(-24));
    rounded(whole + part)
}
