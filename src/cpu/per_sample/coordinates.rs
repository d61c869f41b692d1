//! Lattice coordinates along rows, sixteen samples side by side.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use crate::cpu::band::{Band, Strip};
use crate::cpu::registers::{Registers, Vector};
use crate::program::{OctaveScalar, Operand};
use crate::strict::lanes::LANES;
use crate::strict::lattice::{Coordinate, added, moved};
use crate::strict::strict::rounded;

/// The most lattice axes of a basis: three, and the three components of a direction.
pub(in crate::cpu) const MOST_AXES: usize = 6;

/// The number of registers that warp an axis in one pass.
const TOGETHER: usize = 3;

/// Sixteen coordinates without their period. They are aligned so that no vector spans two cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::cpu) struct Coordinates {
    cells: [u32; LANES],
    fractions: [u32; LANES],
}

impl Coordinates {
    const ORIGIN: Self = Self { cells: [0; LANES], fractions: [0; LANES] };

    fn fill(&mut self, entries: &[[u32; 2]; LANES]) {
        for (lane, entry) in entries.iter().enumerate() {
            [self.cells[lane], self.fractions[lane]] = *entry;
        }
    }

    fn splat(at: Coordinate) -> Self {
        Self { cells: [at.cell.0; LANES], fractions: [at.fraction.0; LANES] }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, period: u32) -> Coordinate<f32x16<S>> {
        Coordinate { cell: u32x16::load_array_ref(simd, &self.cells), fraction: u32x16::load_array_ref(simd, &self.fractions), period }
    }

    #[inline(always)]
    fn store<S: Simd>(&mut self, at: Coordinate<f32x16<S>>) {
        self.cells = at.cell.into();
        self.fractions = at.fraction.into();
    }
}

/// Returns the same coordinate in every lane.
#[inline(always)]
pub(in crate::cpu) fn splat<S: Simd>(simd: S, at: Coordinate) -> Coordinate<f32x16<S>> {
    Coordinate { cell: u32x16::splat(simd, at.cell.0), fraction: u32x16::splat(simd, at.fraction.0), period: at.period }
}

/// The part of a lattice coordinate that changes along a row, at each sample, padded to whole blocks.
pub(in crate::cpu) struct Line {
    blocks: Vec<Coordinates>,
    period: u32,
}

impl Line {
    /// Returns the line of a lattice axis over a strip. None if the axis is constant along rows.
    pub(in crate::cpu) fn new(strip: &Strip<'_>, axis: usize, octave: usize) -> Option<Self> {
        let mut line: Option<Self> = None;
        for (term, _) in strip.terms(axis).filter(|(_, domain_axis)| strip.changes_along_rows(*domain_axis)) {
            let (entries, period) = strip.tables.entries(term, octave, strip.start, strip.count);
            let mut blocks = vec![Coordinates::ORIGIN; strip.blocks()];
            let (whole, rest) = entries.as_chunks::<LANES>();
            blocks.iter_mut().zip(whole).for_each(|(block, entries)| block.fill(entries));
            if let ([.., last], Some(end)) = (rest, blocks.last_mut()) {
                end.fill(&std::array::from_fn(|lane| rest.get(lane).copied().unwrap_or(*last)));
            }
            match &mut line {
                None => line = Some(Self { blocks, period }),
                Some(line) => line.add(&Self { blocks, period }),
            }
        }
        line
    }

    /// Adds another line with the same period.
    fn add(&mut self, other: &Self) {
        for index in 0..self.blocks.len() * LANES {
            let Coordinate { cell, fraction, .. } = added(self.at(index), other.at(index));
            let block = &mut self.blocks[index / LANES];
            (block.cells[index % LANES], block.fractions[index % LANES]) = (cell.0, fraction.0);
        }
    }

    /// Returns the coordinate at a sample.
    pub(in crate::cpu) fn at(&self, index: usize) -> Coordinate {
        let Coordinates { cells, fractions } = &self.blocks[index / LANES];
        Coordinate { cell: Wrapping(cells[index % LANES]), fraction: Wrapping(fractions[index % LANES]), period: self.period }
    }
}

/// A lattice axis along one row.
#[derive(Clone, Copy)]
pub(super) struct Along<'r> {
    blocks: &'r [Coordinates],
    /// The step from one block to the next; 0 if all are equal.
    step: usize,
    period: u32,
}

impl Along<'_> {
    const ORIGIN: Along<'static> = Along { blocks: &[Coordinates::ORIGIN], step: 0, period: 0 };

    /// Returns true if the axis is constant along the row.
    pub(super) fn is_constant(&self) -> bool {
        self.step == 0
    }

    /// Returns the cells of a block.
    #[inline(always)]
    pub(super) fn cells(&self, block: usize) -> &[u32; LANES] {
        &self.blocks[block * self.step].cells
    }

    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, block: usize) -> Coordinate<f32x16<S>> {
        self.blocks[block * self.step].load(simd, self.period)
    }
}

/// The lattice coordinates of a strip's rows.
pub(in crate::cpu) struct Coordinated {
    /// By lattice axis and octave; created on first use.
    lines: Vec<Vec<Option<Option<Line>>>>,
    /// The current row, for each axis whose coordinates have to be written.
    written: [Vec<Coordinates>; MOST_AXES],
}

impl Coordinated {
    /// Creates it for a program with this many lattice axes.
    pub(in crate::cpu) fn new(axes: usize) -> Self {
        let mut lines = vec![];
        lines.resize_with(axes, Vec::new);
        Self { lines, written: [const { vec![] }; MOST_AXES] }
    }

    /// Returns the part of a lattice axis that changes along rows.
    pub(in crate::cpu) fn line(&mut self, strip: &Strip<'_>, axis: usize, octave: usize) -> Option<&Line> {
        let lines = &mut self.lines[axis];
        if lines.len() <= octave {
            lines.resize_with(octave + 1, || None);
        }
        lines[octave].get_or_insert_with(|| Line::new(strip, axis, octave)).as_ref()
    }

    /// Returns `count` lattice axes, from `first` on, along a row of a band.
    pub(super) fn row<'s, S: Simd>(
        &mut self,
        simd: S,
        strip: &Strip<'s>,
        registers: &Registers<'s>,
        (first, count): (usize, usize),
        (octave, band, row): (usize, &Band, usize),
    ) -> [Along<'_>; MOST_AXES] {
        for axis in first..first + count {
            self.line(strip, axis, octave);
        }
        let Self { lines, written } = self;
        let mut axes = [Along::ORIGIN; MOST_AXES];
        for (number, (along, written)) in axes.iter_mut().zip(written).enumerate().take(count) {
            let axis = first + number;
            let line = lines[axis][octave].as_ref().and_then(Option::as_ref);
            let constant = strip.constant_along(axis, octave, band, row);
            let displaced = &strip.program.structure().axes[axis].displaced;
            let period = line.map_or_else(|| constant.map_or(0, |constant| constant.period), |line| line.period);
            *along = match (line, constant) {
                (Some(line), None) if displaced.is_empty() => Along { blocks: &line.blocks, step: 1, period },
                (None, constant) if displaced.is_empty() => {
                    written.clear();
                    written.push(constant.map_or(Coordinates::ORIGIN, Coordinates::splat));
                    Along { blocks: written, step: 0, period }
                }
                _ => {
                    written.resize(strip.blocks(), Coordinates::ORIGIN);
                    let own = [constant.map_or(Coordinates::ORIGIN, Coordinates::splat)];
                    let (from, constant) = match line {
                        Some(line) => (Some((&line.blocks[..], 1)), constant),
                        None => (Some((&own[..], 0)), None),
                    };
                    let mut write = Write { simd, strip, registers, octave, row, from, constant, period };
                    write.all(displaced, written);
                    Along { blocks: written, step: 1, period }
                }
            };
        }
        axes
    }
}

/// Writes the coordinates of a row.
struct Write<'r, 's, S> {
    simd: S,
    strip: &'r Strip<'s>,
    registers: &'r Registers<'s>,
    octave: usize,
    row: usize,
    /// The initial coordinates, with the step from one block to the next. None if they are already written.
    from: Option<(&'r [Coordinates], usize)>,
    /// Added to the initial coordinates.
    constant: Option<Coordinate>,
    period: u32,
}

impl<S: Simd> Write<'_, '_, S> {
    /// Writes them, warped by one operand after another, each times a number of the octave.
    fn all(&mut self, displaced: &[(Operand, OctaveScalar)], to: &mut [Coordinates]) {
        if displaced.is_empty() {
            self.displaced([], to);
        }
        for displaced in displaced.chunks(TOGETHER) {
            match displaced {
                [a] => self.displaced([a], to),
                [a, b] => self.displaced([a, b], to),
                [a, b, c] => self.displaced([a, b, c], to),
                _ => unreachable!("chunks of three"),
            }
            (self.from, self.constant) = (None, None);
        }
    }

    #[inline(never)]
    fn displaced<const N: usize>(&self, displaced: [&(Operand, OctaveScalar); N], to: &mut [Coordinates]) {
        let Self { simd, strip, registers, octave, row, period, .. } = *self;
        let number = |operand| strip.number(operand, octave);
        let numbers = displaced.map(|(by, _)| Vector::splat(if let Operand::Register(_) = by { 0.0 } else { number(*by) }));
        simd.vectorize(
            #[inline(always)]
            || {
                let mut all: [(&[Vector], usize, f32x16<S>); N] = [(&[], 0, f32x16::splat(simd, 0.0)); N];
                for ((all, own), (by, scale)) in all.iter_mut().zip(&numbers).zip(displaced) {
                    let (vectors, step) = match by {
                        Operand::Register(register) => (&registers.of(*register)[row * to.len()..], 1),
                        _ => (std::slice::from_ref(own), 0),
                    };
                    *all = (vectors, step, f32x16::splat(simd, number(Operand::Octave(*scale))));
                }
                let constant = self.constant.map(
                    #[inline(always)]
                    |constant| splat(simd, constant),
                );
                for (block, to) in to.iter_mut().enumerate() {
                    let mut at = match self.from {
                        Some((from, step)) => from[block * step].load(simd, period),
                        None => to.load(simd, period),
                    };
                    if let Some(constant) = constant {
                        at = added(at, constant);
                    }
                    for (vectors, step, scale) in &all {
                        at = moved(at, rounded(vectors[block * step].load(simd) * *scale));
                    }
                    to.store(at);
                }
            },
        );
    }
}
