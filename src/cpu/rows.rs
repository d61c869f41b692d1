//! Noise along rows of a grid: each step of `perlin.rs` and `value.rs` is taken as often as its dimension changes, no more.
//!
//! What a lattice corner contributes is linear in x and y; of value noise it is a number. Hashes and corners are found once a lattice cell, linear forms over x
//! once a lattice column and pixel row, and a pixel only blends. The steps themselves are the twins', sixteen side by side.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::gradients::Gradients;
use super::hash::{Hash, LATTICE_X, LATTICE_Y, LATTICE_Z, TABLE, hash_begun_2, lattice_hash};
use super::lanes::{Block, LANES, PERMUTED, load, low_bits, permute, pick};
use super::lattice::{Coordinate, eased, next_cell, unit};
use super::perlin::{
    PerlinCell, PerlinColumn, PerlinCorner, flipped, perlin_blend, perlin_cell, perlin_column, perlin_corner_4, perlin_pixel,
};
use super::strict::{Apart, Real, Word, rounded};
use super::value::{ValueCell, value_cell, value_column, value_corner_2, value_corner_3, value_corner_4, value_pixel};
use crate::graph::GradientSet;
use crate::program::Basis;
use crate::spans::Spans;

/// Sixteen pixels on the x axis of a lattice.
#[repr(C, align(64))]
struct Pixels {
    /// The local x of each, and its fade.
    x: Block,
    t: Block,
    /// The span of each, counted from the first.
    lanes: [u32; LANES],
    first: u32,
    /// Whether all lie in one span.
    single: bool,
}

impl Pixels {
    #[inline(always)]
    fn new<S: Simd>(simd: S, interpolation: u32, spans: &[u32], at: impl Fn(usize) -> Coordinate) -> Self {
        let mut pixels =
            Self { x: [0.0; LANES], t: [0.0; LANES], lanes: [0; LANES], first: spans[0], single: spans.last() == Some(&spans[0]) };
        for (pixel, span) in spans.iter().enumerate() {
            pixels.x[pixel] = unit(at(pixel).fraction);
            pixels.lanes[pixel] = span - spans[0];
        }
        pixels.t = eased(interpolation, load(simd, &pixels.x)).into();
        pixels
    }
}

/// The corners of sixteen lattice columns at one lattice row.
#[derive(Clone)]
#[repr(C, align(64))]
struct Corners {
    c: Block,
    gx: Block,
    gy: Block,
}

impl Corners {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S) -> PerlinCorner<f32x16<S>> {
        PerlinCorner { c: load(simd, &self.c), gx: load(simd, &self.gx), gy: load(simd, &self.gy) }
    }
}

/// The corners of all lattice columns at one lattice row, and which row of which slice that is.
#[derive(Default)]
struct CornerRow {
    at: Option<(Wrapping<u32>, usize)>,
    corners: Vec<Corners>,
}

impl CornerRow {
    fn new(blocks: usize) -> Self {
        let none = [0.0; LANES];
        Self { at: None, corners: vec![Corners { c: none, gx: none, gy: none }; blocks] }
    }
}

/// Which noise is in rows.
#[derive(Clone, Copy)]
pub(super) struct Noise<'a> {
    pub(super) dimensions: u8,
    pub(super) hash: Hash<'a>,
    pub(super) interpolation: u32,
    corner: Corner,
}

/// What lies at a lattice corner.
#[derive(Clone, Copy)]
enum Corner {
    Gradient(GradientSet),
    Value { smoothed: u32 },
}

impl<'a> Noise<'a> {
    /// A basis that [`Basis::has_rows`].
    pub(super) fn new(basis: Basis, hash: Hash<'a>) -> Self {
        let dimensions = basis.dimensions();
        match basis {
            Basis::Perlin { gradients, interpolation, .. } => {
                Self { dimensions, hash, interpolation: interpolation as u32, corner: Corner::Gradient(gradients) }
            }
            Basis::Value { interpolation, smoothed, .. } => {
                let corner = Corner::Value { smoothed: u32::from(smoothed) };
                Self { dimensions, hash, interpolation: interpolation as u32, corner }
            }
            _ => unreachable!("no other basis has rows"),
        }
    }

    /// Of Perlin noise in two or three dimensions, the gradients.
    pub(super) fn gradients(&self) -> Option<Gradients> {
        match self.corner {
            Corner::Gradient(gradients) if self.dimensions <= 3 => Some(Gradients::new(gradients)),
            _ => None,
        }
    }
}

/// One octave of one basis over a strip of a grid, row after row.
pub(super) struct Rows<'a> {
    noise: Noise<'a>,
    pixels: Vec<Pixels>,
    /// By how many pixels the second block, and with it all others, overlaps the first.
    overlap: usize,
    spans: Spans,
    /// Whether each pixel lies in a span of its own.
    is_dense: bool,
    /// The lattice points on x, padded to whole blocks, and after how many they repeat.
    cells: Vec<u32>,
    period: u32,
    /// Of Perlin noise in two or three dimensions.
    picked: Option<Picked>,
    below: CornerRow,
    above: CornerRow,
    /// The linear forms of the columns, then of the cells at each span; padded so that a whole block can be read from any of them.
    a: Vec<f32>,
    b: Vec<f32>,
    da: Vec<f32>,
    db: Vec<f32>,
}

/// The gradients, and the bytes that pick one at each lattice point of a lattice row.
struct Picked {
    gradients: Gradients,
    /// Of the table, p[x] of each lattice column, padded to what is permuted at a time.
    hashed: Vec<u8>,
    /// The hashes, of which the low bits count, at the lattice planes below and above.
    hashes: [Vec<u8>; 2],
}

/// The row of a grid: the other coordinates than x, and the number of the slice.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) y: Coordinate,
    pub(super) z: Coordinate,
    pub(super) w: Coordinate,
    pub(super) slice: usize,
}

impl<'a> Rows<'a> {
    /// The rows of a strip of `count` pixels, with the coordinate of each on x. Blocks of pixels may overlap where a sample is assigned, so that all but
    /// the first lie as well in memory as the pixel after the first `lead`.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, count: usize, lead: usize, at: impl Fn(usize) -> Coordinate) -> Self {
        let spans = Spans::new((0..count).map(&at));
        let is_dense = spans.count == count;
        // Perlin noise is bound by its arithmetic, of which blocks that don't begin with a cell need more.
        let is_bound_by_memory = matches!(noise.corner, Corner::Value { .. });
        let overlap = if is_dense || !is_bound_by_memory || count < 2 * LANES || lead >= LANES { 0 } else { (LANES - lead) % LANES };
        let blocks = (count + overlap).div_ceil(LANES);
        let mut pixels = Vec::with_capacity(blocks);
        for block in 0..blocks {
            let start = start_of(block, overlap);
            pixels.push(Pixels::new(
                simd,
                noise.interpolation,
                &spans.of[start..count.min(start + LANES)],
                #[inline(always)]
                |pixel| at(start + pixel),
            ));
        }
        let blocks = spans.points.len().div_ceil(LANES);
        let mut cells = spans.points.clone();
        cells.resize(blocks * LANES, 0);
        let picked = noise.gradients().map(|gradients| {
            let mut hashed: Vec<u8> = spans.points.iter().map(|&cell| cell as u8).collect();
            hashed.resize(hashed.len().next_multiple_of(PERMUTED), 0);
            permute(simd, noise.hash.table, &mut hashed);
            Picked { gradients, hashes: [hashed.clone(), hashed.clone()], hashed }
        });
        let [a, b, da, db] = std::array::from_fn(|_| vec![0.0; (blocks + 2) * LANES]);
        Self {
            noise,
            pixels,
            overlap,
            is_dense,
            spans,
            cells,
            period: at(0).period,
            picked,
            below: CornerRow::new(blocks),
            above: CornerRow::new(blocks),
            a,
            b,
            da,
            db,
        }
    }

    /// Evaluates a row: each sample becomes a function of what it was and of the noise.
    #[inline(always)]
    pub(super) fn row<S: Simd>(
        &mut self,
        simd: S,
        row: Row,
        samples: &mut [f32],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        self.corner_rows(simd, row);
        let y = unit(row.y.fraction);
        match self.noise.corner {
            Corner::Gradient(_) => self.blend::<S, Linear>(simd, y, samples, combine),
            Corner::Value { .. } => self.blend::<S, Flat>(simd, y, samples, combine),
        }
    }

    /// Finds the corners below and above a row where they are others than those of the row before.
    ///
    /// It is seldom called and long, so it is no part of what every way to combine samples is compiled into.
    #[inline(never)]
    fn corner_rows<S: Simd>(&mut self, simd: S, row: Row) {
        let (below, above) = ((row.y.cell, row.slice), (next_cell(row.y), row.slice));
        if self.below.at != Some(below) && self.above.at == Some(below) {
            std::mem::swap(&mut self.below, &mut self.above);
        }
        let find = |this: &mut Self, at, mut corners: CornerRow| {
            simd.vectorize(
                #[inline(always)]
                || this.corners(simd, row, at, &mut corners),
            );
            corners
        };
        if self.below.at != Some(below) {
            let corners = std::mem::take(&mut self.below);
            self.below = find(self, below, corners);
        }
        if self.above.at != Some(above) {
            let corners = std::mem::take(&mut self.above);
            self.above = find(self, above, corners);
        }
    }

    /// Once a lattice row: the corners of all columns.
    #[inline(always)]
    fn corners<S: Simd>(&mut self, simd: S, row: Row, at: (Wrapping<u32>, usize), corners: &mut CornerRow) {
        corners.at = Some(at);
        let Noise { dimensions, hash, interpolation, corner } = self.noise;
        let hash = Hash { apart: Apart(true), ..hash };
        if let Corner::Value { smoothed } = corner {
            let origin = u32x16::splat(simd, 0);
            let y = Coordinate { cell: origin.like(at.0.0), fraction: origin, period: row.y.period };
            let (z, w) = (splat(simd, row.z), splat(simd, row.w));
            for (cells, corners) in self.cells.as_chunks().0.iter().zip(&mut corners.corners) {
                let x = Coordinate { cell: u32x16::load_array_ref(simd, cells), fraction: origin, period: self.period };
                corners.c = match dimensions {
                    2 => value_corner_2(smoothed, hash, x, y),
                    3 => value_corner_3(smoothed, interpolation, hash, x, y, z),
                    _ => value_corner_4(interpolation, hash, x, y, z, w),
                }
                .into();
            }
            return;
        }
        let Some(picked) = &mut self.picked else {
            for (cells, corners) in self.cells.as_chunks().0.iter().zip(&mut corners.corners) {
                let cells = u32x16::load_array_ref(simd, cells);
                let (y, z, w) = (cells.like(at.0.0), splat(simd, row.z), splat(simd, row.w));
                let corner = perlin_corner_4(interpolation, hash, hash_begun_2(hash, cells, y), z, w);
                *corners = Corners { c: corner.c.into(), gx: corner.gx.into(), gy: corner.gy.into() };
            }
            return;
        };
        let z = if dimensions == 3 { row.z } else { Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 } };
        if hash.kind == TABLE {
            picked.hash_by_table(simd, self.noise, at.0, z);
        } else {
            picked.hash_by_lattice(simd, self.noise, &self.cells, at.0, z);
        }
        let [x, y, along_z] = picked.gradients.load(simd);
        let [lower, upper] = &picked.hashes;
        let (lower, upper) = (lower.as_chunks().0, upper.as_chunks().0);
        if dimensions == 2 {
            for (hash, corners) in lower.iter().zip(&mut corners.corners) {
                let hash = low_bits(simd, hash);
                corners.gx = pick(simd, x, hash).into();
                corners.gy = pick(simd, y, hash).into();
            }
            return;
        }
        let f = unit(z.fraction);
        let t = x.like(eased(interpolation, f));
        let below = flipped(along_z, x.like(f));
        let above = flipped(along_z, x.like(rounded(f - 1.0)));
        for ((lower, upper), corners) in lower.iter().zip(upper).zip(&mut corners.corners) {
            let (lower, upper) = (low_bits(simd, lower), low_bits(simd, upper));
            let lower = PerlinCorner { c: pick(simd, below, lower), gx: pick(simd, x, lower), gy: pick(simd, y, lower) };
            let upper = PerlinCorner { c: pick(simd, above, upper), gx: pick(simd, x, upper), gy: pick(simd, y, upper) };
            let corner = perlin_blend(t, lower, upper);
            *corners = Corners { c: corner.c.into(), gx: corner.gx.into(), gy: corner.gy.into() };
        }
    }

    /// Once a pixel row: the linear forms of all columns and cells, and of those the samples.
    #[inline(always)]
    fn blend<S: Simd, F: Form>(
        &mut self,
        simd: S,
        y: f32,
        samples: &mut [f32],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let y = f32x16::splat(simd, y);
        let t = eased(self.noise.interpolation, y);
        let points = self.below.corners.len();
        let (below, above) = (&self.below.corners[..points], &self.above.corners[..points]);
        macro_rules! column {
            ($block:expr) => {{
                let block = $block;
                F::column(simd, t, &below[block], &above[block], y)
            }};
        }
        let blocks = self.spans.count.div_ceil(LANES);
        if self.spans.upper != 1 {
            let (a, b) = (self.a.as_chunks_mut().0, self.b.as_chunks_mut().0);
            for (block, (a, b)) in a.iter_mut().zip(b).enumerate().take(points) {
                let column = column!(block);
                *a = column.a.into();
                *b = column.b.into();
            }
            self.cells::<S, F>(simd);
            self.sweep::<S, F>(simd, samples, combine);
            return;
        }
        // The upper point of a span is the lower one of the next, and comes from the neighbouring lane.
        let mut left = column!(0);
        if self.is_dense {
            // Nothing is shared: a block of pixels is a block of cells.
            let (whole, rest) = samples.as_chunks_mut();
            let mut last = [0.0; LANES];
            last[..rest.len()].copy_from_slice(rest);
            for (block, (pixels, samples)) in self.pixels.iter().zip(whole.iter_mut().chain([&mut last])).enumerate() {
                let next = if block + 1 < points { column!(block + 1) } else { left };
                let cell = F::cell(left, neighbours(left, next));
                let value = F::pixel(cell, load(simd, &pixels.x), load(simd, &pixels.t));
                *samples = combine(load(simd, samples), value).into();
                left = next;
            }
            let filled = rest.len();
            rest.copy_from_slice(&last[..filled]);
            return;
        }
        let (a, b) = (self.a.as_chunks_mut().0, self.b.as_chunks_mut().0);
        let (da, db) = (self.da.as_chunks_mut().0, self.db.as_chunks_mut().0);
        for (block, ((a, b), (da, db))) in a.iter_mut().zip(b).zip(da.iter_mut().zip(db)).enumerate().take(blocks) {
            let next = if block + 1 < points { column!(block + 1) } else { left };
            let cell = F::cell(left, neighbours(left, next));
            *a = cell.a.into();
            *da = cell.da.into();
            if F::IS_LINEAR {
                *b = cell.b.into();
                *db = cell.db.into();
            }
            left = next;
        }
        self.sweep::<S, F>(simd, samples, combine);
    }

    /// The linear forms of all cells where some were left out, of those of the columns. Those of a span's left column stay where they are.
    #[inline(always)]
    fn cells<S: Simd, F: Form>(&mut self, simd: S) {
        let blocks = self.spans.count.div_ceil(LANES);
        let columns = |from: usize| blocks_of(&self.a[from..], blocks).iter().zip(blocks_of(&self.b[from..], blocks));
        let forms = self.da.as_chunks_mut().0.iter_mut().zip(self.db.as_chunks_mut().0);
        for (((a0, b0), (a1, b1)), (da, db)) in columns(0).zip(columns(self.spans.upper)).zip(forms) {
            let left = PerlinColumn { a: load(simd, a0), b: load(simd, b0) };
            let right = PerlinColumn { a: load(simd, a1), b: load(simd, b1) };
            let cell = F::cell(left, right);
            *da = cell.da.into();
            *db = cell.db.into();
        }
    }

    /// Once a pixel.
    #[inline(always)]
    fn sweep<S: Simd, F: Form>(&self, simd: S, samples: &mut [f32], combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy) {
        // Of one length, so that one check of a range holds for all.
        let length = self.a.len();
        let (a, b, da, db) = (&self.a[..length], &self.b[..length], &self.da[..length], &self.db[..length]);
        let zero = f32x16::splat(simd, 0.0);
        // The first block by itself, if the second overlaps it.
        let alone = usize::from(self.overlap > 0);
        let (first, others) = self.pixels.split_at(alone);
        for (pixels, range) in [(first, 0..alone * LANES), (others, start_of(alone, self.overlap)..samples.len())] {
            let (whole, rest) = samples[range].as_chunks_mut();
            let mut last = [0.0; LANES];
            last[..rest.len()].copy_from_slice(rest);
            for (pixels, samples) in pixels.iter().zip(whole.iter_mut().chain([&mut last])) {
                let first = pixels.first as usize;
                let range = first..first + LANES;
                let (a, b, da, db) = (&a[range.clone()], &b[range.clone()], &da[range.clone()], &db[range]);
                let mut cell = PerlinCell { a: zero, b: zero, da: zero, db: zero };
                if pixels.single {
                    (cell.a, cell.da) = (f32x16::splat(simd, a[0]), f32x16::splat(simd, da[0]));
                    if F::IS_LINEAR {
                        (cell.b, cell.db) = (f32x16::splat(simd, b[0]), f32x16::splat(simd, db[0]));
                    }
                } else {
                    let lanes = u32x16::load_array_ref(simd, &pixels.lanes);
                    cell.a = pick(simd, f32x16::from_slice(simd, a), lanes);
                    cell.da = pick(simd, f32x16::from_slice(simd, da), lanes);
                    if F::IS_LINEAR {
                        cell.b = pick(simd, f32x16::from_slice(simd, b), lanes);
                        cell.db = pick(simd, f32x16::from_slice(simd, db), lanes);
                    }
                }
                let value = F::pixel(cell, load(simd, &pixels.x), load(simd, &pixels.t));
                *samples = combine(load(simd, samples), value).into();
            }
            let filled = rest.len();
            rest.copy_from_slice(&last[..filled]);
        }
    }
}

impl Picked {
    /// p[p[x] + y], then p[.. + z] for one or both of the lattice planes around z.
    #[inline(always)]
    fn hash_by_table<S: Simd>(&mut self, simd: S, noise: Noise<'_>, y: Wrapping<u32>, z: Coordinate) {
        let table = noise.hash.table;
        let [lower, upper] = &mut self.hashes;
        let add = |number: Wrapping<u32>| move |hash: &u8| hash.wrapping_add(number.0 as u8);
        for (to, from) in lower.iter_mut().zip(self.hashed.iter().map(add(y))) {
            *to = from;
        }
        permute(simd, table, lower);
        if noise.dimensions == 3 {
            for (to, from) in upper.iter_mut().zip(lower.iter().map(add(next_cell(z)))) {
                *to = from;
            }
            permute(simd, table, upper);
        }
        lower.iter_mut().for_each(|hash| *hash = add(z.cell)(hash));
        permute(simd, table, lower);
    }

    /// The low bits of the lattice hash at one or both of the lattice planes around z.
    #[inline(always)]
    fn hash_by_lattice<S: Simd>(&mut self, simd: S, noise: Noise<'_>, cells: &[u32], y: Wrapping<u32>, z: Coordinate) {
        let key = noise.hash.key;
        let [lower, upper] = &mut self.hashes;
        let yz = |z: Wrapping<u32>| ((y * Wrapping(LATTICE_Y)) ^ (z * Wrapping(LATTICE_Z))).0;
        let planes = if noise.dimensions == 3 { 2 } else { 1 };
        for (hashes, z) in [(lower, z.cell), (upper, next_cell(z))].into_iter().take(planes) {
            for (cells, hashes) in cells.as_chunks().0.iter().zip(hashes.as_chunks_mut::<LANES>().0) {
                let cells = u32x16::load_array_ref(simd, cells);
                let hash: [u32; LANES] = lattice_hash(key, (cells * cells.like(LATTICE_X)) ^ cells.like(yz(z))).into();
                for (to, hash) in hashes.iter_mut().zip(hash) {
                    *to = hash as u8;
                }
            }
        }
    }
}

/// What is blended along a row: linear forms, or numbers alone.
trait Form {
    const IS_LINEAR: bool;
    fn column<S: Simd>(simd: S, t: f32x16<S>, below: &Corners, above: &Corners, y: f32x16<S>) -> PerlinColumn<f32x16<S>>;
    fn cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F>;
    fn pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F;
}

/// Of Perlin noise.
struct Linear;

impl Form for Linear {
    const IS_LINEAR: bool = true;

    #[inline(always)]
    fn column<S: Simd>(simd: S, t: f32x16<S>, below: &Corners, above: &Corners, y: f32x16<S>) -> PerlinColumn<f32x16<S>> {
        perlin_column(t, below.load(simd), above.load(simd), y)
    }

    #[inline(always)]
    fn cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F> {
        perlin_cell(left, right)
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F {
        perlin_pixel(cell, x, t)
    }
}

/// Of value noise.
struct Flat;

impl Form for Flat {
    const IS_LINEAR: bool = false;

    #[inline(always)]
    fn column<S: Simd>(simd: S, t: f32x16<S>, below: &Corners, above: &Corners, _: f32x16<S>) -> PerlinColumn<f32x16<S>> {
        let a = value_column(t, load(simd, &below.c), load(simd, &above.c));
        PerlinColumn { a, b: a.like(0.0) }
    }

    #[inline(always)]
    fn cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F> {
        let ValueCell { a, da } = value_cell(left.a, right.a);
        PerlinCell { a, b: left.b, da, db: left.b }
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: PerlinCell<F>, _: F, t: F) -> F {
        value_pixel(ValueCell { a: cell.a, da: cell.da }, t)
    }
}

/// The first pixel of a block.
#[inline(always)]
fn start_of(block: usize, overlap: usize) -> usize {
    (block * LANES).saturating_sub(overlap)
}

/// The columns after sixteen columns, of which the last stands in the next block.
#[inline(always)]
fn neighbours<S: Simd>(columns: PerlinColumn<f32x16<S>>, next: PerlinColumn<f32x16<S>>) -> PerlinColumn<f32x16<S>> {
    PerlinColumn { a: columns.a.slide::<1>(next.a), b: columns.b.slide::<1>(next.b) }
}

/// The same coordinate in every lane.
#[inline(always)]
pub(super) fn splat<S: Simd>(simd: S, at: Coordinate) -> Coordinate<f32x16<S>> {
    Coordinate { cell: u32x16::splat(simd, at.cell.0), fraction: u32x16::splat(simd, at.fraction.0), period: at.period }
}

/// The first so many blocks of a slice.
#[inline(always)]
fn blocks_of(slice: &[f32], count: usize) -> &[Block] {
    &slice.as_chunks().0[..count]
}
