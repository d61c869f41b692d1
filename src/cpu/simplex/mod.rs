//! Simplex noise in two or three dimensions over a lattice that lies along the grid: in tiles, where that takes less time than sample by sample.

mod grid;

use fearless_simd::Simd;

use super::band::{Band, Entries, ORIGIN, ROWS, Samples, Slice, Strip, coordinate_of, distance};
use super::per_sample::coordinates::{Coordinated, Line};
use crate::domain::DomainKind;
use crate::program::{Operation, Sharing};
use crate::strict::lanes::{LANES, Width};
use crate::strict::lattice::Coordinate;
use grid::{SimplexTiles, Skew, Span, TileRows, Vertices, skew_of, units_of};

/// The cost of a block evaluated sample by sample, in cycles as measured: in two and three dimensions.
const WHOLE: [f32; 2] = [72.0, 101.0];

/// With AVX2, and assumed for all narrower vectors.
const NARROW: [f32; 2] = [128.0, 256.0];

/// Returns true if the skew changes along with the entries of an axis. Octaves wrap each coordinate by itself, so coordinates that seem near may not be.
fn are_skewed_alike(dimensions: usize, entries: &[[u32; 2]], skew: impl Fn(usize) -> Coordinate) -> bool {
    entries.windows(2).enumerate().all(|(number, pair)| {
        let skewed = skew_of(dimensions) * distance(coordinate_of(pair[0]), coordinate_of(pair[1])) as f64;
        // Positions are rounded down to 2^-32 cells.
        (distance(skew(number), skew(number + 1)) as f64 - skewed).abs() <= 16.0
    })
}

/// One octave of simplex noise over a strip of a grid.
pub(super) struct Octave<'a> {
    dimensions: usize,
    /// The lattice axis of the skew, and the number of the octave.
    skew: usize,
    octave: usize,
    /// The entries of the samples on x, and their units, padded to whole blocks.
    xs: &'a [[u32; 2]],
    units: Vec<u32>,
    tiles: SimplexTiles,
    vertices: Vertices,
}

impl<'a> Octave<'a> {
    /// Returns an octave of an operation, if it is simplex noise and sixteen neighbouring samples are near each other.
    pub(super) fn new(
        width: Width,
        strip: &Strip<'a>,
        coordinated: &mut Coordinated,
        operation: &Operation,
        octave: usize,
    ) -> Option<Self> {
        let Operation::Basis { basis, index, axis, .. } = operation else { return None };
        let dimensions = usize::from(basis.dimensions());
        if strip.kind != DomainKind::Grid
            || basis.sharing() != Sharing::Vertices
            || !strip.program.structure().lies_along_the_grid(*basis, *axis)
        {
            return None;
        }
        let (xs, _) = strip.columns(*axis, octave);
        let skew = *axis as usize + dimensions;
        let line = coordinated.line(strip, skew, octave)?;
        if !are_skewed_alike(dimensions, xs, |index| line.at(index)) {
            return None;
        }
        let mut units: Vec<u32> = xs.iter().map(|entry| units_of(*entry)).collect();
        units.resize(strip.blocks() * LANES, *units.last()?);
        let tiles = SimplexTiles::new(width, strip.key(*index), dimensions, xs)?;
        Some(Self { dimensions, skew, octave, xs, units, tiles, vertices: Vertices::default() })
    }

    /// Evaluates a band of rows of a slice, and returns true, if that is faster than sample by sample.
    pub(super) fn evaluate<S: Simd>(
        &mut self,
        simd: S,
        strip: &Strip<'a>,
        coordinated: &mut Coordinated,
        band: &Band,
        (slice, (ys, _)): (&Slice, Entries<'_>),
        target: &mut Samples<'_>,
    ) -> bool {
        let mut skews = [ORIGIN; ROWS];
        for (row, skew) in skews[..band.rows].iter_mut().enumerate() {
            *skew = strip.constant_along(self.skew, self.octave, band, row).unwrap_or(ORIGIN);
        }
        let Some(span) = Span::of(ys).filter(|_| are_skewed_alike(self.dimensions, ys, |index| skews[index])) else { return false };
        let (height, cost) = self.tiles.height(span, ys.len());
        let per_sample = if const { Width::of::<S>().is_whole() } { WHOLE } else { NARROW };
        if cost >= per_sample[self.dimensions - 2] {
            return false;
        }
        let Some(line) = coordinated.line(strip, self.skew, self.octave) else { return false };
        for (number, ys) in ys.chunks(height).enumerate() {
            let first = number * height;
            self.evaluate_tiles(simd, line, (ys, slice.z, skews[first]), &mut target.slice[first * target.stride..], target.stride);
        }
        true
    }

    /// Evaluates the tiles of some rows. The skew of the first row has a constant part beside the part that changes along it.
    fn evaluate_tiles<S: Simd>(
        &mut self,
        simd: S,
        line: &Line,
        (ys, z, constant): (&[[u32; 2]], Coordinate, Coordinate),
        rows: &mut [f32],
        stride: usize,
    ) {
        let mut units = [units_of(ys[ys.len() - 1]); LANES];
        units.iter_mut().zip(ys).for_each(|(units, entry)| *units = units_of(*entry));
        let span = Span::of(ys).expect("all rows lie near each other");
        let tile = TileRows { y: coordinate_of(ys[0]), z, skew: Skew { line, constant }, units, span, count: ys.len() };
        let Self { xs, units, tiles, vertices, .. } = self;
        if self.dimensions == 2 {
            tiles.sweep::<S, 2>(simd, vertices, (xs, units), &tile, (rows, stride));
        } else {
            tiles.sweep::<S, 3>(simd, vertices, (xs, units), &tile, (rows, stride));
        }
    }
}
