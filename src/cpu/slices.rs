//! Separable noise over a lattice that lies in slices of the grid, row by row. Each stage runs only as often as its dimension changes.
//!
//! Lattice points are computed once for each lattice row, columns and cells once for each row of samples, and a sample only blends its cell. The stages
//! are functions of the shaders, sixteen side by side along x. The code here is the same for every separable basis.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::band::{Entries, ROWS, Samples, Slice, Spread, Strip, coordinate_of};
use super::lattice::cache::Cache;
use super::lattice::{Corners, Kind, Noise};
use super::registers::{Row, Vector};
use crate::cell_runs::CellRuns;
use crate::domain::DomainKind;
use crate::program::{Operation, Structure};
use crate::strict::fractal::{fbm_octave, fbm_total};
use crate::strict::lanes::{Block, LANES, fetch, load, padded};
use crate::strict::lattice::{Coordinate, cell_after, cell_before, eased, eased_slope, next_cell, unit};
use crate::strict::real::Lanes as _;
use crate::strict::separable::{Local, Separable};
use crate::strict::stages::*;
use crate::strict::strict::canonical;

/// The prefetch distance of stores, in samples. With a larger one cache lines are evicted again before they are written, with a smaller one they arrive
/// too late.
const AHEAD: usize = 256;

/// The most lattice points along an axis that a stage reads, and the most numbers that it produces.
const MOST: usize = 4;

/// The quantity to evaluate: the noise, or its derivative along a lattice axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Output {
    Value,
    Derivative(usize),
}

/// The use of the results.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sink {
    /// Each sample becomes the noise.
    Assign,
    /// The noise times a weight is added to each sample. The first octave adds to the number `first`; after the last octave the sum is multiplied by
    /// `scale`.
    Add { weight: f32, first: Option<f32>, scale: Option<f32> },
}

/// Sixteen samples on the x axis of a lattice.
#[repr(C, align(64))]
struct Pixels {
    /// The distance of each from the lattice point below, and its fade.
    at: Block,
    t: Block,
    /// The cell of each.
    cells: Spread,
}

impl Pixels {
    #[inline(always)]
    fn new<S: Simd>(simd: S, interpolation: u32, cell_runs: &[u32], entries: &[[u32; 2]]) -> Self {
        let entries = padded(entries);
        let (low, high) = entries.as_flattened().split_at(LANES);
        // Cells and fractions alternate.
        let at = unit(u32x16::from_slice(simd, low).unzip_high(u32x16::from_slice(simd, high)));
        Self { at: at.into(), t: eased(interpolation, at).into(), cells: Spread::new(cell_runs) }
    }
}

/// The numbers of the cells of a row, padded so that a whole block can be read from any cell on.
type Cells = [Vec<Vector>; MOST];

/// One octave of one basis over a strip of a grid.
pub(super) struct Octave<'a> {
    noise: Noise<'a>,
    pixels: Vec<Pixels>,
    /// The derivative of the fade, for each block of samples; empty until derivatives are needed.
    slopes: Vec<Block>,
    /// The number of cells that the samples lie in, and the offsets of the lattice columns around a cell from the column with the cell's number.
    cells: usize,
    around: [usize; MOST],
    corners: Corners<'a>,
    /// The values of lattice rows, by cell, slice and kind.
    rows: Cache<(Wrapping<u32>, Slice, Kind), Vec<Vector>>,
    columns: Cells,
    /// The cells of a row, in alternating buffers. Stores wait in a queue, because rows are written faster than memory accepts them; a load that
    /// differs in size or position from a store in the queue waits for all of them.
    made: [Cells; 2],
}

/// Returns true if all octaves of an operation over a kind of domain are separable noise over a lattice that lies in slices of the grid. Four-point
/// stages can't skip cells, so they are excluded.
pub(super) fn is_in_all_octaves(structure: &Structure, kind: DomainKind, operation: &Operation) -> bool {
    let Operation::Basis { basis, axis, .. } = operation else { return false };
    kind == DomainKind::Grid && structure.lattice_has_rows(*basis, *axis)
}

impl<'a> Octave<'a> {
    /// Returns an octave of an operation, if it is separable noise over a lattice that lies in slices of the grid. Four-point stages can't skip cells.
    pub(super) fn new<S: Simd>(simd: S, strip: &Strip<'a>, operation: &Operation, octave: usize) -> Option<Self> {
        let (Operation::Basis { basis, index, axis, .. } | Operation::Derivatives { basis, index, axis, .. }) = operation else {
            return None;
        };
        let noise = Noise::new(*basis, strip.hash(*basis, *index))?;
        if strip.kind != DomainKind::Grid || !strip.program.structure().lies_in_slices(*basis, *axis) {
            return None;
        }
        let (entries, period) = strip.columns(*axis, octave);
        let CellRuns { of, mut points, upper, count } = CellRuns::new(entries, period);
        let around = match noise.stages.points() {
            2 => [0, upper, 0, 0],
            _ if upper != 1 => return None,
            _ => {
                points.insert(0, cell_before(Wrapping(points[0]), period).0);
                points.push(cell_after(Wrapping(points[points.len() - 1]), period).0);
                [0, 1, 2, 3]
            }
        };
        let (mut pixels, mut corners) = (Vec::with_capacity(strip.blocks()), None);
        simd.vectorize(
            #[inline(always)]
            || {
                for (cell_runs, entries) in of.chunks(LANES).zip(entries.chunks(LANES)) {
                    pixels.push(Pixels::new(simd, noise.interpolation, cell_runs, entries));
                }
                corners = Some(Corners::new(simd, noise, &points, period));
            },
        );
        let corners = corners.expect("it was made");
        let room = || std::array::from_fn(|_| vec![Vector::ZERO; corners.blocks() + 2]);
        // The lattice rows around two rows of samples, for both kinds.
        let rows = Cache::new(4 * noise.stages.points());
        let (columns, made) = (room(), [room(), room()]);
        Some(Self { noise, pixels, slopes: vec![], cells: count, around, corners, rows, columns, made })
    }

    /// Evaluates a band of rows.
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        slice: &Slice,
        ys: Entries<'_>,
        (output, sink): (Output, Sink),
        target: &mut Samples<'_>,
    ) {
        if output == Output::Derivative(0) && self.slopes.is_empty() {
            let slope = |pixels: &Pixels| pixels.at.map(|at| eased_slope(self.noise.interpolation, at));
            self.slopes = self.pixels.iter().map(slope).collect();
        }
        with_stages!(self.noise.stages, Family => match (output, sink) {
            (Output::Derivative(0), _) => self.sweep_rows::<S, Family, true, false>(simd, slice, ys, output, sink, target),
            (_, Sink::Assign) => self.sweep_rows::<S, Family, false, false>(simd, slice, ys, output, sink, target),
            (_, Sink::Add { .. }) => self.sweep_rows::<S, Family, false, true>(simd, slice, ys, output, sink, target),
        });
    }

    /// Computes the cells of each row, and then the samples of the row before.
    fn sweep_rows<S: Simd, F: Separable, const IS_DERIVATIVE: bool, const ADDS: bool>(
        &mut self,
        simd: S,
        slice: &Slice,
        (ys, period): Entries<'_>,
        output: Output,
        sink: Sink,
        target: &mut Samples<'_>,
    ) {
        let kind = if output == Output::Derivative(2) { Kind::DerivativeZ } else { Kind::Value };
        let tilt = |y: Coordinate| (output == Output::Derivative(1)).then(|| eased_slope(self.noise.interpolation, unit(y.fraction)));
        let y_of = |entry| Coordinate { period, ..coordinate_of(entry) };
        let tilts: [Option<f32>; ROWS] = std::array::from_fn(|row| ys.get(row).and_then(|entry| tilt(y_of(*entry))));
        let mut around = None;
        for (number, entry) in ys.iter().enumerate() {
            let y = y_of(*entry);
            let rows = match around {
                Some((cell, rows)) if cell == y.cell => rows,
                _ => self.lattice_rows::<S, F>(simd, kind, slice, y),
            };
            around = Some((y.cell, rows));
            if output == Output::Derivative(1) {
                self.make_cells::<S, F, true>(simd, rows, y, number % 2);
            } else {
                self.make_cells::<S, F, false>(simd, rows, y, number % 2);
            }
            if number > 0 {
                self.sweep::<S, F, IS_DERIVATIVE, ADDS>(simd, (number - 1) % 2, tilts[number - 1], sink, target.row(number - 1));
            }
        }
        let last = ys.len() - 1;
        self.sweep::<S, F, IS_DERIVATIVE, ADDS>(simd, last % 2, tilts[last], sink, target.row(last));
    }

    /// Returns the indices of the lattice rows around a row of samples. Missing ones are computed.
    fn lattice_rows<S: Simd, F: Separable>(&mut self, simd: S, kind: Kind, slice: &Slice, y: Coordinate) -> [usize; MOST] {
        let above = next_cell(y);
        let cells = match F::POINTS {
            2 => [y.cell, above, above, above],
            _ => [cell_before(y.cell, y.period), y.cell, above, cell_after(above, y.period)],
        };
        let (corners, mut places) = (&mut self.corners, [0; MOST]);
        for (place, cell) in places[..F::POINTS].iter_mut().zip(cells) {
            let at = Coordinate { cell, ..y };
            *place = self.rows.place((cell, *slice, kind), |kept| corners.find(simd, kind, at, slice, F::CORNER, kept));
        }
        places
    }

    /// Blends along y in each lattice column, or takes the derivative along y, and computes the cells.
    #[inline(never)]
    fn make_cells<S: Simd, F: Separable, const IS_DERIVATIVE: bool>(&mut self, simd: S, rows: [usize; MOST], y: Coordinate, which: usize) {
        let Self { noise, rows: kept, columns, made, around, cells, .. } = self;
        let around = *around;
        let mut corners: [&[Vector]; MOST] = [&[]; MOST];
        for (corners, row) in corners[..F::POINTS].iter_mut().zip(rows) {
            *corners = kept.at(row);
        }
        simd.vectorize(
            #[inline(always)]
            || {
                let at = f32x16::splat(simd, unit(y.fraction));
                let local = Local { at, t: eased(noise.interpolation, at), dt: at, interpolation: noise.interpolation };
                let zeros = [at.real(0.0); MOST];
                let blocks = corners[0].len() / F::CORNER;
                for block in 0..blocks {
                    let mut points = [zeros; MOST];
                    for (numbers, corners) in points[..F::POINTS].iter_mut().zip(corners) {
                        for (number, corner) in numbers[..F::CORNER].iter_mut().zip(&corners[block * F::CORNER..][..F::CORNER]) {
                            *number = corner.load(simd);
                        }
                    }
                    let column = if IS_DERIVATIVE { F::column_slope(local, points) } else { F::column(local, points) };
                    for (columns, number) in columns[..F::COLUMN].iter_mut().zip(column) {
                        columns[block].store(number);
                    }
                }
                for block in 0..cells.div_ceil(LANES) {
                    let mut between = [zeros; MOST];
                    for (numbers, after) in between[..F::POINTS].iter_mut().zip(around) {
                        for (number, columns) in numbers[..F::COLUMN].iter_mut().zip(&*columns) {
                            *number = f32x16::from_slice(simd, &bytemuck::cast_slice(columns)[block * LANES + after..][..LANES]);
                        }
                    }
                    for (made, number) in made[which][..F::CELL].iter_mut().zip(F::cell(between)) {
                        made[block].store(number);
                    }
                }
            },
        );
    }

    /// Computes the samples of a row.
    #[inline(never)]
    fn sweep<S: Simd, F: Separable, const IS_DERIVATIVE: bool, const ADDS: bool>(
        &self,
        simd: S,
        which: usize,
        tilt: Option<f32>,
        sink: Sink,
        row: &mut [f32],
    ) {
        if let Sink::Add { first: Some(first), .. } = sink {
            row.fill(first);
        }
        simd.vectorize(
            #[inline(always)]
            || {
                let mut row = Row::new(row);
                let zero = f32x16::splat(simd, 0.0);
                // Slices of equal length, so that one bounds check is enough for all.
                let length = self.made[which][0].len() * LANES;
                let mut made: [&[f32]; MOST] = [&[]; MOST];
                for (made, cells) in made[..F::CELL].iter_mut().zip(&self.made[which]) {
                    *made = &bytemuck::cast_slice(cells)[..length];
                }
                for (block, pixels) in self.pixels.iter().enumerate() {
                    let mut cell = [zero; MOST];
                    pixels.cells.load(simd, &made[..F::CELL], &mut cell);
                    let (at, t) = (load(simd, &pixels.at), load(simd, &pixels.t));
                    let dt = if IS_DERIVATIVE { load(simd, &self.slopes[block]) } else { zero };
                    let local = Local { at, t, dt, interpolation: self.noise.interpolation };
                    let mut value = if IS_DERIVATIVE { F::pixel_slope(cell, local) } else { F::pixel(cell, local) };
                    if let Some(dt) = tilt {
                        value = F::tilted(value, zero.real(dt));
                    }
                    let samples = row.block(block);
                    fetch(samples.as_ptr().wrapping_add(AHEAD));
                    value = match sink {
                        Sink::Add { weight, scale, .. } if ADDS => {
                            // The noise is canonical, and weights lie within ±1.
                            let sum = fbm_octave(load(simd, samples), zero.real(weight), value);
                            scale.map_or(
                                sum,
                                #[inline(always)]
                                |scale| fbm_total(sum, zero.real(scale)),
                            )
                        }
                        _ => canonical(value),
                    };
                    *samples = value.into();
                }
                row.end();
            },
        );
    }
}
