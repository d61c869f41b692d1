//! The CPU engine: the shaders' twins, evaluated over strips of rows on all cores.

mod evaluator;
mod fractal;
mod lanes;
pub(crate) mod lattice;
mod modify;
mod perlin;
mod points;
mod rows;
pub(crate) mod strict;

use std::num::NonZeroUsize;

use fearless_simd::{Level, Simd, dispatch};

use crate::coordinates::{self, Tables};
use crate::error::Result;
use crate::program::Program;
use crate::region::{Domain, DomainKind, Tile};
use evaluator::{At, Evaluator, ROWS, Samples, strip};

/// A set of vector instructions that this machine has. The samples don't depend on it.
#[derive(Debug, Clone, Copy)]
pub struct VectorLevel(Level);

impl VectorLevel {
    /// The levels of this machine, the best first.
    pub fn all() -> Vec<Self> {
        let best = Level::new();
        let mut levels = vec![best];
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        levels.extend(
            [best.as_avx2().map(Simd::level), best.as_sse4_2().map(Simd::level), best.as_sse2().map(Simd::level)].into_iter().flatten(),
        );
        levels.dedup_by_key(|level| std::mem::discriminant(level));
        levels.into_iter().map(Self).collect()
    }
}

impl std::fmt::Display for VectorLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = format!("{:?}", self.0);
        f.write_str(&name[..name.find('(').unwrap_or(name.len())])
    }
}

/// Fewer samples than this are not worth a thread.
const FEW: usize = 2048;

/// The most threads that one evaluation runs on.
pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("more than 0");

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
    level: Level,
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}

impl Cpu {
    /// An engine on as many threads as the machine runs at once.
    pub fn new() -> Self {
        Self::with_threads(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// An engine on this many threads, of which at most [`MAX_THREADS`] are used. The samples don't depend on it.
    pub fn with_threads(threads: NonZeroUsize) -> Self {
        Self { threads: threads.min(MAX_THREADS), level: Level::new() }
    }

    /// The same engine with other vector instructions than the best.
    pub fn with_level(self, level: VectorLevel) -> Self {
        Self { level: level.0, ..self }
    }

    /// Evaluates a tile of a domain into `samples`, x running fastest.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) where the domain, or the tile in it, is invalid, or reaches beyond ±2^31 cells.
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
        let part = Part {
            program,
            tables: &tables,
            kind: domain.kind(),
            level: self.level,
            strip: strip(program, &tables, tile.size[0] as usize),
            width: tile.size[0] as usize,
            height: tile.size[1] as usize,
        };
        let rows = samples.len() / part.width;
        if self.threads.get() == 1 || samples.len() < FEW {
            part.rows(0, samples);
        } else if rows >= self.threads.get() {
            let rows = rows.div_ceil(self.threads.get());
            std::thread::scope(|scope| {
                for (number, samples) in samples.chunks_mut(rows * part.width).enumerate() {
                    scope.spawn(move || part.rows(number * rows, samples));
                }
            });
        } else {
            // Few long rows, such as a list of points: each is shared out by itself.
            let columns = part.width.div_ceil(self.threads.get()).next_multiple_of(part.strip);
            for (row, samples) in samples.chunks_mut(part.width).enumerate() {
                std::thread::scope(|scope| {
                    for (number, samples) in samples.chunks_mut(columns).enumerate() {
                        scope.spawn(move || part.strips(row, number * columns, samples));
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
    /// As [`Cpu::evaluate`], and [`Error::Limit`](crate::Error::Limit) where the samples don't fit into memory.
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let whole = domain.whole();
        let mut samples = crate::field::storage(whole.samples())?;
        self.evaluate(program, domain, whole, &mut samples)?;
        Ok(samples)
    }
}

/// What the threads of one evaluation share.
#[derive(Clone, Copy)]
struct Part<'a> {
    program: &'a Program,
    tables: &'a Tables,
    kind: DomainKind,
    level: Level,
    /// The samples of a row in a strip.
    strip: usize,
    /// The tile's size in x and y.
    width: usize,
    height: usize,
}

impl Part<'_> {
    /// Evaluates whole rows, from one on.
    fn rows(&self, first: usize, samples: &mut [f32]) {
        for start in (0..self.width).step_by(self.strip) {
            dispatch!(self.level, simd => self.strip(simd, [start, first], self.strip.min(self.width - start), self.width, &mut samples[start..]));
        }
    }

    /// Evaluates a piece of one row, from a column on.
    fn strips(&self, row: usize, first: usize, samples: &mut [f32]) {
        for (number, samples) in samples.chunks_mut(self.strip).enumerate() {
            let (start, count) = (first + number * self.strip, samples.len());
            dispatch!(self.level, simd => self.strip(simd, [start, row], count, count, samples));
        }
    }

    /// One strip: from a column and row of the tile on, so many samples of each row, which lie a stride apart.
    #[inline(always)]
    fn strip<S: Simd>(&self, simd: S, [start, first]: [usize; 2], count: usize, stride: usize, samples: &mut [f32]) {
        let mut evaluator = Evaluator::new(simd, self.program, self.tables, self.kind, start, count);
        let rows = samples.len().div_ceil(stride);
        let mut done = 0;
        while done < rows {
            let (y, z) = ((first + done) % self.height, (first + done) / self.height);
            let together = ROWS.min(rows - done).min(self.height - y);
            let end = ((done + together) * stride).min(samples.len());
            let mut target = Samples { slice: &mut samples[done * stride..end], stride, count };
            evaluator.evaluate(At { y, rows: together, z }, &mut target);
            done += together;
        }
    }
}
