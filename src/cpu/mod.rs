//! The CPU engine: evaluates the functions of the shaders over strips of rows, on all cores.

mod band;
mod cellular;
mod interpret;
mod lattice;
mod per_sample;
mod registers;
mod samples;
mod schedule;
mod simplex;
mod single;
mod slices;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use fearless_simd::Level;

use crate::coordinates::{self, Tables};
use crate::domain::{Domain, DomainKind, Tile};
use crate::error::{Error, Result};
use crate::points::{Axes, check_points};
use crate::program::{Operation, Program};
use crate::strict::lanes::LANES;
pub use crate::strict::level::VectorLevel;
use crate::strict::level::with_wide_level;
use crate::threads::{shared_out, usual};
use crate::view::{self, Rgb, Scene};
use band::{Band, Given, ROWS, Samples, Strip};
use interpret::Interpreter;
use schedule::Schedule;
use single::Single;
#[cfg(any(test, feature = "parity"))]
pub(crate) use {interpret::MOST_OPERANDS, single::call};

/// The fewest samples that are worth a thread.
const FEW: usize = 2048;

/// The target size in bytes of a strip's samples and one octave's tables together, as measured. Larger strips fall out of the first-level cache;
/// smaller ones spend their time on setup.
const STRIP_BYTES: u64 = 128 << 10;

/// The target size in bytes of all registers of a strip, so that those in use fit into the second-level cache.
const REGISTER_BYTES: u64 = 2 << 20;

/// The most samples of a strip's row.
const MOST_STRIP: usize = 4096;

/// The most bytes of tables that are computed at a time.
const MOST_TABLES: u64 = 32 << 20;

/// The most bytes of tables for points. Each thread has its own, which fit into the second-level cache, and into what allocators keep.
const MOST_POINT_TABLES: u64 = 64 << 10;

/// The fewest points whose tables are computed together, whatever their size.
const FEWEST_POINTS: usize = 256;

/// The largest number of threads of one evaluation.
pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("more than 0");

/// The CPU engine.
///
/// ```
/// use lacuna::nodes::Perlin;
/// use lacuna::{Axis, Cpu, Domain, Grid, Program};
/// let program = Program::new(Perlin::new())?;
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
    /// Returns an engine that uses the machine's available parallelism.
    pub fn new() -> Self {
        Self::with_threads(usual())
    }

    /// Returns an engine with this many threads, at most [`MAX_THREADS`]. The number does not affect the samples.
    ///
    /// The calling thread is one of them. With the feature `rayon` the others are those of rayon's global pool, as many as it has; without the feature
    /// each call starts its own threads.
    pub fn with_threads(threads: NonZeroUsize) -> Self {
        Self { threads: threads.min(MAX_THREADS), level: Level::new() }
    }

    /// Returns the engine with other vector instructions than the best available ones.
    pub fn with_level(self, level: VectorLevel) -> Self {
        Self { level: level.0, ..self }
    }

    /// Evaluates a tile of a domain into `samples`: row after row, slice after slice, with all [channels](Program::channels) of a sample in order.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the domain or the tile in it is invalid, or reaches beyond ±2^31 cells; [`Error::Memory`] where the tables, of at
    /// most 32 MiB over a grid, don't fit into memory. For points see [`Cpu::sample_points`].
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the number of the tile's samples times the channels.
    pub fn evaluate(&self, program: &Program, domain: &Domain, tile: Tile, samples: &mut [f32]) -> Result<()> {
        coordinates::check_tile(program, domain, tile)?;
        let channels = program.channels();
        assert_eq!(samples.len(), program.elements(tile), "a tile of {:?} samples and {channels} channels needs as many places", tile.size);
        if domain.kind() == DomainKind::Points {
            let [first, ..] = tile.origin;
            let tables = |points: Range<usize>| {
                let part = Tile { origin: [first + points.start as u32, 0, 0], size: [points.len() as u32, 1, 1] };
                coordinates::check_reach(program, domain, part)?;
                Tables::new(program, domain, part)
            };
            return self.evaluate_points(program, tile.samples(), tables, samples);
        }
        coordinates::check_reach(program, domain, tile)?;
        self.evaluate_grid(program, tile, |piece| Tables::new(program, domain, piece), Given::default(), samples)
    }

    /// Evaluates a tile of one slice of a grid, like [`Cpu::evaluate`], of a program that is given values: for each of them a plane that begins at the
    /// tile's first sample, with the number of values from one row to the next.
    #[doc(hidden)]
    pub fn evaluate_given(
        &self,
        program: &Program,
        domain: &Domain,
        tile: Tile,
        (planes, pitch): (&[&[f32]], usize),
        samples: &mut [f32],
    ) -> Result<()> {
        coordinates::check_tile(program, domain, tile)?;
        coordinates::check_reach(program, domain, tile)?;
        assert_eq!(samples.len(), program.elements(tile), "a tile of {:?} samples needs as many places", tile.size);
        assert_eq!(planes.len(), program.structure().given as usize, "a program takes as many planes as it is given");
        let given = Given { planes, pitch, first: 0 };
        self.evaluate_grid(program, tile, |piece| Tables::new(program, domain, piece), given, samples)
    }

    /// Evaluates a tile of a grid in pieces whose tables are not too large, by a function that computes these.
    fn evaluate_grid(
        &self,
        program: &Program,
        tile: Tile,
        tables: impl Fn(Tile) -> Result<Tables>,
        given: Given<'_>,
        samples: &mut [f32],
    ) -> Result<()> {
        let channels = program.channels();
        let mut side = tile.size;
        while Tables::bytes(program, side, DomainKind::Grid) > MOST_TABLES && side[..2] != [1, 1] {
            let longest = usize::from(side[1] > side[0]);
            side[longest] = side[longest].div_ceil(2);
        }
        if side[1] < tile.size[1] {
            side[2] = 1;
        }
        let [width, height, _] = tile.size.map(|n| n as usize);
        for piece in tile.cut(side) {
            let [x, y, z] = std::array::from_fn(|axis| (piece.origin[axis] - tile.origin[axis]) as usize);
            let rows = piece.size[1] as usize * piece.size[2] as usize;
            let first = (z * height + y) * width + x;
            let end = first + (rows - 1) * width + piece.size[0] as usize;
            let samples = &mut samples[first * channels..end * channels];
            let given = Given { first: given.first + y * given.pitch + x, ..given };
            self.evaluate_tables(program, &tables(piece)?, (DomainKind::Grid, given), piece.size, width * channels, samples);
        }
        Ok(())
    }

    /// Returns the approximate memory in bytes for evaluating a tile of a grid on one thread, without the samples.
    pub fn memory(program: &Program, size: [u32; 3]) -> u64 {
        // Each register holds a few rows of a strip; evaluation in rows takes about as much for a few octaves.
        const OTHERS: u64 = 16;
        let strip = u64::from(size[0].min(MOST_STRIP as u32)) * ROWS as u64 * size_of::<f32>() as u64;
        let tables = Tables::bytes(program, size, DomainKind::Grid).min(MOST_TABLES);
        // The values of waves at the samples take no more than the tables computed from them.
        2 * tables + (u64::from(program.structure().registers) + OTHERS) * strip
    }

    /// Evaluates the samples that tables describe, given their number in x, y and z.
    fn evaluate_tables(
        &self,
        program: &Program,
        tables: &Tables,
        (kind, given): (DomainKind, Given<'_>),
        [width, height, _]: [u32; 3],
        stride: usize,
        samples: &mut [f32],
    ) {
        let schedule = Schedule::new(program, kind);
        let width = width as usize;
        let part = Part {
            program,
            tables,
            schedule: &schedule,
            kind,
            given,
            level: self.level,
            strip: samples_in_strip(program, tables, width),
            width,
            height: height as usize,
            channels: program.channels(),
            stride,
        };
        let threads = self.threads.get();
        let rows = samples.len().div_ceil(stride);
        if threads == 1 || samples.len() < FEW {
            part.rows(0, samples);
        } else if rows >= threads {
            let rows = rows.div_ceil(threads).next_multiple_of(ROWS);
            shared_out(threads, samples.chunks_mut(rows * stride).enumerate(), |(number, samples)| part.rows(number * rows, samples));
        } else {
            // A few long rows: each is divided among the threads.
            let columns = width.div_ceil(threads).next_multiple_of(part.strip);
            for (row, samples) in samples.chunks_mut(stride).enumerate() {
                let pieces = samples[..width * part.channels].chunks_mut(columns * part.channels).enumerate();
                shared_out(threads, pieces, |(number, samples)| part.strips(row, number * columns, samples));
            }
        }
    }

    /// Evaluates points into `samples`: one point after another, with all [channels](Program::channels) in order. Omitted coordinates are 0, and those
    /// that the program does not read are ignored; [`Program::points`] refuses a wrong number of them.
    ///
    /// A coordinate is exactly the binary number that you pass. [`Domain::points`] instead reads an f64 as its shortest decimal, as recipes do: 0.1 is
    /// a tenth there, and the double nearest to it here, which is about 5.6e-18 more.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Cpu, Program};
    /// let program = Program::new(Perlin::new().dimensions(2))?;
    /// let mut samples = [0.0; 2];
    /// Cpu::new().sample_points(&program, &[[0.5, 0.25], [1e6, -3.1]], &mut samples)?;
    /// assert_eq!(samples[0], program.at([0.5, 0.25])?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where a coordinate is not finite, or lies beyond ±2^31 cells; then no sample is written. [`Error::Memory`] where the
    /// tables, of 256 points or 256 KiB a thread, don't fit into memory; then some samples may already be written.
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the number of points times the channels.
    pub fn sample_points<const N: usize>(&self, program: &Program, points: &[[f64; N]], samples: &mut [f32]) -> Result<()> {
        let channels = program.channels();
        assert_eq!(samples.len(), points.len() * channels, "{} points and {channels} channels need as many places", points.len());
        check_points(program, points)?;
        let tables = |part: Range<usize>| {
            let points = &points[part];
            let along = |axis: usize| points.iter().map(|point| point.get(axis).copied().unwrap_or(0.0)).collect();
            Tables::of_coordinates(program, [points.len() as u32, 1, 1], DomainKind::Points, along)
        };
        self.evaluate_points(program, points.len(), tables, samples)
    }

    /// Evaluates the grid of all combinations of the coordinates on one to three axes into `samples`: row after row, slice after slice, with all
    /// [channels](Program::channels) of a sample in order. Omitted coordinates are 0.
    ///
    /// The coordinates may have any distances and any order, and each is exactly the binary number that you pass. It costs what a regular grid costs,
    /// and far less than a list of all its points.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Cpu, Program};
    /// let program = Program::new(Perlin::new().dimensions(2))?;
    /// let (longitudes, latitudes) = ([0.5, 0.75, 1.5], [-0.5, 0.25]);
    /// let mut samples = [0.0; 6];
    /// Cpu::new().sample_outer(&program, [&longitudes, &latitudes], &mut samples)?;
    /// assert_eq!(samples[3], program.at([0.5, 0.25])?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where an axis has no coordinate or more than [`MAX_SAMPLES`](crate::MAX_SAMPLES), or where a coordinate is not finite or
    /// lies beyond ±2^31 cells; then no sample is written. [`Error::Memory`] where the tables, of at most 32 MiB, don't fit into memory.
    ///
    /// # Panics
    ///
    /// If the length of `samples` is not the product of the numbers of coordinates and channels.
    pub fn sample_outer<const N: usize>(&self, program: &Program, axes: [&[f64]; N], samples: &mut [f32]) -> Result<()> {
        let axes = Axes::new(program, axes)?;
        let tile = Tile { origin: [0; 3], size: axes.size() };
        assert_eq!(
            samples.len(),
            program.elements(tile),
            "{:?} samples and {} channels need as many places",
            tile.size,
            program.channels()
        );
        self.evaluate_grid(program, tile, |piece| axes.tables(program, piece), Given::default(), samples)
    }

    /// Evaluates points. Each thread computes its own tables, by a function from a range of points.
    fn evaluate_points(
        &self,
        program: &Program,
        count: usize,
        tables: impl Fn(Range<usize>) -> Result<Tables> + Sync,
        samples: &mut [f32],
    ) -> Result<()> {
        let channels = program.channels();
        let most = MOST_POINT_TABLES / Tables::bytes(program, [1, 1, 1], DomainKind::Points).max(1);
        let threads = if count < FEW { 1 } else { self.threads.get() };
        let together = (most as usize).min(count.div_ceil(threads)).max(FEWEST_POINTS);
        let alone = Self { threads: NonZeroUsize::MIN, level: self.level };
        in_pieces(threads, together, channels, samples, |points, samples| {
            let count = points.len() as u32;
            let kind = (DomainKind::Points, Given::default());
            alone.evaluate_tables(program, &tables(points)?, kind, [count, 1, 1], samples.len(), samples);
            Ok(())
        })
    }

    /// Evaluates a whole domain, like [`Cpu::evaluate`].
    ///
    /// # Errors
    ///
    /// The errors of [`Cpu::evaluate`], and [`Error::Memory`] where the samples don't fit into memory.
    pub fn sample(&self, program: &Program, domain: &Domain) -> Result<Vec<f32>> {
        domain.validate()?;
        let whole = domain.whole();
        let mut samples = crate::storage::storage(program.elements(whole), self.threads)?;
        self.evaluate(program, domain, whole, &mut samples)?;
        Ok(samples)
    }
}

/// Evaluates points on threads, `together` points at a time, by a function from a range of points and the place of their samples. The error is that of
/// the first piece that has one, whichever thread finds it.
fn in_pieces(
    threads: usize,
    together: usize,
    channels: usize,
    samples: &mut [f32],
    evaluate: impl Fn(Range<usize>, &mut [f32]) -> Result<()> + Sync,
) -> Result<()> {
    let failed: Mutex<Option<(usize, Error)>> = Mutex::new(None);
    shared_out(threads, samples.chunks_mut(together * channels).enumerate(), |(number, samples)| {
        let first = number * together;
        if let Err(error) = evaluate(first..first + samples.len() / channels, samples) {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if failed.as_ref().is_none_or(|(before, _)| first < *before) {
                *failed = Some((first, error));
            }
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, error)| Err(error))
}

/// Renders views of terrain.
impl Cpu {
    /// Renders a tile of a scene's picture as linear light, with three numbers for each pixel.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the tile does not lie in the picture.
    ///
    /// # Panics
    ///
    /// If the length of `pixels` is not three times the number of the tile's pixels.
    pub fn render(&self, scene: &Scene, tile: Tile, pixels: &mut [f32]) -> Result<()> {
        let [width, height] = scene.size();
        tile.validate([width, height, 1])?;
        assert_eq!(pixels.len(), 3 * tile.samples(), "a tile of {:?} pixels needs three times as many places", tile.size);
        let rows = pixels.chunks_mut(3 * tile.size[0] as usize).zip(tile.origin[1] as i32..);
        shared_out(self.threads.get(), rows, |(row, y)| {
            for (pixel, x) in row.chunks_exact_mut(3).zip(tile.origin[0] as i32..) {
                let Rgb { r, g, b } = view::pixel(&scene.heights, &scene.look, x, y);
                pixel.copy_from_slice(&[r, g, b]);
            }
        });
        Ok(())
    }
}

/// The data that the threads of one evaluation share.
#[derive(Clone, Copy)]
struct Part<'a> {
    program: &'a Program,
    tables: &'a Tables,
    schedule: &'a Schedule<'a>,
    kind: DomainKind,
    given: Given<'a>,
    level: Level,
    /// The samples of a strip's row.
    strip: usize,
    /// The tile's size in x and y.
    width: usize,
    height: usize,
    channels: usize,
    /// The number of values from one row of samples to the next.
    stride: usize,
}

impl Part<'_> {
    /// Evaluates whole rows, from `first` on.
    fn rows(&self, first: usize, samples: &mut [f32]) {
        for start in (0..self.width).step_by(self.strip) {
            let count = self.strip.min(self.width - start);
            self.strip([start, first], count, self.stride, &mut samples[start * self.channels..]);
        }
    }

    /// Evaluates a piece of one row, from the column `first` on.
    fn strips(&self, row: usize, first: usize, samples: &mut [f32]) {
        for (number, samples) in samples.chunks_mut(self.strip * self.channels).enumerate() {
            let (start, count) = (first + number * self.strip, samples.len() / self.channels);
            self.strip([start, row], count, samples.len(), samples);
        }
    }

    /// Evaluates one strip, from a column and row of the tile on: `count` samples of each row. Rows are `stride` values apart.
    fn strip(&self, [start, first]: [usize; 2], count: usize, stride: usize, samples: &mut [f32]) {
        with_wide_level!(self.level, simd => {
            let strip = Strip { program: self.program, tables: self.tables, kind: self.kind, given: self.given, start, count };
            let mut interpreter = Interpreter::new(simd, strip, self.schedule);
            let (rows, mut done) = (samples.len().div_ceil(stride), 0);
            while done < rows {
                let (y, z) = ((first + done) % self.height, (first + done) / self.height);
                let together = ROWS.min(rows - done).min(self.height - y);
                let end = ((done + together) * stride).min(samples.len());
                let mut target = Samples { slice: &mut samples[done * stride..end], stride, count };
                interpreter.evaluate(&Band { y, rows: together, z }, &mut target);
                done += together;
            }
        }, otherwise {
            let mut registers = vec![0.0; self.program.structure().registers as usize];
            for (row, samples) in samples.chunks_mut(stride).enumerate() {
                for (x, channels) in samples.chunks_exact_mut(self.channels).take(count).enumerate() {
                    for (number, register) in registers[..self.program.structure().given as usize].iter_mut().enumerate() {
                        *register = self.given.row(number, start + x, (first + row) % self.height, 1)[0];
                    }
                    let index = [start + x, (first + row) % self.height, (first + row) / self.height, 0];
                    let term = |axis: usize, number: usize, octave| {
                        let axis = &self.program.structure().axes[axis];
                        let along = if self.kind == DomainKind::Points { 0 } else { usize::from(axis.terms[number]) };
                        self.tables.term(axis.first as usize + number, octave, index[along])
                    };
                    Single { program: self.program, term, registers: &mut registers }.evaluate(channels);
                }
            }
        });
    }
}

/// Returns the number of samples of a strip's row: whole blocks, 256 to 4096.
fn samples_in_strip(program: &Program, tables: &Tables, width: usize) -> usize {
    // A sample takes 4 bytes per row, if it is read again. An octave of separable noise takes 12 bytes for each sample, and 40 for each lattice column.
    let mut of_octave = 0;
    let (structure, values) = (program.structure(), program.values());
    for (_, basis, axis) in structure.bases() {
        if !structure.lies_in_slices(basis, axis) {
            continue;
        }
        for octave in 0..values.axes[axis as usize].terms[0].octaves.len() {
            let cell = |index| tables.term(structure.axes[axis as usize].first as usize, octave, index).cell;
            let cells = u64::from((cell(width - 1).0 as i32).abs_diff(cell(0).0 as i32));
            of_octave = of_octave.max(12 * width as u64 + 40 * cells.min(2 * width as u64));
        }
    }
    let rows = if matches!(structure.body[..], [Operation::Basis { .. }]) { 1 } else { ROWS };
    let samples = STRIP_BYTES * width as u64 / (4 * (rows * width) as u64 + of_octave);
    // Registers beyond the cache cost more than short strips.
    let of_registers = REGISTER_BYTES / (4 * rows as u64 * u64::from(structure.registers).max(1));
    (samples.min(of_registers) as usize).clamp(256, MOST_STRIP).next_multiple_of(LANES)
}

// Nothing here calls the engine: the unit tests of the library would then compile all of it once more.
#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Condvar;
    use std::time::Duration;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn pieces_of_points_are_evaluated_by_every_thread() {
        if usual() == NonZeroUsize::MIN {
            return;
        }
        let (seen, came) = (Mutex::new(HashSet::new()), Condvar::new());
        let mut samples = vec![0.0; 20_000];
        let evaluate = |points: Range<usize>, samples: &mut [f32]| {
            let mut seen = seen.lock().unwrap();
            seen.insert(std::thread::current().id());
            came.notify_all();
            drop(came.wait_timeout_while(seen, Duration::from_secs(20), |seen| seen.len() < 2).unwrap());
            samples.chunks_mut(2).zip(points).for_each(|(samples, point)| samples[1] = point as f32);
            Ok(())
        };
        in_pieces(2, 256, 2, &mut samples, evaluate).unwrap();
        assert_eq!(seen.into_inner().unwrap().len(), 2);
        assert!(samples.chunks(2).enumerate().all(|(point, samples)| samples == [0.0, point as f32]));
    }
}
