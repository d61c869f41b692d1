//! Lattice coordinates along rows, sixteen side by side: the evaluator keeps them, and `straight.rs` makes and reads them.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use crate::value::lanes::LANES;
use crate::value::lattice::{Coordinate, added};

/// Sixteen coordinates side by side, but for their period. They are aligned so that no vector lies in two lines of the cache.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Coordinates {
    cells: [u32; LANES],
    fractions: [u32; LANES],
}

impl Coordinates {
    const ORIGIN: Self = Self { cells: [0; LANES], fractions: [0; LANES] };

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, period: u32) -> Coordinate<f32x16<S>> {
        Coordinate { cell: u32x16::load_array_ref(simd, &self.cells), fraction: u32x16::load_array_ref(simd, &self.fractions), period }
    }

    #[inline(always)]
    pub(super) fn store<S: Simd>(&mut self, at: Coordinate<f32x16<S>>) {
        self.cells = at.cell.into();
        self.fractions = at.fraction.into();
    }
}

/// What of a lattice coordinate changes along a row, at each of its samples, padded to whole blocks.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) blocks: Vec<Coordinates>,
}

impl Line {
    /// Of so many whole blocks, with the coordinate at each sample.
    pub(super) fn new(blocks: usize, at: impl Fn(usize) -> Coordinate) -> Self {
        let mut line = Self { blocks: vec![Coordinates::ORIGIN; blocks] };
        for (number, block) in line.blocks.iter_mut().enumerate() {
            for lane in 0..LANES {
                let Coordinate { cell, fraction, .. } = at(number * LANES + lane);
                (block.cells[lane], block.fractions[lane]) = (cell.0, fraction.0);
            }
        }
        line
    }

    /// Makes it so many blocks long.
    pub(super) fn resize(&mut self, blocks: usize) {
        self.blocks.resize(blocks, Coordinates::ORIGIN);
    }

    /// The coordinate at a sample, of a line without a period.
    pub(super) fn at(&self, index: usize) -> Coordinate {
        let Coordinates { cells, fractions } = &self.blocks[index / LANES];
        Coordinate { cell: Wrapping(cells[index % LANES]), fraction: Wrapping(fractions[index % LANES]), period: 0 }
    }

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, block: usize, period: u32) -> Coordinate<f32x16<S>> {
        self.blocks[block].load(simd, period)
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
