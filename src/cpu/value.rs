//! Twin of `value.wgsl`: value noise.

use super::hash::{Hash, LATTICE_W, LATTICE_Z, hash_3, hash_begun_2, hash_begun_3, hash_pair_ended, hash_value};
use super::lattice::{Coordinate, cell_before, eased, eased_slope, next_cell, unit};
use super::strict::{Lanes, Real, Word, lerp, rounded};

#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueCell<F = f32> {
    pub(crate) a: F,
    pub(crate) da: F,
}

#[inline(always)]
pub(crate) fn point_after<F: Real>(at: Coordinate<F>) -> Coordinate<F> {
    Coordinate { cell: next_cell(at), fraction: at.fraction, period: at.period }
}

#[inline(always)]
pub(crate) fn point_before<F: Real>(at: Coordinate<F>) -> Coordinate<F> {
    Coordinate { cell: cell_before(at.cell, at.period), fraction: at.fraction, period: at.period }
}

pub(crate) fn value_average<F: Real>(before: F, at: F, after: F) -> F {
    rounded(at * before.like(0.5) + rounded(before + after) * before.like(0.25))
}

pub(crate) fn value_averaged_x<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: F::Word, z: F::Word) -> F {
    let before = hash_value(hash, hash_3(hash, cell_before(x.cell, x.period), y, z));
    let at = hash_value(hash, hash_3(hash, x.cell, y, z));
    value_average(before, at, hash_value(hash, hash_3(hash, next_cell(x), y, z)))
}

pub(crate) fn value_averaged_xy<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: F::Word) -> F {
    let before = value_averaged_x(hash, x, cell_before(y.cell, y.period), z);
    let at = value_averaged_x(hash, x, y.cell, z);
    value_average(before, at, value_averaged_x(hash, x, next_cell(y), z))
}

#[inline(always)]
pub(crate) fn value_lattice_1<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>) -> F {
    if smoothed == 1 {
        return value_averaged_x(hash, x, x.cell.like(0), x.cell.like(0));
    }
    hash_value(hash, hash_3(hash, x.cell, x.cell.like(0), x.cell.like(0)))
}

#[inline(always)]
pub(crate) fn value_lattice_2<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    if smoothed == 1 {
        return value_averaged_xy(hash, x, y, x.cell.like(0));
    }
    hash_value(hash, hash_3(hash, x.cell, y.cell, x.cell.like(0)))
}

#[inline(always)]
pub(crate) fn value_lattice_3<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    if smoothed == 1 {
        let before = value_averaged_xy(hash, x, y, cell_before(z.cell, z.period));
        let at = value_averaged_xy(hash, x, y, z.cell);
        return value_average(before, at, value_averaged_xy(hash, x, y, next_cell(z)));
    }
    hash_value(hash, hash_3(hash, x.cell, y.cell, z.cell))
}

#[inline(always)]
pub(crate) fn value_pair_3<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 2] {
    if smoothed == 1 {
        return [value_lattice_3(smoothed, hash, x, y, z), value_lattice_3(smoothed, hash, x, y, point_after(z))];
    }
    let h = hash_pair_ended(hash, LATTICE_Z, hash_begun_2(hash, x.cell, y.cell), z.cell, next_cell(z));
    [hash_value(hash, h[0]), hash_value(hash, h[1])]
}

#[inline(always)]
pub(crate) fn value_pair_4<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> [F; 2] {
    let h = hash_pair_ended(hash, LATTICE_W, hash_begun_3(hash, x.cell, y.cell, z.cell), w.cell, next_cell(w));
    [hash_value(hash, h[0]), hash_value(hash, h[1])]
}

#[inline(always)]
pub(crate) fn value_corner_2<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    x.cell.apart(
        #[inline(always)]
        || value_lattice_2(smoothed, hash, x, y),
    )
}

#[inline(always)]
pub(crate) fn value_corner_3<F: Real>(
    smoothed: u32,
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    x.cell.apart(
        #[inline(always)]
        || {
            let pair = value_pair_3(smoothed, hash, x, y, z);
            lerp(eased(interpolation, unit(z.fraction)), pair[0], pair[1])
        },
    )
}

#[inline(always)]
pub(crate) fn value_line_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    x.cell.apart(
        #[inline(always)]
        || {
            let pair = value_pair_4(hash, x, y, z, w);
            lerp(eased(interpolation, unit(w.fraction)), pair[0], pair[1])
        },
    )
}

#[inline(always)]
pub(crate) fn value_corner_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    x.cell.apart(
        #[inline(always)]
        || {
            let lower = value_line_4(interpolation, hash, x, y, z, w);
            lerp(eased(interpolation, unit(z.fraction)), lower, value_line_4(interpolation, hash, x, y, point_after(z), w))
        },
    )
}

#[inline(always)]
pub(crate) fn value_column<F: Real>(t: F, below: F, above: F) -> F {
    lerp(t, below, above)
}

#[inline(always)]
pub(crate) fn value_cell<F: Real>(left: F, right: F) -> ValueCell<F> {
    ValueCell { a: left, da: rounded(right - left) }
}

#[inline(always)]
pub(crate) fn value_pixel<F: Real>(cell: ValueCell<F>, t: F) -> F {
    rounded(cell.a + rounded(t * cell.da))
}

#[inline(always)]
pub(crate) fn value_blend<F: Real>(interpolation: u32, c00: F, c10: F, c01: F, c11: F, x: F, y: F) -> F {
    let s = eased(interpolation, y);
    let cell = value_cell(value_column(s, c00, c01), value_column(s, c10, c11));
    value_pixel(cell, eased(interpolation, x))
}

pub(crate) fn value_blend_slope<F: Real>(interpolation: u32, c00: F, c10: F, c01: F, c11: F, x: F, y: F) -> [F; 2] {
    let s = eased(interpolation, y);
    let left = value_column(s, c00, c01);
    let by_x = rounded(eased_slope(interpolation, x) * (value_column(s, c10, c11) - left));
    let tilt = lerp(eased(interpolation, x), rounded(c01 - c00), rounded(c11 - c10));
    [by_x, rounded(eased_slope(interpolation, y) * tilt)]
}

#[inline(always)]
pub(crate) fn value_1<F: Real>(smoothed: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> F {
    let cell = value_cell(value_lattice_1(smoothed, hash, x), value_lattice_1(smoothed, hash, point_after(x)));
    value_pixel(cell, eased(interpolation, unit(x.fraction)))
}

#[inline(always)]
pub(crate) fn value_2<F: Real>(smoothed: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let c00 = value_corner_2(smoothed, hash, x, y);
    let c10 = value_corner_2(smoothed, hash, x1, y);
    let c01 = value_corner_2(smoothed, hash, x, y1);
    let c11 = value_corner_2(smoothed, hash, x1, y1);
    value_blend(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction))
}

#[inline(always)]
pub(crate) fn value_3<F: Real>(
    smoothed: u32,
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let c00 = value_corner_3(smoothed, interpolation, hash, x, y, z);
    let c10 = value_corner_3(smoothed, interpolation, hash, x1, y, z);
    let c01 = value_corner_3(smoothed, interpolation, hash, x, y1, z);
    let c11 = value_corner_3(smoothed, interpolation, hash, x1, y1, z);
    value_blend(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction))
}

#[inline(always)]
pub(crate) fn value_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let c00 = value_corner_4(interpolation, hash, x, y, z, w);
    let c10 = value_corner_4(interpolation, hash, x1, y, z, w);
    let c01 = value_corner_4(interpolation, hash, x, y1, z, w);
    let c11 = value_corner_4(interpolation, hash, x1, y1, z, w);
    value_blend(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction))
}

#[inline(never)]
pub(crate) fn value_1_slope<F: Real>(smoothed: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    let left = value_lattice_1(smoothed, hash, x);
    let right = value_lattice_1(smoothed, hash, point_after(x));
    [
        rounded(eased_slope(interpolation, unit(x.fraction)) * (right - left)),
        x.cell.float().like(0.0),
        x.cell.float().like(0.0),
        x.cell.float().like(0.0),
    ]
}

#[inline(never)]
pub(crate) fn value_2_slope<F: Real>(smoothed: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let c00 = value_corner_2(smoothed, hash, x, y);
    let c10 = value_corner_2(smoothed, hash, x1, y);
    let c01 = value_corner_2(smoothed, hash, x, y1);
    let c11 = value_corner_2(smoothed, hash, x1, y1);
    let slope = value_blend_slope(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction));
    [slope[0], slope[1], slope[0].like(0.0), slope[0].like(0.0)]
}

pub(crate) fn value_corner_3_slope<F: Real>(
    smoothed: u32,
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    let pair = value_pair_3(smoothed, hash, x, y, z);
    rounded(eased_slope(interpolation, unit(z.fraction)) * (pair[1] - pair[0]))
}

#[inline(never)]
pub(crate) fn value_3_slope<F: Real>(
    smoothed: u32,
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> [F; 4] {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = value_corner_3(smoothed, interpolation, hash, x, y, z);
    let c10 = value_corner_3(smoothed, interpolation, hash, x1, y, z);
    let c01 = value_corner_3(smoothed, interpolation, hash, x, y1, z);
    let c11 = value_corner_3(smoothed, interpolation, hash, x1, y1, z);
    let z00 = value_corner_3_slope(smoothed, interpolation, hash, x, y, z);
    let z10 = value_corner_3_slope(smoothed, interpolation, hash, x1, y, z);
    let z01 = value_corner_3_slope(smoothed, interpolation, hash, x, y1, z);
    let z11 = value_corner_3_slope(smoothed, interpolation, hash, x1, y1, z);
    let slope = value_blend_slope(interpolation, c00, c10, c01, c11, u, v);
    [slope[0], slope[1], value_blend(interpolation, z00, z10, z01, z11, u, v), u.like(0.0)]
}

pub(crate) fn value_line_4_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    let pair = value_pair_4(hash, x, y, z, w);
    rounded(eased_slope(interpolation, unit(w.fraction)) * (pair[1] - pair[0]))
}

pub(crate) fn value_corner_4_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 2] {
    let z1 = point_after(z);
    let f = unit(z.fraction);
    let upper = value_line_4(interpolation, hash, x, y, z1, w);
    let by_z = rounded(eased_slope(interpolation, f) * (upper - value_line_4(interpolation, hash, x, y, z, w)));
    let lower = value_line_4_slope(interpolation, hash, x, y, z, w);
    [by_z, lerp(eased(interpolation, f), lower, value_line_4_slope(interpolation, hash, x, y, z1, w))]
}

#[inline(never)]
pub(crate) fn value_4_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 4] {
    let x1 = point_after(x);
    let y1 = point_after(y);
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = value_corner_4(interpolation, hash, x, y, z, w);
    let c10 = value_corner_4(interpolation, hash, x1, y, z, w);
    let c01 = value_corner_4(interpolation, hash, x, y1, z, w);
    let c11 = value_corner_4(interpolation, hash, x1, y1, z, w);
    let s00 = value_corner_4_slope(interpolation, hash, x, y, z, w);
    let s10 = value_corner_4_slope(interpolation, hash, x1, y, z, w);
    let s01 = value_corner_4_slope(interpolation, hash, x, y1, z, w);
    let s11 = value_corner_4_slope(interpolation, hash, x1, y1, z, w);
    let slope = value_blend_slope(interpolation, c00, c10, c01, c11, u, v);
    let by_z = value_blend(interpolation, s00[0], s10[0], s01[0], s11[0], u, v);
    let by_w = value_blend(interpolation, s00[1], s10[1], s01[1], s11[1], u, v);
    [slope[0], slope[1], by_z, by_w]
}

pub(crate) fn cubic<F: Real>(t: F, p0: F, p1: F, p2: F, p3: F) -> F {
    let c3 = rounded(p3 - p0) + rounded(t.like(3.0) * rounded(p1 - p2));
    let c2 = rounded(t.like(2.0) * rounded(p0 + rounded(p2 + p2)) - rounded(rounded(t.like(5.0) * p1) + p3));
    let c1 = rounded(p2 - p0);
    let s2 = rounded(t * (c2 + rounded(t * c3)));
    rounded(p1 + t.like(0.5) * rounded(t * (c1 + s2)))
}

pub(crate) fn cubic_slope<F: Real>(t: F, p0: F, p1: F, p2: F, p3: F) -> F {
    let c3 = rounded(p3 - p0) + rounded(t.like(3.0) * rounded(p1 - p2));
    let c2 = rounded(t.like(2.0) * rounded(p0 + rounded(p2 + p2)) - rounded(rounded(t.like(5.0) * p1) + p3));
    let c1 = rounded(p2 - p0);
    let s2 = rounded(t * (t.like(2.0) * c2 + rounded(t.like(3.0) * rounded(t * c3))));
    t.like(0.5) * rounded(c1 + s2)
}

#[inline(never)]
pub(crate) fn value_cubic_1<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>) -> F {
    let x2 = point_after(x);
    let p0 = value_lattice_1(smoothed, hash, point_before(x));
    let p1 = value_lattice_1(smoothed, hash, x);
    let p2 = value_lattice_1(smoothed, hash, x2);
    cubic(unit(x.fraction), p0, p1, p2, value_lattice_1(smoothed, hash, point_after(x2)))
}

pub(crate) fn value_cubic_column_2<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let y2 = point_after(y);
    let p0 = value_lattice_2(smoothed, hash, x, point_before(y));
    let p1 = value_lattice_2(smoothed, hash, x, y);
    let p2 = value_lattice_2(smoothed, hash, x, y2);
    cubic(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, hash, x, point_after(y2)))
}

#[inline(never)]
pub(crate) fn value_cubic_2<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let x2 = point_after(x);
    let p0 = value_cubic_column_2(smoothed, hash, point_before(x), y);
    let p1 = value_cubic_column_2(smoothed, hash, x, y);
    let p2 = value_cubic_column_2(smoothed, hash, x2, y);
    cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_2(smoothed, hash, point_after(x2), y))
}

pub(crate) fn value_cubic_corner_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let z2 = point_after(z);
    let p0 = value_lattice_3(0, hash, x, y, point_before(z));
    let p1 = value_lattice_3(0, hash, x, y, z);
    let p2 = value_lattice_3(0, hash, x, y, z2);
    cubic(unit(z.fraction), p0, p1, p2, value_lattice_3(0, hash, x, y, point_after(z2)))
}

pub(crate) fn value_cubic_column_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let y2 = point_after(y);
    let p0 = value_cubic_corner_3(hash, x, point_before(y), z);
    let p1 = value_cubic_corner_3(hash, x, y, z);
    let p2 = value_cubic_corner_3(hash, x, y2, z);
    cubic(unit(y.fraction), p0, p1, p2, value_cubic_corner_3(hash, x, point_after(y2), z))
}

#[inline(never)]
pub(crate) fn value_cubic_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let x2 = point_after(x);
    let p0 = value_cubic_column_3(hash, point_before(x), y, z);
    let p1 = value_cubic_column_3(hash, x, y, z);
    let p2 = value_cubic_column_3(hash, x2, y, z);
    cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_3(hash, point_after(x2), y, z))
}

#[inline(never)]
pub(crate) fn value_cubic_1_slope<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    let x2 = point_after(x);
    let p0 = value_lattice_1(smoothed, hash, point_before(x));
    let p1 = value_lattice_1(smoothed, hash, x);
    let p2 = value_lattice_1(smoothed, hash, x2);
    let p3 = value_lattice_1(smoothed, hash, point_after(x2));
    [cubic_slope(unit(x.fraction), p0, p1, p2, p3), p0.like(0.0), p0.like(0.0), p0.like(0.0)]
}

pub(crate) fn value_cubic_column_2_slope<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let y2 = point_after(y);
    let p0 = value_lattice_2(smoothed, hash, x, point_before(y));
    let p1 = value_lattice_2(smoothed, hash, x, y);
    let p2 = value_lattice_2(smoothed, hash, x, y2);
    cubic_slope(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, hash, x, point_after(y2)))
}

#[inline(never)]
pub(crate) fn value_cubic_2_slope<F: Real>(smoothed: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    let x0 = point_before(x);
    let x2 = point_after(x);
    let x3 = point_after(x2);
    let u = unit(x.fraction);
    let p0 = value_cubic_column_2(smoothed, hash, x0, y);
    let p1 = value_cubic_column_2(smoothed, hash, x, y);
    let p2 = value_cubic_column_2(smoothed, hash, x2, y);
    let p3 = value_cubic_column_2(smoothed, hash, x3, y);
    let s0 = value_cubic_column_2_slope(smoothed, hash, x0, y);
    let s1 = value_cubic_column_2_slope(smoothed, hash, x, y);
    let s2 = value_cubic_column_2_slope(smoothed, hash, x2, y);
    let s3 = value_cubic_column_2_slope(smoothed, hash, x3, y);
    [cubic_slope(u, p0, p1, p2, p3), cubic(u, s0, s1, s2, s3), u.like(0.0), u.like(0.0)]
}

pub(crate) fn value_cubic_corner_3_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let z2 = point_after(z);
    let p0 = value_lattice_3(0, hash, x, y, point_before(z));
    let p1 = value_lattice_3(0, hash, x, y, z);
    let p2 = value_lattice_3(0, hash, x, y, z2);
    cubic_slope(unit(z.fraction), p0, p1, p2, value_lattice_3(0, hash, x, y, point_after(z2)))
}

pub(crate) fn value_cubic_column_3_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 3] {
    let y0 = point_before(y);
    let y2 = point_after(y);
    let y3 = point_after(y2);
    let v = unit(y.fraction);
    let p0 = value_cubic_corner_3(hash, x, y0, z);
    let p1 = value_cubic_corner_3(hash, x, y, z);
    let p2 = value_cubic_corner_3(hash, x, y2, z);
    let p3 = value_cubic_corner_3(hash, x, y3, z);
    let s0 = value_cubic_corner_3_slope(hash, x, y0, z);
    let s1 = value_cubic_corner_3_slope(hash, x, y, z);
    let s2 = value_cubic_corner_3_slope(hash, x, y2, z);
    let s3 = value_cubic_corner_3_slope(hash, x, y3, z);
    [cubic(v, p0, p1, p2, p3), cubic_slope(v, p0, p1, p2, p3), cubic(v, s0, s1, s2, s3)]
}

#[inline(never)]
pub(crate) fn value_cubic_3_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    let x2 = point_after(x);
    let u = unit(x.fraction);
    let c0 = value_cubic_column_3_slope(hash, point_before(x), y, z);
    let c1 = value_cubic_column_3_slope(hash, x, y, z);
    let c2 = value_cubic_column_3_slope(hash, x2, y, z);
    let c3 = value_cubic_column_3_slope(hash, point_after(x2), y, z);
    let by_x = cubic_slope(u, c0[0], c1[0], c2[0], c3[0]);
    [by_x, cubic(u, c0[1], c1[1], c2[1], c3[1]), cubic(u, c0[2], c1[2], c2[2], c3[2]), u.like(0.0)]
}

#[cfg(test)]
mod tests {
    use super::super::hash::hash_4;
    use super::super::lattice::QUINTIC;
    use super::super::reference::{Random, blend, fraction, lattice, slopes, worst};
    use super::*;

    fn moved(at: Coordinate, by: i32) -> Coordinate {
        (0..by.abs()).fold(at, |at, _| if by > 0 { point_after(at) } else { point_before(at) })
    }

    /// The value of the lattice point so many cells from a sample, averaged by the products of 1/4, 1/2, 1/4 where that is asked for.
    fn lattice_value(smoothed: bool, hash: Hash<'_>, at: &[Coordinate], steps: &[i32]) -> f64 {
        if smoothed {
            return (0..3_usize.pow(at.len() as u32))
                .map(|number| {
                    let offsets: Vec<i32> = (0..at.len() as u32).map(|axis| (number / 3_usize.pow(axis) % 3) as i32 - 1).collect();
                    let weight: f64 = offsets.iter().map(|offset| 0.5 - 0.25 * f64::from(offset.abs())).product();
                    let steps: Vec<i32> = steps.iter().zip(&offsets).map(|(step, offset)| step + offset).collect();
                    weight * lattice_value(false, hash, at, &steps)
                })
                .sum();
        }
        let cell = |axis: usize| at.get(axis).map_or(std::num::Wrapping(0), |at| moved(*at, steps[axis]).cell);
        let h = if at.len() == 4 { hash_4(hash, cell(0), cell(1), cell(2), cell(3)) } else { hash_3(hash, cell(0), cell(1), cell(2)) };
        f64::from(hash_value(hash, h))
    }

    /// Catmull and Rom's spline, in the form of its weights.
    fn cubic_reference(f: &[f64], value: &dyn Fn(&[i32]) -> f64) -> f64 {
        let weights = |t: f64| {
            let (t2, t3) = (t * t, t * t * t);
            [-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2].map(|weight| weight / 2.0)
        };
        let points = (0..4_usize.pow(f.len() as u32)).map(|number| {
            let steps: Vec<usize> = (0..f.len() as u32).map(|axis| number / 4_usize.pow(axis) % 4).collect();
            let weight: f64 = steps.iter().zip(f).map(|(step, f)| weights(*f)[*step]).product();
            weight * value(&steps.iter().map(|step| *step as i32 - 1).collect::<Vec<_>>())
        });
        points.sum()
    }

    fn samples(count: u32, mut check: impl FnMut(u32, Hash<'_>, &[Coordinate], &[f64])) {
        let mut random = Random(2);
        for number in 0..count {
            let at: [Coordinate; 4] = std::array::from_fn(|axis| random.coordinate([0, 1, 2, 7][(axis + number as usize) % 4]));
            let f = at.map(fraction);
            (1..=4).for_each(|dimensions| check(number, lattice(number), &at[..dimensions], &f[..dimensions]));
        }
    }

    #[test]
    fn values_and_slopes_are_those_of_the_definition_in_f64() {
        samples(3000, |number, hash, at, f| {
            let (interpolation, smoothed) = (number % 4, number / 4 % 2);
            let lattice = |steps: &[u32]| {
                let steps: Vec<i32> = steps.iter().map(|step| *step as i32).collect();
                lattice_value(smoothed == 1 && at.len() < 4, hash, at, &steps)
            };
            let noise = |f: &[f64]| blend(interpolation, f, &|steps, _| lattice(steps));
            let (value, slope) = match *at {
                [x] => (value_1(smoothed, interpolation, hash, x), value_1_slope(smoothed, interpolation, hash, x)),
                [x, y] => (value_2(smoothed, interpolation, hash, x, y), value_2_slope(smoothed, interpolation, hash, x, y)),
                [x, y, z] => (value_3(smoothed, interpolation, hash, x, y, z), value_3_slope(smoothed, interpolation, hash, x, y, z)),
                [x, y, z, w] => (value_4(interpolation, hash, x, y, z, w), value_4_slope(interpolation, hash, x, y, z, w)),
                _ => unreachable!(),
            };
            assert!((f64::from(value) - noise(f)).abs() < 1e-6, "{at:?}: {value}, {}", noise(f));
            assert!(worst(slope, slopes(f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(f, &noise));
        });
    }

    #[test]
    fn cubic_values_and_slopes_are_those_of_catmull_and_rom_in_f64() {
        samples(1000, |number, hash, at, f| {
            let smoothed = number % 2;
            let is_smoothed = smoothed == 1 && at.len() < 3;
            let noise = |f: &[f64]| cubic_reference(f, &|steps| lattice_value(is_smoothed, hash, at, steps));
            let (value, slope) = match *at {
                [x] => (value_cubic_1(smoothed, hash, x), value_cubic_1_slope(smoothed, hash, x)),
                [x, y] => (value_cubic_2(smoothed, hash, x, y), value_cubic_2_slope(smoothed, hash, x, y)),
                [x, y, z] => (value_cubic_3(hash, x, y, z), value_cubic_3_slope(hash, x, y, z)),
                _ => return,
            };
            assert!((f64::from(value) - noise(f)).abs() < 2e-6, "{at:?}: {value}, {}", noise(f));
            assert!(worst(slope, slopes(f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(f, &noise));
        });
    }

    #[test]
    fn a_lattice_point_has_its_value() {
        samples(1000, |_, hash, at, _| {
            let at: Vec<_> = at.iter().map(|at| Coordinate { fraction: std::num::Wrapping(0), ..*at }).collect();
            if let [x, y] = *at {
                assert_eq!(value_2(0, QUINTIC, hash, x, y), value_lattice_2(0, hash, x, y));
                assert_eq!(value_cubic_2(1, hash, x, y), value_lattice_2(1, hash, x, y));
            }
        });
    }
}
