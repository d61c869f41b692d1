//! Noise along rows of a grid: each step of `perlin.rs` and `value.rs` is taken as often as its dimension changes, no more. `evaluator.rs` and
//! `fractal_rows.rs` call it.
//!
//! What a lattice corner contributes is linear in x and y; of value noise it is a number. Hashes and corners are found once a lattice cell, linear forms over x
//! once a lattice column and pixel row, and a pixel only blends. The steps themselves are functions of the shaders, sixteen side by side.

use std::num::Wrapping;
use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::blocks::Blocks;
use super::cell_forms::{CellForms, Corners, Flat, Linear};
use super::corners::{CornerFinder, Noise, Slice};
use crate::spans::Spans;
use crate::value::lanes::{Block, LANES, each_block, fetch, load, padded, pick, words};
use crate::value::lattice::{Coordinate, eased, next_cell, unit};
use crate::value::perlin::{PerlinCell, PerlinColumn};

/// So many samples ahead the lines that will be written are fetched: more fall out of the cache again, fewer come too late.
const AHEAD: usize = 256;

/// Sixteen pixels on the x axis of a lattice.
#[repr(C, align(64))]
pub(super) struct Pixels {
    /// The local x of each, and its fade.
    pub(super) x: Block,
    t: Block,
    /// The span of each, counted from the first.
    pub(super) lanes: [u8; LANES],
    pub(super) first: u32,
    /// Whether all lie in one span.
    pub(super) single: bool,
}

impl Pixels {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, interpolation: u32, spans: &[u32], entries: &[[u32; 2]]) -> Self {
        let (first, single) = (spans[0], spans.last() == spans.first());
        let mut lanes = [0; LANES];
        for (lane, span) in lanes.iter_mut().zip(padded(spans)) {
            *lane = span.wrapping_sub(first) as u8;
        }
        let [x, t] = local(simd, interpolation, entries);
        Self { x, t, lanes, first, single }
    }
}

/// The corners of all lattice columns at one lattice row, and which row of which slice that is.
struct CornerRow {
    at: Option<(Wrapping<u32>, Slice)>,
    corners: Vec<Corners>,
}

impl CornerRow {
    fn new(blocks: usize) -> Self {
        Self { at: None, corners: vec![Corners::NONE; blocks] }
    }
}

/// One octave of one basis over a strip of a grid, row after row.
pub(super) struct Rows<'a> {
    noise: Noise<'a>,
    pixels: Vec<Pixels>,
    /// Runs of blocks that don't overlap, each with its pixels.
    runs: [(Range<usize>, Range<usize>); 3],
    count: usize,
    spans: Spans,
    /// Whether each pixel lies in a span of its own, and none of the lattice cells is left out.
    is_dense: bool,
    finder: CornerFinder<'a>,
    /// Of two lattice rows, and which of them lies below the pixels.
    corners: [CornerRow; 2],
    below: usize,
    /// Of every other row.
    forms: [Forms; 2],
}

/// The linear forms of the cells of a row; padded so that a whole block can be read from any of them.
struct Forms {
    a: Vec<f32>,
    b: Vec<f32>,
    da: Vec<f32>,
    db: Vec<f32>,
}

impl Forms {
    fn new(length: usize) -> Self {
        let [a, b, da, db] = std::array::from_fn(|_| vec![0.0; length]);
        Self { a, b, da, db }
    }
}

impl<'a> Rows<'a> {
    /// The rows of a strip, with the entries of its pixels on x and their period. Where a sample is only assigned, blocks of pixels may overlap, and then
    /// the pixel after the first `lead` is aligned to 64 bytes.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, (entries, period): (&[[u32; 2]], u32), lead: Option<usize>) -> Self {
        let count = entries.len();
        let spans = Spans::new(entries, period);
        let is_dense = spans.count == count && spans.upper == 1;
        // Linear forms are bound by their arithmetic, of which blocks that don't begin with a cell need more.
        let is_bound_by_memory = !noise.is_linear;
        let blocks = match lead {
            Some(lead) if !is_dense => Blocks::overlapping(count, if is_bound_by_memory { lead } else { 0 }),
            _ => Blocks { count, overlap: 0, is_last_whole: false },
        };
        let mut pixels = Vec::with_capacity(blocks.number());
        for block in 0..blocks.number() {
            let range = blocks.range(block);
            pixels.push(Pixels::new(simd, noise.interpolation, &spans.of[range.clone()], &entries[range]));
        }
        let runs = blocks.runs();
        let finder = CornerFinder::new(simd, noise, &spans.points, period);
        let blocks = finder.blocks();
        Self {
            noise,
            pixels,
            runs,
            count,
            is_dense,
            spans,
            finder,
            corners: [0; 2].map(|_| CornerRow::new(blocks)),
            below: 0,
            forms: [0; 2].map(|_| Forms::new((blocks + 2) * LANES)),
        }
    }

    /// Evaluates rows of a slice, of which `ys` are the entries on y and their period, and which lie a stride apart: each sample becomes a function of what
    /// it was and of the noise.
    #[inline(always)]
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        slice: &Slice,
        ys: (&[[u32; 2]], u32),
        (samples, stride): (&mut [f32], usize),
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        if self.noise.is_linear {
            self.blend::<S, Linear>(simd, slice, ys, (samples, stride), combine);
        } else {
            self.blend::<S, Flat>(simd, slice, ys, (samples, stride), combine);
        }
    }

    /// Once a pixel row: the linear forms of all columns and cells, and of those the samples.
    ///
    /// Rows are written faster than memory takes them, so stores wait in a queue. What is read from that queue otherwise than it was stored waits for all of
    /// them, so nothing goes from row to row through memory but linear forms, and those are found a row ahead.
    #[inline(always)]
    fn blend<S: Simd, F: CellForms>(
        &mut self,
        simd: S,
        slice: &Slice,
        (ys, period): (&[[u32; 2]], u32),
        (samples, stride): (&mut [f32], usize),
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let mut chunks = samples.chunks_mut(stride);
        let mut due: Option<&mut [f32]> = None;
        for number in 0..=ys.len() {
            let mut samples = None;
            if let (Some(&[cell, fraction]), Some(chunk)) = (ys.get(number), chunks.next()) {
                let y = Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period };
                if self.corners[self.below].at != Some((y.cell, *slice)) {
                    self.corner_rows(simd, slice, y);
                }
                let chunk = &mut chunk[..self.count];
                if self.is_dense {
                    self.blend_densely::<S, F>(simd, unit(y.fraction), chunk, combine);
                } else {
                    self.find_forms::<S, F>(simd, unit(y.fraction), number % 2);
                    samples = Some(chunk);
                }
            }
            if let Some(samples) = std::mem::replace(&mut due, samples) {
                self.sweep::<S, F>(simd, (number + 1) % 2, samples, combine);
            }
        }
    }

    /// Finds the corners below and above a row, where they are others than those around the row before.
    ///
    /// It is seldom called and long, so it is no part of what every way to combine samples is compiled into.
    #[inline(never)]
    fn corner_rows<S: Simd>(&mut self, simd: S, slice: &Slice, y: Coordinate) {
        let places = [y.cell, next_cell(y)].map(|cell| (cell, *slice));
        let is_at = |this: &Self, row: usize, place| this.corners[row].at == Some(place);
        if !is_at(self, self.below, places[0]) && is_at(self, 1 - self.below, places[0]) {
            self.below = 1 - self.below;
        }
        for (row, place) in [self.below, 1 - self.below].into_iter().zip(places) {
            if !is_at(self, row, place) {
                let CornerRow { at, corners } = &mut self.corners[row];
                *at = Some(place);
                let y = Coordinate { cell: place.0, fraction: Wrapping(0), period: y.period };
                let finder = &mut self.finder;
                simd.vectorize(
                    #[inline(always)]
                    || finder.find(simd, y, slice, corners),
                );
            }
        }
    }

    /// Where each pixel lies in a span of its own, nothing is shared: a block of pixels is a block of cells.
    #[inline(always)]
    fn blend_densely<S: Simd, F: CellForms>(
        &self,
        simd: S,
        y: f32,
        samples: &mut [f32],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let columns = RowColumns::new(simd, self.noise, y, &self.corners[self.below], &self.corners[1 - self.below]);
        let mut left = columns.at::<F>(0);
        each_block(
            samples,
            #[inline(always)]
            |block, samples| {
                let pixels = &self.pixels[block];
                let (cell, next) = columns.cell::<F>(block, left);
                let value = F::pixel(cell, load(simd, &pixels.x), load(simd, &pixels.t));
                *samples = combine(load(simd, samples), value).into();
                left = next;
            },
        );
    }

    /// Once a pixel row: the linear forms of all columns and cells.
    #[inline(always)]
    fn find_forms<S: Simd, F: CellForms>(&mut self, simd: S, y: f32, which: usize) {
        let columns = RowColumns::new(simd, self.noise, y, &self.corners[self.below], &self.corners[1 - self.below]);
        let Forms { a, b, da, db } = &mut self.forms[which];
        let (a, b, da, db) = (a.as_chunks_mut().0, b.as_chunks_mut().0, da.as_chunks_mut().0, db.as_chunks_mut().0);
        if self.spans.upper != 1 {
            for (block, (a, b)) in a.iter_mut().zip(b).enumerate().take(columns.below.len()) {
                let column = columns.at::<F>(block);
                *a = column.a.into();
                *b = column.b.into();
            }
            return self.cells::<S, F>(simd, which);
        }
        let mut left = columns.at::<F>(0);
        let blocks = self.spans.count.div_ceil(LANES);
        for (block, ((a, b), (da, db))) in a.iter_mut().zip(b).zip(da.iter_mut().zip(db)).enumerate().take(blocks) {
            let (cell, next) = columns.cell::<F>(block, left);
            *a = cell.a.into();
            *da = cell.da.into();
            if F::IS_LINEAR {
                *b = cell.b.into();
                *db = cell.db.into();
            }
            left = next;
        }
    }

    /// The linear forms of all cells where some were left out, of those of the columns. Those of a span's left column stay where they are.
    #[inline(always)]
    fn cells<S: Simd, F: CellForms>(&mut self, simd: S, which: usize) {
        let blocks = self.spans.count.div_ceil(LANES);
        let Forms { a, b, da, db } = &mut self.forms[which];
        let columns = |from: usize| blocks_of(&a[from..], blocks).iter().zip(blocks_of(&b[from..], blocks));
        let forms = da.as_chunks_mut().0.iter_mut().zip(db.as_chunks_mut().0);
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
    fn sweep<S: Simd, F: CellForms>(
        &self,
        simd: S,
        which: usize,
        samples: &mut [f32],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        // Of one length, so that one check of a range holds for all.
        let Forms { a, b, da, db } = &self.forms[which];
        let length = a.len();
        let (a, b, da, db) = (&a[..length], &b[..length], &da[..length], &db[..length]);
        let zero = f32x16::splat(simd, 0.0);
        macro_rules! value {
            ($pixels:expr) => {{
                let pixels: &Pixels = $pixels;
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
                    let lanes = words(simd, &pixels.lanes);
                    cell.a = pick(simd, f32x16::from_slice(simd, a), lanes);
                    cell.da = pick(simd, f32x16::from_slice(simd, da), lanes);
                    if F::IS_LINEAR {
                        cell.b = pick(simd, f32x16::from_slice(simd, b), lanes);
                        cell.db = pick(simd, f32x16::from_slice(simd, db), lanes);
                    }
                }
                F::pixel(cell, load(simd, &pixels.x), load(simd, &pixels.t))
            }};
        }
        for (blocks, range) in &self.runs {
            let (whole, rest) = samples[range.clone()].as_chunks_mut();
            let (of_whole, of_rest) = self.pixels[blocks.clone()].split_at(whole.len());
            for (pixels, samples) in of_whole.iter().zip(whole) {
                fetch(samples.as_ptr().wrapping_add(AHEAD));
                *samples = combine(load(simd, samples), value!(pixels)).into();
            }
            if let [pixels] = of_rest {
                let mut last = [0.0; LANES];
                last[..rest.len()].copy_from_slice(rest);
                let last: Block = combine(load(simd, &last), value!(pixels)).into();
                rest.copy_from_slice(&last[..rest.len()]);
            }
        }
    }
}

/// The linear forms of the lattice columns in one row of pixels.
struct RowColumns<'c, S: Simd> {
    simd: S,
    y: f32x16<S>,
    t: f32x16<S>,
    below: &'c [Corners],
    above: &'c [Corners],
}

impl<'c, S: Simd> RowColumns<'c, S> {
    #[inline(always)]
    fn new(simd: S, noise: Noise<'_>, y: f32, below: &'c CornerRow, above: &'c CornerRow) -> Self {
        let y = f32x16::splat(simd, y);
        // Of one length, so that one check of a range holds for both.
        let (below, above) = (&below.corners[..], &above.corners[..below.corners.len()]);
        Self { simd, y, t: eased(noise.interpolation, y), below, above }
    }

    /// Sixteen columns.
    #[inline(always)]
    fn at<F: CellForms>(&self, block: usize) -> PerlinColumn<f32x16<S>> {
        F::column(self.t, self.below[block].load(self.simd), self.above[block].load(self.simd), self.y)
    }

    /// The cells to the right of a block's columns, and the columns of the next block.
    #[inline(always)]
    fn cell<F: CellForms>(&self, block: usize, left: PerlinColumn<f32x16<S>>) -> (PerlinCell<f32x16<S>>, PerlinColumn<f32x16<S>>) {
        let next = if block + 1 < self.below.len() { self.at::<F>(block + 1) } else { left };
        // The upper point of a span is the lower one of the next, and comes from the neighbouring lane.
        (F::cell(left, neighbours(left, next)), next)
    }
}

/// The local coordinates of up to sixteen pixels on an axis, and their fades.
#[inline(always)]
pub(super) fn local<S: Simd>(simd: S, interpolation: u32, entries: &[[u32; 2]]) -> [Block; 2] {
    let entries = padded(entries);
    let (low, high) = entries.as_flattened().split_at(LANES);
    // Cells and fractions alternate.
    let x = unit(u32x16::from_slice(simd, low).unzip_high(u32x16::from_slice(simd, high)));
    [x.into(), eased(interpolation, x).into()]
}

/// The columns after sixteen columns, of which the last stands in the next block.
#[inline(always)]
fn neighbours<S: Simd>(columns: PerlinColumn<f32x16<S>>, next: PerlinColumn<f32x16<S>>) -> PerlinColumn<f32x16<S>> {
    PerlinColumn { a: columns.a.slide::<1>(next.a), b: columns.b.slide::<1>(next.b) }
}

/// The first so many blocks of a slice.
#[inline(always)]
fn blocks_of(slice: &[f32], count: usize) -> &[Block] {
    &slice.as_chunks().0[..count]
}
