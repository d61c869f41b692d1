//! Twin of `coordinate.wgsl`: a lattice coordinate as a value.

use super::lattice::Coordinate;
use super::strict::{Real, Word, rounded};

#[inline(always)]
pub(crate) fn position<F: Real>(at: Coordinate<F>) -> F {
    let cell = at.cell;
    let whole = ((cell + cell.like(0x80_0000)) & cell.like(0xFF_FFFF)).number();
    let whole = rounded(whole - whole.like(8_388_608.0));
    let part = (at.fraction.right(8) + (at.fraction.right(7) & cell.like(1))).number();
    rounded(whole + part * part.like(f32::from_bits(103 << 23)))
}
