//! Runs a program over strips of a tile, a register being a slice of a row.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::hash::{self, Hash};
use super::lanes::{LANES, each_block, load};
use super::lattice::Coordinate;
use super::rows::{self, Perlin, PerlinRows, Row};
use super::{fractal, modify, points, strict};
use crate::coordinates::Tables;
use crate::graph::HashKind;
use crate::program::{Basis, Fractal, Operation, Program, Register};
use crate::region::DomainKind;

/// The bytes that a strip's samples and the tables and linear forms of one octave should take, found by measuring: more falls out of the first level
/// of the cache, less spends its time on starting strips.
const STRIP_BYTES: u64 = 64 << 10;

/// How many rows are evaluated together, octave after octave.
pub(super) const ROWS: usize = 8;

/// How many samples of a row are in a strip: whole blocks, 256 to 4096.
pub(super) fn strip(program: &Program, tables: &Tables, width: usize) -> usize {
    // A sample takes 4 bytes a row; in an octave of a basis 16 for its own tables, and those of its lattice column 40.
    let mut forms = 0;
    for (_, axis) in program.structure().bases() {
        for octave in 0..program.values().axes[axis as usize].octaves.len() {
            let cell = |index| tables.coordinate(axis as usize, octave, index).cell;
            let cells = u64::from((cell(width - 1).0 as i32).abs_diff(cell(0).0 as i32));
            forms = forms.max(16 * width as u64 + 40 * cells.min(2 * width as u64));
        }
    }
    let samples = STRIP_BYTES * width as u64 / (4 * (ROWS * width) as u64 + forms);
    (samples as usize).clamp(256, 4096).next_multiple_of(LANES)
}

/// Rows of samples in a longer slice.
pub(super) struct Samples<'s> {
    pub(super) slice: &'s mut [f32],
    /// From one row to the next.
    pub(super) stride: usize,
    /// In a row.
    pub(super) count: usize,
}

impl Samples<'_> {
    fn rows(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.slice.chunks_mut(self.stride).map(|row| &mut row[..self.count])
    }
}

/// The rows that are evaluated together: the index of the first, how many, and the index of their slice, in the tile.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) y: usize,
    pub(super) rows: usize,
    pub(super) z: usize,
}

/// Evaluates one strip of a tile, a few rows after the other.
pub(super) struct Evaluator<'a, S> {
    simd: S,
    program: &'a Program,
    tables: &'a Tables,
    kind: DomainKind,
    /// The index along x of the strip's first sample, in the tile.
    start: usize,
    count: usize,
    /// Of the rows that are evaluated together, each padded to whole blocks.
    registers: Vec<Vec<f32>>,
    /// The rows of each basis, by octave; none for points.
    rows: Vec<Vec<PerlinRows<'a>>>,
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// An evaluator of so many samples a row from `start` on, at most so many rows together.
    #[inline(always)]
    pub(super) fn new(
        simd: S,
        program: &'a Program,
        tables: &'a Tables,
        kind: DomainKind,
        start: usize,
        count: usize,
        rows: usize,
    ) -> Self {
        let structure = program.structure();
        let registers = vec![vec![f32::NAN; rows * count.next_multiple_of(LANES)]; structure.registers as usize];
        let mut evaluator = Self { simd, program, tables, kind, start, count, registers, rows: vec![] };
        if kind == DomainKind::Grid {
            evaluator.rows.resize_with(structure.bases as usize, Vec::new);
            evaluator.prepare(&structure.body, 1, count);
        }
        evaluator
    }

    /// Makes the rows of each basis, for as many octaves as the loops around it have.
    fn prepare(&mut self, operations: &'a [Operation], octaves: usize, count: usize) {
        let (program, simd) = (self.program, self.simd);
        let values = program.values();
        for operation in operations {
            match operation {
                Operation::Basis { basis, index, axis, .. } => {
                    let Basis::Perlin { dimensions, gradients, interpolation, .. } = *basis;
                    let noise = Perlin { dimensions, hash: self.hash(*basis, *index), gradients, interpolation };
                    self.rows[*index as usize] = (0..octaves)
                        .map(|octave| {
                            let at = |pixel| self.coordinate(*axis, octave, self.start + pixel);
                            simd.vectorize(
                                #[inline(always)]
                                || PerlinRows::new(simd, noise, count, at),
                            )
                        })
                        .collect();
                }
                Operation::Fractal { index, body, .. } => self.prepare(body, octaves * values.octaves[*index as usize] as usize, count),
                Operation::ScaleOffset { .. } => {}
            }
        }
    }

    /// Evaluates the strip's samples in at most [`ROWS`] rows of the tile.
    pub(super) fn evaluate(&mut self, at: At, samples: &mut Samples<'_>) {
        let structure = self.program.structure();
        self.run(&structure.body, 0, at, Some((structure.outputs[0], samples)));
    }

    /// Assigns the registers of operations in the octave that `octave` counts over all the loops around. One register may lie in a slice of the
    /// caller's.
    fn run(&mut self, operations: &'a [Operation], octave: usize, at: At, mut output: Option<(Register, &mut Samples<'_>)>) {
        for operation in operations {
            let register = operation.result();
            match &mut output {
                Some((output, samples)) if *output == register => self.assign(operation, octave, at, samples),
                _ => {
                    let mut target = std::mem::take(&mut self.registers[register.0 as usize]);
                    let stride = self.stride();
                    let mut samples = Samples { slice: &mut target[..at.rows * stride], stride, count: self.count };
                    self.assign(operation, octave, at, &mut samples);
                    self.registers[register.0 as usize] = target;
                }
            }
        }
    }

    /// From one row of a register to the next.
    fn stride(&self) -> usize {
        self.count.next_multiple_of(LANES)
    }

    fn assign(&mut self, operation: &'a Operation, octave: usize, at: At, target: &mut Samples<'_>) {
        let (program, simd) = (self.program, self.simd);
        let values = program.values();
        match operation {
            Operation::Basis { basis, index, axis, .. } => match self.kind {
                DomainKind::Points => self.points(*basis, *index, *axis, octave, target),
                DomainKind::Grid => self.perlin_rows(
                    *index,
                    *axis,
                    basis.dimensions(),
                    octave,
                    at,
                    target,
                    #[inline(always)]
                    |_, value| strict::settled(value),
                ),
            },
            Operation::Fractal { fractal: Fractal::Fbm, index, body, source, weight, scale, .. } => {
                let octaves = values.octaves[*index as usize] as usize;
                let weights = &values.octave_scalars[weight.0 as usize];
                let zero = f32x16::splat(simd, 0.0);
                for (k, &weight) in weights.iter().enumerate() {
                    let octave = octave * octaves + k;
                    let weight = f32x16::splat(simd, weight);
                    match &body[..] {
                        // The octaves of a basis are added as they come, without a register between. They need no settling first, since weights lie
                        // within ±1 and what is added is settled.
                        [Operation::Basis { basis, index, axis, .. }] if self.kind == DomainKind::Grid => {
                            self.perlin_rows(
                                *index,
                                *axis,
                                basis.dimensions(),
                                octave,
                                at,
                                target,
                                #[inline(always)]
                                |sum, value| fractal::fbm_octave(if k == 0 { zero } else { sum }, weight, value),
                            );
                        }
                        _ => {
                            self.run(body, octave, at, None);
                            self.zip(
                                *source,
                                target,
                                #[inline(always)]
                                |sum, value| fractal::fbm_octave(if k == 0 { zero } else { sum }, weight, value),
                            );
                        }
                    }
                }
                let scale = values.scalars[scale.0 as usize];
                self.each(
                    target,
                    #[inline(always)]
                    |sum| fractal::fbm_total(sum, f32x16::splat(simd, scale)),
                );
            }
            Operation::ScaleOffset { source, scale, offset, .. } => {
                let (scale, offset) = (values.scalars[scale.0 as usize], values.scalars[offset.0 as usize]);
                self.zip(
                    *source,
                    target,
                    #[inline(always)]
                    |_, value| modify::scale_offset(value, f32x16::splat(simd, scale), f32x16::splat(simd, offset)),
                );
            }
        }
    }

    /// Replaces each sample by a function of itself.
    fn each(&self, target: &mut Samples<'_>, function: impl Fn(f32x16<S>) -> f32x16<S>) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                for row in target.rows() {
                    each_block(
                        row,
                        #[inline(always)]
                        |_, samples| *samples = function(load(simd, samples)).into(),
                    );
                }
            },
        );
    }

    /// Replaces each sample by a function of itself and of a register.
    fn zip(&self, register: Register, target: &mut Samples<'_>, function: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>) {
        let simd = self.simd;
        let source = self.registers[register.0 as usize].chunks(self.stride());
        simd.vectorize(
            #[inline(always)]
            || {
                for (row, source) in target.rows().zip(source) {
                    let source = source.as_chunks().0;
                    each_block(
                        row,
                        #[inline(always)]
                        |block, samples| *samples = function(load(simd, samples), load(simd, &source[block])).into(),
                    );
                }
            },
        );
    }

    #[expect(clippy::too_many_arguments, reason = "a basis, where it is evaluated, and what becomes of the values")]
    #[inline(always)]
    fn perlin_rows(
        &mut self,
        basis: u32,
        axis: u32,
        dimensions: u8,
        octave: usize,
        at: At,
        target: &mut Samples<'_>,
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>,
    ) {
        let (simd, tables) = (self.simd, self.tables);
        let other = |number: u8, index: usize| {
            if number < dimensions {
                tables.coordinate((axis + u32::from(number)) as usize, octave, index)
            } else {
                Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 }
            }
        };
        let rows = &mut self.rows[basis as usize][octave];
        simd.vectorize(
            #[inline(always)]
            || {
                let (z, w) = (other(2, at.z), other(3, 0));
                for (number, samples) in target.rows().enumerate() {
                    rows.row(simd, Row { y: other(1, at.y + number), z, w, slice: at.z }, samples, &combine);
                }
            },
        );
    }

    /// Points make one row.
    fn points(&self, basis: Basis, index: u32, axis: u32, octave: usize, target: &mut Samples<'_>) {
        let (simd, count) = (self.simd, target.count);
        let target = &mut target.slice[..count];
        let hash = self.hash(basis, index);
        simd.vectorize(
            #[inline(always)]
            || {
                each_block(
                    target,
                    #[inline(always)]
                    |block, samples| {
                        let mut at = [rows::splat(simd, Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 }); 4];
                        let dimensions = usize::from(basis.dimensions());
                        for (number, at) in at[..dimensions].iter_mut().enumerate() {
                            let (mut cells, mut fractions) = ([0; LANES], [0; LANES]);
                            for lane in 0..LANES {
                                let one = self.coordinate(axis + number as u32, octave, self.start + (block * LANES + lane).min(count - 1));
                                (cells[lane], fractions[lane], at.period) = (one.cell.0, one.fraction.0, one.period);
                            }
                            (at.cell, at.fraction) = (u32x16::load_array(simd, cells), u32x16::load_array(simd, fractions));
                        }
                        let value: f32x16<S> = points::value(basis, hash, &at[..dimensions]);
                        *samples = strict::settled(value).into();
                    },
                );
            },
        );
    }

    /// Where a basis takes its hashes from.
    fn hash(&self, basis: Basis, index: u32) -> Hash<'a> {
        const NO_TABLE: [u8; 256] = [0; 256];
        let values = self.program.values();
        let key = values.keys[index as usize];
        match basis.hash() {
            HashKind::Table => Hash { kind: hash::TABLE, table: &values.tables[key[0] as usize].0, key },
            HashKind::Lattice => Hash { kind: hash::LATTICE, table: &NO_TABLE, key },
        }
    }

    /// The coordinate on a lattice axis in an octave, at the sample with this index along the axis in the tile.
    #[inline(always)]
    fn coordinate(&self, axis: u32, octave: usize, index: usize) -> Coordinate {
        self.tables.coordinate(axis as usize, octave, index)
    }
}
