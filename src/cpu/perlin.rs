//! Twin of `perlin.wgsl`: improved Perlin noise.

use super::lattice::{Coordinate, Table, fade, next_cell, permute, unit};
use super::strict::{lerp, rounded};

#[derive(Debug, Clone, Copy)]
pub struct PerlinCorner {
    pub c: f32,
    pub gx: f32,
    pub gy: f32,
}

#[derive(Debug, Clone, Copy)]
pub struct PerlinLine {
    pub c: f32,
    pub gx: f32,
    pub gy: f32,
    pub gz: f32,
}

#[derive(Debug, Clone, Copy)]
pub struct PerlinColumn {
    pub a: f32,
    pub b: f32,
}

pub fn sign_of(h: u32, plus: u32, minus: u32) -> f32 {
    (((plus >> h) & 1) as i32 - ((minus >> h) & 1) as i32) as f32
}

pub fn flipped(g: f32, v: f32) -> f32 {
    if g == 0.0 { 0.0 } else { f32::from_bits(v.to_bits() ^ (g.to_bits() & 0x8000_0000)) }
}

pub fn gradient_x(hash: u32) -> f32 {
    sign_of(hash & 15, 0x1055, 0x40aa)
}

pub fn gradient_y(hash: u32) -> f32 {
    sign_of(hash & 15, 0x5503, 0xaa0c)
}

pub fn gradient_z(hash: u32) -> f32 {
    sign_of(hash & 15, 0x2330, 0x8cc0)
}

pub fn gradient_4x(hash: u32) -> f32 {
    sign_of(hash & 31, 0x0055_5555, 0x00aa_aaaa)
}

pub fn gradient_4y(hash: u32) -> f32 {
    sign_of(hash & 31, 0x5500_3333, 0xaa00_cccc)
}

pub fn gradient_4z(hash: u32) -> f32 {
    sign_of(hash & 31, 0x3333_000f, 0xcccc_00f0)
}

pub fn gradient_4w(hash: u32) -> f32 {
    sign_of(hash & 31, 0x0f0f_0f00, 0xf0f0_f000)
}

pub fn perlin_hash(table: Table<'_>, x: i32, y: i32, z: i32) -> u32 {
    let hx = permute(table, x) as i32;
    let hy = permute(table, hx.wrapping_add(y)) as i32;
    permute(table, hy.wrapping_add(z))
}

pub fn perlin_corner_2(table: Table<'_>, x: i32, y: i32) -> PerlinCorner {
    let h = perlin_hash(table, x, y, 0);
    PerlinCorner { c: 0.0, gx: gradient_x(h), gy: gradient_y(h) }
}

pub fn perlin_corner_3(table: Table<'_>, x: i32, y: i32, z: Coordinate) -> PerlinCorner {
    let h0 = perlin_hash(table, x, y, z.cell);
    let h1 = perlin_hash(table, x, y, next_cell(z));
    let f = unit(z.fraction);
    let t = fade(f);
    let c = lerp(t, flipped(gradient_z(h0), f), flipped(gradient_z(h1), rounded(f - 1.0)));
    let gx = lerp(t, gradient_x(h0), gradient_x(h1));
    let gy = lerp(t, gradient_y(h0), gradient_y(h1));
    PerlinCorner { c, gx, gy }
}

pub fn perlin_line_4(table: Table<'_>, x: i32, y: i32, z: i32, w: Coordinate) -> PerlinLine {
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

pub fn perlin_corner_4(table: Table<'_>, x: i32, y: i32, z: Coordinate, w: Coordinate) -> PerlinCorner {
    let l0 = perlin_line_4(table, x, y, z.cell, w);
    let l1 = perlin_line_4(table, x, y, next_cell(z), w);
    let f = unit(z.fraction);
    let t = fade(f);
    let c0 = rounded(l0.c + rounded(l0.gz * f));
    let c1 = rounded(l1.c + rounded(l1.gz * rounded(f - 1.0)));
    PerlinCorner { c: lerp(t, c0, c1), gx: lerp(t, l0.gx, l1.gx), gy: lerp(t, l0.gy, l1.gy) }
}

pub fn perlin_column_1(table: Table<'_>, x: i32) -> PerlinColumn {
    PerlinColumn { a: 0.0, b: gradient_x(perlin_hash(table, x, 0, 0)) }
}

pub fn perlin_column(below: PerlinCorner, above: PerlinCorner, y: f32) -> PerlinColumn {
    let t = fade(y);
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - 1.0)));
    PerlinColumn { a: lerp(t, a0, a1), b: lerp(t, below.gx, above.gx) }
}

pub fn perlin_pixel(left: PerlinColumn, right: PerlinColumn, x: f32) -> f32 {
    let n0 = rounded(left.a + rounded(left.b * x));
    let n1 = rounded(right.a + rounded(right.b * rounded(x - 1.0)));
    lerp(fade(x), n0, n1)
}

pub fn perlin_1(table: Table<'_>, x: Coordinate) -> f32 {
    perlin_pixel(perlin_column_1(table, x.cell), perlin_column_1(table, next_cell(x)), unit(x.fraction))
}

pub fn perlin_2(table: Table<'_>, x: Coordinate, y: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_2(table, x.cell, y.cell), perlin_corner_2(table, x.cell, y1), v);
    let right = perlin_column(perlin_corner_2(table, x1, y.cell), perlin_corner_2(table, x1, y1), v);
    perlin_pixel(left, right, unit(x.fraction))
}

pub fn perlin_3(table: Table<'_>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_3(table, x.cell, y.cell, z), perlin_corner_3(table, x.cell, y1, z), v);
    let right = perlin_column(perlin_corner_3(table, x1, y.cell, z), perlin_corner_3(table, x1, y1, z), v);
    perlin_pixel(left, right, unit(x.fraction))
}

pub fn perlin_4(table: Table<'_>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(perlin_corner_4(table, x.cell, y.cell, z, w), perlin_corner_4(table, x.cell, y1, z, w), v);
    let right = perlin_column(perlin_corner_4(table, x1, y.cell, z, w), perlin_corner_4(table, x1, y1, z, w), v);
    perlin_pixel(left, right, unit(x.fraction))
}
