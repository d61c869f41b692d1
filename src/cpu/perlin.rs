//! Twin of `perlin.wgsl`: improved Perlin noise.

use super::hash::{Hash, hash_3, hash_4};
use super::lattice::{Coordinate, eased, next_cell, unit};
use super::strict::{Real, Word, lerp, rounded, select};

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinCorner<F = f32> {
    pub(crate) c: F,
    pub(crate) gx: F,
    pub(crate) gy: F,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PerlinLine<F = f32> {
    pub(crate) c: F,
    pub(crate) gx: F,
    pub(crate) gy: F,
    pub(crate) gz: F,
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

#[inline(always)]
pub(crate) fn sign_of<W: Word>(h: W, plus: u32, minus: u32) -> W::Real {
    h.sign_of(plus, minus)
}

#[inline(always)]
pub(crate) fn flipped<F: Real>(g: F, v: F) -> F {
    v.flipped_by(g)
}

#[inline(always)]
pub(crate) fn gradient_x<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(15), 0x1055, 0x40aa)
}

#[inline(always)]
pub(crate) fn gradient_y<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(15), 0x5503, 0xaa0c)
}

#[inline(always)]
pub(crate) fn gradient_z<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(15), 0x2330, 0x8cc0)
}

#[inline(always)]
pub(crate) fn gradient_4x<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(31), 0x0055_5555, 0x00aa_aaaa)
}

#[inline(always)]
pub(crate) fn gradient_4y<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(31), 0x5500_3333, 0xaa00_cccc)
}

#[inline(always)]
pub(crate) fn gradient_4z<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(31), 0x3333_000f, 0xcccc_00f0)
}

#[inline(always)]
pub(crate) fn gradient_4w<W: Word>(hash: W) -> W::Real {
    sign_of(hash & hash.like(31), 0x0f0f_0f00, 0xf0f0_f000)
}

pub(crate) const IMPROVED: u32 = 0;
pub(crate) const CLASSIC: u32 = 1;

#[inline(always)]
pub(crate) fn gradient_classic<W: Word>(hash: W, turn: u32) -> W::Real {
    let eighth = (hash + hash.like(turn)) & hash.like(7);
    let sign = sign_of(eighth, 0x83, 0x38);
    select(sign, rounded(sign * sign.like(0.707_106_78)), (eighth & eighth.like(1)).equals(eighth.like(1)))
}

#[inline(always)]
pub(crate) fn perlin_blend<F: Real>(t: F, lower: PerlinCorner<F>, upper: PerlinCorner<F>) -> PerlinCorner<F> {
    PerlinCorner { c: lerp(t, lower.c, upper.c), gx: lerp(t, lower.gx, upper.gx), gy: lerp(t, lower.gy, upper.gy) }
}

#[inline(always)]
pub(crate) fn perlin_column_1<W: Word>(hash: Hash<'_>, x: W) -> PerlinColumn<W::Real> {
    let zero = x.like(0);
    let b = gradient_x(hash_3(hash, x, zero, zero));
    PerlinColumn { a: b.like(0.0), b }
}

#[inline(always)]
pub(crate) fn perlin_corner_2<W: Word>(gradients: u32, hash: Hash<'_>, x: W, y: W) -> PerlinCorner<W::Real> {
    let h = hash_3(hash, x, y, x.like(0));
    if gradients == CLASSIC {
        let gx = gradient_classic(h, 0);
        return PerlinCorner { c: gx.like(0.0), gx, gy: gradient_classic(h, 6) };
    }
    let gx = gradient_x(h);
    PerlinCorner { c: gx.like(0.0), gx, gy: gradient_y(h) }
}

#[inline(always)]
pub(crate) fn perlin_corner_3<F: Real>(interpolation: u32, hash: Hash<'_>, x: F::Word, y: F::Word, z: Coordinate<F>) -> PerlinCorner<F> {
    let h0 = hash_3(hash, x, y, z.cell);
    let h1 = hash_3(hash, x, y, next_cell(z));
    let f = unit(z.fraction);
    let lower = PerlinCorner { c: flipped(gradient_z(h0), f), gx: gradient_x(h0), gy: gradient_y(h0) };
    let upper = PerlinCorner { c: flipped(gradient_z(h1), rounded(f - f.like(1.0))), gx: gradient_x(h1), gy: gradient_y(h1) };
    perlin_blend(eased(interpolation, f), lower, upper)
}

#[inline(always)]
pub(crate) fn perlin_line_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: F::Word,
    y: F::Word,
    z: F::Word,
    w: Coordinate<F>,
) -> PerlinLine<F> {
    let h0 = hash_4(hash, x, y, z, w.cell);
    let h1 = hash_4(hash, x, y, z, next_cell(w));
    let f = unit(w.fraction);
    let t = eased(interpolation, f);
    let c = lerp(t, flipped(gradient_4w(h0), f), flipped(gradient_4w(h1), rounded(f - f.like(1.0))));
    let gx = lerp(t, gradient_4x(h0), gradient_4x(h1));
    let gy = lerp(t, gradient_4y(h0), gradient_4y(h1));
    let gz = lerp(t, gradient_4z(h0), gradient_4z(h1));
    PerlinLine { c, gx, gy, gz }
}

#[inline(always)]
pub(crate) fn perlin_corner_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: F::Word,
    y: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    let l0 = perlin_line_4(interpolation, hash, x, y, z.cell, w);
    let l1 = perlin_line_4(interpolation, hash, x, y, next_cell(z), w);
    let f = unit(z.fraction);
    let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
    let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - f.like(1.0)))), gx: l1.gx, gy: l1.gy };
    perlin_blend(eased(interpolation, f), lower, upper)
}

#[inline(always)]
pub(crate) fn perlin_column<F: Real>(interpolation: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
    let t = eased(interpolation, y);
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

#[inline(always)]
pub(crate) fn perlin_1<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> F {
    let cell = perlin_cell(perlin_column_1(hash, x.cell), perlin_column_1(hash, next_cell(x)));
    let f = unit(x.fraction);
    perlin_pixel(cell, f, eased(interpolation, f))
}

#[inline(always)]
pub(crate) fn perlin_2<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left =
        perlin_column(interpolation, perlin_corner_2(gradients, hash, x.cell, y.cell), perlin_corner_2(gradients, hash, x.cell, y1), v);
    let right = perlin_column(interpolation, perlin_corner_2(gradients, hash, x1, y.cell), perlin_corner_2(gradients, hash, x1, y1), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

#[inline(always)]
pub(crate) fn perlin_3<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let v = unit(y.fraction);
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(
        interpolation,
        perlin_corner_3(interpolation, hash, x.cell, y.cell, z),
        perlin_corner_3(interpolation, hash, x.cell, y1, z),
        v,
    );
    let right = perlin_column(
        interpolation,
        perlin_corner_3(interpolation, hash, x1, y.cell, z),
        perlin_corner_3(interpolation, hash, x1, y1, z),
        v,
    );
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

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
    let x1 = next_cell(x);
    let y1 = next_cell(y);
    let left = perlin_column(
        interpolation,
        perlin_corner_4(interpolation, hash, x.cell, y.cell, z, w),
        perlin_corner_4(interpolation, hash, x.cell, y1, z, w),
        v,
    );
    let right = perlin_column(
        interpolation,
        perlin_corner_4(interpolation, hash, x1, y.cell, z, w),
        perlin_corner_4(interpolation, hash, x1, y1, z, w),
        v,
    );
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}
