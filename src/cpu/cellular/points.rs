//! The feature points of cellular noise, cached by lattice row: each is computed once for all samples around it.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use crate::cell_runs::CellRuns;
use crate::cpu::lattice::cache::Cache;
use crate::program::Basis;
use crate::strict::cellular::{
    MANHATTAN, cellular_axis, cellular_back, cellular_jitter, cellular_offset, cellular_part, cellular_way, cellular_x, cellular_y,
    cellular_z,
};
use crate::strict::hash::{LATTICE_X, LATTICE_Y, LATTICE_Z, hash_products_3};
use crate::strict::lanes::LANES;
use crate::strict::lattice::{Coordinate, cell_after, unit};
use crate::strict::real::Lanes as _;
use crate::strict::strict::rounded;

/// The greatest radius of a search, in cells from the sample's own.
pub(super) const MOST_RADIUS: i32 = 3;

/// The number of cells of a search on one axis.
pub(super) const SIDE: usize = 2 * MOST_RADIUS as usize + 1;

/// A kind of cellular noise.
#[derive(Clone, Copy)]
pub(super) struct Cellular {
    pub(super) metric: u32,
    pub(super) output: u32,
    /// The jitter in the form that the search takes.
    pub(super) jitter: f32,
    pub(super) key: [u32; 2],
    /// True in two dimensions, false in three.
    pub(super) is_plane: bool,
}

impl Cellular {
    pub(super) fn new(basis: Basis, jitter: f32, key: [u32; 2]) -> Self {
        let [metric, output] = ["metric", "output"].map(|name| basis.option(name));
        Self { metric, output, jitter: cellular_jitter(jitter), key, is_plane: basis.dimensions() == 2 }
    }

    /// Returns the radius of the search, in cells from the sample's own.
    pub(super) fn radius(&self) -> i32 {
        if self.metric == MANHATTAN && !self.is_plane { MOST_RADIUS } else { 2 }
    }

    /// Returns the planes of cells within a radius of z.
    pub(super) fn planes(&self, radius: i32) -> std::ops::RangeInclusive<i32> {
        if self.is_plane { 0..=0 } else { -radius..=radius }
    }

    /// Returns the centre of a sample on an axis.
    pub(super) fn centre(&self, fraction: f32) -> f32 {
        cellular_axis(self.jitter, fraction).centre
    }
}

/// Returns the number of a cell on an axis, minus the axis' centre.
#[inline(always)]
pub(super) fn from_centre<S: Simd>(cell: i32, centre: f32x16<S>) -> f32x16<S> {
    rounded(centre.real(cell as f32) - centre)
}

/// Returns the cell `number` cells after another, or before it.
fn cell_beside(cell: Wrapping<u32>, period: u32, number: i32) -> Wrapping<u32> {
    match number {
        0.. => (0..number).fold(cell, |cell, _| cell_after(cell, period)),
        _ => cellular_back(cell, period, number.unsigned_abs()),
    }
}

/// The feature points of a lattice row.
#[derive(Default)]
pub(super) struct FeatureRow {
    /// Their offsets from the lower walls of their cells.
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    /// The offsets to them along z, and the contribution of these to a length; 0 in two dimensions.
    pub(super) ways_z: Vec<f32>,
    pub(super) z: Vec<f32>,
    pub(super) hashes: Vec<u32>,
}

/// The lattice columns whose feature points are computed.
struct Columns {
    noise: Cellular,
    /// The columns from a search's radius before the first sample's on; padded so that sixteen can be read from any of them on.
    cells: Vec<u32>,
}

/// The feature points around the samples of one row of cells.
pub(super) struct FeatureRows {
    columns: Columns,
    /// By the cell on y, the plane of cells relative to the samples', and the samples' coordinate on z.
    rows: Cache<(Wrapping<u32>, i32, Coordinate), FeatureRow>,
    /// The samples' cell on y, with its period, and their coordinate on z.
    y: Coordinate,
    z: Coordinate,
}

impl FeatureRows {
    /// Creates the rows for samples whose cells are the points of these cell runs, without gaps.
    pub(super) fn new(noise: Cellular, cell_runs: &CellRuns, period: u32) -> Self {
        let (first, last) = (Wrapping(cell_runs.points[0]), Wrapping(cell_runs.points[cell_runs.count - 1]));
        let radius = noise.radius();
        let mut cells: Vec<u32> = (1..=radius).rev().map(|number| cell_beside(first, period, -number).0).collect();
        cells.extend(&cell_runs.points[..cell_runs.count]);
        cells.extend((1..=radius).map(|number| cell_beside(last, period, number).0));
        cells.resize((cells.len() + 2 * LANES).next_multiple_of(LANES), 0);
        // All rows that samples of one row of cells need, and those that the next row of cells adds.
        let side = 2 * noise.radius() as usize + 1;
        let rows = Cache::new(if noise.is_plane { 2 * side } else { (side + 1) * side });
        let columns = Columns { noise, cells };
        Self { columns, rows, y: crate::cpu::band::ORIGIN, z: crate::cpu::band::ORIGIN }
    }

    /// Moves on to the samples of a cell on y.
    pub(super) fn enter(&mut self, y: Coordinate, z: Coordinate) {
        (self.y, self.z) = (y, z);
    }

    /// Returns the index of the lattice row that lies `row` rows and `plane` planes of cells from the samples' own.
    pub(super) fn place<S: Simd>(&mut self, simd: S, row: i32, plane: i32) -> usize {
        let Self { columns, rows, y, z } = self;
        let cell = cell_beside(y.cell, y.period, row);
        rows.place((cell, plane, *z), |row| columns.find(simd, (cell, plane), *z, row))
    }

    /// Returns a lattice row by its index.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &FeatureRow {
        self.rows.at(place)
    }
}

impl Columns {
    /// Computes the feature points of the lattice row at a cell on y, `plane` planes of cells from z.
    #[inline(never)]
    fn find<S: Simd>(&self, simd: S, (y, plane): (Wrapping<u32>, i32), z: Coordinate, row: &mut FeatureRow) {
        let Self { noise, cells } = self;
        let cell_z = if noise.is_plane { Wrapping(0) } else { cell_beside(z.cell, z.period, plane) };
        let FeatureRow { x: xs, y: ys, ways_z, z: zs, hashes } = row;
        for numbers in [&mut *xs, ys, ways_z, zs] {
            numbers.resize(cells.len(), 0.0);
        }
        hashes.resize(cells.len(), 0);
        simd.vectorize(
            #[inline(always)]
            || {
                let jitter = f32x16::splat(simd, noise.jitter);
                let by_y = u32x16::splat(simd, (y * Wrapping(LATTICE_Y)).0);
                let by_z = u32x16::splat(simd, (cell_z * Wrapping(LATTICE_Z)).0);
                let from_centre = from_centre(plane, f32x16::splat(simd, noise.centre(unit(z.fraction))));
                for (block, cells) in cells.as_chunks().0.iter().enumerate() {
                    let x = u32x16::load_array_ref(simd, cells);
                    let point = hash_products_3(noise.key, x * x.word(LATTICE_X), by_y, by_z);
                    if !noise.is_plane {
                        let way = cellular_way(cellular_offset(jitter, cellular_z(point)), from_centre);
                        ways_z.as_chunks_mut().0[block] = way.into();
                        zs.as_chunks_mut().0[block] = cellular_part(noise.metric, way).into();
                    }
                    xs.as_chunks_mut().0[block] = cellular_offset(jitter, cellular_x(point)).into();
                    ys.as_chunks_mut().0[block] = cellular_offset(jitter, cellular_y(point)).into();
                    hashes.as_chunks_mut().0[block] = point.into();
                }
            },
        );
    }
}
