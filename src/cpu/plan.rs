//! What an evaluator does, in order: which operations go through whole strips, row after row, and which through a few pixel columns at a time.
//!
//! In columns no noise looks a lattice cell up by pixel, a function of registers is the same in either form, and what a few columns take stays in the first level of
//! the cache from the first operation to the last. So neighbouring operations that can all be evaluated so are a region, whose results are turned into rows
//! at its end.

use std::ops::RangeInclusive;

use fearless_simd::Simd;

use super::columns::Columns;
use super::corners::Noise;
use super::evaluator::Evaluator;
use super::registers::Vector;
use super::steps::{ColumnStep, Region, Step};
use crate::program::{Basis, Carried, Operand, Operation, Register};
use crate::region::DomainKind;
use crate::value::lanes::LANES;

/// As many octaves as make it worth to evaluate noise column by column.
const SEVERAL: usize = 3;

/// What the registers of a region should take, found by measuring: more falls out of the first level of the cache, less finds lattice columns too often anew.
const REGION_BYTES: usize = 32 << 10;

/// The fewest and most pixel columns that are evaluated at a time.
const TOGETHER: RangeInclusive<usize> = 64..=1024;

/// How many pixel columns some steps evaluate at a time.
fn together(steps: &[ColumnStep<'_>]) -> usize {
    let registers = |step: &ColumnStep<'_>| match step {
        ColumnStep::Operation(operation) => operation.results().len(),
        ColumnStep::FractalOfBasis(fractal) => fractal.carried.len(),
        ColumnStep::Fractal(fractal) => {
            fractal.carried.len() + fractal.body.iter().map(|operation| operation.results().len()).sum::<usize>()
        }
        ColumnStep::Loop { body, carried, .. } => carried.len() + body.iter().map(|operation| operation.results().len()).sum::<usize>(),
    };
    let columns = REGION_BYTES / size_of::<Vector>() / steps.iter().map(registers).sum::<usize>().max(1);
    columns.next_multiple_of(LANES).clamp(*TOGETHER.start(), *TOGETHER.end())
}

/// The basis of an operation that has one: with its number and its first lattice axis.
fn basis_of(operation: &Operation) -> Option<(Basis, usize, usize)> {
    match operation {
        Operation::Basis { basis, index, axis, .. } | Operation::Slope { basis, index, axis, .. } => {
            Some((*basis, *index as usize, *axis as usize))
        }
        _ => None,
    }
}

/// Whether a call reads none but the registers of a list.
fn reads_only(arguments: &[Operand], made: &[Register]) -> bool {
    arguments.iter().all(|argument| match argument {
        Operand::Register(register) => made.contains(register),
        _ => true,
    })
}

/// Whether the calls of a loop read nothing but what the loop makes or carries, or what was made before.
fn reads_its_own(body: &[Operation], carried: &[Carried], made: &[Register]) -> bool {
    let mut made: Vec<Register> = made.iter().copied().chain(carried.iter().map(|carried| carried.register)).collect();
    let calls = body.iter().all(|operation| {
        let is_own = !matches!(operation, Operation::Call { arguments, .. } if !reads_only(arguments, &made));
        made.extend(operation.results());
        is_own
    });
    calls && carried.iter().all(|carried| reads_only(&[carried.next], &made))
}

fn is_slope(operation: &Operation) -> bool {
    matches!(operation, Operation::Slope { .. })
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// The steps of a body in a loop over so many octaves, all around counted. Columns are only worth it where there are rows enough, but for derivatives, which
    /// have no rows.
    pub(super) fn plan(&mut self, mut operations: &'a [Operation], octaves: usize, has_rows_enough: bool) -> Vec<Step<'a>> {
        let mut steps = vec![];
        while let [operation, rest @ ..] = operations {
            let (region, length) = self.region(operations, octaves, has_rows_enough);
            if length > 0 {
                steps.push(Step::Region(region));
                operations = &operations[length..];
                continue;
            }
            operations = rest;
            steps.push(match operation {
                Operation::Loop { index, body, carried } => {
                    let own = self.program.values().octaves[*index as usize] as usize;
                    if let Some(fractal) = self.fractal_of_basis(operation, rest).filter(|fractal| fractal.total.is_some()) {
                        operations = &rest[1..];
                        Step::FractalOfBasis(fractal)
                    } else if let Some(fractal) = self.fractal(operation) {
                        let body = self.plan(fractal.body, octaves * own, has_rows_enough);
                        Step::Fractal(fractal, body)
                    } else {
                        Step::Loop { index: *index, body: self.plan(body, octaves * own, has_rows_enough), carried }
                    }
                }
                operation => Step::Operation(operation),
            });
        }
        steps
    }

    /// The region that a body begins with, and how many operations it takes.
    fn region(&mut self, operations: &'a [Operation], octaves: usize, has_rows_enough: bool) -> (Region<'a>, usize) {
        let (mut steps, mut made, mut length) = (vec![], vec![], 0);
        while let Some(operation) = operations.get(length) {
            let rest = &operations[length + 1..];
            match operation {
                Operation::Loop { index, body, carried }
                    if self.is_in_columns(*index, body, carried, has_rows_enough) && reads_its_own(body, carried, &made) =>
                {
                    let own = self.program.values().octaves[*index as usize] as usize;
                    self.make_columns(body, octaves * own);
                    if let Some(fractal) = self.fractal_of_basis(operation, rest) {
                        match fractal.total {
                            Some((_, result)) => {
                                made.push(result);
                                length += 1;
                            }
                            None => made.extend(fractal.carried.iter().map(|(register, _)| *register)),
                        }
                        steps.push(ColumnStep::FractalOfBasis(fractal));
                    } else if let Some(fractal) = self.fractal(operation) {
                        made.extend(fractal.carried.iter().map(|(register, _)| *register));
                        steps.push(ColumnStep::Fractal(fractal));
                    } else {
                        made.extend(carried.iter().map(|carried| carried.register));
                        steps.push(ColumnStep::Loop { index: *index, body, carried });
                    }
                }
                // The values of a basis are in columns where its derivatives are.
                Operation::Basis { index, .. } | Operation::Slope { index, .. }
                    if self.has_columns(operation, has_rows_enough)
                        && (is_slope(operation)
                            || matches!(rest.first(), Some(next @ Operation::Slope { index: of, .. })
                                if of == index && self.has_columns(next, has_rows_enough))) =>
                {
                    self.make_columns(std::slice::from_ref(operation), octaves);
                    made.extend(operation.results());
                    steps.push(ColumnStep::Operation(operation));
                }
                Operation::Call { arguments, result, .. }
                    if arguments.iter().any(|argument| matches!(argument, Operand::Register(_))) && reads_only(arguments, &made) =>
                {
                    made.push(*result);
                    steps.push(ColumnStep::Operation(operation));
                }
                _ => break,
            }
            length += 1;
        }
        let inside = self.program.structure().reads_by(&operations[..length]);
        for step in &mut steps {
            if let ColumnStep::FractalOfBasis(fractal) = step {
                fractal.is_turned = fractal.total.is_some_and(|(_, result)| inside[result.0 as usize] == 0);
            }
        }
        made.retain(|register: &Register| self.reads[register.0 as usize] > inside[register.0 as usize]);
        (Region { together: together(&steps), steps, results: made }, length)
    }

    /// Whether a loop is evaluated in columns: where all of it can be, and that is faster than rows.
    fn is_in_columns(&self, index: u32, body: &[Operation], carried: &[Carried], has_rows_enough: bool) -> bool {
        let octaves = self.program.values().octaves[index as usize] as usize;
        let are_fast = |(basis, index, _)| Columns::are_fast_for(&self.noise(basis, index));
        let is_faster = has_rows_enough && octaves >= SEVERAL && body.iter().filter_map(basis_of).all(are_fast);
        (is_faster || body.iter().any(is_slope))
            && body.iter().any(|operation| basis_of(operation).is_some())
            && body.iter().all(|operation| matches!(operation, Operation::Call { .. }) || self.has_columns(operation, has_rows_enough))
            && carried.iter().all(|carried| !matches!(carried.first, Operand::Register(_)))
    }

    /// Whether a basis, or its derivatives as far as they are read, can be evaluated in columns, and whether there are rows enough for it.
    pub(super) fn has_columns(&self, operation: &Operation, has_rows_enough: bool) -> bool {
        let Some((basis, index, axis)) = basis_of(operation) else { return false };
        if self.kind != DomainKind::Grid || !self.program.structure().lattice_has_rows(basis, axis as u32) {
            return false;
        }
        let noise = self.noise(basis, index);
        (has_rows_enough || Columns::are_fast_for(&noise))
            && (!is_slope(operation) || self.slopes_read(&operation.results()) <= Columns::slopes_of(&noise))
    }

    /// How many derivatives of a basis are evaluated in columns: all up to the last that is read, but at least those along x and y.
    pub(super) fn slopes_read(&self, results: &[Register]) -> usize {
        let last = results.iter().rposition(|register| self.reads[register.0 as usize] > 0);
        last.map_or(0, |last| last + 1).max(2)
    }

    fn noise(&self, basis: Basis, index: usize) -> Noise<'a> {
        Noise::new(basis, self.hash(basis, index as u32))
    }

    /// Makes the columns of the bases in a body, for as many octaves as there are with the loops around.
    fn make_columns(&mut self, body: &[Operation], octaves: usize) {
        let (simd, count) = (self.simd, self.count);
        for (basis, index, axis) in body.iter().filter_map(basis_of) {
            if !self.columns[index].is_empty() {
                continue;
            }
            let noise = self.noise(basis, index);
            let term = self.program.structure().axes[axis].first as usize;
            let columns = (0..octaves).map(|octave| {
                let entries = self.tables.entries(term, octave, self.start, count);
                simd.vectorize(
                    #[inline(always)]
                    || Columns::new(simd, noise, entries),
                )
            });
            self.columns[index] = columns.collect();
        }
    }
}
