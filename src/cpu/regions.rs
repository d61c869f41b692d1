//! Evaluates the regions of a plan: all octaves of all operations, a few pixel columns of sixteen rows at a time.

use fearless_simd::Simd;

use super::columns::Columns;
use super::evaluator::Evaluator;
use super::forms::MOST_CARRIED;
use super::fractals::{InColumns, Octave};
use super::groups::Group;
use super::registers::{self, Vector};
use super::steps::{ColumnStep, Fractal, Region};
use super::strip::{At, Samples};
use crate::program::{Basis, Carried, Operand, Operation, Register};
use crate::value::lanes::LANES;

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
                    ColumnStep::FractalOfBasis(fractal) => self.fractal_of_basis_in_columns(fractal, octave, here),
                    ColumnStep::Fractal(fractal) => self.fractal_in_columns(fractal, octave, here),
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
        if !self.columns[index as usize][octave].is_at(at) {
            let (slice, (rows, period)) = self.around((basis, axis), octave, at);
            self.columns[index as usize][octave].go_to(self.simd, *at, Group::new(rows, period, slice));
        }
        &mut self.columns[index as usize][octave]
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
            self.start_from(*register, *first, octave, here);
        }
        for octave in octave..octave + octaves {
            for operation in body {
                self.in_columns(operation, octave, here);
            }
            self.carry(carried, octave, here);
        }
    }

    /// Takes on what a loop carries from an octave to the next.
    fn carry(&mut self, carried: &[Carried], octave: usize, here: Here<'_>) {
        for Carried { register, next, .. } in carried {
            if self.exchanges_carried(carried, *register, *next) {
                continue;
            }
            let mut target = self.columns_of(*register, here);
            match *next {
                Operand::Register(next) => target.copy_from_slice(&self.registers[next.0 as usize]),
                number => target.fill(Vector::splat(self.number(number, octave))),
            }
            self.put(*register, target);
        }
    }

    /// Has a register that a loop carries change places with what it becomes, if nobody else takes that, and gives whether nothing is left to do. The body makes
    /// what it becomes anew in every octave, and nothing after the loop reads it.
    pub(super) fn exchanges_carried(&mut self, carried: &[Carried], register: Register, next: Operand) -> bool {
        let Operand::Register(from) = next else { return false };
        if from == register {
            return true;
        }
        let is_alone = carried.iter().filter(|other| other.next == next).count() == 1 && carried.iter().all(|other| other.register != from);
        if is_alone {
            self.registers.swap(register.0 as usize, from.0 as usize);
        }
        is_alone
    }

    /// Evaluates an operation that is no loop.
    fn in_columns(&mut self, operation: &'a Operation, octave: usize, here: Here<'_>) {
        let simd = self.simd;
        match operation {
            Operation::Call { function, arguments, result } => {
                let mut target = self.columns_of(*result, here);
                self.function(*function, arguments, octave, (0, registers::blocks(&mut target)));
                self.put(*result, target);
            }
            Operation::Basis { basis, index, axis, result, .. } => {
                let mut target = self.columns_of(*result, here);
                let mut found = std::mem::take(&mut self.found);
                let columns = self.columns_at((*basis, *index, *axis), octave, here.at);
                simd.vectorize(
                    #[inline(always)]
                    || columns.values(simd, &mut found, here.start..here.end, &mut target),
                );
                self.found = found;
                self.put(*result, target);
            }
            Operation::Slope { basis, index, axis, results, .. } => {
                let results = &results[..self.slopes_read(results)];
                let mut targets: [Vec<Vector>; 3] = Default::default();
                for (target, result) in targets.iter_mut().zip(results) {
                    *target = self.columns_of(*result, here);
                }
                let mut found = std::mem::take(&mut self.found);
                let columns = self.columns_at((*basis, *index, *axis), octave, here.at);
                simd.vectorize(
                    #[inline(always)]
                    || columns.slopes(simd, &mut found, here.start..here.end, &mut targets[..results.len()]),
                );
                self.found = found;
                for (result, target) in results.iter().zip(targets) {
                    self.put(*result, target);
                }
            }
            Operation::Loop { .. } => unreachable!("a loop in a loop is in rows"),
        }
    }

    /// Evaluates a fractal of a basis: the octaves are added as they come, without a register between, and the last is scaled on the way.
    fn fractal_of_basis_in_columns(&mut self, fractal: &Fractal<'a>, octave: usize, here: Here<'_>) {
        let [Operation::Basis { basis, index, axis, .. }] = fractal.body else { unreachable!("a fractal of a basis") };
        let simd = self.simd;
        let octaves = self.program.values().octaves[fractal.index as usize] as usize;
        let mut first = [0.0; MOST_CARRIED];
        let mut carried: [Vec<Vector>; MOST_CARRIED] = Default::default();
        for ((first, vectors), (register, operand)) in first.iter_mut().zip(&mut carried).zip(&fractal.carried) {
            *first = self.number(*operand, octave * octaves);
            *vectors = self.columns_of(*register, here);
            if octaves == 1 {
                vectors.fill(Vector::splat(*first));
            }
        }
        // What is turned into rows is settled there. Where more than the sum is carried, the last octave assigns the sum alone, at any size.
        let is_scaled = |scale: &f32| *scale != 1.0 || !fractal.is_turned || fractal.carried.len() > 1;
        let scale = fractal.total.map(|(scale, _)| self.number(scale, octave)).filter(is_scaled);
        let mut found = std::mem::take(&mut self.found);
        for k in 0..octaves {
            let octave = octave * octaves + k;
            let taken = Octave {
                simd,
                form: fractal.form,
                numbers: self.numbers(fractal, octave),
                first: (k == 0 && octaves > 1).then_some(first),
                scale: scale.filter(|_| k + 1 == octaves),
            };
            taken.go(InColumns {
                columns: self.columns_at((*basis, *index, *axis), octave, here.at),
                found: &mut found,
                pixels: here.start..here.end,
                carried: &mut carried,
            });
        }
        self.found = found;
        for (vectors, (register, _)) in carried.into_iter().zip(&fractal.carried) {
            self.put(*register, vectors);
        }
        if let Some((_, result)) = fractal.total {
            self.registers.swap(fractal.carried[0].0.0 as usize, result.0 as usize);
        }
    }

    /// Evaluates a fractal of what its body makes.
    fn fractal_in_columns(&mut self, fractal: &Fractal<'a>, octave: usize, here: Here<'_>) {
        let octaves = self.program.values().octaves[fractal.index as usize] as usize;
        let octave = octave * octaves;
        for &(register, first) in &fractal.carried {
            self.start_from(register, first, octave, here);
        }
        for octave in octave..octave + octaves {
            for operation in fractal.body {
                self.in_columns(operation, octave, here);
            }
            self.carry_on(fractal, octave);
        }
    }

    /// Gives a register that is carried what it is before the first octave.
    fn start_from(&mut self, register: Register, first: Operand, octave: usize, here: Here<'_>) {
        let mut target = self.columns_of(register, here);
        target.fill(Vector::splat(self.number(first, octave)));
        self.put(register, target);
    }
}
