//! Perlin noise along rows of a grid: each step of `perlin.rs` is taken as often as its dimension changes, no more.
//!
//! Hashes and gradients are found once a lattice cell, linear forms once a lattice column and pixel row, and a pixel only blends. The steps
//! themselves are the twins', sixteen side by side.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::gradients::Gradients;
use super::lanes::{Block, LANES, PERMUTED, load, low_bits, permute, pick};
use super::lattice::{Coordinate, Table, fade, next_cell, unit};
use super::perlin::{
    PerlinCell, PerlinColumn, PerlinCorner, flipped, perlin_blend, perlin_cell, perlin_column, perlin_column_1, perlin_corner_4,
    perlin_pixel,
};
use super::strict::{Real, rounded};
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
    fn new<S: Simd>(simd: S, spans: &[u32], at: impl Fn(usize) -> Coordinate) -> Self {
        let mut pixels =
            Self { x: [0.0; LANES], t: [0.0; LANES], lanes: [0; LANES], first: spans[0], single: spans.last() == Some(&spans[0]) };
        for (pixel, span) in spans.iter().enumerate() {
            pixels.x[pixel] = unit(at(pixel).fraction);
            pixels.lanes[pixel] = span - spans[0];
        }
        pixels.t = fade(load(simd, &pixels.x)).into();
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
    at: Option<(i32, usize)>,
    corners: Vec<Corners>,
}

impl CornerRow {
    fn new(blocks: usize) -> Self {
        let none = [0.0; LANES];
        Self { at: None, corners: vec![Corners { c: none, gx: none, gy: none }; blocks] }
    }
}

/// One octave of one Perlin basis over a strip of a grid, row after row.
pub(super) struct PerlinRows<'a> {
    dimensions: u8,
    table: Table<'a>,
    gradients: Gradients,
    pixels: Vec<Pixels>,
    spans: Spans,
    /// p[x] of each lattice column, padded to what is permuted at a time.
    hashed: Vec<u8>,
    hashes: [Vec<u8>; 2],
    below: CornerRow,
    above: CornerRow,
    /// The linear forms of the columns, then of the cells at each span; padded so that a whole block can be read from any of them.
    a: Vec<f32>,
    b: Vec<f32>,
    da: Vec<f32>,
    db: Vec<f32>,
}

/// The row of a grid: the other coordinates than x, and the number of the slice.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) y: Coordinate,
    pub(super) z: Coordinate,
    pub(super) w: Coordinate,
    pub(super) slice: usize,
}

impl<'a> PerlinRows<'a> {
    /// The rows of a strip of `count` pixels, with the coordinate of each on x.
    #[inline(always)]
    pub(super) fn new<S: Simd>(
        simd: S,
        dimensions: u8,
        table: Table<'a>,
        gradients: Gradients,
        count: usize,
        at: impl Fn(usize) -> Coordinate,
    ) -> Self {
        let spans = Spans::new((0..count).map(&at));
        let mut pixels = Vec::with_capacity(count.div_ceil(LANES));
        for (block, of) in spans.of.chunks(LANES).enumerate() {
            pixels.push(Pixels::new(
                simd,
                of,
                #[inline(always)]
                |pixel| at(block * LANES + pixel),
            ));
        }
        let blocks = spans.points.len().div_ceil(LANES);
        let mut hashed: Vec<u8> = spans.points.iter().map(|&cell| cell as u8).collect();
        hashed.resize(hashed.len().next_multiple_of(PERMUTED), 0);
        permute(simd, table, &mut hashed);
        let corners = if dimensions == 1 { 0 } else { blocks };
        let [a, b, da, db] = std::array::from_fn(|_| vec![0.0; (blocks + 2) * LANES]);
        let hashes = std::array::from_fn(|_| hashed.clone());
        let (below, above) = (CornerRow::new(corners), CornerRow::new(corners));
        let mut rows = Self { dimensions, table, gradients, pixels, spans, hashed, hashes, below, above, a, b, da, db };
        if dimensions == 1 {
            for (column, &cell) in rows.spans.points.iter().enumerate() {
                let form = perlin_column_1(table, cell);
                (rows.a[column], rows.b[column]) = (form.a, form.b);
            }
            rows.cells(simd);
        }
        rows
    }

    /// Evaluates a row: each sample becomes a function of what it was and of the noise.
    #[inline(always)]
    pub(super) fn row<S: Simd>(&mut self, simd: S, row: Row, samples: &mut [f32], combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>) {
        if self.dimensions > 1 {
            let (below, above) = ((row.y.cell, row.slice), (next_cell(row.y), row.slice));
            if self.below.at != Some(below) && self.above.at == Some(below) {
                std::mem::swap(&mut self.below, &mut self.above);
            }
            if self.below.at != Some(below) {
                let mut corners = std::mem::take(&mut self.below);
                self.corners(simd, row, below, &mut corners);
                self.below = corners;
            }
            if self.above.at != Some(above) {
                let mut corners = std::mem::take(&mut self.above);
                self.corners(simd, row, above, &mut corners);
                self.above = corners;
            }
            self.columns(simd, unit(row.y.fraction));
            self.cells(simd);
        }
        self.sweep(simd, samples, combine);
    }

    /// Once a lattice row: the corners of all columns.
    #[inline(always)]
    fn corners<S: Simd>(&mut self, simd: S, row: Row, at: (i32, usize), corners: &mut CornerRow) {
        corners.at = Some(at);
        if self.dimensions == 4 {
            for (column, &cell) in self.spans.points.iter().enumerate() {
                let corner = perlin_corner_4(self.table, cell, at.0, row.z, row.w);
                let (block, lane) = (&mut corners.corners[column / LANES], column % LANES);
                (block.c[lane], block.gx[lane], block.gy[lane]) = (corner.c, corner.gx, corner.gy);
            }
            return;
        }
        // p[p[x] + y], then p[.. + z] for one or both of the lattice planes around z.
        let [lower, upper] = &mut self.hashes;
        let add = |number: i32| move |hash: &u8| hash.wrapping_add(number as u8);
        for (to, from) in lower.iter_mut().zip(self.hashed.iter().map(add(at.0))) {
            *to = from;
        }
        permute(simd, self.table, lower);
        let z = if self.dimensions == 3 { row.z } else { Coordinate { cell: 0, fraction: 0, period: 0 } };
        if self.dimensions == 3 {
            for (to, from) in upper.iter_mut().zip(lower.iter().map(add(next_cell(z)))) {
                *to = from;
            }
            permute(simd, self.table, upper);
        }
        lower.iter_mut().for_each(|hash| *hash = add(z.cell)(hash));
        permute(simd, self.table, lower);

        let [x, y, along_z] = self.gradients.load(simd);
        let (lower, upper) = (lower.as_chunks().0, upper.as_chunks().0);
        if self.dimensions == 2 {
            for (hash, corners) in lower.iter().zip(&mut corners.corners) {
                let hash = low_bits(simd, hash);
                corners.gx = pick(simd, x, hash).into();
                corners.gy = pick(simd, y, hash).into();
            }
            return;
        }
        let f = unit(z.fraction);
        let t = x.like(fade(f));
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

    /// Once a pixel row: the linear forms of all columns.
    #[inline(always)]
    fn columns<S: Simd>(&mut self, simd: S, y: f32) {
        let y = f32x16::splat(simd, y);
        let forms = self.a.as_chunks_mut().0.iter_mut().zip(self.b.as_chunks_mut().0);
        for ((below, above), (a, b)) in self.below.corners.iter().zip(&self.above.corners).zip(forms) {
            let column = perlin_column(below.load(simd), above.load(simd), y);
            *a = column.a.into();
            *b = column.b.into();
        }
    }

    /// Once a pixel row: the linear forms of all cells. Those of a span's left column stay where they are.
    #[inline(always)]
    fn cells<S: Simd>(&mut self, simd: S) {
        let blocks = self.spans.count.div_ceil(LANES);
        let columns = |from: usize| blocks_of(&self.a[from..], blocks).iter().zip(blocks_of(&self.b[from..], blocks));
        let forms = self.da.as_chunks_mut().0.iter_mut().zip(self.db.as_chunks_mut().0);
        for (((a0, b0), (a1, b1)), (da, db)) in columns(0).zip(columns(self.spans.upper)).zip(forms) {
            let left = PerlinColumn { a: load(simd, a0), b: load(simd, b0) };
            let right = PerlinColumn { a: load(simd, a1), b: load(simd, b1) };
            let cell = perlin_cell(left, right);
            *da = cell.da.into();
            *db = cell.db.into();
        }
    }

    /// Once a pixel.
    #[inline(always)]
    fn sweep<S: Simd>(&self, simd: S, samples: &mut [f32], combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S>) {
        let (a, b, da, db) = (&self.a[..], &self.b[..], &self.da[..], &self.db[..]);
        let (whole, rest) = samples.as_chunks_mut();
        let mut last = [0.0; LANES];
        last[..rest.len()].copy_from_slice(rest);
        for (pixels, samples) in self.pixels.iter().zip(whole.iter_mut().chain([&mut last])) {
            let first = pixels.first as usize;
            let cell = if pixels.single {
                PerlinCell {
                    a: f32x16::splat(simd, a[first]),
                    b: f32x16::splat(simd, b[first]),
                    da: f32x16::splat(simd, da[first]),
                    db: f32x16::splat(simd, db[first]),
                }
            } else {
                let lanes = u32x16::load_array_ref(simd, &pixels.lanes);
                let range = first..first + LANES;
                PerlinCell {
                    a: pick(simd, f32x16::from_slice(simd, &a[range.clone()]), lanes),
                    b: pick(simd, f32x16::from_slice(simd, &b[range.clone()]), lanes),
                    da: pick(simd, f32x16::from_slice(simd, &da[range.clone()]), lanes),
                    db: pick(simd, f32x16::from_slice(simd, &db[range]), lanes),
                }
            };
            let value = perlin_pixel(cell, load(simd, &pixels.x), load(simd, &pixels.t));
            *samples = combine(load(simd, samples), value).into();
        }
        let filled = rest.len();
        rest.copy_from_slice(&last[..filled]);
    }
}

/// The first so many blocks of a slice.
#[inline(always)]
fn blocks_of(slice: &[f32], count: usize) -> &[Block] {
    &slice.as_chunks().0[..count]
}
