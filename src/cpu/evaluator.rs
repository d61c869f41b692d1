//! Runs a program over strips of a tile, a register being a slice of a row.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::columns::{self, Column, Columns, Group};
use super::points;
use super::rows::{self, Noise, Rows, Slice};
use crate::coordinates::Tables;
use crate::permutation::HashKind;
use crate::program::{Basis, BasisFunction, Carried, Function, OctaveScalar, Operand, Operation, Program, Register, Scalar};
use crate::region::DomainKind;
use crate::value::by_hand::{Table, rounded};
use crate::value::hash::{self, Hash};
use crate::value::lanes::{self, Block, LANES, Width, each_block, load};
use crate::value::lattice::{Coordinate, added, moved};
use crate::value::list::operations;
use crate::value::{arithmetic, cellular, color, combine, coordinate, fractal, modify, perlin, simplex, strict, value};

/// The bytes that a strip's samples and the tables and linear forms of one octave should take, found by measuring: more falls out of the first level
/// of the cache, less spends its time on starting strips.
const STRIP_BYTES: u64 = 128 << 10;

/// How many rows are evaluated together, octave after octave.
pub(super) const ROWS: usize = LANES;

/// As many octaves as make it worth to sum them column by column.
const SEVERAL: usize = 3;

/// How many samples of a row are in a strip: whole blocks, 256 to 4096.
pub(super) fn strip(program: &Program, tables: &Tables, width: usize) -> usize {
    // A sample takes 4 bytes a row, if it is read again; in an octave of a basis about 16 for its own tables, and those of its lattice column 40 with the
    // linear forms of one row.
    let mut forms = 0;
    let (structure, values) = (program.structure(), program.values());
    for (basis, axis) in structure.bases() {
        if !basis.has_rows() || !structure.lies_along_the_grid(basis, axis) {
            continue;
        }
        for octave in 0..values.axes[axis as usize].terms[0].octaves.len() {
            let cell = |index| tables.term(structure.axes[axis as usize].first as usize, octave, index).cell;
            let cells = u64::from((cell(width - 1).0 as i32).abs_diff(cell(0).0 as i32));
            forms = forms.max(16 * width as u64 + 40 * cells.min(2 * width as u64));
        }
    }
    let rows = if matches!(structure.body[..], [Operation::Basis { .. }]) { 1 } else { ROWS };
    let samples = STRIP_BYTES * width as u64 / (4 * (rows * width) as u64 + forms);
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

/// A coordinate without a lattice axis.
const ORIGIN: Coordinate = Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 };

/// What of a lattice coordinate changes along a row, at each of its samples, padded to whole blocks.
#[derive(Clone)]
struct Line {
    cells: Vec<u32>,
    fractions: Vec<u32>,
}

impl Line {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, block: usize, period: u32) -> Coordinate<f32x16<S>> {
        Coordinate {
            cell: u32x16::load_array_ref(simd, &self.cells.as_chunks().0[block]),
            fraction: u32x16::load_array_ref(simd, &self.fractions.as_chunks().0[block]),
            period,
        }
    }
}

/// A lattice coordinate along one row, before it is displaced.
#[derive(Clone, Copy)]
enum Along<'l, S: Simd> {
    /// The same everywhere.
    Constant(Coordinate<f32x16<S>>),
    Line(&'l Line, u32),
    /// Both, to be added.
    Sum(&'l Line, Coordinate<f32x16<S>>),
}

impl<S: Simd> Along<'_, S> {
    #[inline(always)]
    fn load(&self, simd: S, block: usize) -> Coordinate<f32x16<S>> {
        match self {
            Self::Constant(constant) => *constant,
            Self::Line(line, period) => line.load(simd, block, *period),
            Self::Sum(line, constant) => added(line.load(simd, block, constant.period), *constant),
        }
    }
}

/// The lattice axes of a basis along one row.
struct AlongRow<'l, S: Simd, const N: usize> {
    evaluator: &'l Evaluator<'l, S>,
    /// The first of the axes.
    first: usize,
    octave: usize,
    row: usize,
    axes: [Along<'l, S>; N],
}

impl<S: Simd, const N: usize> AlongRow<'_, S, N> {
    #[inline(always)]
    fn coordinate(&self, number: usize, block: usize) -> Coordinate<f32x16<S>> {
        let coordinate = self.axes[number].load(self.evaluator.simd, block);
        self.evaluator.displaced(coordinate, self.first + number, self.octave, self.row, block)
    }
}

/// A sum of the octaves of a basis in rows, which a loop and the call after it make.
struct Sum<'a> {
    /// Of the loop.
    index: u32,
    basis: &'a Operation,
    weight: OctaveScalar,
    scale: Operand,
    result: Register,
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
    /// Of the rows that are evaluated together, each padded to whole blocks; empty until they are assigned.
    registers: Vec<Vec<f32>>,
    /// The rows of each basis that is in rows, by octave, made when they are asked for.
    rows: Vec<Vec<Option<Rows<'a>>>>,
    /// Of each sum of octaves, by its basis and over all loops around: the first octaves, as many as are summed column by column.
    columns: Vec<Vec<Vec<Columns<'a>>>>,
    /// What these make, and the rows that they are asked for.
    sums: Vec<Column>,
    groups: Vec<Group>,
    /// Of each lattice axis that other bases read, by octave; none where nothing of it changes along a row.
    lines: Vec<Vec<Line>>,
    /// How often each register is read.
    reads: Vec<u32>,
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// An evaluator of so many samples a row from `start` on.
    #[inline(always)]
    pub(super) fn new(simd: S, program: &'a Program, tables: &'a Tables, kind: DomainKind, start: usize, count: usize) -> Self {
        let structure = program.structure();
        let registers = vec![vec![]; structure.registers as usize];
        let lines = vec![vec![]; structure.axes.len()];
        let mut evaluator = Self {
            simd,
            program,
            tables,
            kind,
            start,
            count,
            registers,
            rows: vec![],
            columns: vec![],
            sums: vec![],
            groups: vec![],
            lines,
            reads: structure.reads(),
        };
        evaluator.rows.resize_with(structure.bases as usize, Vec::new);
        evaluator.columns.resize_with(structure.bases as usize, Vec::new);
        evaluator.prepare(&structure.body, 1);
        evaluator
    }

    /// Whether an operation is evaluated in rows.
    fn is_in_rows(&self, operation: &Operation) -> bool {
        self.kind == DomainKind::Grid && self.program.structure().is_in_rows(operation)
    }

    /// Makes the rows of each basis that is in rows, and what the others read along a row, for as many octaves as the loops around have.
    fn prepare(&mut self, operations: &'a [Operation], octaves: usize) {
        for (number, operation) in operations.iter().enumerate() {
            if lanes::width(self.simd) != Width::Half
                && let Some(sum) = self.sum(&operations[number..])
            {
                self.prepare_columns(&sum, octaves);
            }
            match operation {
                Operation::Basis { index, .. } if self.is_in_rows(operation) => {
                    self.rows[*index as usize].resize_with(octaves, || None);
                }
                Operation::Basis { basis, axis, .. } | Operation::Slope { basis, axis, .. } => {
                    for axis in *axis as usize..*axis as usize + usize::from(basis.dimensions()) {
                        if self.lines[axis].is_empty() && self.terms(axis).any(|(_, domain_axis)| self.changes_along_rows(domain_axis)) {
                            self.lines[axis] = (0..octaves).map(|octave| self.line(axis, octave)).collect();
                        }
                    }
                }
                Operation::Loop { index, body, .. } => {
                    self.prepare(body, octaves * self.program.values().octaves[*index as usize] as usize);
                }
                Operation::Call { .. } => {}
            }
        }
    }

    /// Makes the columns of a sum of octaves, for as many octaves as the loops around it have, where they are faster than rows. Vectors of
    /// eight look lanes up fast, but hash sixteen lattice rows one by one; those of sixteen do both fast, those of four neither.
    fn prepare_columns(&mut self, sum: &Sum<'a>, octaves: usize) {
        let Operation::Basis { basis, index, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let (simd, count) = (self.simd, self.count);
        let noise = Noise::new(*basis, self.hash(*basis, *index));
        let term = self.program.structure().axes[*axis as usize].first as usize;
        let summed = self.program.values().octaves[sum.index as usize] as usize;
        let of_sum = |octave: usize| {
            let columns = (octave * summed..(octave + 1) * summed).map_while(|octave| {
                let entries = self.tables.entries(term, octave, self.start, count);
                simd.vectorize(
                    #[inline(always)]
                    || Columns::new(simd, noise, entries),
                )
            });
            let columns: Vec<_> = columns.collect();
            if columns.len() < SEVERAL { vec![] } else { columns }
        };
        let columns: Vec<_> = (0..octaves).map(of_sum).collect();
        if columns.iter().any(|columns| !columns.is_empty()) {
            self.sums.resize(count.next_multiple_of(LANES), Column::ZERO);
        }
        self.columns[*index as usize] = columns;
    }

    /// The terms of a lattice axis, each with the domain axis that its entries go along.
    fn terms(&self, axis: usize) -> impl Iterator<Item = (usize, u8)> + use<'a, S> {
        let axis = &self.program.structure().axes[axis];
        axis.terms.iter().enumerate().map(|(number, domain_axis)| (axis.first as usize + number, *domain_axis))
    }

    fn changes_along_rows(&self, domain_axis: u8) -> bool {
        self.kind == DomainKind::Points || domain_axis == 0
    }

    /// What of a lattice axis changes along a row.
    fn line(&self, axis: usize, octave: usize) -> Line {
        let padded = self.count.next_multiple_of(LANES);
        let mut line = Line { cells: Vec::with_capacity(padded), fractions: Vec::with_capacity(padded) };
        for index in 0..padded {
            let index = self.start + index.min(self.count - 1);
            let terms = self.terms(axis).filter(|(_, domain_axis)| self.changes_along_rows(*domain_axis));
            let at = terms.map(|(term, _)| self.tables.term(term, octave, index)).reduce(added).expect("a line has terms");
            line.cells.push(at.cell.0);
            line.fractions.push(at.fraction.0);
        }
        line
    }

    /// A lattice axis along a row.
    #[inline(always)]
    fn along(&self, axis: usize, octave: usize, at: &At, row: usize) -> Along<'_, S> {
        let constants = self.terms(axis).filter(|(_, domain_axis)| !self.changes_along_rows(*domain_axis)).map(|(term, domain_axis)| {
            let index = match domain_axis {
                1 => at.y + row,
                2 => at.z,
                _ => 0,
            };
            self.tables.term(term, octave, index)
        });
        let constant = constants.reduce(added).map(|constant| rows::splat(self.simd, constant));
        match (self.lines[axis].get(octave), constant) {
            (Some(line), Some(constant)) => Along::Sum(line, constant),
            (Some(line), None) => Along::Line(line, self.tables.period(self.program.structure().axes[axis].first as usize, octave)),
            (None, constant) => Along::Constant(constant.expect("an axis has terms")),
        }
    }

    /// Evaluates the strip's samples in at most [`ROWS`] rows of the tile.
    pub(super) fn evaluate(&mut self, at: &At, samples: &mut Samples<'_>) {
        let structure = self.program.structure();
        let [output] = structure.outputs[..] else {
            self.run(&structure.body, 0, at, None);
            return self.interleave(&structure.outputs, samples);
        };
        let assigns_directly = |operation: &&Operation| {
            matches!(operation, Operation::Basis { .. } | Operation::Call { .. })
                && operation.results().iter().any(|register| Operand::Register(*register) == output)
        };
        match output {
            Operand::Register(register) if structure.body.iter().any(|operation| assigns_directly(&operation)) => {
                self.run(&structure.body, 0, at, Some((register, samples)));
            }
            output => {
                self.run(&structure.body, 0, at, None);
                self.call(
                    [output],
                    0,
                    samples,
                    #[inline(always)]
                    |[value]| strict::settled(value),
                );
            }
        }
    }

    /// Writes several channels of each sample side by side.
    fn interleave(&self, outputs: &[Operand], samples: &mut Samples<'_>) {
        let channels = outputs.len();
        match *outputs {
            // So many that the compiler knows how.
            [a, b] => self.interleave_all([a, b], samples),
            [a, b, c] => self.interleave_all([a, b, c], samples),
            [a, b, c, d] => self.interleave_all([a, b, c, d], samples),
            _ => {
                for (number, row) in samples.slice.chunks_mut(samples.stride).enumerate() {
                    for (block, samples) in row[..samples.count * channels].chunks_mut(LANES * channels).enumerate() {
                        for (channel, output) in outputs.iter().enumerate() {
                            let values = self.settled(*output, number, block);
                            for (sample, value) in samples.chunks_mut(channels).zip(values) {
                                sample[channel] = value;
                            }
                        }
                    }
                }
            }
        }
    }

    /// [`Evaluator::interleave`] for a number of channels that the compiler knows.
    fn interleave_all<const CHANNELS: usize>(&self, outputs: [Operand; CHANNELS], samples: &mut Samples<'_>) {
        self.simd.vectorize(
            #[inline(always)]
            || {
                for (number, row) in samples.slice.chunks_mut(samples.stride).enumerate() {
                    for (block, samples) in row.as_chunks_mut::<CHANNELS>().0[..samples.count].chunks_mut(LANES).enumerate() {
                        let mut values = [[0.0; LANES]; CHANNELS];
                        for (values, output) in values.iter_mut().zip(outputs) {
                            *values = self.settled(output, number, block);
                        }
                        for (lane, sample) in samples.iter_mut().enumerate() {
                            for (value, values) in sample.iter_mut().zip(&values) {
                                *value = values[lane];
                            }
                        }
                    }
                }
            },
        );
    }

    /// Sixteen values of an output, in the block of a row.
    #[inline(always)]
    fn settled(&self, output: Operand, row: usize, block: usize) -> Block {
        let value = match output {
            Operand::Register(register) => {
                let blocks = self.registers[register.0 as usize].as_chunks().0;
                load(self.simd, &blocks[row * (self.stride() / LANES) + block])
            }
            number => f32x16::splat(self.simd, self.number(number, 0)),
        };
        strict::settled(value).into()
    }

    /// Assigns the registers of operations in the octave that `octave` counts over all the loops around. One register may lie in a slice of the
    /// caller's.
    fn run(&mut self, mut operations: &'a [Operation], octave: usize, at: &At, mut output: Option<(Register, &mut Samples<'_>)>) {
        while let [operation, rest @ ..] = operations {
            let sum = self.sum(operations);
            operations = if sum.is_some() { &rest[1..] } else { rest };
            let result = match (&sum, operation) {
                (Some(Sum { result, .. }), _) | (None, Operation::Basis { result, .. } | Operation::Call { result, .. }) => *result,
                (None, Operation::Slope { .. }) => {
                    self.slope(operation, octave, at);
                    continue;
                }
                (None, Operation::Loop { index, body, carried }) => {
                    self.run_loop(*index, body, carried, octave, at);
                    continue;
                }
            };
            let assign = |this: &mut Self, samples: &mut Samples<'_>| match &sum {
                Some(sum) => this.sum_in_rows(sum, octave, at, samples),
                None => this.assign(operation, octave, at, samples),
            };
            match &mut output {
                Some((output, samples)) if *output == result => assign(self, samples),
                _ => {
                    let mut target = self.taken(result, at);
                    let stride = self.stride();
                    assign(self, &mut Samples { slice: &mut target[..at.rows * stride], stride, count: self.count });
                    self.registers[result.0 as usize] = target;
                }
            }
        }
    }

    /// Runs a loop over octaves.
    fn run_loop(&mut self, index: u32, body: &'a [Operation], carried: &[Carried], octave: usize, at: &At) {
        let octaves = self.program.values().octaves[index as usize] as usize;
        let octave = octave * octaves;
        for carried in carried {
            self.copy(carried.first, carried.register, octave, at);
        }
        for octave in octave..octave + octaves {
            self.run(body, octave, at, None);
            for carried in carried {
                self.copy(carried.next, carried.register, octave, at);
            }
        }
    }

    /// The sum of octaves of a basis in rows that the first two operations make, if its registers are read by nobody else.
    fn sum(&self, operations: &'a [Operation]) -> Option<Sum<'a>> {
        let [Operation::Loop { index, body, carried }, Operation::Call { function: Function::FbmTotal, arguments: total, result }, ..] =
            operations
        else {
            return None;
        };
        let [basis @ Operation::Basis { result: value, .. }, Operation::Call { function: Function::FbmOctave, arguments, .. }] = &body[..]
        else {
            return None;
        };
        let &[Carried { register, .. }] = &carried[..] else { return None };
        let &[Operand::Register(sum), Operand::Octave(weight), Operand::Register(added)] = &arguments[..] else { return None };
        let &[Operand::Register(scaled), scale] = &total[..] else { return None };
        let is_plain = sum == register && scaled == register && added == *value;
        // The octave's call and the total read the sum, and the first of these the value.
        let is_alone = self.reads[register.0 as usize] == 2 && self.reads[value.0 as usize] == 1;
        (is_plain && is_alone && self.is_in_rows(basis)).then_some(Sum { index: *index, basis, weight, scale, result: *result })
    }

    /// Evaluates a sum: the octaves are added as they come, without a register between, and the last is scaled on the way. They need no settling first,
    /// since what is added is settled, and weights lie within ±1.
    fn sum_in_rows(&mut self, sum: &Sum<'a>, octave: usize, at: &At, samples: &mut Samples<'_>) {
        let simd = self.simd;
        let values = self.program.values();
        let octaves = values.octaves[sum.index as usize] as usize;
        let weights = &values.octave_scalars[sum.weight.0 as usize][octave * octaves..][..octaves];
        let scale = f32x16::splat(simd, self.number(sum.scale, octave));
        let by_columns = self.sum_in_columns(sum, octave, at, samples, weights, scale);
        if by_columns == 0 {
            samples.rows().for_each(|row| row.fill(0.0));
        }
        for (k, &weight) in weights.iter().enumerate().skip(by_columns) {
            let (octave, weight) = (octave * octaves + k, f32x16::splat(simd, weight));
            if k + 1 < octaves {
                self.in_rows(
                    sum.basis,
                    octave,
                    at,
                    None,
                    samples,
                    #[inline(always)]
                    |sum, value| fractal::fbm_octave(sum, weight, value),
                );
            } else {
                self.in_rows(
                    sum.basis,
                    octave,
                    at,
                    None,
                    samples,
                    #[inline(always)]
                    |sum, value| fractal::fbm_total(fractal::fbm_octave(sum, weight, value), scale),
                );
            }
        }
    }

    /// Sums as many of the first octaves as can be summed column by column, and says how many these are: none, if they are few.
    fn sum_in_columns(
        &mut self,
        sum: &Sum<'a>,
        octave: usize,
        at: &At,
        samples: &mut Samples<'_>,
        weights: &[f32],
        scale: f32x16<S>,
    ) -> usize {
        let Operation::Basis { basis, index, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let (simd, index) = (self.simd, *index as usize);
        if at.rows < LANES / 2 || self.columns[index].get(octave).is_none_or(Vec::is_empty) {
            return 0;
        }
        let axes = &self.program.structure().axes[*axis as usize..];
        let group = |k: usize| {
            let octave = octave * weights.len() + k;
            let (rows, period) = self.tables.entries(axes[1].first as usize, octave, at.y, at.rows);
            let z = if basis.dimensions() > 2 { self.tables.term(axes[2].first as usize, octave, at.z) } else { ORIGIN };
            Group::new(rows, period, z)
        };
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        groups.extend((0..self.columns[index][octave].len()).map_while(group));
        let count = if groups.len() < SEVERAL { 0 } else { groups.len() };
        let sums = &mut self.sums;
        for (k, (columns, group)) in self.columns[index][octave].iter_mut().zip(&groups[..count]).enumerate() {
            simd.vectorize(
                #[inline(always)]
                || {
                    let (zero, weight) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, weights[k]));
                    if k == 0 {
                        columns.add(
                            simd,
                            group,
                            sums,
                            #[inline(always)]
                            |_, value| fractal::fbm_octave(zero, weight, value),
                        );
                    } else {
                        columns.add(
                            simd,
                            group,
                            sums,
                            #[inline(always)]
                            |sum, value| fractal::fbm_octave(sum, weight, value),
                        );
                    }
                },
            );
        }
        if count > 0 {
            let are_all = count == weights.len();
            simd.vectorize(
                #[inline(always)]
                || {
                    columns::write_rows(
                        simd,
                        sums,
                        samples.rows(),
                        #[inline(always)]
                        |sum| if are_all { fractal::fbm_total(sum, scale) } else { sum },
                    );
                },
            );
        }
        self.groups = groups;
        count
    }

    /// A register to be assigned, with room for the rows that are evaluated together.
    fn taken(&mut self, register: Register, at: &At) -> Vec<f32> {
        let mut register = std::mem::take(&mut self.registers[register.0 as usize]);
        register.resize(register.len().max(at.rows * self.stride()), f32::NAN);
        register
    }

    /// Copies an operand into a register.
    fn copy(&mut self, from: Operand, to: Register, octave: usize, at: &At) {
        if from == Operand::Register(to) {
            return;
        }
        let mut target = self.taken(to, at);
        let samples = &mut target[..at.rows * self.stride()];
        match from {
            Operand::Register(register) => samples.copy_from_slice(&self.registers[register.0 as usize][..samples.len()]),
            Operand::Scalar(_) | Operand::Octave(_) => samples.fill(self.number(from, octave)),
        }
        self.registers[to.0 as usize] = target;
    }

    /// The value of an operand that is no register.
    fn number(&self, operand: Operand, octave: usize) -> f32 {
        let values = self.program.values();
        match operand {
            Operand::Scalar(scalar) => values.scalars[scalar.0 as usize],
            Operand::Octave(scalar) => values.octave_scalars[scalar.0 as usize][octave],
            Operand::Register(_) => unreachable!("a register is no number"),
        }
    }

    /// From one row of a register to the next.
    fn stride(&self) -> usize {
        self.count.next_multiple_of(LANES)
    }

    fn assign(&mut self, operation: &'a Operation, octave: usize, at: &At, target: &mut Samples<'_>) {
        match operation {
            Operation::Basis { .. } if self.is_in_rows(operation) => self.in_rows(
                operation,
                octave,
                at,
                Some(if lanes::width(self.simd) == Width::Whole { target.slice.as_ptr().align_offset(align_of::<Column>()) } else { 0 }),
                target,
                #[inline(always)]
                |_, value| strict::settled(value),
            ),
            Operation::Basis { .. } => self.straight(operation, octave, at, target),
            Operation::Call { function, arguments, .. } => self.function(*function, arguments, octave, target),
            Operation::Slope { .. } | Operation::Loop { .. } => unreachable!("neither assigns one register"),
        }
    }

    /// Replaces each sample by a function of operands.
    fn call<const N: usize>(
        &self,
        arguments: [Operand; N],
        octave: usize,
        target: &mut Samples<'_>,
        function: impl Fn([f32x16<S>; N]) -> f32x16<S>,
    ) {
        let (simd, stride) = (self.simd, self.stride() / LANES);
        // A number is one block that every sample reads.
        let mut numbers = [[[0.0; LANES]; 1]; N];
        for (number, argument) in numbers.iter_mut().zip(arguments) {
            if !matches!(argument, Operand::Register(_)) {
                *number = [[self.number(argument, octave); LANES]];
            }
        }
        let mut sources: [(&[Block], usize); N] = [(&[], 0); N];
        for ((source, argument), number) in sources.iter_mut().zip(arguments).zip(&numbers) {
            *source = match argument {
                Operand::Register(register) => (self.registers[register.0 as usize].as_chunks().0, 1),
                _ => (number, 0),
            };
        }
        simd.vectorize(
            #[inline(always)]
            || {
                for (number, row) in target.rows().enumerate() {
                    each_block(
                        row,
                        #[inline(always)]
                        |block, samples| {
                            let mut values = [f32x16::splat(simd, 0.0); N];
                            for (value, (source, step)) in values.iter_mut().zip(&sources) {
                                *value = load(simd, &source[(number * stride + block) * step]);
                            }
                            *samples = function(values).into();
                        },
                    );
                }
            },
        );
    }

    /// Replaces each sample by a function of the program.
    fn function(&self, function: Function, arguments: &[Operand], octave: usize, target: &mut Samples<'_>) {
        macro_rules! functions_of {
            ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
                match function {
                    $(Function::$variant => {
                        let arguments = arguments.try_into().expect("as many operands as the function takes");
                        self.call(
                            arguments,
                            octave,
                            target,
                            #[inline(always)]
                            |[$($parameter),*]| $file::$name($($parameter),*),
                        );
                    })*
                }
            };
        }
        operations!(functions_of);
    }

    /// A basis in rows. Where samples are only assigned, the one after `lead` lies well in memory.
    #[inline(always)]
    fn in_rows(
        &mut self,
        operation: &Operation,
        octave: usize,
        at: &At,
        lead: Option<usize>,
        target: &mut Samples<'_>,
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let Operation::Basis { basis, index, axis, .. } = operation else { unreachable!("only a basis is in rows") };
        let (simd, tables) = (self.simd, self.tables);
        let axes = &self.program.structure().axes[*axis as usize..][..usize::from(basis.dimensions())];
        let term = |number: usize| axes.get(number).map(|axis| axis.first as usize);
        let slice = Slice {
            z: term(2).map_or(ORIGIN, |term| tables.term(term, octave, at.z)),
            w: term(3).map_or(ORIGIN, |term| tables.term(term, octave, 0)),
            number: at.z,
        };
        let entries = tables.entries(axes[0].first as usize, octave, self.start, self.count);
        let ys = tables.entries(axes[1].first as usize, octave, at.y, at.rows);
        let noise = Noise::new(*basis, self.hash(*basis, *index));
        let rows = self.rows[*index as usize][octave].get_or_insert_with(|| {
            simd.vectorize(
                #[inline(always)]
                || Rows::new(simd, noise, entries, lead),
            )
        });
        simd.vectorize(
            #[inline(always)]
            || rows.evaluate(simd, &slice, ys, (target.slice, target.stride), combine),
        );
    }

    /// A basis, each sample by itself: sixteen side by side where it is one of those that are often asked for.
    fn straight(&self, operation: &Operation, octave: usize, at: &At, target: &mut Samples<'_>) {
        let Operation::Basis { basis, index, axis, scalars, .. } = operation else { unreachable!("a basis") };
        let hash = self.hash(*basis, *index);
        let scalars = self.scalars(scalars);
        // What is known of the hash, and of the options of what is asked for most, compiles to less.
        let lattice = || Hash { kind: hash::LATTICE, table: Table { is_outlined: false, ..hash.table }, ..hash };
        let any = || Hash { table: Table { is_outlined: true, ..hash.table }, ..hash };
        macro_rules! along {
            ($axes:literal, |[$($coordinate:ident),*]| $value:expr) => {
                self.blocks::<$axes>(
                    *axis,
                    octave,
                    at,
                    target,
                    #[inline(always)]
                    |row, block| {
                        let mut number = 0..$axes;
                        $(let $coordinate = row.coordinate(number.next().unwrap_or_default(), block);)*
                        $value
                    },
                )
            };
        }
        let option = |name| basis.option(name);
        let (interpolation, is_smoothed) = (option("interpolation"), option("smoothed") != 0);
        let (metric, output) = (option("metric"), option("output"));
        let is_plain = metric == cellular::EUCLIDEAN && output == cellular::F1;
        match (basis.function, basis.hash) {
            (BasisFunction::Perlin1, _) => along!(1, |[x]| perlin::perlin_1(interpolation, any(), x)),
            (BasisFunction::Perlin2, _) => along!(2, |[x, y]| perlin::perlin_2(option("gradients"), interpolation, any(), x, y)),
            (BasisFunction::Perlin3, _) => along!(3, |[x, y, z]| perlin::perlin_3(interpolation, any(), x, y, z)),
            (BasisFunction::Perlin4, _) => along!(4, |[x, y, z, w]| perlin::perlin_4(interpolation, any(), x, y, z, w)),
            (BasisFunction::Value2, _) if !is_smoothed => along!(2, |[x, y]| value::value_2(0, interpolation, any(), x, y)),
            (BasisFunction::Value3, _) if !is_smoothed => along!(3, |[x, y, z]| value::value_3(0, interpolation, any(), x, y, z)),
            (BasisFunction::Simplex2, HashKind::Lattice) => along!(2, |[x, y]| simplex::simplex_2(lattice(), x, y)),
            (BasisFunction::Simplex3, HashKind::Lattice) => along!(3, |[x, y, z]| simplex::simplex_3(lattice(), x, y, z)),
            (BasisFunction::Simplex2, _) => along!(2, |[x, y]| simplex::simplex_2(any(), x, y)),
            (BasisFunction::Simplex3, _) => along!(3, |[x, y, z]| simplex::simplex_3(any(), x, y, z)),
            (BasisFunction::Simplex4, _) => along!(4, |[x, y, z, w]| simplex::simplex_4(any(), x, y, z, w)),
            (BasisFunction::Cellular2, HashKind::Lattice) if is_plain => along!(2, |[x, y]| {
                cellular::cellular_2(cellular::EUCLIDEAN, cellular::F1, f32x16::splat(self.simd, scalars[0]), lattice(), x, y)
            }),
            (BasisFunction::Cellular3, HashKind::Lattice) if is_plain => along!(3, |[x, y, z]| {
                cellular::cellular_3(cellular::EUCLIDEAN, cellular::F1, f32x16::splat(self.simd, scalars[0]), lattice(), x, y, z)
            }),
            (BasisFunction::Cellular2, _) => {
                along!(2, |[x, y]| cellular::cellular_2(metric, output, f32x16::splat(self.simd, scalars[0]), any(), x, y));
            }
            (BasisFunction::Cellular3, _) => {
                along!(3, |[x, y, z]| cellular::cellular_3(metric, output, f32x16::splat(self.simd, scalars[0]), any(), x, y, z));
            }
            (BasisFunction::Position, _) => along!(1, |[x]| coordinate::position(x)),
            _ => {
                for (row, samples) in target.rows().enumerate() {
                    for (block, samples) in samples.chunks_mut(LANES).enumerate() {
                        let lanes = self.lanes(*axis, basis.dimensions(), octave, at, row, block);
                        for (sample, coordinates) in samples.iter_mut().zip(lanes) {
                            let value = points::value(*basis, &scalars, hash, &coordinates[..usize::from(basis.dimensions())]);
                            *sample = strict::settled(value);
                        }
                    }
                }
            }
        }
    }

    /// A function of the coordinates on the lattice axes from one on.
    fn blocks<const N: usize>(
        &self,
        axis: u32,
        octave: usize,
        at: &At,
        target: &mut Samples<'_>,
        function: impl Fn(&AlongRow<'_, S, N>, usize) -> f32x16<S>,
    ) {
        let (simd, first) = (self.simd, axis as usize);
        simd.vectorize(
            #[inline(always)]
            || {
                for (number, row) in target.rows().enumerate() {
                    let axes = std::array::from_fn(|axis| self.along(first + axis, octave, at, number));
                    let along = AlongRow { evaluator: self, first, octave, row: number, axes };
                    each_block(
                        row,
                        #[inline(always)]
                        |block, samples| {
                            *samples = strict::settled(function(&along, block)).into();
                        },
                    );
                }
            },
        );
    }

    /// The coordinates of sixteen samples one by one.
    fn lanes(&self, axis: u32, dimensions: u8, octave: usize, at: &At, row: usize, block: usize) -> [[Coordinate; 4]; LANES] {
        let simd = self.simd;
        let mut lanes = [[ORIGIN; 4]; LANES];
        simd.vectorize(
            #[inline(always)]
            || {
                for number in 0..usize::from(dimensions) {
                    let axis = axis as usize + number;
                    let along = self.along(axis, octave, at, row);
                    let coordinate = self.displaced(along.load(simd, block), axis, octave, row, block);
                    let (cells, fractions): ([u32; LANES], [u32; LANES]) = (coordinate.cell.into(), coordinate.fraction.into());
                    for (lane, (cell, fraction)) in lanes.iter_mut().zip(cells.into_iter().zip(fractions)) {
                        let (cell, fraction) = (Wrapping(cell), Wrapping(fraction));
                        lane[number] = Coordinate { cell, fraction, period: coordinate.period };
                    }
                }
            },
        );
        lanes
    }

    /// The derivatives of a basis, each sample by itself.
    fn slope(&mut self, operation: &Operation, octave: usize, at: &At) {
        let Operation::Slope { basis, index, axis, scalars, results } = operation else { unreachable!("a slope") };
        let (hash, stride, dimensions) = (self.hash(*basis, *index), self.stride(), basis.dimensions());
        let scalars = self.scalars(scalars);
        let mut targets: Vec<Vec<f32>> = results.iter().map(|result| self.taken(*result, at)).collect();
        for row in 0..at.rows {
            for block in 0..stride / LANES {
                let lanes = self.lanes(*axis, dimensions, octave, at, row, block);
                for (lane, coordinates) in lanes.iter().enumerate() {
                    let slopes = points::slopes(*basis, &scalars, hash, &coordinates[..usize::from(dimensions)]);
                    for (target, slope) in targets.iter_mut().zip(slopes) {
                        target[row * stride + block * LANES + lane] = strict::settled(slope);
                    }
                }
            }
        }
        for (result, target) in results.iter().zip(targets) {
            self.registers[result.0 as usize] = target;
        }
    }

    fn scalars(&self, scalars: &[Scalar]) -> Vec<f32> {
        scalars.iter().map(|scalar| self.program.values().scalars[scalar.0 as usize]).collect()
    }

    /// The coordinates of sixteen samples, in the block of a row, displaced by what their lattice axis is displaced by.
    #[inline(always)]
    fn displaced(
        &self,
        mut coordinate: Coordinate<f32x16<S>>,
        axis: usize,
        octave: usize,
        row: usize,
        block: usize,
    ) -> Coordinate<f32x16<S>> {
        let simd = self.simd;
        for (by, scale) in &self.program.structure().axes[axis].displaced {
            let by = match by {
                Operand::Register(register) => {
                    let blocks = self.registers[register.0 as usize].as_chunks().0;
                    load(simd, &blocks[row * (self.stride() / LANES) + block])
                }
                number => f32x16::splat(simd, self.number(*number, octave)),
            };
            let scale = f32x16::splat(simd, self.number(Operand::Octave(*scale), octave));
            coordinate = moved(coordinate, rounded(by * scale));
        }
        coordinate
    }

    /// Where a basis takes its hashes from.
    fn hash(&self, basis: Basis, index: u32) -> Hash<'a> {
        const NO_TABLE: [u8; 256] = [0; 256];
        let values = self.program.values();
        let key = values.keys[index as usize];
        match basis.hash {
            HashKind::Table => {
                Hash { kind: hash::TABLE, table: Table { entries: &values.tables[key[0] as usize].0, is_outlined: true }, key }
            }
            HashKind::Lattice => Hash { kind: hash::LATTICE, table: Table { entries: &NO_TABLE, is_outlined: true }, key },
        }
    }
}
