//! The feature points of cellular noise, kept by lattice row: each is found once for all the pixels around it. `cells.rs` asks for them.

use std::num::Wrapping;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::corners::outlined;
use crate::program::{Basis, BasisFunction};
use crate::spans::Spans;
use crate::value::cellular::{
    MANHATTAN, cellular_axis, cellular_back, cellular_jitter, cellular_offset, cellular_part, cellular_way, cellular_x, cellular_y,
    cellular_yz,
};
use crate::value::hash::{Hash, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_products_3, hash_step};
use crate::value::lanes::LANES;
use crate::value::lattice::{Coordinate, cell_after, unit};
use crate::value::number::Lanes as _;
use crate::value::strict::rounded;

/// The most cells from a sample's own that a search goes.
pub(super) const MOST_RADIUS: i32 = 3;

/// As many rows of cells as a search goes to on one axis.
const SIDE: usize = 2 * MOST_RADIUS as usize + 1;

/// Which cellular noise.
#[derive(Clone, Copy)]
pub(super) struct Cellular<'a> {
    pub(super) metric: u32,
    pub(super) output: u32,
    /// As the search takes it.
    pub(super) jitter: f32,
    pub(super) hash: Hash<'a>,
    /// Whether it has two dimensions, and not three.
    pub(super) is_plane: bool,
}

impl<'a> Cellular<'a> {
    /// Whether a basis can be one: in one dimension nothing is gained.
    pub(super) fn is(basis: Basis) -> bool {
        matches!(basis.function, BasisFunction::Cellular2 | BasisFunction::Cellular3)
    }

    pub(super) fn new(basis: Basis, jitter: f32, hash: Hash<'a>) -> Self {
        let [metric, output] = ["metric", "output"].map(|name| basis.option(name));
        Self { metric, output, jitter: cellular_jitter(jitter), hash, is_plane: basis.dimensions() == 2 }
    }

    /// How many cells from a sample's own the search goes.
    pub(super) fn radius(&self) -> i32 {
        if self.metric == MANHATTAN && !self.is_plane { MOST_RADIUS } else { 2 }
    }

    /// So many planes of cells on either side of z.
    pub(super) fn planes(&self, radius: i32) -> std::ops::RangeInclusive<i32> {
        if self.is_plane { 0..=0 } else { -radius..=radius }
    }

    /// The centre of a sample on an axis.
    pub(super) fn centre(&self, fraction: f32) -> f32 {
        cellular_axis(self.jitter, fraction).centre
    }
}

/// The number of a cell on an axis, less the axis' centre.
#[inline(always)]
pub(super) fn from_centre<S: Simd>(cell: i32, centre: f32x16<S>) -> f32x16<S> {
    rounded(centre.real(cell as f32) - centre)
}

/// The cell so many after one, or before it.
fn cell_beside(cell: Wrapping<u32>, period: u32, number: i32) -> Wrapping<u32> {
    match number {
        0.. => (0..number).fold(cell, |cell, _| cell_after(cell, period)),
        _ => cellular_back(cell, period, number.unsigned_abs()),
    }
}

/// The feature points of a lattice row.
#[derive(Default)]
pub(super) struct FeatureRow {
    /// The cell on y, and the number of the plane of cells on z, from that of the pixels on.
    place: (Wrapping<u32>, i32),
    /// When it was last asked for.
    turn: u64,
    /// How far they lie from the lower walls of their cells.
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    /// In space the ways to them along z, and what these make of a length.
    pub(super) ways_z: Vec<f32>,
    pub(super) z: Vec<f32>,
    pub(super) hashes: Vec<u32>,
}

/// The feature points around the pixels of one row of cells.
pub(super) struct FeatureRows<'a> {
    noise: Cellular<'a>,
    /// The lattice columns, from a search's radius before the first pixel's own on; padded so that thirty-two can be read from any of them.
    columns: Vec<u32>,
    rows: Vec<FeatureRow>,
    /// Which of these are those around the pixels, once they are found.
    around: [Option<u8>; SIDE * SIDE],
    /// The pixels' cell on y and its period, their coordinate on z, and the number of their slice.
    y: (Wrapping<u32>, u32),
    z: Coordinate,
    slice: Option<usize>,
    /// Of cells on y so far.
    turn: u64,
}

impl<'a> FeatureRows<'a> {
    /// Around pixels whose cells, none of them left out, are the points of these spans.
    pub(super) fn new(noise: Cellular<'a>, spans: &Spans, period: u32) -> Self {
        let (first, last) = (Wrapping(spans.points[0]), Wrapping(spans.points[spans.count - 1]));
        let radius = noise.radius();
        let mut columns: Vec<u32> = (1..=radius).rev().map(|number| cell_beside(first, period, -number).0).collect();
        columns.extend(&spans.points[..spans.count]);
        columns.extend((1..=radius).map(|number| cell_beside(last, period, number).0));
        columns.resize((columns.len() + 2 * LANES).next_multiple_of(LANES), 0);
        let none = Coordinate { cell: Wrapping(0), fraction: Wrapping(0), period: 0 };
        Self { noise, columns, rows: vec![], around: [None; SIDE * SIDE], y: (Wrapping(0), 0), z: none, slice: None, turn: 0 }
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Goes to the pixels of a cell on y, in a slice.
    pub(super) fn enter(&mut self, y: (Wrapping<u32>, u32), z: Coordinate, slice: usize) {
        if self.slice != Some(slice) {
            (self.z, self.slice) = (z, Some(slice));
            self.rows.clear();
        } else if self.y == y {
            return;
        }
        self.y = y;
        self.turn += 1;
        self.around = [None; SIDE * SIDE];
    }

    /// The number of the lattice row that lies so many rows and planes of cells from the pixels' own.
    pub(super) fn number<S: Simd>(&mut self, simd: S, row: i32, plane: i32) -> usize {
        let at = (plane + MOST_RADIUS) as usize * SIDE + (row + MOST_RADIUS) as usize;
        if let Some(number) = self.around[at] {
            return usize::from(number);
        }
        let place = (cell_beside(self.y.0, self.y.1, row), plane);
        let known = self.rows.iter().position(|row| row.place == place);
        let number = known.unwrap_or_else(
            #[inline(always)]
            || {
                // Those of the last turn may be asked for again.
                let number = self.rows.iter().position(|row| row.turn + 1 < self.turn).unwrap_or(self.rows.len());
                if number == self.rows.len() {
                    let [x, y, ways_z, z] = std::array::from_fn(|_| vec![0.0; self.columns.len()]);
                    self.rows.push(FeatureRow { place, turn: 0, x, y, ways_z, z, hashes: vec![0; self.columns.len()] });
                }
                self.find(simd, number, place);
                number
            },
        );
        self.rows[number].turn = self.turn;
        self.around[at] = Some(number as u8);
        number
    }

    /// A lattice row by its number.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> &FeatureRow {
        &self.rows[number]
    }

    /// Finds the feature points of a lattice row.
    #[inline(never)]
    fn find<S: Simd>(&mut self, simd: S, number: usize, place: (Wrapping<u32>, i32)) {
        let mut row = std::mem::take(&mut self.rows[number]);
        row.place = place;
        simd.vectorize(
            #[inline(always)]
            || {
                let axes = self.lattice_row(simd, place);
                for block in 0..self.columns.len() / LANES {
                    let points = axes.points(&self.columns.as_chunks().0[block]);
                    row.x.as_chunks_mut().0[block] = points.x.into();
                    row.y.as_chunks_mut().0[block] = points.y.into();
                    if !self.noise.is_plane {
                        row.ways_z.as_chunks_mut().0[block] = points.way_z.into();
                        row.z.as_chunks_mut().0[block] = points.z.into();
                    }
                    row.hashes.as_chunks_mut().0[block] = points.hash.into();
                }
            },
        );
        self.rows[number] = row;
    }

    /// What the feature points of a lattice row are found by.
    #[inline(always)]
    fn lattice_row<S: Simd>(&self, simd: S, (y, plane): (Wrapping<u32>, i32)) -> LatticeRow<'a, S> {
        let (hash, z) = (self.noise.hash, self.z);
        let cell_z = if self.noise.is_plane { Wrapping(0) } else { cell_beside(z.cell, z.period, plane) };
        LatticeRow {
            noise: self.noise,
            jitter: f32x16::splat(simd, self.noise.jitter),
            y: u32x16::splat(simd, (y * Wrapping(hash_step(hash, LATTICE_Y))).0),
            z: u32x16::splat(simd, (cell_z * Wrapping(hash_step(hash, LATTICE_Z))).0),
            from_centre: from_centre(plane, f32x16::splat(simd, self.noise.centre(unit(z.fraction)))),
        }
    }

    /// The feature points of a lattice row so many rows and planes of cells from the pixels' own, at thirty-two columns from one on.
    #[inline(always)]
    pub(super) fn points<S: Simd>(&self, simd: S, row: i32, plane: i32, column: usize) -> [Points<S>; 2] {
        let axes = self.lattice_row(simd, (cell_beside(self.y.0, self.y.1, row), plane));
        let (low, high) = self.columns[column..column + 2 * LANES].split_at(LANES);
        [axes.points(low.try_into().expect("sixteen")), axes.points(high.try_into().expect("sixteen"))]
    }
}

/// Sixteen feature points.
pub(super) struct Points<S: Simd> {
    pub(super) x: f32x16<S>,
    pub(super) y: f32x16<S>,
    pub(super) way_z: f32x16<S>,
    pub(super) z: f32x16<S>,
    pub(super) hash: u32x16<S>,
}

/// What the feature points of a lattice row share.
struct LatticeRow<'a, S: Simd> {
    noise: Cellular<'a>,
    jitter: f32x16<S>,
    y: u32x16<S>,
    z: u32x16<S>,
    from_centre: f32x16<S>,
}

impl<S: Simd> LatticeRow<'_, S> {
    /// Those of sixteen columns.
    #[inline(always)]
    fn points(&self, columns: &[u32; LANES]) -> Points<S> {
        let hash = outlined(self.noise.hash);
        let columns = u32x16::load_array_ref(self.jitter.simd, columns);
        let h = hash_products_3(hash, columns * columns.word(hash_step(hash, LATTICE_X)), self.y, self.z);
        let zero = self.jitter.real(0.0);
        let (y, way_z, z) = if self.noise.is_plane {
            (cellular_y(hash, h), zero, zero)
        } else {
            let [y, z] = cellular_yz(hash, h);
            let way = cellular_way(cellular_offset(self.jitter, z), self.from_centre);
            (y, way, cellular_part(self.noise.metric, way))
        };
        Points { x: cellular_offset(self.jitter, cellular_x(hash, h)), y: cellular_offset(self.jitter, y), way_z, z, hash: h }
    }
}
