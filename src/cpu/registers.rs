//! Registers in memory: each holds the samples of a band, row after row, in whole blocks.

use bytemuck::{Pod, Zeroable};
use fearless_simd::{Simd, f32x16};

use super::band::Samples;
use crate::program::Register;
use crate::strict::lanes::{Block, LANES, load};

/// Sixteen numbers, aligned so that no vector spans two cache lines.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Vector(Block);

// SAFETY: it is sixteen f32, as large as its alignment, so without padding, and any bits are valid.
unsafe impl Zeroable for Vector {}
// SAFETY: as above.
unsafe impl Pod for Vector {}

impl Vector {
    pub(super) const ZERO: Self = Self([0.0; LANES]);
    const NAN: Self = Self([f32::NAN; LANES]);

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        load(simd, &self.0)
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, value: f32x16<S>) {
        self.0 = value.into();
    }

    /// Returns the same number in all lanes.
    pub(super) fn splat(number: f32) -> Self {
        Self([number; LANES])
    }
}

/// Writes as many of sixteen values as there are samples.
#[inline(always)]
pub(super) fn put<S: Simd>(samples: &mut [f32], values: f32x16<S>) {
    match samples.first_chunk_mut::<LANES>() {
        Some(samples) => *samples = values.into(),
        None => put_rest(samples, &values.into()),
    }
}

/// Not inlined: otherwise compilers merge both branches into one copy of variable length.
#[cold]
#[inline(never)]
fn put_rest(samples: &mut [f32], values: &Block) {
    samples.copy_from_slice(&values[..samples.len()]);
}

/// A row of samples in blocks, of which the last may be partial. Like [`put`], for code that writes whole rows.
pub(super) struct Row<'s> {
    whole: &'s mut [Block],
    rest: &'s mut [f32],
    last: Block,
}

impl<'s> Row<'s> {
    #[inline(always)]
    pub(super) fn new(samples: &'s mut [f32]) -> Self {
        let (whole, rest) = samples.as_chunks_mut();
        let mut last = [0.0; LANES];
        last[..rest.len()].copy_from_slice(rest);
        Self { whole, rest, last }
    }

    #[inline(always)]
    pub(super) fn block(&mut self, number: usize) -> &mut Block {
        self.whole.get_mut(number).unwrap_or(&mut self.last)
    }

    /// Returns the whole blocks, and the partial one if there is one.
    pub(super) fn parts(&mut self) -> [&mut [Block]; 2] {
        let filled = usize::from(!self.rest.is_empty());
        [self.whole, &mut std::slice::from_mut(&mut self.last)[..filled]]
    }

    /// Writes the partial block.
    #[inline(always)]
    pub(super) fn end(self) {
        self.rest.copy_from_slice(&self.last[..self.rest.len()]);
    }
}

/// All registers of a program.
pub(super) struct Registers<'a> {
    /// The index in `vectors` of each.
    places: &'a [usize],
    vectors: Vec<Vec<Vector>>,
    /// The number of blocks of a row.
    blocks: usize,
    /// The number of rows.
    rows: usize,
}

impl<'a> Registers<'a> {
    /// Creates registers in `count` places, for rows of this many blocks.
    pub(super) fn new(places: &'a [usize], count: usize, blocks: usize, rows: usize) -> Self {
        Self { places, vectors: vec![vec![]; count], blocks, rows }
    }

    pub(super) fn of(&self, register: Register) -> &[Vector] {
        &self.vectors[self.places[register.0 as usize]]
    }

    /// Takes a register to assign it; [`put`](Self::put) puts it back.
    pub(super) fn take(&mut self, register: Register) -> Vec<Vector> {
        let mut vectors = std::mem::take(&mut self.vectors[self.places[register.0 as usize]]);
        vectors.resize(self.rows * self.blocks, Vector::NAN);
        vectors
    }

    pub(super) fn put(&mut self, register: Register, vectors: Vec<Vector>) {
        self.vectors[self.places[register.0 as usize]] = vectors;
    }

    pub(super) fn swap(&mut self, a: Register, b: Register) {
        self.vectors.swap(self.places[a.0 as usize], self.places[b.0 as usize]);
    }

    /// Returns rows of a register that was taken, in whole blocks.
    pub(super) fn rows<'v>(&self, vectors: &'v mut [Vector], rows: usize) -> Samples<'v> {
        let stride = self.blocks * LANES;
        Samples { slice: &mut bytemuck::cast_slice_mut(vectors)[..rows * stride], stride, count: stride }
    }
}
