//! Evaluates the steps of a program over a strip of a tile, one band of rows after another.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::band::{Band, ROWS, Samples, Strip};
use super::per_sample::coordinates::Coordinated;
use super::per_sample::runs::Runs;
use super::registers::{Registers, Row, Vector};
use super::schedule::{Schedule, Step, Sum, is_exchanged};
use super::slices::{Output, Sink};
use super::{cellular, per_sample, simplex, slices};
use crate::domain::DomainKind;
use crate::program::{Carried, Function, Operand, Operation, Register};
use crate::strict::lanes::{Block, LANES, Width};
use crate::strict::list::operations;
use crate::strict::strict::canonical;
use crate::strict::*;

/// The largest number of operands of a function.
pub(crate) const MOST_OPERANDS: usize = 9;

/// The number of blocks that go through all functions of a chain before the next ones do, so that intermediate results stay in the first-level cache.
const TOGETHER: usize = 128;

/// The way in which an octave of a basis is evaluated.
enum Way<'a> {
    Separable(Box<slices::Octave<'a>>),
    Cellular(Box<cellular::Octave>),
    Simplex(Box<simplex::Octave<'a>>),
    PerSample,
}

impl<'a> Way<'a> {
    fn new<S: Simd>(simd: S, strip: &Strip<'a>, coordinated: &mut Coordinated, operation: &Operation, octave: usize) -> Self {
        if let Some(octave) = slices::Octave::new(simd, strip, operation, octave) {
            return Self::Separable(Box::new(octave));
        }
        if let Some(octave) = cellular::Octave::new(strip, operation, octave) {
            return Self::Cellular(Box::new(octave));
        }
        let simplex = simplex::Octave::new(Width::of::<S>(), strip, coordinated, operation, octave);
        simplex.map_or(Self::PerSample, |octave| Self::Simplex(Box::new(octave)))
    }
}

/// Evaluates one strip of a tile.
pub(super) struct Interpreter<'a, S> {
    simd: S,
    strip: Strip<'a>,
    schedule: &'a Schedule<'a>,
    registers: Registers<'a>,
    /// By basis and octave; created on first use.
    ways: Vec<Vec<Option<Way<'a>>>>,
    coordinated: Coordinated,
    runs: Runs,
}

impl<'a, S: Simd> Interpreter<'a, S> {
    pub(super) fn new(simd: S, strip: Strip<'a>, schedule: &'a Schedule<'a>) -> Self {
        let structure = strip.program.structure();
        let rows = if strip.kind == DomainKind::Points { 1 } else { ROWS };
        let registers = Registers::new(&schedule.places, schedule.count, strip.blocks(), rows);
        let mut ways = vec![];
        ways.resize_with(structure.bases as usize, Vec::new);
        Self { simd, strip, schedule, registers, ways, coordinated: Coordinated::new(structure.axes.len()), runs: Runs::default() }
    }

    /// Evaluates the strip's samples in a band of rows.
    pub(super) fn evaluate(&mut self, band: &Band, samples: &mut Samples<'_>) {
        let schedule = self.schedule;
        self.take_given(band);
        for step in &schedule.steps {
            self.step(step, 0, band, samples);
        }
        if schedule.direct.is_none() {
            self.interleave(band, samples);
        }
    }

    /// Copies the given values of the band into their registers.
    fn take_given(&mut self, band: &Band) {
        for number in 0..self.strip.program.structure().given {
            let register = Register(number);
            let mut vectors = self.registers.take(register);
            let mut target = self.registers.rows(&mut vectors, band.rows);
            for row in 0..band.rows {
                let values = self.strip.given.row(number as usize, self.strip.start, band.y + row, self.strip.count);
                target.row(row)[..self.strip.count].copy_from_slice(values);
            }
            self.registers.put(register, vectors);
        }
    }

    /// Evaluates a step. `octave` counts over all enclosing loops.
    fn step(&mut self, step: &Step<'a>, octave: usize, band: &Band, samples: &mut Samples<'_>) {
        match step {
            Step::Noise(operation) => self.noise(operation, octave, band, samples),
            Step::Calls(chain) => self.calls(chain, octave, band, samples),
            Step::Sum(sum) => self.assign(&[sum.result], band, samples, |this, targets| this.sum(sum, octave, band, &mut targets[0])),
            Step::Loop { index, body, carried } => {
                let octaves = self.strip.octaves(*index);
                let first = octave * octaves;
                for carried in *carried {
                    self.copy(carried.first, carried.register, first);
                }
                for octave in first..first + octaves {
                    for step in body {
                        self.step(step, octave, band, samples);
                    }
                    for one @ Carried { register, next, .. } in *carried {
                        match next {
                            Operand::Register(next) if is_exchanged(carried, one) => self.registers.swap(*register, *next),
                            next => self.copy(*next, *register, octave),
                        }
                    }
                }
            }
        }
    }

    /// Assigns registers by rows of samples. If the only register is the direct one, the rows are those of the caller's samples.
    fn assign(&mut self, results: &[Register], band: &Band, samples: &mut Samples<'_>, assign: impl FnOnce(&mut Self, &mut [Samples<'_>])) {
        if self.schedule.direct.as_ref() == results.first() {
            return assign(self, &mut [samples.again()]);
        }
        let mut taken: Vec<_> = results.iter().map(|register| self.registers.take(*register)).collect();
        let mut targets: Vec<_> = taken.iter_mut().map(|vectors| self.registers.rows(vectors, band.rows)).collect();
        assign(self, &mut targets);
        results.iter().zip(taken).for_each(|(register, vectors)| self.registers.put(*register, vectors));
    }

    /// Evaluates a basis, or its derivatives along its lattice axes.
    fn noise(&mut self, operation: &'a Operation, octave: usize, band: &Band, samples: &mut Samples<'_>) {
        let results = operation.results();
        let are_derivatives = matches!(operation, Operation::Derivatives { .. });
        let reads = &self.schedule.reads;
        // Only the derivatives that are read.
        let outputs: Vec<_> = results.iter().map(|result| !are_derivatives || reads[result.0 as usize] > 0).collect();
        self.assign(&results, band, samples, |this, targets| {
            this.noise_into(operation, (are_derivatives, &outputs), octave, band, targets);
        });
    }

    fn noise_into(
        &mut self,
        operation: &'a Operation,
        (are_derivatives, outputs): (bool, &[bool]),
        octave: usize,
        band: &Band,
        targets: &mut [Samples<'_>],
    ) {
        let mut way = self.take_way(operation, octave);
        let Self { simd, strip, coordinated, runs, registers, .. } = self;
        let (basis, axis) = match operation {
            Operation::Basis { basis, axis, .. } | Operation::Derivatives { basis, axis, .. } => (*basis, *axis),
            _ => unreachable!("a basis or its derivatives"),
        };
        let is_done = match &mut way {
            Way::PerSample => false,
            Way::Separable(_) if outputs.iter().skip(3).any(|is_read| *is_read) => false,
            way => {
                let slice = strip.slice(basis, axis, octave, band);
                let ys = strip.rows(axis + 1, octave, band);
                match way {
                    Way::Separable(lattice) => {
                        for (axis, target) in targets.iter_mut().enumerate().filter(|(axis, _)| outputs[*axis]) {
                            let output = if are_derivatives { Output::Derivative(axis) } else { Output::Value };
                            lattice.evaluate(*simd, &slice, ys, (output, Sink::Assign), target);
                        }
                        true
                    }
                    Way::Cellular(cells) => {
                        cells.evaluate(*simd, &slice, ys, are_derivatives, targets);
                        true
                    }
                    Way::Simplex(simplices) => {
                        !are_derivatives && simplices.evaluate(*simd, strip, coordinated, band, (&slice, ys), &mut targets[0])
                    }
                    Way::PerSample => false,
                }
            }
        };
        if !is_done {
            per_sample::evaluate(*simd, strip, (coordinated, runs, registers), operation, (octave, band), targets);
        }
        self.put_way(operation, octave, way);
    }

    /// Evaluates the octaves of a sum.
    fn sum(&mut self, sum: &Sum<'a>, octave: usize, band: &Band, target: &mut Samples<'_>) {
        let Operation::Basis { basis, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let octaves = self.strip.octaves(sum.index);
        let first = octave * octaves;
        for octave in first..first + octaves {
            let mut way = self.take_way(sum.basis, octave);
            let Way::Separable(lattice) = &mut way else { unreachable!("a sum is of separable noise") };
            let number = |operand| self.strip.number(operand, octave);
            let sink = Sink::Add {
                weight: number(sum.weight),
                first: (octave == first).then(|| number(sum.first)),
                scale: (octave + 1 == first + octaves).then(|| number(sum.scale)),
            };
            let slice = self.strip.slice(*basis, *axis, octave, band);
            let ys = self.strip.rows(*axis + 1, octave, band);
            lattice.evaluate(self.simd, &slice, ys, (Output::Value, sink), target);
            self.put_way(sum.basis, octave, way);
        }
    }

    /// Takes the way to evaluate an octave of a basis, until it is put back.
    fn take_way(&mut self, operation: &'a Operation, octave: usize) -> Way<'a> {
        let (Operation::Basis { index, .. } | Operation::Derivatives { index, .. }) = operation else { unreachable!("a basis") };
        let ways = &mut self.ways[*index as usize];
        if ways.len() <= octave {
            ways.resize_with(octave + 1, || None);
        }
        ways[octave].take().unwrap_or_else(|| Way::new(self.simd, &self.strip, &mut self.coordinated, operation, octave))
    }

    fn put_way(&mut self, operation: &'a Operation, octave: usize, way: Way<'a>) {
        let (Operation::Basis { index, .. } | Operation::Derivatives { index, .. }) = operation else { unreachable!("a basis") };
        self.ways[*index as usize][octave] = Some(way);
    }

    /// Copies an operand into a register.
    fn copy(&mut self, from: Operand, to: Register, octave: usize) {
        if from == Operand::Register(to) {
            return;
        }
        let mut target = self.registers.take(to);
        match from {
            Operand::Register(register) => target.copy_from_slice(self.registers.of(register)),
            number => target.fill(Vector::splat(self.strip.number(number, octave))),
        }
        self.registers.put(to, target);
    }

    /// Evaluates the functions of a chain, one after another.
    fn calls(&mut self, chain: &'a [Operation], octave: usize, band: &Band, samples: &mut Samples<'_>) {
        let blocks = self.strip.blocks();
        let last = match chain {
            [.., Operation::Call { result, .. }] => self.schedule.direct.filter(|direct| direct == result),
            _ => None,
        };
        if last.is_none() {
            let all = band.rows * blocks;
            for first in (0..all).step_by(TOGETHER) {
                chain.iter().for_each(|call| self.call(call, octave, first, TOGETHER.min(all - first)));
            }
            return;
        }
        // The result of the last function goes directly to the samples.
        let [chain @ .., last] = chain else { unreachable!("a chain has calls") };
        for row in 0..band.rows {
            let samples = samples.row(row);
            for (number, samples) in samples.chunks_mut(TOGETHER * LANES).enumerate() {
                let first = row * blocks + number * TOGETHER;
                let count = samples.len().div_ceil(LANES);
                chain.iter().for_each(|call| self.call(call, octave, first, count));
                let mut row = Row::new(samples);
                let [whole, filled] = row.parts();
                self.function(last, octave, first, whole);
                self.function(last, octave, first + whole.len(), filled);
                row.end();
            }
        }
    }

    /// Assigns `count` blocks of a register, from the block `first` on.
    fn call(&mut self, call: &Operation, octave: usize, first: usize, count: usize) {
        let Operation::Call { result, .. } = call else { unreachable!("a call") };
        let mut target = self.registers.take(*result);
        self.function(call, octave, first, &mut bytemuck::cast_slice_mut(&mut target)[first..first + count]);
        self.registers.put(*result, target);
    }

    /// Assigns a function of operands to `target`, for the blocks from `first` on.
    fn function(&self, call: &Operation, octave: usize, first: usize, target: &mut [Block]) {
        let Operation::Call { function, arguments, .. } = call else { unreachable!("a call") };
        let mut numbers = [Vector::ZERO; MOST_OPERANDS];
        for (number, argument) in numbers.iter_mut().zip(arguments) {
            if !matches!(argument, Operand::Register(_)) {
                *number = Vector::splat(self.strip.number(*argument, octave));
            }
        }
        let mut operands = [Blocks { vectors: &[], step: 0 }; MOST_OPERANDS];
        for ((operand, number), argument) in operands.iter_mut().zip(&numbers).zip(arguments) {
            *operand = match argument {
                Operand::Register(register) => Blocks { vectors: &self.registers.of(*register)[first..first + target.len()], step: 1 },
                _ => Blocks { vectors: std::slice::from_ref(number), step: 0 },
            };
        }
        kernel::<S>(*function)(self.simd, &operands, target);
    }

    /// Writes the channels of each sample to consecutive places.
    fn interleave(&self, band: &Band, samples: &mut Samples<'_>) {
        let outputs = &self.strip.program.structure().outputs;
        let (channels, blocks) = (outputs.len(), self.strip.blocks());
        for row in 0..band.rows {
            let row_of_samples = &mut samples.slice[row * samples.stride..][..samples.count * channels];
            for (block, samples) in row_of_samples.chunks_mut(LANES * channels).enumerate() {
                for (channel, output) in outputs.iter().enumerate() {
                    let value = match output {
                        Operand::Register(register) => self.registers.of(*register)[row * blocks + block].load(self.simd),
                        number => f32x16::splat(self.simd, self.strip.number(*number, 0)),
                    };
                    let values: Block = canonical(value).into();
                    for (sample, value) in samples[channel..].iter_mut().step_by(channels).zip(values) {
                        *sample = value;
                    }
                }
            }
        }
    }
}

/// An operand: consecutive blocks, or one block for all samples.
#[derive(Clone, Copy)]
struct Blocks<'r> {
    vectors: &'r [Vector],
    step: usize,
}

/// Assigns a function of operands to blocks.
type FunctionKernel<S> = fn(S, &[Blocks<'_>; MOST_OPERANDS], &mut [Block]);

#[inline(always)]
fn each_block<S: Simd, const N: usize>(
    simd: S,
    operands: &[Blocks<'_>; MOST_OPERANDS],
    target: &mut [Block],
    function: impl Fn([f32x16<S>; N]) -> f32x16<S>,
) {
    const { assert!(N <= MOST_OPERANDS) };
    simd.vectorize(
        #[inline(always)]
        || {
            // A local copy, so that no field is loaded again after each store.
            let mut taken = [Blocks { vectors: &[], step: 0 }; N];
            taken.iter_mut().zip(operands).for_each(|(taken, operand)| *taken = *operand);
            let mut next = [0; N];
            for target in target {
                let mut values = [f32x16::splat(simd, 0.0); N];
                for ((value, next), Blocks { vectors, step }) in values.iter_mut().zip(&mut next).zip(&taken) {
                    *value = vectors[*next].load(simd);
                    *next += step;
                }
                *target = function(values).into();
            }
        },
    );
}

/// Returns the kernel of a function.
fn kernel<S: Simd>(function: Function) -> FunctionKernel<S> {
    macro_rules! functions_of {
        ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
            match function {
                $(Function::$variant => |simd, operands, target| {
                    each_block(
                        simd,
                        operands,
                        target,
                        #[inline(always)]
                        |[$($parameter),*]| $file::$name($($parameter),*),
                    );
                },)*
            }
        };
    }
    operations!(functions_of)
}
