//! What `columns.rs` finds at lattice points, blends in lattice columns and cells, and makes of a pixel: of Perlin noise, and of its derivatives.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::gradients::{Plane, Planes};
use crate::value::lanes::LANES;
use crate::value::number::Lanes as _;
use crate::value::perlin::{
    PerlinCell, PerlinColumn, PerlinCorner, perlin_cell, perlin_column, perlin_column_slope, perlin_pixel, perlin_pixel_slope,
};

/// The most numbers that a lattice point has.
pub(super) const MOST_NUMBERS: usize = 6;

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

/// N numbers at each lattice point, of which sixteen rows lie side by side, make M values of a pixel.
pub(super) trait Forms<S: Simd, const N: usize, const M: usize>: Copy {
    type Pixel: Copy;
    type Column: Copy;
    type Cell: Copy;
    /// The numbers at sixteen lattice points of a lattice column, by their place.
    fn corner(&self, place: usize) -> [f32x16<S>; N];
    /// Once a lattice column.
    fn column(&self, below: [f32x16<S>; N], above: [f32x16<S>; N]) -> Self::Column;
    /// Once a cell.
    fn cell(left: Self::Column, right: Self::Column) -> Self::Cell;
    /// Once a pixel.
    fn pixel(simd: S, cell: Self::Cell, pixel: &Self::Pixel) -> [f32x16<S>; M];
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

/// The noise of linear forms.
#[inline(always)]
fn noise<S: Simd>(simd: S, cell: PerlinCell<f32x16<S>>, x: &f32, t: &f32) -> f32x16<S> {
    perlin_pixel(cell, f32x16::splat(simd, *x), f32x16::splat(simd, *t))
}

/// Its derivative by x.
#[inline(always)]
fn steepness<S: Simd>(simd: S, cell: PerlinCell<f32x16<S>>, [x, t, dt]: &SteepPixel) -> f32x16<S> {
    perlin_pixel_slope(cell, f32x16::splat(simd, *x), f32x16::splat(simd, *t), f32x16::splat(simd, *dt))
}

/// The derivative of a lattice column by y.
#[inline(always)]
fn tilt<S: Simd>(local: &Local<S>, below: PerlinCorner<f32x16<S>>, above: PerlinCorner<f32x16<S>>) -> PerlinColumn<f32x16<S>> {
    perlin_column_slope(local.interpolation, below, above, local.y)
}

/// Perlin noise in two dimensions.
#[derive(Clone, Copy)]
pub(super) struct InPlane<'h, S: Simd> {
    pub(super) simd: S,
    pub(super) plane: Plane<S>,
    pub(super) hashes: &'h [[u8; LANES]],
    pub(super) local: Local<S>,
}

impl<S: Simd> Forms<S, 2, 1> for InPlane<'_, S> {
    type Pixel = Pixel;
    type Column = PerlinColumn<f32x16<S>>;
    type Cell = PerlinCell<f32x16<S>>;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 2] {
        let PerlinCorner { gx, gy, .. } = self.plane.corner(self.simd, &self.hashes[place]);
        [gx, gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 2], above: [f32x16<S>; 2]) -> Self::Column {
        perlin_column(self.local.t, flat_form(below), flat_form(above), self.local.y)
    }

    #[inline(always)]
    fn cell(left: Self::Column, right: Self::Column) -> Self::Cell {
        perlin_cell(left, right)
    }

    #[inline(always)]
    fn pixel(simd: S, cell: Self::Cell, pixel: &Self::Pixel) -> [f32x16<S>; 1] {
        [noise(simd, cell, &pixel[0], &pixel[1])]
    }
}

/// Its derivatives.
impl<S: Simd> Forms<S, 2, 2> for InPlane<'_, S> {
    type Pixel = SteepPixel;
    type Column = [PerlinColumn<f32x16<S>>; 2];
    type Cell = [PerlinCell<f32x16<S>>; 2];

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 2] {
        <Self as Forms<S, 2, 1>>::corner(self, place)
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 2], above: [f32x16<S>; 2]) -> Self::Column {
        let (below, above) = (flat_form(below), flat_form(above));
        [perlin_column(self.local.t, below, above, self.local.y), tilt(&self.local, below, above)]
    }

    #[inline(always)]
    fn cell(left: Self::Column, right: Self::Column) -> Self::Cell {
        [perlin_cell(left[0], right[0]), perlin_cell(left[1], right[1])]
    }

    #[inline(always)]
    fn pixel(simd: S, cell: Self::Cell, pixel: &Self::Pixel) -> [f32x16<S>; 2] {
        [steepness(simd, cell[0], pixel), noise(simd, cell[1], &pixel[0], &pixel[1])]
    }
}

/// Perlin noise in three dimensions, with the places of the hashes in the lattice planes below and above.
#[derive(Clone, Copy)]
pub(super) struct InSpace<'h, S: Simd> {
    pub(super) simd: S,
    pub(super) planes: Planes<S>,
    pub(super) hashes: [&'h [[u8; LANES]]; 2],
    pub(super) local: Local<S>,
}

impl<S: Simd> Forms<S, 3, 1> for InSpace<'_, S> {
    type Pixel = Pixel;
    type Column = PerlinColumn<f32x16<S>>;
    type Cell = PerlinCell<f32x16<S>>;

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 3] {
        let PerlinCorner { c, gx, gy } = self.planes.corner(self.simd, &self.hashes[0][place], &self.hashes[1][place]);
        [c, gx, gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 3], above: [f32x16<S>; 3]) -> Self::Column {
        perlin_column(self.local.t, form(below), form(above), self.local.y)
    }

    #[inline(always)]
    fn cell(left: Self::Column, right: Self::Column) -> Self::Cell {
        perlin_cell(left, right)
    }

    #[inline(always)]
    fn pixel(simd: S, cell: Self::Cell, pixel: &Self::Pixel) -> [f32x16<S>; 1] {
        [noise(simd, cell, &pixel[0], &pixel[1])]
    }
}

/// Its derivatives: the numbers of a lattice point and their derivatives by z.
impl<S: Simd> Forms<S, 6, 3> for InSpace<'_, S> {
    type Pixel = SteepPixel;
    type Column = [PerlinColumn<f32x16<S>>; 3];
    type Cell = [PerlinCell<f32x16<S>>; 3];

    #[inline(always)]
    fn corner(&self, place: usize) -> [f32x16<S>; 6] {
        let (lower, upper) = (&self.hashes[0][place], &self.hashes[1][place]);
        let level = self.planes.corner(self.simd, lower, upper);
        let slope = self.planes.corner_slope(self.simd, lower, upper);
        [level.c, level.gx, level.gy, slope.c, slope.gx, slope.gy]
    }

    #[inline(always)]
    fn column(&self, below: [f32x16<S>; 6], above: [f32x16<S>; 6]) -> Self::Column {
        let ([c, gx, gy, cz, gxz, gyz], [d, hx, hy, dz, hxz, hyz]) = (below, above);
        let (level_below, level_above) = (form([c, gx, gy]), form([d, hx, hy]));
        [
            perlin_column(self.local.t, level_below, level_above, self.local.y),
            tilt(&self.local, level_below, level_above),
            perlin_column(self.local.t, form([cz, gxz, gyz]), form([dz, hxz, hyz]), self.local.y),
        ]
    }

    #[inline(always)]
    fn cell(left: Self::Column, right: Self::Column) -> Self::Cell {
        [perlin_cell(left[0], right[0]), perlin_cell(left[1], right[1]), perlin_cell(left[2], right[2])]
    }

    #[inline(always)]
    fn pixel(simd: S, cell: Self::Cell, pixel: &Self::Pixel) -> [f32x16<S>; 3] {
        let [x, t, _] = pixel;
        [steepness(simd, cell[0], pixel), noise(simd, cell[1], x, t), noise(simd, cell[2], x, t)]
    }
}
