//! What `columns.rs` makes of lattice points, lattice columns, cells and pixels: of noise, and of its derivatives.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::cell_forms::{CellForms, Corners, Flat, Linear};
use super::gradients::{Plane, Planes};
use super::registers::Vector;
use crate::value::lanes::LANES;
use crate::value::number::Lanes as _;
use crate::value::perlin::{PerlinCell, PerlinColumn, PerlinCorner};

/// The most numbers that a lattice point has.
pub(super) const MOST_NUMBERS: usize = 6;

/// The most pairs of numbers that a lattice column has.
pub(super) const MOST_PAIRS: usize = 3;

/// A pixel on the x axis of a lattice: its local x, and its fade.
pub(super) type Pixel = [f32; 2];

/// The same, and the fade's slope.
pub(super) type SteepPixel = [f32; 3];

/// Sixteen pixel rows: their local y, the fades of these, and how the fades are made.
#[derive(Clone, Copy)]
pub(super) struct Local<S: Simd> {
    pub(super) y: f32x16<S>,
    pub(super) t: f32x16<S>,
    pub(super) interpolation: u32,
}

impl<S: Simd> Local<S> {
    /// What lattice points leave to a lattice column.
    #[inline(always)]
    fn column<F: CellForms>(&self, below: PerlinCorner<f32x16<S>>, above: PerlinCorner<f32x16<S>>) -> PerlinColumn<f32x16<S>> {
        F::column(self.t, below, above, self.y)
    }

    /// Its derivative by y.
    #[inline(always)]
    fn tilt<F: CellForms>(&self, below: PerlinCorner<f32x16<S>>, above: PerlinCorner<f32x16<S>>) -> PerlinColumn<f32x16<S>> {
        F::tilt(self.interpolation, below, above, self.y)
    }

    /// The first M of these: what is left to a lattice column, and its derivative by y.
    #[inline(always)]
    fn columns<F: CellForms, const M: usize>(
        &self,
        below: PerlinCorner<f32x16<S>>,
        above: PerlinCorner<f32x16<S>>,
    ) -> [PerlinColumn<f32x16<S>>; M] {
        const { assert!(M == 1 || M == 2) };
        let mut columns = [self.column::<F>(below, above); M];
        if let Some(tilt) = columns.get_mut(1) {
            *tilt = self.tilt::<F>(below, above);
        }
        columns
    }
}

/// N numbers at each lattice point, of which sixteen rows lie side by side, make M linear forms of a lattice column.
pub(super) trait Forms<S: Simd, const N: usize, const M: usize> {
    /// What cells blend.
    type Cell: CellForms;
    /// The numbers at sixteen lattice points of a lattice column, by their place.
    fn corner(&self, place: usize) -> [f32x16<S>; N];
    /// Of the lattice points below and above sixteen pixel rows.
    fn column(&self, below: [f32x16<S>; N], above: [f32x16<S>; N]) -> [PerlinColumn<f32x16<S>>; M];
}

/// A lattice point's linear form.
#[inline(always)]
fn form<S: Simd>([c, gx, gy]: [f32x16<S>; 3]) -> PerlinCorner<f32x16<S>> {
    PerlinCorner { c, gx, gy }
}

/// The linear form of a lattice point in the plane, where unlike 0, -0 is no addend. What differs is the sign of zeros, of which a settled sample has none.
#[inline(always)]
fn flat_form<S: Simd>([gx, gy]: [f32x16<S>; 2]) -> PerlinCorner<f32x16<S>> {
    PerlinCorner { c: gx.real(-0.0), gx, gy }
}

/// Perlin noise in two dimensions.
pub(super) struct InPlane<'h, S: Simd> {
    pub(super) simd: S,
    pub(super) plane: Plane<S>,
    pub(super) hashes: &'h [[u8; LANES]],
    pub(super) local: Local<S>,
}

impl<S: Simd, const M: usize> Forms<S, 2, M> for InPlane<'_, S> {
    type Cell = Linear;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 2] {
        let PerlinCorner { gx, gy, .. } = self.plane.corner(self.simd, &self.hashes[place]);
        [gx, gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 2], above: [f32x16<S>; 2]) -> [PerlinColumn<f32x16<S>>; M] {
        self.local.columns::<Linear, M>(flat_form(below), flat_form(above))
    }
}

/// Perlin noise in three dimensions, with the places of the hashes in the lattice planes below and above.
pub(super) struct InSpace<'h, S: Simd> {
    pub(super) simd: S,
    pub(super) planes: Planes<S>,
    pub(super) hashes: [&'h [[u8; LANES]]; 2],
    pub(super) local: Local<S>,
}

impl<S: Simd, const M: usize> Forms<S, 3, M> for InSpace<'_, S> {
    type Cell = Linear;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 3] {
        let PerlinCorner { c, gx, gy } = self.planes.corner(self.simd, &self.hashes[0][place], &self.hashes[1][place]);
        [c, gx, gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 3], above: [f32x16<S>; 3]) -> [PerlinColumn<f32x16<S>>; M] {
        self.local.columns::<Linear, M>(form(below), form(above))
    }
}

/// With its derivatives by y and z: of a lattice point the numbers and their derivatives by z.
impl<S: Simd> Forms<S, 6, 3> for InSpace<'_, S> {
    type Cell = Linear;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 6] {
        let (lower, upper) = (&self.hashes[0][place], &self.hashes[1][place]);
        let level = self.planes.corner(self.simd, lower, upper);
        let slope = self.planes.corner_slope(self.simd, lower, upper);
        [level.c, level.gx, level.gy, slope.c, slope.gx, slope.gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 6], above: [f32x16<S>; 6]) -> [PerlinColumn<f32x16<S>>; 3] {
        let ([c, gx, gy, cz, gxz, gyz], [d, hx, hy, dz, hxz, hyz]) = (below, above);
        let (level_below, level_above) = (form([c, gx, gy]), form([d, hx, hy]));
        [
            self.local.column::<Linear>(level_below, level_above),
            self.local.tilt::<Linear>(level_below, level_above),
            self.local.column::<Linear>(form([cz, gxz, gyz]), form([dz, hxz, hyz])),
        ]
    }
}

/// Noise whose corners are kept, of which linear forms are left.
pub(super) struct KeptForms<'c, S: Simd> {
    pub(super) simd: S,
    pub(super) corners: &'c [Corners],
    pub(super) local: Local<S>,
}

impl<S: Simd, const M: usize> Forms<S, 3, M> for KeptForms<'_, S> {
    type Cell = Linear;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 3] {
        let PerlinCorner { c, gx, gy } = self.corners[place].load(self.simd);
        [c, gx, gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 3], above: [f32x16<S>; 3]) -> [PerlinColumn<f32x16<S>>; M] {
        self.local.columns::<Linear, M>(form(below), form(above))
    }
}

/// Noise whose corners are kept, of which numbers are left.
pub(super) struct KeptNumbers<'c, S: Simd> {
    pub(super) simd: S,
    pub(super) numbers: &'c [Vector],
    pub(super) local: Local<S>,
}

impl<S: Simd, const M: usize> Forms<S, 1, M> for KeptNumbers<'_, S> {
    type Cell = Flat;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 1] {
        [self.numbers[place].load(self.simd)]
    }

    #[inline(always)]
    fn column(&self, [below]: [f32x16<S>; 1], [above]: [f32x16<S>; 1]) -> [PerlinColumn<f32x16<S>>; M] {
        let zero = below.real(0.0);
        self.local.columns::<Flat, M>(form([below, zero, zero]), form([above, zero, zero]))
    }
}

/// What is found of some cells before their pixels: the same room for all, since it stays in the first level of the cache.
#[derive(Default)]
pub(super) struct Found {
    /// Of each lattice column two numbers a form, and which place after that of a cell's left one its right one has.
    pub(super) pairs: [Vec<[Vector; 2]>; MOST_PAIRS],
    pub(super) right: usize,
    /// The numbers of columns in the last lattice row, each of all columns.
    pub(super) last: [Vec<Vector>; MOST_NUMBERS],
    /// What pixels make of their cells, where these are narrow.
    pub(super) values: [Vec<Vector>; MOST_PAIRS],
}

impl Found {
    /// The forms of the lattice columns to the left and to the right of some cells.
    #[inline(always)]
    pub(super) fn cells<const C: usize>(&self, count: usize) -> [[&[[Vector; 2]]; 2]; C] {
        let mut cells: [[&[[Vector; 2]]; 2]; C] = [[&[]; 2]; C];
        for (cells, pairs) in cells.iter_mut().zip(&self.pairs) {
            *cells = [&pairs[..count], &pairs[self.right..][..count]];
        }
        cells
    }

    /// What pixels make of their cells.
    #[inline(always)]
    pub(super) fn values<const C: usize>(&self, count: usize) -> [&[Vector]; C] {
        let mut values: [&[Vector]; C] = [&[]; C];
        for (values, found) in values.iter_mut().zip(&self.values) {
            *values = &found[..count];
        }
        values
    }
}

/// The forms of the lattice column to the left of a cell, or to its right.
#[inline(always)]
pub(super) fn columns_of<S: Simd, const C: usize>(
    simd: S,
    cells: &[[&[[Vector; 2]]; 2]; C],
    side: usize,
    number: usize,
) -> [PerlinColumn<f32x16<S>>; C] {
    let zero = f32x16::splat(simd, 0.0);
    let mut columns = [PerlinColumn { a: zero, b: zero }; C];
    for (column, pairs) in columns.iter_mut().zip(cells) {
        let [a, b] = &pairs[side][number];
        *column = PerlinColumn { a: a.load(simd), b: b.load(simd) };
    }
    columns
}

/// The forms of a cell between two lattice columns.
#[inline(always)]
pub(super) fn between<S: Simd, F: CellForms, const C: usize>(
    simd: S,
    left: [PerlinColumn<f32x16<S>>; C],
    right: [PerlinColumn<f32x16<S>>; C],
) -> [PerlinCell<f32x16<S>>; C] {
    let zero = f32x16::splat(simd, 0.0);
    let mut forms = [PerlinCell { a: zero, b: zero, da: zero, db: zero }; C];
    for (form, (left, right)) in forms.iter_mut().zip(left.into_iter().zip(right)) {
        *form = F::cell(left, right);
    }
    forms
}

/// What a pixel makes of the C forms of its cell.
pub(super) trait OfCell<const C: usize> {
    fn values<S: Simd, F: CellForms>(&self, simd: S, cells: [PerlinCell<f32x16<S>>; C]) -> [f32x16<S>; C];
}

/// The noise.
impl OfCell<1> for Pixel {
    #[inline(always)]
    fn values<S: Simd, F: CellForms>(&self, simd: S, [cell]: [PerlinCell<f32x16<S>>; 1]) -> [f32x16<S>; 1] {
        let [x, t] = splats(simd, self);
        [F::pixel(cell, x, t)]
    }
}

/// Its derivatives along the first lattice axes.
impl<const C: usize> OfCell<C> for SteepPixel {
    #[inline(always)]
    fn values<S: Simd, F: CellForms>(&self, simd: S, cells: [PerlinCell<f32x16<S>>; C]) -> [f32x16<S>; C] {
        let [x, t, dt] = splats(simd, self);
        let mut slopes = [x; C];
        for (number, (slope, cell)) in slopes.iter_mut().zip(cells).enumerate() {
            *slope = if number == 0 { F::pixel_slope(cell, x, t, dt) } else { F::pixel(cell, x, t) };
        }
        slopes
    }
}

/// Numbers of a pixel, each in all rows.
#[inline(always)]
fn splats<S: Simd, const N: usize>(simd: S, numbers: &[f32; N]) -> [f32x16<S>; N] {
    let mut splats = [f32x16::splat(simd, 0.0); N];
    for (splat, number) in splats.iter_mut().zip(numbers) {
        *splat = f32x16::splat(simd, *number);
    }
    splats
}
