//! Perlin noise along rows of a grid: each step of `perlin.rs` is taken as often as its dimension changes, no more.
//!
//! Hashes and gradients are found once a lattice cell, linear forms once a lattice column and pixel row, and a pixel only blends. The steps
//! themselves are the twins', sixteen side by side.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::lanes::{Block, LANES, each_block, load, low_bits, permute, pick};
use super::lattice::{Coordinate, Table, fade, next_cell, unit};
use super::perlin::{
    PerlinCell, PerlinColumn, PerlinCorner, flipped, gradient_x, gradient_y, gradient_z, perlin_blend, perlin_cell, perlin_column,
    perlin_column_1, perlin_corner_4, perlin_pixel,
};
use super::strict::{Real, rounded};
use crate::spans::Spans;

/// The pixels of a strip on the x axis of a lattice.
struct Pixels {
    spans: Spans,
    /// The local x of each, and its fade; padded to whole blocks.
    x: Vec<f32>,
    t: Vec<f32>,
    /// Of each block of [`LANES`] pixels, the first span.
    first: Vec<u32>,
    /// The span of each pixel, counted from its block's first.
    lanes: Vec<u32>,
    /// Of each block, whether it lies in one span.
    single: Vec<bool>,
}

impl Pixels {
    #[inline(always)]
    fn new<S: Simd>(simd: S, count: usize, at: impl Fn(usize) -> Coordinate) -> Self {
        let spans = Spans::new((0..count).map(&at));
        let padded = count.next_multiple_of(LANES);
        let (mut x, mut t, mut lanes) = (vec![0.0; padded], vec![0.0; padded], vec![0; padded]);
        for (pixel, x) in x[..count].iter_mut().enumerate() {
            *x = unit(at(pixel).fraction);
        }
        for (t, x) in t.as_chunks_mut().0.iter_mut().zip(x.as_chunks().0) {
            *t = fade(load(simd, x)).into();
        }
        let (mut first, mut single) = (Vec::new(), Vec::new());
        for (of, lanes) in spans.of.chunks(LANES).zip(lanes.chunks_mut(LANES)) {
            first.push(of[0]);
            single.push(of.last() == Some(&of[0]));
            for (lane, span) in lanes.iter_mut().zip(of) {
                *lane = span - of[0];
            }
        }
        Self { spans, x, t, first, lanes, single }
    }
}

/// The corners of the lattice columns at one lattice row, and which row that is.
#[derive(Default)]
struct CornerRow {
    at: Option<(i32, usize)>,
    c: Vec<f32>,
    gx: Vec<f32>,
    gy: Vec<f32>,
}

impl CornerRow {
    fn new(columns: usize) -> Self {
        Self { at: None, c: vec![0.0; columns], gx: vec![0.0; columns], gy: vec![0.0; columns] }
    }
}

/// One octave of one Perlin basis over a strip of a grid, row after row.
pub(super) struct PerlinRows<'a> {
    dimensions: u8,
    table: Table<'a>,
    pixels: Pixels,
    /// p[x] of each lattice column.
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
    pub(super) fn new<S: Simd>(simd: S, dimensions: u8, table: Table<'a>, count: usize, at: impl Fn(usize) -> Coordinate) -> Self {
        let pixels = Pixels::new(simd, count, at);
        let columns = pixels.spans.points.len();
        let padded = columns.next_multiple_of(LANES) + LANES;
        let mut hashed: Vec<u8> = pixels.spans.points.iter().map(|&cell| cell as u8).collect();
        permute(simd, table, &mut hashed);
        let corners = if dimensions == 1 { 0 } else { padded };
        let [a, b, da, db] = std::array::from_fn(|_| vec![0.0; padded + LANES]);
        let hashes = std::array::from_fn(|_| vec![0; padded]);
        let (below, above) = (CornerRow::new(corners), CornerRow::new(corners));
        let mut rows = Self { dimensions, table, pixels, hashed, hashes, below, above, a, b, da, db };
        if dimensions == 1 {
            for (column, &cell) in rows.pixels.spans.points.iter().enumerate() {
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
        let columns = self.hashed.len();
        if self.dimensions == 4 {
            for (column, &cell) in self.pixels.spans.points.iter().enumerate() {
                let corner = perlin_corner_4(self.table, cell, at.0, row.z, row.w);
                (corners.c[column], corners.gx[column], corners.gy[column]) = (corner.c, corner.gx, corner.gy);
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

        let (x, y) = (by_hash(simd, gradient_x), by_hash(simd, gradient_y));
        let blocks = columns.div_ceil(LANES);
        let (lower, upper) = (&lower.as_chunks().0[..blocks], &upper.as_chunks().0[..blocks]);
        let [c, gx, gy] = [&mut corners.c, &mut corners.gx, &mut corners.gy].map(|part| part.as_chunks_mut().0.iter_mut());
        let corners = c.zip(gx).zip(gy);
        if self.dimensions == 2 {
            for (hash, ((_, gx), gy)) in lower.iter().zip(corners) {
                let hash = low_bits(simd, hash);
                *gx = pick(simd, x, hash).into();
                *gy = pick(simd, y, hash).into();
            }
            return;
        }
        let f = unit(z.fraction);
        let t = x.like(fade(f));
        let below = by_hash(simd, |hash| flipped(gradient_z(hash), f));
        let above = by_hash(simd, |hash| flipped(gradient_z(hash), rounded(f - 1.0)));
        for ((lower, upper), ((c, gx), gy)) in lower.iter().zip(upper).zip(corners) {
            let (lower, upper) = (low_bits(simd, lower), low_bits(simd, upper));
            let lower = PerlinCorner { c: pick(simd, below, lower), gx: pick(simd, x, lower), gy: pick(simd, y, lower) };
            let upper = PerlinCorner { c: pick(simd, above, upper), gx: pick(simd, x, upper), gy: pick(simd, y, upper) };
            let corner = perlin_blend(t, lower, upper);
            *c = corner.c.into();
            *gx = corner.gx.into();
            *gy = corner.gy.into();
        }
    }

    /// Once a pixel row: the linear forms of all columns.
    #[inline(always)]
    fn columns<S: Simd>(&mut self, simd: S, y: f32) {
        let y = f32x16::splat(simd, y);
        let blocks = self.hashed.len().div_ceil(LANES);
        let part = |of| blocks_of(of, blocks);
        let below = part(&self.below.c).iter().zip(part(&self.below.gx)).zip(part(&self.below.gy));
        let above = part(&self.above.c).iter().zip(part(&self.above.gx)).zip(part(&self.above.gy));
        let forms = self.a.as_chunks_mut().0.iter_mut().zip(self.b.as_chunks_mut().0);
        for ((((c0, gx0), gy0), ((c1, gx1), gy1)), (a, b)) in below.zip(above).zip(forms) {
            let below = PerlinCorner { c: load(simd, c0), gx: load(simd, gx0), gy: load(simd, gy0) };
            let above = PerlinCorner { c: load(simd, c1), gx: load(simd, gx1), gy: load(simd, gy1) };
            let column = perlin_column(below, above, y);
            *a = column.a.into();
            *b = column.b.into();
        }
    }

    /// Once a pixel row: the linear forms of all cells. Those of a span's left column stay where they are.
    #[inline(always)]
    fn cells<S: Simd>(&mut self, simd: S) {
        let blocks = self.pixels.spans.count.div_ceil(LANES);
        let columns = |from: usize| blocks_of(&self.a[from..], blocks).iter().zip(blocks_of(&self.b[from..], blocks));
        let forms = self.da.as_chunks_mut().0.iter_mut().zip(self.db.as_chunks_mut().0);
        for (((a0, b0), (a1, b1)), (da, db)) in columns(0).zip(columns(self.pixels.spans.upper)).zip(forms) {
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
        let pixels = &self.pixels;
        let (a, b, da, db) = (&self.a[..], &self.b[..], &self.da[..], &self.db[..]);
        let (lanes, x, t) = (pixels.lanes.as_chunks().0, pixels.x.as_chunks().0, pixels.t.as_chunks().0);
        let blocks = x.len();
        let (firsts, singles, lanes, t) = (&pixels.first[..blocks], &pixels.single[..blocks], &lanes[..blocks], &t[..blocks]);
        each_block(
            samples,
            #[inline(always)]
            |block, samples| {
                let first = firsts[block] as usize;
                let cell = if singles[block] {
                    PerlinCell {
                        a: f32x16::splat(simd, a[first]),
                        b: f32x16::splat(simd, b[first]),
                        da: f32x16::splat(simd, da[first]),
                        db: f32x16::splat(simd, db[first]),
                    }
                } else {
                    let lanes = u32x16::load_array_ref(simd, &lanes[block]);
                    let range = first..first + LANES;
                    PerlinCell {
                        a: pick(simd, f32x16::from_slice(simd, &a[range.clone()]), lanes),
                        b: pick(simd, f32x16::from_slice(simd, &b[range.clone()]), lanes),
                        da: pick(simd, f32x16::from_slice(simd, &da[range.clone()]), lanes),
                        db: pick(simd, f32x16::from_slice(simd, &db[range]), lanes),
                    }
                };
                let value = perlin_pixel(cell, load(simd, &x[block]), load(simd, &t[block]));
                *samples = combine(load(simd, samples), value).into();
            },
        );
    }
}

/// A function of the low four bits of a hash, as a vector to pick from.
#[inline(always)]
fn by_hash<S: Simd>(simd: S, of: impl Fn(u32) -> f32) -> f32x16<S> {
    let mut values = [0.0; LANES];
    for (hash, value) in values.iter_mut().enumerate() {
        *value = of(hash as u32);
    }
    f32x16::load_array(simd, values)
}

/// The first so many blocks of a slice.
#[inline(always)]
fn blocks_of(slice: &[f32], count: usize) -> &[Block] {
    &slice.as_chunks().0[..count]
}
