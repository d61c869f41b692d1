//! Twin of `perlin.wgsl`: improved Perlin noise.

use super::hash::{Hash, LATTICE_W, LATTICE_Z, hash_3, hash_begun_around, hash_ended, hash_on, hash_pair_ended, hash_pair_on};
use super::lattice::{Coordinate, eased, eased_slope, next_cell, unit};
use super::strict::{Lanes, Real, Word, lerp, rounded, select};

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

#[allow(dead_code, reason = "what the others are not; the shader names it too")]
pub(crate) const IMPROVED: u32 = 0;
pub(crate) const CLASSIC: u32 = 1;

#[expect(clippy::approx_constant, reason = "a number of the shader, bit by bit")]
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
    PerlinColumn { a: x.float().like(0.0), b: gradient_x(hash_3(hash, x, x.like(0), x.like(0))) }
}

#[inline(always)]
pub(crate) fn perlin_corner_2<W: Word>(gradients: u32, hash: Hash<'_>, xy: W) -> PerlinCorner<W::Real> {
    xy.apart(
        #[inline(always)]
        || {
            let h = hash_ended(hash, hash_on(hash, LATTICE_Z, xy, xy.like(0)));
            if gradients == CLASSIC {
                return PerlinCorner { c: h.float().like(0.0), gx: gradient_classic(h, 0), gy: gradient_classic(h, 6) };
            }
            PerlinCorner { c: h.float().like(0.0), gx: gradient_x(h), gy: gradient_y(h) }
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_corner_3<F: Real>(interpolation: u32, hash: Hash<'_>, xy: F::Word, z: Coordinate<F>) -> PerlinCorner<F> {
    xy.apart(
        #[inline(always)]
        || {
            let h = hash_pair_ended(hash, LATTICE_Z, xy, z.cell, next_cell(z));
            let f = unit(z.fraction);
            let lower = PerlinCorner { c: flipped(gradient_z(h[0]), f), gx: gradient_x(h[0]), gy: gradient_y(h[0]) };
            let upper = PerlinCorner { c: flipped(gradient_z(h[1]), rounded(f - f.like(1.0))), gx: gradient_x(h[1]), gy: gradient_y(h[1]) };
            perlin_blend(eased(interpolation, f), lower, upper)
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_line_4<F: Real>(interpolation: u32, hash: Hash<'_>, xyz: F::Word, w: Coordinate<F>) -> PerlinLine<F> {
    xyz.apart(
        #[inline(always)]
        || {
            let h = hash_pair_ended(hash, LATTICE_W, xyz, w.cell, next_cell(w));
            let f = unit(w.fraction);
            let t = eased(interpolation, f);
            let c = lerp(t, flipped(gradient_4w(h[0]), f), flipped(gradient_4w(h[1]), rounded(f - f.like(1.0))));
            let gx = lerp(t, gradient_4x(h[0]), gradient_4x(h[1]));
            let gy = lerp(t, gradient_4y(h[0]), gradient_4y(h[1]));
            let gz = lerp(t, gradient_4z(h[0]), gradient_4z(h[1]));
            PerlinLine { c, gx, gy, gz }
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_corner_4<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    xy.apart(
        #[inline(always)]
        || {
            let xyz = hash_pair_on(hash, LATTICE_Z, xy, z.cell, next_cell(z));
            let l0 = perlin_line_4(interpolation, hash, xyz[0], w);
            let l1 = perlin_line_4(interpolation, hash, xyz[1], w);
            let f = unit(z.fraction);
            let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
            let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - f.like(1.0)))), gx: l1.gx, gy: l1.gy };
            perlin_blend(eased(interpolation, f), lower, upper)
        },
    )
}

#[inline(always)]
pub(crate) fn perlin_column<F: Real>(t: F, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
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
    let s = eased(interpolation, v);
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column(s, perlin_corner_2(gradients, hash, xy[0]), perlin_corner_2(gradients, hash, xy[1]), v);
    let right = perlin_column(s, perlin_corner_2(gradients, hash, xy[2]), perlin_corner_2(gradients, hash, xy[3]), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

#[inline(always)]
pub(crate) fn perlin_3<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let v = unit(y.fraction);
    let s = eased(interpolation, v);
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column(s, perlin_corner_3(interpolation, hash, xy[0], z), perlin_corner_3(interpolation, hash, xy[1], z), v);
    let right = perlin_column(s, perlin_corner_3(interpolation, hash, xy[2], z), perlin_corner_3(interpolation, hash, xy[3], z), v);
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
    let s = eased(interpolation, v);
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let left = perlin_column(s, perlin_corner_4(interpolation, hash, xy[0], z, w), perlin_corner_4(interpolation, hash, xy[1], z, w), v);
    let right = perlin_column(s, perlin_corner_4(interpolation, hash, xy[2], z, w), perlin_corner_4(interpolation, hash, xy[3], z, w), v);
    let f = unit(x.fraction);
    perlin_pixel(perlin_cell(left, right), f, eased(interpolation, f))
}

pub(crate) fn lerp_slope<F: Real>(t: F, dt: F, a: F, b: F, da: F, db: F) -> F {
    rounded(lerp(t, da, db) + rounded(dt * (b - a)))
}

pub(crate) fn perlin_corner_3_slope<F: Real>(interpolation: u32, hash: Hash<'_>, xy: F::Word, z: Coordinate<F>) -> PerlinCorner<F> {
    let h = hash_pair_ended(hash, LATTICE_Z, xy, z.cell, next_cell(z));
    let f = unit(z.fraction);
    let t = eased(interpolation, f);
    let dt = eased_slope(interpolation, f);
    let g0 = gradient_z(h[0]);
    let g1 = gradient_z(h[1]);
    let c = lerp_slope(t, dt, flipped(g0, f), flipped(g1, rounded(f - f.like(1.0))), g0, g1);
    PerlinCorner { c, gx: rounded(dt * (gradient_x(h[1]) - gradient_x(h[0]))), gy: rounded(dt * (gradient_y(h[1]) - gradient_y(h[0]))) }
}

pub(crate) fn perlin_line_4_slope<F: Real>(interpolation: u32, hash: Hash<'_>, xyz: F::Word, w: Coordinate<F>) -> PerlinLine<F> {
    let h = hash_pair_ended(hash, LATTICE_W, xyz, w.cell, next_cell(w));
    let f = unit(w.fraction);
    let t = eased(interpolation, f);
    let dt = eased_slope(interpolation, f);
    let g0 = gradient_4w(h[0]);
    let g1 = gradient_4w(h[1]);
    let c = lerp_slope(t, dt, flipped(g0, f), flipped(g1, rounded(f - f.like(1.0))), g0, g1);
    let gx = rounded(dt * (gradient_4x(h[1]) - gradient_4x(h[0])));
    let gy = rounded(dt * (gradient_4y(h[1]) - gradient_4y(h[0])));
    let gz = rounded(dt * (gradient_4z(h[1]) - gradient_4z(h[0])));
    PerlinLine { c, gx, gy, gz }
}

pub(crate) fn perlin_corner_4_slope_z<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    let xyz = hash_pair_on(hash, LATTICE_Z, xy, z.cell, next_cell(z));
    let l0 = perlin_line_4(interpolation, hash, xyz[0], w);
    let l1 = perlin_line_4(interpolation, hash, xyz[1], w);
    let f = unit(z.fraction);
    let dt = eased_slope(interpolation, f);
    let lower = rounded(l0.c + rounded(l0.gz * f));
    let upper = rounded(l1.c + rounded(l1.gz * rounded(f - f.like(1.0))));
    let c = lerp_slope(eased(interpolation, f), dt, lower, upper, l0.gz, l1.gz);
    PerlinCorner { c, gx: rounded(dt * (l1.gx - l0.gx)), gy: rounded(dt * (l1.gy - l0.gy)) }
}

pub(crate) fn perlin_corner_4_slope_w<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    xy: F::Word,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> PerlinCorner<F> {
    let xyz = hash_pair_on(hash, LATTICE_Z, xy, z.cell, next_cell(z));
    let l0 = perlin_line_4_slope(interpolation, hash, xyz[0], w);
    let l1 = perlin_line_4_slope(interpolation, hash, xyz[1], w);
    let f = unit(z.fraction);
    let lower = PerlinCorner { c: rounded(l0.c + rounded(l0.gz * f)), gx: l0.gx, gy: l0.gy };
    let upper = PerlinCorner { c: rounded(l1.c + rounded(l1.gz * rounded(f - f.like(1.0)))), gx: l1.gx, gy: l1.gy };
    perlin_blend(eased(interpolation, f), lower, upper)
}

pub(crate) fn perlin_column_slope<F: Real>(interpolation: u32, below: PerlinCorner<F>, above: PerlinCorner<F>, y: F) -> PerlinColumn<F> {
    let dt = eased_slope(interpolation, y);
    let a0 = rounded(below.c + rounded(below.gy * y));
    let a1 = rounded(above.c + rounded(above.gy * rounded(y - y.like(1.0))));
    PerlinColumn { a: lerp_slope(eased(interpolation, y), dt, a0, a1, below.gy, above.gy), b: rounded(dt * (above.gx - below.gx)) }
}

pub(crate) fn perlin_pixel_slope<F: Real>(cell: PerlinCell<F>, x: F, t: F, dt: F) -> F {
    let own = rounded(cell.b + rounded(t * cell.db));
    rounded(own + rounded(dt * (cell.da + rounded(cell.db * x))))
}

#[inline(never)]
pub(crate) fn perlin_1_slope<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    let cell = perlin_cell(perlin_column_1(hash, x.cell), perlin_column_1(hash, next_cell(x)));
    let f = unit(x.fraction);
    [perlin_pixel_slope(cell, f, eased(interpolation, f), eased_slope(interpolation, f)), f.like(0.0), f.like(0.0), f.like(0.0)]
}

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

#[inline(never)]
pub(crate) fn perlin_2_slope<F: Real>(gradients: u32, interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let c00 = perlin_corner_2(gradients, hash, xy[0]);
    let c10 = perlin_corner_2(gradients, hash, xy[2]);
    let c01 = perlin_corner_2(gradients, hash, xy[1]);
    let c11 = perlin_corner_2(gradients, hash, xy[3]);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, unit(x.fraction), unit(y.fraction));
    [slope[0], slope[1], slope[0].like(0.0), slope[0].like(0.0)]
}

#[inline(never)]
pub(crate) fn perlin_3_slope<F: Real>(interpolation: u32, hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = perlin_corner_3(interpolation, hash, xy[0], z);
    let c10 = perlin_corner_3(interpolation, hash, xy[2], z);
    let c01 = perlin_corner_3(interpolation, hash, xy[1], z);
    let c11 = perlin_corner_3(interpolation, hash, xy[3], z);
    let z00 = perlin_corner_3_slope(interpolation, hash, xy[0], z);
    let z10 = perlin_corner_3_slope(interpolation, hash, xy[2], z);
    let z01 = perlin_corner_3_slope(interpolation, hash, xy[1], z);
    let z11 = perlin_corner_3_slope(interpolation, hash, xy[3], z);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
    [slope[0], slope[1], perlin_slope_of(interpolation, z00, z10, z01, z11, u, v), u.like(0.0)]
}

#[inline(never)]
pub(crate) fn perlin_4_slope<F: Real>(
    interpolation: u32,
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> [F; 4] {
    let xy = hash_begun_around(hash, x.cell, next_cell(x), y.cell, next_cell(y));
    let u = unit(x.fraction);
    let v = unit(y.fraction);
    let c00 = perlin_corner_4(interpolation, hash, xy[0], z, w);
    let c10 = perlin_corner_4(interpolation, hash, xy[2], z, w);
    let c01 = perlin_corner_4(interpolation, hash, xy[1], z, w);
    let c11 = perlin_corner_4(interpolation, hash, xy[3], z, w);
    let z00 = perlin_corner_4_slope_z(interpolation, hash, xy[0], z, w);
    let z10 = perlin_corner_4_slope_z(interpolation, hash, xy[2], z, w);
    let z01 = perlin_corner_4_slope_z(interpolation, hash, xy[1], z, w);
    let z11 = perlin_corner_4_slope_z(interpolation, hash, xy[3], z, w);
    let w00 = perlin_corner_4_slope_w(interpolation, hash, xy[0], z, w);
    let w10 = perlin_corner_4_slope_w(interpolation, hash, xy[2], z, w);
    let w01 = perlin_corner_4_slope_w(interpolation, hash, xy[1], z, w);
    let w11 = perlin_corner_4_slope_w(interpolation, hash, xy[3], z, w);
    let slope = perlin_slope(interpolation, c00, c10, c01, c11, u, v);
    let by_z = perlin_slope_of(interpolation, z00, z10, z01, z11, u, v);
    let by_w = perlin_slope_of(interpolation, w00, w10, w01, w11, u, v);
    [slope[0], slope[1], by_z, by_w]
}

#[cfg(test)]
mod tests {
    use std::num::Wrapping;

    use super::super::hash::hash_4;
    use super::super::reference::{Random, blend, fraction, lattice, slopes, worst};
    use super::*;

    /// The gradient's product with the offset from a corner, in as many dimensions as there are offsets.
    fn corner(hash: Hash<'_>, at: &[Coordinate], steps: &[u32], offsets: &[f64]) -> f64 {
        let cell = |axis: usize| at.get(axis).map_or(Wrapping(0), |at| if steps[axis] == 1 { next_cell(*at) } else { at.cell });
        let gradient = if at.len() == 4 {
            let h = hash_4(hash, cell(0), cell(1), cell(2), cell(3));
            [gradient_4x(h), gradient_4y(h), gradient_4z(h), gradient_4w(h)]
        } else {
            let h = hash_3(hash, cell(0), cell(1), cell(2));
            [gradient_x(h), gradient_y(h), gradient_z(h), 0.0]
        };
        gradient.iter().zip(offsets).map(|(gradient, offset)| f64::from(*gradient) * offset).sum()
    }

    #[test]
    fn slopes_are_the_differences_of_the_noise_in_f64() {
        let mut random = Random(1);
        for number in 0..20_000 {
            let (hash, interpolation) = (lattice(number), number % 4);
            let at: [Coordinate; 4] = std::array::from_fn(|axis| random.coordinate([0, 1, 2, 7][(axis + number as usize) % 4]));
            for dimensions in 1..=4 {
                let at = &at[..dimensions];
                let noise = |f: &[f64]| blend(interpolation, f, &|steps, offsets| corner(hash, at, steps, offsets));
                let f: Vec<f64> = at.iter().map(|at| fraction(*at)).collect();
                let (value, slope) = match *at {
                    [x] => (perlin_1(interpolation, hash, x), perlin_1_slope(interpolation, hash, x)),
                    [x, y] => (perlin_2(IMPROVED, interpolation, hash, x, y), perlin_2_slope(IMPROVED, interpolation, hash, x, y)),
                    [x, y, z] => (perlin_3(interpolation, hash, x, y, z), perlin_3_slope(interpolation, hash, x, y, z)),
                    [x, y, z, w] => (perlin_4(interpolation, hash, x, y, z, w), perlin_4_slope(interpolation, hash, x, y, z, w)),
                    _ => unreachable!(),
                };
                assert!((f64::from(value) - noise(&f)).abs() < 1e-6, "{at:?}");
                assert!(worst(slope, slopes(&f, &noise)) < 4e-6, "{at:?}: {slope:?}, {:?}", slopes(&f, &noise));
            }
        }
    }
}
