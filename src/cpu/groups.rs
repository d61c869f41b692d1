//! Up to sixteen pixel rows side by side, and the lattice rows around them. `columns.rs` evaluates them.

use std::num::Wrapping;

use super::corners::Slice;
use crate::value::lanes::{Block, LANES};
use crate::value::lattice::{cell_after, unit};

/// Which lattice rows lie around up to sixteen pixel rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Around {
    /// Those of the points, from one to the next without a gap: of each pixel row the one below and the one above.
    Shared { below: [u32; LANES], above: [u32; LANES] },
    /// The same, of which the one above the last pixel row is no longer among the points: each pixel row lies between two of its own.
    Next(u32),
    /// Below each pixel row that of the points, above it one of these, for lattice rows are left out between.
    Apart([u32; LANES]),
}

/// Lattice rows, and the lattice plane below z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) points: [u32; LANES],
    pub(super) around: Around,
    pub(super) z: Wrapping<u32>,
}

/// The other coordinates than x of up to sixteen rows.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) place: Place,
    /// On y: how far each row lies from the lattice row below, and after how many lattice rows they repeat.
    pub(super) y: Block,
    pub(super) period: u32,
    pub(super) slice: Slice,
}

impl Group {
    /// The rows with these coordinates on y, on a lattice axis with a period, in a slice.
    pub(super) fn new(rows: &[[u32; 2]], period: u32, slice: Slice) -> Self {
        let next = |cell: u32| cell_after(Wrapping(cell), period).0;
        let (mut points, mut below, mut y) = ([0; LANES], [0; LANES], [0.0; LANES]);
        let (mut cell, mut point) = (rows[0][0], 0);
        points[0] = cell;
        let mut is_gapless = true;
        for (row, &[lower, fraction]) in rows.iter().enumerate() {
            if lower != cell {
                is_gapless &= lower == next(cell);
                (cell, point) = (lower, point + 1);
                points[point] = cell;
            }
            below[row] = point as u32;
            y[row] = unit(Wrapping(fraction));
        }
        // The lanes left over repeat the last row.
        let last = rows.len() - 1;
        let highest = y[last];
        y[last..].fill(highest);
        below[last..].fill(point as u32);
        let around = if !is_gapless {
            points = std::array::from_fn(|row| rows[row.min(last)][0]);
            Around::Apart(points.map(next))
        } else if let Some(above) = points.get_mut(point + 1) {
            *above = next(cell);
            Around::Shared { below, above: below.map(|point| point + 1) }
        } else {
            Around::Next(next(cell))
        };
        Self { place: Place { points, around, z: slice.z.cell }, y, period, slice }
    }
}
