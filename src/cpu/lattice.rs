//! Twin of `lattice.wgsl`: where a sample lies on one axis of the integer lattice.

use super::strict::rounded;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coordinate {
    pub cell: i32,
    pub fraction: u32,
    pub period: u32,
}

pub type Table<'a> = &'a [u8; 256];

/// Twin of what `field.wgsl` reads from the storage buffer.
pub fn permute(table: Table<'_>, index: i32) -> u32 {
    u32::from(table[(index & 255) as usize])
}

pub fn next_cell(at: Coordinate) -> i32 {
    let next = at.cell.wrapping_add(1);
    if next as u32 == at.period { 0 } else { next }
}

pub fn unit(fraction: u32) -> f32 {
    (fraction >> 8) as f32 * f32::from_bits(103 << 23)
}

pub fn fade(t: f32) -> f32 {
    let r = t.min(rounded(1.0 - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(6.0 * r) - 15.0) * r);
    let h = rounded((s + 10.0) * r3);
    if t < 0.5 { h } else { rounded(1.0 - h) }
}
