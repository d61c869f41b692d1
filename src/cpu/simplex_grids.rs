//! Simplex noise over a lattice that lies along the grid: in tiles, over maps, or straight, whichever takes the least time. `bases.rs` calls it.

use fearless_simd::Simd;

use super::lines::Line;
use super::registers::Vector;
use super::simplex_maps::{Columns, Made, Map, Rows, Slopes, Values};
use super::strip::{Samples, Then, coordinate_of, distance};
use super::tiles::{Band, Skew, Span, Tiles, Vertices, skew_of, units_of};
use crate::value::hash::{Hash, TABLE};
use crate::value::lanes::{LANES, Width};
use crate::value::lattice::Coordinate;

/// What a block of values or of derivatives costs, in two and three dimensions, in cycles as found by measuring.
struct Costs {
    /// Straight, by the table and by the lattice hash.
    straight: [[f32; 2]; 2],
    /// Over a map, but for the map itself.
    over_map: [f32; 2],
    /// A vector of vertices of the map, by either hash.
    vertices: [[f32; 2]; 2],
}

const VALUES: usize = 0;
const DERIVATIVES: usize = 1;

/// With AVX-512.
const WHOLE: [Costs; 2] = [
    Costs { straight: [[66.0, 101.0], [72.0, 101.0]], over_map: [46.0, 77.0], vertices: [[30.0, 37.0], [22.0, 30.0]] },
    Costs { straight: [[154.0, 224.0], [160.0, 224.0]], over_map: [104.0, 139.0], vertices: [[30.0, 37.0], [22.0, 30.0]] },
];

/// With AVX2, and taken for all narrower vectors: much of what straight noise holds fits in no register there, so it is dearer against the rest.
const NARROW: [Costs; 2] = [
    Costs { straight: [[163.0, 300.0], [128.0, 256.0]], over_map: [89.0, 171.0], vertices: [[60.0, 125.0], [26.0, 57.0]] },
    Costs { straight: [[369.0, 558.0], [320.0, 465.0]], over_map: [150.0, 270.0], vertices: [[60.0, 125.0], [26.0, 57.0]] },
];

/// Whether skews go along with the entries of an axis from the first to its neighbour. Octaves wrap, each coordinate by itself: then what seems near is not.
pub(super) fn are_skewed_alike(dimensions: usize, entries: &[[u32; 2]], skew: impl Fn(usize) -> Coordinate) -> bool {
    let [first, second, ..] = entries else { return true };
    let skewed = skew_of(dimensions) * distance(coordinate_of(*first), coordinate_of(*second)) as f64;
    // Places are rounded down to 2^-32 cells.
    (distance(skew(0), skew(1)) as f64 - skewed).abs() <= 16.0
}

/// What is found of the lattice around some rows.
#[derive(Default)]
pub(super) struct Around {
    vertices: Vertices,
    map: Map,
}

/// One octave of simplex noise in two or three dimensions over a strip of a grid.
pub(super) struct Simplices<'a> {
    hash: Hash<'a>,
    dimensions: usize,
    /// The entries of the pixels on x, and where each is, padded to whole blocks.
    xs: &'a [[u32; 2]],
    units: Vec<u32>,
    /// If sixteen pixels lie near each other.
    tiles: Option<Tiles<'a>>,
    columns: Columns,
}

impl<'a> Simplices<'a> {
    /// Of pixels with these entries on x, and what their skew changes along a row, padded to whole blocks, if that goes along with them.
    pub(super) fn new(width: Width, hash: Hash<'a>, dimensions: usize, xs: &'a [[u32; 2]], skew: &Line) -> Option<Self> {
        if !are_skewed_alike(dimensions, xs, |index| skew.at(index)) {
            return None;
        }
        let mut units: Vec<u32> = xs.iter().map(|entry| units_of(*entry)).collect();
        units.resize(skew.blocks.len() * LANES, *units.last()?);
        let tiles = Tiles::new(width, hash, dimensions, xs);
        Some(Self { hash, dimensions, xs, units, tiles, columns: Columns::new(xs, skew) })
    }

    /// The values of some rows, if they are faster in tiles or over a map than straight. Then something is done with each row, as soon as it is there.
    pub(super) fn values<S: Simd>(
        &mut self,
        simd: S,
        around: &mut Around,
        skew: &Line,
        rows: &Rows<'_>,
        (target, then): (&mut Samples<'_>, Then<'_>),
    ) -> bool {
        let [straight, over_map] = self.costs::<S>(VALUES, rows);
        let in_tiles = self.tiles.as_ref().zip(Span::of(rows.ys)).map(|(tiles, span)| tiles.height(span, rows.ys.len()));
        if let Some((height, cost)) = in_tiles
            && cost < straight.min(over_map)
        {
            self.in_tiles(simd, &mut around.vertices, skew, (rows, height), target);
            (0..rows.ys.len()).for_each(|row| then(row, target.padded_row(row)));
            return true;
        }
        if over_map < straight {
            self.over_map(simd, &mut around.map, skew, rows, &mut Values(target, then));
        }
        over_map < straight
    }

    /// The derivatives of some rows, which have so many blocks each, if they are faster over a map than straight.
    pub(super) fn slopes<S: Simd>(
        &self,
        simd: S,
        around: &mut Around,
        skew: &Line,
        rows: &Rows<'_>,
        (targets, blocks): (&mut [Vec<Vector>], usize),
    ) -> bool {
        let [straight, over_map] = self.costs::<S>(DERIVATIVES, rows);
        if over_map < straight {
            self.over_map(simd, &mut around.map, skew, rows, &mut Slopes(targets, blocks));
        }
        over_map < straight
    }

    /// What a block of values or of derivatives costs straight and over a map.
    fn costs<S: Simd>(&self, output: usize, rows: &Rows<'_>) -> [f32; 2] {
        let costs = &(if const { Width::of::<S>().is_whole() } { WHOLE } else { NARROW })[output];
        let (hash, number) = (usize::from(self.hash.kind != TABLE), self.dimensions - 2);
        let vertices = self.columns.vertices(self.dimensions, rows.ys);
        [costs.straight[hash][number], costs.over_map[number] + costs.vertices[hash][number] * vertices]
    }

    fn in_tiles<S: Simd>(
        &mut self,
        simd: S,
        vertices: &mut Vertices,
        line: &Line,
        (rows, height): (&Rows<'_>, usize),
        target: &mut Samples<'_>,
    ) {
        let tiles = self.tiles.as_mut().expect("there are tiles");
        let xs = (self.xs, &self.units[..]);
        for (number, ys) in rows.ys.chunks(height).enumerate() {
            let first = number * height;
            let mut units = [units_of(ys[ys.len() - 1]); LANES];
            units.iter_mut().zip(ys).for_each(|(units, entry)| *units = units_of(*entry));
            let skew = Skew { line, constant: rows.skews[first] };
            let span = Span::of(ys).expect("all rows lie near each other");
            let band = Band { y: coordinate_of(ys[0]), z: rows.z, skew, units, span, count: ys.len() };
            let target = (&mut target.slice[first * target.stride..], target.stride);
            if self.dimensions == 2 {
                tiles.sweep::<S, 2>(simd, vertices, xs, &band, target);
            } else {
                tiles.sweep::<S, 3>(simd, vertices, xs, &band, target);
            }
        }
    }

    fn over_map<S: Simd>(&self, simd: S, map: &mut Map, skew: &Line, rows: &Rows<'_>, made: &mut impl Made<S>) {
        let along = (&self.columns, &self.units[..], skew);
        if self.dimensions == 2 {
            map.sweep::<S, 2>(simd, self.hash, along, rows, made);
        } else {
            map.sweep::<S, 3>(simd, self.hash, along, rows, made);
        }
    }
}
