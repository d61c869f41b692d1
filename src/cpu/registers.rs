//! Registers in memory: of each the samples of up to sixteen rows of a strip, row after row, or pixel column after pixel column.

use bytemuck::{Pod, Zeroable};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use crate::value::lanes::{Block, LANES, load};
use crate::value::strict::settled;

/// Sixteen samples, aligned so that no vector lies in two lines of the cache: neighbours in a row, or a pixel column of sixteen rows.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Vector(Block);

impl Vector {
    pub(super) const ZERO: Self = Self([0.0; LANES]);
    pub(super) const NAN: Self = Self([f32::NAN; LANES]);

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        load(simd, &self.0)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, value: f32x16<S>) {
        self.0 = value.into();
    }

    /// The same number in all lanes.
    pub(super) fn splat(number: f32) -> Self {
        Self([number; LANES])
    }
}

/// The samples of some vectors, one after the other.
pub(super) fn samples(vectors: &mut [Vector]) -> &mut [f32] {
    bytemuck::cast_slice_mut(vectors)
}

/// Some vectors as blocks, which need not be aligned.
pub(super) fn blocks(vectors: &mut [Vector]) -> &mut [Block] {
    bytemuck::cast_slice_mut(vectors)
}

/// Turns pixel columns into rows, in squares of sixteen: then the number of a row is that of its vector in each square.
#[inline(always)]
pub(super) fn turn<S: Simd>(simd: S, columns: &mut [Vector]) {
    for square in columns.as_chunks_mut::<LANES>().0 {
        let mut lanes = [f32x16::splat(simd, 0.0); LANES];
        for (lanes, column) in lanes.iter_mut().zip(&*square) {
            *lanes = column.load(simd);
        }
        // Each round doubles how many neighbours of a row lie side by side.
        for _ in 0..LANES.ilog2() {
            let (first, second) = lanes.split_at(LANES / 2);
            let mut merged = lanes;
            for ((to, first), second) in merged.as_chunks_mut::<2>().0.iter_mut().zip(first).zip(second) {
                *to = [first.zip_low(*second), first.zip_high(*second)];
            }
            lanes = merged;
        }
        for (lanes, column) in lanes.into_iter().zip(square) {
            column.store(lanes);
        }
    }
}

/// Writes columns into rows, settled. The columns are used up.
#[inline(always)]
pub(super) fn write_rows<'r, S: Simd>(simd: S, columns: &mut [Vector], rows: impl Iterator<Item = &'r mut [f32]>) {
    turn(simd, columns);
    let squares = columns.as_chunks::<LANES>().0;
    // Row after row, since sixteen rows of a picture easily fall into one set of the cache.
    for (number, row) in rows.enumerate() {
        let (whole, rest) = row.as_chunks_mut();
        for (samples, square) in whole.iter_mut().zip(squares) {
            *samples = settled(square[number].load(simd)).into();
        }
        if let Some(square) = squares.get(whole.len()) {
            let last: Block = settled(square[number].load(simd)).into();
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }
}
