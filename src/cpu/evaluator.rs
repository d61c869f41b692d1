//! Runs a program over strips of a tile, a register being a slice of a row.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::lanes::{LANES, each_block, load};
use super::lattice::Coordinate;
use super::points::Gradients;
use super::rows::{PerlinRows, Row};
use super::{fractal, modify, perlin, points, strict};
use crate::coordinates::Tables;
use crate::program::{Basis, Fractal, Operation, Program, Register};
use crate::region::DomainKind;

/// The bytes that a strip's tables and linear forms should take, so that they stay in the first level of the cache.
const STRIP_BYTES: u64 = 32 << 10;

/// How many samples of a row are in a strip: whole blocks, 256 to 4096.
pub(super) fn strip(program: &Program, tables: &Tables, width: usize) -> usize {
    // A sample takes 4 bytes, and in each octave of a basis 12 for its own tables and 44 for those of its lattice column.
    let mut bytes = 4 * width as u64;
    for (_, axis) in program.structure().bases() {
        for octave in 0..program.values().axes[axis as usize].octaves.len() {
            let cell = |index| tables.coordinate(axis as usize, octave, index).cell;
            let cells = u64::from(cell(width - 1).abs_diff(cell(0)));
            bytes += 12 * width as u64 + 44 * cells.min(width as u64);
        }
    }
    let samples = STRIP_BYTES * width as u64 / bytes;
    (samples as usize).clamp(256, 4096).next_multiple_of(LANES)
}

/// Evaluates one strip of a tile, row after row.
pub(super) struct Evaluator<'a, S> {
    simd: S,
    program: &'a Program,
    tables: &'a Tables,
    kind: DomainKind,
    /// The index along x of the strip's first sample, in the tile.
    start: usize,
    count: usize,
    /// Padded to whole blocks.
    registers: Vec<Vec<f32>>,
    /// The rows of each basis, by octave; none for points.
    rows: Vec<Vec<PerlinRows<'a>>>,
    gradients: Gradients,
}

impl<'a, S: Simd> Evaluator<'a, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, program: &'a Program, tables: &'a Tables, kind: DomainKind, start: usize, count: usize) -> Self {
        let structure = program.structure();
        let registers = vec![vec![f32::NAN; count.next_multiple_of(LANES)]; structure.registers as usize];
        let mut evaluator = Self { simd, program, tables, kind, start, count, registers, rows: vec![], gradients: Gradients::new() };
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
                Operation::Basis { basis: Basis::Perlin(dimensions), index, axis, .. } => {
                    let table = &values.tables[values.basis_tables[*index as usize] as usize].0;
                    self.rows[*index as usize] = (0..octaves)
                        .map(|octave| {
                            let at = |pixel| self.coordinate(*axis, octave, self.start + pixel);
                            simd.vectorize(
                                #[inline(always)]
                                || PerlinRows::new(simd, *dimensions, table, count, at),
                            )
                        })
                        .collect();
                }
                Operation::Fractal { index, body, .. } => self.prepare(body, octaves * values.octaves[*index as usize] as usize, count),
                Operation::ScaleOffset { .. } => {}
            }
        }
    }

    /// Evaluates the strip's samples of one row of the tile.
    pub(super) fn row(&mut self, y: usize, z: usize, samples: &mut [f32]) {
        let structure = self.program.structure();
        let at = [y, z];
        self.run(&structure.body, 0, at, Some((structure.outputs[0], samples)));
    }

    /// Assigns the registers of operations in the octave that `octave` counts over all the loops around. One register may lie in a slice of the
    /// caller's.
    fn run(&mut self, operations: &'a [Operation], octave: usize, at: [usize; 2], mut output: Option<(Register, &mut [f32])>) {
        for operation in operations {
            let register = operation.result();
            match &mut output {
                Some((output, samples)) if *output == register => self.assign(operation, octave, at, samples),
                _ => {
                    let mut target = std::mem::take(&mut self.registers[register.0 as usize]);
                    self.assign(operation, octave, at, &mut target[..self.count]);
                    self.registers[register.0 as usize] = target;
                }
            }
        }
    }

    fn assign(&mut self, operation: &'a Operation, octave: usize, at: [usize; 2], target: &mut [f32]) {
        let (program, simd) = (self.program, self.simd);
        let values = program.values();
        match operation {
            Operation::Basis { basis: Basis::Perlin(dimensions), index, axis, .. } => match self.kind {
                DomainKind::Points => self.perlin_points(*dimensions, *index, *axis, octave, target),
                DomainKind::Grid => self.perlin_row(
                    *index,
                    *axis,
                    *dimensions,
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
                        [Operation::Basis { basis: Basis::Perlin(dimensions), index, axis, .. }] if self.kind == DomainKind::Grid => {
                            self.perlin_row(
                                *index,
                                *axis,
                                *dimensions,
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
    fn each(&self, target: &mut [f32], function: impl Fn(f32x16<S>) -> f32x16<S>) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || {
                each_block(
                    target,
                    #[inline(always)]
                    |_, samples| *samples = function(load(simd, samples)).into(),
                );
            },
        );
    }

    /// Replaces each sample by a function of itself and of a register.
    fn zip(&self, register: Register, target: &mut [f32], function: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>) {
        let simd = self.simd;
        let source = self.registers[register.0 as usize].as_chunks().0;
        simd.vectorize(
            #[inline(always)]
            || {
                each_block(
                    target,
                    #[inline(always)]
                    |block, samples| *samples = function(load(simd, samples), load(simd, &source[block])).into(),
                );
            },
        );
    }

    #[expect(clippy::too_many_arguments, reason = "a basis, where it is evaluated, and what becomes of the values")]
    #[inline(always)]
    fn perlin_row(
        &mut self,
        basis: u32,
        axis: u32,
        dimensions: u8,
        octave: usize,
        at: [usize; 2],
        target: &mut [f32],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>,
    ) {
        let simd = self.simd;
        let other = |number: u8, index: usize| {
            if number < dimensions {
                self.coordinate(axis + u32::from(number), octave, index)
            } else {
                Coordinate { cell: 0, fraction: 0, period: 0 }
            }
        };
        let row = Row { y: other(1, at[0]), z: other(2, at[1]), w: other(3, 0), slice: at[1] };
        let rows = &mut self.rows[basis as usize][octave];
        simd.vectorize(
            #[inline(always)]
            || rows.row(simd, row, target, combine),
        );
    }

    fn perlin_points(&self, dimensions: u8, basis: u32, axis: u32, octave: usize, target: &mut [f32]) {
        let (simd, values, count) = (self.simd, self.program.values(), target.len());
        let table = &values.tables[values.basis_tables[basis as usize] as usize].0;
        let at = |number: u32, index: usize| self.coordinate(axis + number, octave, self.start + index);
        if dimensions == 4 {
            for (index, target) in target.iter_mut().enumerate() {
                *target = strict::settled(perlin::perlin_4(table, at(0, index), at(1, index), at(2, index), at(3, index)));
            }
            return;
        }
        simd.vectorize(
            #[inline(always)]
            || {
                each_block(
                    target,
                    #[inline(always)]
                    |block, samples| {
                        let value = points::perlin(
                            simd,
                            dimensions,
                            table,
                            &self.gradients,
                            #[inline(always)]
                            |number, lane| at(number, (block * LANES + lane).min(count - 1)),
                        );
                        *samples = strict::settled(value).into();
                    },
                );
            },
        );
    }

    /// The coordinate on a lattice axis in an octave, at the sample with this index along the axis in the tile.
    #[inline(always)]
    fn coordinate(&self, axis: u32, octave: usize, index: usize) -> Coordinate {
        self.tables.coordinate(axis as usize, octave, index)
    }
}
