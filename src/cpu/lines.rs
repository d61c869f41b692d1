//! Lattice coordinates along rows, sixteen side by side: the evaluator keeps them, and `straight.rs` makes and reads them.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use crate::value::lanes::LANES;
use crate::value::lattice::{Coordinate, added};

/// What of a lattice coordinate changes along a row, at each of its samples, padded to whole blocks.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<u32>,
    pub(super) fractions: Vec<u32>,
}

impl Line {
    /// The coordinate at a sample, of a line without a period.
    pub(super) fn at(&self, index: usize) -> Coordinate {
        Coordinate { cell: Wrapping(self.cells[index]), fraction: Wrapping(self.fractions[index]), period: 0 }
    }

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, block: usize, period: u32) -> Coordinate<f32x16<S>> {
        Coordinate {
            cell: u32x16::load_array_ref(simd, &self.cells.as_chunks().0[block]),
            fraction: u32x16::load_array_ref(simd, &self.fractions.as_chunks().0[block]),
            period,
        }
    }

    /// Replaces the coordinates of each block.
    #[inline(always)]
    pub(super) fn replace<S: Simd>(
        &mut self,
        simd: S,
        period: u32,
        function: impl Fn(usize, Coordinate<f32x16<S>>) -> Coordinate<f32x16<S>>,
    ) {
        for block in 0..self.cells.len() / LANES {
            let Coordinate { cell, fraction, .. } = function(block, self.load(simd, block, period));
            self.cells.as_chunks_mut().0[block] = cell.into();
            self.fractions.as_chunks_mut().0[block] = fraction.into();
        }
    }
}

/// A lattice coordinate along one row.
#[derive(Clone, Copy)]
pub(super) enum Along<'l, S: Simd> {
    /// The same everywhere.
    Constant(Coordinate<f32x16<S>>),
    Line(&'l Line, u32),
    /// Both, to be added.
    Sum(&'l Line, Coordinate<f32x16<S>>),
}

impl<S: Simd> Along<'_, S> {
    #[inline(always)]
    pub(super) fn load(&self, simd: S, block: usize) -> Coordinate<f32x16<S>> {
        match self {
            Self::Constant(constant) => *constant,
            Self::Line(line, period) => line.load(simd, block, *period),
            Self::Sum(line, constant) => added(line.load(simd, block, constant.period), *constant),
        }
    }
}

/// The coordinates of the sixteen samples of a block on each axis.
#[inline(always)]
pub(super) fn load_all<S: Simd, const N: usize>(simd: S, axes: &[Along<'_, S>; N], block: usize) -> [Coordinate<f32x16<S>>; N] {
    let mut coordinates = [Coordinate { cell: u32x16::splat(simd, 0), fraction: u32x16::splat(simd, 0), period: 0 }; N];
    for (coordinate, along) in coordinates.iter_mut().zip(axes) {
        *coordinate = along.load(simd, block);
    }
    coordinates
}

/// The same coordinate in every lane.
#[inline(always)]
pub(super) fn splat<S: Simd>(simd: S, at: Coordinate) -> Coordinate<f32x16<S>> {
    Coordinate { cell: u32x16::splat(simd, at.cell.0), fraction: u32x16::splat(simd, at.fraction.0), period: at.period }
}
