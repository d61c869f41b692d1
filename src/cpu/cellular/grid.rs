//! Cellular noise by tiles of up to sixteen by sixteen samples in one lattice cell.
//!
//! Few of the points in the cells around a tile can be the nearest of any of its samples. These are listed first, for sixteen tiles side by side. A
//! point is left out if its least distance to any sample is more than the smallest (or second smallest) of the points' greatest distances. Rounding is
//! monotone, so the distance computed for a sample lies between these bounds. A sample then takes a sum and a minimum for each listed point: the
//! contribution of the offset along x to the length is computed once for all rows of a tile, that of the offsets along y and z once for all its
//! columns.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::nearest::{FirstTwo, Nearest};
use super::points::{Cellular, FeatureRows, MOST_RADIUS, SIDE, from_centre};
use crate::cell_runs::CellRuns;
use crate::cpu::band::Samples;
use crate::cpu::registers::put;
use crate::strict::builtin::{any, less, less_or_equal, max, min, select};
use crate::strict::cellular::{
    cellular_beyond, cellular_gap, cellular_joined, cellular_length, cellular_part, cellular_reach, cellular_value, cellular_way,
};
use crate::strict::lanes::{Block, LANES, Width, fetch, load, pick};
use crate::strict::real::Lanes as _;
use crate::strict::strict::{canonical, rounded};

/// The prefetch distance of stores, in samples: four tiles take longer than memory, and with a larger distance cache lines would be evicted before they
/// are written.
const AHEAD: usize = 64;

/// The number of points in a tile's cell and the cells next to it.
const NEXT: usize = 27;

/// The information about points that an output needs, besides their distances.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Asked {
    First,
    FirstTwo,
    /// The value of the first point's cell.
    Cell,
    /// The vectors to the first point, or to the first two.
    Way,
    Ways,
}

/// The rows of samples of tiles.
pub(super) struct TileRows {
    /// The index of the first in the band.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The fraction and the centre of each on y; unused places repeat the last.
    pub(super) fractions: Block,
    pub(super) centres: Block,
    /// The fraction of all on z; 1/2 in two dimensions.
    pub(super) z: f32,
}

/// The columns of samples of up to sixteen tiles. Unused places repeat the last.
struct Chunk {
    count: usize,
    /// The first sample of each.
    pixels: [u32; LANES],
    /// The lattice column of the first tile, and the offset of each tile's column from it.
    column: usize,
    lanes: [u32; LANES],
    /// The least and the greatest centre of each tile's samples, and the least reach.
    low: Block,
    high: Block,
    reach: Block,
}

/// A lattice point around a tile: the index of its lattice row, and its cell relative to the tile's.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    x: i32,
    y: i32,
    /// 0 until it is computed.
    hash: u32,
}

/// A point that can be the nearest of a sample of a tile.
struct Point {
    /// Its offset from the lower wall of its cell on x.
    x: f32,
    /// The number of its cell, relative to the tile's.
    column: f32,
    /// The bits of its cell's value, or its hash if vectors matter.
    tag: u32,
    /// The contribution of its offsets along y and z to the length, in each row of the tile.
    rest: Block,
}

/// The tiles of a strip.
pub(super) struct CellTiles {
    chunks: Vec<Chunk>,
    /// The centre of each sample on x; padded so that sixteen can be read from any of them on.
    centres: Vec<f32>,
    /// For each tile of a chunk, the points that can be the nearest.
    places: [Vec<Place>; LANES],
    listed: Listed,
}

/// The points of the tiles of a chunk.
#[derive(Default)]
struct Listed {
    points: Vec<Point>,
    /// For each point, if needed: the offsets along y in each row of the tile, and along z.
    ways: Vec<(Block, f32)>,
    /// The end of each tile's points.
    ends: Vec<usize>,
}

impl CellTiles {
    /// Creates the tiles of samples with these fractions and cell runs.
    pub(super) fn new(noise: &Cellular, cell_runs: &CellRuns, fractions: &[f32]) -> Self {
        let mut centres: Vec<f32> = fractions.iter().map(|&fraction| noise.centre(fraction)).collect();
        let mut pieces = vec![];
        let mut end = 0;
        for span in cell_runs.of.chunk_by(|a, b| a == b) {
            let first = end;
            end = first + span.len();
            let width = span.len().div_ceil(span.len().div_ceil(LANES));
            pieces.extend((first..end).step_by(width).map(|first| (first, (first + width).min(end), span[0])));
        }
        let chunk = |pieces: &[(usize, usize, u32)]| {
            let mut chunk = Chunk {
                count: pieces.len(),
                pixels: [0; LANES],
                column: noise.radius() as usize + pieces[0].2 as usize,
                lanes: [0; LANES],
                low: [0.0; LANES],
                high: [0.0; LANES],
                reach: [0.0; LANES],
            };
            for lane in 0..LANES {
                let (first, end, span) = pieces[lane.min(pieces.len() - 1)];
                chunk.pixels[lane] = first as u32;
                chunk.lanes[lane] = span - pieces[0].2;
                chunk.low[lane] = centres[first..end].iter().copied().fold(f32::INFINITY, min);
                chunk.high[lane] = centres[first..end].iter().copied().fold(f32::NEG_INFINITY, max);
                chunk.reach[lane] = fractions[first..end].iter().map(|&fraction| cellular_reach(fraction)).fold(f32::INFINITY, min);
            }
            chunk
        };
        let chunks = pieces.chunks(LANES).map(chunk).collect();
        centres.resize(centres.len() + LANES, 0.0);
        Self { chunks, centres, places: std::array::from_fn(|_| vec![]), listed: Listed::default() }
    }

    /// Evaluates rows of samples in one row of cells, which the feature rows have entered. `sweep` evaluates the samples of sixteen tiles.
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        (noise, features, asked): (&Cellular, &mut FeatureRows, Asked),
        rows: &TileRows,
        sweep: SweepChunk<S>,
        targets: &mut [Samples<'_>],
    ) {
        for number in 0..self.chunks.len() {
            self.list(simd, number, (noise, features, asked), rows);
            sweep(simd, noise, &Swept { chunk: &self.chunks[number], centres: &self.centres, listed: &self.listed }, rows, targets);
        }
    }

    /// Lists the points of the tiles of a chunk.
    #[inline(never)]
    fn list<S: Simd>(&mut self, simd: S, number: usize, (noise, features, asked): (&Cellular, &mut FeatureRows, Asked), rows: &TileRows) {
        let Self { chunks, places, listed, .. } = self;
        let chunk = &chunks[number];
        simd.vectorize(
            #[inline(always)]
            || {
                let inner = Inner::new(simd, noise, features);
                let bounds = Bounds::new(simd, noise.metric, rows);
                let (near, limit) = bounds.near(chunk, &inner, features, asked);
                places.iter_mut().for_each(Vec::clear);
                if any(less(bounds.beyond(chunk), limit)) {
                    find_beyond(&bounds, noise, chunk, limit, features, places);
                }
                listed.clear();
                for (lane, places) in places.iter_mut().enumerate().take(chunk.count) {
                    let column = chunk.column + chunk.lanes[lane] as usize;
                    let beyond = places.len();
                    places.extend(bits_of(near[lane]).map(|bit| inner.place(bit)));
                    listed.add_all(&bounds, (noise, features, asked), column, (places, beyond));
                    listed.ends.push(listed.points.len());
                }
            },
        );
    }
}

impl Listed {
    fn clear(&mut self) {
        self.points.clear();
        self.ways.clear();
        self.ends.clear();
    }

    /// Adds the points of a tile in a lattice column. The first `beyond` of them lie beyond the cells next to it.
    #[inline(always)]
    fn add_all<S: Simd>(
        &mut self,
        bounds: &Bounds<'_, S>,
        (noise, features, asked): (&Cellular, &FeatureRows, Asked),
        column: usize,
        (places, beyond): (&mut Vec<Place>, usize),
    ) {
        let has_ways = matches!(asked, Asked::Way | Asked::Ways);
        if has_ways || asked == Asked::Cell {
            for place in &mut *places {
                place.hash = features.at(place.row).hashes[column.wrapping_add_signed(place.x as isize)];
            }
        }
        if has_ways {
            // The points next to the tile come first in the shader's search.
            places.rotate_left(beyond);
        }
        if asked == Asked::Cell {
            places.sort_unstable_by_key(|place| place.hash);
        }
        for Place { row, x, y, hash } in &*places {
            let tag = if asked == Asked::Cell { cellular_value(noise.key, Wrapping(*hash)).to_bits() } else { *hash };
            let (row, at) = (features.at(*row), column.wrapping_add_signed(*x as isize));
            let way_y = bounds.way_y(row.y[at], *y);
            let part = cellular_part(noise.metric, way_y);
            if has_ways {
                self.ways.push((way_y.into(), row.ways_z[at]));
            }
            let rest = cellular_joined(noise.metric, part, part.real(row.z[at])).into();
            self.points.push(Point { x: row.x[at], column: *x as f32, tag, rest });
        }
    }
}

/// Returns the numbers of the bits that are set, from the lowest on.
#[inline(always)]
fn bits_of(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(
        #[inline(always)]
        move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (bit < u32::BITS).then_some(bit)
        },
    )
}

/// The tiles of a chunk with their points.
pub(super) struct Swept<'t> {
    chunk: &'t Chunk,
    centres: &'t [f32],
    listed: &'t Listed,
}

/// Evaluates the samples of a chunk in some rows.
pub(super) type SweepChunk<S> = fn(S, &Cellular, &Swept<'_>, &TileRows, &mut [Samples<'_>]);

/// A [`SweepChunk`] for a metric and a kind of state: a few rows at a time, since not all rows may fit into the cache together.
pub(super) fn sweep_chunk<S: Simd, const METRIC: u32, N: Nearest<S>>(
    simd: S,
    noise: &Cellular,
    swept: &Swept<'_>,
    rows: &TileRows,
    targets: &mut [Samples<'_>],
) {
    simd.vectorize(
        #[inline(always)]
        || {
            // As many rows at a time as registers allow.
            if const { Width::of::<S>().is_whole() && N::HAS_WAYS } {
                sweep_together::<S, METRIC, N, 2>(simd, noise, swept, rows, targets);
            } else if const { Width::of::<S>().is_whole() } {
                sweep_together::<S, METRIC, N, 8>(simd, noise, swept, rows, targets);
            } else if const { N::HAS_WAYS } {
                sweep_together::<S, METRIC, N, 1>(simd, noise, swept, rows, targets);
            } else {
                sweep_together::<S, METRIC, N, 4>(simd, noise, swept, rows, targets);
            }
        },
    );
}

#[inline(always)]
fn sweep_together<S: Simd, const METRIC: u32, N: Nearest<S>, const TOGETHER: usize>(
    simd: S,
    noise: &Cellular,
    Swept { chunk, centres, listed }: &Swept<'_>,
    rows: &TileRows,
    targets: &mut [Samples<'_>],
) {
    for start in (0..rows.count).step_by(TOGETHER) {
        let mut written: [[&mut [f32]; TOGETHER]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| Default::default()));
        for (written, target) in written.iter_mut().zip(&mut *targets) {
            for (written, row) in written.iter_mut().zip(target.rows().skip(rows.first + start).take(rows.count - start)) {
                *written = row;
            }
        }
        let mut first = 0;
        for (&pixel, &end) in chunk.pixels.iter().zip(&listed.ends) {
            let (pixel, ways) = (pixel as usize, if N::HAS_WAYS { &listed.ways[first..end] } else { &[] });
            let centre = f32x16::from_slice(simd, &centres[pixel..pixel + LANES]);
            let kept = sweep::<S, METRIC, N, TOGETHER>(simd, centre, (&listed.points[first..end], ways), start);
            for row in 0..TOGETHER {
                for (written, output) in written.iter_mut().zip(kept[row].outputs(noise)).take(if N::HAS_WAYS { 3 } else { 1 }) {
                    // Samples written beyond the tile are written again by the next. Missing rows are empty.
                    if let Some(samples) = written[row].get_mut(pixel..) {
                        fetch(samples.as_ptr().wrapping_add(AHEAD));
                        put(samples, canonical(output));
                    }
                }
            }
            first = end;
        }
    }
}

/// Returns the states of samples with these centres after all points of a tile, in the rows from `start` on; with vectors along y and z if they matter.
#[inline(always)]
fn sweep<S: Simd, const METRIC: u32, N: Nearest<S>, const TOGETHER: usize>(
    simd: S,
    centre: f32x16<S>,
    (points, ways): (&[Point], &[(Block, f32)]),
    start: usize,
) -> [N; TOGETHER] {
    let mut all = [N::none(simd); TOGETHER];
    let zero = f32x16::splat(simd, 0.0);
    for (number, point) in points.iter().enumerate() {
        let way = cellular_way(f32x16::splat(simd, point.x), rounded(f32x16::splat(simd, point.column) - centre));
        let part = cellular_part(METRIC, way);
        let tag = u32x16::splat(simd, point.tag);
        let rest = &point.rest[start..start + TOGETHER];
        for (row, (kept, rest)) in all.iter_mut().zip(rest).enumerate() {
            let mut all_ways = [way, zero, zero];
            if N::HAS_WAYS {
                let (y, z) = &ways[number];
                all_ways = [way, f32x16::splat(simd, y[start + row]), f32x16::splat(simd, *z)];
            }
            *kept = kept.with(cellular_joined(METRIC, part, f32x16::splat(simd, *rest)), tag, all_ways);
        }
    }
    all
}

/// The lattice rows next to the samples.
struct Inner {
    /// The index of each, and its distance from the samples' row in rows of cells.
    rows: [(usize, i32); NEXT / 3],
    count: usize,
}

impl Inner {
    #[inline(always)]
    fn new<S: Simd>(simd: S, noise: &Cellular, features: &mut FeatureRows) -> Self {
        let mut inner = Self { rows: [(0, 0); NEXT / 3], count: 0 };
        for plane in noise.planes(1) {
            for row in -1..=1 {
                inner.rows[inner.count] = (features.place(simd, row, plane), row);
                inner.count += 1;
            }
        }
        inner
    }

    /// Returns the place of the point that a bit stands for.
    #[inline(always)]
    fn place(&self, bit: u32) -> Place {
        let (row, y) = self.rows[bit as usize / 3];
        Place { row, x: bit as i32 % 3 - 1, y, hash: 0 }
    }
}

/// Computes bounds for the distances of points from the samples of tiles.
struct Bounds<'r, S: Simd> {
    simd: S,
    metric: u32,
    rows: &'r TileRows,
    /// The least and the greatest fraction and centre on y.
    fractions: [f32; 2],
    centres: [f32; 2],
    /// The least reach on y and z.
    reach: f32,
    /// The cells' numbers on y, relative to the tiles', minus the centre of each row.
    from_centre: [f32x16<S>; SIDE],
}

impl<'r, S: Simd> Bounds<'r, S> {
    #[inline(always)]
    fn new(simd: S, metric: u32, rows: &'r TileRows) -> Self {
        let ends = |of: &Block| [of.iter().copied().fold(f32::INFINITY, min), of.iter().copied().fold(f32::NEG_INFINITY, max)];
        let centre = load(simd, &rows.centres);
        let mut all = [centre; SIDE];
        for (number, all) in all.iter_mut().enumerate() {
            *all = from_centre(number as i32 - MOST_RADIUS, centre);
        }
        let reach = rows.fractions.iter().map(|&fraction| cellular_reach(fraction)).fold(cellular_reach(rows.z), min);
        Self { simd, metric, rows, fractions: ends(&rows.fractions), centres: ends(&rows.centres), reach, from_centre: all }
    }

    /// Returns the offsets along y from the rows to a point in a cell.
    #[inline(always)]
    fn way_y(&self, offset: f32, cell: i32) -> f32x16<S> {
        cellular_way(f32x16::splat(self.simd, offset), self.from_centre[(cell + MOST_RADIUS) as usize])
    }

    /// Returns the least and the greatest contribution to a length of the offsets along an axis to a point.
    #[inline(always)]
    fn parts(&self, offset: f32x16<S>, cell: i32, [low, high]: [f32x16<S>; 2]) -> [f32x16<S>; 2] {
        let (longest, shortest) = (cellular_way(offset, from_centre(cell, low)), cellular_way(offset, from_centre(cell, high)));
        let least = max(max(shortest, -longest), offset.real(0.0));
        [cellular_part(self.metric, least), cellular_part(self.metric, max(longest, -shortest))]
    }

    /// Returns the least and the greatest distance from the samples of each tile to the point in a cell.
    #[inline(always)]
    fn of_points(&self, chunk: &Chunk, features: &FeatureRows, place: Place) -> [f32x16<S>; 2] {
        let (simd, metric) = (self.simd, self.metric);
        let lanes = u32x16::load_array_ref(simd, &chunk.lanes);
        let at = chunk.column.wrapping_add_signed(place.x as isize);
        let row = features.at(place.row);
        let range = at..at + LANES;
        let (x, y, z) = (&row.x[range.clone()], &row.y[range.clone()], &row.z[range]);
        let (x, y) = (pick(simd, f32x16::from_slice(simd, x), lanes), pick(simd, f32x16::from_slice(simd, y), lanes));
        let z = pick(simd, f32x16::from_slice(simd, z), lanes);
        let x = self.parts(x, place.x, [load(simd, &chunk.low), load(simd, &chunk.high)]);
        let y = self.parts(y, place.y, [f32x16::splat(simd, self.centres[0]), f32x16::splat(simd, self.centres[1])]);
        [cellular_joined(metric, x[0], cellular_joined(metric, y[0], z)), cellular_joined(metric, x[1], cellular_joined(metric, y[1], z))]
    }

    /// Returns for each tile a bit for each point in the cells next to it that can be the nearest, or one of the nearest two, and the distance that all
    /// other points exceed.
    #[inline(always)]
    fn near(&self, chunk: &Chunk, inner: &Inner, features: &FeatureRows, asked: Asked) -> ([u32; LANES], f32x16<S>) {
        let mut least = [[0.0; LANES]; NEXT];
        let mut nearest = FirstTwo::none(self.simd);
        for (&(row, y), least) in inner.rows[..inner.count].iter().zip(least.as_chunks_mut::<3>().0) {
            for (x, least) in (-1..=1).zip(least) {
                let [low, high] = self.of_points(chunk, features, Place { row, x, y, hash: 0 });
                *least = low.into();
                nearest = nearest.with(high, u32x16::splat(self.simd, 0), [high; 3]);
            }
        }
        let limit = if matches!(asked, Asked::FirstTwo | Asked::Ways) { nearest.1 } else { nearest.0 };
        let mut bits = u32x16::splat(self.simd, 0);
        for (bit, least) in least.iter().enumerate().take(3 * inner.count) {
            let is_near = less_or_equal(load(self.simd, least), limit);
            bits = bits | select(bits.word(0), bits.word(1 << bit), is_near);
        }
        (bits.into(), limit)
    }

    /// Returns a lower bound for the distance of the cells that are not next to a tile's own.
    #[inline(always)]
    fn beyond(&self, chunk: &Chunk) -> f32x16<S> {
        cellular_beyond(self.metric, min(load(self.simd, &chunk.reach), f32x16::splat(self.simd, self.reach)))
    }

    /// Returns a lower bound for the distance of the cells of a lattice row.
    fn gap(&self, row: i32, plane: i32) -> f32 {
        let [first, last] = self.fractions.map(|fraction| cellular_gap(row as f32, fraction));
        cellular_length(self.metric, 0.0, min(first, last), cellular_gap(plane as f32, self.rows.z))
    }
}

/// Finds the points beyond the cells next to each tile that can be the nearest: those within a limit.
#[inline(never)]
fn find_beyond<S: Simd>(
    bounds: &Bounds<'_, S>,
    noise: &Cellular,
    chunk: &Chunk,
    limit: f32x16<S>,
    features: &mut FeatureRows,
    places: &mut [Vec<Place>; LANES],
) {
    bounds.simd.vectorize(
        #[inline(always)]
        || {
            let radius = noise.radius();
            for plane in noise.planes(radius) {
                for y in -radius..=radius {
                    if !any(less(f32x16::splat(bounds.simd, bounds.gap(y, plane)), limit)) {
                        continue;
                    }
                    let row = features.place(bounds.simd, y, plane);
                    let is_next = y.abs() <= 1 && plane.abs() <= 1;
                    for x in (-radius..=radius).filter(|x| !is_next || x.abs() > 1) {
                        let place = Place { row, x, y, hash: 0 };
                        let [least, _] = bounds.of_points(chunk, features, place);
                        let is_near = less_or_equal(least, limit);
                        if any(is_near) {
                            let is_near: [u32; LANES] =
                                select(u32x16::splat(bounds.simd, 0), u32x16::splat(bounds.simd, 1), is_near).into();
                            for (places, is_near) in places.iter_mut().zip(is_near) {
                                if is_near != 0 {
                                    places.push(place);
                                }
                            }
                        }
                    }
                }
            }
        },
    );
}
