//! Twin of `perlin.wgsl`: improved Perlin noise.

use super::lattice::{Coordinate, Table, fade, next_cell, permute, unit};
use super::strict::{Real, lerp, rounded};

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinCorner<F = f32> {
    pub(crate) c: F,
    pub(crate) gx: F,
    pub(crate) gy: F,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinLine {
    pub(crate) c: f32,
    pub(crate) gx: f32,
    pub(crate) gy: f32,
    pub(crate) gz: f32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinColumn<F = f32> {
    pub(crate) a: F,
    pub(crate) b: F,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinCell<F = f32> {
    pub(crate) a: F,
    pub(crate) b: F,
    pub(crate) da: F,
    pub(crate) db: F,
}

pub(crate) fn sign_of(h: u32, plus: u32, minus: u32) -> f32 {
    (((plus >> h) & 1) as i32 - ((minus >> h) & 1) as i32) as f32
}

#[inline(always)]
pub(crate) fn flipped<F: Real>(g: F, v: F) -> F {
    v.flipped_by(g)
}

pub(crate) fn gradient_x(hash: u32) -> f32 {
    sign_of(hash & 15, 0x1055, 0x40aa)
}

pub(crate) fn gradient_y(hash: u32) -> f32 {
    sign_of(hash & 15, 0x5503, 0xaa0c)
}

pub(crate) fn gradient_z(hash: u32) -> f32 {
    sign_of(hash & 15, 0x2330, 0x8cc0)
}

pub(crate) fn gradient_4x(hash: u32) -> f32 {
    sign_of(hash & 31, 0x0055_5555, 0x00aa_aaaa)
}

pub(crate) fn gradient_4y(hash: u32) -> f32 {
    sign_of(hash & 31, 0x5500_3333, 0xaa00_cccc)
}

pub(crate) fn gradient_4z(hash: u32) -> f32 {
    sign_of(hash & 31, 0x3333_000f, 0xcccc_00f0)
}

pub(crate) fn gradient_4w(hash: u32) -> f32 {
    sign_of(hash & 31, 0x0f0f_0f00, 0xf0f0_f000)
}

pub(crate) fn perlin_hash(table: Table<'_>, x: i32, y: i32, z: i32) -> u32 {
    let hx = permute(table, x) as i32;
    let hy = permute(table, hx.wrapping_add(y)) as i32;
    permute(table, hy.wrapping_add(z))
}

#[inline(always)]
pub(crate) fn perlin_blend<F: Real>(t: F, lower: PerlinCorner<F>, upper: PerlinCorner<F>) -> PerlinCorner<F> {
    PerlinCorner { c: lerp(t, lower.c, upper.c), gx: lerp(t, lower.gx, upper.gx), gy: lerp(t, lower.gy, upper.gy) }
}

pub(crate) fn perlin_column_1(table: Table<'_>, x: i32) -> PerlinColumn {
    PerlinColumn { a: 0.0, b: gradient_x(perlin_hash(table, x, 0, 0)) }
}

pub(crate) fn perlin_corner_2(table: Table<'_>, x: i32, y: i32) -> PerlinCorner {
    let h = perlin_hash(table, x, y, 0);
    PerlinCorner { c: 0.0, gx: gradient_x(h), gy: gradient_y(h) }
}

pub(crate) fn perlin_corner_3(table: Table<'_>, x: i32, y: i32, z: Coordinate) -> PerlinCorner {
    let h0 = perlin_hash(table, x, y, z.cell);
    let h1 = perlin_hash(table, x, y, next_cell(z));
    let f = unit(z.fraction);
    let lower = PerlinCorner { c: flipped(gradient_z(h0), f), gx: gradient_x(h0), gy: gradient_y(h0) };
    let upper = PerlinCorner { c: flipped(gradient_z(h1), rounded(f - 1.0)), gx: gradient_x(h1), gy: gradient_y(h1) };
    perlin_blend(fade(f), lower, upper)
}

pub(crate) fn perlin_line_4(table: Table<'_>, x: i32, y: i32, z: i32, w: Coordinate) -> PerlinLine {
    let h = perlin_hash(table, x, y, z) as i32;
    let h0 = permute(table, h.wrapping_add(w.cell));
    let h1 = permute(table, h.wrapping_add(next_cell(w)));
    let f = unit(w.fraction);
    let t = fade(f);
    let c = lerp(t, flipped(gradient_4w(h0), f), flipped(gradient_4w(h1), rounded(f - 1.0)));
    let gx = lerp(t, gradient_4x(h0), gradient_4x(h1));
    let gy = lerp(t, gradient_4y(h0), gradient_4y(h1));
    let gz = lerp(t, gradient_4z(h0), gradient_4z(h1));
    PerlinLine { c, gx, gy, gz }
}

pub(crate) fn perlin_corner_4(table: Table<'_>, x: i32, y: i32, z: Coordinate, w: Coordinate) -> PerlinCorner {
    let l0 = perlin_line_4(table, x, y, z.cell, w);
    let l1 = perlin_line_4(table, x, y, next_cell(z), w);
    let f = unit(z.fraction);
    let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
    let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - 1.0))), gx: l1.gx, gy: l1.gy };
    perlin_blend(fade(f), lower, upper)
}

#[inline(always)]
pub(crate) fn perlin_column<F: Real>(below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
    let t = fade(y);
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - y.like(1.0))));
    PerlinColumn { a: lerp(t, a0, a1), b: lerp(t, below.gx, above.gx) }
}

#[inline(always)]
pub(crate) fn perlin_cell<F: Real>(left: PerlinColumn<F>, right: PerlinColumn<F>) -> PerlinCell<F> {
    let moved = rounded(right.a - right.b);
    PerlinCell { a: left.a, b: left.b, da: rounded(moved - left.a), db: rounded(right.b - left.b) }
}

#[inline(always)]
pub(crate) fn perlin_pixel<F: Real>(cell: PerlinCell<F>, x: F, t: F) -> F {
    let left = rounded(cell.a + rounded(cell.b * x));
    rounded(left + rounded(t * (cell.da + rounded(cell.db * x))))
}

#[cfg_attr(not(test), expect(dead_code, reason = "one sample at a time, to which the vector forms are held"))]
pub(crate) fn perlin_1(table: Table<'_>, x: Coordinate) -> f32 {
    let cell = perlin_cell(perlin_column_1(table, x.cell), perlin_column_1(table, next_cell(x)));
    let f = unit(x.fraction);
    perlin_pixel(cell, f, fade(f))
}

#[cfg_attr(not(test), expect(dead_code, reason = "one sample at a time, to which the vector forms are held"))]
pub(crate) fn perlin_2(table: Table<'_>, x: Coordinate, y: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_2(table, x.cell, y.cell), perlin_corner_2(table, x.cell, y1), v);
    let right = perlin_column(perlin_corner_2(table, x1, y.cell), perlin_corner_2(table, x1, y1), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, fade(f))
}

#[cfg_attr(not(test), expect(dead_code, reason = "one sample at a time, to which the vector forms are held"))]
pub(crate) fn perlin_3(table: Table<'_>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_3(table, x.cell, y.cell, z), perlin_corner_3(table, x.cell, y1, z), v);
    let right = perlin_column(perlin_corner_3(table, x1, y.cell, z), perlin_corner_3(table, x1, y1, z), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, fade(f))
}

pub(crate) fn perlin_4(table: Table<'_>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_4(table, x.cell, y.cell, z, w), perlin_corner_4(table, x.cell, y1, z, w), v);
    let right = perlin_column(perlin_corner_4(table, x1, y.cell, z, w), perlin_corner_4(table, x1, y1, z, w), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, fade(f))
}
