// @generated from shaders/simplex.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Simplex noise (Ken Perlin, "Noise hardware", SIGGRAPH 2001 course notes; Stefan Gustavson, "Simplex noise demystified", 2005).
//
// The coordinates are on the skewed lattice: of a point p in n dimensions, each is p_i + F * (sum of all p_i) with F = (sqrt(n + 1) - 1) / n for
// n = 2, 3, 4 and F = 0 for n = 1. Its cells are the lattice, exact anywhere, and have no period. The order of the fractions chooses the simplex, exactly; only
// offsets within a cell are unskewed, p_i = f_i - G * (sum of all f_i) with G = (1 - 1 / sqrt(n + 1)) / n.
//
// A vertex adds (1/2 - d^2)^4 times its gradient's product with the offset d from it, up to d^2 = 1/2. A simplex is sqrt(1/2) high in every dimension, so a
// vertex ends where the simplices around it do, and the noise and its first three derivatives are continuous; with the often seen 0.6 it jumps.
// The sums are scaled by the largest that any gradients make, so the range is within ±1. Each `simplex_N_slope` has the derivatives of `simplex_N` by
// x, y, z and w of the point p, in cells before the skew, 0 for those it lacks.

use super::super::builtin::{bitcast_f32, bitcast_u32, exp2, f32_of, less, max, select, shift_left};
pub(crate) use super::super::by_hand::{simplex_gradient_2x, simplex_gradient_2y};
use super::super::number::{Lanes, Real, Word};
use super::hash::{Hash, LATTICE_W, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_3, hash_products_3, hash_products_4, hash_step};
use super::lattice::{Coordinate, unit};
use super::perlin::{gradient_4w, gradient_4x, gradient_4y, gradient_4z, gradient_x, gradient_y, gradient_z};
use super::strict::rounded;

// The vertices of a triangle around a sample: their hashes, and the sample's offset from each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Simplex2<F: Real = f32> {
    pub(crate) hash: [F::Word; 3],
    pub(crate) from_0: [F; 2],
    pub(crate) from_1: [F; 2],
    pub(crate) from_2: [F; 2],
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Simplex3<F: Real = f32> {
    pub(crate) hash: [F::Word; 4],
    pub(crate) from_0: [F; 3],
    pub(crate) from_1: [F; 3],
    pub(crate) from_2: [F; 3],
    pub(crate) from_3: [F; 3],
}

// The last vertex apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Simplex4<F: Real = f32> {
    pub(crate) hash: [F::Word; 4],
    pub(crate) last: F::Word,
    pub(crate) from_0: [F; 4],
    pub(crate) from_1: [F; 4],
    pub(crate) from_2: [F; 4],
    pub(crate) from_3: [F; 4],
    pub(crate) from_4: [F; 4],
}

// One of ±1/8 ... ±8/8 by the low four bits of the hash.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_gradient_1<W: Word>(hash: W) -> W::Real {
    let size = f32_of((hash & hash.word(7)) + hash.word(1)) * hash.real(exp2(-3));
    bitcast_f32(bitcast_u32(size) ^ (shift_left(hash, 28) & hash.word(0x80000000)))
}

// 1/2 less the squared distance, or 0 beyond.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_left<F: Real>(squared: F) -> F {
    max(rounded(squared.real(0.5) - squared), squared.real(0.0))
}

// What is left to the fourth times the gradient's product with the offset.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_part<F: Real>(left: F, product: F) -> F {
    let squared = rounded(left * left);
    rounded(rounded(squared * squared) * product)
}

// A component of the part's derivative.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_part_slope<F: Real>(left: F, product: F, gradient: F, offset: F) -> F {
    let cubed = rounded(rounded(left * left) * left);
    rounded(cubed * (rounded(left * gradient) - left.real(8.0) * rounded(product * offset)))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_1<F: Real>(hash: F::Word, x: F) -> F {
    simplex_part(simplex_left(rounded(x * x)), rounded(simplex_gradient_1(hash) * x))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_1_slope<F: Real>(hash: F::Word, x: F) -> F {
    let g = simplex_gradient_1(hash);
    simplex_part_slope(simplex_left(rounded(x * x)), rounded(g * x), g, x)
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_product_2<F: Real>(hash: F::Word, at: [F; 2]) -> F {
    rounded(rounded(simplex_gradient_2x(hash) * at[0]) + rounded(simplex_gradient_2y(hash) * at[1]))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_left_2<F: Real>(at: [F; 2]) -> F {
    simplex_left(rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1])))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_2<F: Real>(hash: F::Word, at: [F; 2]) -> F {
    hash.outlined_if_narrow(
        #[inline(always)]
        || simplex_part(simplex_left_2(at), simplex_product_2(hash, at)),
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_2_slope<F: Real>(hash: F::Word, at: [F; 2]) -> [F; 2] {
    hash.outlined_if_many(
        #[inline(always)]
        || {
            let left = simplex_left_2(at);
            let product = simplex_product_2(hash, at);
            let by_x = simplex_part_slope(left, product, simplex_gradient_2x(hash), at[0]);
            [by_x, simplex_part_slope(left, product, simplex_gradient_2y(hash), at[1])]
        },
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_product_3<F: Real>(hash: F::Word, at: [F; 3]) -> F {
    let xy = rounded(rounded(gradient_x(hash) * at[0]) + rounded(gradient_y(hash) * at[1]));
    rounded(xy + rounded(gradient_z(hash) * at[2]))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_left_3<F: Real>(at: [F; 3]) -> F {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    simplex_left(rounded(xy + rounded(at[2] * at[2])))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_3<F: Real>(hash: F::Word, at: [F; 3]) -> F {
    hash.outlined_if_narrow(
        #[inline(always)]
        || simplex_part(simplex_left_3(at), simplex_product_3(hash, at)),
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_3_slope<F: Real>(hash: F::Word, at: [F; 3]) -> [F; 3] {
    hash.outlined_if_many(
        #[inline(always)]
        || {
            let left = simplex_left_3(at);
            let product = simplex_product_3(hash, at);
            let by_x = simplex_part_slope(left, product, gradient_x(hash), at[0]);
            let by_y = simplex_part_slope(left, product, gradient_y(hash), at[1]);
            [by_x, by_y, simplex_part_slope(left, product, gradient_z(hash), at[2])]
        },
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_product_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    let xy = rounded(rounded(gradient_4x(hash) * at[0]) + rounded(gradient_4y(hash) * at[1]));
    rounded(xy + rounded(rounded(gradient_4z(hash) * at[2]) + rounded(gradient_4w(hash) * at[3])))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_left_4<F: Real>(at: [F; 4]) -> F {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    simplex_left(rounded(xy + rounded(rounded(at[2] * at[2]) + rounded(at[3] * at[3]))))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    hash.outlined(
        #[inline(always)]
        || simplex_part(simplex_left_4(at), simplex_product_4(hash, at)),
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_vertex_4_slope<F: Real>(hash: F::Word, at: [F; 4]) -> [F; 4] {
    hash.outlined_if_many(
        #[inline(always)]
        || {
            let left = simplex_left_4(at);
            let product = simplex_product_4(hash, at);
            let by_x = simplex_part_slope(left, product, gradient_4x(hash), at[0]);
            let by_y = simplex_part_slope(left, product, gradient_4y(hash), at[1]);
            let by_z = simplex_part_slope(left, product, gradient_4z(hash), at[2]);
            [by_x, by_y, by_z, simplex_part_slope(left, product, gradient_4w(hash), at[3])]
        },
    )
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_around_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> Simplex2<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let px = x.cell * x.cell.word(step_x);
    let py = y.cell * x.cell.word(step_y);
    let px1 = px + x.cell.word(step_x);
    let py1 = py + x.cell.word(step_y);
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let skew = rounded(x.cell.real(0.21132487) * rounded(fx + fy));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let along_x = less(y.fraction, x.fraction);
    let x1 = rounded(x0 + select(x.cell.real(0.21132487), x.cell.real(-0.7886751), along_x));
    let y1 = rounded(y0 + select(x.cell.real(-0.7886751), x.cell.real(0.21132487), along_x));
    let x2 = rounded(x0 - x.cell.real(0.57735026));
    let y2 = rounded(y0 - x.cell.real(0.57735026));
    let h0 = hash_products_3(hash, px, py, x.cell.word(0));
    let h1 = hash_products_3(hash, select(px, px1, along_x), select(py1, py, along_x), x.cell.word(0));
    let h2 = hash_products_3(hash, px1, py1, x.cell.word(0));
    Simplex2 { hash: [h0, h1, h2], from_0: [x0, y0], from_1: [x1, y1], from_2: [x2, y2] }
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_around_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> Simplex3<F> {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let px = x.cell * x.cell.word(step_x);
    let py = y.cell * x.cell.word(step_y);
    let pz = z.cell * x.cell.word(step_z);
    let px1 = px + x.cell.word(step_x);
    let py1 = py + x.cell.word(step_y);
    let pz1 = pz + x.cell.word(step_z);
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let fz = unit(z.fraction);
    let skew = rounded(x.cell.real(0.16666667) * rounded(rounded(fx + fy) + fz));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let z0 = rounded(fz - skew);
    let x_over_y = less(y.fraction, x.fraction);
    let x_over_z = less(z.fraction, x.fraction);
    let y_over_z = less(z.fraction, y.fraction);
    // Which axes the second vertex lies along, and the third.
    let x_in_1 = x_over_y & x_over_z;
    let y_in_1 = !x_over_y & y_over_z;
    let z_in_1 = !(x_over_z | y_over_z);
    let x_in_2 = x_over_y | x_over_z;
    let y_in_2 = !x_over_y | y_over_z;
    let z_in_2 = !(x_over_z & y_over_z);
    let x1 = rounded(x0 + select(x.cell.real(0.16666667), x.cell.real(-0.8333333), x_in_1));
    let y1 = rounded(y0 + select(x.cell.real(0.16666667), x.cell.real(-0.8333333), y_in_1));
    let z1 = rounded(z0 + select(x.cell.real(0.16666667), x.cell.real(-0.8333333), z_in_1));
    let x2 = rounded(x0 + select(x.cell.real(0.33333334), x.cell.real(-0.6666667), x_in_2));
    let y2 = rounded(y0 + select(x.cell.real(0.33333334), x.cell.real(-0.6666667), y_in_2));
    let z2 = rounded(z0 + select(x.cell.real(0.33333334), x.cell.real(-0.6666667), z_in_2));
    let h0 = hash_products_3(hash, px, py, pz);
    let h1 = hash_products_3(hash, select(px, px1, x_in_1), select(py, py1, y_in_1), select(pz, pz1, z_in_1));
    let h2 = hash_products_3(hash, select(px, px1, x_in_2), select(py, py1, y_in_2), select(pz, pz1, z_in_2));
    let h3 = hash_products_3(hash, px1, py1, pz1);
    let last = [rounded(x0 - x.cell.real(0.5)), rounded(y0 - x.cell.real(0.5)), rounded(z0 - x.cell.real(0.5))];
    Simplex3 { hash: [h0, h1, h2, h3], from_0: [x0, y0, z0], from_1: [x1, y1, z1], from_2: [x2, y2, z2], from_3: last }
}

// 1 where a is above b.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_above<W: Word>(a: W, b: W) -> W {
    select(a.word(0), a.word(1), less(b, a))
}

// The hash of the vertex that lies along the axes of a rank above `rank`.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_hash_4<W: Word>(hash: Hash<'_>, rank: u32, ranks: [W; 4], lower: [W; 4], upper: [W; 4]) -> W {
    let x = select(lower[0], upper[0], less(ranks[0].word(rank), ranks[0]));
    let y = select(lower[1], upper[1], less(ranks[0].word(rank), ranks[1]));
    let z = select(lower[2], upper[2], less(ranks[0].word(rank), ranks[2]));
    let w = select(lower[3], upper[3], less(ranks[0].word(rank), ranks[3]));
    hash_products_4(hash, x, y, z, w)
}

// The offset from that vertex, of the fractions and of what is left of them a cell on, where `sum` is the sum of the offsets before they are unskewed. So
// little is rounded on the way that the noise rises smoothly from a cell to the next.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_from_4<F: Real>(rank: u32, ranks: [F::Word; 4], at: [F; 4], on: [F; 4], sum: F) -> [F; 4] {
    let skew = rounded(ranks[0].real(0.1381966) * sum);
    let x = rounded(select(at[0], on[0], less(ranks[0].word(rank), ranks[0])) - skew);
    let y = rounded(select(at[1], on[1], less(ranks[0].word(rank), ranks[1])) - skew);
    let z = rounded(select(at[2], on[2], less(ranks[0].word(rank), ranks[2])) - skew);
    let w = rounded(select(at[3], on[3], less(ranks[0].word(rank), ranks[3])) - skew);
    [x, y, z, w]
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
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
    let lower = [x.cell * x.cell.word(step_x), y.cell * x.cell.word(step_y), z.cell * x.cell.word(step_z), w.cell * x.cell.word(step_w)];
    let upper =
        [lower[0] + x.cell.word(step_x), lower[1] + x.cell.word(step_y), lower[2] + x.cell.word(step_z), lower[3] + x.cell.word(step_w)];
    let at = [unit(x.fraction), unit(y.fraction), unit(z.fraction), unit(w.fraction)];
    let on = [
        rounded(at[0] - x.cell.real(1.0)),
        rounded(at[1] - x.cell.real(1.0)),
        rounded(at[2] - x.cell.real(1.0)),
        rounded(at[3] - x.cell.real(1.0)),
    ];
    let sum = rounded(rounded(at[0] + at[1]) + rounded(at[2] + at[3]));
    // The rank of each axis: how many others have a smaller fraction, or an equal one and come later.
    let one = 1_u32;
    let xy = simplex_above(x.fraction, y.fraction);
    let xz = simplex_above(x.fraction, z.fraction);
    let xw = simplex_above(x.fraction, w.fraction);
    let yz = simplex_above(y.fraction, z.fraction);
    let yw = simplex_above(y.fraction, w.fraction);
    let zw = simplex_above(z.fraction, w.fraction);
    let ranks = [
        xy + xz + xw,
        x.cell.word(one) - xy + yz + yw,
        x.cell.word(one.wrapping_add(one)) - xz - yz + zw,
        x.cell.word(one.wrapping_add(one).wrapping_add(one)) - xw - yw - zw,
    ];
    let h0 = hash_products_4(hash, lower[0], lower[1], lower[2], lower[3]);
    let h1 = simplex_hash_4(hash, 2, ranks, lower, upper);
    let h2 = simplex_hash_4(hash, 1, ranks, lower, upper);
    let h3 = simplex_hash_4(hash, 0, ranks, lower, upper);
    let h4 = hash_products_4(hash, upper[0], upper[1], upper[2], upper[3]);
    // No axis has the rank 4: all stay at the first vertex, and all have gone on at the last.
    let from_0 = simplex_from_4(4, ranks, at, on, sum);
    let from_1 = simplex_from_4(2, ranks, at, on, rounded(sum - x.cell.real(1.0)));
    let from_2 = simplex_from_4(1, ranks, at, on, rounded(sum - x.cell.real(2.0)));
    let from_3 = simplex_from_4(0, ranks, at, on, rounded(sum - x.cell.real(3.0)));
    let from_4 = simplex_from_4(4, ranks, on, on, rounded(sum - x.cell.real(4.0)));
    Simplex4 { hash: [h0, h1, h2, h3], last: h4, from_0, from_1, from_2, from_3, from_4 }
}

// Simplex noise on a line. Range ±1, reached.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_1<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> F {
    let f = unit(x.fraction);
    let h0 = hash_3(hash, x.cell, x.cell.word(0), x.cell.word(0));
    let h1 = hash_3(hash, x.cell + x.cell.word(1), x.cell.word(0), x.cell.word(0));
    rounded(x.cell.real(108.73418) * rounded(simplex_vertex_1(h0, f) + simplex_vertex_1(h1, rounded(f - x.cell.real(1.0)))))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_1_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let f = unit(x.fraction);
            let h0 = hash_3(hash, x.cell, x.cell.word(0), x.cell.word(0));
            let h1 = hash_3(hash, x.cell + x.cell.word(1), x.cell.word(0), x.cell.word(0));
            let sum = rounded(simplex_vertex_1_slope(h0, f) + simplex_vertex_1_slope(h1, rounded(f - x.cell.real(1.0))));
            [rounded(x.cell.real(108.73418) * sum), x.cell.real(0.0), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// Simplex noise in the plane. Range ±0.986 as found, an eighth of it beyond ±0.8.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_2<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> F {
    let s = simplex_around_2(hash, x, y);
    let lower = rounded(simplex_vertex_2(s.hash[0], s.from_0) + simplex_vertex_2(s.hash[1], s.from_1));
    rounded(x.cell.real(99.20434) * rounded(lower + simplex_vertex_2(s.hash[2], s.from_2)))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_2_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let s = simplex_around_2(hash, x, y);
            let s0 = simplex_vertex_2_slope(s.hash[0], s.from_0);
            let s1 = simplex_vertex_2_slope(s.hash[1], s.from_1);
            let s2 = simplex_vertex_2_slope(s.hash[2], s.from_2);
            let by_x = rounded(x.cell.real(99.20434) * rounded(rounded(s0[0] + s1[0]) + s2[0]));
            let by_y = rounded(x.cell.real(99.20434) * rounded(rounded(s0[1] + s1[1]) + s2[1]));
            [by_x, by_y, x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// Simplex noise in space, by the twelve edge gradients of `perlin_3`. Range ±0.951 as found.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_3<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let s = simplex_around_3(hash, x, y, z);
    let lower = rounded(simplex_vertex_3(s.hash[0], s.from_0) + simplex_vertex_3(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_3(s.hash[2], s.from_2) + simplex_vertex_3(s.hash[3], s.from_3));
    rounded(x.cell.real(76.88075) * rounded(lower + upper))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_3_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
            let s = simplex_around_3(hash, x, y, z);
            let s0 = simplex_vertex_3_slope(s.hash[0], s.from_0);
            let s1 = simplex_vertex_3_slope(s.hash[1], s.from_1);
            let s2 = simplex_vertex_3_slope(s.hash[2], s.from_2);
            let s3 = simplex_vertex_3_slope(s.hash[3], s.from_3);
            let by_x = rounded(x.cell.real(76.88075) * rounded(rounded(s0[0] + s1[0]) + rounded(s2[0] + s3[0])));
            let by_y = rounded(x.cell.real(76.88075) * rounded(rounded(s0[1] + s1[1]) + rounded(s2[1] + s3[1])));
            let by_z = rounded(x.cell.real(76.88075) * rounded(rounded(s0[2] + s1[2]) + rounded(s2[2] + s3[2])));
            [by_x, by_y, by_z, x.cell.real(0.0)]
        },
    )
}

// Simplex noise in four dimensions, by the 32 gradients of `perlin_4`. Range ±0.948 as found.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_4<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> F {
    let s = simplex_around_4(hash, x, y, z, w);
    let lower = rounded(simplex_vertex_4(s.hash[0], s.from_0) + simplex_vertex_4(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_4(s.hash[2], s.from_2) + simplex_vertex_4(s.hash[3], s.from_3));
    rounded(x.cell.real(62.77773) * rounded(rounded(lower + upper) + simplex_vertex_4(s.last, s.from_4)))
}

// One component of the sum of five slopes.
#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_sum_4<F: Real>(s0: F, s1: F, s2: F, s3: F, s4: F) -> F {
    rounded(s0.real(62.77773) * rounded(rounded(rounded(s0 + s1) + rounded(s2 + s3)) + s4))
}

#[cfg_attr(any(not(target_arch = "wasm32"), target_feature = "simd128"), inline(always))]
pub(crate) fn simplex_4_slope<F: Real>(hash: Hash<'_>, x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, w: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let hash = Hash { table: hash.table.with_outlined(true), ..hash };
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
        },
    )
}
