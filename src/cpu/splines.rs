//! Value noise by the Catmull-Rom spline over a grid, along rows: lattice values are found once a lattice point, blended along y once a lattice column and
//! pixel row, and made a cubic once a cell and pixel row; a pixel takes the cubic of its cell. `bases.rs` calls it.
//!
//! Where pixels leave cells out they share nothing, and the basis stays straight.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::corners::{Slice, outlined};
use super::lines::splat;
use super::rows::Pixels;
use super::strip::Samples;
use crate::program::{Basis, BasisFunction};
use crate::spans::Spans;
use crate::value::hash::Hash;
use crate::value::lanes::{Block, LANES, load, pick, words};
use crate::value::lattice::{Coordinate, LINEAR, cell_after, cell_before, next_cell, unit};
use crate::value::strict::settled;
use crate::value::value::{
    Cubic, cubic, cubic_at, cubic_form, cubic_slope, cubic_slope_at, value_cubic_corner_3, value_cubic_corner_3_slope, value_lattice_2,
};

/// The lattice points on an axis that a spline goes by.
const POINTS: usize = 4;

/// What is evaluated: the noise, or its derivative along a lattice axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Output {
    Value,
    Slope(usize),
}

/// A number at each lattice column in a lattice row of a slice.
#[derive(Default)]
struct LatticeRow {
    at: Option<(Wrapping<u32>, Slice)>,
    numbers: Vec<f32>,
}

/// One octave over a strip of a grid.
pub(super) struct Splines<'a> {
    basis: Basis,
    hash: Hash<'a>,
    pixels: Vec<Pixels>,
    /// The lattice columns, from that before the first span's cell on, padded to whole blocks, and after how many they repeat.
    columns: Vec<u32>,
    period: u32,
    /// The last lattice rows of values, and of their derivatives by z.
    rows: [[LatticeRow; POINTS]; 2],
    /// Of a pixel row: a number at each lattice column, and the cubic of each span; padded so that whole blocks can be read from any of them.
    blended: Vec<f32>,
    cubics: [Vec<f32>; POINTS],
}

impl<'a> Splines<'a> {
    /// Whether a basis can be one: in one dimension nothing is gained.
    pub(super) fn is(basis: Basis) -> bool {
        matches!(basis.function, BasisFunction::ValueCubic2 | BasisFunction::ValueCubic3)
    }

    /// The splines of a strip, with the entries of its pixels on x and their period, if no cells are left out.
    pub(super) fn new<S: Simd>(simd: S, basis: Basis, hash: Hash<'a>, (entries, period): (&[[u32; 2]], u32)) -> Option<Self> {
        let Spans { of, points, upper: 1, count } = Spans::new(entries, period) else { return None };
        let mut pixels = vec![];
        simd.vectorize(
            #[inline(always)]
            || {
                for (entries, spans) in entries.chunks(LANES).zip(of.chunks(LANES)) {
                    pixels.push(Pixels::new(simd, LINEAR, spans, entries));
                }
            },
        );
        let last = Wrapping(points[count]);
        let mut columns = vec![cell_before(Wrapping(points[0]), period).0];
        columns.extend(&points);
        columns.push(cell_after(last, period).0);
        let blocks = columns.len().div_ceil(LANES);
        columns.resize(blocks * LANES, 0);
        let room = (blocks + 2) * LANES;
        Some(Self {
            basis,
            hash,
            pixels,
            columns,
            period,
            rows: Default::default(),
            blended: vec![0.0; room],
            cubics: std::array::from_fn(|_| vec![0.0; room]),
        })
    }

    /// Evaluates rows of a slice, of which `ys` are the entries on y and their period.
    #[inline(never)]
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        slice: &Slice,
        (ys, period): (&[[u32; 2]], u32),
        targets: &mut [(Output, Samples<'_>)],
    ) {
        for (number, &[cell, fraction]) in ys.iter().enumerate() {
            let y = Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period };
            for (output, target) in &mut *targets {
                let row = &mut target.slice[number * target.stride..][..target.count];
                let which = usize::from(*output == Output::Slope(2));
                let numbers = self.lattice_rows(simd, which, slice, y);
                simd.vectorize(
                    #[inline(always)]
                    || {
                        if *output == Output::Slope(1) {
                            self.blend(simd, (which, numbers), y, cubic_slope);
                        } else {
                            self.blend(simd, (which, numbers), y, cubic);
                        }
                        if *output == Output::Slope(0) {
                            self.sweep(simd, row, cubic_slope_at);
                        } else {
                            self.sweep(simd, row, cubic_at);
                        }
                    },
                );
            }
        }
    }

    /// Which of the lattice rows lie around a pixel row, found where they are not there yet.
    fn lattice_rows<S: Simd>(&mut self, simd: S, which: usize, slice: &Slice, y: Coordinate) -> [usize; POINTS] {
        let above = next_cell(y);
        let cells = [cell_before(y.cell, y.period), y.cell, above, cell_after(above, y.period)];
        let places = cells.map(|cell| (cell, *slice));
        let mut is_used = self.rows[which].each_ref().map(|row| row.at.is_some_and(|at| places.contains(&at)));
        let mut numbers = [0; POINTS];
        for (number, place) in numbers.iter_mut().zip(places) {
            if let Some(known) = self.rows[which].iter().position(|row| row.at == Some(place)) {
                *number = known;
                continue;
            }
            *number = is_used.iter().position(|is_used| !is_used).expect("as many rows as places");
            is_used[*number] = true;
            self.find(simd, (which, *number), place, y.period);
        }
        numbers
    }

    /// Finds the numbers of a lattice row.
    #[inline(never)]
    fn find<S: Simd>(&mut self, simd: S, (which, number): (usize, usize), (cell, slice): (Wrapping<u32>, Slice), period: u32) {
        let row = &mut self.rows[which][number];
        row.at = Some((cell, slice));
        row.numbers.resize(self.columns.len(), 0.0);
        let (hash, is_plane) = (outlined(self.hash), self.basis.function == BasisFunction::ValueCubic2);
        let smoothed = self.basis.option("smoothed");
        simd.vectorize(
            #[inline(always)]
            || {
                let y = splat(simd, Coordinate { cell, fraction: Wrapping(0), period });
                let z = splat(simd, slice.z);
                for (numbers, columns) in row.numbers.as_chunks_mut().0.iter_mut().zip(self.columns.as_chunks().0) {
                    let x =
                        Coordinate { cell: u32x16::load_array_ref(simd, columns), fraction: u32x16::splat(simd, 0), period: self.period };
                    *numbers = if is_plane {
                        value_lattice_2(smoothed, hash, x, y).into()
                    } else if which == 0 {
                        value_cubic_corner_3(hash, x, y, z).into()
                    } else {
                        value_cubic_corner_3_slope(hash, x, y, z).into()
                    };
                }
            },
        );
    }

    /// Once a pixel row: blends y away in each lattice column, and makes the cubics of the spans.
    #[inline(always)]
    fn blend<S: Simd>(
        &mut self,
        simd: S,
        (which, numbers): (usize, [usize; POINTS]),
        y: Coordinate,
        spline: impl Fn(f32x16<S>, f32x16<S>, f32x16<S>, f32x16<S>, f32x16<S>) -> f32x16<S>,
    ) {
        let t = f32x16::splat(simd, unit(y.fraction));
        let mut rows: [&[Block]; POINTS] = [&[]; POINTS];
        for (row, number) in rows.iter_mut().zip(numbers) {
            *row = self.rows[which][number].numbers.as_chunks().0;
        }
        let blocks = self.columns.len() / LANES;
        let [before, own, after, last] = rows.map(
            #[inline(always)]
            |row| &row[..blocks],
        );
        for (block, blended) in self.blended.as_chunks_mut().0[..blocks].iter_mut().enumerate() {
            let [p0, p1, p2, p3] = [&before[block], &own[block], &after[block], &last[block]];
            *blended = spline(t, load(simd, p0), load(simd, p1), load(simd, p2), load(simd, p3)).into();
        }
        let [at, c1, c2, c3] = &mut self.cubics;
        let cubics =
            at.as_chunks_mut().0.iter_mut().zip(c1.as_chunks_mut().0).zip(c2.as_chunks_mut().0.iter_mut().zip(c3.as_chunks_mut().0));
        for (block, ((at, c1), (c2, c3))) in cubics.take(blocks).enumerate() {
            let points = &self.blended[block * LANES..][..LANES + POINTS - 1];
            let mut around = [f32x16::splat(simd, 0.0); POINTS];
            for (number, point) in around.iter_mut().enumerate() {
                *point = f32x16::from_slice(simd, &points[number..number + LANES]);
            }
            let [p0, p1, p2, p3] = around;
            let form = cubic_form(p0, p1, p2, p3);
            (*at, *c1, *c2, *c3) = (form.at.into(), form.c1.into(), form.c2.into(), form.c3.into());
        }
    }

    /// Once a pixel.
    #[inline(always)]
    fn sweep<S: Simd>(&self, simd: S, row: &mut [f32], pixel: impl Fn(Cubic<f32x16<S>>, f32x16<S>) -> f32x16<S>) {
        let (whole, rest) = row.as_chunks_mut();
        for (block, pixels) in self.pixels.iter().enumerate() {
            let first = pixels.first as usize;
            let lanes = words(simd, &pixels.lanes);
            let mut numbers = [f32x16::splat(simd, 0.0); POINTS];
            for (number, cubics) in numbers.iter_mut().zip(&self.cubics) {
                *number = if pixels.single {
                    f32x16::splat(simd, cubics[first])
                } else {
                    pick(simd, f32x16::from_slice(simd, &cubics[first..first + LANES]), lanes)
                };
            }
            let [at, c1, c2, c3] = numbers;
            let value: Block = settled(pixel(Cubic { at, c1, c2, c3 }, load(simd, &pixels.x))).into();
            match whole.get_mut(block) {
                Some(samples) => *samples = value,
                None => rest.copy_from_slice(&value[..rest.len()]),
            }
        }
    }
}
