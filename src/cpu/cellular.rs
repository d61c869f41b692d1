//! Twin of `cellular.wgsl`: cellular noise.
#![expect(clippy::too_many_arguments, reason = "the shader has them, and no struct that holds them would say more")]

use super::arithmetic::square_root;
use super::hash::{Hash, LATTICE_X, LATTICE_Y, LATTICE_Z, TABLE, hash_more, hash_parts_3, hash_step, hash_value};
use super::lattice::{Coordinate, cell_after, cell_before, next_cell, unit};
use super::strict::{Mask as _, Real, Word, rounded, select};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Features<F: Real = f32> {
    pub(crate) f1: F,
    pub(crate) f2: F,
    pub(crate) hash: F::Word,
    pub(crate) first: [F; 3],
    pub(crate) second: [F; 3],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct CellularAxis<F = f32> {
    pub(crate) fraction: F,
    pub(crate) centre: F,
}

pub(crate) const EUCLIDEAN: u32 = 0;

pub(crate) const SQUARED: u32 = 1;

pub(crate) const MANHATTAN: u32 = 2;

pub(crate) const CHEBYSHEV: u32 = 3;

pub(crate) const F1: u32 = 0;

pub(crate) const F2: u32 = 1;

#[allow(dead_code, reason = "what the others are not; the shader names it too")]
pub(crate) const F2_MINUS_F1: u32 = 2;

pub(crate) const CELL_VALUE: u32 = 3;

#[inline(always)]
pub(crate) fn cellular_jitter<F: Real>(jitter: F) -> F {
    select(jitter, jitter.like(0.0), jitter.below(jitter.like(f32::from_bits(111 << 23))))
}

#[inline(always)]
pub(crate) fn cellular_axis<F: Real>(jitter: F, fraction: F) -> CellularAxis<F> {
    CellularAxis { fraction, centre: rounded(rounded(fraction - jitter.like(0.5)) + rounded(jitter * jitter.like(0.499_992_37))) }
}

#[inline(always)]
pub(crate) fn cellular_x<W: Word>(hash: Hash<'_>, point: W) -> W {
    if hash.kind == TABLE {
        return point * point.like(256) + point.like(128);
    }
    point & point.like(65535)
}

#[inline(always)]
pub(crate) fn cellular_y<W: Word>(hash: Hash<'_>, point: W) -> W {
    if hash.kind == TABLE {
        return hash_more(hash, point, 1) * point.like(256) + point.like(128);
    }
    point.right(16)
}

#[inline(always)]
pub(crate) fn cellular_z<W: Word>(hash: Hash<'_>, point: W) -> W {
    if hash.kind == TABLE {
        return hash_more(hash, point, 2) * point.like(256) + point.like(128);
    }
    (point * point.like(LATTICE_Z)).right(16)
}

#[inline(always)]
pub(crate) fn cellular_way<F: Real>(jitter: F, bits: F::Word, cell: F) -> F {
    rounded(rounded(jitter * jitter.like(f32::from_bits(111 << 23)) * bits.number()) + cell)
}

#[inline(always)]
pub(crate) fn cellular_length<F: Real>(metric: u32, x: F, y: F, z: F) -> F {
    if metric == MANHATTAN {
        return rounded(rounded(x.abs() + y.abs()) + z.abs());
    }
    if metric == CHEBYSHEV {
        return x.abs().max(y.abs()).max(z.abs());
    }
    rounded(rounded(rounded(x * x) + rounded(y * y)) + rounded(z * z))
}

#[inline(always)]
pub(crate) fn cellular_gap<F: Real>(cell: F, fraction: F) -> F {
    rounded(cell - fraction).max(rounded(fraction - rounded(cell + cell.like(1.0)))).max(cell.like(0.0))
}

#[inline(always)]
pub(crate) fn cellular_limit<F: Real>(output: u32, found: Features<F>) -> F {
    if output == F1 || output == CELL_VALUE {
        return found.f1;
    }
    found.f2
}

#[inline(always)]
pub(crate) fn cellular_none<F: Real>(far: F) -> Features<F> {
    let nowhere = [far.like(0.0), far.like(0.0), far.like(0.0)];
    Features { f1: far, f2: far, hash: far.bits().like(0xffff_ffff), first: nowhere, second: nowhere }
}

#[inline(always)]
pub(crate) fn cellular_with<F: Real>(metric: u32, found: Features<F>, hash: F::Word, x: F, y: F, z: F) -> Features<F> {
    let d = cellular_length(metric, x, y, z);
    let is_first = d.below(found.f1) | (d.equals(found.f1) & hash.below(found.hash));
    let is_second = d.below(found.f2);
    let x2 = select(select(found.second[0], x, is_second), found.first[0], is_first);
    let y2 = select(select(found.second[1], y, is_second), found.first[1], is_first);
    let z2 = select(select(found.second[2], z, is_second), found.first[2], is_first);
    let x1 = select(found.first[0], x, is_first);
    let y1 = select(found.first[1], y, is_first);
    let z1 = select(found.first[2], z, is_first);
    let nearest = select(found.hash, hash, is_first);
    let f2 = found.f2.min(found.f1.max(d));
    Features { f1: found.f1.min(d), f2, hash: nearest, first: [x1, y1, z1], second: [x2, y2, z2] }
}

#[inline(always)]
pub(crate) fn cellular_cell_1<F: Real>(metric: u32, found: Features<F>, jitter: F, hash: Hash<'_>, px: F::Word, x: F) -> Features<F> {
    jitter.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            let h = hash_parts_3(hash, px, px.like(0), px.like(0));
            cellular_with(metric, found, h, cellular_way(jitter, cellular_x(hash, h), x), x.like(0.0), x.like(0.0))
        },
    )
}

#[inline(always)]
pub(crate) fn cellular_cell_2<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    hash: Hash<'_>,
    px: F::Word,
    py: F::Word,
    x: F,
    y: F,
) -> Features<F> {
    jitter.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            let h = hash_parts_3(hash, px, py, px.like(0));
            let way_x = cellular_way(jitter, cellular_x(hash, h), x);
            cellular_with(metric, found, h, way_x, cellular_way(jitter, cellular_y(hash, h), y), x.like(0.0))
        },
    )
}

#[inline(always)]
pub(crate) fn cellular_cell_3<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    hash: Hash<'_>,
    px: F::Word,
    py: F::Word,
    pz: F::Word,
    x: F,
    y: F,
    z: F,
) -> Features<F> {
    jitter.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            let h = hash_parts_3(hash, px, py, pz);
            let way_x = cellular_way(jitter, cellular_x(hash, h), x);
            let way_y = cellular_way(jitter, cellular_y(hash, h), y);
            cellular_with(metric, found, h, way_x, way_y, cellular_way(jitter, cellular_z(hash, h), z))
        },
    )
}

#[inline(always)]
pub(crate) fn cellular_back<W: Word>(cell: W, period: u32, number: u32) -> W {
    let mut back = cell;
    let mut left = number;
    while left > 0 {
        back = cell_before(back, period);
        left -= 1;
    }
    back
}

#[inline(always)]
pub(crate) fn cellular_search_1<F: Real>(metric: u32, given: F, hash: Hash<'_>, x: Coordinate<F>) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let step_x = hash_step(hash, LATTICE_X);
    let mut found = cellular_none(ax.fraction.like(f32::from_bits(227 << 23)));
    found = cellular_cell_1(
        metric,
        found,
        jitter,
        hash,
        cell_before(x.cell, x.period) * x.cell.like(step_x),
        rounded(ax.fraction.like(-1.0) - ax.centre),
    );
    found = cellular_cell_1(metric, found, jitter, hash, x.cell * x.cell.like(step_x), -ax.centre);
    cellular_cell_1(metric, found, jitter, hash, next_cell(x) * x.cell.like(step_x), rounded(ax.fraction.like(1.0) - ax.centre))
}

#[inline(always)]
pub(crate) fn cellular_row_2<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    ax: CellularAxis<F>,
    py: F::Word,
    y: F,
) -> Features<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let mut row = found;
    row = cellular_cell_2(
        metric,
        row,
        jitter,
        hash,
        cell_before(x.cell, x.period) * x.cell.like(step_x),
        py,
        rounded(ax.fraction.like(-1.0) - ax.centre),
        y,
    );
    row = cellular_cell_2(metric, row, jitter, hash, x.cell * x.cell.like(step_x), py, -ax.centre, y);
    cellular_cell_2(metric, row, jitter, hash, next_cell(x) * x.cell.like(step_x), py, rounded(ax.fraction.like(1.0) - ax.centre), y)
}

#[inline(always)]
pub(crate) fn cellular_search_2<F: Real>(
    metric: u32,
    output: u32,
    given: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let mut found = cellular_none(ax.fraction.like(f32::from_bits(227 << 23)));
    found = cellular_row_2(
        metric,
        found,
        jitter,
        hash,
        x,
        ax,
        cell_before(y.cell, y.period) * y.cell.like(step_y),
        rounded(ax.fraction.like(-1.0) - ay.centre),
    );
    found = cellular_row_2(metric, found, jitter, hash, x, ax, y.cell * y.cell.like(step_y), -ay.centre);
    found =
        cellular_row_2(metric, found, jitter, hash, x, ax, next_cell(y) * y.cell.like(step_y), rounded(ax.fraction.like(1.0) - ay.centre));
    let reach_x = ax.fraction.min(rounded(ax.fraction.like(1.0) - ax.fraction));
    let reach_y = ay.fraction.min(rounded(ax.fraction.like(1.0) - ay.fraction));
    if cellular_length(metric, rounded(reach_x.min(reach_y) + ax.fraction.like(1.0)), ax.fraction.like(0.0), ax.fraction.like(0.0))
        .below(cellular_limit(output, found))
        .any()
    {
        let mut j = 0;
        let mut row = ax.fraction.like(-2.0);
        let mut cell_y = cellular_back(y.cell, y.period, 2);
        while j < 5 {
            let gap_y = cellular_gap(row, ay.fraction);
            if cellular_length(metric, ax.fraction.like(0.0), gap_y, ax.fraction.like(0.0)).below(cellular_limit(output, found)).any() {
                let way_y = rounded(row - ay.centre);
                let is_inner = j > 0 && j < 4;
                let mut i = 0;
                let mut column = ax.fraction.like(-2.0);
                let mut cell_x = cellular_back(x.cell, x.period, 2);
                while i < 5 {
                    if !(is_inner && i > 0 && i < 4) {
                        let gap = cellular_length(metric, cellular_gap(column, ax.fraction), gap_y, ax.fraction.like(0.0));
                        if gap.below(cellular_limit(output, found)).any() {
                            let way_x = rounded(column - ax.centre);
                            found = cellular_cell_2(
                                metric,
                                found,
                                jitter,
                                hash,
                                cell_x * x.cell.like(step_x),
                                cell_y * y.cell.like(step_y),
                                way_x,
                                way_y,
                            );
                        }
                    }
                    cell_x = cell_after(cell_x, x.period);
                    column = rounded(column + ax.fraction.like(1.0));
                    i += 1;
                }
            }
            cell_y = cell_after(cell_y, y.period);
            row = rounded(row + ax.fraction.like(1.0));
            j += 1;
        }
    }
    found
}

#[inline(always)]
pub(crate) fn cellular_row_3<F: Real>(
    metric: u32,
    found: Features<F>,
    jitter: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    ax: CellularAxis<F>,
    py: F::Word,
    pz: F::Word,
    y: F,
    z: F,
) -> Features<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let mut row = found;
    row = cellular_cell_3(
        metric,
        row,
        jitter,
        hash,
        cell_before(x.cell, x.period) * x.cell.like(step_x),
        py,
        pz,
        rounded(ax.fraction.like(-1.0) - ax.centre),
        y,
        z,
    );
    row = cellular_cell_3(metric, row, jitter, hash, x.cell * x.cell.like(step_x), py, pz, -ax.centre, y, z);
    cellular_cell_3(metric, row, jitter, hash, next_cell(x) * x.cell.like(step_x), py, pz, rounded(ax.fraction.like(1.0) - ax.centre), y, z)
}

#[inline(always)]
pub(crate) fn cellular_search_3<F: Real>(
    metric: u32,
    output: u32,
    given: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> Features<F> {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let az = cellular_axis(jitter, unit(z.fraction));
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let py0 = cell_before(y.cell, y.period) * y.cell.like(step_y);
    let py1 = y.cell * y.cell.like(step_y);
    let py2 = next_cell(y) * y.cell.like(step_y);
    let y0 = rounded(ax.fraction.like(-1.0) - ay.centre);
    let y1 = -ay.centre;
    let y2 = rounded(ax.fraction.like(1.0) - ay.centre);
    let mut found = cellular_none(ax.fraction.like(f32::from_bits(227 << 23)));
    let mut n = 0;
    let mut inner = ax.fraction.like(-1.0);
    let mut inner_z = cell_before(z.cell, z.period);
    while n < 3 {
        let pz = inner_z * z.cell.like(step_z);
        let near_z = rounded(inner - az.centre);
        found = cellular_row_3(metric, found, jitter, hash, x, ax, py0, pz, y0, near_z);
        found = cellular_row_3(metric, found, jitter, hash, x, ax, py1, pz, y1, near_z);
        found = cellular_row_3(metric, found, jitter, hash, x, ax, py2, pz, y2, near_z);
        inner_z = cell_after(inner_z, z.period);
        inner = rounded(inner + ax.fraction.like(1.0));
        n += 1;
    }
    let reach_x = ax.fraction.min(rounded(ax.fraction.like(1.0) - ax.fraction));
    let reach_y = ay.fraction.min(rounded(ax.fraction.like(1.0) - ay.fraction));
    let reach_z = az.fraction.min(rounded(ax.fraction.like(1.0) - az.fraction));
    let reach = rounded(reach_x.min(reach_y).min(reach_z) + ax.fraction.like(1.0));
    if cellular_length(metric, reach, ax.fraction.like(0.0), ax.fraction.like(0.0)).below(cellular_limit(output, found)).any() {
        let radius = if metric == MANHATTAN { 3 } else { 2 };
        let first = ax.fraction.like(if metric == MANHATTAN { -3.0 } else { -2.0 });
        let low = radius - 1;
        let high = radius + 1;
        let end = radius + high;
        let mut k = 0;
        let mut plane = first;
        let mut cell_z = cellular_back(z.cell, z.period, radius);
        while k < end {
            let gap_z = cellular_gap(plane, az.fraction);
            if cellular_length(metric, ax.fraction.like(0.0), ax.fraction.like(0.0), gap_z).below(cellular_limit(output, found)).any() {
                let way_z = rounded(plane - az.centre);
                let mut j = 0;
                let mut row = first;
                let mut cell_y = cellular_back(y.cell, y.period, radius);
                while j < end {
                    let gap_y = cellular_gap(row, ay.fraction);
                    if cellular_length(metric, ax.fraction.like(0.0), gap_y, gap_z).below(cellular_limit(output, found)).any() {
                        let way_y = rounded(row - ay.centre);
                        let is_inner = k >= low && k <= high && j >= low && j <= high;
                        let mut i = 0;
                        let mut column = first;
                        let mut cell_x = cellular_back(x.cell, x.period, radius);
                        while i < end {
                            if !(is_inner && i >= low && i <= high) {
                                let gap = cellular_length(metric, cellular_gap(column, ax.fraction), gap_y, gap_z);
                                if gap.below(cellular_limit(output, found)).any() {
                                    let px = cell_x * x.cell.like(step_x);
                                    let way_x = rounded(column - ax.centre);
                                    found = cellular_cell_3(
                                        metric,
                                        found,
                                        jitter,
                                        hash,
                                        px,
                                        cell_y * y.cell.like(step_y),
                                        cell_z * z.cell.like(step_z),
                                        way_x,
                                        way_y,
                                        way_z,
                                    );
                                }
                            }
                            cell_x = cell_after(cell_x, x.period);
                            column = rounded(column + ax.fraction.like(1.0));
                            i += 1;
                        }
                    }
                    cell_y = cell_after(cell_y, y.period);
                    row = rounded(row + ax.fraction.like(1.0));
                    j += 1;
                }
            }
            cell_z = cell_after(cell_z, z.period);
            plane = rounded(plane + ax.fraction.like(1.0));
            k += 1;
        }
    }
    found
}

#[inline(always)]
pub(crate) fn cellular_distance<F: Real>(metric: u32, found: F) -> F {
    if metric == EUCLIDEAN {
        return square_root(found);
    }
    found
}

#[inline(always)]
pub(crate) fn cellular_output<F: Real>(metric: u32, output: u32, hash: Hash<'_>, found: Features<F>) -> F {
    if output == CELL_VALUE {
        return hash_value(hash, hash_more(hash, found.hash, 3));
    }
    if output == F1 {
        return cellular_distance(metric, found.f1);
    }
    if output == F2 {
        return cellular_distance(metric, found.f2);
    }
    rounded(cellular_distance(metric, found.f2) - cellular_distance(metric, found.f1))
}

#[inline(always)]
pub(crate) fn cellular_1<F: Real>(metric: u32, output: u32, jitter: F, hash: Hash<'_>, x: Coordinate<F>) -> F {
    cellular_output(metric, output, hash, cellular_search_1(metric, jitter, hash, x))
}

#[inline(always)]
pub(crate) fn cellular_2<F: Real>(metric: u32, output: u32, jitter: F, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    cellular_output(metric, output, hash, cellular_search_2(metric, output, jitter, hash, x, y))
}

#[inline(always)]
pub(crate) fn cellular_3<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    cellular_output(metric, output, hash, cellular_search_3(metric, output, jitter, hash, x, y, z))
}

#[inline(always)]
pub(crate) fn cellular_inverse_root<F: Real>(v: F) -> F {
    let half = v * v.like(0.5);
    let r0 = (v.bits().like(0x5f37_5a86) - v.bits().right(1)).float();
    let r1 = rounded(r0 * (v.like(1.5) - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (v.like(1.5) - rounded(rounded(half * r1) * r1)));
    let r3 = rounded(r2 * (v.like(1.5) - rounded(rounded(half * r2) * r2)));
    select(v.like(0.0), r3, v.like(0.0).below(v))
}

#[inline(always)]
pub(crate) fn cellular_sign<F: Real>(v: F) -> F {
    select(select(v.like(0.0), v.like(1.0), v.like(0.0).below(v)), v.like(-1.0), v.below(v.like(0.0)))
}

pub(crate) fn cellular_distance_slope<F: Real>(metric: u32, found: F, way: [F; 3]) -> [F; 3] {
    if metric == MANHATTAN {
        return [-cellular_sign(way[0]), -cellular_sign(way[1]), -cellular_sign(way[2])];
    }
    if metric == CHEBYSHEV {
        let by_x = way[0].abs().equals(found);
        let by_y = way[1].abs().equals(found) & !by_x;
        let x = select(found.like(0.0), -cellular_sign(way[0]), by_x);
        let y = select(found.like(0.0), -cellular_sign(way[1]), by_y);
        return [x, y, select(-cellular_sign(way[2]), found.like(0.0), by_x | by_y)];
    }
    if metric == SQUARED {
        return [found.like(-2.0) * way[0], found.like(-2.0) * way[1], found.like(-2.0) * way[2]];
    }
    let inverse = cellular_inverse_root(found);
    [rounded(-way[0] * inverse), rounded(-way[1] * inverse), rounded(-way[2] * inverse)]
}

pub(crate) fn cellular_output_slope<F: Real>(metric: u32, output: u32, found: Features<F>) -> [F; 4] {
    if output == CELL_VALUE {
        return [found.f1.like(0.0), found.f1.like(0.0), found.f1.like(0.0), found.f1.like(0.0)];
    }
    let first = cellular_distance_slope(metric, found.f1, found.first);
    if output == F1 {
        return [first[0], first[1], first[2], found.f1.like(0.0)];
    }
    let second = cellular_distance_slope(metric, found.f2, found.second);
    if output == F2 {
        return [second[0], second[1], second[2], found.f1.like(0.0)];
    }
    [rounded(second[0] - first[0]), rounded(second[1] - first[1]), rounded(second[2] - first[2]), found.f1.like(0.0)]
}

#[inline(never)]
pub(crate) fn cellular_1_slope<F: Real>(metric: u32, output: u32, jitter: F, hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    cellular_output_slope(metric, output, cellular_search_1(metric, jitter, hash, x))
}

#[inline(never)]
pub(crate) fn cellular_2_slope<F: Real>(metric: u32, output: u32, jitter: F, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    cellular_output_slope(metric, output, cellular_search_2(metric, output, jitter, hash, x, y))
}

#[inline(never)]
pub(crate) fn cellular_3_slope<F: Real>(
    metric: u32,
    output: u32,
    jitter: F,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> [F; 4] {
    cellular_output_slope(metric, output, cellular_search_3(metric, output, jitter, hash, x, y, z))
}

#[cfg(test)]
mod tests {
    use std::num::Wrapping;

    use super::super::reference::{Random, fraction, lattice, slopes, worst};
    use super::*;

    fn noise(metric: u32, output: u32, jitter: f32, hash: Hash<'_>, at: &[Coordinate]) -> f32 {
        match *at {
            [x] => cellular_1(metric, output, jitter, hash, x),
            [x, y] => cellular_2(metric, output, jitter, hash, x, y),
            [x, y, z] => cellular_3(metric, output, jitter, hash, x, y, z),
            _ => unreachable!(),
        }
    }

    /// All cells up to three away, in no special order.
    fn brute(metric: u32, output: u32, jitter: f32, hash: Hash<'_>, at: &[Coordinate]) -> f32 {
        let jitter = cellular_jitter(jitter);
        let mut found = cellular_none(1e30_f32);
        for number in (0..7_usize.pow(at.len() as u32)).rev() {
            let mut parts = [Wrapping(0); 3];
            let mut ways = [0.0; 3];
            for (axis, at) in at.iter().enumerate() {
                let cells = (number / 7_usize.pow(axis as u32) % 7) as i32 - 3;
                let cell = (0..cells.abs())
                    .fold(at.cell, |cell, _| if cells > 0 { cell_after(cell, at.period) } else { cell_before(cell, at.period) });
                parts[axis] = cell * Wrapping(hash_step(hash, [LATTICE_X, LATTICE_Y, LATTICE_Z][axis]));
                ways[axis] = cells as f32 - cellular_axis(jitter, unit(at.fraction)).centre;
            }
            let h = hash_parts_3(hash, parts[0], parts[1], parts[2]);
            let bits = [cellular_x(hash, h), cellular_y(hash, h), cellular_z(hash, h)];
            for axis in 0..at.len() {
                ways[axis] = cellular_way(jitter, bits[axis], ways[axis]);
            }
            found = cellular_with(metric, found, h, ways[0], ways[1], ways[2]);
        }
        cellular_output(metric, output, hash, found)
    }

    #[test]
    fn the_search_finds_what_all_cells_up_to_three_away_hold_in_every_bit() {
        let mut random = Random(5);
        let table = std::array::from_fn(|at| (at as u8).wrapping_mul(173).wrapping_add(41));
        for number in 0..6000_u32 {
            // Each of them by a draw of its own, so that all meet.
            let mut one_of = |count: usize| random.word() as usize % count;
            let jitter = [1.0, 1.0, 1.0, 0.7, 0.25, 1e-6, 0.0][one_of(7)];
            let hash = if one_of(2) == 0 {
                Hash { kind: TABLE, table: &table, key: [0; 2], apart: crate::cpu::strict::Apart(true) }
            } else {
                lattice(number)
            };
            let periods: [u32; 3] = std::array::from_fn(|_| [0, 0, 1, 2, 3, 5, 256, 1000][one_of(8)]);
            let mut at: [Coordinate; 3] = periods.map(|period| random.coordinate(period));
            // Near a lattice point, where far points matter most.
            if number % 3 == 0 {
                at.iter_mut().for_each(|at| at.fraction = (at.fraction >> 6) - Wrapping((at.fraction.0 & 256) << 18));
            }
            for (metric, output) in (0..16).map(|kind| (kind / 4, kind % 4)) {
                for dimensions in 1..=3 {
                    let at = &at[..dimensions];
                    let (found, all) = (noise(metric, output, jitter, hash, at), brute(metric, output, jitter, hash, at));
                    assert_eq!(found.to_bits(), all.to_bits(), "{metric}, {output}, {jitter}, {at:?}: {found}, {all}");
                }
            }
        }
    }

    #[test]
    fn slopes_are_the_differences_of_the_distances_in_f64() {
        let mut random = Random(6);
        for number in 0..4000 {
            let (hash, metric, output) = (lattice(number), number % 4, number / 4 % 4);
            let all: [Coordinate; 3] = std::array::from_fn(|_| random.coordinate(0));
            for dimensions in 1..=3 {
                let at = &all[..dimensions];
                let f: Vec<f64> = at.iter().map(|at| fraction(*at)).collect();
                let (found, slope) = match *at {
                    [x] => (cellular_search_1(metric, 1.0, hash, x), cellular_1_slope(metric, output, 1.0, hash, x)),
                    [x, y] => (cellular_search_2(metric, F2, 1.0, hash, x, y), cellular_2_slope(metric, output, 1.0, hash, x, y)),
                    [x, y, z] => (cellular_search_3(metric, F2, 1.0, hash, x, y, z), cellular_3_slope(metric, output, 1.0, hash, x, y, z)),
                    _ => unreachable!(),
                };
                let distance = |way: [f32; 3], moved: &[f64]| {
                    let ways: Vec<f64> = (0..dimensions).map(|axis| (f64::from(way[axis]) + f[axis] - moved[axis]).abs()).collect();
                    match metric {
                        MANHATTAN => ways.iter().sum(),
                        CHEBYSHEV => ways.iter().copied().fold(0.0, f64::max),
                        SQUARED => ways.iter().map(|way| way * way).sum(),
                        _ => ways.iter().map(|way| way * way).sum::<f64>().sqrt(),
                    }
                };
                let expected = slopes(&f, &|moved| match output {
                    F1 => distance(found.first, moved),
                    F2 => distance(found.second, moved),
                    F2_MINUS_F1 => distance(found.second, moved) - distance(found.first, moved),
                    _ => 0.0,
                });
                // Differences say nothing where a distance has a corner.
                let way = |way: [f32; 3]| {
                    let mut way = way.map(f32::abs);
                    way[..dimensions].sort_by(f32::total_cmp);
                    way[0] < 0.01 || way[..dimensions].windows(2).any(|pair| pair[1] - pair[0] < 0.01)
                };
                if !way(found.first) && !way(found.second) {
                    assert!(worst(slope, expected) < 2e-6, "{metric}, {output}, {at:?}: {slope:?}, {expected:?}");
                }
            }
        }
    }
}
