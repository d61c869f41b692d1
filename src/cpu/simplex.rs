//! Twin of `simplex.wgsl`: simplex noise.

use super::hash::{Hash, LATTICE_W, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_3, hash_parts_3, hash_parts_4, hash_step};
use super::lattice::{Coordinate, unit};
use super::perlin::{gradient_4w, gradient_4x, gradient_4y, gradient_4z, gradient_x, gradient_y, gradient_z};
use super::strict::{Apart, Lanes, Real, Word, rounded, select};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Simplex2<F: Real = f32> {
    pub(crate) hash: [F::Word; 3],
    pub(crate) from_0: [F; 2],
    pub(crate) from_1: [F; 2],
    pub(crate) from_2: [F; 2],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Simplex3<F: Real = f32> {
    pub(crate) hash: [F::Word; 4],
    pub(crate) from_0: [F; 3],
    pub(crate) from_1: [F; 3],
    pub(crate) from_2: [F; 3],
    pub(crate) from_3: [F; 3],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Simplex4<F: Real = f32> {
    pub(crate) hash: [F::Word; 4],
    pub(crate) last: F::Word,
    pub(crate) from_0: [F; 4],
    pub(crate) from_1: [F; 4],
    pub(crate) from_2: [F; 4],
    pub(crate) from_3: [F; 4],
    pub(crate) from_4: [F; 4],
}

#[inline(always)]
pub(crate) fn simplex_gradient_1<W: Word>(hash: W) -> W::Real {
    let size = ((hash & hash.like(7)) + hash.like(1)).number() * hash.float().like(f32::from_bits(124 << 23));
    (size.bits() ^ (hash.left(28) & hash.like(0x8000_0000))).float()
}

#[inline(always)]
pub(crate) fn simplex_gradient_2x<W: Word>(hash: W) -> W::Real {
    hash.signed_size([0.980_785_28, 0.831_469_6, 0.555_570_23, 0.195_090_32], 3, 29, 0x8000_0000)
}

#[inline(always)]
pub(crate) fn simplex_gradient_2y<W: Word>(hash: W) -> W::Real {
    hash.signed_size([0.195_090_32, 0.555_570_23, 0.831_469_6, 0.980_785_28], 3, 28, 0x8000_0000)
}

#[inline(always)]
pub(crate) fn simplex_left<F: Real>(squared: F) -> F {
    rounded(squared.like(0.5) - squared).max(squared.like(0.0))
}

#[inline(always)]
pub(crate) fn simplex_part<F: Real>(left: F, product: F) -> F {
    let squared = rounded(left * left);
    rounded(rounded(squared * squared) * product)
}

pub(crate) fn simplex_part_slope<F: Real>(left: F, product: F, gradient: F, offset: F) -> F {
    let cubed = rounded(rounded(left * left) * left);
    rounded(cubed * (rounded(left * gradient) - left.like(8.0) * rounded(product * offset)))
}

#[inline(always)]
pub(crate) fn simplex_vertex_1<F: Real>(hash: F::Word, x: F) -> F {
    simplex_part(simplex_left(rounded(x * x)), rounded(simplex_gradient_1(hash) * x))
}

pub(crate) fn simplex_vertex_1_slope<F: Real>(hash: F::Word, x: F) -> F {
    let g = simplex_gradient_1(hash);
    simplex_part_slope(simplex_left(rounded(x * x)), rounded(g * x), g, x)
}

#[inline(always)]
pub(crate) fn simplex_product_2<F: Real>(hash: F::Word, at: [F; 2]) -> F {
    rounded(rounded(simplex_gradient_2x(hash) * at[0]) + rounded(simplex_gradient_2y(hash) * at[1]))
}

#[inline(always)]
pub(crate) fn simplex_left_2<F: Real>(at: [F; 2]) -> F {
    simplex_left(rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1])))
}

#[inline(always)]
pub(crate) fn simplex_vertex_2<F: Real>(hash: F::Word, at: [F; 2]) -> F {
    hash.apart_where(
        Apart(false),
        #[inline(always)]
        || simplex_part(simplex_left_2(at), simplex_product_2(hash, at)),
    )
}

pub(crate) fn simplex_vertex_2_slope<F: Real>(hash: F::Word, at: [F; 2]) -> [F; 2] {
    let left = simplex_left_2(at);
    let product = simplex_product_2(hash, at);
    let by_x = simplex_part_slope(left, product, simplex_gradient_2x(hash), at[0]);
    [by_x, simplex_part_slope(left, product, simplex_gradient_2y(hash), at[1])]
}

#[inline(always)]
pub(crate) fn simplex_product_3<F: Real>(hash: F::Word, at: [F; 3]) -> F {
    let xy = rounded(rounded(gradient_x(hash) * at[0]) + rounded(gradient_y(hash) * at[1]));
    rounded(xy + rounded(gradient_z(hash) * at[2]))
}

#[inline(always)]
pub(crate) fn simplex_left_3<F: Real>(at: [F; 3]) -> F {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    simplex_left(rounded(xy + rounded(at[2] * at[2])))
}

#[inline(always)]
pub(crate) fn simplex_vertex_3<F: Real>(hash: F::Word, at: [F; 3]) -> F {
    hash.apart_where(
        Apart(false),
        #[inline(always)]
        || simplex_part(simplex_left_3(at), simplex_product_3(hash, at)),
    )
}

pub(crate) fn simplex_vertex_3_slope<F: Real>(hash: F::Word, at: [F; 3]) -> [F; 3] {
    let left = simplex_left_3(at);
    let product = simplex_product_3(hash, at);
    let by_x = simplex_part_slope(left, product, gradient_x(hash), at[0]);
    let by_y = simplex_part_slope(left, product, gradient_y(hash), at[1]);
    [by_x, by_y, simplex_part_slope(left, product, gradient_z(hash), at[2])]
}

#[inline(always)]
pub(crate) fn simplex_product_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    let xy = rounded(rounded(gradient_4x(hash) * at[0]) + rounded(gradient_4y(hash) * at[1]));
    rounded(xy + rounded(rounded(gradient_4z(hash) * at[2]) + rounded(gradient_4w(hash) * at[3])))
}

#[inline(always)]
pub(crate) fn simplex_left_4<F: Real>(at: [F; 4]) -> F {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    simplex_left(rounded(xy + rounded(rounded(at[2] * at[2]) + rounded(at[3] * at[3]))))
}

#[inline(always)]
pub(crate) fn simplex_vertex_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    hash.apart(
        #[inline(always)]
        || simplex_part(simplex_left_4(at), simplex_product_4(hash, at)),
    )
}

pub(crate) fn simplex_vertex_4_slope<F: Real>(hash: F::Word, at: [F; 4]) -> [F; 4] {
    let left = simplex_left_4(at);
    let product = simplex_product_4(hash, at);
    let by_x = simplex_part_slope(left, product, gradient_4x(hash), at[0]);
    let by_y = simplex_part_slope(left, product, gradient_4y(hash), at[1]);
    let by_z = simplex_part_slope(left, product, gradient_4z(hash), at[2]);
    [by_x, by_y, by_z, simplex_part_slope(left, product, gradient_4w(hash), at[3])]
}

#[inline(always)]
pub(crate) fn simplex_around_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> Simplex2<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let px = x.cell * x.cell.like(step_x);
    let py = y.cell * y.cell.like(step_y);
    let px1 = px + px.like(step_x);
    let py1 = py + py.like(step_y);
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let skew = rounded(fx.like(0.211_324_87) * rounded(fx + fy));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let along_x = y.fraction.below(x.fraction);
    let x1 = rounded(x0 + select(fx.like(0.211_324_87), -fx.like(0.788_675_1), along_x));
    let y1 = rounded(y0 + select(-fx.like(0.788_675_1), fx.like(0.211_324_87), along_x));
    let x2 = rounded(x0 - fx.like(0.577_350_26));
    let y2 = rounded(y0 - fx.like(0.577_350_26));
    let h0 = hash_parts_3(hash, px, py, x.cell.like(0));
    let h1 = hash_parts_3(hash, select(px, px1, along_x), select(py1, py, along_x), x.cell.like(0));
    let h2 = hash_parts_3(hash, px1, py1, x.cell.like(0));
    Simplex2 { hash: [h0, h1, h2], from_0: [x0, y0], from_1: [x1, y1], from_2: [x2, y2] }
}

#[inline(always)]
pub(crate) fn simplex_around_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> Simplex3<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let px = x.cell * x.cell.like(step_x);
    let py = y.cell * y.cell.like(step_y);
    let pz = z.cell * z.cell.like(step_z);
    let px1 = px + px.like(step_x);
    let py1 = py + py.like(step_y);
    let pz1 = pz + pz.like(step_z);
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let fz = unit(z.fraction);
    let skew = rounded(fx.like(0.166_666_67) * rounded(rounded(fx + fy) + fz));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let z0 = rounded(fz - skew);
    let x_over_y = y.fraction.below(x.fraction);
    let x_over_z = z.fraction.below(x.fraction);
    let y_over_z = z.fraction.below(y.fraction);
    let x_in_1 = x_over_y & x_over_z;
    let y_in_1 = !x_over_y & y_over_z;
    let z_in_1 = !(x_over_z | y_over_z);
    let x_in_2 = x_over_y | x_over_z;
    let y_in_2 = !x_over_y | y_over_z;
    let z_in_2 = !(x_over_z & y_over_z);
    let x1 = rounded(x0 + select(fx.like(0.166_666_67), fx.like(-0.833_333_3), x_in_1));
    let y1 = rounded(y0 + select(fx.like(0.166_666_67), fx.like(-0.833_333_3), y_in_1));
    let z1 = rounded(z0 + select(fx.like(0.166_666_67), fx.like(-0.833_333_3), z_in_1));
    let x2 = rounded(x0 + select(fx.like(0.333_333_34), -fx.like(0.666_666_7), x_in_2));
    let y2 = rounded(y0 + select(fx.like(0.333_333_34), -fx.like(0.666_666_7), y_in_2));
    let z2 = rounded(z0 + select(fx.like(0.333_333_34), -fx.like(0.666_666_7), z_in_2));
    let h0 = hash_parts_3(hash, px, py, pz);
    let h1 = hash_parts_3(hash, select(px, px1, x_in_1), select(py, py1, y_in_1), select(pz, pz1, z_in_1));
    let h2 = hash_parts_3(hash, select(px, px1, x_in_2), select(py, py1, y_in_2), select(pz, pz1, z_in_2));
    let h3 = hash_parts_3(hash, px1, py1, pz1);
    let last = [rounded(x0 - fx.like(0.5)), rounded(y0 - fx.like(0.5)), rounded(z0 - fx.like(0.5))];
    Simplex3 { hash: [h0, h1, h2, h3], from_0: [x0, y0, z0], from_1: [x1, y1, z1], from_2: [x2, y2, z2], from_3: last }
}

#[inline(always)]
pub(crate) fn simplex_above<W: Word>(a: W, b: W) -> W {
    select(a.like(0), a.like(1), b.below(a))
}

#[inline(always)]
pub(crate) fn simplex_hash_4<W: Word>(hash: Hash<'_>, rank: u32, ranks: [W; 4], lower: [W; 4], upper: [W; 4]) -> W {
    let x = select(lower[0], upper[0], ranks[0].like(rank).below(ranks[0]));
    let y = select(lower[1], upper[1], ranks[1].like(rank).below(ranks[1]));
    let z = select(lower[2], upper[2], ranks[2].like(rank).below(ranks[2]));
    let w = select(lower[3], upper[3], ranks[3].like(rank).below(ranks[3]));
    hash_parts_4(hash, x, y, z, w)
}

#[inline(always)]
pub(crate) fn simplex_from_4<F: Real>(rank: u32, ranks: [F::Word; 4], at: [F; 4], on: [F; 4], sum: F) -> [F; 4] {
    let skew = rounded(sum.like(0.138_196_6) * sum);
    let x = rounded(select(at[0], on[0], ranks[0].like(rank).below(ranks[0])) - skew);
    let y = rounded(select(at[1], on[1], ranks[1].like(rank).below(ranks[1])) - skew);
    let z = rounded(select(at[2], on[2], ranks[2].like(rank).below(ranks[2])) - skew);
    let w = rounded(select(at[3], on[3], ranks[3].like(rank).below(ranks[3])) - skew);
    [x, y, z, w]
}

#[inline(always)]
pub(crate) fn simplex_around_4<F: Real>(
    hash: Hash<'_>,
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
) -> Simplex4<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let step_w = hash_step(hash, LATTICE_W);
    let lower = [x.cell * x.cell.like(step_x), y.cell * y.cell.like(step_y), z.cell * z.cell.like(step_z), w.cell * w.cell.like(step_w)];
    let upper = [
        lower[0] + lower[0].like(step_x),
        lower[1] + lower[1].like(step_y),
        lower[2] + lower[2].like(step_z),
        lower[3] + lower[3].like(step_w),
    ];
    let at = [unit(x.fraction), unit(y.fraction), unit(z.fraction), unit(w.fraction)];
    let on = [
        rounded(at[0] - at[0].like(1.0)),
        rounded(at[1] - at[1].like(1.0)),
        rounded(at[2] - at[2].like(1.0)),
        rounded(at[3] - at[3].like(1.0)),
    ];
    let sum = rounded(rounded(at[0] + at[1]) + rounded(at[2] + at[3]));
    let one = x.cell.like(1);
    let xy = simplex_above(x.fraction, y.fraction);
    let xz = simplex_above(x.fraction, z.fraction);
    let xw = simplex_above(x.fraction, w.fraction);
    let yz = simplex_above(y.fraction, z.fraction);
    let yw = simplex_above(y.fraction, w.fraction);
    let zw = simplex_above(z.fraction, w.fraction);
    let ranks = [xy + xz + xw, one - xy + yz + yw, one + one - xz - yz + zw, one + one + one - xw - yw - zw];
    let h0 = hash_parts_4(hash, lower[0], lower[1], lower[2], lower[3]);
    let h1 = simplex_hash_4(hash, 2, ranks, lower, upper);
    let h2 = simplex_hash_4(hash, 1, ranks, lower, upper);
    let h3 = simplex_hash_4(hash, 0, ranks, lower, upper);
    let h4 = hash_parts_4(hash, upper[0], upper[1], upper[2], upper[3]);
    let from_0 = simplex_from_4(4, ranks, at, on, sum);
    let from_1 = simplex_from_4(2, ranks, at, on, rounded(sum - sum.like(1.0)));
    let from_2 = simplex_from_4(1, ranks, at, on, rounded(sum - sum.like(2.0)));
    let from_3 = simplex_from_4(0, ranks, at, on, rounded(sum - sum.like(3.0)));
    let from_4 = simplex_from_4(4, ranks, on, on, rounded(sum - sum.like(4.0)));
    Simplex4 { hash: [h0, h1, h2, h3], last: h4, from_0, from_1, from_2, from_3, from_4 }
}

#[inline(always)]
pub(crate) fn simplex_1<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> F {
    let f = unit(x.fraction);
    let h0 = hash_3(hash, x.cell, x.cell.like(0), x.cell.like(0));
    let h1 = hash_3(hash, x.cell + x.cell.like(1), x.cell.like(0), x.cell.like(0));
    rounded(f.like(108.734_18) * rounded(simplex_vertex_1(h0, f) + simplex_vertex_1(h1, rounded(f - f.like(1.0)))))
}

#[inline(never)]
pub(crate) fn simplex_1_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    let f = unit(x.fraction);
    let h0 = hash_3(hash, x.cell, x.cell.like(0), x.cell.like(0));
    let h1 = hash_3(hash, x.cell + x.cell.like(1), x.cell.like(0), x.cell.like(0));
    let sum = rounded(simplex_vertex_1_slope(h0, f) + simplex_vertex_1_slope(h1, rounded(f - f.like(1.0))));
    [rounded(f.like(108.734_18) * sum), f.like(0.0), f.like(0.0), f.like(0.0)]
}

#[inline(always)]
pub(crate) fn simplex_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let s = simplex_around_2(hash, x, y);
    let lower = rounded(simplex_vertex_2(s.hash[0], s.from_0) + simplex_vertex_2(s.hash[1], s.from_1));
    rounded(lower.like(99.204_34) * rounded(lower + simplex_vertex_2(s.hash[2], s.from_2)))
}

#[inline(never)]
pub(crate) fn simplex_2_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    let s = simplex_around_2(hash, x, y);
    let s0 = simplex_vertex_2_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_2_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_2_slope(s.hash[2], s.from_2);
    let by_x = rounded(s0[0].like(99.204_34) * rounded(rounded(s0[0] + s1[0]) + s2[0]));
    let by_y = rounded(s0[0].like(99.204_34) * rounded(rounded(s0[1] + s1[1]) + s2[1]));
    [by_x, by_y, s0[0].like(0.0), s0[0].like(0.0)]
}

#[inline(always)]
pub(crate) fn simplex_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let s = simplex_around_3(hash, x, y, z);
    let lower = rounded(simplex_vertex_3(s.hash[0], s.from_0) + simplex_vertex_3(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_3(s.hash[2], s.from_2) + simplex_vertex_3(s.hash[3], s.from_3));
    rounded(lower.like(76.880_75) * rounded(lower + upper))
}

#[inline(never)]
pub(crate) fn simplex_3_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    let s = simplex_around_3(hash, x, y, z);
    let s0 = simplex_vertex_3_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_3_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_3_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_3_slope(s.hash[3], s.from_3);
    let by_x = rounded(s0[0].like(76.880_75) * rounded(rounded(s0[0] + s1[0]) + rounded(s2[0] + s3[0])));
    let by_y = rounded(s0[0].like(76.880_75) * rounded(rounded(s0[1] + s1[1]) + rounded(s2[1] + s3[1])));
    let by_z = rounded(s0[0].like(76.880_75) * rounded(rounded(s0[2] + s1[2]) + rounded(s2[2] + s3[2])));
    [by_x, by_y, by_z, s0[0].like(0.0)]
}

#[inline(always)]
pub(crate) fn simplex_4<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    let s = simplex_around_4(hash, x, y, z, w);
    let lower = rounded(simplex_vertex_4(s.hash[0], s.from_0) + simplex_vertex_4(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_4(s.hash[2], s.from_2) + simplex_vertex_4(s.hash[3], s.from_3));
    rounded(lower.like(62.777_73) * rounded(rounded(lower + upper) + simplex_vertex_4(s.last, s.from_4)))
}

#[inline(always)]
pub(crate) fn simplex_sum_4<F: Real>(s0: F, s1: F, s2: F, s3: F, s4: F) -> F {
    rounded(s0.like(62.777_73) * rounded(rounded(rounded(s0 + s1) + rounded(s2 + s3)) + s4))
}

#[inline(never)]
pub(crate) fn simplex_4_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> [F; 4] {
    let s = simplex_around_4(hash, x, y, z, w);
    let s0 = simplex_vertex_4_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_4_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_4_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_4_slope(s.hash[3], s.from_3);
    let s4 = simplex_vertex_4_slope(s.last, s.from_4);
    let by_x = simplex_sum_4(s0[0], s1[0], s2[0], s3[0], s4[0]);
    let by_y = simplex_sum_4(s0[1], s1[1], s2[1], s3[1], s4[1]);
    let by_z = simplex_sum_4(s0[2], s1[2], s2[2], s3[2], s4[2]);
    [by_x, by_y, by_z, simplex_sum_4(s0[3], s1[3], s2[3], s3[3], s4[3])]
}

#[cfg(test)]
mod tests {
    use std::num::Wrapping;

    use super::super::hash::{TABLE, hash_4};
    use super::super::reference::{Random, fraction, lattice, slopes, worst};
    use super::*;

    fn noise(hash: Hash<'_>, at: &[Coordinate]) -> (f32, [f32; 4]) {
        match *at {
            [x] => (simplex_1(hash, x), simplex_1_slope(hash, x)),
            [x, y] => (simplex_2(hash, x, y), simplex_2_slope(hash, x, y)),
            [x, y, z] => (simplex_3(hash, x, y, z), simplex_3_slope(hash, x, y, z)),
            [x, y, z, w] => (simplex_4(hash, x, y, z, w), simplex_4_slope(hash, x, y, z, w)),
            _ => unreachable!(),
        }
    }

    fn unskew(dimensions: usize) -> f64 {
        let n = dimensions as f64;
        if dimensions == 1 { 0.0 } else { (1.0 - 1.0 / (n + 1.0).sqrt()) / n }
    }

    /// Perlin's definition, summed over all lattice points around: those of other simplices add nothing.
    fn reference(hash: Hash<'_>, at: &[Coordinate], offset: &[f64]) -> f64 {
        let n = at.len();
        let scale = [108.734_18, 99.204_34, 76.880_75, 62.777_73][n - 1];
        let points = (0..4_usize.pow(n as u32)).map(|number| {
            let steps: Vec<i32> = (0..n as u32).map(|axis| (number / 4_usize.pow(axis) % 4) as i32 - 1).collect();
            let sum: i32 = steps.iter().sum();
            let from: Vec<f64> =
                steps.iter().zip(offset).map(|(step, offset)| offset - f64::from(*step) + unskew(n) * f64::from(sum)).collect();
            let left = 0.5 - from.iter().map(|d| d * d).sum::<f64>();
            if left <= 0.0 {
                return 0.0;
            }
            let cell = |axis: usize| at.get(axis).map_or(Wrapping(0), |at| at.cell + Wrapping(steps[axis] as u32));
            let h = if n == 4 { hash_4(hash, cell(0), cell(1), cell(2), cell(3)) } else { hash_3(hash, cell(0), cell(1), cell(2)) };
            let gradient = match n {
                1 => vec![f64::from((h.0 & 7) + 1) / if h.0 & 8 == 0 { 8.0 } else { -8.0 }],
                2 => {
                    let angle = (f64::from(h.0 & 3) + 0.5) * std::f64::consts::PI / 8.0;
                    let sign = |bit: u32| if h.0 & bit == 0 { 1.0 } else { -1.0 };
                    vec![sign(4) * libm::cos(angle), sign(8) * libm::sin(angle)]
                }
                3 => [gradient_x(h), gradient_y(h), gradient_z(h)].map(f64::from).to_vec(),
                _ => [gradient_4x(h), gradient_4y(h), gradient_4z(h), gradient_4w(h)].map(f64::from).to_vec(),
            };
            left * left * left * left * from.iter().zip(gradient).map(|(d, g)| d * g).sum::<f64>()
        });
        scale * points.sum::<f64>()
    }

    #[test]
    fn values_and_slopes_are_those_of_the_definition_in_f64() {
        let mut random = Random(3);
        let mut most = [0.0_f64; 2];
        for number in 0..3000 {
            let all: [Coordinate; 4] = std::array::from_fn(|_| random.coordinate(0));
            for dimensions in 1..=4 {
                let (hash, at) = (lattice(number), &all[..dimensions]);
                let f: Vec<f64> = at.iter().map(|at| fraction(*at)).collect();
                let sum: f64 = f.iter().sum();
                let offset: Vec<f64> = f.iter().map(|f| f - unskew(dimensions) * sum).collect();
                let (value, slope) = noise(hash, at);
                most[0] = most[0].max((f64::from(value) - reference(hash, at, &offset)).abs());
                most[1] = most[1].max(worst(slope, slopes(&offset, &|offset| reference(hash, at, offset))));
            }
        }
        assert!(most[0] < 2e-6 && most[1] < 2e-5, "{most:?}");
    }

    #[test]
    fn the_noise_is_continuous_across_simplices_and_cells() {
        let table: [u8; 256] = std::array::from_fn(|at| (at as u8).wrapping_mul(173).wrapping_add(41));
        let mut random = Random(4);
        let mut most = [0.0_f32; 4];
        for number in 0..1_000_000_u32 {
            let hash = if number % 5 == 0 { Hash { kind: TABLE, table: &table, key: [0; 2], apart: Apart(true) } } else { lattice(number) };
            // Near the origin, and 10^9 cells from it.
            let origin = [0, 1_000_000_000, 0_u32.wrapping_sub(1_000_000_000)][number as usize % 3];
            let all: [Coordinate; 4] = std::array::from_fn(|_| {
                let at = random.coordinate(0);
                Coordinate { cell: Wrapping((at.cell.0 % 2048).wrapping_sub(1024).wrapping_add(origin)), ..at }
            });
            for dimensions in 1..=4 {
                let axis = random.word() as usize % dimensions;
                let other = (axis + 1) % dimensions;
                // Just below and above where two fractions are equal, or a cell ends.
                let mut at = all[..dimensions].to_vec();
                let (below, above) = if number % 2 == 0 && dimensions > 1 {
                    at[other].fraction |= Wrapping(1);
                    let (fraction, cell) = (at[other].fraction, at[axis].cell);
                    ((fraction - Wrapping(1), cell), (fraction + Wrapping(1), cell))
                } else {
                    ((Wrapping(u32::MAX), at[axis].cell), (Wrapping(0), at[axis].cell + Wrapping(1)))
                };
                let [below, above] = [below, above].map(|(fraction, cell)| {
                    at[axis].fraction = fraction;
                    at[axis].cell = cell;
                    noise(hash, &at).0
                });
                most[dimensions - 1] = most[dimensions - 1].max((above - below).abs());
            }
        }
        // Among it is what the noise rises over the 2^-24 of a cell to which the value layer sees its end.
        assert!(most.iter().all(|most| *most < 1e-6), "{most:?}");
    }
}
