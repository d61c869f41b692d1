// @generated from shaders/value.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Value noise (Ebert et al., "Texturing and Modeling", 1994): a random value at each lattice point, interpolated.
//
// The dimensions are blended one at a time, slowest first, as in `perlin.wgsl`: an (x, y) corner keeps one number, and so does a lattice column in one pixel
// row. A corner is linear in its lattice values, so derivatives take the same steps.
//
// If `smoothed` is 1, a lattice value is the average of its neighbours with the weights 1/4, 1/2, 1/4 along each axis: less contrast, and no isolated peaks.
// Values are from -1 to below 1, and interpolated noise has the same range. Smoothed, the range is, as found, ±0.997 in one dimension, ±0.882 in two and ±0.617
// in three.

use super::super::real::{Lanes, Real};
use super::hash::{
    LATTICE_Z, hash_3, hash_around, hash_last_pair, hash_last_pairs, hash_plane_around, hash_prefix_2, hash_prefix_around, hash_value,
};
use super::lattice::{Coordinate, cell_before, eased, eased_slope, next_cell, unit};
use super::strict::{lerp, rounded};

// The two values that a pixel between two lattice columns blends: the left one, and the difference to the right one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ValueCell<F: Real = f32> {
    pub(crate) a: F,
    pub(crate) da: F,
}

// The neighbours of a lattice point on an axis; the fraction is not used.
#[inline(always)]
pub(crate) fn point_after<F: Real>(at: Coordinate<F>) -> Coordinate<F> {
    Coordinate { cell: next_cell(at), fraction: at.fraction, period: at.period }
}

#[inline(always)]
pub(crate) fn point_before<F: Real>(at: Coordinate<F>) -> Coordinate<F> {
    Coordinate { cell: cell_before(at.cell, at.period), fraction: at.fraction, period: at.period }
}

// The average of three neighbours.
#[inline(always)]
pub(crate) fn value_average<F: Real>(before: F, at: F, after: F) -> F {
    rounded(at * before.real(0.5) + rounded(before + after) * before.real(0.25))
}

// Averaged along x alone, at a point of the other axes.
#[inline(always)]
pub(crate) fn value_averaged_x<F: Real>(key: [u32; 2], x: Coordinate<F>, y: F::Word, z: F::Word) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let before = hash_value(hash_3(key, cell_before(x.cell, x.period), y, z));
            let at = hash_value(hash_3(key, x.cell, y, z));
            value_average(before, at, hash_value(hash_3(key, next_cell(x), y, z)))
        },
    )
}

// Averaged along x and y.
#[inline(always)]
pub(crate) fn value_averaged_xy<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: F::Word) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let before = value_averaged_x(key, x, cell_before(y.cell, y.period), z);
            let at = value_averaged_x(key, x, y.cell, z);
            value_average(before, at, value_averaged_x(key, x, next_cell(y), z))
        },
    )
}

// The value of the lattice point at the cells of x, y and z.
#[inline(always)]
pub(crate) fn value_lattice_1<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>) -> F {
    if smoothed == 1 {
        return value_averaged_x(key, x, x.cell.word(0), x.cell.word(0));
    }
    hash_value(hash_3(key, x.cell, x.cell.word(0), x.cell.word(0)))
}

#[inline(always)]
pub(crate) fn value_lattice_2<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    if smoothed == 1 {
        return value_averaged_xy(key, x, y, x.cell.word(0));
    }
    hash_value(hash_3(key, x.cell, y.cell, x.cell.word(0)))
}

#[inline(always)]
pub(crate) fn value_random_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    hash_value(hash_3(key, x.cell, y.cell, z.cell))
}

#[inline(always)]
pub(crate) fn value_lattice_3<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    if smoothed == 1 {
        let before = value_averaged_xy(key, x, y, cell_before(z.cell, z.period));
        let at = value_averaged_xy(key, x, y, z.cell);
        return value_average(before, at, value_averaged_xy(key, x, y, next_cell(z)));
    }
    value_random_3(key, x, y, z)
}

// The same, and the value of the next lattice point on the last axis.
#[inline(always)]
pub(crate) fn value_pair_3<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 2] {
    if smoothed == 1 {
        return [value_lattice_3(smoothed, key, x, y, z), value_lattice_3(smoothed, key, x, y, point_after(z))];
    }
    let h = hash_last_pair(key, LATTICE_Z, hash_prefix_2(key, x.cell, y.cell), z.cell, next_cell(z));
    [hash_value(h[0]), hash_value(h[1])]
}

// The values of the lattice points around z and w, given the prefix of their hash by x and y: z, w; z, w1; z1, w; z1, w1.
#[inline(always)]
pub(crate) fn value_around_4<F: Real>(key: [u32; 2], xy: F::Word, z: Coordinate<F>, w: Coordinate<F>) -> [F; 4] {
    let h = hash_around(key, xy, z.cell, next_cell(z), w.cell, next_cell(w));
    [hash_value(h[0]), hash_value(h[1]), hash_value(h[2]), hash_value(h[3])]
}

// Once per lattice cell: the value of the lattice point at the cells of x and y after blending the other dimensions.
#[inline(always)]
pub(crate) fn value_2_corner<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    x.cell.outlined_if_many(
        #[inline(always)]
        || value_lattice_2(smoothed, key, x, y),
    )
}

#[inline(always)]
pub(crate) fn value_3_corner<F: Real>(
    smoothed: u32,
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    x.cell.outlined_if_many(
        #[inline(always)]
        || {
            let pair = value_pair_3(smoothed, key, x, y, z);
            lerp(eased(interpolation, unit(z.fraction)), pair[0], pair[1])
        },
    )
}

// The same for values around z and w: blends w, then z.
#[inline(always)]
pub(crate) fn value_form_4<F: Real>(interpolation: u32, around: [F; 4], z: Coordinate<F>, w: Coordinate<F>) -> F {
    let t = eased(interpolation, unit(w.fraction));
    lerp(eased(interpolation, unit(z.fraction)), lerp(t, around[0], around[1]), lerp(t, around[2], around[3]))
}

#[inline(always)]
pub(crate) fn value_4_corner<F: Real>(
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    x.cell.outlined_if_many(
        #[inline(always)]
        || value_form_4(interpolation, value_around_4(key, hash_prefix_2(key, x.cell, y.cell), z, w), z, w),
    )
}

// Once per lattice column and pixel row: blends y, from 0 to below 1.
#[inline(always)]
pub(crate) fn value_column<F: Real>(t: F, below: F, above: F) -> F {
    lerp(t, below, above)
}

// Once per cell and pixel row.
#[inline(always)]
pub(crate) fn value_cell<F: Real>(left: F, right: F) -> ValueCell<F> {
    ValueCell { a: left, da: rounded(right - left) }
}

// Once per pixel: `t` is the weight of the right column.
#[inline(always)]
pub(crate) fn value_pixel<F: Real>(cell: ValueCell<F>, t: F) -> F {
    rounded(cell.a + rounded(t * cell.da))
}

// The derivative of `value_column` by its fade.
#[inline(always)]
pub(crate) fn value_column_slope<F: Real>(below: F, above: F) -> F {
    rounded(above - below)
}

// The derivative of `value_pixel` by x; `dt` is the derivative of `t`.
#[inline(always)]
pub(crate) fn value_pixel_slope<F: Real>(cell: ValueCell<F>, dt: F) -> F {
    rounded(dt * cell.da)
}

// The derivative by y, from the derivative by the fade of y; `dt` is the derivative of the fade.
#[inline(always)]
pub(crate) fn value_tilted<F: Real>(slope: F, dt: F) -> F {
    rounded(dt * slope)
}

// The pixel x, y in a cell of four corners.
#[inline(always)]
pub(crate) fn value_blend<F: Real>(interpolation: u32, c00: F, c10: F, c01: F, c11: F, x: F, y: F) -> F {
    let s = eased(interpolation, y);
    let cell = value_cell(value_column(s, c00, c01), value_column(s, c10, c11));
    value_pixel(cell, eased(interpolation, x))
}

// The derivatives of `value_blend` by x and y.
#[inline(always)]
pub(crate) fn value_blend_slope<F: Real>(interpolation: u32, c00: F, c10: F, c01: F, c11: F, x: F, y: F) -> [F; 2] {
    let s = eased(interpolation, y);
    let cell = value_cell(value_column(s, c00, c01), value_column(s, c10, c11));
    let tilt = value_cell(value_column_slope(c00, c01), value_column_slope(c10, c11));
    let by_x = value_pixel_slope(cell, eased_slope(interpolation, x));
    [by_x, value_tilted(value_pixel(tilt, eased(interpolation, x)), eased_slope(interpolation, y))]
}

#[inline(always)]
pub(crate) fn value_1<F: Real>(smoothed: u32, interpolation: u32, key: [u32; 2], x: Coordinate<F>) -> F {
    let cell = value_cell(value_lattice_1(smoothed, key, x), value_lattice_1(smoothed, key, point_after(x)));
    value_pixel(cell, eased(interpolation, unit(x.fraction)))
}

// The values of a cell's corners: at x, y; x1, y; x, y1; x1, y1.
#[inline(always)]
pub(crate) fn value_corners_2<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    let x1 = point_after(x);
    let y1 = point_after(y);
    if smoothed == 1 {
        let c00 = value_2_corner(smoothed, key, x, y);
        let c10 = value_2_corner(smoothed, key, x1, y);
        let c01 = value_2_corner(smoothed, key, x, y1);
        return [c00, c10, c01, value_2_corner(smoothed, key, x1, y1)];
    }
    let h = hash_plane_around(key, x.cell, x1.cell, y.cell, y1.cell);
    [hash_value(h[0]), hash_value(h[2]), hash_value(h[1]), hash_value(h[3])]
}

#[inline(always)]
pub(crate) fn value_corners_3<F: Real>(
    smoothed: u32,
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> [F; 4] {
    let x1 = point_after(x);
    let y1 = point_after(y);
    if smoothed == 1 {
        let c00 = value_3_corner(smoothed, interpolation, key, x, y, z);
        let c10 = value_3_corner(smoothed, interpolation, key, x1, y, z);
        let c01 = value_3_corner(smoothed, interpolation, key, x, y1, z);
        return [c00, c10, c01, value_3_corner(smoothed, interpolation, key, x1, y1, z)];
    }
    let xy = hash_prefix_around(key, x.cell, x1.cell, y.cell, y1.cell);
    let left = hash_last_pairs(key, LATTICE_Z, [xy[0], xy[1]], z.cell, next_cell(z));
    let right = hash_last_pairs(key, LATTICE_Z, [xy[2], xy[3]], z.cell, next_cell(z));
    let t = eased(interpolation, unit(z.fraction));
    let c00 = lerp(t, hash_value(left[0]), hash_value(left[1]));
    let c01 = lerp(t, hash_value(left[2]), hash_value(left[3]));
    let c10 = lerp(t, hash_value(right[0]), hash_value(right[1]));
    [c00, c10, c01, lerp(t, hash_value(right[2]), hash_value(right[3]))]
}

// The slice z = 0 of the noise in three dimensions on lattice planes, unless smoothed.
#[inline(always)]
pub(crate) fn value_2<F: Real>(smoothed: u32, interpolation: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    let c = value_corners_2(smoothed, key, x, y);
    value_blend(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction))
}

// Smoothed it takes 64 hashes per sample.
#[inline(always)]
pub(crate) fn value_3<F: Real>(
    smoothed: u32,
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    let c = value_corners_3(smoothed, interpolation, key, x, y, z);
    value_blend(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction))
}

#[inline(always)]
pub(crate) fn value_4<F: Real>(
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    let xy = hash_prefix_around(key, x.cell, next_cell(x), y.cell, next_cell(y));
    let c00 = value_form_4(interpolation, value_around_4(key, xy[0], z, w), z, w);
    let c01 = value_form_4(interpolation, value_around_4(key, xy[1], z, w), z, w);
    let c10 = value_form_4(interpolation, value_around_4(key, xy[2], z, w), z, w);
    let c11 = value_form_4(interpolation, value_around_4(key, xy[3], z, w), z, w);
    value_blend(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction))
}

// Each `value_N_slope` returns the derivatives of `value_N` by x, y, z and w in cells, 0 for missing ones.
#[inline(always)]
pub(crate) fn value_1_slope<F: Real>(smoothed: u32, interpolation: u32, key: [u32; 2], x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let left = value_lattice_1(smoothed, key, x);
            let right = value_lattice_1(smoothed, key, point_after(x));
            [rounded(eased_slope(interpolation, unit(x.fraction)) * (right - left)), x.cell.real(0.0), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

#[inline(always)]
pub(crate) fn value_2_slope<F: Real>(smoothed: u32, interpolation: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let c = value_corners_2(smoothed, key, x, y);
            let slope = value_blend_slope(interpolation, c[0], c[1], c[2], c[3], unit(x.fraction), unit(y.fraction));
            [slope[0], slope[1], x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// The derivative of `value_3_corner` by z.
#[inline(always)]
pub(crate) fn value_3_corner_slope<F: Real>(
    smoothed: u32,
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let pair = value_pair_3(smoothed, key, x, y, z);
            rounded(eased_slope(interpolation, unit(z.fraction)) * (pair[1] - pair[0]))
        },
    )
}

#[inline(always)]
pub(crate) fn value_3_slope<F: Real>(
    smoothed: u32,
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x1 = point_after(x);
            let y1 = point_after(y);
            let u = unit(x.fraction);
            let v = unit(y.fraction);
            let c = value_corners_3(smoothed, interpolation, key, x, y, z);
            let z00 = value_3_corner_slope(smoothed, interpolation, key, x, y, z);
            let z10 = value_3_corner_slope(smoothed, interpolation, key, x1, y, z);
            let z01 = value_3_corner_slope(smoothed, interpolation, key, x, y1, z);
            let z11 = value_3_corner_slope(smoothed, interpolation, key, x1, y1, z);
            let slope = value_blend_slope(interpolation, c[0], c[1], c[2], c[3], u, v);
            [slope[0], slope[1], value_blend(interpolation, z00, z10, z01, z11, u, v), x.cell.real(0.0)]
        },
    )
}

// The derivatives of `value_4_corner` by z and by w.
#[inline(always)]
pub(crate) fn value_4_corner_slope<F: Real>(
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 2] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let around = value_around_4(key, hash_prefix_2(key, x.cell, y.cell), z, w);
            let f = unit(z.fraction);
            let at = unit(w.fraction);
            let t = eased(interpolation, at);
            let dt = eased_slope(interpolation, at);
            let by_z = rounded(eased_slope(interpolation, f) * (lerp(t, around[2], around[3]) - lerp(t, around[0], around[1])));
            let lower = rounded(dt * (around[1] - around[0]));
            [by_z, lerp(eased(interpolation, f), lower, rounded(dt * (around[3] - around[2])))]
        },
    )
}

#[inline(always)]
pub(crate) fn value_4_slope<F: Real>(
    interpolation: u32,
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x1 = point_after(x);
            let y1 = point_after(y);
            let u = unit(x.fraction);
            let v = unit(y.fraction);
            let c00 = value_4_corner(interpolation, key, x, y, z, w);
            let c10 = value_4_corner(interpolation, key, x1, y, z, w);
            let c01 = value_4_corner(interpolation, key, x, y1, z, w);
            let c11 = value_4_corner(interpolation, key, x1, y1, z, w);
            let s00 = value_4_corner_slope(interpolation, key, x, y, z, w);
            let s10 = value_4_corner_slope(interpolation, key, x1, y, z, w);
            let s01 = value_4_corner_slope(interpolation, key, x, y1, z, w);
            let s11 = value_4_corner_slope(interpolation, key, x1, y1, z, w);
            let slope = value_blend_slope(interpolation, c00, c10, c01, c11, u, v);
            let by_z = value_blend(interpolation, s00[0], s10[0], s01[0], s11[0], u, v);
            let by_w = value_blend(interpolation, s00[1], s10[1], s01[1], s11[1], u, v);
            [slope[0], slope[1], by_z, by_w]
        },
    )
}

// The uniform Catmull-Rom spline (1974) through the middle two of four points, at t from 0 to below 1. It overshoots: points within ±1 give up to ±1.25 in one
// dimension, ±1.5625 in two, ±1.953125 in three; found were ±1.236, ±1.347 and ±1.312.
#[inline(always)]
pub(crate) fn cubic<F: Real>(t: F, p0: F, p1: F, p2: F, p3: F) -> F {
    cubic_at(cubic_form(p0, p1, p2, p3), t)
}

// The same, prepared once for four points: its value at t is `at` + (c1 t + c2 t^2 + c3 t^3) / 2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cubic<F: Real = f32> {
    pub(crate) at: F,
    pub(crate) c1: F,
    pub(crate) c2: F,
    pub(crate) c3: F,
}

#[inline(always)]
pub(crate) fn cubic_form<F: Real>(p0: F, p1: F, p2: F, p3: F) -> Cubic<F> {
    let c3 = rounded(rounded(p3 - p0) + rounded(p0.real(3.0) * rounded(p1 - p2)));
    let c2 = rounded(p0.real(2.0) * rounded(p0 + rounded(p2 + p2)) - rounded(rounded(p0.real(5.0) * p1) + p3));
    Cubic { at: p1, c1: rounded(p2 - p0), c2, c3 }
}

#[inline(always)]
pub(crate) fn cubic_at<F: Real>(form: Cubic<F>, t: F) -> F {
    let s2 = rounded(t * (form.c2 + rounded(t * form.c3)));
    rounded(form.at + form.at.real(0.5) * rounded(t * (form.c1 + s2)))
}

// The derivative of `cubic_at` by t.
#[inline(always)]
pub(crate) fn cubic_slope_at<F: Real>(form: Cubic<F>, t: F) -> F {
    let s2 = rounded(t * (form.at.real(2.0) * form.c2 + rounded(form.at.real(3.0) * rounded(t * form.c3))));
    form.at.real(0.5) * rounded(form.c1 + s2)
}

// The derivative of `cubic` by t.
#[inline(always)]
pub(crate) fn cubic_slope<F: Real>(t: F, p0: F, p1: F, p2: F, p3: F) -> F {
    cubic_slope_at(cubic_form(p0, p1, p2, p3), t)
}

// The same as stages, each of which takes four lattice points per axis: once per lattice column and pixel row, once per cell and pixel row, once per pixel.
#[inline(always)]
pub(crate) fn value_cubic_column<F: Real>(y: F, before: F, below: F, above: F, after: F) -> F {
    cubic(y, before, below, above, after)
}

#[inline(always)]
pub(crate) fn value_cubic_column_slope<F: Real>(y: F, before: F, below: F, above: F, after: F) -> F {
    cubic_slope(y, before, below, above, after)
}

#[inline(always)]
pub(crate) fn value_cubic_cell<F: Real>(before: F, left: F, right: F, after: F) -> Cubic<F> {
    cubic_form(before, left, right, after)
}

#[inline(always)]
pub(crate) fn value_cubic_pixel<F: Real>(cell: Cubic<F>, x: F) -> F {
    cubic_at(cell, x)
}

#[inline(always)]
pub(crate) fn value_cubic_pixel_slope<F: Real>(cell: Cubic<F>, x: F) -> F {
    cubic_slope_at(cell, x)
}

// Value noise by the Catmull-Rom spline, from four lattice points per axis, with a continuous first derivative.
#[inline(always)]
pub(crate) fn value_cubic_1<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x2 = point_after(x);
            let p0 = value_lattice_1(smoothed, key, point_before(x));
            let p1 = value_lattice_1(smoothed, key, x);
            let p2 = value_lattice_1(smoothed, key, x2);
            cubic(unit(x.fraction), p0, p1, p2, value_lattice_1(smoothed, key, point_after(x2)))
        },
    )
}

// The value of the lattice point at the cells of x and y.
#[inline(always)]
pub(crate) fn value_cubic_2_corner<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    value_lattice_2(smoothed, key, x, y)
}

// Blends y, at the lattice column at the cell of x.
#[inline(always)]
pub(crate) fn value_cubic_column_2<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let y2 = point_after(y);
            let p0 = value_lattice_2(smoothed, key, x, point_before(y));
            let p1 = value_lattice_2(smoothed, key, x, y);
            let p2 = value_lattice_2(smoothed, key, x, y2);
            cubic(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, key, x, point_after(y2)))
        },
    )
}

#[inline(always)]
pub(crate) fn value_cubic_2<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x2 = point_after(x);
            let p0 = value_cubic_column_2(smoothed, key, point_before(x), y);
            let p1 = value_cubic_column_2(smoothed, key, x, y);
            let p2 = value_cubic_column_2(smoothed, key, x2, y);
            cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_2(smoothed, key, point_after(x2), y))
        },
    )
}

// Blends z, at the lattice point at the cells of x and y.
#[inline(always)]
pub(crate) fn value_cubic_3_corner<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let z2 = point_after(z);
            let p0 = value_random_3(key, x, y, point_before(z));
            let p1 = value_random_3(key, x, y, z);
            let p2 = value_random_3(key, x, y, z2);
            cubic(unit(z.fraction), p0, p1, p2, value_random_3(key, x, y, point_after(z2)))
        },
    )
}

#[inline(always)]
pub(crate) fn value_cubic_column_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let y2 = point_after(y);
            let p0 = value_cubic_3_corner(key, x, point_before(y), z);
            let p1 = value_cubic_3_corner(key, x, y, z);
            let p2 = value_cubic_3_corner(key, x, y2, z);
            cubic(unit(y.fraction), p0, p1, p2, value_cubic_3_corner(key, x, point_after(y2), z))
        },
    )
}

// 64 hashes per sample; there is no smoothed variant.
#[inline(always)]
pub(crate) fn value_cubic_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x2 = point_after(x);
            let p0 = value_cubic_column_3(key, point_before(x), y, z);
            let p1 = value_cubic_column_3(key, x, y, z);
            let p2 = value_cubic_column_3(key, x2, y, z);
            cubic(unit(x.fraction), p0, p1, p2, value_cubic_column_3(key, point_after(x2), y, z))
        },
    )
}

// Each `value_cubic_N_slope` returns the derivatives of `value_cubic_N` by x, y and z in cells, 0 for missing ones.
#[inline(always)]
pub(crate) fn value_cubic_1_slope<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x2 = point_after(x);
            let p0 = value_lattice_1(smoothed, key, point_before(x));
            let p1 = value_lattice_1(smoothed, key, x);
            let p2 = value_lattice_1(smoothed, key, x2);
            let p3 = value_lattice_1(smoothed, key, point_after(x2));
            [cubic_slope(unit(x.fraction), p0, p1, p2, p3), x.cell.real(0.0), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// The derivative of `value_cubic_column_2` by y.
#[inline(always)]
pub(crate) fn value_cubic_column_2_slope<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let y2 = point_after(y);
            let p0 = value_lattice_2(smoothed, key, x, point_before(y));
            let p1 = value_lattice_2(smoothed, key, x, y);
            let p2 = value_lattice_2(smoothed, key, x, y2);
            cubic_slope(unit(y.fraction), p0, p1, p2, value_lattice_2(smoothed, key, x, point_after(y2)))
        },
    )
}

#[inline(always)]
pub(crate) fn value_cubic_2_slope<F: Real>(smoothed: u32, key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x0 = point_before(x);
            let x2 = point_after(x);
            let x3 = point_after(x2);
            let u = unit(x.fraction);
            let p0 = value_cubic_column_2(smoothed, key, x0, y);
            let p1 = value_cubic_column_2(smoothed, key, x, y);
            let p2 = value_cubic_column_2(smoothed, key, x2, y);
            let p3 = value_cubic_column_2(smoothed, key, x3, y);
            let s0 = value_cubic_column_2_slope(smoothed, key, x0, y);
            let s1 = value_cubic_column_2_slope(smoothed, key, x, y);
            let s2 = value_cubic_column_2_slope(smoothed, key, x2, y);
            let s3 = value_cubic_column_2_slope(smoothed, key, x3, y);
            [cubic_slope(u, p0, p1, p2, p3), cubic(u, s0, s1, s2, s3), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// The derivative of `value_cubic_3_corner` by z.
#[inline(always)]
pub(crate) fn value_cubic_3_corner_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    x.cell.outlined(
        #[inline(always)]
        || {
            let z2 = point_after(z);
            let p0 = value_random_3(key, x, y, point_before(z));
            let p1 = value_random_3(key, x, y, z);
            let p2 = value_random_3(key, x, y, z2);
            cubic_slope(unit(z.fraction), p0, p1, p2, value_random_3(key, x, y, point_after(z2)))
        },
    )
}

// `value_cubic_column_3`, and its derivatives by y and by z.
#[inline(always)]
pub(crate) fn value_cubic_column_3_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 3] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let y0 = point_before(y);
            let y2 = point_after(y);
            let y3 = point_after(y2);
            let v = unit(y.fraction);
            let p0 = value_cubic_3_corner(key, x, y0, z);
            let p1 = value_cubic_3_corner(key, x, y, z);
            let p2 = value_cubic_3_corner(key, x, y2, z);
            let p3 = value_cubic_3_corner(key, x, y3, z);
            let s0 = value_cubic_3_corner_slope(key, x, y0, z);
            let s1 = value_cubic_3_corner_slope(key, x, y, z);
            let s2 = value_cubic_3_corner_slope(key, x, y2, z);
            let s3 = value_cubic_3_corner_slope(key, x, y3, z);
            [cubic(v, p0, p1, p2, p3), cubic_slope(v, p0, p1, p2, p3), cubic(v, s0, s1, s2, s3)]
        },
    )
}

#[inline(always)]
pub(crate) fn value_cubic_3_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let x2 = point_after(x);
            let u = unit(x.fraction);
            let c0 = value_cubic_column_3_slope(key, point_before(x), y, z);
            let c1 = value_cubic_column_3_slope(key, x, y, z);
            let c2 = value_cubic_column_3_slope(key, x2, y, z);
            let c3 = value_cubic_column_3_slope(key, point_after(x2), y, z);
            let by_x = cubic_slope(u, c0[0], c1[0], c2[0], c3[0]);
            [by_x, cubic(u, c0[1], c1[1], c2[1], c3[1]), cubic(u, c0[2], c1[2], c2[2], c3[2]), x.cell.real(0.0)]
        },
    )
}
