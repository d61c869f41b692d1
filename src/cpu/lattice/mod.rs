//! Lattice points of separable noise: their values after all dimensions but x and y are blended, which takes hashes.

pub(super) mod cache;
mod gradients;
mod hashes;

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u8x64, u32x16};

use super::band::{ORIGIN, Slice, given_hash};
use super::per_sample::coordinates::splat;
use super::registers::Vector;
use crate::program::{Basis, BasisFunction};
use crate::strict::hash::{LATTICE_X, LATTICE_Y, hash_first, hash_next};
use crate::strict::lanes::LANES;
use crate::strict::lattice::Coordinate;
use crate::strict::list::bases;
use crate::strict::real::Lanes as _;
use crate::strict::stages::Stages;
use crate::strict::table::{Hash, TABLE};
use crate::strict::*;
use gradients::Gradients;
use hashes::{Hashes, PlanesAround, hashed_columns};

/// Separable noise.
#[derive(Clone, Copy)]
pub(super) struct Noise<'a> {
    basis: Basis,
    pub(super) hash: Hash<'a>,
    pub(super) stages: Stages,
    pub(super) interpolation: u32,
}

impl<'a> Noise<'a> {
    /// Returns the noise of a basis, if it has stages.
    pub(super) fn new(basis: Basis, hash: Hash<'a>) -> Option<Self> {
        let stages = basis.function.corner()?.stages;
        let interpolation =
            if basis.function.options().contains(&"interpolation") { basis.option("interpolation") } else { lattice::LINEAR };
        Some(Self { basis, hash, stages, interpolation })
    }
}

/// The kind of values of lattice points: those for the noise, or for its derivative along z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Value,
    DerivativeZ,
}

/// The gradients, and the bytes that pick one at each lattice point of a lattice row.
struct Picked {
    gradients: Gradients,
    /// For the table: p[x] of each lattice column, padded to the size of a permutation step.
    hashed: Vec<u8>,
    hashes: Hashes,
}

/// The lattice columns whose points are computed.
pub(super) struct Corners<'a> {
    noise: Noise<'a>,
    /// The lattice points on x, padded to whole blocks, and the number after which they repeat.
    cells: Vec<u32>,
    period: u32,
    /// For a basis whose points pick from gradients.
    picked: Option<Picked>,
}

impl<'a> Corners<'a> {
    #[inline(always)]
    pub(super) fn new<S: Simd>(simd: S, noise: Noise<'a>, points: &[u32], period: u32) -> Self {
        let mut cells = points.to_vec();
        cells.resize(points.len().next_multiple_of(LANES), 0);
        let picked = Gradients::of(noise.basis).map(
            #[inline(always)]
            |gradients| {
                let hashed = hashed_columns(simd, noise.hash, points);
                Picked { gradients, hashes: Hashes::new(hashed.len()), hashed }
            },
        );
        Self { noise, cells, period, picked }
    }

    /// Returns the number of blocks of sixteen columns.
    pub(super) fn blocks(&self) -> usize {
        self.cells.len() / LANES
    }

    /// Computes the values of the points of all columns at a lattice row: `numbers` vectors for each block.
    #[inline(never)]
    pub(super) fn find<S: Simd>(&mut self, simd: S, kind: Kind, y: Coordinate, slice: &Slice, numbers: usize, kept: &mut Vec<Vector>) {
        kept.resize(self.blocks() * numbers, Vector::ZERO);
        let Self { noise, cells, period, picked } = self;
        simd.vectorize(
            #[inline(always)]
            || {
                let cells = cells.as_chunks().0;
                match picked {
                    Some(picked) => picked.find(simd, kind, *noise, cells, (y.cell, slice.z), kept),
                    None => {
                        let [y, z, w] = [splat(simd, y), splat(simd, slice.z), splat(simd, slice.w)];
                        find_each(
                            kind,
                            noise.basis,
                            outlined(noise.hash),
                            (numbers, kept),
                            #[inline(always)]
                            |block| {
                                let cell = u32x16::load_array_ref(simd, &cells[block]);
                                Coordinate { cell, fraction: cell.word(0), period: *period }
                            },
                            [y, z, w],
                        );
                    }
                }
            },
        );
    }
}

impl Picked {
    /// Computes the values of the points of a lattice row, at z in three dimensions.
    #[inline(always)]
    fn find<S: Simd>(
        &mut self,
        simd: S,
        kind: Kind,
        noise: Noise<'_>,
        cells: &[[u32; LANES]],
        (y, z): (Wrapping<u32>, Coordinate),
        kept: &mut [Vector],
    ) {
        let dimensions = noise.basis.dimensions();
        let z = if dimensions == 3 { z } else { ORIGIN };
        let planes = PlanesAround::new(noise.hash, dimensions, z);
        let Self { gradients, hashed, hashes } = self;
        if noise.hash.kind == TABLE {
            hashes.by_table(
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
            let y = (y * Wrapping(LATTICE_Y)).0;
            let key = noise.hash.key;
            hashes.by_lattice(
                simd,
                planes,
                0..cells.len(),
                #[inline(always)]
                |block| {
                    let x = u32x16::load_array_ref(simd, &cells[block]);
                    hash_next(hash_first(key, x * x.word(LATTICE_X)), x.word(y))
                },
            );
        }
        let [lower, upper] = hashes.blocks();
        let kept = kept.as_chunks_mut::<3>().0.iter_mut();
        if dimensions == 2 {
            let plane = gradients.in_plane(simd);
            for (hashes, kept) in lower.iter().zip(kept) {
                keep(kept, plane.corner(simd, hashes));
            }
        } else {
            let planes = gradients.between(simd, z.fraction, noise.interpolation);
            for ((lower, upper), kept) in lower.iter().zip(upper).zip(kept) {
                match kind {
                    Kind::Value => keep(kept, planes.corner(simd, lower, upper)),
                    Kind::DerivativeZ => keep(kept, planes.corner_derivative(simd, lower, upper)),
                }
            }
        }
    }
}

/// Stores the numbers of a block of lattice points.
#[inline(always)]
fn keep<S: Simd, N: separable::Numbers<f32x16<S>>>(kept: &mut [Vector], numbers: N) {
    // The count is known when this is compiled, so that the numbers stay in registers.
    for (kept, number) in kept[..N::COUNT].iter_mut().zip(&numbers.numbers()[..N::COUNT]) {
        kept.store(*number);
    }
}

macro_rules! corner_derivative {
    ($kept:ident () $file:ident $given:tt) => {
        unreachable!("only in three dimensions or more there is a derivative by z")
    };
    ($kept:ident ($slope:ident) $file:ident $given:tt) => {
        keep($kept, $file::$slope $given)
    };
}

/// Computes the values of a basis' points at each of sixteen lattice columns, with the basis' own functions.
macro_rules! corner {
    ($given:tt () $file:ident) => {
        // A basis without stages.
        {}
    };
    ($given:tt ($corner:ident $stages:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients($gradients:ident) slope($($slope:ident)?)) $file:ident) => {
        // Its points pick from gradients.
        {}
    };
    (
        ($kind:ident $basis:ident $hash:tt $kept:ident $x:ident $others:ident)
        ($corner:ident $stages:ident options($($option:ident)*) coordinates($($coordinate:ident)+) gradients() slope($($slope:ident)?)) $file:ident
    ) => {{
        $(let $option = $basis.option(stringify!($option));)*
        let [y, z, w] = $others;
        for (block, kept) in $kept.enumerate() {
            let [$($coordinate,)+ ..] = [$x(block), y, z, w, w];
            match $kind {
                Kind::Value => keep(kept, $file::$corner($($option,)* $hash, $($coordinate),+)),
                Kind::DerivativeZ => corner_derivative!(kept ($($slope)?) $file ($($option,)* $hash, $($coordinate),+)),
            }
        }
    }};
}

/// Computes the values of points that don't pick from gradients: `numbers` vectors for each block of sixteen.
#[inline(always)]
fn find_each<S: Simd>(
    kind: Kind,
    basis: Basis,
    hash: Hash<'_>,
    (numbers, kept): (usize, &mut [Vector]),
    x: impl Fn(usize) -> Coordinate<f32x16<S>>,
    others: [Coordinate<f32x16<S>>; 3],
) {
    let kept = kept.chunks_exact_mut(numbers);
    macro_rules! any {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match basis.function {
                $(BasisFunction::$variant => corner!((kind basis ($(given_hash!($hash hash))?) kept x others) ($($corner)*) $file),)*
            }
        };
    }
    bases!(any);
}

/// Returns a hash whose functions are outlined. Call it where the hash is used, so that the compiler knows this and compiles the functions in one way
/// only.
#[inline(always)]
pub(super) fn outlined(hash: Hash<'_>) -> Hash<'_> {
    Hash { table: hash.table.with_outlined(true), ..hash }
}
