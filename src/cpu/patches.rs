//! Noise sample by sample over patches of the lattice: where z and w are the same along a row, and hashes come from a permutation table p.
//!
//! Sixteen samples side by side mostly lie in a few cells, and the next sixteen in the same ones. So the corners of a few cells are kept in registers,
//! where lanes pick them. Samples that lie further apart take each corner by itself: a corner depends on nothing but p[x] + y modulo 256, so there are 256
//! of them, which are found once a slice and looked up.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::cell_forms::{CellForms, Corners};
use super::corners::{CornerFinder, Noise, Slice};
use super::lines::{Along, load_all};
use super::strip::ORIGIN;
use crate::value::by_hand::{Table, permute};
use crate::value::lanes::{LANES, each_block, pick_of_two, triples};
use crate::value::lattice::{Coordinate, cell_after, eased, next_cell, unit};
use crate::value::number::{Lanes, Mask as _, Word as _};
use crate::value::perlin::PerlinCorner;
use crate::value::strict::settled;

/// How many corners a table makes.
const CORNERS: usize = 256;

/// As many samples as make it worth to find them all.
pub(super) const WORTH: usize = 256;

/// The lattice points of a patch on the axes: in all as many as two vectors hold.
const WIDTH: u32 = 8;
const HEIGHT: u32 = 4;

/// The corners of noise in one slice.
pub(super) struct CornerTable<'a> {
    finder: CornerFinder<'a>,
    found: Vec<Corners>,
    /// Of which slice these are: the numbers of each corner, and one that fills them up.
    slice: Option<Slice>,
    corners: Box<[[f32; 4]; CORNERS]>,
}

impl<'a> CornerTable<'a> {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>) -> Self {
        // Where p[x] is 0, 1, 2 ..., and y is 0.
        let mut cells = [0; CORNERS];
        for (x, &place) in noise.hash.table.entries.iter().enumerate() {
            cells[usize::from(place)] = x as u32;
        }
        let finder = CornerFinder::new(simd, noise, &cells, 0);
        let found = vec![Corners::NONE; finder.blocks()];
        Self { finder, found, slice: None, corners: Box::new([[0.0; 4]; CORNERS]) }
    }

    /// Goes to a slice, and finds its corners if it is not the last one.
    #[inline(never)]
    pub(super) fn go_to<S: Simd>(&mut self, simd: S, slice: Slice) {
        if self.slice == Some(slice) {
            return;
        }
        self.slice = Some(slice);
        let Self { finder, found, corners, .. } = self;
        simd.vectorize(
            #[inline(always)]
            || finder.find(simd, ORIGIN, &slice, found),
        );
        for (corners, Corners { c, gx, gy }) in corners.chunks_mut(LANES).zip(found) {
            for (corner, ((c, gx), gy)) in corners.iter_mut().zip(c.iter().zip(gx).zip(gy)) {
                *corner = [*c, *gx, *gy, 0.0];
            }
        }
    }
}

/// The corners at sixteen sums p[x] + y.
#[inline(always)]
fn corners_at<S: Simd>(simd: S, table: &[[f32; 4]; CORNERS], sums: u32x16<S>) -> PerlinCorner<f32x16<S>> {
    let [c, gx, gy] = triples(simd, table, sums);
    PerlinCorner { c, gx, gy }
}

/// The corners of some lattice points, row after row, from the lowest cells on.
struct Patch {
    x: u32,
    y: u32,
    corners: [Corners; 2],
}

impl Patch {
    const NONE: Self = Self { x: 0, y: 0, corners: [Corners::NONE; 2] };

    /// Goes to where the cells of sixteen samples begin. What it is given lies in memory: it is seldom called, and its caller's registers are many.
    #[inline(never)]
    fn go_to<S: Simd>(&mut self, simd: S, table: Table<'_>, from: &[[f32; 4]; CORNERS], cells: &[[u32; LANES]; 2], periods: [u32; 2]) {
        simd.vectorize(
            #[inline(always)]
            || {
                let [x, y] = cells;
                let (x, y) = (least(u32x16::load_array_ref(simd, x)), least(u32x16::load_array_ref(simd, y)));
                (self.x, self.y) = (x[0], y[0]);
                let lane = u32x16::load_array(simd, std::array::from_fn(|lane| lane as u32));
                let x = permute(table, points(x, lane & (WIDTH - 1), WIDTH, periods[0]));
                for (half, corners) in (0..).zip(&mut self.corners) {
                    let y = points(y, lane.right(WIDTH.ilog2()) + half * (HEIGHT / 2), HEIGHT, periods[1]);
                    *corners = corners_at(simd, from, x + y).into();
                }
            },
        );
    }

    /// Where the cells of sixteen samples lie in the patch, and whether all of them do.
    #[inline(always)]
    fn lanes<S: Simd>(&self, x: u32x16<S>, y: u32x16<S>) -> (u32x16<S>, bool) {
        let (x, y) = (x - self.x, y - self.y);
        let is_outside = !(x.less(x.word(WIDTH - 1)) & y.less(x.word(HEIGHT - 1)));
        (y.left(WIDTH.ilog2()) + x, !is_outside.any())
    }

    /// The corners in these places.
    #[inline(always)]
    fn picked<S: Simd>(&self, simd: S, lanes: u32x16<S>) -> PerlinCorner<f32x16<S>> {
        let [low, high] = &self.corners;
        PerlinCorner {
            c: pick_of_two(simd, [&low.c, &high.c], lanes),
            gx: pick_of_two(simd, [&low.gx, &high.gx], lanes),
            gy: pick_of_two(simd, [&low.gy, &high.gy], lanes),
        }
    }
}

/// The least of sixteen words, in every lane.
#[inline(always)]
fn least<S: Simd>(words: u32x16<S>) -> u32x16<S> {
    let words = words.min(words.slide::<8>(words));
    let words = words.min(words.slide::<4>(words));
    let words = words.min(words.slide::<2>(words));
    words.min(words.slide::<1>(words))
}

/// The lattice points that come so many after one, which are fewer than some.
#[inline(always)]
fn points<S: Simd>(from: u32x16<S>, steps: u32x16<S>, below: u32, period: u32) -> u32x16<S> {
    let mut points = from + steps;
    if period != 0 {
        points = from;
        for step in 0..below - 1 {
            points = Lanes::chosen(points, cell_after(points, period), steps.word(step).less(steps));
        }
    }
    points
}

/// Noise sample by sample.
pub(super) struct Samplewise<'n, S: Simd> {
    simd: S,
    noise: &'n Noise<'n>,
    corners: &'n [[f32; 4]; CORNERS],
    patch: Patch,
    /// For how many blocks no patch is looked for.
    pause: u32,
}

/// For so many blocks no patch is looked for after one that samples lie too far apart for.
const PAUSE: u32 = 32;

impl<'n, S: Simd> Samplewise<'n, S> {
    /// In the slice that a table was gone to.
    pub(super) fn new(simd: S, noise: &'n Noise<'n>, table: &'n CornerTable<'_>) -> Self {
        Self { simd, noise, corners: &table.corners, patch: Patch::NONE, pause: 0 }
    }

    /// The noise along a row, settled.
    #[inline(never)]
    pub(super) fn row<F: CellForms>(&mut self, axes: &[Along<'_, S>; 2], row: &mut [f32]) {
        let Self { simd, noise, corners, .. } = *self;
        simd.vectorize(
            #[inline(always)]
            || {
                let [x, y] = load_all(simd, axes, 0);
                self.patch.go_to(simd, noise.hash.table, corners, &[x.cell.into(), y.cell.into()], [x.period, y.period]);
                each_block(
                    row,
                    #[inline(always)]
                    |block, samples| {
                        let [x, y] = load_all(simd, axes, block);
                        *samples = settled(self.at::<F>(x, y)).into();
                    },
                );
            },
        );
    }

    /// The noise at sixteen samples.
    #[inline(always)]
    fn at<F: CellForms>(&mut self, x: Coordinate<f32x16<S>>, y: Coordinate<f32x16<S>>) -> f32x16<S> {
        let Self { simd, noise, corners, .. } = *self;
        let table = noise.hash.table;
        let (mut lanes, mut is_inside) = self.patch.lanes(x.cell, y.cell);
        if !is_inside && self.pause == 0 {
            self.patch.go_to(simd, table, corners, &[x.cell.into(), y.cell.into()], [x.period, y.period]);
            (lanes, is_inside) = self.patch.lanes(x.cell, y.cell);
            self.pause = if is_inside { 0 } else { PAUSE };
        } else {
            self.pause = self.pause.saturating_sub(1);
        }
        // No closures but those of `vectorize`: they would be called.
        let (lower_left, upper_left, lower_right, upper_right);
        if is_inside {
            lower_left = self.patch.picked(simd, lanes);
            lower_right = self.patch.picked(simd, lanes + 1);
            upper_left = self.patch.picked(simd, lanes + WIDTH);
            upper_right = self.patch.picked(simd, lanes + (WIDTH + 1));
        } else {
            let (left, right) = (permute(table, x.cell), permute(table, next_cell(x)));
            let above = next_cell(y);
            lower_left = corners_at(simd, corners, left + y.cell);
            upper_left = corners_at(simd, corners, left + above);
            lower_right = corners_at(simd, corners, right + y.cell);
            upper_right = corners_at(simd, corners, right + above);
        }
        let v = unit(y.fraction);
        let t = eased(noise.interpolation, v);
        let left = F::column(t, lower_left, upper_left, v);
        let right = F::column(t, lower_right, upper_right, v);
        let f = unit(x.fraction);
        F::pixel(F::cell(left, right), f, eased(noise.interpolation, f))
    }
}
