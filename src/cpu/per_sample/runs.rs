//! Rows of samples along which only the x and y of a lattice change. Neighbours are mostly in one cell, so the values of its corners are computed once
//! for each run of such samples.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::coordinates::{Along, MOST_AXES, splat};
use crate::cpu::band::{ORIGIN, Spread, Strip, given_hash};
use crate::cpu::lattice::{Noise, outlined};
use crate::cpu::registers::Row;
use crate::program::{Basis, BasisFunction, Operation};
use crate::strict::lanes::LANES;
use crate::strict::lattice::{Coordinate, eased, next_cell, unit};
use crate::strict::list::bases;
use crate::strict::separable::{Local, Numbers as _, Separable};
use crate::strict::stages::*;
use crate::strict::strict::canonical;
use crate::strict::*;

/// The most numbers that a lattice point has.
const MOST: usize = 4;

/// The runs of a row.
#[derive(Default)]
pub(in crate::cpu) struct Runs {
    /// The cell of each run on x and on y.
    cells: [Vec<u32>; 2],
    /// The run of each sample, by blocks.
    spreads: Vec<Spread>,
    /// The numbers of each run, by corner and number; padded so that a whole block can be read from any run on.
    corners: [[Vec<f32>; MOST]; 4],
}

/// Returns the noise of an operation, if its corners should be computed once for each run. Below four dimensions they cost too little for that, and
/// cubic noise has too many.
pub(super) fn noise_in_runs<'a>(strip: &Strip<'a>, operation: &Operation) -> Option<Noise<'a>> {
    let Operation::Basis { basis, index, .. } = operation else { return None };
    let noise = Noise::new(*basis, strip.hash(*basis, *index))?;
    (basis.dimensions() == 4 && noise.stages.points() == 2).then_some(noise)
}

impl Runs {
    /// Evaluates a row of noise in runs, and returns true, if that is faster than sample by sample.
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        basis: Basis,
        noise: Noise<'_>,
        axes: &[Along<'_>; MOST_AXES],
        row: &mut [f32],
    ) -> bool {
        if !axes[2..4].iter().all(Along::is_constant) || !self.find(axes, row.len()) {
            return false;
        }
        simd.vectorize(
            #[inline(always)]
            || self.find_corners(simd, basis, noise, axes),
        );
        with_stages!(noise.stages, Family => self.blend::<S, Family>(simd, noise.interpolation, axes, row));
        true
    }

    /// Finds the runs of a row with this many samples. Returns false if there are too many.
    fn find(&mut self, [x, y, ..]: &[Along<'_>; MOST_AXES], count: usize) -> bool {
        let Self { cells: [xs, ys], spreads, .. } = self;
        xs.clear();
        ys.clear();
        spreads.clear();
        let most = count / 3;
        for block in 0..count.div_ceil(LANES) {
            let (x, y) = (x.cells(block), y.cells(block));
            let mut runs = [0; LANES];
            for ((run, x), y) in runs.iter_mut().zip(x).zip(y) {
                if xs.last() != Some(x) || ys.last() != Some(y) {
                    xs.push(*x);
                    ys.push(*y);
                }
                *run = xs.len() as u32 - 1;
            }
            spreads.push(Spread::new(&runs));
            if xs.len() > most {
                return false;
            }
        }
        true
    }

    /// Computes the numbers of the four corners of each run's cell.
    #[inline(always)]
    fn find_corners<S: Simd>(&mut self, simd: S, basis: Basis, noise: Noise<'_>, axes: &[Along<'_>; MOST_AXES]) {
        let Self { cells, corners, .. } = self;
        let blocks = cells[0].len().div_ceil(LANES);
        cells.iter_mut().for_each(|cells| cells.resize(blocks * LANES, 0));
        corners.iter_mut().flatten().for_each(|numbers| numbers.resize((blocks + 1) * LANES, 0.0));
        let mut at = [splat(simd, ORIGIN); 4];
        for (at, along) in at.iter_mut().zip(axes) {
            *at = along.load(simd, 0);
        }
        let [x, y, z, w] = at;
        for block in 0..blocks {
            let mut at = [x, y];
            for (at, cells) in at.iter_mut().zip(&*cells) {
                at.cell = u32x16::from_slice(simd, &cells[block * LANES..][..LANES]);
            }
            let [x, y] = at;
            let (after_x, after_y) = (Coordinate { cell: next_cell(x), ..x }, Coordinate { cell: next_cell(y), ..y });
            for (corners, [x, y]) in corners.iter_mut().zip([[x, y], [x, after_y], [after_x, y], [after_x, after_y]]) {
                for (corners, numbers) in corners.iter_mut().zip(corner(basis, noise, [x, y, z, w])) {
                    corners.as_chunks_mut::<LANES>().0[block] = numbers.into();
                }
            }
        }
    }

    /// Blends the corners at each sample.
    #[inline(never)]
    fn blend<S: Simd, F: Separable>(&self, simd: S, interpolation: u32, axes: &[Along<'_>; MOST_AXES], row: &mut [f32]) {
        simd.vectorize(
            #[inline(always)]
            || {
                let mut row = Row::new(row);
                let length = self.corners[0][0].len();
                let zero = f32x16::splat(simd, 0.0);
                for (block, spread) in self.spreads.iter().enumerate() {
                    let mut corners = [[zero; MOST]; 4];
                    for (numbers, kept) in corners.iter_mut().zip(&self.corners) {
                        let mut from: [&[f32]; MOST] = [&[]; MOST];
                        for (from, kept) in from[..F::CORNER].iter_mut().zip(kept) {
                            *from = &kept[..length];
                        }
                        spread.load(simd, &from[..F::CORNER], numbers);
                    }
                    let (x, y) = (local(simd, interpolation, &axes[0], block), local(simd, interpolation, &axes[1], block));
                    let none = [zero; MOST];
                    let left = F::column(y, [corners[0], corners[1], none, none]);
                    let right = F::column(y, [corners[2], corners[3], none, none]);
                    *row.block(block) = canonical(F::pixel(F::cell([left, right, none, none]), x)).into();
                }
                row.end();
            },
        );
    }
}

/// Returns the positions of a block's samples in their cells on an axis.
#[inline(always)]
fn local<S: Simd>(simd: S, interpolation: u32, along: &Along<'_>, block: usize) -> Local<f32x16<S>> {
    let at = unit(along.load(simd, block).fraction);
    Local { at, t: eased(interpolation, at), dt: at, interpolation }
}

/// Returns the numbers of sixteen lattice points of a basis in four dimensions.
#[inline(always)]
fn corner<S: Simd>(basis: Basis, noise: Noise<'_>, at: [Coordinate<f32x16<S>>; 4]) -> [f32x16<S>; MOST] {
    let hash = outlined(noise.hash);
    macro_rules! of {
        ($hash:tt ($corner:ident $stages:ident options($($option:ident)*) coordinates(x y z w) $($rest:tt)*) $file:ident) => {{
            $(let $option = basis.option(stringify!($option));)*
            let [x, y, z, w] = at;
            $file::$corner($($option,)* $hash, x, y, z, w).numbers()
        }};
        ($hash:tt $corner:tt $file:ident) => {
            unreachable!("only the corners of four dimensions are worth it")
        };
    }
    macro_rules! any {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match basis.function {
                $(BasisFunction::$variant => of!(($(given_hash!($hash hash))?) ($($corner)*) $file),)*
            }
        };
    }
    bases!(any)
}
