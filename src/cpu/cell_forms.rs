//! What lattice corners keep and pixels blend: linear forms of Perlin noise, numbers of value noise. `rows.rs`, `columns.rs` and `patches.rs` go over them.

use fearless_simd::{Simd, f32x16};

use super::registers::Vector;
use crate::value::lanes::{Block, LANES, load};
use crate::value::number::Real;
use crate::value::perlin::{
    PerlinCell, PerlinColumn, PerlinCorner, perlin_cell, perlin_column, perlin_column_slope, perlin_pixel, perlin_pixel_slope,
};
use crate::value::value::{ValueCell, value_cell, value_column, value_column_slope, value_pixel, value_pixel_slope, value_tilted};

/// Sixteen corners: of lattice columns at one lattice row, or of lattice rows in one lattice column.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Corners {
    pub(super) c: Block,
    pub(super) gx: Block,
    pub(super) gy: Block,
}

/// Where sixteen corners are kept.
pub(super) trait CornerRoom {
    fn keep<S: Simd>(&mut self, value: impl CornerValue<S>);
}

impl CornerRoom for Corners {
    #[inline(always)]
    fn keep<S: Simd>(&mut self, value: impl CornerValue<S>) {
        value.keep_in(self);
    }
}

/// Of value noise a number each is enough.
impl CornerRoom for Vector {
    #[inline(always)]
    fn keep<S: Simd>(&mut self, value: impl CornerValue<S>) {
        self.store(value.number());
    }
}

impl Corners {
    pub(super) const NONE: Self = Self { c: [0.0; LANES], gx: [0.0; LANES], gy: [0.0; LANES] };

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S) -> PerlinCorner<f32x16<S>> {
        PerlinCorner { c: load(simd, &self.c), gx: load(simd, &self.gx), gy: load(simd, &self.gy) }
    }
}

impl<S: Simd> From<PerlinCorner<f32x16<S>>> for Corners {
    #[inline(always)]
    fn from(corner: PerlinCorner<f32x16<S>>) -> Self {
        Self { c: corner.c.into(), gx: corner.gx.into(), gy: corner.gy.into() }
    }
}

/// What a corner function gives of sixteen lattice points.
pub(super) trait CornerValue<S: Simd> {
    /// Keeps it.
    fn keep_in(self, corners: &mut Corners);
    /// What of it does not depend on where in a cell a pixel lies.
    fn number(self) -> f32x16<S>;
}

impl<S: Simd> CornerValue<S> for PerlinCorner<f32x16<S>> {
    #[inline(always)]
    fn keep_in(self, corners: &mut Corners) {
        *corners = self.into();
    }

    #[inline(always)]
    fn number(self) -> f32x16<S> {
        self.c
    }
}

impl<S: Simd> CornerValue<S> for f32x16<S> {
    #[inline(always)]
    fn keep_in(self, corners: &mut Corners) {
        corners.c = self.into();
    }

    #[inline(always)]
    fn number(self) -> f32x16<S> {
        self
    }
}

/// What is blended along a row: linear forms, or numbers alone.
pub(super) trait CellForms {
    const IS_LINEAR: bool;
    /// Blends y away.
    fn column<F: Real>(t: F, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F>;
    fn cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F>;
    /// Blends x away.
    fn pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F;
    /// What a column becomes for the derivative by y, of which [`CellForms::tilted`] makes that of a pixel; `dt` is that of the fade of y.
    fn tilt<F: Real>(interpolation: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F>;
    fn tilted<F: Real>(pixel: F, dt: F) -> F;
    /// The derivative by x; `dt` is that of the fade of x.
    fn pixel_slope<F: Real>(cell: PerlinCell<F>, x: F, t: F, dt: F) -> F;
}

/// Of Perlin noise.
pub(super) struct Linear;

impl CellForms for Linear {
    const IS_LINEAR: bool = true;

    #[inline(always)]
    fn column<F: Real>(t: F, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
        perlin_column(t, below, above, y)
    }

    #[inline(always)]
    fn cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F> {
        perlin_cell(left, right)
    }

    #[inline(always)]
    fn pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F {
        perlin_pixel(cell, x, t)
    }

    #[inline(always)]
    fn tilt<F: Real>(interpolation: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
        perlin_column_slope(interpolation, below, above, y)
    }

    #[inline(always)]
    fn tilted<F: Real>(pixel: F, _: F) -> F {
        pixel
    }

    #[inline(always)]
    fn pixel_slope<F: Real>(cell: PerlinCell<F>, x: F, t: F, dt: F) -> F {
        perlin_pixel_slope(cell, x, t, dt)
    }
}

/// Of value noise.
pub(super) struct Flat;

impl CellForms for Flat {
    const IS_LINEAR: bool = false;

    #[inline(always)]
    fn column<F: Real>(t: F, below: PerlinCorner<F>, above: PerlinCorner<F>, _: F) -> PerlinColumn<F> {
        let a = value_column(t, below.c, above.c);
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

    #[inline(always)]
    fn tilt<F: Real>(_: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, _: F) -> PerlinColumn<F> {
        let a = value_column_slope(below.c, above.c);
        PerlinColumn { a, b: a.real(0.0) }
    }

    #[inline(always)]
    fn tilted<F: Real>(pixel: F, dt: F) -> F {
        value_tilted(pixel, dt)
    }

    #[inline(always)]
    fn pixel_slope<F: Real>(cell: PerlinCell<F>, _: F, _: F, dt: F) -> F {
        value_pixel_slope(ValueCell { a: cell.a, da: cell.da }, dt)
    }
}
