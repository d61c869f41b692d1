//! Simplex noise in tiles of a grid, sixteen samples by up to sixteen rows. The vertices near a tile are computed once for all its samples.
//!
//! A sample's offset from a vertex along an axis depends only on the vertex and on the sample's coordinate on that axis. So the part of a vertex along
//! x is computed once for each column of samples, its part along the other axes once for each row, and a sample only combines the two. Vertices are
//! added in the order of `simplex.wgsl`. A vertex too far from a sample adds 0 to it.

use std::num::Wrapping;
use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use crate::cpu::band::coordinate_of;
use crate::cpu::per_sample::coordinates::Line;
use crate::cpu::registers::put;
use crate::strict::hash::hash_3;
use crate::strict::lanes::{Block, LANES, Width, load};
use crate::strict::lattice::{Coordinate, added};
use crate::strict::perlin::{gradient_x, gradient_y, gradient_z};
use crate::strict::real::Lanes as _;
use crate::strict::simplex::{
    SIMPLEX_UNSKEW_2, SIMPLEX_UNSKEW_3, simplex_beside_3, simplex_from, simplex_gradient_2x, simplex_gradient_2y, simplex_offset,
    simplex_rest_2, simplex_rest_3, simplex_scaled_2, simplex_scaled_3, simplex_skewed, simplex_units, simplex_vertex,
};
use crate::strict::strict::{canonical, rounded};

/// Vertices at this squared distance and beyond add nothing. It exceeds the squared radius by more than the rounding error of distances.
const REACH: f32 = 0.5001;

/// The number of tiles that go through each step together, so that the steps of different tiles overlap.
const GROUP: usize = 16;

/// The range of some coordinates, in cells relative to the first of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    low: f32,
    high: f32,
}

impl Span {
    const POINT: Self = Self { low: 0.0, high: 0.0 };
    /// Coordinates in units must stay far below their modulus.
    const MOST: f32 = 8.0;

    /// Returns the range of at least one entry, if it is not too wide.
    pub(super) fn of(entries: &[[u32; 2]]) -> Option<Self> {
        let mut span = Self::POINT;
        let [first, fraction] = entries[0];
        for &[cell, at] in entries {
            let cells = cell.wrapping_sub(first) as i32 as f32 + (at as f32 - fraction as f32) / (1_u64 << 32) as f32;
            span = span.or(Self { low: cells, high: cells });
        }
        (span.width() <= Self::MOST).then_some(span)
    }

    fn or(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn width(self) -> f32 {
        self.high - self.low
    }

    fn holds(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Returns the distance from this range to a range of numbers.
    fn gap(self, low: f32, high: f32) -> f32 {
        (self.low - high).max(low - self.high).max(0.0)
    }
}

/// Sixteen vertices that may be near a tile: their steps along the axes of the lattice from the cell of the tile's first sample, and their offsets from
/// that cell's first vertex.
#[derive(Clone)]
#[repr(C, align(64))]
struct Candidates {
    steps: [[u32; LANES]; 3],
    places: [Block; 3],
}

/// Sixteen vertices near a tile.
#[derive(Clone)]
#[repr(C, align(64))]
struct Nearby {
    cells: [[u32; LANES]; 3],
    /// Their positions on each axis, in units, and their gradients.
    places: [[u32; LANES]; 3],
    gradients: [Block; 3],
}

/// A vertex near a tile: its part along x for each column of samples, and its part along the other axes for each row.
#[derive(Clone)]
#[repr(C, align(64))]
struct Vertex {
    squared: Block,
    along: Block,
    rest: Block,
    beside: Block,
}

impl Vertex {
    const NONE: Self = Self { squared: [0.0; LANES], along: [0.0; LANES], rest: [0.0; LANES], beside: [0.0; LANES] };
}

/// The vertices near one tile after another.
#[derive(Default)]
pub(super) struct Vertices {
    found: Vec<Nearby>,
    listed: Vec<Vertex>,
}

/// One octave of simplex noise over a strip of a grid.
pub(super) struct SimplexTiles {
    width: Width,
    key: [u32; 2],
    dimensions: usize,
    /// The range of each block of samples on x, and of all together.
    cell_runs: Vec<Span>,
    columns: Span,
    /// The rows that `candidates` covers: the vertices that may be near their tiles.
    rows: Span,
    candidates: Vec<Candidates>,
}

/// The rows of a tile: the coordinates of the first, the units of all on y, their range, and their number.
pub(super) struct TileRows<'l> {
    pub(super) y: Coordinate,
    pub(super) z: Coordinate,
    pub(super) skew: Skew<'l>,
    pub(super) units: [u32; LANES],
    pub(super) span: Span,
    pub(super) count: usize,
}

impl SimplexTiles {
    /// Creates the tiles of a strip, from the entries of its samples on x. None if sixteen of these are too far apart.
    pub(super) fn new(width: Width, key: [u32; 2], dimensions: usize, entries: &[[u32; 2]]) -> Option<Self> {
        let cell_runs: Vec<Span> = entries.chunks(LANES).map(Span::of).collect::<Option<_>>()?;
        let columns = cell_runs.iter().copied().fold(Span::POINT, Span::or);
        Some(Self { width, key, dimensions, cell_runs, columns, rows: Span::POINT, candidates: vec![] })
    }

    /// Returns the best number of rows of a tile, for `count` rows with this range, and the cost of a block of samples then.
    pub(super) fn height(&self, rows: Span, count: usize) -> (usize, f32) {
        let Costs { blend, vertex, tile } = match self.width {
            Width::Whole => WHOLE,
            Width::Half | Width::Quarter => NARROW,
        };
        let cost = |height: usize| {
            let near = near(self.dimensions, self.columns.width(), rows.width() * height.min(count) as f32 / count as f32);
            near * blend + (near * vertex + tile) / height.min(count) as f32
        };
        let (tall, low) = (cost(16), cost(8));
        if low < tall { (8, low) } else { (16, tall) }
    }

    /// Finds the candidates for tiles of rows with a range.
    fn prepare(&mut self, rows: Span) {
        if self.rows.holds(rows) && !self.candidates.is_empty() {
            return;
        }
        // A little more, since ranges differ in the last bits.
        let more = 0.01 * rows.width();
        self.rows = self.rows.or(Span { low: rows.low - more, high: rows.high + more });
        let cell_runs = [self.columns, self.rows, Span::POINT];
        self.candidates = candidates(self.dimensions, &cell_runs[..self.dimensions]);
    }
}

/// The costs of parts of the work, in cycles as measured.
struct Costs {
    /// Per vertex and block of samples.
    blend: f32,
    /// Per vertex and tile.
    vertex: f32,
    tile: f32,
}

/// With AVX-512.
const WHOLE: Costs = Costs { blend: 3.3, vertex: 14.0, tile: 150.0 };

/// With AVX2, and assumed for all narrower vectors.
const NARROW: Costs = Costs { blend: 4.5, vertex: 19.0, tile: 205.0 };

/// Returns the approximate number of vertices near a tile: the area or volume within their reach, divided by that of one vertex.
fn near(dimensions: usize, width: f32, height: f32) -> f32 {
    let (flat, around) = (width * height, width + height);
    if dimensions == 2 { (flat + 1.414 * around + 1.571) / 0.577 } else { (1.414 * flat + 1.571 * around + 1.481) / 0.5 }
}

/// Returns the units of an entry.
pub(super) fn units_of([cell, fraction]: [u32; 2]) -> u32 {
    simplex_units(Wrapping(cell), Wrapping(fraction)).0
}

/// Returns the constant G for a number of dimensions, in units.
pub(super) const fn unskew(dimensions: usize) -> u32 {
    if dimensions == 2 { SIMPLEX_UNSKEW_2 } else { SIMPLEX_UNSKEW_3 }
}

/// Returns F of `simplex.wgsl`: the skew for a step along an axis.
pub(super) fn skew_of(dimensions: usize) -> f64 {
    let g = f64::from(unskew(dimensions)) / f64::from(1 << 24);
    g / (1.0 - dimensions as f64 * g)
}

/// Returns the vertices that may be near tiles with these ranges, wherever in a cell the first sample lies, in the order in which they are added.
fn candidates(dimensions: usize, cell_runs: &[Span]) -> Vec<Candidates> {
    let g = unskew(dimensions) as f32 / (1 << 24) as f32;
    let n = dimensions as f32;
    let sums = cell_runs.iter().fold(Span::POINT, |sums, span| Span { low: sums.low + span.low, high: sums.high + span.high });
    // On the skewed lattice a vertex within reach is less than a cell away, and the first sample up to a cell above its own cell.
    let skew = skew_of(dimensions) as f32;
    let steps = |axis: usize| {
        cell_runs
            .get(axis)
            .map_or(0..=0, |span| (span.low + skew * sums.low - 1.01).floor() as i32..=(span.high + skew * sums.high + 2.01).ceil() as i32)
    };
    let mut all: Vec<[i32; 3]> = vec![];
    for i in steps(0) {
        for j in steps(1) {
            for k in steps(2) {
                // The offset of the vertex from a sample in the cell is this, less 0 to 1 (exclusive) on each axis of the skewed lattice.
                let at = [i, j, k].map(|step| step as f32);
                let sum: f32 = at.iter().sum();
                let gaps = cell_runs.iter().zip(at).map(|(span, at)| span.gap(at - g * sum - (1.0 - g), at - g * sum + g * (n - 1.0)));
                let gap = sums.gap((sum - n) * (1.0 - n * g), sum * (1.0 - n * g));
                if gaps.map(|gap| gap * gap).sum::<f32>() < REACH && gap * gap < REACH * n {
                    all.push([i, j, k]);
                }
            }
        }
    }
    all.sort_by_key(|steps| steps.iter().sum::<i32>());
    let place = |steps: &[i32; 3], axis: usize| steps[axis] as f32 - g * steps.iter().sum::<i32>() as f32;
    let chunk = |chunk: &[[i32; 3]]| {
        // Padding is out of reach.
        let mut filled = Candidates { steps: [[0; LANES]; 3], places: [[f32::MAX; LANES]; 3] };
        for (lane, steps) in chunk.iter().enumerate() {
            for axis in 0..3 {
                filled.steps[axis][lane] = steps[axis] as u32;
                filled.places[axis][lane] = place(steps, axis);
            }
        }
        filled
    };
    all.chunks(LANES).map(chunk).collect()
}

impl Vertices {
    /// Finds the vertices near a tile, whose first sample has these coordinates and this skew, and appends them after the first `count`. Returns their
    /// total number.
    #[inline(always)]
    fn find<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        (candidates, span): (&[Candidates], Span),
        tile: &TileRows<'_>,
        [x, skew]: [Coordinate; 2],
        mut count: usize,
    ) -> usize {
        let at = [x, tile.y, tile.z];
        let cells: [Wrapping<u32>; 3] = std::array::from_fn(|axis| if axis < N { simplex_skewed(at[axis], skew)[0] } else { Wrapping(0) });
        let sum = (cells[0] + cells[1] + cells[2]) * Wrapping(unskew(N));
        let first: [f32x16<S>; N] = std::array::from_fn(
            #[inline(always)]
            |axis| f32x16::splat(simd, simplex_from(at[axis], cells[axis], sum)),
        );
        let room = count / LANES + candidates.len() + 1;
        self.found.resize(self.found.len().max(room), Nearby::NONE);
        let cell_runs = [span, tile.span, Span::POINT];
        for candidates in candidates {
            let mut distance = f32x16::splat(simd, 0.0);
            for axis in 0..N {
                let place = load(simd, &candidates.places[axis]) - first[axis];
                let gap = (place.real(cell_runs[axis].low) - place).max(place - place.real(cell_runs[axis].high)).max(place.real(0.0));
                distance += gap * gap;
            }
            let mut near = distance.simd_lt(REACH).to_bitmask();
            while near != 0 {
                let lane = near.trailing_zeros() as usize % LANES;
                near &= near - 1;
                let found = &mut self.found[count / LANES];
                for ((found, steps), cell) in found.cells.iter_mut().zip(&candidates.steps).zip(cells) {
                    found[count % LANES] = steps[lane].wrapping_add(cell.0);
                }
                count += 1;
            }
        }
        count
    }

    /// Computes the parts of some of the found vertices along the axes of a tile.
    #[inline(always)]
    fn list<S: Simd, const N: usize>(&mut self, simd: S, range: Range<usize>, columns: &[u32; LANES], tile: &TileRows<'_>) -> &[Vertex] {
        let (columns, rows) = (u32x16::load_array_ref(simd, columns), u32x16::load_array_ref(simd, &tile.units));
        let above = u32x16::splat(simd, simplex_units(tile.z.cell, tile.z.fraction).0);
        self.listed.resize(self.listed.len().max(range.len()), Vertex::NONE);
        let listed = &mut self.listed[..range.len()];
        for (vertex, number) in listed.iter_mut().zip(range) {
            let (found, lane) = (&self.found[number / LANES], number % LANES);
            let (places, gradients) = (found.places_of(simd, lane), found.gradients_of(simd, lane));
            let x = simplex_offset(columns - places[0]);
            vertex.squared = rounded(x * x).into();
            vertex.along = rounded(gradients[0] * x).into();
            let y = simplex_offset(rows - places[1]);
            if N == 2 {
                vertex.rest = simplex_rest_2(y).into();
                vertex.beside = rounded(gradients[1] * y).into();
            } else {
                let z = simplex_offset(above - places[2]);
                vertex.rest = simplex_rest_3(y, z).into();
                vertex.beside = simplex_beside_3(gradients[1], gradients[2], y, z).into();
            }
        }
        listed
    }
}

impl Nearby {
    const NONE: Self = Self { cells: [[0; LANES]; 3], places: [[0; LANES]; 3], gradients: [[0.0; LANES]; 3] };

    /// Returns the position of a vertex on each axis.
    #[inline(always)]
    fn places_of<S: Simd>(&self, simd: S, lane: usize) -> [u32x16<S>; 3] {
        let [x, y, z] = &self.places;
        [u32x16::splat(simd, x[lane]), u32x16::splat(simd, y[lane]), u32x16::splat(simd, z[lane])]
    }

    /// Returns the gradient of a vertex along each axis.
    #[inline(always)]
    fn gradients_of<S: Simd>(&self, simd: S, lane: usize) -> [f32x16<S>; 3] {
        let [x, y, z] = &self.gradients;
        [f32x16::splat(simd, x[lane]), f32x16::splat(simd, y[lane]), f32x16::splat(simd, z[lane])]
    }

    /// Computes positions and gradients.
    #[inline(always)]
    fn fill<S: Simd, const N: usize>(&mut self, simd: S, key: [u32; 2]) {
        let [i, j, k] = [0, 1, 2].map(
            #[inline(always)]
            |axis| u32x16::load_array_ref(simd, &self.cells[axis]),
        );
        let hashes = hash_3(key, i, j, k);
        let sum = (i + j + k) * i.word(unskew(N));
        for (place, cell) in self.places.iter_mut().zip([i, j, k]) {
            *place = (simplex_units(cell, cell.word(0)) - sum).into();
        }
        self.gradients = if N == 2 {
            [simplex_gradient_2x(hashes).into(), simplex_gradient_2y(hashes).into(), [0.0; LANES]]
        } else {
            [gradient_x(hashes).into(), gradient_y(hashes).into(), gradient_z(hashes).into()]
        };
    }
}

/// Computes the samples of a tile. `rows` starts at the tile's first sample. As many rows are summed at a time as registers allow.
#[inline(always)]
fn blend<S: Simd, const N: usize, const TOGETHER: usize>(
    simd: S,
    vertices: &[Vertex],
    (rows, stride): (&mut [f32], usize),
    (count, width): (usize, usize),
) {
    for first in (0..count).step_by(TOGETHER) {
        let mut sums = [f32x16::splat(simd, 0.0); TOGETHER];
        for vertex in vertices {
            let (squared, along) = (load(simd, &vertex.squared), load(simd, &vertex.along));
            for (number, sum) in sums.iter_mut().enumerate() {
                let rest = f32x16::splat(simd, vertex.rest[first + number]);
                let beside = f32x16::splat(simd, vertex.beside[first + number]);
                *sum += simplex_vertex(rest, squared, along, beside);
            }
        }
        for (sum, row) in sums.into_iter().zip(rows[first * stride..].chunks_mut(stride)).take(count - first) {
            let value = canonical(if N == 2 { simplex_scaled_2(sum) } else { simplex_scaled_3(sum) });
            put(&mut row[..width], value);
        }
    }
}

/// The skew along a row.
pub(super) struct Skew<'l> {
    pub(super) line: &'l Line,
    pub(super) constant: Coordinate,
}

impl Skew<'_> {
    fn at(&self, pixel: usize) -> Coordinate {
        added(self.line.at(pixel), self.constant)
    }
}

impl SimplexTiles {
    /// Evaluates the tiles of some rows, one after another, given the entries of the samples on x and their units, padded to whole blocks.
    #[inline(never)]
    pub(super) fn sweep<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        vertices: &mut Vertices,
        (xs, units): (&[[u32; 2]], &[u32]),
        tile: &TileRows<'_>,
        (rows, stride): (&mut [f32], usize),
    ) {
        self.prepare(tile.span);
        simd.vectorize(
            #[inline(always)]
            || {
                let blocks = units.as_chunks::<LANES>().0;
                for (group, (columns, cell_runs)) in blocks.chunks(GROUP).zip(self.cell_runs.chunks(GROUP)).enumerate() {
                    let pixels = (group * GROUP * LANES..).step_by(LANES);
                    let (mut ends, mut count) = ([0; GROUP], 0);
                    for ((end, span), pixel) in ends.iter_mut().zip(cell_runs).zip(pixels.clone()) {
                        let at = [coordinate_of(xs[pixel]), tile.skew.at(pixel)];
                        count = vertices.find::<S, N>(simd, (&self.candidates, *span), tile, at, count);
                        *end = count;
                    }
                    for found in &mut vertices.found[..count.div_ceil(LANES)] {
                        found.fill::<S, N>(simd, self.key);
                    }
                    let mut start = 0;
                    for ((end, columns), pixel) in ends.into_iter().zip(columns).zip(pixels) {
                        let listed = vertices.list::<S, N>(simd, start..end, columns, tile);
                        let (rows, size) = ((&mut rows[pixel..], stride), (tile.count, LANES.min(xs.len() - pixel)));
                        if const { Width::of::<S>().is_whole() } {
                            blend::<S, N, 8>(simd, listed, rows, size);
                        } else {
                            blend::<S, N, 4>(simd, listed, rows, size);
                        }
                        start = end;
                    }
                }
            },
        );
    }
}
