//! Simplex noise sample by sample over a map of the lattice: where cells are too narrow for tiles, but still wider than a pixel. `simplex_grids.rs` calls it.
//!
//! Samples that are rows apart have the same vertices. So the hashes of all vertices around a band of rows are found once, and what gradients take of them, four
//! bits, is kept for the corners of each cell in one word. A sample looks the word of its cell up.

use std::ops::RangeInclusive;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16, u32x16};

use super::lines::{Line, splat};
use super::registers::Vector;
use super::strip::{ROWS, Samples, Then, coordinate_of, distance, put_first};
use super::tiles::{skew_of, units_of, unskew};
use crate::value::hash::{Hash, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_product, hash_product_last, hash_product_plane, hash_step};
use crate::value::lanes::{LANES, gathered};
use crate::value::lattice::{Coordinate, added};
use crate::value::number::{Lanes, Word as _};
use crate::value::simplex::{
    Simplex2, Simplex3, SimplexPath, simplex_offset, simplex_path, simplex_place, simplex_slope_2, simplex_slope_3, simplex_tetrahedron,
    simplex_triangle, simplex_units, simplex_value_2, simplex_value_3,
};
use crate::value::strict::settled;

/// The bits of a hash that a gradient takes.
const BITS: u32 = 4;

/// Samples are this far at most from where they are found to be, in cells.
const MARGIN: f64 = 1e-3;

/// One cell of a fixed-point number.
const CELL: f64 = (1_u64 << 32) as f64;

/// Neighbouring vertices along x on the skewed lattice, by their steps from the cell of a band's first sample.
#[derive(Clone, Copy)]
struct Row {
    first: i32,
    last: i32,
    j: i32,
    k: i32,
}

/// What a step along an axis skews by, and by that what a step along x of the skewed lattice is against one along y or z there.
struct Skewing {
    skew: f64,
    /// Along a row of samples.
    along: f64,
    /// Across it.
    across: f64,
}

impl Skewing {
    fn new(dimensions: usize) -> Self {
        let skew = skew_of(dimensions);
        Self { skew, along: (1.0 + skew) / skew, across: (1.0 + 2.0 * skew) / skew }
    }
}

/// Which vertices the samples of a band have around them: of a row (j, k) those along x from the greatest of three numbers to the least of three, all of
/// 2^-32 cell.
struct Reach {
    ends: [i64; 2],
    /// At j = 0, and what is added for each j.
    by_y: [i64; 2],
    along: i64,
    /// At j = k = 0, and what is added for each k; a cell less for each j.
    by_z: [i64; 2],
    across: i64,
    rows: RangeInclusive<i32>,
    /// Of the row j = 0, the first and the last k; one more for each j.
    planes: RangeInclusive<i32>,
}

impl Reach {
    /// Of samples that lie so far from the first on x and y, which lies so far from its cell.
    fn new(dimensions: usize, first: [u32; 3], xs: [f64; 2], ys: [f64; 2]) -> Self {
        let Skewing { skew, along, across } = Skewing::new(dimensions);
        let [u, v, w] = first.map(|fraction| f64::from(fraction) / CELL);
        let units = |cells: f64| (cells * CELL) as i64;
        let both = |low: f64, high: f64| [units(low - MARGIN), units(high + MARGIN)];
        // From the first sample, u grows by dx + skew (dx + dy), v by dy + skew (dx + dy), and w by skew (dx + dy): u is along v - across dy, u + v is across w,
        // and v - w is dy. The samples around the vertex j have v from j - 1 to j + 1.
        let (before, after) = (-1.0 - MARGIN, 1.0 + MARGIN);
        let end = |end: usize| (skew * (xs[end] + ys[end]), xs[end], ys[end]);
        let ((skew_low, x_low, y_low), (skew_high, x_high, y_high)) = (end(0), end(1));
        Self {
            ends: both(u + skew_low + x_low, u + skew_high + x_high),
            by_y: both(u + along * (before - v) - across * y_high, u + along * (after - v) - across * y_low),
            along: units(along),
            by_z: both(u + across * (before - w) - (after - v), u + across * (after - w) - (before - v)),
            across: units(across),
            rows: floor(v + skew_low + y_low - MARGIN)..=floor(v + skew_high + y_high + MARGIN) + 1,
            planes: if dimensions == 2 { 0..=0 } else { floor(w - v - y_high - MARGIN) - 1..=floor(w - v - y_low + MARGIN) + 2 },
        }
    }

    /// Lists the vertices, in the order of j and k.
    fn list<const N: usize>(&self, rows: &mut Vec<Row>) {
        rows.clear();
        for j in self.rows.clone() {
            let shift = i64::from(j) << 32;
            let by_y = self.by_y.map(|end| end + self.along * i64::from(j));
            let [low, high] = [self.ends[0].max(by_y[0]), self.ends[1].min(by_y[1])];
            for k in self.planes.clone() {
                let (k, mut low, mut high) = (if N == 3 { k + j } else { k }, low, high);
                if N == 3 {
                    let by_z = self.by_z.map(|end| end + self.across * i64::from(k) - shift);
                    (low, high) = (low.max(by_z[0]), high.min(by_z[1]));
                }
                if low <= high {
                    rows.push(Row { first: (low >> 32) as i32, last: (high >> 32) as i32 + 1, j, k });
                }
            }
        }
    }
}

fn floor(v: f64) -> i32 {
    v.floor() as i32
}

/// Where rows lie one after the other: the place of a vertex is its step on x, these times those on y and z, less the origin.
#[derive(Clone, Copy, Default)]
struct Layout {
    pitch: [i32; 2],
    origin: i32,
}

impl Layout {
    fn of(rows: &[Row]) -> Self {
        let mut layout = Self::default();
        for rows in rows.windows(2).filter(|rows| rows[0].j == rows[1].j) {
            layout.pitch[1] = layout.pitch[1].max(rows[0].last + 1 - rows[1].first);
        }
        let mut end = i32::MIN;
        for rows in rows.chunk_by(|a, b| a.j == b.j) {
            let (first, last) = (&rows[0], &rows[rows.len() - 1]);
            // From the row before to this one, less what the pitch is to make of it.
            layout.pitch[0] = layout.pitch[0].max(end.saturating_sub(first.first + layout.pitch[1] * first.k));
            end = last.last + 1 + layout.pitch[1] * last.k;
        }
        layout.origin = layout.at(&rows[0]);
        layout
    }

    /// Where a row begins.
    fn at(&self, row: &Row) -> i32 {
        row.first + self.pitch[0] * row.j + self.pitch[1] * row.k - self.origin
    }
}

/// What is found of the hashes of all vertices around a band of rows.
#[derive(Default)]
pub(super) struct Map {
    rows: Vec<Row>,
    layout: Layout,
    /// What gradients take of the hash of each vertex.
    codes: Vec<u32>,
    /// Those of the corners of each cell.
    words: Vec<u32>,
}

impl Map {
    /// Goes to a band whose first sample lies in these cells.
    #[inline(always)]
    fn go_to<S: Simd, const N: usize>(&mut self, simd: S, hash: Hash<'_>, reach: &Reach, cells: [u32; 3]) {
        reach.list::<N>(&mut self.rows);
        self.layout = Layout::of(&self.rows);
        let last = self.rows[self.rows.len() - 1];
        let count = (self.layout.at(&last) + last.last - last.first + 1) as usize;
        let [row, plane] = self.layout.pitch.map(|pitch| pitch as usize);
        let room = count.next_multiple_of(LANES);
        // A vector goes beyond the end of its row, and the corners of a cell beyond it.
        self.codes.resize(self.codes.len().max(room + row + plane + 1 + LANES), 0);
        self.words.resize(self.words.len().max(room), 0);
        let lane = u32x16::load_array(simd, std::array::from_fn(|lane| lane as u32));
        for row in &self.rows {
            let at = self.layout.at(row) as usize;
            let [y, z] = [(row.j, cells[1], LATTICE_Y), (row.k, cells[2], LATTICE_Z)].map(
                #[inline(always)]
                |(step, cell, constant)| cell.wrapping_add(step as u32).wrapping_mul(hash_step(hash, constant)),
            );
            let count = (row.last - row.first + 1) as usize;
            for (number, codes) in self.codes[at..].chunks_exact_mut(LANES).take(count.div_ceil(LANES)).enumerate() {
                let x = lane + cells[0].wrapping_add(row.first as u32).wrapping_add((number * LANES) as u32);
                let prefix = hash_product(hash, x.word(0), x * hash_step(hash, LATTICE_X));
                let hashes = if N == 2 {
                    hash_product_plane(hash, prefix, x.word(y))
                } else {
                    hash_product_last(hash, hash_product(hash, prefix, x.word(y)), x.word(z))
                };
                (hashes & ((1 << BITS) - 1)).store_slice(codes);
            }
        }
        for (number, words) in self.words[..room].as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let codes = &self.codes[number * LANES..];
            let mut word = at_corner(simd, codes, 0, 0) | at_corner(simd, codes, 1, 1);
            word |= at_corner(simd, codes, row, 2) | at_corner(simd, codes, row + 1, 3);
            if N == 3 {
                word |= at_corner(simd, codes, plane, 4) | at_corner(simd, codes, plane + 1, 5);
                word |= at_corner(simd, codes, plane + row, 6) | at_corner(simd, codes, plane + row + 1, 7);
            }
            *words = word.into();
        }
    }
}

/// The codes of sixteen vertices from one on, where words have those of a corner.
#[inline(always)]
fn at_corner<S: Simd>(simd: S, codes: &[u32], from: usize, corner: u32) -> u32x16<S> {
    u32x16::from_slice(simd, &codes[from..from + LANES]) << (BITS * corner)
}

/// One octave of simplex noise along the rows of a strip.
pub(super) struct Columns {
    /// The coordinate of each pixel on x, with what its skew changes along a row.
    x: Line,
    /// How far pixels lie from the first.
    ends: [f64; 2],
}

impl Columns {
    /// Of the entries of pixels on x, and what their skew changes along a row, padded to whole blocks.
    pub(super) fn new(entries: &[[u32; 2]], skew: &Line) -> Self {
        let x = Line::new(skew.blocks.len(), |index| added(coordinate_of(entries[index.min(entries.len() - 1)]), skew.at(index)));
        Self { x, ends: ends_of(entries) }
    }

    /// About how many vectors of vertices are found for a block of samples, in a band whose rows have these entries on y.
    pub(super) fn vertices(&self, dimensions: usize, ys: &[[u32; 2]]) -> f32 {
        let Skewing { skew, along, across } = Skewing::new(dimensions);
        let length = |[low, high]: [f64; 2]| high - low;
        let (x, y) = (length(self.ends), length(ends_of(ys)));
        let ends = skew * (x + y);
        let rows = ends + y + 3.0;
        let vectors = if dimensions == 2 {
            // The last one of a row is filled in part.
            rows * ((ends + x).min(2.0 * along + across * y) / LANES as f64 + 0.6)
        } else {
            rows * (y + 4.0).min(ends + 3.0)
        };
        (vectors / (ys.len() * self.x.blocks.len()) as f64) as f32
    }
}

/// Rows of a band: their entries on y, the coordinate on z, and what of the skew is the same along each.
pub(super) struct Rows<'l> {
    pub(super) ys: &'l [[u32; 2]],
    pub(super) z: Coordinate,
    pub(super) skews: [Coordinate; ROWS],
}

/// How far the entries of an axis lie from the first, at least and at most.
fn ends_of(entries: &[[u32; 2]]) -> [f64; 2] {
    let [first, last] = [entries[0], entries[entries.len() - 1]].map(coordinate_of);
    let far = distance(first, last) as f64 / CELL;
    [far.min(0.0), far.max(0.0)]
}

/// What is made of the simplices around samples, in sixteen of a row at a time.
pub(super) trait Made<S: Simd> {
    fn of_triangles(&mut self, row: usize, block: usize, triangles: Simplex2<f32x16<S>>);
    fn of_tetrahedra(&mut self, row: usize, block: usize, tetrahedra: Simplex3<f32x16<S>>);
    /// All of a row is made.
    fn end_row(&mut self, row: usize);
}

/// The noise itself, and what is then done with each row.
pub(super) struct Values<'t, 's>(pub(super) &'t mut Samples<'s>, pub(super) Then<'t>);

impl Values<'_, '_> {
    #[inline(always)]
    fn put<S: Simd>(&mut self, row: usize, block: usize, value: f32x16<S>) {
        let Samples { slice, stride, count } = self.0;
        let (at, left) = (row * *stride + block * LANES, *count - block * LANES);
        put_first(&mut slice[at..][..left.min(LANES)], settled(value));
    }
}

impl<S: Simd> Made<S> for Values<'_, '_> {
    #[inline(always)]
    fn of_triangles(&mut self, row: usize, block: usize, triangles: Simplex2<f32x16<S>>) {
        self.put(row, block, simplex_value_2(triangles));
    }

    #[inline(always)]
    fn of_tetrahedra(&mut self, row: usize, block: usize, tetrahedra: Simplex3<f32x16<S>>) {
        self.put(row, block, simplex_value_3(tetrahedra));
    }

    fn end_row(&mut self, row: usize) {
        (self.1)(row, self.0.padded_row(row));
    }
}

/// Its derivatives, each in a register, of rows of so many blocks.
pub(super) struct Slopes<'t>(pub(super) &'t mut [Vec<Vector>], pub(super) usize);

impl Slopes<'_> {
    #[inline(always)]
    fn put<S: Simd>(&mut self, row: usize, block: usize, slopes: [f32x16<S>; 4]) {
        for (target, slope) in self.0.iter_mut().zip(slopes) {
            target[row * self.1 + block].store(settled(slope));
        }
    }
}

impl<S: Simd> Made<S> for Slopes<'_> {
    #[inline(always)]
    fn of_triangles(&mut self, row: usize, block: usize, triangles: Simplex2<f32x16<S>>) {
        self.put(row, block, simplex_slope_2(triangles));
    }

    #[inline(always)]
    fn of_tetrahedra(&mut self, row: usize, block: usize, tetrahedra: Simplex3<f32x16<S>>) {
        self.put(row, block, simplex_slope_3(tetrahedra));
    }

    fn end_row(&mut self, _: usize) {}
}

impl Map {
    /// Makes something of the simplices of a band in N dimensions, two or three.
    #[inline(never)]
    pub(super) fn sweep<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        hash: Hash<'_>,
        (columns, units, skew_along): (&Columns, &[u32], &Line),
        band: &Rows<'_>,
        made: &mut impl Made<S>,
    ) {
        let on_axes = |row: usize| [band.skews[row], added(coordinate_of(band.ys[row]), band.skews[row]), added(band.z, band.skews[row])];
        let [skew, y, z] = on_axes(0);
        let first = [added(columns.x.at(0), skew), added(skew_along.at(0), y), added(skew_along.at(0), z)];
        let mut cells = first.map(|at| at.cell.0);
        cells[N..].fill(0);
        simd.vectorize(
            #[inline(always)]
            || {
                self.go_to::<S, N>(simd, hash, &Reach::new(N, first.map(|at| at.fraction.0), columns.ends, ends_of(band.ys)), cells);
                let Layout { pitch: [pitch_y, pitch_z], origin } = self.layout;
                let (pitch_y, pitch_z) = (pitch_y as u32, pitch_z as u32);
                let others = cells[1].wrapping_mul(pitch_y).wrapping_add(cells[2].wrapping_mul(pitch_z));
                let origin = cells[0].wrapping_add(others).wrapping_add(origin as u32);
                let z_units = u32x16::splat(simd, simplex_units(band.z.cell, band.z.fraction).0);
                for (row, entry) in band.ys.iter().enumerate() {
                    let [skew, y, z] = on_axes(row);
                    let (skew, y, z) = (splat(simd, skew), splat(simd, y), splat(simd, z));
                    let y_units = u32x16::splat(simd, units_of(*entry));
                    for (block, x_units) in units.as_chunks().0.iter().enumerate() {
                        let x_units = u32x16::load_array_ref(simd, x_units);
                        let i = added(columns.x.load(simd, block, 0), skew);
                        let along = skew_along.load(simd, block, 0);
                        let j = added(along, y);
                        // Where the sample's cell is.
                        let place = i.cell + j.cell * pitch_y - origin;
                        if N == 2 {
                            let word = gathered(simd, &self.words, place);
                            let unskew = (i.cell + j.cell) * unskew(2);
                            let first = [
                                simplex_offset(x_units - simplex_place(i.cell, unskew)),
                                simplex_offset(y_units - simplex_place(j.cell, unskew)),
                            ];
                            let along_x = j.fraction.less(i.fraction);
                            let second = Lanes::chosen(word.right(2 * BITS), word.right(BITS), along_x);
                            made.of_triangles(row, block, simplex_triangle([word, second, word.right(3 * BITS)], first, along_x));
                        } else {
                            let k = added(along, z);
                            let word = gathered(simd, &self.words, place + k.cell * pitch_z);
                            let unskew = (i.cell + j.cell + k.cell) * unskew(3);
                            let first = [
                                simplex_offset(x_units - simplex_place(i.cell, unskew)),
                                simplex_offset(y_units - simplex_place(j.cell, unskew)),
                                simplex_offset(z_units - simplex_place(k.cell, unskew)),
                            ];
                            let path = simplex_path(i.fraction, j.fraction, k.fraction);
                            let SimplexPath { second, third } = path;
                            let (x, y, z) = (word.right(BITS), word.right(2 * BITS), word.right(4 * BITS));
                            let (xy, xz, yz) = (word.right(3 * BITS), word.right(5 * BITS), word.right(6 * BITS));
                            let at_second = Lanes::chosen(Lanes::chosen(z, y, second[1]), x, second[0]);
                            let at_third = Lanes::chosen(Lanes::chosen(xy, xz, !third[1]), yz, !third[0]);
                            let hashes = [word, at_second, at_third, word.right(7 * BITS)];
                            made.of_tetrahedra(row, block, simplex_tetrahedron(hashes, first, path));
                        }
                    }
                    made.end_row(row);
                }
            },
        );
    }
}
