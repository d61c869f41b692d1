// @generated from shaders/cellular.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Cellular noise (Steven Worley, "A cellular texture basis function", SIGGRAPH 1996): the distances to the nearest feature points. Each lattice cell has one
// feature point: with a jitter of 1 anywhere in the cell, with 0 at its centre. Its position takes 16 bits of the hash per axis. A jitter below 2^-16
// counts as 0.
//
// The search is exact: it visits every cell that can hold a point that matters. A feature point stays 2^-17 cells away from the walls of its cell, far more
// than the error of a distance. So the search can skip a cell whose box is no nearer than the distances found so far, and the result is still exact.
//
// Let f be the sample's fraction on an axis. The sample's own cell and the three (in 3-D seven) others around its nearest lattice point, which is e <= 1/2
// away on each axis, bound the distances that the search can find:
// - 1-D: the nearest and the second nearest point are at most 1 + e away. Two cells away is at least 1 + f >= 1 + e, so the 3 cells around suffice.
// - 2-D: the second nearest point is at most sqrt(2.5) away, or 2 with MANHATTAN. Three cells away is at least 2, so 5 x 5 cells suffice.
// - 3-D: both are at most sqrt(3) away, or 3 with MANHATTAN. Three cells away is at least 2, so 5 x 5 x 5 cells suffice, or 7 x 7 x 7 with MANHATTAN.
//
// The search visits the 3^n cells around the sample first. All other points are at least 1 + f or 2 - f away on some axis. Only if a distance found is larger
// than that, which is rare, does the search go on to the other rows and cells, and it tests the distance of each box. So most samples cost 9 or 27 hashes.
//
// The ranges of F1 and F2 with a jitter of 1 start at 0. These are their upper limits, with the largest values observed in parentheses:
// - 1-D: 1 and 1.5.
// - 2-D: 1.415 and 1.582 (1.258 and 1.488); with MANHATTAN 2 and 2 (1.717 and 1.868); with CHEBYSHEV 1 and 1.5 (0.991 and 1.394).
// - 3-D: 1.733 for both; with MANHATTAN 3 for both; with CHEBYSHEV 1 and 1.5.
//
// If two points are equally near, the one with the smaller hash is the nearest. This does not depend on the order of the search, so neither tiles nor periods
// are visible.

use super::super::builtin::{abs, any, bitcast_f32, bitcast_u32, equal, exp2, f32_of, greater, less, max, min, select, shift_right};
use super::super::real::{Lanes, Real, Word};
use super::arithmetic::{sqrt_of, sqrt_of_two};
use super::combine::{smooth_min, smooth_min_share};
use super::hash::{
    LATTICE_X, LATTICE_Y, LATTICE_Z, hash_3, hash_first, hash_last, hash_more, hash_next, hash_plane, hash_products_3, hash_value,
};
use super::lattice::{Coordinate, cell_after, cell_before, next_cell, unit};
use super::strict::rounded;

// The metrics: the Euclidean distance, its square, the sum of the distances along the axes, and the largest of these.
pub(crate) const EUCLIDEAN: u32 = 0;
pub(crate) const SQUARED: u32 = 1;
pub(crate) const MANHATTAN: u32 = 2;
pub(crate) const CHEBYSHEV: u32 = 3;

// The outputs: the distance to the nearest point, the distance to the second nearest, the second distance minus the first, a random value of the nearest
// point's cell, the distance to the border of that cell, a component of the vector from the nearest point to the sample, and the smooth minimum of the
// distances to all points.
pub(crate) const F1: u32 = 0;
pub(crate) const F2: u32 = 1;
pub(crate) const F2_MINUS_F1: u32 = 2;
pub(crate) const CELL_VALUE: u32 = 3;
pub(crate) const EDGE: u32 = 4;
pub(crate) const POINT_X: u32 = 5;
pub(crate) const POINT_Y: u32 = 6;
pub(crate) const POINT_Z: u32 = 7;
pub(crate) const SMOOTH_F1: u32 = 8;

// Several outputs of one search: SEVERAL, four of the outputs above with four bits each from the lowest bits on, and flags for what these outputs need: the
// second nearest point, EDGE, and SMOOTH_F1.
pub(crate) const SEVERAL: u32 = 0x10000;
pub(crate) const WITH_SECOND: u32 = 0x20000;
pub(crate) const WITH_EDGE: u32 = 0x40000;
pub(crate) const WITH_SMOOTH: u32 = 0x80000;

// The result of a search: the two smallest distances (squared for EUCLIDEAN), the hash of the nearest point's cell, and the vectors from the sample to both
// points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Features<F: Real = f32> {
    pub(crate) f1: F,
    pub(crate) f2: F,
    pub(crate) hash: F::Word,
    pub(crate) first: [F; 3],
    pub(crate) second: [F; 3],
}

// The result of a pass over all points nearby. For EDGE: the distance to the nearest border, and the vector from the nearest point to the point beyond that
// border. For SMOOTH_F1: the smooth minimum of the distances, and its derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gathered<F: Real = f32> {
    pub(crate) distance: F,
    pub(crate) way: [F; 3],
}

// A sample on an axis: its fraction, and the number to subtract from the sum of a cell's number (0 for the sample's own cell) and a feature point's offset.
// The difference is the component of the vector from the sample to that point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CellularAxis<F: Real = f32> {
    pub(crate) fraction: F,
    pub(crate) centre: F,
}

// The columns of cells around a sample: for each y, the hash prefixes (x and y) of the three cells along x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CellularColumns<F: Real = f32> {
    pub(crate) before: [F::Word; 3],
    pub(crate) own: [F::Word; 3],
    pub(crate) after: [F::Word; 3],
}

// Returns the jitter, or 0 if it is so small that some numbers would not be normal.
#[inline(always)]
pub(crate) fn cellular_jitter<F: Real>(jitter: F) -> F {
    select(jitter, jitter.real(0.0), less(jitter, jitter.real(exp2(-16))))
}

#[inline(always)]
pub(crate) fn cellular_axis<F: Real>(jitter: F, fraction: F) -> CellularAxis<F> {
    CellularAxis { fraction, centre: rounded(rounded(fraction - jitter.real(0.5)) + rounded(jitter * jitter.real(0.49999237))) }
}

// Returns the sixteen random bits of a feature point on the x axis. The functions below return those on the other axes.
#[inline(always)]
pub(crate) fn cellular_x<W: Word>(point: W) -> W {
    point & point.word(65535)
}

#[inline(always)]
pub(crate) fn cellular_y<W: Word>(point: W) -> W {
    shift_right(point, 16)
}

// Returns the bits of a feature point on the z axis: the upper bits of a product. With these and the other two, each hash has a point of its own, and the points
// fill the cube evenly.
#[inline(always)]
pub(crate) fn cellular_z<W: Word>(point: W) -> W {
    shift_right(point * point.word(LATTICE_Z), 16)
}

// Returns the distance of a feature point from the lower wall of its cell on an axis, without the part of the jitter that the axis' centre includes.
#[inline(always)]
pub(crate) fn cellular_offset<F: Real>(jitter: F, bits: F::Word) -> F {
    rounded(jitter * jitter.real(exp2(-16)) * f32_of(bits))
}

// Returns the component along an axis of the vector from the sample to a feature point. `cell` is the number of its cell minus the axis' centre.
#[inline(always)]
pub(crate) fn cellular_way<F: Real>(offset: F, cell: F) -> F {
    rounded(offset + cell)
}

// Returns the contribution of a vector's component to its length.
#[inline(always)]
pub(crate) fn cellular_part<F: Real>(metric: u32, way: F) -> F {
    if metric == MANHATTAN || metric == CHEBYSHEV {
        return abs(way);
    }
    rounded(way * way)
}

#[inline(always)]
pub(crate) fn cellular_joined<F: Real>(metric: u32, a: F, b: F) -> F {
    if metric == CHEBYSHEV {
        return max(a, b);
    }
    rounded(a + b)
}

// Returns the length of a vector, squared for EUCLIDEAN. A row of samples shares the contributions of y and z.
#[inline(always)]
pub(crate) fn cellular_length<F: Real>(metric: u32, x: F, y: F, z: F) -> F {
    let rest = cellular_joined(metric, cellular_part(metric, y), cellular_part(metric, z));
    cellular_joined(metric, cellular_part(metric, x), rest)
}

// Does the same for a vector whose z is 0.
#[inline(always)]
pub(crate) fn cellular_length_2<F: Real>(metric: u32, x: F, y: F) -> F {
    cellular_joined(metric, cellular_part(metric, x), cellular_part(metric, y))
}

// Returns the distance from the sample to the box of a cell on an axis.
#[inline(always)]
pub(crate) fn cellular_gap<F: Real>(cell: F, fraction: F) -> F {
    max(max(rounded(cell - fraction), rounded(fraction - rounded(cell + cell.real(1.0)))), cell.real(0.0))
}

// Returns the distance from the sample to the nearer wall of its own cell on an axis.
#[inline(always)]
pub(crate) fn cellular_reach<F: Real>(fraction: F) -> F {
    min(fraction, rounded(fraction.real(1.0) - fraction))
}

// Returns the least distance to the cells beyond the 3^n around the sample, as the search compares it, given the least reach on any axis.
#[inline(always)]
pub(crate) fn cellular_beyond<F: Real>(metric: u32, reach: F) -> F {
    cellular_part(metric, rounded(reach + reach.real(1.0)))
}

// Returns the distance below which a cell's box can change what was found.
#[inline(always)]
pub(crate) fn cellular_limit<F: Real>(output: u32, found: Features<F>) -> F {
    if output == F1 || output == CELL_VALUE || (output >= POINT_X && (output & WITH_SECOND) == 0) {
        return found.f1;
    }
    found.f2
}

// Returns the second smallest distance, including one more.
#[inline(always)]
pub(crate) fn cellular_second<F: Real>(f1: F, f2: F, distance: F) -> F {
    min(f2, max(f1, distance))
}

#[inline(always)]
pub(crate) fn cellular_none<F: Real>(far: F) -> Features<F> {
    let nowhere = [0.0_f32, 0.0, 0.0];
    Features {
        f1: far,
        f2: far,
        hash: far.word(0xffffffff),
        first: [far.real(nowhere[0]), far.real(nowhere[1]), far.real(nowhere[2])],
        second: [far.real(nowhere[0]), far.real(nowhere[1]), far.real(nowhere[2])],
    }
}

// Adds a point at the distance `d`.
#[inline(always)]
pub(crate) fn cellular_with<F: Real>(found: Features<F>, d: F, hash: F::Word, x: F, y: F, z: F) -> Features<F> {
    let is_first = less(d, found.f1) | (equal(d, found.f1) & less(hash, found.hash));
    let is_second = less(d, found.f2);
    let x2 = select(select(found.second[0], x, is_second), found.first[0], is_first);
    let y2 = select(select(found.second[1], y, is_second), found.first[1], is_first);
    let z2 = select(select(found.second[2], z, is_second), found.first[2], is_first);
    let x1 = select(found.first[0], x, is_first);
    let y1 = select(found.first[1], y, is_first);
    let z1 = select(found.first[2], z, is_first);
    let nearest = select(found.hash, hash, is_first);
    let f2 = cellular_second(found.f1, found.f2, d);
    Features { f1: min(found.f1, d), f2, hash: nearest, first: [x1, y1, z1], second: [x2, y2, z2] }
}

// Adds the feature point of the cell with this hash. x, y and z are the cell's numbers minus the axes' centres.
#[inline(always)]
pub(crate) fn cellular_cell_1<F: Real>(metric: u32, found: Features<F>, jitter: F, point: F::Word, x: F) -> Features<F> {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    cellular_with(found, cellular_part(metric, way_x), point, way_x, found.f1.real(0.0), found.f1.real(0.0))
}

#[inline(always)]
pub(crate) fn cellular_cell_2<F: Real>(metric: u32, found: Features<F>, jitter: F, point: F::Word, x: F, y: F) -> Features<F> {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), y);
    cellular_with(found, cellular_length_2(metric, way_x, way_y), point, way_x, way_y, found.f1.real(0.0))
}

#[inline(always)]
pub(crate) fn cellular_cell_3<F: Real>(metric: u32, found: Features<F>, jitter: F, point: F::Word, x: F, y: F, z: F) -> Features<F> {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), y);
    let way_z = cellular_way(cellular_offset(jitter, cellular_z(point)), z);
    cellular_with(found, cellular_length(metric, way_x, way_y, way_z), point, way_x, way_y, way_z)
}

// Returns the hash prefixes (x) of the three cells around a sample on the x axis.
#[inline(always)]
pub(crate) fn cellular_along<F: Real>(key: [u32; 2], x: Coordinate<F>) -> [F::Word; 3] {
    let before = hash_first(key, cell_before(x.cell, x.period) * x.cell.word(LATTICE_X));
    [before, hash_first(key, x.cell * x.cell.word(LATTICE_X)), hash_first(key, next_cell(x) * x.cell.word(LATTICE_X))]
}

// Extends the hash prefixes by a cell on the y axis, which is given times LATTICE_Y.
#[inline(always)]
pub(crate) fn cellular_columns<W: Word>(along: [W; 3], product: W) -> [W; 3] {
    [hash_next(along[0], product), hash_next(along[1], product), hash_next(along[2], product)]
}

// Returns the cell `number` cells before one.
#[inline(always)]
pub(crate) fn cellular_back<W: Word>(cell: W, period: u32, number: u32) -> W {
    let mut back = cell;
    let mut left = number;
    while left > 0 {
        back = cell_before(back, period);
        left = left.wrapping_sub(1);
    }
    back
}

#[inline(always)]
pub(crate) fn cellular_search_1<F: Real>(metric: u32, given: F, key: [u32; 2], x: Coordinate<F>) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let mut found = cellular_none(given.real(exp2(100)));
    let before = hash_3(key, cell_before(x.cell, x.period), given.word(0), given.word(0));
    found = cellular_cell_1(metric, found, jitter, before, rounded(given.real(-1.0) - ax.centre));
    found = cellular_cell_1(metric, found, jitter, hash_3(key, x.cell, given.word(0), given.word(0)), -ax.centre);
    cellular_cell_1(metric, found, jitter, hash_3(key, next_cell(x), given.word(0), given.word(0)), rounded(given.real(1.0) - ax.centre))
}

// Searches the three cells around the sample in the row of cells y, which is given times LATTICE_Y.
#[inline(always)]
pub(crate) fn cellular_row_2<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    key: [u32; 2],
    along: [F::Word; 3],
    py: F::Word,
    ax: CellularAxis<F>,
    y: F,
) -> Features<F> {
    let columns = cellular_columns(along, py);
    let mut row = found;
    row = cellular_cell_2(metric, row, jitter, hash_plane(key, columns[0]), rounded(found.f1.real(-1.0) - ax.centre), y);
    row = cellular_cell_2(metric, row, jitter, hash_plane(key, columns[1]), -ax.centre, y);
    cellular_cell_2(metric, row, jitter, hash_plane(key, columns[2]), rounded(found.f1.real(1.0) - ax.centre), y)
}

#[inline(always)]
pub(crate) fn cellular_search_2<F: Real>(
    metric: u32,
    output: u32,
    given: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let mut found = cellular_none(given.real(exp2(100)));
    let along = cellular_along(key, x);
    found = cellular_row_2(
        metric,
        found,
        jitter,
        key,
        along,
        cell_before(y.cell, y.period) * given.word(LATTICE_Y),
        ax,
        rounded(given.real(-1.0) - ay.centre),
    );
    found = cellular_row_2(metric, found, jitter, key, along, y.cell * given.word(LATTICE_Y), ax, -ay.centre);
    found =
        cellular_row_2(metric, found, jitter, key, along, next_cell(y) * given.word(LATTICE_Y), ax, rounded(given.real(1.0) - ay.centre));
    let reach = min(cellular_reach(ax.fraction), cellular_reach(ay.fraction));
    // Where it holds in any lane: a cell that is farther than what was found changes nothing.
    if any(less(cellular_beyond(metric, reach), cellular_limit(output, found))) {
        // One loop over the cells of the square, row by row. It goes straight to the next row if a row is too far away, so lanes that skip don't wait for
        // others.
        let start_x = cellular_back(x.cell, x.period, 2);
        let mut i = 0_u32;
        let mut j = 0_u32;
        let mut column = given.real(-2.0);
        let mut row = given.real(-2.0);
        let mut cell_x = start_x;
        let mut cell_y = cellular_back(y.cell, y.period, 2);
        // The distance to the row.
        let mut rest = cellular_part(metric, cellular_gap(row, ay.fraction));
        while j < 5 {
            let mut next = 5_u32;
            // Where it holds in any lane: a cell that is farther than what was found changes nothing.
            if any(less(rest, cellular_limit(output, found))) {
                next = i.wrapping_add(1);
                if !(i > 0 && i < 4 && j > 0 && j < 4) {
                    let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                    // Where it holds in any lane: a cell that is farther than what was found changes nothing.
                    if any(less(gap, cellular_limit(output, found))) {
                        let way_x = rounded(column - ax.centre);
                        let way_y = rounded(row - ay.centre);
                        let point = hash_3(key, cell_x, cell_y, given.word(0));
                        found = cellular_cell_2(metric, found, jitter, point, way_x, way_y);
                    }
                }
            }
            i = next;
            column = rounded(column + given.real(1.0));
            cell_x = cell_after(cell_x, x.period);
            if i == 5 {
                i = 0;
                column = given.real(-2.0);
                cell_x = start_x;
                j = j.wrapping_add(1);
                row = rounded(row + given.real(1.0));
                cell_y = cell_after(cell_y, y.period);
                rest = cellular_part(metric, cellular_gap(row, ay.fraction));
            }
        }
    }
    found
}

// Searches the three cells around the sample in the row of cells at y and z. `pz` is z times LATTICE_Z.
#[inline(always)]
pub(crate) fn cellular_row_3<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    key: [u32; 2],
    columns: [F::Word; 3],
    pz: F::Word,
    ax: CellularAxis<F>,
    y: F,
    z: F,
) -> Features<F> {
    let mut row = found;
    row = cellular_cell_3(metric, row, jitter, hash_last(key, columns[0], pz), rounded(found.f1.real(-1.0) - ax.centre), y, z);
    row = cellular_cell_3(metric, row, jitter, hash_last(key, columns[1], pz), -ax.centre, y, z);
    cellular_cell_3(metric, row, jitter, hash_last(key, columns[2], pz), rounded(found.f1.real(1.0) - ax.centre), y, z)
}

// Searches the nine cells around the sample in the plane of cells z.
#[inline(always)]
pub(crate) fn cellular_plane_3<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    key: [u32; 2],
    columns: CellularColumns<F>,
    pz: F::Word,
    ax: CellularAxis<F>,
    ay: CellularAxis<F>,
    z: F,
) -> Features<F> {
    let mut plane = found;
    plane = cellular_row_3(metric, plane, jitter, key, columns.before, pz, ax, rounded(found.f1.real(-1.0) - ay.centre), z);
    plane = cellular_row_3(metric, plane, jitter, key, columns.own, pz, ax, -ay.centre, z);
    cellular_row_3(metric, plane, jitter, key, columns.after, pz, ax, rounded(found.f1.real(1.0) - ay.centre), z)
}

#[inline(always)]
pub(crate) fn cellular_search_3<F: Real>(
    metric: u32,
    output: u32,
    given: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let az = cellular_axis(jitter, unit(z.fraction));
    let mut found = cellular_none(given.real(exp2(100)));
    let along = cellular_along(key, x);
    let before = cellular_columns(along, cell_before(y.cell, y.period) * given.word(LATTICE_Y));
    let after = cellular_columns(along, next_cell(y) * given.word(LATTICE_Y));
    let columns = CellularColumns { before, own: cellular_columns(along, y.cell * given.word(LATTICE_Y)), after };
    found = cellular_plane_3(
        metric,
        found,
        jitter,
        key,
        columns,
        cell_before(z.cell, z.period) * given.word(LATTICE_Z),
        ax,
        ay,
        rounded(given.real(-1.0) - az.centre),
    );
    found = cellular_plane_3(metric, found, jitter, key, columns, z.cell * given.word(LATTICE_Z), ax, ay, -az.centre);
    found = cellular_plane_3(
        metric,
        found,
        jitter,
        key,
        columns,
        next_cell(z) * given.word(LATTICE_Z),
        ax,
        ay,
        rounded(given.real(1.0) - az.centre),
    );
    let reach = min(min(cellular_reach(ax.fraction), cellular_reach(ay.fraction)), cellular_reach(az.fraction));
    // Where it holds in any lane: a cell that is farther than what was found changes nothing.
    if any(less(cellular_beyond(metric, reach), cellular_limit(output, found))) {
        // The radius of the search in cells, and the ends of the range that the 3^n cells around the sample have in it.
        let radius = if metric == MANHATTAN { 3_u32 } else { 2 };
        let first = if metric == MANHATTAN { -3.0_f32 } else { -2.0 };
        let low = radius.wrapping_sub(1);
        let high = radius.wrapping_add(1);
        let end = radius.wrapping_add(high);
        // One loop as in 2-D, which also goes straight to the next plane if a plane is too far away.
        let start_x = cellular_back(x.cell, x.period, radius);
        let start_y = cellular_back(y.cell, y.period, radius);
        let mut i = 0_u32;
        let mut j = 0_u32;
        let mut k = 0_u32;
        let mut column = given.real(first);
        let mut row = given.real(first);
        let mut plane = given.real(first);
        let mut cell_x = start_x;
        let mut cell_y = start_y;
        let mut cell_z = cellular_back(z.cell, z.period, radius);
        // The distances to the plane and to the row in it.
        let mut beyond = cellular_part(metric, cellular_gap(plane, az.fraction));
        let mut rest = cellular_joined(metric, cellular_part(metric, cellular_gap(row, ay.fraction)), beyond);
        while k < end {
            let mut next = end;
            let mut last = end;
            // Where it holds in any lane: a cell that is farther than what was found changes nothing.
            if any(less(beyond, cellular_limit(output, found))) {
                last = j.wrapping_add(1);
                // Where it holds in any lane: a cell that is farther than what was found changes nothing.
                if any(less(rest, cellular_limit(output, found))) {
                    next = i.wrapping_add(1);
                    if !(k >= low && k <= high && j >= low && j <= high && i >= low && i <= high) {
                        let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                        // Where it holds in any lane: a cell that is farther than what was found changes nothing.
                        if any(less(gap, cellular_limit(output, found))) {
                            let way_x = rounded(column - ax.centre);
                            let way_y = rounded(row - ay.centre);
                            let way_z = rounded(plane - az.centre);
                            let point = hash_3(key, cell_x, cell_y, cell_z);
                            found = cellular_cell_3(metric, found, jitter, point, way_x, way_y, way_z);
                        }
                    }
                }
            }
            i = next;
            column = rounded(column + given.real(1.0));
            cell_x = cell_after(cell_x, x.period);
            if i == end {
                i = 0;
                column = given.real(first);
                cell_x = start_x;
                j = last;
                row = rounded(row + given.real(1.0));
                cell_y = cell_after(cell_y, y.period);
                if j == end {
                    j = 0;
                    row = given.real(first);
                    cell_y = start_y;
                    k = k.wrapping_add(1);
                    plane = rounded(plane + given.real(1.0));
                    cell_z = cell_after(cell_z, z.period);
                    beyond = cellular_part(metric, cellular_gap(plane, az.fraction));
                }
                rest = cellular_joined(metric, cellular_part(metric, cellular_gap(row, ay.fraction)), beyond);
            }
        }
    }
    found
}

// Returns the distance, given the distance as the search compares it: squared for EUCLIDEAN.
#[inline(always)]
pub(crate) fn cellular_distance<F: Real>(metric: u32, found: F) -> F {
    if metric == EUCLIDEAN {
        return sqrt_of(found);
    }
    found
}

// Returns the random value of a point's cell. It doesn't come from the bits of the point's position.
#[inline(always)]
pub(crate) fn cellular_value<W: Word>(key: [u32; 2], point: W) -> W::Real {
    hash_value(hash_more(key, point, 3))
}

// Returns the second smallest distance minus the smallest, given both as the search compares them.
#[inline(always)]
pub(crate) fn cellular_difference<F: Real>(metric: u32, f1: F, f2: F) -> F {
    if metric == EUCLIDEAN {
        let distances = sqrt_of_two([f1, f2]);
        return rounded(distances[1] - distances[0]);
    }
    rounded(f2 - f1)
}

#[inline(always)]
pub(crate) fn cellular_output<F: Real>(metric: u32, output: u32, key: [u32; 2], found: Features<F>) -> F {
    if output == CELL_VALUE {
        return cellular_value(key, found.hash);
    }
    if output == F1 {
        return cellular_distance(metric, found.f1);
    }
    if output == F2 {
        return cellular_distance(metric, found.f2);
    }
    if output == POINT_X {
        return -found.first[0];
    }
    if output == POINT_Y {
        return -found.first[1];
    }
    if output == POINT_Z {
        return -found.first[2];
    }
    cellular_difference(metric, found.f1, found.f2)
}

// Adds the border between the nearest point and another one, given the vector from the sample to the other. There is none between a point and itself.
#[inline(always)]
pub(crate) fn cellular_with_border<F: Real>(border: Gathered<F>, found: Features<F>, x: F, y: F, z: F) -> Gathered<F> {
    let x2 = rounded(x - found.first[0]);
    let y2 = rounded(y - found.first[1]);
    let z2 = rounded(z - found.first[2]);
    let apart = rounded(rounded(x2 * x2) + rounded(rounded(y2 * y2) + rounded(z2 * z2)));
    let along_y = rounded(y2 * rounded(y + found.first[1]));
    let along_z = rounded(z2 * rounded(z + found.first[2]));
    let along = rounded(rounded(x2 * rounded(x + found.first[0])) + rounded(along_y + along_z));
    let distance = max(rounded(border.distance.real(0.5) * along * cellular_inverse_root(apart)), border.distance.real(0.0));
    let is_nearer = less(distance, border.distance) & less(border.distance.real(0.0), apart);
    let across_x = select(border.way[0], x2, is_nearer);
    let across_y = select(border.way[1], y2, is_nearer);
    let across_z = select(border.way[2], z2, is_nearer);
    Gathered { distance: select(border.distance, distance, is_nearer), way: [across_x, across_y, across_z] }
}

// Adds the distance to one more point to a smooth minimum. Points are added in the order of their cells, wherever the sample lies among them. So the smooth
// minimum is continuous, although it depends on that order.
#[inline(always)]
pub(crate) fn cellular_with_smooth<F: Real>(metric: u32, blend: Gathered<F>, radius: F, x: F, y: F, z: F) -> Gathered<F> {
    let length = cellular_length(metric, x, y, z);
    let distance = cellular_distance(metric, length);
    let share = smooth_min_share(blend.distance, distance, radius);
    let rest = rounded(blend.distance.real(1.0) - share);
    let slope = cellular_distance_slope(metric, length, [x, y, z]);
    let slope_x = rounded(rounded(share * blend.way[0]) + rounded(rest * slope[0]));
    let slope_y = rounded(rounded(share * blend.way[1]) + rounded(rest * slope[1]));
    let slope_z = rounded(rounded(share * blend.way[2]) + rounded(rest * slope[2]));
    Gathered { distance: smooth_min(blend.distance, distance, radius), way: [slope_x, slope_y, slope_z] }
}

// Returns the distance, as the search compares it, below which a cell's box can change what was gathered. If a border is at a distance d, the point beyond it
// is farther than the nearest point by at most 2 d; 1/32 on top is more than rounding loses where two points lie close to each other. A smooth minimum is at
// most the smallest distance, and a point that is farther than that by more than the radius doesn't change it.
#[inline(always)]
pub(crate) fn cellular_gather_limit<F: Real>(metric: u32, output: u32, radius: F, nearest: F, gathered: Gathered<F>) -> F {
    let far = if output == SMOOTH_F1 { radius } else { rounded(radius.real(2.0) * gathered.distance + radius.real(0.03125)) };
    let limit = rounded(nearest + far);
    if metric == EUCLIDEAN {
        return rounded(limit * limit);
    }
    limit
}

// Combines all points near a sample, on the first `dimensions` of three axes. The ball around the sample up to the nearest border lies in the cell of the
// nearest point, in which no place is farther from that point than sqrt(2) in 2-D and sqrt(3) in 3-D. So no point beyond the border is farther than twice
// that, and 7 x 7 and 9 x 9 x 9 cells suffice. They also suffice for smooth minima, whose radius is at most 1: with every metric the nearest point is at most
// 2 away, or 3 in 3-D.
#[inline(always)]
pub(crate) fn cellular_gather<F: Real>(
    dimensions: u32,
    metric: u32,
    output: u32,
    given: F,
    radius: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    found: Features<F>,
) -> Gathered<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let az = cellular_axis(jitter, unit(z.fraction));
    let columns = if dimensions == 3 { 4_u32 } else { 3 };
    let rows = if dimensions > 1 { columns } else { 0 };
    let planes = if dimensions > 2 { columns } else { 0 };
    let start_x = cellular_back(x.cell, x.period, columns);
    let start_y = cellular_back(y.cell, y.period, rows);
    let first = if dimensions == 3 { -4.0_f32 } else { -3.0 };
    let first_row = if dimensions > 1 { first } else { 0.0 };
    let nearest = cellular_distance(metric, found.f1);
    let mut gathered = Gathered { distance: nearest, way: cellular_distance_slope(metric, found.f1, found.first) };
    if output == EDGE {
        let none = Gathered { distance: given.real(exp2(20)), way: [given.real(0.0_f32), given.real(0.0), given.real(0.0)] };
        gathered = cellular_with_border(none, found, found.second[0], found.second[1], found.second[2]);
    }
    let mut k = 0_u32;
    let mut plane = given.real(if dimensions > 2 { first } else { 0.0 });
    let mut cell_z = cellular_back(z.cell, z.period, planes);
    while k <= 2_u32.wrapping_mul(planes) {
        let gap_z = if dimensions > 2 { cellular_gap(plane, az.fraction) } else { given.real(0.0) };
        let beyond = cellular_part(metric, gap_z);
        let mut j = 0_u32;
        let mut row = given.real(first_row);
        let mut cell_y = start_y;
        while j <= 2_u32.wrapping_mul(rows) {
            let gap_y = if dimensions > 1 { cellular_gap(row, ay.fraction) } else { given.real(0.0) };
            let rest = cellular_joined(metric, cellular_part(metric, gap_y), beyond);
            // Where it holds in any lane: a cell that is farther than what was gathered changes nothing.
            if any(less(rest, cellular_gather_limit(metric, output, radius, nearest, gathered))) {
                let mut i = 0_u32;
                let mut column = given.real(first);
                let mut cell_x = start_x;
                while i <= 2_u32.wrapping_mul(columns) {
                    let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                    // Where it holds in any lane: a cell that is farther than what was gathered changes nothing.
                    if any(less(gap, cellular_gather_limit(metric, output, radius, nearest, gathered))) {
                        let product_y = if dimensions > 1 { cell_y * given.word(LATTICE_Y) } else { given.word(0) };
                        let product_z = if dimensions > 2 { cell_z * given.word(LATTICE_Z) } else { given.word(0) };
                        let point = hash_products_3(key, cell_x * given.word(LATTICE_X), product_y, product_z);
                        let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), rounded(column - ax.centre));
                        let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), rounded(row - ay.centre));
                        let way_z = cellular_way(cellular_offset(jitter, cellular_z(point)), rounded(plane - az.centre));
                        let there_y = if dimensions > 1 { way_y } else { given.real(0.0) };
                        let there_z = if dimensions > 2 { way_z } else { given.real(0.0) };
                        if output == EDGE {
                            gathered = cellular_with_border(gathered, found, way_x, there_y, there_z);
                        }
                        if output == SMOOTH_F1 {
                            gathered = cellular_with_smooth(metric, gathered, radius, way_x, there_y, there_z);
                        }
                    }
                    i = i.wrapping_add(1);
                    column = rounded(column + given.real(1.0));
                    cell_x = cell_after(cell_x, x.period);
                }
            }
            j = j.wrapping_add(1);
            row = rounded(row + given.real(1.0));
            cell_y = cell_after(cell_y, y.period);
        }
        k = k.wrapping_add(1);
        plane = rounded(plane + given.real(1.0));
        cell_z = cell_after(cell_z, z.period);
    }
    gathered
}

// Returns the smooth minimum of all distances. The nearest point was counted twice, which lowered it by a quarter of the radius. That is added back.
#[inline(always)]
pub(crate) fn cellular_smooth<F: Real>(radius: F, gathered: Gathered<F>) -> F {
    rounded(gathered.distance + radius.real(0.25) * radius)
}

// Returns the derivatives of the distance to a border.
#[inline(always)]
pub(crate) fn cellular_border_slope<F: Real>(border: Gathered<F>) -> [F; 4] {
    let x = rounded(border.way[0] * border.way[0]);
    let y = rounded(border.way[1] * border.way[1]);
    let inverse = cellular_inverse_root(rounded(x + rounded(y + rounded(border.way[2] * border.way[2]))));
    let slope_x = rounded(-border.way[0] * inverse);
    [slope_x, rounded(-border.way[1] * inverse), rounded(-border.way[2] * inverse), border.distance.real(0.0)]
}

// Returns an output, on the first `dimensions` of three axes.
#[inline(always)]
pub(crate) fn cellular_made<F: Real>(
    dimensions: u32,
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    found: Features<F>,
) -> F {
    if output == EDGE {
        return cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found).distance;
    }
    if output == SMOOTH_F1 {
        return cellular_smooth(smoothness, cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found));
    }
    cellular_output(metric, output, key, found)
}

#[inline(always)]
pub(crate) fn cellular_1<F: Real>(metric: u32, output: u32, jitter: F, smoothness: F, key: [u32; 2], x: Coordinate<F>) -> F {
    cellular_made(1, metric, output, jitter, smoothness, key, x, x, x, cellular_search_1(metric, jitter, key, x))
}

#[inline(always)]
pub(crate) fn cellular_2<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> F {
    cellular_made(2, metric, output, jitter, smoothness, key, x, y, y, cellular_search_2(metric, output, jitter, key, x, y))
}

#[inline(always)]
pub(crate) fn cellular_3<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    cellular_made(3, metric, output, jitter, smoothness, key, x, y, z, cellular_search_3(metric, output, jitter, key, x, y, z))
}

// Returns 1 / sqrt(v) within 3 ulp: a first guess from the bits (Lomont 2003) and three steps of Newton's method. Returns 0 for 0.
#[inline(always)]
pub(crate) fn cellular_inverse_root<F: Real>(v: F) -> F {
    let half = v * v.real(0.5);
    let r0 = bitcast_f32(v.word(0x5f375a86) - shift_right(bitcast_u32(v), 1));
    let r1 = rounded(r0 * (v.real(1.5) - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (v.real(1.5) - rounded(rounded(half * r1) * r1)));
    let r3 = rounded(r2 * (v.real(1.5) - rounded(rounded(half * r2) * r2)));
    select(v.real(0.0), r3, greater(v, v.real(0.0)))
}

// Returns the sign: -1, 0 or 1.
#[inline(always)]
pub(crate) fn cellular_sign<F: Real>(v: F) -> F {
    select(select(v.real(0.0), v.real(1.0), greater(v, v.real(0.0))), v.real(-1.0), less(v, v.real(0.0)))
}

// Returns the derivatives of the distance to a point, given the vector to it and its distance as the search compares it.
#[inline(always)]
pub(crate) fn cellular_distance_slope<F: Real>(metric: u32, found: F, way: [F; 3]) -> [F; 3] {
    if metric == MANHATTAN {
        return [-cellular_sign(way[0]), -cellular_sign(way[1]), -cellular_sign(way[2])];
    }
    if metric == CHEBYSHEV {
        let by_x = equal(abs(way[0]), found);
        let by_y = equal(abs(way[1]), found) & !by_x;
        let x = select(found.real(0.0), -cellular_sign(way[0]), by_x);
        let y = select(found.real(0.0), -cellular_sign(way[1]), by_y);
        return [x, y, select(-cellular_sign(way[2]), found.real(0.0), by_x | by_y)];
    }
    if metric == SQUARED {
        return [found.real(-2.0) * way[0], found.real(-2.0) * way[1], found.real(-2.0) * way[2]];
    }
    let inverse = cellular_inverse_root(found);
    [rounded(-way[0] * inverse), rounded(-way[1] * inverse), rounded(-way[2] * inverse)]
}

#[inline(always)]
pub(crate) fn cellular_output_slope<F: Real>(metric: u32, output: u32, found: Features<F>) -> [F; 4] {
    if output == CELL_VALUE {
        return [found.f1.real(0.0_f32), found.f1.real(0.0), found.f1.real(0.0), found.f1.real(0.0)];
    }
    if output == POINT_X {
        return [found.f1.real(1.0_f32), found.f1.real(0.0), found.f1.real(0.0), found.f1.real(0.0)];
    }
    if output == POINT_Y {
        return [found.f1.real(0.0_f32), found.f1.real(1.0), found.f1.real(0.0), found.f1.real(0.0)];
    }
    if output == POINT_Z {
        return [found.f1.real(0.0_f32), found.f1.real(0.0), found.f1.real(1.0), found.f1.real(0.0)];
    }
    let first = cellular_distance_slope(metric, found.f1, found.first);
    if output == F1 {
        return [first[0], first[1], first[2], found.f1.real(0.0)];
    }
    let second = cellular_distance_slope(metric, found.f2, found.second);
    if output == F2 {
        return [second[0], second[1], second[2], found.f1.real(0.0)];
    }
    [rounded(second[0] - first[0]), rounded(second[1] - first[1]), rounded(second[2] - first[2]), found.f1.real(0.0)]
}

// Returns one of several outputs, given the distance to the border and the smooth minimum.
#[inline(always)]
pub(crate) fn cellular_part_of<F: Real>(metric: u32, output: u32, key: [u32; 2], found: Features<F>, border: F, smoothed: F) -> F {
    if output == EDGE {
        return border;
    }
    if output == SMOOTH_F1 {
        return smoothed;
    }
    cellular_output(metric, output, key, found)
}

#[inline(always)]
pub(crate) fn cellular_several<F: Real>(
    dimensions: u32,
    metric: u32,
    outputs: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    found: Features<F>,
) -> [F; 4] {
    let mut border = jitter.real(0.0);
    if (outputs & WITH_EDGE) != 0 {
        border = cellular_made(dimensions, metric, EDGE, jitter, smoothness, key, x, y, z, found);
    }
    let mut smoothed = jitter.real(0.0);
    if (outputs & WITH_SMOOTH) != 0 {
        smoothed = cellular_made(dimensions, metric, SMOOTH_F1, jitter, smoothness, key, x, y, z, found);
    }
    let first = cellular_part_of(metric, outputs & 15, key, found, border, smoothed);
    let second = cellular_part_of(metric, (outputs >> 4) & 15, key, found, border, smoothed);
    let third = cellular_part_of(metric, (outputs >> 8) & 15, key, found, border, smoothed);
    [first, second, third, cellular_part_of(metric, (outputs >> 12) & 15, key, found, border, smoothed)]
}

// Returns the derivatives of an output, or several outputs, on the first `dimensions` of three axes.
#[inline(always)]
pub(crate) fn cellular_made_slope<F: Real>(
    dimensions: u32,
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    found: Features<F>,
) -> [F; 4] {
    if output >= SEVERAL {
        return cellular_several(dimensions, metric, output, jitter, smoothness, key, x, y, z, found);
    }
    if output == EDGE {
        return cellular_border_slope(cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found));
    }
    if output == SMOOTH_F1 {
        let gathered = cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found);
        return [gathered.way[0], gathered.way[1], gathered.way[2], jitter.real(0.0)];
    }
    cellular_output_slope(metric, output, found)
}

// Each `cellular_N_slope` returns the derivatives of `cellular_N` by x, y and z in cells, or several outputs. Derivatives are 0 on the axes that it lacks, for
// CELL_VALUE, and at a feature point.
#[inline(always)]
pub(crate) fn cellular_1_slope<F: Real>(metric: u32, output: u32, jitter: F, smoothness: F, key: [u32; 2], x: Coordinate<F>) -> [F; 4] {
    jitter.outlined(
        #[inline(always)]
        || cellular_made_slope(1, metric, output, jitter, smoothness, key, x, x, x, cellular_search_1(metric, jitter, key, x)),
    )
}

#[inline(always)]
pub(crate) fn cellular_2_slope<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> [F; 4] {
    cellular_made_slope(2, metric, output, jitter, smoothness, key, x, y, y, cellular_search_2(metric, output, jitter, key, x, y))
}

#[inline(always)]
pub(crate) fn cellular_3_slope<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    smoothness: F,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> [F; 4] {
    cellular_made_slope(3, metric, output, jitter, smoothness, key, x, y, z, cellular_search_3(metric, output, jitter, key, x, y, z))
}
