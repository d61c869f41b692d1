//! Cellular noise by tiles of up to sixteen by sixteen pixels of one lattice cell. `cells.rs` calls it where cells are wide.
//!
//! Of the points in the cells around a tile few can be the nearest to any of its pixels: they are listed first, for sixteen tiles side by side. A point
//! is left out where the least distance that any pixel could have is more than the smallest (or second smallest) of the greatest distances. Rounding is
//! monotone, so what is computed for a pixel lies between the two. Then a pixel is, for each point listed, a sum and a minimum: what a point's way along x
//! makes of its length is found once for the rows of a tile, and what the ways along y and z make of it once for its columns.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::features::{Cellular, FeatureRows, MOST_RADIUS, from_centre};
use super::nearest::Found;
use super::strip::Samples;
use crate::spans::Spans;
use crate::value::builtin::{any, less, less_or_equal, max, min, select};
use crate::value::cellular::{
    cellular_beyond, cellular_gap, cellular_joined, cellular_length, cellular_part, cellular_reach, cellular_value, cellular_way,
};
use crate::value::lanes::{Block, LANES, Width, fetch, is_kept_short, load, pick};
use crate::value::number::Lanes as _;
use crate::value::strict::{rounded, settled};

/// So many samples ahead the lines that will be written are fetched: four tiles take longer than memory, and more lines would be lost again before.
const AHEAD: usize = 64;

/// Points in the cells next to those of a tile.
const NEXT: usize = 27;

/// As many cells as a search goes to on one axis.
const SIDE: usize = 2 * MOST_RADIUS as usize + 1;

/// The pixel rows of tiles.
pub(super) struct TileRows {
    /// In the strip's rows that are evaluated together.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The fraction and the centre of each on y; those left over repeat the last.
    pub(super) fractions: Block,
    pub(super) centres: Block,
    /// The fraction of all on z, 1/2 in two dimensions.
    pub(super) z: f32,
}

/// The pixel columns of up to sixteen tiles. Those left over repeat the last.
struct Chunk {
    count: usize,
    /// The first pixel of each.
    pixels: [u32; LANES],
    /// The lattice column of the first, and how many columns after it that of each lies.
    column: usize,
    lanes: [u32; LANES],
    /// The least and the greatest centre of the pixels of each, and the least reach.
    low: Block,
    high: Block,
    reach: Block,
}

/// A lattice point around a tile: the number of its lattice row, and its cell as seen from the tile's own.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    x: i32,
    y: i32,
    /// 0 until it is asked for.
    hash: u32,
}

/// A point that can be the nearest to a pixel of a tile.
struct Point {
    /// As [`super::features::FeatureRow`] has it.
    x: f32,
    /// The number of its cell, from that of the tile on.
    column: f32,
    /// The bits of its cell's value, or its hash where ways count.
    tag: u32,
    /// What the ways to it along y and z make of its length, in each row of the tile.
    rest: Block,
}

/// The tiles of a strip.
pub(super) struct Tiles {
    chunks: Vec<Chunk>,
    /// The centre of each pixel on x; padded so that sixteen can be read from any of them.
    centres: Vec<f32>,
    /// Of each tile of a chunk where the points are that can be the nearest.
    places: [Vec<Place>; LANES],
    points: Points,
}

/// The points of the tiles of a chunk.
#[derive(Default)]
struct Points {
    all: Vec<Point>,
    /// Of each, where they are asked for, the ways along y in each row of the tile, and along z.
    ways: Vec<(Block, f32)>,
    /// Where those of each tile end.
    ends: Vec<usize>,
}

impl Tiles {
    /// The tiles of pixels with these fractions and spans.
    pub(super) fn new(noise: &Cellular<'_>, spans: &Spans, fractions: &[f32]) -> Self {
        let mut centres: Vec<f32> = fractions.iter().map(|&fraction| noise.centre(fraction)).collect();
        let mut pieces = vec![];
        let mut end = 0;
        for span in spans.of.chunk_by(|a, b| a == b) {
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
        Self { chunks, centres, places: std::array::from_fn(|_| vec![]), points: Points::default() }
    }

    /// Evaluates pixel rows in one row of cells, to whose pixels the lattice rows have gone.
    #[inline(always)]
    pub(super) fn evaluate<S: Simd, const METRIC: u32, F: Found<S>>(
        &mut self,
        simd: S,
        noise: (&Cellular<'_>, &mut FeatureRows<'_>),
        rows: &TileRows,
        targets: &mut [Samples<'_>],
    ) {
        // As many rows together as there are registers for.
        if const { Width::of::<S>().is_whole() && F::HAS_WAYS } {
            self.evaluate_together::<S, METRIC, F, 2>(simd, noise, rows, targets);
        } else if const { Width::of::<S>().is_whole() } {
            self.evaluate_together::<S, METRIC, F, 8>(simd, noise, rows, targets);
        } else if const { F::HAS_WAYS } {
            self.evaluate_together::<S, METRIC, F, 1>(simd, noise, rows, targets);
        } else if const { is_kept_short::<S>() } {
            self.evaluate_together::<S, METRIC, F, 2>(simd, noise, rows, targets);
        } else {
            self.evaluate_together::<S, METRIC, F, 4>(simd, noise, rows, targets);
        }
    }

    /// The same, so many rows together.
    #[inline(always)]
    fn evaluate_together<S: Simd, const METRIC: u32, F: Found<S>, const TOGETHER: usize>(
        &mut self,
        simd: S,
        (noise, features): (&Cellular<'_>, &mut FeatureRows<'_>),
        rows: &TileRows,
        targets: &mut [Samples<'_>],
    ) {
        let inner = Inner::new(simd, noise, features);
        let bounds = Bounds::new(simd, rows);
        let Self { chunks, centres, places, points } = self;
        for chunk in chunks {
            let (near, limit) = bounds.near::<METRIC, F>(chunk, &inner, features);
            places.iter_mut().for_each(Vec::clear);
            if any(less(bounds.beyond::<METRIC>(chunk), limit)) {
                find_beyond::<S, METRIC>(&bounds, noise, chunk, limit, features, places);
            }
            points.clear();
            for (lane, places) in places.iter_mut().enumerate().take(chunk.count) {
                let column = chunk.column + chunk.lanes[lane] as usize;
                let next = bits_of(near[lane]).map(|bit| inner.place(bit));
                if F::HAS_TAGS {
                    let beyond = places.len();
                    places.extend(next);
                    if F::HAS_WAYS {
                        // Those next to the tile come first in the shader's search.
                        places.rotate_left(beyond);
                    }
                    points.add_all_tagged::<S, METRIC, F>(&bounds, (noise, features), column, places);
                } else {
                    next.for_each(
                        #[inline(always)]
                        |place| points.add::<S, METRIC, F>(&bounds, features, column, place, 0),
                    );
                    for place in &*places {
                        points.add::<S, METRIC, F>(&bounds, features, column, *place, 0);
                    }
                }
                points.ends.push(points.all.len());
            }
            // A few rows at a time, since as many as there are may lie where the cache has no room for so many.
            for start in (0..rows.count).step_by(TOGETHER) {
                let mut written: [[&mut [f32]; TOGETHER]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| Default::default()));
                for (written, target) in written.iter_mut().zip(&mut *targets) {
                    for (written, row) in written.iter_mut().zip(target.rows().skip(rows.first + start).take(rows.count - start)) {
                        *written = row;
                    }
                }
                let mut first = 0;
                for (&pixel, &end) in chunk.pixels.iter().zip(&points.ends) {
                    let (pixel, ways) = (pixel as usize, if F::HAS_WAYS { &points.ways[first..end] } else { &[] });
                    let centre = f32x16::from_slice(simd, &centres[pixel..pixel + LANES]);
                    let found = sweep::<S, METRIC, F, TOGETHER>(simd, centre, (&points.all[first..end], ways), start);
                    for row in 0..TOGETHER {
                        for (written, output) in written.iter_mut().zip(found[row].outputs(noise)).take(F::OUTPUTS) {
                            // What is written beyond the tile is written again by the next. Rows that are not there are empty.
                            if let Some(samples) = written[row].get_mut(pixel..) {
                                put(samples, settled(output));
                            }
                        }
                    }
                    first = end;
                }
            }
        }
    }
}

impl Points {
    fn clear(&mut self) {
        self.all.clear();
        self.ways.clear();
        self.ends.clear();
    }

    /// Adds those of a tile in a lattice column, at these places: in the order of their hashes, or as they come where ways count.
    #[inline(always)]
    fn add_all_tagged<S: Simd, const METRIC: u32, F: Found<S>>(
        &mut self,
        bounds: &Bounds<'_, S>,
        (noise, features): (&Cellular<'_>, &FeatureRows<'_>),
        column: usize,
        places: &mut [Place],
    ) {
        for place in &mut *places {
            place.hash = features.row(place.row).hashes[column.wrapping_add_signed(place.x as isize)];
        }
        if !F::HAS_WAYS {
            places.sort_unstable_by_key(|place| place.hash);
        }
        for place in &*places {
            let tag = if F::HAS_WAYS { place.hash } else { cellular_value(noise.hash, Wrapping(place.hash)).to_bits() };
            self.add::<S, METRIC, F>(bounds, features, column, *place, tag);
        }
    }

    /// Adds one.
    #[inline(always)]
    fn add<S: Simd, const METRIC: u32, F: Found<S>>(
        &mut self,
        bounds: &Bounds<'_, S>,
        features: &FeatureRows<'_>,
        column: usize,
        Place { row, x, y, .. }: Place,
        tag: u32,
    ) {
        let (row, at) = (features.row(row), column.wrapping_add_signed(x as isize));
        let way_y = bounds.way_y(row.y[at], y);
        let part = cellular_part(METRIC, way_y);
        if F::HAS_WAYS {
            self.ways.push((way_y.into(), row.ways_z[at]));
        }
        self.all.push(Point { x: row.x[at], column: x as f32, tag, rest: cellular_joined(METRIC, part, part.real(row.z[at])).into() });
    }
}

/// The numbers of the bits that are set, from the lowest on.
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

/// What the points of a tile are to the pixels with these centres, in the rows from one on; with the ways along y and z, if they count.
#[inline(always)]
fn sweep<S: Simd, const METRIC: u32, F: Found<S>, const TOGETHER: usize>(
    simd: S,
    centre: f32x16<S>,
    (points, ways): (&[Point], &[(Block, f32)]),
    start: usize,
) -> [F; TOGETHER] {
    let mut all = [F::none(simd); TOGETHER];
    let zero = f32x16::splat(simd, 0.0);
    for (number, point) in points.iter().enumerate() {
        let way = cellular_way(f32x16::splat(simd, point.x), rounded(f32x16::splat(simd, point.column) - centre));
        let part = cellular_part(METRIC, way);
        let tag = u32x16::splat(simd, point.tag);
        let rest = &point.rest[start..start + TOGETHER];
        for (row, (found, rest)) in all.iter_mut().zip(rest).enumerate() {
            let mut all_ways = [way, zero, zero];
            if F::HAS_WAYS {
                let (y, z) = &ways[number];
                all_ways = [way, f32x16::splat(simd, y[start + row]), f32x16::splat(simd, *z)];
            }
            *found = found.with(cellular_joined(METRIC, part, f32x16::splat(simd, *rest)), tag, all_ways);
        }
    }
    all
}

/// Writes a block, as much of it as there is room for.
#[inline(always)]
pub(super) fn put<S: Simd>(samples: &mut [f32], value: f32x16<S>) {
    fetch(samples.as_ptr().wrapping_add(AHEAD));
    match samples.first_chunk_mut::<LANES>() {
        Some(samples) => *samples = value.into(),
        None => {
            let value: Block = value.into();
            samples.copy_from_slice(&value[..samples.len()]);
        }
    }
}

/// The lattice rows next to the pixels.
struct Inner {
    /// The number of each, and how many rows of cells it lies from theirs.
    rows: [(usize, i32); NEXT / 3],
    count: usize,
}

impl Inner {
    #[inline(always)]
    fn new<S: Simd>(simd: S, noise: &Cellular<'_>, features: &mut FeatureRows<'_>) -> Self {
        let mut inner = Self { rows: [(0, 0); NEXT / 3], count: 0 };
        for plane in noise.planes(1) {
            for row in -1..=1 {
                inner.rows[inner.count] = (features.number(simd, row, plane), row);
                inner.count += 1;
            }
        }
        inner
    }

    /// The place of the point that a bit stands for.
    #[inline(always)]
    fn place(&self, bit: u32) -> Place {
        let (row, y) = self.rows[bit as usize / 3];
        Place { row, x: bit as i32 % 3 - 1, y, hash: 0 }
    }
}

/// How far points are from the pixels of tiles.
struct Bounds<'r, S: Simd> {
    simd: S,
    rows: &'r TileRows,
    /// The least and the greatest fraction and centre on y.
    fractions: [f32; 2],
    centres: [f32; 2],
    /// The least reach on y and z.
    reach: f32,
    /// The cells' numbers on y, from that of the tiles on, less the centre of each row.
    from_centre: [f32x16<S>; SIDE],
}

impl<'r, S: Simd> Bounds<'r, S> {
    #[inline(always)]
    fn new(simd: S, rows: &'r TileRows) -> Self {
        let ends = |of: &Block| [of.iter().copied().fold(f32::INFINITY, min), of.iter().copied().fold(f32::NEG_INFINITY, max)];
        let centre = load(simd, &rows.centres);
        let mut all = [centre; SIDE];
        for (number, all) in all.iter_mut().enumerate() {
            *all = from_centre(number as i32 - MOST_RADIUS, centre);
        }
        let reach = rows.fractions.iter().map(|&fraction| cellular_reach(fraction)).fold(cellular_reach(rows.z), min);
        Self { simd, rows, fractions: ends(&rows.fractions), centres: ends(&rows.centres), reach, from_centre: all }
    }

    /// The ways along y from the rows to a point of a cell.
    #[inline(always)]
    fn way_y(&self, offset: f32, cell: i32) -> f32x16<S> {
        cellular_way(f32x16::splat(self.simd, offset), self.from_centre[(cell + MOST_RADIUS) as usize])
    }

    /// What the ways along an axis to a point make of a length, at least and at most.
    #[inline(always)]
    fn parts<const METRIC: u32>(offset: f32x16<S>, cell: i32, [low, high]: [f32x16<S>; 2]) -> [f32x16<S>; 2] {
        let (longest, shortest) = (cellular_way(offset, from_centre(cell, low)), cellular_way(offset, from_centre(cell, high)));
        let least = max(max(shortest, -longest), offset.real(0.0));
        [cellular_part(METRIC, least), cellular_part(METRIC, max(longest, -shortest))]
    }

    /// The least and the greatest length of the way from the pixels of each tile to the point in a cell.
    #[inline(always)]
    fn of_points<const METRIC: u32>(&self, chunk: &Chunk, features: &FeatureRows<'_>, place: Place) -> [f32x16<S>; 2] {
        let simd = self.simd;
        let lanes = u32x16::load_array_ref(simd, &chunk.lanes);
        let at = chunk.column.wrapping_add_signed(place.x as isize);
        let row = features.row(place.row);
        let range = at..at + LANES;
        let (x, y, z) = (&row.x[range.clone()], &row.y[range.clone()], &row.z[range]);
        let (x, y) = (pick(simd, f32x16::from_slice(simd, x), lanes), pick(simd, f32x16::from_slice(simd, y), lanes));
        let z = pick(simd, f32x16::from_slice(simd, z), lanes);
        let x = Self::parts::<METRIC>(x, place.x, [load(simd, &chunk.low), load(simd, &chunk.high)]);
        let y = Self::parts::<METRIC>(y, place.y, [f32x16::splat(simd, self.centres[0]), f32x16::splat(simd, self.centres[1])]);
        [cellular_joined(METRIC, x[0], cellular_joined(METRIC, y[0], z)), cellular_joined(METRIC, x[1], cellular_joined(METRIC, y[1], z))]
    }

    /// For each tile a bit for each point in the cells next to it that can be the nearest, and how far points are at least that can't.
    #[inline(always)]
    fn near<const METRIC: u32, F: Found<S>>(&self, chunk: &Chunk, inner: &Inner, features: &FeatureRows<'_>) -> ([u32; LANES], f32x16<S>) {
        let mut least = [[0.0; LANES]; NEXT];
        let mut found = F::none(self.simd);
        for (&(row, y), least) in inner.rows[..inner.count].iter().zip(least.as_chunks_mut::<3>().0) {
            for (x, least) in (-1..=1).zip(least) {
                let [low, high] = self.of_points::<METRIC>(chunk, features, Place { row, x, y, hash: 0 });
                *least = low.into();
                found = found.with(high, u32x16::splat(self.simd, 0), [high; 3]);
            }
        }
        let limit = found.limit();
        let mut bits = u32x16::splat(self.simd, 0);
        for (bit, least) in least.iter().enumerate().take(3 * inner.count) {
            let is_near = less_or_equal(load(self.simd, least), limit);
            bits = bits | select(bits.word(0), bits.word(1 << bit), is_near);
        }
        (bits.into(), limit)
    }

    /// How far the cells are at least that are not next to a tile's own.
    #[inline(always)]
    fn beyond<const METRIC: u32>(&self, chunk: &Chunk) -> f32x16<S> {
        cellular_beyond(METRIC, min(load(self.simd, &chunk.reach), f32x16::splat(self.simd, self.reach)))
    }

    /// How far the cells of a lattice row are at least.
    fn gap<const METRIC: u32>(&self, row: i32, plane: i32) -> f32 {
        let [first, last] = self.fractions.map(|fraction| cellular_gap(row as f32, fraction));
        cellular_length(METRIC, 0.0, min(first, last), cellular_gap(plane as f32, self.rows.z))
    }
}

/// Finds the points beyond the cells next to each tile that can be the nearest, being no farther than a limit.
#[inline(never)]
fn find_beyond<S: Simd, const METRIC: u32>(
    bounds: &Bounds<'_, S>,
    noise: &Cellular<'_>,
    chunk: &Chunk,
    limit: f32x16<S>,
    features: &mut FeatureRows<'_>,
    found: &mut [Vec<Place>; LANES],
) {
    bounds.simd.vectorize(
        #[inline(always)]
        || {
            let radius = noise.radius();
            for plane in noise.planes(radius) {
                for y in -radius..=radius {
                    if !any(less(f32x16::splat(bounds.simd, bounds.gap::<METRIC>(y, plane)), limit)) {
                        continue;
                    }
                    let row = features.number(bounds.simd, y, plane);
                    let is_next = y.abs() <= 1 && plane.abs() <= 1;
                    for x in (-radius..=radius).filter(|x| !is_next || x.abs() > 1) {
                        let place = Place { row, x, y, hash: 0 };
                        let [least, _] = bounds.of_points::<METRIC>(chunk, features, place);
                        let is_near = less_or_equal(least, limit);
                        if any(is_near) {
                            let is_near: [u32; LANES] =
                                select(u32x16::splat(bounds.simd, 0), u32x16::splat(bounds.simd, 1), is_near).into();
                            for (found, is_near) in found.iter_mut().zip(is_near) {
                                if is_near != 0 {
                                    found.push(place);
                                }
                            }
                        }
                    }
                }
            }
        },
    );
}
