//! Cellular noise over a grid, cell by cell: pixels of one lattice cell share the feature points around it, which are found once. `bases.rs` calls it.
//!
//! Where cells are wide, `cell_tiles.rs` evaluates the pixels of one cell side by side; where they are not, `cell_rows.rs` those of several. Where pixels
//! leave cells out they share nothing, and the basis stays straight.

use std::num::Wrapping;

use fearless_simd::Simd;

use super::cell_rows::PixelRow;
use super::cell_tiles::{TileRows, Tiles};
use super::features::{Cellular, FeatureRows};
use super::nearest::{Found, Nearest, NearestCell, NearestTwo, NearestWays};
use super::strip::Samples;
use crate::program::Basis;
use crate::spans::Spans;
use crate::value::cellular::{CELL_VALUE, CHEBYSHEV, F1, MANHATTAN, SQUARED};
use crate::value::lanes::LANES;
use crate::value::lattice::{Coordinate, unit};

/// The pixels that a cell has to have in a row for tiles to be faster.
const WIDE: usize = 12;

/// About how many bytes a sample and a lattice column take.
pub(super) fn bytes(basis: Basis) -> Option<[u64; 2]> {
    Cellular::is(basis).then(|| [16, if basis.dimensions() == 2 { 3 * 28 } else { 9 * 28 }])
}

/// One octave of cellular noise over a strip of a grid.
pub(super) struct Cells<'a> {
    noise: Cellular<'a>,
    features: FeatureRows<'a>,
    form: Form,
}

/// How the pixels are evaluated.
enum Form {
    Tiles(Tiles),
    Rows(PixelRow),
}

impl<'a> Cells<'a> {
    /// The cells of a strip, with the entries of its pixels on x and their period, if none are left out.
    pub(super) fn new(noise: Cellular<'a>, (entries, period): (&[[u32; 2]], u32)) -> Option<Self> {
        let spans @ Spans { upper: 1, .. } = Spans::new(entries, period) else { return None };
        let features = FeatureRows::new(noise, &spans, period);
        let fractions: Vec<f32> = entries.iter().map(|&[_, fraction]| unit(Wrapping(fraction))).collect();
        let form = if entries.len() < WIDE * spans.count {
            Form::Rows(PixelRow::new(&noise, &spans, &fractions))
        } else {
            Form::Tiles(Tiles::new(&noise, &spans, &fractions))
        };
        Some(Self { noise, features, form })
    }

    /// Whether derivatives are faster by cells: what keeps the ways to two points looks too many lanes up where cells are narrow.
    pub(super) fn are_fast_for_slopes(&self) -> bool {
        self.noise.output == F1 || matches!(self.form, Form::Tiles(_))
    }

    /// Evaluates rows of a slice, of which `ys` are the entries on y and their period.
    pub(super) fn evaluate<S: Simd>(&mut self, simd: S, (z, slice): (Coordinate, usize), ys: (&[[u32; 2]], u32), target: &mut Samples<'_>) {
        let targets = std::slice::from_mut(target);
        match self.noise.output {
            F1 => self.evaluate_by::<S, Nearest<S>, Nearest<S>>(simd, (z, slice), ys, targets),
            CELL_VALUE => self.evaluate_by::<S, NearestCell<S, true>, NearestCell<S, false>>(simd, (z, slice), ys, targets),
            _ => self.evaluate_by::<S, NearestTwo<S>, NearestTwo<S>>(simd, (z, slice), ys, targets),
        }
    }

    /// The same of the derivatives along x, y and z.
    pub(super) fn slopes<S: Simd>(
        &mut self,
        simd: S,
        (z, slice): (Coordinate, usize),
        ys: (&[[u32; 2]], u32),
        targets: &mut [Samples<'_>],
    ) {
        if self.noise.output == F1 {
            self.evaluate_by::<S, NearestWays<S, false>, NearestWays<S, false>>(simd, (z, slice), ys, targets);
        } else {
            self.evaluate_by::<S, NearestWays<S, true>, NearestWays<S, true>>(simd, (z, slice), ys, targets);
        }
    }

    /// The same for what tiles and rows look for.
    fn evaluate_by<S: Simd, InTiles: Found<S>, InRows: Found<S>>(
        &mut self,
        simd: S,
        (z, slice): (Coordinate, usize),
        ys: (&[[u32; 2]], u32),
        targets: &mut [Samples<'_>],
    ) {
        match self.noise.metric {
            MANHATTAN => self.evaluate_in::<S, MANHATTAN, InTiles, InRows>(simd, (z, slice), ys, targets),
            CHEBYSHEV => self.evaluate_in::<S, CHEBYSHEV, InTiles, InRows>(simd, (z, slice), ys, targets),
            // The root is taken of what was found.
            _ => self.evaluate_in::<S, SQUARED, InTiles, InRows>(simd, (z, slice), ys, targets),
        }
    }

    /// The same in a metric.
    #[inline(never)]
    fn evaluate_in<S: Simd, const METRIC: u32, InTiles: Found<S>, InRows: Found<S>>(
        &mut self,
        simd: S,
        (z, slice): (Coordinate, usize),
        (ys, period): (&[[u32; 2]], u32),
        targets: &mut [Samples<'_>],
    ) {
        let Self { noise, features, form } = self;
        simd.vectorize(
            #[inline(always)]
            || {
                // In two dimensions the middle of a cell, which is nowhere nearest to its walls.
                let of_z = if noise.is_plane { 0.5 } else { unit(z.fraction) };
                let mut first = 0;
                for ys in ys.chunk_by(|a, b| a[0] == b[0]) {
                    features.enter((Wrapping(ys[0][0]), period), z, slice);
                    let fractions: [f32; LANES] = std::array::from_fn(|row| unit(Wrapping(ys[row.min(ys.len() - 1)][1])));
                    match form {
                        Form::Tiles(tiles) => {
                            let centres = fractions.map(|fraction| noise.centre(fraction));
                            let rows = TileRows { first, count: ys.len(), fractions, centres, z: of_z };
                            tiles.evaluate::<S, METRIC, InTiles>(simd, (noise, features), &rows, targets);
                        }
                        Form::Rows(pixels) => {
                            let fractions = (&fractions[..ys.len()], of_z);
                            pixels.evaluate::<S, METRIC, InRows>(simd, (noise, features), fractions, targets, first);
                        }
                    }
                    first += ys.len();
                }
            },
        );
    }
}
