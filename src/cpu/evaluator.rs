//! Runs a program over strips of a tile, a register being a slice of a row. `mod.rs` calls it, a strip at a time.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::cells::{self, Cells};
use super::column_forms::Found;
use super::columns::Columns;
use super::corners::Noise;
use super::lines::Line;
use super::liveness::dead_after;
use super::patches::CornerTable;
use super::registers::{self, Vector};
use super::rows::Rows;
use super::simplex_grids::{self, Simplices};
use super::splines::Splines;
use super::steps::Step;
use super::strip::{At, ROWS, Samples};
use crate::coordinates::Tables;
use crate::permutation::HashKind;
use crate::program::{Basis, Carried, Function, Operand, Operation, Program, Register, Scalar};
use crate::region::DomainKind;
use crate::value::by_hand::Table;
use crate::value::hash::{self, Hash};
use crate::value::lanes::{Block, LANES, each_block};
use crate::value::list::operations;
use crate::value::*;

/// The bytes that a strip's samples and the tables and linear forms of one octave should take, found by measuring: more falls out of the first level
/// of the cache, less spends its time on starting strips.
const STRIP_BYTES: u64 = 128 << 10;

/// The bytes that all registers of a strip should take, so that the second level of the cache holds those that are in use.
const REGISTER_BYTES: u64 = 2 << 20;

/// How many vectors a function is called with at a time.
const TOGETHER: usize = 8;

/// The most samples of a row in a strip.
pub(super) const MOST_STRIP: usize = 4096;

/// How many samples of a row are in a strip: whole blocks, 256 to 4096.
pub(super) fn strip(program: &Program, tables: &Tables, width: usize) -> usize {
    // A sample takes 4 bytes a row, if it is read again; in an octave of a basis about 16 for its own tables, and those of its lattice column 40 with the
    // linear forms of one row. Cellular noise keeps points instead.
    let mut forms = 0;
    let (structure, values) = (program.structure(), program.values());
    for (_, basis, axis) in structure.bases() {
        let bytes = if structure.lattice_has_rows(basis, axis) {
            Some([16, 40])
        } else {
            cells::bytes(basis).filter(|_| structure.lies_along_the_grid(basis, axis))
        };
        let Some([of_sample, of_column]) = bytes else { continue };
        for octave in 0..values.axes[axis as usize].terms[0].octaves.len() {
            let cell = |index| tables.term(structure.axes[axis as usize].first as usize, octave, index).cell;
            let cells = u64::from((cell(width - 1).0 as i32).abs_diff(cell(0).0 as i32));
            forms = forms.max(of_sample * width as u64 + of_column * cells.min(2 * width as u64));
        }
    }
    let rows = if matches!(structure.body[..], [Operation::Basis { .. }]) { 1 } else { ROWS };
    let samples = STRIP_BYTES * width as u64 / (4 * (rows * width) as u64 + forms);
    // More registers than the cache holds are worse than short strips.
    let of_registers = REGISTER_BYTES / (4 * rows as u64 * u64::from(structure.registers).max(1));
    (samples.min(of_registers) as usize).clamp(256, MOST_STRIP).next_multiple_of(LANES)
}

/// Steps, and the registers that nothing reads after each of them.
#[derive(Default)]
struct Plan<'a> {
    steps: Vec<Step<'a>>,
    dead: Vec<Vec<Register>>,
}

/// Evaluates one strip of a tile, a few rows after the other.
pub(super) struct Evaluator<'a, S> {
    pub(super) simd: S,
    pub(super) program: &'a Program,
    pub(super) tables: &'a Tables,
    pub(super) kind: DomainKind,
    /// The index along x of the strip's first sample, in the tile.
    pub(super) start: usize,
    pub(super) count: usize,
    /// Of the rows that are evaluated together, each padded to whole vectors; empty until they are assigned.
    pub(super) registers: Vec<Vec<Vector>>,
    /// The rows of each basis that is in rows, by octave, made when they are asked for.
    pub(super) rows: Vec<Vec<Option<Rows<'a>>>>,
    /// The cells of each basis that is in cells, by octave, where that octave is.
    pub(super) cells: Vec<Vec<Option<Cells<'a>>>>,
    /// The splines of each basis that has some, by octave, where that octave has.
    pub(super) splines: Vec<Vec<Option<Splines<'a>>>>,
    /// Of each basis that is evaluated column by column, by octave.
    pub(super) columns: Vec<Vec<Columns<'a>>>,
    /// What is done where there are few rows, and where there are rows enough for columns.
    plans: [Plan<'a>; 2],
    /// Rooms of registers that are not in use.
    rooms: Vec<Vec<Vector>>,
    /// What is found of some cells of columns.
    pub(super) found: Found,
    /// Registers of regions that are not in use.
    pub(super) spare: Vec<Vec<Vector>>,
    /// Of each basis of simplex noise over a grid, by octave.
    pub(super) simplices: Vec<Vec<Option<Simplices<'a>>>>,
    pub(super) around_simplices: simplex_grids::Around,
    /// The corners of each basis that has a table of such, by octave, made when they are asked for.
    pub(super) corner_tables: Vec<Vec<Option<CornerTable<'a>>>>,
    /// Of each lattice axis that other bases read, by octave; none where nothing of it changes along a row.
    pub(super) lines: Vec<Vec<Line>>,
    /// How often each register is read.
    pub(super) reads: Vec<u32>,
    /// The vectors of a register.
    pub(super) room: usize,
}

impl<'a, S: Simd> Evaluator<'a, S> {
    /// An evaluator of so many samples a row from `start` on, and of so many rows.
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
            cells: vec![],
            splines: vec![],
            columns: vec![],
            plans: Default::default(),
            rooms: vec![],
            found: Found::default(),
            spare: vec![],
            simplices: vec![],
            around_simplices: Default::default(),
            corner_tables: vec![],
            lines,
            reads: structure.reads(),
            // The last row can be read in whole runs.
            room: (rows.min(ROWS) * count.div_ceil(LANES) + TOGETHER).next_multiple_of(TOGETHER),
        };
        evaluator.rows.resize_with(structure.bases as usize, Vec::new);
        evaluator.cells.resize_with(structure.bases as usize, Vec::new);
        evaluator.splines.resize_with(structure.bases as usize, Vec::new);
        evaluator.columns.resize_with(structure.bases as usize, Vec::new);
        evaluator.simplices.resize_with(structure.bases as usize, Vec::new);
        evaluator.corner_tables.resize_with(structure.bases as usize, Vec::new);
        evaluator.prepare(&structure.body, 1);
        evaluator.plans = [false, true].map(|has_rows_enough| {
            let steps = evaluator.plan(&structure.body, 1, has_rows_enough);
            Plan { dead: dead_after(structure, &steps), steps }
        });
        evaluator
    }

    /// Whether an operation is evaluated in rows.
    pub(super) fn is_in_rows(&self, operation: &Operation) -> bool {
        self.kind == DomainKind::Grid && self.program.structure().is_in_rows(operation)
    }

    /// Makes the rows of each basis that is in rows, and what the others read along a row, for as many octaves as the loops around have.
    fn prepare(&mut self, operations: &'a [Operation], octaves: usize) {
        for operation in operations {
            match operation {
                Operation::Basis { index, .. } if self.is_in_rows(operation) => {
                    self.rows[*index as usize].resize_with(octaves, || None);
                }
                Operation::Slope { .. } if self.has_columns(operation, false) => {}
                Operation::Basis { basis, index, axis, .. } | Operation::Slope { basis, index, axis, .. } => {
                    if self.prepare_shared(operation, octaves) {
                        continue;
                    }
                    for axis in *axis as usize..*axis as usize + usize::from(basis.axes()) {
                        if self.lines[axis].is_empty() && self.terms(axis).any(|(_, domain_axis)| self.changes_along_rows(domain_axis)) {
                            self.lines[axis] = (0..octaves).map(|octave| self.line(axis, octave)).collect();
                        }
                    }
                    self.prepare_simplices(operation, octaves);
                    if matches!(operation, Operation::Basis { .. }) && self.is_in_patches(operation) {
                        self.corner_tables[*index as usize].resize_with(octaves, || None);
                    }
                }
                Operation::Loop { index, body, .. } => {
                    self.prepare(body, octaves * self.program.values().octaves[*index as usize] as usize);
                }
                Operation::Call { .. } => {}
            }
        }
    }

    /// The terms of a lattice axis, each with the domain axis that its entries go along.
    pub(super) fn terms(&self, axis: usize) -> impl Iterator<Item = (usize, u8)> + use<'a, S> {
        let axis = &self.program.structure().axes[axis];
        axis.terms.iter().enumerate().map(|(number, domain_axis)| (axis.first as usize + number, *domain_axis))
    }

    pub(super) fn changes_along_rows(&self, domain_axis: u8) -> bool {
        self.kind == DomainKind::Points || domain_axis == 0
    }

    /// Evaluates the strip's samples in at most [`ROWS`] rows of the tile.
    pub(super) fn evaluate(&mut self, at: &At, samples: &mut Samples<'_>) {
        let structure = self.program.structure();
        let [output] = structure.outputs[..] else {
            self.run_plan(at, &mut None);
            return self.interleave(&structure.outputs, samples);
        };
        let mut direct = match output {
            // What an operation reads, too, has to lie in a register.
            Operand::Register(register) if self.reads[register.0 as usize] == 1 && self.is_made_in_place(register) => {
                Some((register, &mut *samples))
            }
            _ => None,
        };
        let is_direct = direct.is_some();
        self.run_plan(at, &mut direct);
        if !is_direct {
            self.write(output, samples);
        }
    }

    /// Whether a register's samples can be made where they are asked for: it is no loop in rows that carries it.
    fn is_made_in_place(&self, register: Register) -> bool {
        let is_carried = |step: &Step<'_>| match step {
            Step::Loop { carried, .. } => carried.iter().any(|carried| carried.register == register),
            Step::Fractal(fractal, _) => fractal.carried.iter().any(|(carried, _)| *carried == register),
            Step::Operation(operation @ Operation::Slope { .. }) => operation.results().contains(&register),
            _ => false,
        };
        !self.plans.iter().flat_map(|plan| &plan.steps).any(is_carried)
    }

    /// Takes all steps.
    fn run_plan(&mut self, at: &At, output: &mut Option<(Register, &mut Samples<'_>)>) {
        let plan = usize::from(at.rows >= LANES / 2);
        let taken = std::mem::take(&mut self.plans[plan]);
        for (step, dead) in taken.steps.iter().zip(&taken.dead) {
            self.take_step(step, 0, at, output);
            for register in dead {
                let room = &mut self.registers[register.0 as usize];
                if room.len() == self.room {
                    self.rooms.push(std::mem::take(room));
                }
            }
        }
        self.plans[plan] = taken;
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
            Operand::Register(register) => self.registers[register.0 as usize][row * (self.stride() / LANES) + block].load(self.simd),
            number => f32x16::splat(self.simd, self.number(number, 0)),
        };
        strict::settled(value).into()
    }

    /// Takes the steps of a plan in the octave that `octave` counts over all the loops around. One register may lie in a slice of the caller's.
    pub(super) fn run(&mut self, steps: &[Step<'a>], octave: usize, at: &At, output: &mut Option<(Register, &mut Samples<'_>)>) {
        for step in steps {
            self.take_step(step, octave, at, output);
        }
    }

    fn take_step(&mut self, step: &Step<'a>, octave: usize, at: &At, output: &mut Option<(Register, &mut Samples<'_>)>) {
        match step {
            Step::Region(region) => self.evaluate_region(region, octave, at, output),
            Step::FractalOfBasis(fractal) => {
                let (_, result) = fractal.total.expect("the sum is given its size");
                self.assign(
                    result,
                    at,
                    output,
                    #[inline(always)]
                    |this, samples| this.fractal_of_basis_in_rows(fractal, octave, at, samples),
                );
            }
            Step::Fractal(fractal, body) => self.fractal_in_rows(fractal, body, octave, at),
            Step::Loop { index, body, carried } => self.run_loop(*index, body, carried, octave, at),
            Step::Operation(operation @ Operation::Slope { .. }) => self.slope(operation, octave, at),
            Step::Operation(operation @ Operation::Basis { result, .. }) => self.assign(
                *result,
                at,
                output,
                #[inline(always)]
                |this, samples| this.basis(operation, octave, at, samples, &mut |_, _| ()),
            ),
            Step::Operation(Operation::Call { function, arguments, result }) => match output {
                Some((output, samples)) if output == result => self.function_in_rows(*function, arguments, octave, samples),
                _ => {
                    let mut target = self.taken(*result);
                    self.function(*function, arguments, octave, (0, registers::blocks(&mut target)));
                    self.put(*result, target);
                }
            },
            Step::Operation(Operation::Loop { .. }) => unreachable!("a loop is a step of its own"),
        }
    }

    /// Assigns a register by rows of samples, which lie in it or in those of the caller.
    fn assign(
        &mut self,
        result: Register,
        at: &At,
        output: &mut Option<(Register, &mut Samples<'_>)>,
        assign: impl FnOnce(&mut Self, &mut Samples<'_>),
    ) {
        match output {
            Some((output, samples)) if *output == result => assign(self, samples),
            _ => {
                let mut target = self.taken(result);
                let stride = self.stride();
                assign(self, &mut Samples { slice: &mut registers::samples(&mut target)[..at.rows * stride], stride, count: self.count });
                self.put(result, target);
            }
        }
    }

    /// Runs a loop over octaves.
    fn run_loop(&mut self, index: u32, body: &[Step<'a>], carried: &[Carried], octave: usize, at: &At) {
        let octaves = self.program.values().octaves[index as usize] as usize;
        let octave = octave * octaves;
        for carried in carried {
            self.copy(carried.first, carried.register, octave);
        }
        for octave in octave..octave + octaves {
            self.run(body, octave, at, &mut None);
            for Carried { register, next, .. } in carried {
                if !self.exchanges_carried(carried, *register, *next) {
                    self.copy(*next, *register, octave);
                }
            }
        }
    }

    /// A register to be assigned.
    pub(super) fn taken(&mut self, register: Register) -> Vec<Vector> {
        let register = std::mem::take(&mut self.registers[register.0 as usize]);
        self.room_of(register)
    }

    /// Room for the rows of a register: its own, if it has some.
    pub(super) fn room_of(&mut self, own: Vec<Vector>) -> Vec<Vector> {
        let mut room = if own.is_empty() { self.rooms.pop().unwrap_or_default() } else { own };
        room.resize(self.room, Vector::NAN);
        room
    }

    /// Copies an operand into a register.
    pub(super) fn copy(&mut self, from: Operand, to: Register, octave: usize) {
        if from == Operand::Register(to) {
            return;
        }
        let mut target = self.taken(to);
        match from {
            Operand::Register(register) => target.copy_from_slice(&self.registers[register.0 as usize]),
            Operand::Scalar(_) | Operand::Octave(_) => target.fill(Vector::splat(self.number(from, octave))),
        }
        self.put(to, target);
    }

    /// The value of an operand that is no register.
    pub(super) fn number(&self, operand: Operand, octave: usize) -> f32 {
        let values = self.program.values();
        match operand {
            Operand::Scalar(scalar) => values.scalars[scalar.0 as usize],
            Operand::Octave(scalar) => values.octave_scalars[scalar.0 as usize][octave],
            Operand::Register(_) => unreachable!("a register is no number"),
        }
    }

    /// From one row of a register to the next.
    pub(super) fn stride(&self) -> usize {
        self.count.next_multiple_of(LANES)
    }

    /// Assigns a function of operands to blocks, of which the first is one of their registers' vectors from a number on. They are whole runs of [`TOGETHER`].
    fn call<const N: usize>(
        &self,
        arguments: [Operand; N],
        octave: usize,
        (first, target): (usize, &mut [Block]),
        function: impl Fn([f32x16<S>; N]) -> f32x16<S>,
    ) {
        let simd = self.simd;
        debug_assert!(target.len().is_multiple_of(TOGETHER));
        // A number is one run that all runs read.
        let mut numbers = [[[Vector::ZERO; TOGETHER]; 1]; N];
        for (number, argument) in numbers.iter_mut().zip(arguments) {
            if !matches!(argument, Operand::Register(_)) {
                *number = [[Vector::splat(self.number(argument, octave)); TOGETHER]];
            }
        }
        let mut sources: [(&[[Vector; TOGETHER]], usize); N] = [(&[], 0); N];
        for ((source, argument), number) in sources.iter_mut().zip(arguments).zip(&numbers) {
            *source = match argument {
                Operand::Register(register) => (self.registers[register.0 as usize][first..first + target.len()].as_chunks().0, 1),
                _ => (number, 0),
            };
        }
        simd.vectorize(
            #[inline(always)]
            || {
                for (number, target) in target.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
                    let mut runs = [&[Vector::ZERO; TOGETHER]; N];
                    for (run, (source, step)) in runs.iter_mut().zip(&sources) {
                        *run = &source[number * step];
                    }
                    for (at, target) in target.iter_mut().enumerate() {
                        let mut values = [f32x16::splat(simd, 0.0); N];
                        for (value, run) in values.iter_mut().zip(runs) {
                            *value = run[at].load(simd);
                        }
                        *target = function(values).into();
                    }
                }
            },
        );
    }

    /// Assigns a function of the program to blocks, as [`Evaluator::call`].
    pub(super) fn function(&self, function: Function, arguments: &[Operand], octave: usize, target: (usize, &mut [Block])) {
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

    /// Assigns a function of the program to rows of samples.
    fn function_in_rows(&self, function: Function, arguments: &[Operand], octave: usize, target: &mut Samples<'_>) {
        let stride = self.stride() / LANES;
        for (number, samples) in target.rows().enumerate() {
            let first = number * stride;
            let runs = samples.len() / (TOGETHER * LANES) * TOGETHER;
            let (whole, rest) = samples.split_at_mut(runs * LANES);
            self.function(function, arguments, octave, (first, whole.as_chunks_mut().0));
            if !rest.is_empty() {
                let mut run = [[0.0; LANES]; TOGETHER];
                self.function(function, arguments, octave, (first + runs, &mut run));
                rest.copy_from_slice(&run.as_flattened()[..rest.len()]);
            }
        }
    }

    /// Writes an operand into rows of samples.
    fn write(&self, output: Operand, target: &mut Samples<'_>) {
        let stride = self.stride() / LANES;
        let number;
        let (vectors, step) = match output {
            Operand::Register(register) => (&self.registers[register.0 as usize][..], 1),
            output => {
                number = [Vector::splat(self.number(output, 0))];
                (&number[..], 0)
            }
        };
        self.simd.vectorize(
            #[inline(always)]
            || {
                for (number, row) in target.rows().enumerate() {
                    each_block(
                        row,
                        #[inline(always)]
                        |block, samples| *samples = strict::settled(vectors[(number * stride + block) * step].load(self.simd)).into(),
                    );
                }
            },
        );
    }

    /// A basis in rows. Where samples are only assigned, the one after `lead` is aligned to 64 bytes.
    #[inline(always)]
    pub(super) fn in_rows(
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
        let slice = self.slice(*axis, axes.len(), octave, at, 0);
        let entries = tables.entries(axes[0].first as usize, octave, self.start, self.count);
        let ys = tables.entries(axes[1].first as usize, octave, at.y, at.rows);
        let hash = self.hash(*basis, *index);
        let rows = self.rows[*index as usize][octave].get_or_insert_with(|| {
            simd.vectorize(
                #[inline(always)]
                || Rows::new(simd, Noise::new(*basis, hash), entries, lead),
            )
        });
        simd.vectorize(
            #[inline(always)]
            || rows.evaluate(simd, &slice, ys, (target.slice, target.stride), combine),
        );
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> f32 {
        self.program.values().scalars[scalar.0 as usize]
    }

    /// Puts a register back that was taken.
    pub(super) fn put(&mut self, register: Register, vectors: Vec<Vector>) {
        self.registers[register.0 as usize] = vectors;
    }

    /// Where a basis takes its hashes from.
    pub(super) fn hash(&self, basis: Basis, index: u32) -> Hash<'a> {
        let values = self.program.values();
        let key = values.keys[index as usize];
        match basis.hash {
            HashKind::Table => {
                let number = key[0] as usize;
                Hash { kind: hash::TABLE, table: Table::new(&values.tables[number].0, &values.twice[number]), key }
            }
            HashKind::Lattice => Hash { kind: hash::LATTICE, table: Table::NONE, key },
        }
    }
}
