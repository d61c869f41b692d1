//! Where an evaluator is in a tile: the rows that are evaluated together, and the samples that they become.

use std::num::Wrapping;

use fearless_simd::{Simd, f32x16};

use crate::value::lanes::{Block, LANES};
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

    /// A row, up to the next.
    pub(super) fn padded_row(&self, number: usize) -> &[f32] {
        let start = number * self.stride;
        &self.slice[start..self.slice.len().min(start + self.stride)]
    }
}

/// What is done with a row of samples and its number, once it is there.
pub(super) type Then<'f> = &'f mut dyn FnMut(usize, &[f32]);

/// Writes as many of sixteen values as there are samples.
#[inline(always)]
pub(super) fn put_first<S: Simd>(samples: &mut [f32], values: f32x16<S>) {
    match samples.first_chunk_mut::<LANES>() {
        Some(samples) => *samples = values.into(),
        None => put_rest(samples, &values.into()),
    }
}

/// By itself: otherwise compilers make one copy of any length of both ways.
#[cold]
#[inline(never)]
fn put_rest(samples: &mut [f32], values: &Block) {
    samples.copy_from_slice(&values[..samples.len()]);
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

/// An entry of a lattice that has no period.
pub(super) fn coordinate_of([cell, fraction]: [u32; 2]) -> Coordinate {
    Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period: 0 }
}

/// How far a coordinate lies after another, in units of 2^-32 cell.
pub(super) fn distance(from: Coordinate, to: Coordinate) -> i64 {
    let place = |at: Coordinate| (u64::from(at.cell.0) << 32) | u64::from(at.fraction.0);
    place(to).wrapping_sub(place(from)) as i64
}
