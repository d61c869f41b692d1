//! Sums of octaves of Perlin noise over a grid, sixteen rows side by side, pixel column after pixel column. `sums.rs` calls it.
//!
//! The lanes are rows, so all that a lattice cell shares along a row stays in registers from its first pixel to its last: no lane looks up another's,
//! as in `rows.rs`, and octaves are added up in lanes. It pays where there are several octaves to one turning of the sum into rows.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x16, u32x16};

use super::gradients::Gradients;
use super::planes::{Hashes, PlanesAround, hashed_columns};
use super::rows::{Noise, local};
use crate::spans::Spans;
use crate::value::hash::{LATTICE_X, LATTICE_Y, TABLE};
use crate::value::lanes::{Block, LANES, load, padded, pick};
use crate::value::lattice::{Coordinate, cell_after, eased, unit};
use crate::value::number::Lanes as _;
use crate::value::perlin::{PerlinColumn, PerlinCorner, perlin_cell, perlin_column, perlin_pixel};

/// A pixel column of sixteen rows.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Column(Block);

impl Column {
    pub(super) const ZERO: Self = Self([0.0; LANES]);
}

/// The other coordinates than x of up to sixteen rows.
pub(super) struct Group {
    /// The lattice rows below and above the pixel rows, and which of them lies below and which above each.
    points: [u32; LANES],
    below: [u32; LANES],
    above: [u32; LANES],
    /// One lattice row more, where each pixel row lies between two others: then it is `points` that lie below.
    last: Option<u32>,
    y: Block,
    z: Coordinate,
}

impl Group {
    /// The rows with these coordinates on y, if no lattice row is left out between.
    pub(super) fn new(rows: &[[u32; 2]], period: u32, z: Coordinate) -> Option<Self> {
        let none = [0; LANES];
        let mut group = Self { points: none, below: none, above: none, last: None, y: [0.0; LANES], z };
        let next = |cell: u32| cell_after(Wrapping(cell), period).0;
        let (mut cell, mut point) = (rows[0][0], 0);
        group.points[0] = cell;
        for (row, &[above, fraction]) in rows.iter().enumerate() {
            if above != cell {
                if above != next(cell) {
                    return None;
                }
                (cell, point) = (above, point + 1);
                group.points[point] = cell;
            }
            group.below[row] = point as u32;
            group.y[row] = unit(Wrapping(fraction));
        }
        // The lanes left over repeat the last row.
        let (last, y) = (rows.len() - 1, group.y[rows.len() - 1]);
        group.below[last..].fill(point as u32);
        group.y[last..].fill(y);
        group.above = group.below.map(|point| point + 1);
        match group.points.get_mut(point + 1) {
            Some(above) => *above = next(cell),
            None => group.last = Some(next(cell)),
        }
        Some(group)
    }
}

/// One octave over a strip of a grid.
pub(super) struct Columns<'a> {
    noise: Noise<'a>,
    gradients: Gradients,
    /// The local x of each pixel, and its fade.
    pixels: Vec<[f32; 2]>,
    /// Where the pixels of each lattice cell end.
    ends: Vec<u32>,
    /// The lattice points on x, and of the table p[x] of each.
    cells: Vec<u32>,
    hashed: Vec<u8>,
    /// For each lattice column the low bytes of the hashes in sixteen lattice rows, then those of all columns in the last lattice row, at the lattice
    /// planes below and above.
    hashes: Hashes,
    /// The corners of all columns in the last lattice row.
    last: Vec<[f32; 3]>,
}

impl<'a> Columns<'a> {
    /// The columns of a strip, with the entries of its pixels on x and their period, if there are any: of noise in two or three dimensions of which no
    /// lattice cell is left out.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, (entries, period): (&[[u32; 2]], u32)) -> Option<Self> {
        let gradients = noise.gradients()?;
        let Spans { of, points: cells, upper: 1, .. } = Spans::new(entries, period) else { return None };
        let count = entries.len();
        let mut pixels = Vec::with_capacity(count.next_multiple_of(LANES));
        for entries in entries.chunks(LANES) {
            let [x, t] = local(simd, noise.interpolation, entries);
            pixels.extend(x.into_iter().zip(t).map(<[f32; 2]>::from));
        }
        pixels.truncate(count);
        let starts = of.windows(2).zip(1..).filter(|(of, _)| of[0] != of[1]).map(|(_, pixel)| pixel);
        let hashed = hashed_columns(simd, noise.hash, &cells);
        let last = vec![[0.0; 3]; hashed.len() + LANES];
        let hashes = Hashes::new(cells.len() * LANES + last.len());
        Some(Self { noise, gradients, pixels, ends: starts.chain([count as u32]).collect(), cells, hashed, hashes, last })
    }

    /// Each sum becomes a function of what it was and of the noise.
    #[inline(always)]
    pub(super) fn add<S: Simd>(
        &mut self,
        simd: S,
        group: &Group,
        sums: &mut [Column],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        self.find_hashes(simd, group);
        let Self { noise, gradients, hashes, last, .. } = self;
        let [lower, upper] = hashes.blocks();
        let run = Run { pixels: &self.pixels, ends: &self.ends, cells: self.cells.len(), interpolation: noise.interpolation };
        if noise.dimensions == 2 {
            let plane = gradients.in_plane(simd);
            run.sweep(
                simd,
                group,
                sums,
                #[inline(always)]
                |hashes| plane.corner(simd, &lower[hashes]),
                last,
                combine,
            );
        } else {
            let planes = gradients.around(simd, group.z.fraction, noise.interpolation);
            run.sweep(
                simd,
                group,
                sums,
                #[inline(always)]
                |hashes| planes.corner(simd, &lower[hashes], &upper[hashes]),
                last,
                combine,
            );
        }
    }

    /// Finds the hashes of all lattice columns in the lattice rows of a group.
    ///
    /// It is compiled by itself, once for every way to combine sums: what it keeps on the stack would take registers from the loop over pixels.
    #[inline(never)]
    fn find_hashes<S: Simd>(&mut self, simd: S, group: &Group) {
        simd.vectorize(
            #[inline(always)]
            || self.hash(simd, group),
        );
    }

    #[inline(always)]
    fn hash<S: Simd>(&mut self, simd: S, group: &Group) {
        let planes = PlanesAround::new(self.noise.hash, self.noise.dimensions, group.z);
        let (hashed, cells) = (&self.hashed, &self.cells);
        if self.noise.hash.kind == TABLE {
            self.hashes.by_table(
                simd,
                planes,
                #[inline(always)]
                |sums| {
                    let (of_columns, of_last) = sums.split_at_mut(cells.len() * LANES);
                    let y = u8x16::load_array(simd, group.points.map(|point| point as u8));
                    for (sums, x) in of_columns.as_chunks_mut::<LANES>().0.iter_mut().zip(hashed) {
                        *sums = (u8x16::splat(simd, *x) + y).into();
                    }
                    let y = group.last.unwrap_or_default() as u8;
                    for (sum, x) in of_last.iter_mut().zip(hashed) {
                        *sum = x.wrapping_add(y);
                    }
                },
            );
            return;
        }
        let y = u32x16::load_array_ref(simd, &group.points);
        let y = y * y.word(LATTICE_Y);
        self.hashes.by_lattice(
            planes,
            0..cells.len(),
            #[inline(always)]
            |column| y ^ cells[column].wrapping_mul(LATTICE_X),
        );
        if let Some(last) = group.last {
            let y = last.wrapping_mul(LATTICE_Y);
            self.hashes.by_lattice(
                planes,
                cells.len()..cells.len() + cells.len().div_ceil(LANES),
                #[inline(always)]
                |block| {
                    let x = u32x16::load_array(simd, padded(&cells[block * LANES..cells.len().min((block + 1) * LANES)]));
                    (x * x.word(LATTICE_X)) ^ y
                },
            );
        }
    }
}

/// The pixels of [`Columns`], and the number of lattice columns.
struct Run<'c> {
    pixels: &'c [[f32; 2]],
    ends: &'c [u32],
    cells: usize,
    interpolation: u32,
}

impl Run<'_> {
    /// Once a lattice column its linear forms in all rows, once a pixel column their blend.
    #[inline(always)]
    fn sweep<S: Simd>(
        &self,
        simd: S,
        group: &Group,
        sums: &mut [Column],
        corners: impl Fn(usize) -> PerlinCorner<f32x16<S>> + Copy,
        last: &mut [[f32; 3]],
        combine: impl Fn(f32x16<S>, f32x16<S>) -> f32x16<S> + Copy,
    ) {
        let (below, above) = (u32x16::load_array_ref(simd, &group.below), u32x16::load_array_ref(simd, &group.above));
        let y = load(simd, &group.y);
        let t = eased(self.interpolation, y);
        if group.last.is_some() {
            for (chunk, hashes) in last.as_chunks_mut::<LANES>().0.iter_mut().zip(self.cells..) {
                let corner = corners(hashes);
                let (c, gx, gy): (Block, Block, Block) = (corner.c.into(), corner.gx.into(), corner.gy.into());
                for (lane, last) in chunk.iter_mut().enumerate() {
                    *last = [c[lane], gx[lane], gy[lane]];
                }
            }
        }
        macro_rules! column {
            ($column:expr) => {{
                let column = $column;
                let corner = corners(column);
                if group.last.is_some() {
                    let [c, gx, gy] = last[column].map(|last| f32x16::splat(simd, last));
                    let above = PerlinCorner { c: corner.c.slide::<1>(c), gx: corner.gx.slide::<1>(gx), gy: corner.gy.slide::<1>(gy) };
                    perlin_column(t, corner, above, y)
                } else {
                    let below =
                        PerlinCorner { c: pick(simd, corner.c, below), gx: pick(simd, corner.gx, below), gy: pick(simd, corner.gy, below) };
                    let above =
                        PerlinCorner { c: pick(simd, corner.c, above), gx: pick(simd, corner.gx, above), gy: pick(simd, corner.gy, above) };
                    perlin_column(t, below, above, y)
                }
            }};
        }
        // The column after the next is found before the pixels, which don't wait for it.
        let mut left: PerlinColumn<_> = column!(0);
        let mut right = column!(1);
        macro_rules! pixels {
            ($pixels:expr, $sums:expr, $forms:expr) => {
                for ([x, t], sum) in $pixels.iter().zip($sums) {
                    let value = perlin_pixel($forms, f32x16::splat(simd, *x), f32x16::splat(simd, *t));
                    sum.0 = combine(load(simd, &sum.0), value).into();
                }
            };
        }
        if self.ends.len() == self.pixels.len() {
            for (cell, (pixel, sum)) in self.pixels.iter().zip(sums).enumerate() {
                let ahead = column!(cell + 2);
                pixels!([pixel], [sum], perlin_cell(left, right));
                (left, right) = (right, ahead);
            }
            return;
        }
        let (mut pixels, mut sums) = (self.pixels, sums);
        let mut start = 0;
        for (cell, &end) in self.ends.iter().enumerate() {
            let ahead = column!(cell + 2);
            let forms = perlin_cell(left, right);
            let here;
            ((here, pixels), start) = (pixels.split_at((end - start) as usize), end);
            let (of_cell, rest) = std::mem::take(&mut sums).split_at_mut(here.len());
            sums = rest;
            pixels!(here, of_cell, forms);
            (left, right) = (right, ahead);
        }
    }
}

/// Writes columns into rows, each sample through a function. The columns are used up.
#[inline(always)]
pub(super) fn write_rows<'r, S: Simd>(
    simd: S,
    columns: &mut [Column],
    rows: impl Iterator<Item = &'r mut [f32]>,
    function: impl Fn(f32x16<S>) -> f32x16<S> + Copy,
) {
    let squares = columns.as_chunks_mut::<LANES>().0;
    for square in &mut *squares {
        let mut lanes = [f32x16::splat(simd, 0.0); LANES];
        for (lanes, column) in lanes.iter_mut().zip(&*square) {
            *lanes = load(simd, &column.0);
        }
        // Each round doubles how many neighbours of a row lie side by side.
        for _ in 0..LANES.ilog2() {
            let (first, second) = lanes.split_at(LANES / 2);
            let mut merged = lanes;
            for ((to, first), second) in merged.as_chunks_mut::<2>().0.iter_mut().zip(first).zip(second) {
                *to = [first.zip_low(*second), first.zip_high(*second)];
            }
            lanes = merged;
        }
        for (lanes, column) in lanes.iter().zip(square) {
            column.0 = (*lanes).into();
        }
    }
    // Row after row, since sixteen rows of a picture easily fall into one set of the cache.
    for (number, row) in rows.enumerate() {
        let (whole, rest) = row.as_chunks_mut();
        for (samples, square) in whole.iter_mut().zip(&*squares) {
            *samples = function(load(simd, &square[number].0)).into();
        }
        if let Some(square) = squares.get(whole.len()) {
            let last: Block = function(load(simd, &square[number].0)).into();
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }
}
