//! The corners of noise at lattice points, which need hashes: what is left there over x and y once the other dimensions are blended away. `rows.rs` finds those
//! of lattice rows, `column_points.rs` those of lattice columns, `patches.rs` all that a table makes.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x64, u32x16};

use super::cell_forms::{CornerRoom, Corners};
use super::gradients::Gradients;
use super::lines::splat;
use super::planes::{Hashes, PlanesAround, hashed_columns};
use super::strip::ORIGIN;
use crate::program::{Basis, BasisFunction};
use crate::value::hash::{Hash, LATTICE_X, LATTICE_Y, TABLE};
use crate::value::lanes::LANES;
use crate::value::lattice::Coordinate;
use crate::value::list::bases;
use crate::value::number::Lanes as _;
use crate::value::*;

/// Noise that has corners.
#[derive(Clone, Copy)]
pub(super) struct Noise<'a> {
    pub(super) basis: Basis,
    pub(super) dimensions: u8,
    pub(super) hash: Hash<'a>,
    pub(super) interpolation: u32,
    /// Whether linear forms lie at its corners, and not numbers.
    pub(super) is_linear: bool,
}

impl<'a> Noise<'a> {
    /// A basis that [`Basis::has_rows`].
    pub(super) fn new(basis: Basis, hash: Hash<'a>) -> Self {
        let is_linear = basis.function.corner().is_some_and(|corner| corner.is_linear);
        Self { basis, dimensions: basis.dimensions(), hash, interpolation: basis.option("interpolation"), is_linear }
    }

    /// The gradients, of a basis whose corners are picked from some.
    pub(super) fn gradients(&self) -> Option<Gradients> {
        Gradients::of(self.basis)
    }
}

/// The coordinates other than x and y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slice {
    pub(super) z: Coordinate,
    pub(super) w: Coordinate,
}

/// The gradients, and the bytes that pick one at each lattice point of a lattice row.
struct Picked {
    gradients: Gradients,
    /// Of the table, p[x] of each lattice column, padded to what is permuted at a time.
    hashed: Vec<u8>,
    hashes: Hashes,
}

/// Lattice columns whose corners are asked for.
pub(super) struct CornerFinder<'a> {
    noise: Noise<'a>,
    /// The lattice points on x, padded to whole blocks, and after how many they repeat.
    cells: Vec<u32>,
    period: u32,
    /// Of a basis whose corners are picked from gradients.
    picked: Option<Picked>,
}

impl<'a> CornerFinder<'a> {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, points: &[u32], period: u32) -> Self {
        let mut cells = points.to_vec();
        cells.resize(points.len().next_multiple_of(LANES), 0);
        let picked = noise.gradients().map(
            #[inline(always)]
            |gradients| {
                let hashed = hashed_columns(simd, noise.hash, points);
                Picked { gradients, hashes: Hashes::new(hashed.len()), hashed }
            },
        );
        Self { noise, cells, period, picked }
    }

    /// How many blocks of columns there are.
    pub(super) fn blocks(&self) -> usize {
        self.cells.len() / LANES
    }

    /// Finds the corners of all columns at a lattice row.
    #[inline(always)]
    pub(super) fn find<S: Simd>(&mut self, simd: S, y: Coordinate, slice: &Slice, corners: &mut [Corners]) {
        let Noise { basis, dimensions, hash, interpolation, .. } = self.noise;
        let Some(picked) = &mut self.picked else {
            let [y, z, w] = [splat(simd, y), splat(simd, slice.z), splat(simd, slice.w)];
            let (cells, period, origin) = (self.cells.as_chunks().0, self.period, u32x16::splat(simd, 0));
            let corners = &mut corners[..cells.len()];
            return find_each_corner(
                basis,
                outlined(hash),
                corners,
                #[inline(always)]
                |block| [Coordinate { cell: u32x16::load_array_ref(simd, &cells[block]), fraction: origin, period }, y, z, w],
            );
        };
        let z = if dimensions == 3 { slice.z } else { ORIGIN };
        picked.find(simd, self.noise, &self.cells, y.cell, z);
        let [lower, upper] = picked.hashes.blocks();
        if dimensions == 2 {
            let plane = picked.gradients.in_plane(simd);
            for (hashes, corners) in lower.iter().zip(corners) {
                *corners = plane.corner(simd, hashes).into();
            }
        } else {
            let planes = picked.gradients.between(simd, &picked.gradients.around(simd, z.fraction, interpolation));
            for ((lower, upper), corners) in lower.iter().zip(upper).zip(corners) {
                *corners = planes.corner(simd, lower, upper).into();
            }
        }
    }
}

impl Picked {
    /// Finds the hashes of a lattice row.
    #[inline(always)]
    fn find<S: Simd>(&mut self, simd: S, noise: Noise<'_>, cells: &[u32], y: Wrapping<u32>, z: Coordinate) {
        let planes = PlanesAround::new(noise.hash, noise.dimensions, z);
        let hashed = &self.hashed;
        if noise.hash.kind == TABLE {
            self.hashes.by_table(
                simd,
                planes,
                #[inline(always)]
                |sums| {
                    let y = u8x64::splat(simd, y.0 as u8);
                    for (sums, x) in sums.as_chunks_mut().0.iter_mut().zip(hashed.as_chunks().0) {
                        *sums = (u8x64::load_array_ref(simd, x) + y).into();
                    }
                },
            );
        } else {
            let cells = cells.as_chunks().0;
            let y = (y * Wrapping(LATTICE_Y)).0;
            self.hashes.by_lattice(
                planes,
                0..cells.len(),
                #[inline(always)]
                |block| {
                    let x = u32x16::load_array_ref(simd, &cells[block]);
                    (x * x.word(LATTICE_X)) ^ y
                },
            );
        }
    }
}

/// The corner of a basis at each of sixteen lattice columns, by the function that it has for that.
macro_rules! corner {
    ($given:tt () $file:ident) => {
        // A basis without corners has no rows.
        {}
    };
    ($given:tt ($corner:ident $form:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients($gradients:ident)) $file:ident) => {
        // Picked from its gradients.
        {}
    };
    (
        ($basis:ident $hash:ident $corners:ident $coordinates:ident)
        ($corner:ident $form:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients()) $file:ident
    ) => {{
        let [$($option),*] = [$($basis.option(stringify!($option))),*];
        for (block, corners) in $corners.iter_mut().enumerate() {
            let [x, y, z, w] = $coordinates(block);
            let [$($coordinate,)+ ..] = [x, y, z, w, w];
            corners.keep($file::$corner($($option,)* $hash, $($coordinate),+));
        }
    }};
}

/// Finds the corners of a basis whose corners are not picked, sixteen at a time: a function gives the coordinates of each block of them.
#[inline(always)]
pub(super) fn find_each_corner<S: Simd>(
    basis: Basis,
    hash: Hash<'_>,
    corners: &mut [impl CornerRoom],
    coordinates: impl Fn(usize) -> [Coordinate<f32x16<S>>; 4],
) {
    macro_rules! any {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match basis.function {
                $(BasisFunction::$variant => corner!((basis hash corners coordinates) ($($corner)*) $file),)*
            }
        };
    }
    bases!(any);
}

/// The hash whose functions are outlined. Called where the hash is used, so that the compiler knows it and compiles them in one way only.
#[inline(always)]
pub(super) fn outlined(hash: Hash<'_>) -> Hash<'_> {
    Hash { table: hash.table.with_outlined(true), ..hash }
}
