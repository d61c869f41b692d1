//! Noise along rows of a grid: each step of `perlin.rs` and `value.rs` is taken as often as its dimension changes, no more.
//!
//! What a lattice corner contributes is linear in x and y; of value noise it is a number. Hashes and corners are found once a lattice cell, linear forms over x
//! once a lattice column and pixel row, and a pixel only blends. The steps themselves are functions of the shaders, sixteen side by side.

use std::num::Wrapping;
use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x64, u32x16};

use super::gradients::Gradients;
use crate::program::Basis;
use crate::spans::Spans;
use crate::value::by_hand::Table;
use crate::value::hash::{Hash, LATTICE_X, LATTICE_Y, LATTICE_Z, TABLE, lattice_hash};
use crate::value::lanes::{Block, LANES, PERMUTED, each_block, fetch, load, padded, permuted_bytes, pick, words};
use crate::value::lattice::{Coordinate, eased, next_cell, unit};
use crate::value::number::{Lanes as _, Real};
use crate::value::perlin::{PerlinCell, PerlinColumn, PerlinCorner, perlin_4_corner, perlin_cell, perlin_column, perlin_pixel};
use crate::value::value::{ValueCell, value_2_corner, value_3_corner, value_4_corner, value_cell, value_column, value_pixel};

/// So many samples ahead the lines that will be written are fetched: more fall out of the cache again, fewer come too late.
const AHEAD: usize = 256;

/// Sixteen pixels on the x axis of a lattice.
#[repr(C, align(64))]
struct Pixels {
    /// The local x of each, and its fade.
    x: Block,
    t: Block,
    /// The span of each, counted from the first.
    lanes: [u8; LANES],
    first: u32,
    /// Whether all lie in one span.
    single: bool,
}

impl Pixels {
    #[inline(always)]
    fn new<S: Simd>(simd: S, interpolation: u32, spans: &[u32], entries: &[[u32; 2]]) -> Self {
        let (first, single) = (spans[0], spans.last() == spans.first());
        let mut lanes = [0; LANES];
        for (lane, span) in lanes.iter_mut().zip(padded(spans)) {
            *lane = span.wrapping_sub(first) as u8;
        }
        let [x, t] = local(simd, interpolation, entries);
        Self { x, t, lanes, first, single }
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

impl<S: Simd> From<PerlinCorner<f32x16<S>>> for Corners {
    #[inline(always)]
    fn from(corner: PerlinCorner<f32x16<S>>) -> Self {
        Self { c: corner.c.into(), gx: corner.gx.into(), gy: corner.gy.into() }
    }
}

/// The corners of all lattice columns at one lattice row, and which row of which slice that is.
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
    /// Of a set of gradients.
    Gradient(u32),
    Value {
        smoothed: u32,
    },
}

impl<'a> Noise<'a> {
    /// A basis that [`Basis::has_rows`].
    pub(super) fn new(basis: Basis, hash: Hash<'a>) -> Self {
        let is_linear = basis.function.corner().is_some_and(|corner| corner.is_linear);
        let corner =
            if is_linear { Corner::Gradient(basis.option("gradients")) } else { Corner::Value { smoothed: basis.option("smoothed") } };
        Self { dimensions: basis.dimensions(), hash, interpolation: basis.option("interpolation"), corner }
    }

    /// Of Perlin noise in two or three dimensions, the gradients.
    pub(super) fn gradients(&self) -> Option<Gradients> {
        match self.corner {
            Corner::Gradient(gradients) if self.dimensions <= 3 => Some(Gradients::new(gradients)),
            _ => None,
        }
    }

    /// Of the table p[x] of lattice columns, padded to what is permuted at a time.
    #[inline(always)]
    pub(super) fn hashed_columns<S: Simd>(&self, simd: S, cells: &[u32]) -> Vec<u8> {
        let mut hashed: Vec<u8> = cells.iter().map(|&cell| cell as u8).collect();
        hashed.resize(hashed.len().next_multiple_of(PERMUTED), 0);
        for hashes in hashed.as_chunks_mut().0 {
            *hashes = permuted_bytes(simd, self.hash.table.entries, u8x64::load_array_ref(simd, hashes)).into();
        }
        hashed
    }

    /// Of the table p[p[p[x] + y] + z], for sums of p[x] and y and the lattice planes below and, in three dimensions, above z.
    #[inline(always)]
    pub(super) fn table_hashes<S: Simd>(
        &self,
        simd: S,
        sums: u8x64<S>,
        z: Coordinate,
        lower: &mut [u8; PERMUTED],
        upper: &mut [u8; PERMUTED],
    ) {
        let table = self.hash.table.entries;
        let xy = permuted_bytes(simd, table, sums);
        *lower = permuted_bytes(simd, table, xy + u8x64::splat(simd, z.cell.0 as u8)).into();
        if self.dimensions == 3 {
            *upper = permuted_bytes(simd, table, xy + u8x64::splat(simd, next_cell(z).0 as u8)).into();
        }
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
    /// The lattice points on x, padded to whole blocks, and after how many they repeat.
    cells: Vec<u32>,
    period: u32,
    /// Of Perlin noise in two or three dimensions.
    picked: Option<Picked>,
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

/// The gradients, and the bytes that pick one at each lattice point of a lattice row.
struct Picked {
    gradients: Gradients,
    /// Of the table, p[x] of each lattice column, padded to what is permuted at a time.
    hashed: Vec<u8>,
    /// The hashes, of which the low bits count, at the lattice planes below and above.
    hashes: [Vec<u8>; 2],
}

/// A slice of a grid: the coordinates other than x and y, and its number.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub(super) z: Coordinate,
    pub(super) w: Coordinate,
    pub(super) number: usize,
}

impl<'a> Rows<'a> {
    /// The rows of a strip, with the entries of its pixels on x and their period. Where a sample is only assigned, blocks of pixels may overlap, and then
    /// the pixel after the first `lead` lies well in memory.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, (entries, period): (&[[u32; 2]], u32), lead: Option<usize>) -> Self {
        let count = entries.len();
        let spans = Spans::new(entries, period);
        let is_dense = spans.count == count && spans.upper == 1;
        // Perlin noise is bound by its arithmetic, of which blocks that don't begin with a cell need more.
        let is_bound_by_memory = matches!(noise.corner, Corner::Value { .. });
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
        let blocks = spans.points.len().div_ceil(LANES);
        let mut cells = spans.points.clone();
        cells.resize(blocks * LANES, 0);
        let picked = noise.gradients().map(|gradients| {
            let hashed = noise.hashed_columns(simd, &spans.points);
            Picked { gradients, hashes: [hashed.clone(), hashed.clone()], hashed }
        });
        Self {
            noise,
            pixels,
            runs,
            count,
            is_dense,
            spans,
            cells,
            period,
            picked,
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
        match self.noise.corner {
            Corner::Gradient(_) => self.blend::<S, Linear>(simd, slice, ys, (samples, stride), combine),
            Corner::Value { .. } => self.blend::<S, Flat>(simd, slice, ys, (samples, stride), combine),
        }
    }

    /// Once a pixel row: the linear forms of all columns and cells, and of those the samples.
    ///
    /// Rows are written faster than memory takes them, so stores wait in a queue. What is read from that queue otherwise than it was stored waits for all of
    /// them, so nothing goes from row to row through memory but linear forms, and those are found a row ahead.
    #[inline(always)]
    fn blend<S: Simd, F: Form>(
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
                if self.corners[self.below].at != Some((y.cell, slice.number)) {
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
        let places = [(y.cell, slice.number), (next_cell(y), slice.number)];
        let is_at = |this: &Self, row: usize, place| this.corners[row].at == Some(place);
        if !is_at(self, self.below, places[0]) && is_at(self, 1 - self.below, places[0]) {
            self.below = 1 - self.below;
        }
        for (row, place) in [self.below, 1 - self.below].into_iter().zip(places) {
            if !is_at(self, row, place) {
                simd.vectorize(
                    #[inline(always)]
                    || self.find_corners(simd, slice, y.period, place, row),
                );
            }
        }
    }

    /// Once a lattice row: the corners of all columns.
    #[inline(always)]
    fn find_corners<S: Simd>(&mut self, simd: S, slice: &Slice, period: u32, at: (Wrapping<u32>, usize), row: usize) {
        let CornerRow { at: place, corners } = &mut self.corners[row];
        *place = Some(at);
        let Noise { dimensions, hash, interpolation, corner } = self.noise;
        // Known here, so that only one way is compiled.
        let hash = Hash { table: Table { is_outlined: true, ..hash.table }, ..hash };
        if let Corner::Value { smoothed } = corner {
            let origin = u32x16::splat(simd, 0);
            let y = Coordinate { cell: origin.word(at.0.0), fraction: origin, period };
            let (z, w) = (splat(simd, slice.z), splat(simd, slice.w));
            for (cells, corners) in self.cells.as_chunks().0.iter().zip(corners) {
                let x = Coordinate { cell: u32x16::load_array_ref(simd, cells), fraction: origin, period: self.period };
                corners.c = match dimensions {
                    2 => value_2_corner(smoothed, hash, x, y),
                    3 => value_3_corner(smoothed, interpolation, hash, x, y, z),
                    _ => value_4_corner(interpolation, hash, x, y, z, w),
                }
                .into();
            }
            return;
        }
        let Some(picked) = &mut self.picked else {
            for (cells, corners) in self.cells.as_chunks().0.iter().zip(corners) {
                let (cell, fraction) = (u32x16::load_array_ref(simd, cells), u32x16::splat(simd, 0));
                let x = Coordinate { cell, fraction, period: self.period };
                let y = Coordinate { cell: cell.word(at.0.0), fraction, period };
                *corners = perlin_4_corner(interpolation, hash, x, y, splat(simd, slice.z), splat(simd, slice.w)).into();
            }
            return;
        };
        let z = if dimensions == 3 { slice.z } else { Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 } };
        if hash.kind == TABLE {
            picked.hash_by_table(simd, self.noise, at.0, z);
        } else {
            picked.hash_by_lattice(simd, self.noise, &self.cells, at.0, z);
        }
        let [lower, upper] = &picked.hashes;
        let (lower, upper) = (lower.as_chunks().0, upper.as_chunks().0);
        if dimensions == 2 {
            let plane = picked.gradients.in_plane(simd);
            for (hashes, corners) in lower.iter().zip(corners) {
                *corners = plane.corner(simd, hashes).into();
            }
        } else {
            let planes = picked.gradients.around(simd, z.fraction, interpolation);
            for ((lower, upper), corners) in lower.iter().zip(upper).zip(corners) {
                *corners = planes.corner(simd, lower, upper).into();
            }
        }
    }

    /// Where each pixel lies in a span of its own, nothing is shared: a block of pixels is a block of cells.
    #[inline(always)]
    fn blend_densely<S: Simd, F: Form>(
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
    fn find_forms<S: Simd, F: Form>(&mut self, simd: S, y: f32, which: usize) {
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
    fn cells<S: Simd, F: Form>(&mut self, simd: S, which: usize) {
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
    fn sweep<S: Simd, F: Form>(
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

/// How the pixels of a row are cut into blocks.
struct Blocks {
    /// Of pixels.
    count: usize,
    /// By how many pixels the second block, and with it all others, overlaps the first.
    overlap: usize,
    /// Whether the last block overlaps the one before, so that it is whole.
    is_last_whole: bool,
}

impl Blocks {
    /// Whole blocks, of which all but the first and the last begin at one of every sixteen pixels.
    fn overlapping(count: usize, lead: usize) -> Self {
        let overlap = if count < 2 * LANES || lead >= LANES { 0 } else { (LANES - lead) % LANES };
        Self { count, overlap, is_last_whole: count > LANES && !(count + overlap).is_multiple_of(LANES) }
    }

    fn number(&self) -> usize {
        (self.count + self.overlap).div_ceil(LANES)
    }

    /// The pixels of a block.
    fn range(&self, block: usize) -> Range<usize> {
        if self.is_last_whole && block + 1 == self.number() {
            return self.count - LANES..self.count;
        }
        let start = (block * LANES).saturating_sub(self.overlap);
        start..(start + LANES).min(self.count)
    }

    /// Runs of blocks that don't overlap, of which the first or the last may be empty, each with its pixels.
    fn runs(&self) -> [(Range<usize>, Range<usize>); 3] {
        let (first, last) = (usize::from(self.overlap > 0), self.number() - usize::from(self.is_last_whole));
        [0..first, first..last, last..self.number()].map(|blocks| {
            let pixels = if blocks.is_empty() { 0..0 } else { self.range(blocks.start).start..self.range(blocks.end - 1).end };
            (blocks, pixels)
        })
    }
}

impl Picked {
    /// The hashes of the table at one or both of the lattice planes around z.
    #[inline(always)]
    fn hash_by_table<S: Simd>(&mut self, simd: S, noise: Noise<'_>, y: Wrapping<u32>, z: Coordinate) {
        let y = u8x64::splat(simd, y.0 as u8);
        let [lower, upper] = &mut self.hashes;
        let planes = lower.as_chunks_mut().0.iter_mut().zip(upper.as_chunks_mut().0);
        for ((lower, upper), x) in planes.zip(self.hashed.as_chunks().0) {
            noise.table_hashes(simd, u8x64::load_array_ref(simd, x) + y, z, lower, upper);
        }
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
                let hash: [u32; LANES] = lattice_hash(key, (cells * cells.word(LATTICE_X)) ^ cells.word(yz(z))).into();
                for (to, hash) in hashes.iter_mut().zip(hash) {
                    *to = hash as u8;
                }
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
    fn at<F: Form>(&self, block: usize) -> PerlinColumn<f32x16<S>> {
        F::column(self.simd, self.t, &self.below[block], &self.above[block], self.y)
    }

    /// The cells to the right of a block's columns, and the columns of the next block.
    #[inline(always)]
    fn cell<F: Form>(&self, block: usize, left: PerlinColumn<f32x16<S>>) -> (PerlinCell<f32x16<S>>, PerlinColumn<f32x16<S>>) {
        let next = if block + 1 < self.below.len() { self.at::<F>(block + 1) } else { left };
        // The upper point of a span is the lower one of the next, and comes from the neighbouring lane.
        (F::cell(left, neighbours(left, next)), next)
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
        PerlinColumn { a, b: a.real(0.0) }
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
