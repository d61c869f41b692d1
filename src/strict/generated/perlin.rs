// @generated from shaders/perlin.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Improved Perlin noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002), in an order that makes rows of samples cheap.
//
// The contribution of a lattice corner is linear in each local coordinate, so blending one dimension leaves a linear form in the others. The dimensions are
// blended one at a time, slowest first: a corner of an (x, y) cell keeps c + gx * x + gy * y, a lattice column in one pixel row keeps a + b * x, and a cell
// between two columns keeps what a pixel needs.

use super::super::builtin::{bitcast_f32, bitcast_u32, equal, exp2, f32_of, select, shift_left};
pub(crate) use super::super::by_hand::{doubled_sign, sign_of, sign_of_32};
use super::super::real::{Lanes, Real, Word};
use super::lattice::{Coordinate, eased, eased_slope, next_cell, unit};
use super::strict::{lerp, rounded};
use super::table::{
    Hash, table_3, table_around, table_last_pair, table_last_pairs, table_plane_around, table_prefix_2, table_prefix_around,
};

// The linear form of an (x, y) corner, over the local x and y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PerlinCorner<F: Real = f32> {
    pub(crate) c: F,
    pub(crate) gx: F,
    pub(crate) gy: F,
}

// The linear form of a 4-D lattice line along w, over the local x, y and z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PerlinLine<F: Real = f32> {
    pub(crate) c: F,
    pub(crate) gx: F,
    pub(crate) gy: F,
    pub(crate) gz: F,
}

// The linear form of a lattice column in one pixel row, over the local x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PerlinColumn<F: Real = f32> {
    pub(crate) a: F,
    pub(crate) b: F,
}

// The two linear forms over the local x that a pixel between two lattice columns blends: a + b * x of the left column, and the difference of the right
// column's form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PerlinCell<F: Real = f32> {
    pub(crate) a: F,
    pub(crate) b: F,
    pub(crate) da: F,
    pub(crate) db: F,
}

// `lerp` of the doubled components of two hashes.
#[inline(always)]
pub(crate) fn doubled_lerp<F: Real>(t: F, lower: F::Word, upper: F::Word, codes: u32) -> F {
    lerp(t, doubled_sign(lower, codes), doubled_sign(upper, codes))
}

// g * v for g = -1, 0 or 1.
#[inline(always)]
pub(crate) fn flipped<F: Real>(g: F, v: F) -> F {
    rounded(g * v)
}

// The components of the twelve edge gradients, four of which occur twice, by the low four bits of the hash, as in the reference implementation.
pub(crate) const GRADIENT_X: u32 = 0x7777004c;
pub(crate) const GRADIENT_Y: u32 = 0x5f007777;
pub(crate) const GRADIENT_Z: u32 = 0x005f5f13;

#[inline(always)]
pub(crate) fn gradient_x<W: Word>(hash: W) -> W::Real {
    sign_of(hash, GRADIENT_X)
}

#[inline(always)]
pub(crate) fn gradient_y<W: Word>(hash: W) -> W::Real {
    sign_of(hash, GRADIENT_Y)
}

#[inline(always)]
pub(crate) fn gradient_z<W: Word>(hash: W) -> W::Real {
    sign_of(hash, GRADIENT_Z)
}

// The components of the thirty-two gradients of 4-D noise by the low five bits of the hash, in the order of Stefan Gustavson's noise1234 (2003).
#[inline(always)]
pub(crate) fn gradient_4x<W: Word>(hash: W) -> W::Real {
    sign_of_32(hash, 0x77777777, 0x77770000)
}

#[inline(always)]
pub(crate) fn gradient_4y<W: Word>(hash: W) -> W::Real {
    sign_of_32(hash, 0x5f5f5f5f, 0x00007777)
}

#[inline(always)]
pub(crate) fn gradient_4z<W: Word>(hash: W) -> W::Real {
    sign_of_32(hash, 0x55ff0000, 0x5f5f5f5f)
}

#[inline(always)]
pub(crate) fn gradient_4w<W: Word>(hash: W) -> W::Real {
    sign_of_32(hash, 0x000055ff, 0x55ff55ff)
}

// The sets of gradients: the twelve edges of a cube (Perlin 2002); eight unit vectors, for two dimensions only; slopes, for one.
pub(crate) const IMPROVED: u32 = 0;
pub(crate) const CLASSIC: u32 = 1;
pub(crate) const SLOPES: u32 = 2;

// One of the slopes ±1/8 ... ±8/8, by the low four bits of the hash: those of Stefan Gustavson's noise1234 (2003), divided by 8.
#[inline(always)]
pub(crate) fn gradient_1<W: Word>(hash: W) -> W::Real {
    let size = f32_of((hash & hash.word(7)) + hash.word(1)) * hash.real(exp2(-3));
    bitcast_f32(bitcast_u32(size) ^ (shift_left(hash, 28) & hash.word(0x80000000)))
}

// A component of the eight unit vectors, 45 degrees apart, by the low three bits of the hash; `turn` is 0 for x and 6 for y.
#[inline(always)]
pub(crate) fn gradient_classic<W: Word>(hash: W, turn: u32) -> W::Real {
    let eighth = hash + hash.word(turn);
    let sign = sign_of(eighth, 0x53f153f1);
    select(sign, rounded(sign * hash.real(0.70710678)), equal(eighth & hash.word(1), hash.word(1)))
}

// A component of a set's gradients, 0 for x to 2 for z, by the low four bits of the hash.
#[inline(always)]
pub(crate) fn perlin_gradient<W: Word>(gradients: u32, hash: W, axis: u32) -> W::Real {
    if gradients == CLASSIC {
        if axis == 2 {
            return hash.real(0.0);
        }
        return gradient_classic(hash, 6_u32.wrapping_mul(axis));
    }
    if axis == 0 {
        return gradient_x(hash);
    }
    if axis == 1 {
        return gradient_y(hash);
    }
    gradient_z(hash)
}

// Twice the form that remains once an axis is blended between two lattice points. The sample is `f`, from 0 to below 1, above the lower one. Of the gradients,
// the components along the axis and along x are left.
#[inline(always)]
pub(crate) fn perlin_pair<F: Real>(t: F, lower: F::Word, upper: F::Word, along: u32, x: u32, f: F) -> PerlinColumn<F> {
    let below = rounded(doubled_sign(lower, along) * f);
    let above = rounded(doubled_sign(upper, along) * rounded(f - t.real(1.0)));
    PerlinColumn { a: lerp(t, below, above), b: doubled_lerp(t, lower, upper, x) }
}

// Blends two linear forms.
#[inline(always)]
pub(crate) fn perlin_blend<F: Real>(t: F, lower: PerlinCorner<F>, upper: PerlinCorner<F>) -> PerlinCorner<F> {
    PerlinCorner { c: lerp(t, lower.c, upper.c), gx: lerp(t, lower.gx, upper.gx), gy: lerp(t, lower.gy, upper.gy) }
}

// The form of a lattice column in 1-D.
#[inline(always)]
pub(crate) fn perlin_column_1<W: Word>(gradients: u32, hash: Hash<'_>, x: W) -> PerlinColumn<W::Real> {
    let point = table_3(hash, x, x.word(0), x.word(0));
    if gradients == SLOPES {
        return PerlinColumn { a: x.real(0.0), b: gradient_1(point) };
    }
    PerlinColumn { a: x.real(0.0), b: gradient_x(point) }
}

// The form of a corner's hash in two dimensions.
#[inline(always)]
pub(crate) fn perlin_form_2<W: Word>(gradients: u32, hash: W) -> PerlinCorner<W::Real> {
    if gradients == CLASSIC {
        return PerlinCorner { c: hash.real(0.0), gx: gradient_classic(hash, 0), gy: gradient_classic(hash, 6) };
    }
    PerlinCorner { c: hash.real(0.0), gx: gradient_x(hash), gy: gradient_y(hash) }
}

// Twice the form of an (x, y) corner after blending z, from its hashes at the lattice points below and above. The result of four such forms is halved once, at
// the end.
#[inline(always)]
pub(crate) fn perlin_doubled_3<F: Real>(t: F, lower: F::Word, upper: F::Word, f: F) -> PerlinCorner<F> {
    let form = perlin_pair(t, lower, upper, GRADIENT_Z, GRADIENT_X, f);
    PerlinCorner { c: form.a, gx: form.b, gy: doubled_lerp(t, lower, upper, GRADIENT_Y) }
}

// Once per lattice cell: blends z. The argument `xy` is the prefix of the corner's hash by x and y.
#[inline(always)]
pub(crate) fn perlin_form_3<F: Real>(interpolation: u32, hash: Hash<'_>, xy: F::Word, z: Coordinate<F>) -> PerlinCorner<F> {
    xy.outlined_if_many(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_last_pair(hash, xy, z.cell, next_cell(z));
            let f = unit(z.fraction);
            let twice = perlin_doubled_3(eased(interpolation, f), h[0], h[1], f);
            PerlinCorner { c: xy.real(0.5) * twice.c, gx: xy.real(0.5) * twice.gx, gy: xy.real(0.5) * twice.gy }
        },
    )
}

// The form of a lattice line along w after blending w, from its hashes at the lattice points below and above.
#[inline(always)]
pub(crate) fn perlin_line_4<F: Real>(t: F, lower: F::Word, upper: F::Word, f: F) -> PerlinLine<F> {
    let c = lerp(t, flipped(gradient_4w(lower), f), flipped(gradient_4w(upper), rounded(f - t.real(1.0))));
    let gx = lerp(t, gradient_4x(lower), gradient_4x(upper));
    let gy = lerp(t, gradient_4y(lower), gradient_4y(upper));
    PerlinLine { c, gx, gy, gz: lerp(t, gradient_4z(lower), gradient_4z(upper)) }
}

// Once per lattice cell: blends w, then z.
#[inline(always)]
pub(crate) fn perlin_form_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    xy.outlined_if_many(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
            let at = unit(w.fraction);
            let t = eased(interpolation, at);
            let l0 = perlin_line_4(t, h[0], h[1], at);
            let l1 = perlin_line_4(t, h[2], h[3], at);
            let f = unit(z.fraction);
            let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
            let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - xy.real(1.0)))), gx: l1.gx, gy: l1.gy };
            perlin_blend(eased(interpolation, f), lower, upper)
        },
    )
}

// The contribution of the lattice corner at the cells of x and y; their fractions are not used.
#[inline(always)]
pub(crate) fn perlin_2_corner<F: Real>(gradients: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> PerlinCorner<F> {
    perlin_form_2(gradients, table_3(hash, x.cell, y.cell, x.cell.word(0)))
}

#[inline(always)]
pub(crate) fn perlin_3_corner<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> PerlinCorner<F> {
    perlin_form_3(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z)
}

#[inline(always)]
pub(crate) fn perlin_4_corner<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    perlin_form_4(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z, w)
}

// Once per lattice column and pixel row: blends y, from 0 to below 1.
#[inline(always)]
pub(crate) fn perlin_column<F: Real>(t: F, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - t.real(1.0))));
    PerlinColumn { a: lerp(t, a0, a1), b: lerp(t, below.gx, above.gx) }
}

// The same in three dimensions for two corners, given the prefixes of their hashes. Twice the form; `s` is the fade of y.
#[inline(always)]
pub(crate) fn perlin_column_3<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    below: F::Word,
    above: F::Word,
    z: Coordinate<F>,
    s: F,
    y: F,
) -> PerlinColumn<F> {
    below.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            let h = table_last_pairs(hash, [below, above], z.cell, next_cell(z));
            let f = unit(z.fraction);
            let t = eased(interpolation, f);
            perlin_column(s, perlin_doubled_3(t, h[0], h[1], f), perlin_doubled_3(t, h[2], h[3], f), y)
        },
    )
}

// Once per cell and pixel row: shifts the right column's form to the left column's local x, and subtracts the left column's form.
#[inline(always)]
pub(crate) fn perlin_cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F> {
    let moved = rounded(right.a - right.b);
    PerlinCell { a: left.a, b: left.b, da: rounded(moved - left.a), db: rounded(right.b - left.b) }
}

// Once per pixel: blends x, from 0 to below 1.
#[inline(always)]
pub(crate) fn perlin_pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F {
    let left = rounded(cell.a + rounded(cell.b * x));
    rounded(left + rounded(t * (cell.da + rounded(cell.db * x))))
}

// With slopes, or the line y = z = 0 of the noise in three dimensions. Range ±1/2.
#[inline(always)]
pub(crate) fn perlin_1<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> F {
    let cell = perlin_cell(perlin_column_1(gradients, hash, x.cell), perlin_column_1(gradients, hash, next_cell(x)));
    let f = unit(x.fraction);
    perlin_pixel(cell, f, eased(interpolation, f))
}

// The plane z = 0 of the noise in three dimensions. Range ±1.
#[inline(always)]
pub(crate) fn perlin_2<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let h = table_plane_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let f = unit(x.fraction);
    let t = eased(interpolation, f);
    if gradients == CLASSIC {
        let left = perlin_column(s, perlin_form_2(gradients, h[0]), perlin_form_2(gradients, h[1]), v);
        let right = perlin_column(s, perlin_form_2(gradients, h[2]), perlin_form_2(gradients, h[3]), v);
        return perlin_pixel(perlin_cell(left, right), f, t);
    }
    // Twice the forms; the result is halved once.
    let left = perlin_pair(s, h[0], h[1], GRADIENT_Y, GRADIENT_X, v);
    let right = perlin_pair(s, h[2], h[3], GRADIENT_Y, GRADIENT_X, v);
    x.cell.real(0.5) * perlin_pixel(perlin_cell(left, right), f, t)
}

// Improved Perlin noise. Range slightly beyond ±1 (1.0087 found), seldom beyond ±0.8.
#[inline(always)]
pub(crate) fn perlin_3<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column_3(interpolation, hash, xy[0], xy[1], z, s, v);
    let right = perlin_column_3(interpolation, hash, xy[2], xy[3], z, s, v);
    let f = unit(x.fraction);
    x.cell.real(0.5) * perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

// The same with 32 gradients in four dimensions; that in three is not a slice of it. Range beyond ±1 (1.1777 found).
#[inline(always)]
pub(crate) fn perlin_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> F {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column(s, perlin_form_4(interpolation, hash, xy[0], z, w), perlin_form_4(interpolation, hash, xy[1], z, w), v);
    let right = perlin_column(s, perlin_form_4(interpolation, hash, xy[2], z, w), perlin_form_4(interpolation, hash, xy[3], z, w), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

// Derivatives use the same forms, with the blend of one dimension replaced by its derivative. Linear terms of a corner stay linear, so the later steps are
// those of the noise. Each `perlin_N_slope` returns the derivatives of `perlin_N` by x, y, z and w in cells, 0 for missing ones, at about N + 1 times the
// cost.

// The derivative of `lerp(eased(t), a, b)` by t, given the derivatives of a and b.
#[inline(always)]
pub(crate) fn lerp_slope<F: Real>(t: F, dt: F, a: F, b: F, da: F, db: F) -> F {
    rounded(lerp(t, da, db) + rounded(dt * (b - a)))
}

// The derivative of `perlin_blend` by the coordinate whose fade is `t`; `dt` is the derivative of `t`, and g0 and g1 those of the forms' constants.
#[inline(always)]
pub(crate) fn perlin_blend_slope<F: Real>(t: F, dt: F, lower: PerlinCorner<F>, upper: PerlinCorner<F>, g0: F, g1: F) -> PerlinCorner<F> {
    let c = lerp_slope(t, dt, lower.c, upper.c, g0, g1);
    PerlinCorner { c, gx: rounded(dt * (upper.gx - lower.gx)), gy: rounded(dt * (upper.gy - lower.gy)) }
}

// The derivative of `perlin_form_3` by z.
#[inline(always)]
pub(crate) fn perlin_form_3_slope<F: Real>(interpolation: u32, hash: Hash<'_>, xy: F::Word, z: Coordinate<F>) -> PerlinCorner<F> {
    xy.outlined_if_many(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_last_pair(hash, xy, z.cell, next_cell(z));
            let f = unit(z.fraction);
            let g0 = gradient_z(h[0]);
            let g1 = gradient_z(h[1]);
            let lower = PerlinCorner { c: flipped(g0, f), gx: gradient_x(h[0]), gy: gradient_y(h[0]) };
            let upper = PerlinCorner { c: flipped(g1, rounded(f - xy.real(1.0))), gx: gradient_x(h[1]), gy: gradient_y(h[1]) };
            perlin_blend_slope(eased(interpolation, f), eased_slope(interpolation, f), lower, upper, g0, g1)
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_3_corner_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
) -> PerlinCorner<F> {
    perlin_form_3_slope(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z)
}

// The derivative of `perlin_line_4` by w; `dt` is the derivative of `t`.
#[inline(always)]
pub(crate) fn perlin_line_4_slope<F: Real>(t: F, dt: F, lower: F::Word, upper: F::Word, f: F) -> PerlinLine<F> {
    let g0 = gradient_4w(lower);
    let g1 = gradient_4w(upper);
    let c = lerp_slope(t, dt, flipped(g0, f), flipped(g1, rounded(f - t.real(1.0))), g0, g1);
    let gx = rounded(dt * (gradient_4x(upper) - gradient_4x(lower)));
    let gy = rounded(dt * (gradient_4y(upper) - gradient_4y(lower)));
    PerlinLine { c, gx, gy, gz: rounded(dt * (gradient_4z(upper) - gradient_4z(lower))) }
}

// The derivative of `perlin_form_4` by z.
#[inline(always)]
pub(crate) fn perlin_form_4_slope_z<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    xy.outlined_if_many(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
            let at = unit(w.fraction);
            let t = eased(interpolation, at);
            let l0 = perlin_line_4(t, h[0], h[1], at);
            let l1 = perlin_line_4(t, h[2], h[3], at);
            let f = unit(z.fraction);
            let dt = eased_slope(interpolation, f);
            let lower = rounded(l0.c + rounded(l0.gz * f));
            let upper = rounded(l1.c + rounded(l1.gz * rounded(f - xy.real(1.0))));
            let c = lerp_slope(eased(interpolation, f), dt, lower, upper, l0.gz, l1.gz);
            PerlinCorner { c, gx: rounded(dt * (l1.gx - l0.gx)), gy: rounded(dt * (l1.gy - l0.gy)) }
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_4_corner_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    perlin_form_4_slope_z(interpolation, hash, table_prefix_2(hash, x.cell, y.cell), z, w)
}

// The derivative of `perlin_form_4` by w.
#[inline(always)]
pub(crate) fn perlin_form_4_slope_w<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    xy.outlined_if_many(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_around(hash, xy, z.cell, next_cell(z), w.cell, next_cell(w));
            let at = unit(w.fraction);
            let t = eased(interpolation, at);
            let dt = eased_slope(interpolation, at);
            let l0 = perlin_line_4_slope(t, dt, h[0], h[1], at);
            let l1 = perlin_line_4_slope(t, dt, h[2], h[3], at);
            let f = unit(z.fraction);
            let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
            let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - xy.real(1.0)))), gx: l1.gx, gy: l1.gy };
            perlin_blend(eased(interpolation, f), lower, upper)
        },
    )
}

// The derivative of `perlin_column` by y.
#[inline(always)]
pub(crate) fn perlin_column_slope<F: Real>(interpolation: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
    let dt = eased_slope(interpolation, y);
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - below.c.real(1.0))));
    PerlinColumn { a: lerp_slope(eased(interpolation, y), dt, a0, a1, below.gy, above.gy), b: rounded(dt * (above.gx - below.gx)) }
}

// The derivative of `perlin_pixel` by x; `dt` is the derivative of `t`.
#[inline(always)]
pub(crate) fn perlin_pixel_slope<F: Real>(cell: PerlinCell<F>, x: F, t: F, dt: F) -> F {
    let own = rounded(cell.b + rounded(t * cell.db));
    rounded(own + rounded(dt * (cell.da + rounded(cell.db * x))))
}

#[inline(always)]
pub(crate) fn perlin_1_slope<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let cell = perlin_cell(perlin_column_1(gradients, hash, x.cell), perlin_column_1(gradients, hash, next_cell(x)));
            let f = unit(x.fraction);
            [
                perlin_pixel_slope(cell, f, eased(interpolation, f), eased_slope(interpolation, f)),
                x.cell.real(0.0),
                x.cell.real(0.0),
                x.cell.real(0.0),
            ]
        },
    )
}

// The derivatives by x and y, from a cell's four corners.
#[inline(always)]
pub(crate) fn perlin_slope<F: Real>(
    interpolation: u32,
    c00: PerlinCorner<F>,
    c10: PerlinCorner<F>,
    c01: PerlinCorner<F>,
    c11: PerlinCorner<F>,
    x: F,
    y: F,
) -> [F; 2] {
    let t = eased(interpolation, x);
    let s = eased(interpolation, y);
    let cell = perlin_cell(perlin_column(s, c00, c01, y), perlin_column(s, c10, c11, y));
    let tilt = perlin_cell(perlin_column_slope(interpolation, c00, c01, y), perlin_column_slope(interpolation, c10, c11, y));
    [perlin_pixel_slope(cell, x, t, eased_slope(interpolation, x)), perlin_pixel(tilt, x, t)]
}

// The derivative by another dimension, from those of a cell's four corners by it.
#[inline(always)]
pub(crate) fn perlin_slope_of<F: Real>(
    interpolation: u32,
    c00: PerlinCorner<F>,
    c10: PerlinCorner<F>,
    c01: PerlinCorner<F>,
    c11: PerlinCorner<F>,
    x: F,
    y: F,
) -> F {
    let s = eased(interpolation, y);
    let cell = perlin_cell(perlin_column(s, c00, c01, y), perlin_column(s, c10, c11, y));
    perlin_pixel(cell, x, eased(interpolation, x))
}

#[inline(always)]
pub(crate) fn perlin_2_slope<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let h = table_plane_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
            let c00 = perlin_form_2(gradients, h[0]);
            let c10 = perlin_form_2(gradients, h[2]);
            let c01 = perlin_form_2(gradients, h[1]);
            let c11 = perlin_form_2(gradients, h[3]);
            let slope = perlin_slope(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction));
            [slope[0], slope[1], x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_3_slope<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
            let u = unit(x.fraction);
            let v = unit(y.fraction);
            let c00 = perlin_form_3(interpolation, hash, xy[0], z);
            let c10 = perlin_form_3(interpolation, hash, xy[2], z);
            let c01 = perlin_form_3(interpolation, hash, xy[1], z);
            let c11 = perlin_form_3(interpolation, hash, xy[3], z);
            let z00 = perlin_form_3_slope(interpolation, hash, xy[0], z);
            let z10 = perlin_form_3_slope(interpolation, hash, xy[2], z);
            let z01 = perlin_form_3_slope(interpolation, hash, xy[1], z);
            let z11 = perlin_form_3_slope(interpolation, hash, xy[3], z);
            let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
            [slope[0], slope[1], perlin_slope_of(interpolation, z00, z10, z01, z11, u, v), x.cell.real(0.0)]
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_4_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let xy = table_prefix_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
            let u = unit(x.fraction);
            let v = unit(y.fraction);
            let c00 = perlin_form_4(interpolation, hash, xy[0], z, w);
            let c10 = perlin_form_4(interpolation, hash, xy[2], z, w);
            let c01 = perlin_form_4(interpolation, hash, xy[1], z, w);
            let c11 = perlin_form_4(interpolation, hash, xy[3], z, w);
            let z00 = perlin_form_4_slope_z(interpolation, hash, xy[0], z, w);
            let z10 = perlin_form_4_slope_z(interpolation, hash, xy[2], z, w);
            let z01 = perlin_form_4_slope_z(interpolation, hash, xy[1], z, w);
            let z11 = perlin_form_4_slope_z(interpolation, hash, xy[3], z, w);
            let w00 = perlin_form_4_slope_w(interpolation, hash, xy[0], z, w);
            let w10 = perlin_form_4_slope_w(interpolation, hash, xy[2], z, w);
            let w01 = perlin_form_4_slope_w(interpolation, hash, xy[1], z, w);
            let w11 = perlin_form_4_slope_w(interpolation, hash, xy[3], z, w);
            let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
            let by_z = perlin_slope_of(interpolation, z00, z10, z01, z11, u, v);
            let by_w = perlin_slope_of(interpolation, w00, w10, w01, w11, u, v);
            [slope[0], slope[1], by_z, by_w]
        },
    )
}
