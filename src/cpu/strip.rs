//! Where an evaluator is in a tile: the rows that are evaluated together, and the samples that they become.

use std::num::Wrapping;

use crate::value::lanes::LANES;
use crate::value::lattice::Coordinate;

/// How many rows are evaluated together, octave after octave.
pub(super) const ROWS: usize = LANES;

/// Rows of samples in a longer slice.
pub(super) struct Samples<'s> {
    pub(super) slice: &'s mut [f32],
    /// From one row to the next.
    pub(super) stride: usize,
    /// In a row.
    pub(super) count: usize,
}

impl Samples<'_> {
    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.slice.chunks_mut(self.stride).map(|row| &mut row[..self.count])
    }
}

/// The rows that are evaluated together: the index of the first, how many, and the index of their slice, in the tile.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct At {
    pub(super) y: usize,
    pub(super) rows: usize,
    pub(super) z: usize,
}

/// A coordinate without a lattice axis.
pub(super) const ORIGIN: Coordinate = Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 };
