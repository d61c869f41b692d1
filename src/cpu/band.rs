//! The position of an interpreter in a tile: a strip of columns of samples, a band of its rows, and their samples.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use crate::coordinates::Tables;
use crate::domain::DomainKind;
use crate::program::{Basis, Operand, Program, Scalar};
use crate::seeding::HashKind;
use crate::strict::by_hand::Table;
use crate::strict::lanes::{LANES, padded, pick, words};
use crate::strict::lattice::{Coordinate, added};
use crate::strict::table::{self, Hash};

/// The most rows of a band.
pub(super) const ROWS: usize = LANES;

/// Rows that are evaluated together: the index of the first row in the tile, the number of rows, and the index of their slice in the tile.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Band {
    pub(super) y: usize,
    pub(super) rows: usize,
    pub(super) z: usize,
}

/// Rows of samples in a longer slice.
pub(super) struct Samples<'s> {
    pub(super) slice: &'s mut [f32],
    /// The number of values from one row to the next.
    pub(super) stride: usize,
    /// The number of samples of a row.
    pub(super) count: usize,
}

impl Samples<'_> {
    pub(super) fn row(&mut self, number: usize) -> &mut [f32] {
        &mut self.slice[number * self.stride..][..self.count]
    }

    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.slice.chunks_mut(self.stride).map(|row| &mut row[..self.count])
    }

    /// Reborrows the rows.
    pub(super) fn again(&mut self) -> Samples<'_> {
        Samples { slice: self.slice, stride: self.stride, count: self.count }
    }
}

/// Returns a kind of hash as the shaders number it.
pub(super) fn kind_of(hash: HashKind) -> u32 {
    match hash {
        HashKind::Table => table::TABLE,
        HashKind::Lattice => table::LATTICE,
    }
}

/// Returns the hash of a basis of a program.
pub(super) fn hash_of(program: &Program, basis: Basis, index: u32) -> Hash<'_> {
    let values = program.values();
    let key = values.keys[index as usize];
    let table = match basis.hash {
        HashKind::Table => Table::new(&values.tables[key[0] as usize].0, &values.twice[key[0] as usize]),
        HashKind::Lattice => Table::NONE,
    };
    Hash { kind: kind_of(basis.hash), table, key }
}

/// Returns the hash as a basis takes it: Perlin noise all of it, and others the key of the lattice hash.
macro_rules! given_hash {
    (hash $hash:expr) => {
        $hash
    };
    (key $hash:expr) => {
        $hash.key
    };
}
pub(super) use given_hash;

/// The most scalars that a basis takes.
const MOST_SCALARS: usize = 16;

/// The scalars of a basis, padded with zeros.
pub(super) type Scalars = [f32; MOST_SCALARS];

/// Returns the scalars that a program gives a basis.
#[inline(always)]
pub(super) fn scalars_of(program: &Program, scalars: &[Scalar]) -> Scalars {
    let mut numbers = [0.0; MOST_SCALARS];
    numbers.iter_mut().zip(scalars).for_each(|(number, scalar)| *number = program.values().scalar(*scalar));
    numbers
}

/// The coordinate of a basis without a lattice axis.
pub(super) const ORIGIN: Coordinate = Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 };

/// Returns the coordinate of an entry of a lattice without a period.
pub(super) fn coordinate_of([cell, fraction]: [u32; 2]) -> Coordinate {
    Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period: 0 }
}

/// Returns the distance from one coordinate to another, in units of 2^-32 cell.
pub(super) fn distance(from: Coordinate, to: Coordinate) -> i64 {
    let place = |at: Coordinate| (u64::from(at.cell.0) << 32) | u64::from(at.fraction.0);
    place(to).wrapping_sub(place(from)) as i64
}

/// The coordinates other than x and y, where they are constant along a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slice {
    pub(super) z: Coordinate,
    pub(super) w: Coordinate,
}

/// The given values of a program over a tile of one slice.
#[derive(Clone, Copy, Default)]
pub(super) struct Given<'a> {
    /// For each given register, the values row by row.
    pub(super) planes: &'a [&'a [f32]],
    /// The number of values from one row to the next.
    pub(super) pitch: usize,
    /// The index in a plane of the tile's first sample.
    pub(super) first: usize,
}

impl<'a> Given<'a> {
    /// Returns the values of some samples of a row.
    pub(super) fn row(&self, plane: usize, x: usize, y: usize, count: usize) -> &'a [f32] {
        &self.planes[plane][self.first + y * self.pitch + x..][..count]
    }
}

/// Adjacent columns of samples of a tile, and the program that is evaluated there.
#[derive(Clone, Copy)]
pub(super) struct Strip<'a> {
    pub(super) program: &'a Program,
    pub(super) tables: &'a Tables,
    pub(super) kind: DomainKind,
    pub(super) given: Given<'a>,
    /// The index along x of the first sample in the tile, and the number of samples of a row.
    pub(super) start: usize,
    pub(super) count: usize,
}

/// The entries of samples on a lattice axis, each a cell and a fraction, and the number of cells after which the lattice repeats.
pub(super) type Entries<'a> = (&'a [[u32; 2]], u32);

impl<'a> Strip<'a> {
    /// Returns the number of blocks of sixteen samples in a row.
    pub(super) fn blocks(&self) -> usize {
        self.count.div_ceil(LANES)
    }

    /// Returns the terms of a lattice axis, each with the domain axis of its entries.
    pub(super) fn terms(&self, axis: usize) -> impl Iterator<Item = (usize, u8)> + use<'a> {
        let axis = &self.program.structure().axes[axis];
        axis.terms.iter().enumerate().map(|(number, domain_axis)| (axis.first as usize + number, *domain_axis))
    }

    pub(super) fn changes_along_rows(&self, domain_axis: u8) -> bool {
        self.kind == DomainKind::Points || domain_axis == 0
    }

    /// Returns the entries of a row's samples on a lattice axis that is the domain's x.
    pub(super) fn columns(&self, axis: u32, octave: usize) -> Entries<'a> {
        self.tables.entries(self.program.structure().axes[axis as usize].first as usize, octave, self.start, self.count)
    }

    /// Returns the entries of a band's rows on a lattice axis that is the domain's y.
    pub(super) fn rows(&self, axis: u32, octave: usize, band: &Band) -> Entries<'a> {
        self.tables.entries(self.program.structure().axes[axis as usize].first as usize, octave, band.y, band.rows)
    }

    /// Returns the sum of those terms of a lattice axis that are constant along a row.
    pub(super) fn constant_along(&self, axis: usize, octave: usize, band: &Band, row: usize) -> Option<Coordinate> {
        let constants = self.terms(axis).filter(|(_, domain_axis)| !self.changes_along_rows(*domain_axis)).map(|(term, domain_axis)| {
            let index = match domain_axis {
                1 => band.y + row,
                2 => band.z,
                _ => 0,
            };
            self.tables.term(term, octave, index)
        });
        constants.reduce(added)
    }

    /// Returns the coordinates other than x and y, for a lattice that lies in slices.
    pub(super) fn slice(&self, basis: Basis, first: u32, octave: usize, band: &Band) -> Slice {
        let other = |number: usize| {
            let axis = (number < usize::from(basis.dimensions())).then_some(first as usize + number)?;
            self.constant_along(axis, octave, band, 0)
        };
        Slice { z: other(2).unwrap_or(ORIGIN), w: other(3).unwrap_or(ORIGIN) }
    }

    /// Returns the key of a basis of the lattice hash.
    pub(super) fn key(&self, index: u32) -> [u32; 2] {
        self.program.values().keys[index as usize]
    }

    /// Returns the hash of a basis.
    pub(super) fn hash(&self, basis: Basis, index: u32) -> Hash<'a> {
        hash_of(self.program, basis, index)
    }

    pub(super) fn octaves(&self, index: u32) -> usize {
        self.program.values().octaves[index as usize] as usize
    }

    pub(super) fn scalar(&self, scalar: Scalar) -> f32 {
        self.program.values().scalar(scalar)
    }

    /// Returns the value of an operand that is not a register.
    pub(super) fn number(&self, operand: Operand, octave: usize) -> f32 {
        self.program.values().number(operand, octave)
    }
}

/// For each of sixteen samples, the index of the stored number that it uses. The indices of neighbours are equal or consecutive.
pub(super) struct Spread {
    first: u32,
    /// Relative to `first`.
    lanes: [u8; LANES],
    form: Form,
}

/// The pattern of the indices of sixteen samples.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// All use the same number.
    Together,
    /// Each uses the number after its predecessor's.
    Apart,
    Mixed,
}

impl Spread {
    /// Creates it from the indices of up to sixteen samples, none more than 15 above the first.
    pub(super) fn new(numbers: &[u32]) -> Self {
        let first = numbers[0];
        let lanes = padded(numbers).map(|number| number.wrapping_sub(first) as u8);
        let form = match numbers {
            _ if numbers.last() == numbers.first() => Form::Together,
            _ if numbers.iter().zip(first..).all(|(number, expected)| *number == expected) => Form::Apart,
            _ => Form::Mixed,
        };
        Self { first, lanes, form }
    }

    /// Loads the numbers from several rows of equal length, in which sixteen numbers can be read from any index on.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, from: &[&[f32]], into: &mut [f32x16<S>]) {
        let first = self.first as usize;
        match self.form {
            Form::Together => {
                for (number, from) in into.iter_mut().zip(from) {
                    *number = f32x16::splat(simd, from[first]);
                }
            }
            Form::Apart => {
                for (number, from) in into.iter_mut().zip(from) {
                    *number = f32x16::from_slice(simd, &from[first..first + LANES]);
                }
            }
            Form::Mixed => {
                let lanes = words(simd, &self.lanes);
                for (number, from) in into.iter_mut().zip(from) {
                    *number = pick(simd, f32x16::from_slice(simd, &from[first..first + LANES]), lanes);
                }
            }
        }
    }
}
