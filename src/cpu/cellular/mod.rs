//! Cellular noise over a lattice that lies along the grid. Samples of one cell share the feature points around it, which are computed once.
//!
//! Samples in narrow cells share too little for that, and samples that skip cells share nothing.

mod grid;
mod nearest;
mod points;

use std::num::Wrapping;

use fearless_simd::Simd;

use super::band::{Entries, Samples, Slice, Strip};
use crate::cell_runs::CellRuns;
use crate::domain::DomainKind;
use crate::program::{Operation, Sharing};
use crate::strict::cellular::{CELL_VALUE, CHEBYSHEV, EDGE, F1, MANHATTAN, SQUARED};
use crate::strict::lanes::LANES;
use crate::strict::lattice::{Coordinate, unit};
use grid::{Asked, CellTiles, SweepChunk, TileRows, sweep_chunk};
use nearest::{First, FirstCell, FirstTwo, Nearest, Ways};
use points::{Cellular, FeatureRows};

/// The fewest samples of a cell in a row for which tiles are faster.
const WIDE: usize = 12;

/// One octave of cellular noise over a strip of a grid.
pub(super) struct Octave {
    noise: Cellular,
    features: FeatureRows,
    tiles: CellTiles,
}

impl Octave {
    /// Returns an octave of an operation, if it is cellular noise for which tiles are faster.
    pub(super) fn new(strip: &Strip<'_>, operation: &Operation, octave: usize) -> Option<Self> {
        let (Operation::Basis { basis, index, axis, scalars, .. } | Operation::Derivatives { basis, index, axis, scalars, .. }) = operation
        else {
            return None;
        };
        // Borders need more than the two nearest points, and tiles compute vectors only for derivatives.
        if strip.kind != DomainKind::Grid
            || basis.sharing() != Sharing::Points
            || basis.option("output") >= EDGE
            || !strip.program.structure().lies_along_the_grid(*basis, *axis)
        {
            return None;
        }
        let (entries, period) = strip.columns(*axis, octave);
        let cell_runs @ CellRuns { upper: 1, .. } = CellRuns::new(entries, period) else { return None };
        if entries.len() < WIDE * cell_runs.count {
            return None;
        }
        let noise = Cellular::new(*basis, strip.scalar(scalars[0]), strip.key(*index));
        let fractions: Vec<f32> = entries.iter().map(|&[_, fraction]| unit(Wrapping(fraction))).collect();
        Some(Self { noise, features: FeatureRows::new(noise, &cell_runs, period), tiles: CellTiles::new(&noise, &cell_runs, &fractions) })
    }

    /// Evaluates a band of rows of a slice: the noise, or its derivatives along x, y and z.
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        slice: &Slice,
        (ys, period): Entries<'_>,
        are_derivatives: bool,
        targets: &mut [Samples<'_>],
    ) {
        let Self { noise, features, tiles } = self;
        let asked = match (are_derivatives, noise.output) {
            (false, F1) => Asked::First,
            (false, CELL_VALUE) => Asked::Cell,
            (false, _) => Asked::FirstTwo,
            (true, F1) => Asked::Way,
            (true, _) => Asked::Ways,
        };
        let sweep: SweepChunk<S> = match asked {
            Asked::First => in_metric::<S, First<S>>(noise.metric),
            Asked::FirstTwo => in_metric::<S, FirstTwo<S>>(noise.metric),
            Asked::Cell => in_metric::<S, FirstCell<S>>(noise.metric),
            Asked::Way => in_metric::<S, Ways<S, false>>(noise.metric),
            Asked::Ways => in_metric::<S, Ways<S, true>>(noise.metric),
        };
        // The middle of a cell in two dimensions: no wall along z is nearer than others.
        let z = if noise.is_plane { 0.5 } else { unit(slice.z.fraction) };
        let mut first = 0;
        for ys in ys.chunk_by(|a, b| a[0] == b[0]) {
            features.enter(Coordinate { cell: Wrapping(ys[0][0]), fraction: Wrapping(0), period }, slice.z);
            let fractions: [f32; LANES] = std::array::from_fn(|row| unit(Wrapping(ys[row.min(ys.len() - 1)][1])));
            let centres = fractions.map(|fraction| noise.centre(fraction));
            let rows = TileRows { first, count: ys.len(), fractions, centres, z };
            tiles.evaluate(simd, (noise, features, asked), &rows, sweep, targets);
            first += ys.len();
        }
    }
}

/// Returns the function that evaluates the samples of tiles in a metric. For squared distances the root is taken after the nearest point is found.
fn in_metric<S: Simd, N: Nearest<S>>(metric: u32) -> SweepChunk<S> {
    match metric {
        MANHATTAN => sweep_chunk::<S, MANHATTAN, N>,
        CHEBYSHEV => sweep_chunk::<S, CHEBYSHEV, N>,
        _ => sweep_chunk::<S, SQUARED, N>,
    }
}
