//! Evaluates the regions of a plan: all octaves of all operations, a few pixel columns of sixteen rows at a time.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::columns::{Columns, Group};
use super::evaluator::Evaluator;
use super::registers::{self, Vector};
use super::steps::{ColumnStep, Region, Sum};
use super::strip::{At, ORIGIN, Samples};
use crate::program::{Basis, Carried, Operand, Operation, Register};
use crate::value::fractal;
use crate::value::lanes::LANES;
use crate::value::strict::settled;

/// Pixel columns of a strip, in some rows.
#[derive(Clone, Copy)]
struct Here<'e> {
    at: &'e At,
    start: usize,
    end: usize,
    /// The vectors of a register.
    room: usize,
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// Evaluates a region into the registers that are read elsewhere, of which one may lie in rows of the caller's.
    pub(super) fn evaluate_region(
        &mut self,
        region: &Region<'a>,
        octave: usize,
        at: &At,
        output: &mut Option<(Register, &mut Samples<'_>)>,
    ) {
        let simd = self.simd;
        let stride = self.stride();
        // Columns lie in the registers until all are turned.
        let mut turned: Vec<Vec<Vector>> = vec![];
        for result in &region.results {
            let columns = self.spare.pop().unwrap_or_default();
            let mut rows = std::mem::replace(&mut self.registers[result.0 as usize], columns);
            if !matches!(output, Some((output, _)) if output == result) {
                rows = self.room_of(rows);
            }
            turned.push(rows);
        }
        for start in (0..self.count).step_by(region.together) {
            let here = Here { at, start, end: self.count.min(start + region.together), room: region.together };
            for step in &region.steps {
                match step {
                    ColumnStep::Operation(operation) => self.in_columns(operation, octave, here),
                    ColumnStep::Sum(sum) => self.sum_in_columns(sum, octave, here),
                    ColumnStep::Loop { index, body, carried } => self.loop_in_columns(*index, body, carried, octave, here),
                }
            }
            for (result, turned) in region.results.iter().zip(&mut turned) {
                let mut columns = std::mem::take(&mut self.registers[result.0 as usize]);
                let pad = (here.end - here.start).next_multiple_of(LANES);
                match output {
                    Some((output, samples)) if output == result => {
                        let rows = samples.rows().map(|row| &mut row[here.start..here.end]);
                        simd.vectorize(
                            #[inline(always)]
                            || registers::write_rows(simd, &mut columns[..pad], rows),
                        );
                    }
                    _ => {
                        let rows = registers::samples(turned).chunks_mut(stride).take(at.rows).map(|row| &mut row[here.start..here.end]);
                        simd.vectorize(
                            #[inline(always)]
                            || registers::write_rows(simd, &mut columns[..pad], rows),
                        );
                    }
                }
                self.put(*result, columns);
            }
        }
        for (result, turned) in region.results.iter().zip(turned) {
            let columns = std::mem::replace(&mut self.registers[result.0 as usize], turned);
            self.spare.push(columns);
        }
    }

    /// The columns of a basis in an octave, gone to some rows.
    #[inline(always)]
    fn columns_at(&mut self, (basis, index, axis): (Basis, u32, u32), octave: usize, at: &At) -> &mut Columns<'a> {
        let (simd, tables) = (self.simd, self.tables);
        let axes = &self.program.structure().axes[axis as usize..][..usize::from(basis.dimensions())];
        let columns = &mut self.columns[index as usize][octave];
        columns.go_to(simd, *at, || {
            let (rows, period) = tables.entries(axes[1].first as usize, octave, at.y, at.rows);
            let z = axes.get(2).map_or(ORIGIN, |axis| tables.term(axis.first as usize, octave, at.z));
            Group::new(rows, period, z)
        });
        columns
    }

    /// A register to be assigned in columns.
    fn columns_of(&mut self, register: Register, here: Here<'_>) -> Vec<Vector> {
        let mut register = std::mem::take(&mut self.registers[register.0 as usize]);
        register.resize(here.room, Vector::NAN);
        register
    }

    /// Runs a loop over octaves.
    fn loop_in_columns(&mut self, index: u32, body: &'a [Operation], carried: &[Carried], octave: usize, here: Here<'_>) {
        let octaves = self.program.values().octaves[index as usize] as usize;
        let octave = octave * octaves;
        for Carried { register, first, .. } in carried {
            let mut target = self.columns_of(*register, here);
            target.fill(Vector::splat(self.number(*first, octave)));
            self.put(*register, target);
        }
        for octave in octave..octave + octaves {
            for operation in body {
                self.in_columns(operation, octave, here);
            }
            self.carry(carried, octave, here);
        }
    }

    /// Takes on what a loop carries from an octave to the next. A register that nobody else takes changes places with the one it goes to.
    fn carry(&mut self, carried: &[Carried], octave: usize, here: Here<'_>) {
        for Carried { register, next, .. } in carried {
            match *next {
                Operand::Register(next) if next == *register => {}
                Operand::Register(next)
                    if carried.iter().filter(|other| other.next == Operand::Register(next)).count() == 1
                        && carried.iter().all(|other| other.register != next) =>
                {
                    self.registers.swap(register.0 as usize, next.0 as usize);
                }
                next => {
                    let mut target = self.columns_of(*register, here);
                    match next {
                        Operand::Register(next) => target.copy_from_slice(&self.registers[next.0 as usize]),
                        number => target.fill(Vector::splat(self.number(number, octave))),
                    }
                    self.put(*register, target);
                }
            }
        }
    }

    /// Evaluates an operation that is no loop.
    fn in_columns(&mut self, operation: &'a Operation, octave: usize, here: Here<'_>) {
        let simd = self.simd;
        match operation {
            Operation::Call { function, arguments, result } => {
                let mut target = self.columns_of(*result, here);
                self.function(*function, arguments, octave, (0, &mut target));
                self.put(*result, target);
            }
            Operation::Basis { basis, index, axis, result, .. } => {
                let mut target = self.columns_of(*result, here);
                let columns = self.columns_at((*basis, *index, *axis), octave, here.at);
                simd.vectorize(
                    #[inline(always)]
                    || {
                        columns.add(
                            simd,
                            here.start..here.end,
                            &mut target,
                            #[inline(always)]
                            |_, value| settled(value),
                        );
                    },
                );
                self.put(*result, target);
            }
            Operation::Slope { basis, index, axis, results, .. } => {
                let mut targets: [Vec<Vector>; 3] = Default::default();
                for (target, result) in targets.iter_mut().zip(results) {
                    *target = self.columns_of(*result, here);
                }
                let columns = self.columns_at((*basis, *index, *axis), octave, here.at);
                simd.vectorize(
                    #[inline(always)]
                    || columns.slopes(simd, here.start..here.end, &mut targets[..results.len()]),
                );
                for (result, target) in results.iter().zip(targets) {
                    self.put(*result, target);
                }
            }
            Operation::Loop { .. } => unreachable!("a loop in a loop is in rows"),
        }
    }

    /// Sums octaves, of which there are several: they are added as they come, without a register between, and the last is scaled on the way.
    fn sum_in_columns(&mut self, sum: &Sum<'a>, octave: usize, here: Here<'_>) {
        let Operation::Basis { basis, index, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let simd = self.simd;
        let values = self.program.values();
        let octaves = values.octaves[sum.index as usize] as usize;
        let weights = &values.octave_scalars[sum.weight.0 as usize][octave * octaves..][..octaves];
        let scale = self.number(sum.scale, octave);
        let mut sums = self.columns_of(sum.result, here);
        for (k, &weight) in weights.iter().enumerate() {
            let octave = octave * octaves + k;
            let columns = self.columns_at((*basis, *index, *axis), octave, here.at);
            let pixels = here.start..here.end;
            simd.vectorize(
                #[inline(always)]
                || {
                    let (zero, weight, scale) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, weight), f32x16::splat(simd, scale));
                    macro_rules! add {
                        ($combine:expr) => {
                            columns.add(
                                simd,
                                pixels,
                                &mut sums,
                                #[inline(always)]
                                $combine,
                            )
                        };
                    }
                    match k {
                        _ if k + 1 == octaves => add!(|sum, value| fractal::fbm_total(fractal::fbm_octave(sum, weight, value), scale)),
                        0 => add!(|_, value| fractal::fbm_octave(zero, weight, value)),
                        _ => add!(|sum, value| fractal::fbm_octave(sum, weight, value)),
                    }
                },
            );
        }
        self.put(sum.result, sums);
    }
}
