//! What `columns.rs` finds at the lattice points around sixteen rows: of noise whose corners are picked from gradients the bytes that pick them, of other
//! noise the corners.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u32x16};

use super::cell_forms::{CornerRoom, Corners};
use super::corners::{Noise, Slice, find_each_corner, outlined};
use super::gradients::{Gradients, KeptPlanes};
use super::groups::{Around, Group, Place};
use super::lines::splat;
use super::planes::{Hashes, PlanesAround, hashed_columns};
use super::registers::Vector;
use crate::value::hash::{LATTICE_X, LATTICE_Y, TABLE};
use crate::value::lanes::{LANES, padded};
use crate::value::lattice::Coordinate;
use crate::value::number::Lanes as _;

/// What is found, for each lattice column in sixteen lattice rows, then of all columns in the last lattice row or of each column in the sixteen above.
pub(super) enum Points {
    /// What picks gradients.
    Hashed(Box<HashedPoints>),
    /// The corners of other Perlin noise.
    Forms(Vec<Corners>),
    /// Those of value noise.
    Numbers(Vec<Vector>),
}

/// The low bytes of hashes, at the lattice planes below and above.
pub(super) struct HashedPoints {
    pub(super) gradients: Gradients,
    /// Of the table p[x] of each lattice column.
    hashed: Vec<u8>,
    pub(super) hashes: Hashes,
    /// In three dimensions what is picked from around z.
    pub(super) planes: KeptPlanes,
}

impl Points {
    /// Of some lattice columns, before any are found.
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: &Noise<'_>, cells: &[u32]) -> Self {
        match noise.gradients() {
            Some(gradients) => {
                let (hashed, hashes) = (hashed_columns(simd, noise.hash, cells), Hashes::new(0));
                Self::Hashed(Box::new(HashedPoints { gradients, hashed, hashes, planes: KeptPlanes::default() }))
            }
            None if noise.is_linear => Self::Forms(vec![]),
            None => Self::Numbers(vec![]),
        }
    }

    /// Goes to other rows, whose lattice points are found already or will be.
    #[inline(always)]
    pub(super) fn go_to<S: Simd>(&mut self, simd: S, noise: &Noise<'_>, group: &Group) {
        if let Self::Hashed(points) = self
            && noise.dimensions == 3
        {
            points.planes = points.gradients.around(simd, group.slice.z.fraction, noise.interpolation);
        }
    }

    /// Whether what was found for some rows is what other ones need.
    pub(super) fn are_alike(&self, before: &Group, group: &Group) -> bool {
        before.place == group.place && (matches!(self, Self::Hashed(_)) || before.slice == group.slice)
    }

    /// Finds what is at the lattice points of a group, in lattice columns that repeat after a period.
    #[inline(always)]
    pub(super) fn find<S: Simd>(&mut self, simd: S, noise: &Noise<'_>, group: &Group, (cells, period): (&[u32], u32)) {
        match self {
            Self::Hashed(points) => points.find(simd, noise, group, cells),
            Self::Forms(corners) => {
                corners.resize(points_of(&group.place, cells), Corners::NONE);
                find_corners(simd, noise, group, (cells, period), corners);
            }
            Self::Numbers(numbers) => {
                numbers.resize(points_of(&group.place, cells), Vector::ZERO);
                find_corners(simd, noise, group, (cells, period), numbers);
            }
        }
    }
}

/// How many blocks of sixteen the lattice points take.
fn points_of(place: &Place, cells: &[u32]) -> usize {
    match place.around {
        Around::Shared { .. } => cells.len(),
        Around::Next(_) => cells.len() + cells.len().div_ceil(LANES),
        Around::Apart(_) => 2 * cells.len(),
    }
}

/// A block of lattice columns.
#[inline(always)]
fn block_of<S: Simd>(simd: S, cells: &[u32], block: usize) -> u32x16<S> {
    u32x16::load_array(simd, padded(&cells[block * LANES..cells.len().min((block + 1) * LANES)]))
}

/// Finds the corners at lattice points.
#[inline(always)]
fn find_corners<S: Simd>(simd: S, noise: &Noise<'_>, group: &Group, (cells, period): (&[u32], u32), corners: &mut [impl CornerRoom]) {
    let Group { place: Place { points, around, .. }, period: y_period, slice: Slice { z, w }, .. } = group;
    let (z, w, origin) = (splat(simd, *z), splat(simd, *w), u32x16::splat(simd, 0));
    find_each_corner(
        noise.basis,
        outlined(noise.hash),
        corners,
        #[inline(always)]
        |place| {
            let (x, y) = match (place.checked_sub(cells.len()), around) {
                (None, _) => (u32x16::splat(simd, cells[place]), u32x16::load_array_ref(simd, points)),
                (Some(block), Around::Next(y)) => (block_of(simd, cells, block), u32x16::splat(simd, *y)),
                (Some(number), Around::Apart(above)) => (u32x16::splat(simd, cells[number]), u32x16::load_array_ref(simd, above)),
                (Some(_), Around::Shared { .. }) => unreachable!("no points but those of the columns"),
            };
            [Coordinate { cell: x, fraction: origin, period }, Coordinate { cell: y, fraction: origin, period: *y_period }, z, w]
        },
    );
}

impl HashedPoints {
    /// Finds the hashes of a group's lattice points.
    #[inline(always)]
    fn find<S: Simd>(&mut self, simd: S, noise: &Noise<'_>, Group { place, slice, .. }: &Group, cells: &[u32]) {
        let Self { hashed, hashes, .. } = self;
        let points = cells.len() * LANES;
        hashes.resize(points_of(place, cells) * LANES);
        let planes = PlanesAround::new(noise.hash, noise.dimensions, slice.z);
        if noise.hash.kind == TABLE {
            hashes.by_table(
                simd,
                planes,
                #[inline(always)]
                |sums| {
                    let (of_points, rest) = sums.split_at_mut(points);
                    sum_columns(simd, hashed, &place.points, of_points);
                    match &place.around {
                        Around::Shared { .. } => {}
                        Around::Next(y) => {
                            for (sum, x) in rest.iter_mut().zip(hashed.iter()) {
                                *sum = x.wrapping_add(*y as u8);
                            }
                        }
                        Around::Apart(above) => sum_columns(simd, hashed, above, &mut rest[..points]),
                    }
                },
            );
            return;
        }
        hash_columns(simd, planes, cells, &place.points, 0, hashes);
        match &place.around {
            Around::Shared { .. } => {}
            Around::Next(y) => {
                let y = y.wrapping_mul(LATTICE_Y);
                hashes.by_lattice(
                    planes,
                    cells.len()..cells.len() + cells.len().div_ceil(LANES),
                    #[inline(always)]
                    |block| {
                        let x = block_of(simd, cells, block);
                        (x * x.word(LATTICE_X)) ^ y
                    },
                );
            }
            Around::Apart(above) => hash_columns(simd, planes, cells, above, cells.len(), hashes),
        }
    }
}

/// Writes the sums p[x] + y of sixteen lattice rows in each lattice column.
#[inline(always)]
fn sum_columns<S: Simd>(simd: S, hashed: &[u8], rows: &[u32; LANES], sums: &mut [u8]) {
    let y = u8x16::load_array(simd, rows.map(|y| y as u8));
    for (sums, x) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(hashed) {
        *sums = (u8x16::splat(simd, *x) + y).into();
    }
}

/// Writes the lattice hashes of sixteen lattice rows in each lattice column, from a block of the hashes on.
#[inline(always)]
fn hash_columns<S: Simd>(simd: S, planes: PlanesAround<'_>, cells: &[u32], rows: &[u32; LANES], first: usize, hashes: &mut Hashes) {
    let y = u32x16::load_array_ref(simd, rows);
    let y = y * y.word(LATTICE_Y);
    hashes.by_lattice(
        planes,
        first..first + cells.len(),
        #[inline(always)]
        |column| y ^ cells[column].wrapping_mul(LATTICE_X),
    );
}
