//! The CPU engine: the shaders' twins, evaluated over chunks of rows on all cores.

pub mod fractal;
pub mod lattice;
pub mod modify;
pub mod perlin;
pub mod strict;

use std::num::NonZeroUsize;

use crate::coordinates::{self, Tables};
use crate::error::Result;
use crate::program::{Basis, Fractal, Operation, Program, Register};
use crate::region::{Domain, DomainKind, Tile};
use lattice::Coordinate;

/// How many samples of a row are evaluated at a time; a register of this many f32 stays in the first-level cache.
const CHUNK: usize = 256;

/// The CPU engine.
///
/// ```
/// use lacuna::{Axis, Cpu, Domain, Graph, Grid, Perlin, Program};
/// let program = Program::new(&Graph::from(Perlin::default()))?;
/// let domain = Domain::from(Grid::plane(Axis::extent(0, 8, 64), Axis::extent(0, 8, 64)));
/// let mut samples = vec![0.0; 64 * 64];
/// Cpu::new().evaluate(&program, &domain, domain.whole(), &mut samples)?;
/// assert!(samples.iter().all(|sample| sample.abs() <= 1.04));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cpu {
    threads: NonZeroUsize,
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}

impl Cpu {
    /// An engine on as many threads as the machine runs at once.
    pub fn new() -> Self {
        Self { threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN) }
    }

    /// An engine on this many threads. The samples don't depend on it.
    pub fn with_threads(threads: NonZeroUsize) -> Self {
        Self { threads }
    }

    /// Evaluates a tile of a domain into `samples`, x running fastest.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the domain, or the tile in it, is invalid, or reaches beyond ±2^31 cells.
    ///
    /// # Panics
    ///
    /// If `samples` is not as long as the tile has samples.
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        domain.validate()?;
        tile.validate(domain.size())?;
        coordinates::validate(program, domain, tile)?;
        assert_eq!(samples.len(), tile.samples(), "a tile of {:?} samples needs as many places", tile.size);
        let tables = Tables::new(program, domain, tile);
        let kind = domain.kind();
        let width = tile.size[0] as usize;
        // Points make one long row, so it is the chunks that are shared out, in runs long enough to outweigh the start of a thread.
        let chunks_a_row = width.div_ceil(CHUNK);
        let height = tile.size[1] as usize;
        let rows_a_thread = (samples.len() / width).div_ceil(self.threads.get());
        let evaluate = |first: usize, samples: &mut [f32]| {
            let mut evaluator = Evaluator::new(program, &tables, kind);
            for (row, samples) in samples.chunks_mut(width).enumerate() {
                let (y, z) = ((first + row) % height, (first + row) / height);
                for (chunk, samples) in samples.chunks_mut(CHUNK).enumerate() {
                    evaluator.chunk([chunk * CHUNK, y, z], samples);
                }
            }
        };
        if self.threads.get() == 1 || samples.len() < 4 * CHUNK {
            evaluate(0, samples);
        } else if rows_a_thread > 1 || chunks_a_row == 1 {
            std::thread::scope(|scope| {
                for (part, samples) in samples.chunks_mut(rows_a_thread * width).enumerate() {
                    scope.spawn(move || evaluate(part * rows_a_thread, samples));
                }
            });
        } else {
            let columns = chunks_a_row.div_ceil(self.threads.get()) * CHUNK;
            for (row, samples) in samples.chunks_mut(width).enumerate() {
                let (y, z) = (row % height, row / height);
                let tables = &tables;
                std::thread::scope(|scope| {
                    for (part, samples) in samples.chunks_mut(columns).enumerate() {
                        scope.spawn(move || {
                            let mut evaluator = Evaluator::new(program, tables, kind);
                            for (chunk, samples) in samples.chunks_mut(CHUNK).enumerate() {
                                evaluator.chunk([part * columns + chunk * CHUNK, y, z], samples);
                            }
                        });
                    }
                });
            }
        }
        Ok(())
    }

    /// Evaluates a whole domain.
    ///
    /// # Errors
    ///
    /// As [`Cpu::evaluate`], and [`Error::Limit`] where the samples don't fit into memory.
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let whole = domain.whole();
        let mut samples = crate::field::storage(whole.samples())?;
        self.evaluate(program, domain, whole, &mut samples)?;
        Ok(samples)
    }
}

/// Evaluates chunks of rows of one tile.
struct Evaluator<'a> {
    program: &'a Program,
    tables: &'a Tables,
    kind: DomainKind,
    registers: Vec<Vec<f32>>,
    /// The index along each domain axis of the chunk's first sample.
    at: [usize; 4],
    /// Whether an axis moves with the samples of a chunk.
    moves: [bool; 4],
}

impl<'a> Evaluator<'a> {
    fn new(program: &'a Program, tables: &'a Tables, kind: DomainKind) -> Self {
        let registers = vec![vec![f32::NAN; CHUNK]; program.structure().registers as usize];
        let moves = match kind {
            DomainKind::Grid => [true, false, false, false],
            DomainKind::Points => [true; 4],
        };
        Self { program, tables, kind, registers, at: [0; 4], moves }
    }

    /// Evaluates the samples from `at` on, at most [`CHUNK`], of one row of the tile.
    fn chunk(&mut self, at: [usize; 3], samples: &mut [f32]) {
        self.at = match self.kind {
            DomainKind::Grid => [at[0], at[1], at[2], 0],
            DomainKind::Points => [at[0]; 4],
        };
        self.run(&self.program.structure().body, 0, samples.len());
        let output = self.program.structure().outputs[0];
        samples.copy_from_slice(&self.registers[output.0 as usize][..samples.len()]);
    }

    /// Assigns the registers of operations in the octave that `octave` counts over all the loops around.
    fn run(&mut self, operations: &[Operation], octave: usize, count: usize) {
        let values = self.program.values();
        for operation in operations {
            let mut result = std::mem::take(&mut self.registers[operation.result().0 as usize]);
            let target = &mut result[..count];
            match operation {
                Operation::Basis { basis: Basis::Perlin(dimensions), index, axis, .. } => {
                    self.perlin(*dimensions, *index, *axis as usize, octave, target);
                }
                Operation::Fractal { fractal: Fractal::Fbm, index, body, source, weight, scale, .. } => {
                    let octaves = values.octaves[*index as usize] as usize;
                    target.fill(0.0);
                    for k in 0..octaves {
                        self.run(body, octave * octaves + k, count);
                        let weight = values.octave_scalars[weight.0 as usize][k];
                        for (sum, &value) in target.iter_mut().zip(self.register(*source)) {
                            *sum = fractal::fbm_octave(*sum, weight, value);
                        }
                    }
                    let scale = values.scalars[scale.0 as usize];
                    target.iter_mut().for_each(|sum| *sum = fractal::fbm_total(*sum, scale));
                }
                Operation::ScaleOffset { source, scale, offset, .. } => {
                    let (scale, offset) = (values.scalars[scale.0 as usize], values.scalars[offset.0 as usize]);
                    for (target, &value) in target.iter_mut().zip(self.register(*source)) {
                        *target = modify::scale_offset(value, scale, offset);
                    }
                }
            }
            self.registers[operation.result().0 as usize] = result;
        }
    }

    fn register(&self, register: Register) -> &[f32] {
        &self.registers[register.0 as usize]
    }

    fn perlin(&self, dimensions: u8, basis: u32, axis: usize, octave: usize, target: &mut [f32]) {
        let values = self.program.values();
        let table = &values.tables[values.basis_tables[basis as usize] as usize].0;
        let at = |number: usize, index: usize| self.coordinate(axis + number, octave, index);
        for (index, target) in target.iter_mut().enumerate() {
            *target = strict::settled(match dimensions {
                1 => perlin::perlin_1(table, at(0, index)),
                2 => perlin::perlin_2(table, at(0, index), at(1, index)),
                3 => perlin::perlin_3(table, at(0, index), at(1, index), at(2, index)),
                _ => perlin::perlin_4(table, at(0, index), at(1, index), at(2, index), at(3, index)),
            });
        }
    }

    /// The coordinate on a lattice axis in an octave, at a sample of the chunk.
    fn coordinate(&self, axis: usize, octave: usize, index: usize) -> Coordinate {
        let structure = self.program.structure();
        let domain_axis = usize::from(structure.axes[axis]);
        let directory = (structure.loops + structure.bases) as usize;
        let [first, period] = self.tables.words[directory + octave * structure.axes.len() + axis];
        let moved = if self.moves[domain_axis] { index } else { 0 };
        let [cell, fraction] = self.tables.words[first as usize + self.at[domain_axis] + moved];
        Coordinate { cell: cell as i32, fraction, period }
    }
}
