//! Twin of `lattice.wgsl`: where a sample lies on one axis of the integer lattice.

use super::strict::{Real, rounded};

/// See `lattice.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coordinate {
    /// The lattice point at or below the sample.
    pub(crate) cell: i32,
    /// How far the sample lies above it, in units of 2^-32 cell.
    pub(crate) fraction: u32,
    /// After how many cells the lattice repeats; 0 for never.
    pub(crate) period: u32,
}

/// A permutation table.
pub(crate) type Table<'a> = &'a [u8; 256];

/// Twin of what `field.wgsl` reads from the storage buffer.
#[inline(always)]
pub(crate) fn permute(table: Table<'_>, index: i32) -> u32 {
    u32::from(table[(index & 255) as usize])
}

#[inline(always)]
pub(crate) fn next_cell(at: Coordinate) -> i32 {
    let next = at.cell.wrapping_add(1);
    if next as u32 == at.period { 0 } else { next }
}

#[inline(always)]
pub(crate) fn unit(fraction: u32) -> f32 {
    (fraction >> 8) as f32 * f32::from_bits(103 << 23)
}

#[inline(always)]
pub(crate) fn fade<F: Real>(t: F) -> F {
    let r = t.min(rounded(t.like(1.0) - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(t.like(6.0) * r) - t.like(15.0)) * r);
    let h = rounded((s + t.like(10.0)) * r3);
    t.select_below(0.5, h, rounded(t.like(1.0) - h))
}
