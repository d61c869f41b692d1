// @generated from shaders/simplex.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Simplex noise (Ken Perlin, "Noise hardware", SIGGRAPH 2001 course notes; Stefan Gustavson, "Simplex noise demystified", 2005).
//
// A vertex (i, j, ...) of the lattice lies at (i - G s, j - G s, ...), where s is the sum of i, j, ... and G = (1 - 1 / sqrt(n + 1)) / n in n = 2, 3, 4
// dimensions, rounded down to a multiple of 2^-24; in one dimension G = 0. So the position of a vertex is a fixed-point number, and so is a sample's offset
// from it: it depends only on the vertex and on the sample's coordinate along the same axis, not on cells or other coordinates. A vertex has the same offset
// whether it is evaluated for one sample or for a tile of them.
//
// Besides its coordinates a sample has its skew, which the host computes exactly: F times their sum, with F = G / (1 - n G). A coordinate plus the skew is the
// sample's position on the skewed lattice, whose cells are cubes without a period. The order of the fractions selects the simplex. Offsets are taken modulo
// 2^8 cells, so coordinates, skew and cells may each wrap modulo 2^32.
//
// A vertex adds (RADIUS^2 - d^2)^4 times the dot product of its gradient and the offset d from it, up to d = RADIUS. A simplex is sqrt(1/2) high in every
// dimension, so the range of a vertex ends where the simplices around it do, and the noise and its first three derivatives are continuous; with the often used
// 0.6 it has jumps. The square of the radius is 2^-19 below 1/2, which is more than the rounding errors, so the vertices of other simplices add exactly 0.
// Those of a simplex are added in the order of their s.
//
// The sums are scaled by the largest value that any gradients give, so the range is within ±1. Each `simplex_N_slope` returns the derivatives of `simplex_N`
// by x, y, z and w, in cells before the skew, 0 for missing ones.

use super::super::builtin::{bitcast_f32, bitcast_u32, exp2, less, select, shift_left, shift_right};
pub(crate) use super::super::by_hand::{signed, simplex_gradient_2x, simplex_gradient_2y, simplex_held, simplex_product_3};
use super::super::real::{Lanes, Real, Word};
use super::hash::{LATTICE_W, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_3, hash_first, hash_last, hash_next, hash_plane};
use super::lattice::{Coordinate, carried, unit};
use super::perlin::{gradient_1, gradient_4w, gradient_4x, gradient_4y, gradient_4z, gradient_x, gradient_y, gradient_z};
use super::strict::rounded;

// G in two, three and four dimensions, in units of 2^-24.
pub(crate) const SIMPLEX_UNSKEW_2: u32 = 3545442;
pub(crate) const SIMPLEX_UNSKEW_3: u32 = 2796202;
pub(crate) const SIMPLEX_UNSKEW_4: u32 = 2318554;

// RADIUS^2.
pub(crate) const SIMPLEX_REACH: f32 = 0.4999981;

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

// The axes along which the second and the third vertex differ from the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SimplexPath<F: Real = f32> {
    pub(crate) second: [F::Mask; 3],
    pub(crate) third: [F::Mask; 3],
}

// A sample on the lattice: the cells of the first vertex of its triangle, its offset from this vertex, and true if the second vertex lies along x from there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SimplexPlace2<F: Real = f32> {
    pub(crate) cell: [F::Word; 2],
    pub(crate) from_0: [F; 2],
    pub(crate) along_x: F::Mask,
}

// The same in a tetrahedron, with the path of its other vertices.
#[derive(Clone, Copy)]
pub(crate) struct SimplexPlace3<F: Real = f32> {
    pub(crate) cell: [F::Word; 3],
    pub(crate) from_0: [F; 3],
    pub(crate) path: SimplexPath<F>,
}

// The vertices of a 4-D simplex; the last vertex is separate.
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

// A coordinate on the skewed lattice: its cell and its fraction.
#[inline(always)]
pub(crate) fn simplex_skewed<F: Real>(at: Coordinate<F>, skew: Coordinate<F>) -> [F::Word; 2] {
    let fraction = at.fraction + skew.fraction;
    [carried(at.cell + skew.cell, fraction, at.fraction), fraction]
}

// The position of a lattice coordinate, or its distance from another one, in units of 2^-24 cell modulo 2^8 cells.
#[inline(always)]
pub(crate) fn simplex_units<W: Word>(cell: W, fraction: W) -> W {
    shift_left(cell, 24) | shift_right(fraction, 8)
}

// A number of units, less than a cell in size, as a float. Exact.
#[inline(always)]
pub(crate) fn simplex_offset<W: Word>(units: W) -> W::Real {
    signed(units) * units.real(exp2(-24))
}

// A sample's offset along an axis from a vertex with this cell on it, given G times the sum of the vertex's cells.
#[inline(always)]
pub(crate) fn simplex_from<F: Real>(at: Coordinate<F>, cell: F::Word, unskew: F::Word) -> F {
    simplex_offset(simplex_units(at.cell - cell, at.fraction) + unskew)
}

// The rest of the squared radius after subtracting the square of an offset.
#[inline(always)]
pub(crate) fn simplex_rest<F: Real>(rest: F, offset: F) -> F {
    rounded(rest - rounded(offset * offset))
}

// The rest after subtracting the square along x, the last one, or 0 beyond the radius.
#[inline(always)]
pub(crate) fn simplex_left<F: Real>(rest: F, squared: F) -> F {
    simplex_held(rounded(rest - squared))
}

// The fourth power of the rest.
#[inline(always)]
pub(crate) fn simplex_fourth<F: Real>(left: F) -> F {
    let squared = rounded(left * left);
    rounded(squared * squared)
}

// A component of the derivative of a vertex's contribution.
#[inline(always)]
pub(crate) fn simplex_part_slope<F: Real>(left: F, product: F, gradient: F, offset: F) -> F {
    let cubed = rounded(rounded(left * left) * left);
    rounded(cubed * (rounded(left * gradient) - left.real(8.0) * rounded(product * offset)))
}

#[inline(always)]
pub(crate) fn simplex_left_1<F: Real>(x: F) -> F {
    simplex_left(x.real(0.5), rounded(x * x))
}

#[inline(always)]
pub(crate) fn simplex_vertex_1<F: Real>(hash: F::Word, x: F) -> F {
    rounded(simplex_fourth(simplex_left_1(x)) * rounded(gradient_1(hash) * x))
}

#[inline(always)]
pub(crate) fn simplex_vertex_1_slope<F: Real>(hash: F::Word, x: F) -> F {
    let g = gradient_1(hash);
    simplex_part_slope(simplex_left_1(x), rounded(g * x), g, x)
}

// The contribution of a vertex, given the rest of the squared radius after the offsets other than x, the square of x, and the gradient's products with x and
// with the other offsets.
#[inline(always)]
pub(crate) fn simplex_vertex<F: Real>(rest: F, squared: F, along: F, beside: F) -> F {
    rounded(simplex_fourth(simplex_left(rest, squared)) * (along + beside))
}

#[inline(always)]
pub(crate) fn simplex_rest_2<F: Real>(y: F) -> F {
    simplex_rest(y.real(SIMPLEX_REACH), y)
}

#[inline(always)]
pub(crate) fn simplex_gradient_2<W: Word>(hash: W) -> [W::Real; 2] {
    [simplex_gradient_2x(hash), simplex_gradient_2y(hash)]
}

#[inline(always)]
pub(crate) fn simplex_vertex_2_of<F: Real>(gradient: [F; 2], at: [F; 2]) -> F {
    let along = rounded(gradient[0] * at[0]);
    simplex_vertex(simplex_rest_2(at[1]), rounded(at[0] * at[0]), along, rounded(gradient[1] * at[1]))
}

#[inline(always)]
pub(crate) fn simplex_vertex_2<F: Real>(hash: F::Word, at: [F; 2]) -> F {
    hash.outlined_if_narrow(
        #[inline(always)]
        || simplex_vertex_2_of(simplex_gradient_2(hash), at),
    )
}

#[inline(always)]
pub(crate) fn simplex_vertex_2_slope<F: Real>(hash: F::Word, at: [F; 2]) -> [F; 2] {
    hash.outlined_if_many(
        #[inline(always)]
        || {
            let gx = simplex_gradient_2x(hash);
            let gy = simplex_gradient_2y(hash);
            let left = simplex_left(simplex_rest_2(at[1]), rounded(at[0] * at[0]));
            let product = rounded(rounded(gx * at[0]) + rounded(gy * at[1]));
            [simplex_part_slope(left, product, gx, at[0]), simplex_part_slope(left, product, gy, at[1])]
        },
    )
}

#[inline(always)]
pub(crate) fn simplex_rest_3<F: Real>(y: F, z: F) -> F {
    simplex_rest(simplex_rest(y.real(SIMPLEX_REACH), z), y)
}

#[inline(always)]
pub(crate) fn simplex_beside_3<F: Real>(gy: F, gz: F, y: F, z: F) -> F {
    rounded(rounded(gy * y) + rounded(gz * z))
}

#[inline(always)]
pub(crate) fn simplex_vertex_3<F: Real>(hash: F::Word, at: [F; 3]) -> F {
    hash.outlined_if_narrow(
        #[inline(always)]
        || {
            let left = simplex_left(simplex_rest_3(at[1], at[2]), rounded(at[0] * at[0]));
            rounded(simplex_fourth(left) * simplex_product_3(hash, at[0], at[1], at[2]))
        },
    )
}

#[inline(always)]
pub(crate) fn simplex_vertex_3_slope<F: Real>(hash: F::Word, at: [F; 3]) -> [F; 3] {
    hash.outlined_if_many(
        #[inline(always)]
        || {
            let left = simplex_left(simplex_rest_3(at[1], at[2]), rounded(at[0] * at[0]));
            let product = simplex_product_3(hash, at[0], at[1], at[2]);
            let by_x = simplex_part_slope(left, product, gradient_x(hash), at[0]);
            let by_y = simplex_part_slope(left, product, gradient_y(hash), at[1]);
            [by_x, by_y, simplex_part_slope(left, product, gradient_z(hash), at[2])]
        },
    )
}

// A number whose sign is flipped if a bit of the hash is 1: the one `below` bits below the sign bit.
#[inline(always)]
pub(crate) fn simplex_signed<F: Real>(v: F, hash: F::Word, below: u32) -> F {
    bitcast_f32(bitcast_u32(v) ^ (shift_left(hash, below) & v.word(0x80000000)))
}

// The dot product of a gradient of Perlin noise in four dimensions with an offset: three components are 1 or -1 and one is 0.
#[inline(always)]
pub(crate) fn simplex_product_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    let h = hash & hash.word(31);
    let first = simplex_signed(select(at[1], at[0], less(h, hash.word(24))), hash, 31);
    let second = simplex_signed(select(at[2], at[1], less(h, hash.word(16))), hash, 30);
    let third = simplex_signed(select(at[3], at[2], less(h, hash.word(8))), hash, 29);
    rounded(rounded(first + second) + third)
}

#[inline(always)]
pub(crate) fn simplex_left_4<F: Real>(at: [F; 4]) -> F {
    let rest = simplex_rest(simplex_rest(simplex_rest(at[0].real(SIMPLEX_REACH), at[3]), at[2]), at[1]);
    simplex_left(rest, rounded(at[0] * at[0]))
}

#[inline(always)]
pub(crate) fn simplex_vertex_4<F: Real>(hash: F::Word, at: [F; 4]) -> F {
    hash.outlined(
        #[inline(always)]
        || rounded(simplex_fourth(simplex_left_4(at)) * simplex_product_4(hash, at)),
    )
}

#[inline(always)]
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

// The triangle around a sample, given the hashes of its vertices, the sample's offset from the first, and true if the second lies along x from there.
#[inline(always)]
pub(crate) fn simplex_triangle<F: Real>(hashes: [F::Word; 3], first: [F; 2], along_x: F::Mask) -> Simplex2<F> {
    let x1 = rounded(first[0] + select(hashes[0].real(0.21132481), hashes[0].real(-0.7886752), along_x));
    let y1 = rounded(first[1] + select(hashes[0].real(-0.7886752), hashes[0].real(0.21132481), along_x));
    let last = [rounded(first[0] - hashes[0].real(0.5773504)), rounded(first[1] - hashes[0].real(0.5773504))];
    Simplex2 { hash: hashes, from_0: first, from_1: [x1, y1], from_2: last }
}

#[inline(always)]
pub(crate) fn simplex_place_2<F: Real>(x: Coordinate<F>, y: Coordinate<F>, skew: Coordinate<F>) -> SimplexPlace2<F> {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let unskew = (i[0] + j[0]) * x.cell.word(SIMPLEX_UNSKEW_2);
    let from_0 = [simplex_from(x, i[0], unskew), simplex_from(y, j[0], unskew)];
    SimplexPlace2 { cell: [i[0], j[0]], from_0, along_x: less(j[1], i[1]) }
}

#[inline(always)]
pub(crate) fn simplex_around_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, skew: Coordinate<F>) -> Simplex2<F> {
    let place = simplex_place_2(x, y, skew);
    let px = place.cell[0] * x.cell.word(LATTICE_X);
    let py = place.cell[1] * x.cell.word(LATTICE_Y);
    let py1 = py + x.cell.word(LATTICE_Y);
    let along_x = place.along_x;
    let prefix = [hash_first(key, px), hash_first(key, px + x.cell.word(LATTICE_X))];
    let h0 = hash_plane(key, hash_next(prefix[0], py));
    let h1 = hash_plane(key, hash_next(select(prefix[0], prefix[1], along_x), select(py1, py, along_x)));
    let h2 = hash_plane(key, hash_next(prefix[1], py1));
    simplex_triangle([h0, h1, h2], place.from_0, along_x)
}

// The axes along which the second and the third vertex of a sample's tetrahedron differ from the first, by the fractions on the skewed lattice.
#[inline(always)]
pub(crate) fn simplex_path<W: Word>(x: W, y: W, z: W) -> SimplexPath<W::Real> {
    let x_over_y = less(y, x);
    let x_over_z = less(z, x);
    let y_over_z = less(z, y);
    let second = [x_over_y & x_over_z, !x_over_y & y_over_z, !(x_over_z | y_over_z)];
    let third = [x_over_y | x_over_z, !x_over_y | y_over_z, !(x_over_z & y_over_z)];
    SimplexPath { second, third }
}

// The tetrahedron around a sample, given the hashes of its vertices, the sample's offset from the first, and the path of the others.
#[inline(always)]
pub(crate) fn simplex_tetrahedron<F: Real>(hashes: [F::Word; 4], first: [F; 3], path: SimplexPath<F>) -> Simplex3<F> {
    let x1 = rounded(first[0] + select(hashes[0].real(0.16666663), hashes[0].real(-0.8333334), path.second[0]));
    let y1 = rounded(first[1] + select(hashes[0].real(0.16666663), hashes[0].real(-0.8333334), path.second[1]));
    let z1 = rounded(first[2] + select(hashes[0].real(0.16666663), hashes[0].real(-0.8333334), path.second[2]));
    let x2 = rounded(first[0] + select(hashes[0].real(0.33333325), hashes[0].real(-0.66666675), path.third[0]));
    let y2 = rounded(first[1] + select(hashes[0].real(0.33333325), hashes[0].real(-0.66666675), path.third[1]));
    let z2 = rounded(first[2] + select(hashes[0].real(0.33333325), hashes[0].real(-0.66666675), path.third[2]));
    let last = [
        rounded(first[0] - hashes[0].real(0.5000001)),
        rounded(first[1] - hashes[0].real(0.5000001)),
        rounded(first[2] - hashes[0].real(0.5000001)),
    ];
    Simplex3 { hash: hashes, from_0: first, from_1: [x1, y1, z1], from_2: [x2, y2, z2], from_3: last }
}

#[inline(always)]
pub(crate) fn simplex_place_3<F: Real>(x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, skew: Coordinate<F>) -> SimplexPlace3<F> {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let k = simplex_skewed(z, skew);
    let unskew = (i[0] + j[0] + k[0]) * x.cell.word(SIMPLEX_UNSKEW_3);
    let from_0 = [simplex_from(x, i[0], unskew), simplex_from(y, j[0], unskew), simplex_from(z, k[0], unskew)];
    SimplexPlace3 { cell: [i[0], j[0], k[0]], from_0, path: simplex_path(i[1], j[1], k[1]) }
}

#[inline(always)]
pub(crate) fn simplex_around_3<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    skew: Coordinate<F>,
) -> Simplex3<F> {
    let place = simplex_place_3(x, y, z, skew);
    let px = place.cell[0] * x.cell.word(LATTICE_X);
    let py = place.cell[1] * x.cell.word(LATTICE_Y);
    let pz = place.cell[2] * x.cell.word(LATTICE_Z);
    let py1 = py + x.cell.word(LATTICE_Y);
    let pz1 = pz + x.cell.word(LATTICE_Z);
    let path = place.path;
    let prefix = [hash_first(key, px), hash_first(key, px + x.cell.word(LATTICE_X))];
    let along_1 = hash_next(select(prefix[0], prefix[1], path.second[0]), select(py, py1, path.second[1]));
    let along_2 = hash_next(select(prefix[0], prefix[1], path.third[0]), select(py, py1, path.third[1]));
    let h0 = hash_last(key, hash_next(prefix[0], py), pz);
    let h1 = hash_last(key, along_1, select(pz, pz1, path.second[2]));
    let h2 = hash_last(key, along_2, select(pz, pz1, path.third[2]));
    let h3 = hash_last(key, hash_next(prefix[1], py1), pz1);
    simplex_tetrahedron([h0, h1, h2, h3], place.from_0, path)
}

// 1 where a is above b.
#[inline(always)]
pub(crate) fn simplex_above<W: Word>(a: W, b: W) -> W {
    select(a.word(0), a.word(1), less(b, a))
}

// The hash of the vertex that lies along the axes with a rank above `rank`.
#[inline(always)]
pub(crate) fn simplex_hash_4<W: Word>(key: [u32; 2], rank: u32, ranks: [W; 4], lower: [W; 4], upper: [W; 4]) -> W {
    let x = select(lower[0], upper[0], less(ranks[0].word(rank), ranks[0]));
    let y = select(lower[1], upper[1], less(ranks[0].word(rank), ranks[1]));
    let z = select(lower[2], upper[2], less(ranks[0].word(rank), ranks[2]));
    let w = select(lower[3], upper[3], less(ranks[0].word(rank), ranks[3]));
    hash_last(key, hash_next(hash_next(x, y), z), w)
}

// The offset from that vertex, given the offset from the first vertex and the differences between them: `along` on the axes along which the vertex lies, and
// `beside` on the others.
#[inline(always)]
pub(crate) fn simplex_from_4<F: Real>(rank: u32, ranks: [F::Word; 4], first: [F; 4], beside: F, along: F) -> [F; 4] {
    let x = rounded(first[0] + select(beside, along, less(ranks[0].word(rank), ranks[0])));
    let y = rounded(first[1] + select(beside, along, less(ranks[0].word(rank), ranks[1])));
    let z = rounded(first[2] + select(beside, along, less(ranks[0].word(rank), ranks[2])));
    let w = rounded(first[3] + select(beside, along, less(ranks[0].word(rank), ranks[3])));
    [x, y, z, w]
}

#[inline(always)]
pub(crate) fn simplex_around_4<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
    skew: Coordinate<F>,
) -> Simplex4<F> {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let k = simplex_skewed(z, skew);
    let l = simplex_skewed(w, skew);
    let px = i[0] * x.cell.word(LATTICE_X);
    // The hash prefix of x, and the other cells times their steps.
    let prefix = [hash_first(key, px), hash_first(key, px + x.cell.word(LATTICE_X))];
    let lower = [prefix[0], j[0] * x.cell.word(LATTICE_Y), k[0] * x.cell.word(LATTICE_Z), l[0] * x.cell.word(LATTICE_W)];
    let upper = [prefix[1], lower[1] + x.cell.word(LATTICE_Y), lower[2] + x.cell.word(LATTICE_Z), lower[3] + x.cell.word(LATTICE_W)];
    let unskew = (i[0] + j[0] + k[0] + l[0]) * x.cell.word(SIMPLEX_UNSKEW_4);
    let x0 = simplex_from(x, i[0], unskew);
    let y0 = simplex_from(y, j[0], unskew);
    let z0 = simplex_from(z, k[0], unskew);
    let from_0 = [x0, y0, z0, simplex_from(w, l[0], unskew)];
    // The rank of each axis: the number of other axes with a smaller fraction, or with an equal one that come later.
    let one = 1_u32;
    let xy = simplex_above(i[1], j[1]);
    let xz = simplex_above(i[1], k[1]);
    let xw = simplex_above(i[1], l[1]);
    let yz = simplex_above(j[1], k[1]);
    let yw = simplex_above(j[1], l[1]);
    let zw = simplex_above(k[1], l[1]);
    let ranks = [
        xy + xz + xw,
        x.cell.word(one) - xy + yz + yw,
        x.cell.word(one.wrapping_add(one)) - xz - yz + zw,
        x.cell.word(one.wrapping_add(one).wrapping_add(one)) - xw - yw - zw,
    ];
    let h0 = hash_last(key, hash_next(hash_next(lower[0], lower[1]), lower[2]), lower[3]);
    let h1 = simplex_hash_4(key, 2, ranks, lower, upper);
    let h2 = simplex_hash_4(key, 1, ranks, lower, upper);
    let h3 = simplex_hash_4(key, 0, ranks, lower, upper);
    let h4 = hash_last(key, hash_next(hash_next(upper[0], upper[1]), upper[2]), upper[3]);
    let from_1 = simplex_from_4(2, ranks, from_0, x.cell.real(0.13819659), x.cell.real(-0.8618034));
    let from_2 = simplex_from_4(1, ranks, from_0, x.cell.real(0.27639318), x.cell.real(-0.7236068));
    let from_3 = simplex_from_4(0, ranks, from_0, x.cell.real(0.41458976), x.cell.real(-0.58541024));
    // No axis has the rank 4, and the last vertex lies along all axes.
    let from_4 = simplex_from_4(4, ranks, from_0, x.cell.real(-0.44721365), x.cell.real(-0.44721365));
    Simplex4 { hash: [h0, h1, h2, h3], last: h4, from_0, from_1, from_2, from_3, from_4 }
}

// Simplex noise on a line. Range ±1, reached.
#[inline(always)]
pub(crate) fn simplex_1<F: Real>(key: [u32; 2], x: Coordinate<F>) -> F {
    let f = unit(x.fraction);
    let h0 = hash_3(key, x.cell, x.cell.word(0), x.cell.word(0));
    let h1 = hash_3(key, x.cell + x.cell.word(1), x.cell.word(0), x.cell.word(0));
    rounded(x.cell.real(108.73418) * rounded(simplex_vertex_1(h0, f) + simplex_vertex_1(h1, rounded(f - x.cell.real(1.0)))))
}

#[inline(always)]
pub(crate) fn simplex_1_slope<F: Real>(key: [u32; 2], x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let f = unit(x.fraction);
            let h0 = hash_3(key, x.cell, x.cell.word(0), x.cell.word(0));
            let h1 = hash_3(key, x.cell + x.cell.word(1), x.cell.word(0), x.cell.word(0));
            let sum = rounded(simplex_vertex_1_slope(h0, f) + simplex_vertex_1_slope(h1, rounded(f - x.cell.real(1.0))));
            [rounded(x.cell.real(108.73418) * sum), x.cell.real(0.0), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

// The scaled sum of a sample's vertices, or of their derivatives.
#[inline(always)]
pub(crate) fn simplex_scaled_2<F: Real>(sum: F) -> F {
    rounded(sum.real(99.20434) * sum)
}

#[inline(always)]
pub(crate) fn simplex_scaled_3<F: Real>(sum: F) -> F {
    rounded(sum.real(76.88075) * sum)
}

#[inline(always)]
pub(crate) fn simplex_total_2<F: Real>(first: F, second: F, last: F) -> F {
    simplex_scaled_2(rounded(rounded(first + second) + last))
}

#[inline(always)]
pub(crate) fn simplex_value_2<F: Real>(s: Simplex2<F>) -> F {
    let first = simplex_vertex_2(s.hash[0], s.from_0);
    let second = simplex_vertex_2(s.hash[1], s.from_1);
    simplex_total_2(first, second, simplex_vertex_2(s.hash[2], s.from_2))
}

// Simplex noise in the plane. Range ±0.986 as found, an eighth of it beyond ±0.8.
#[inline(always)]
pub(crate) fn simplex_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, skew: Coordinate<F>) -> F {
    simplex_value_2(simplex_around_2(key, x, y, skew))
}

#[inline(always)]
pub(crate) fn simplex_slope_2<F: Real>(s: Simplex2<F>) -> [F; 4] {
    let s0 = simplex_vertex_2_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_2_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_2_slope(s.hash[2], s.from_2);
    [simplex_total_2(s0[0], s1[0], s2[0]), simplex_total_2(s0[1], s1[1], s2[1]), s.hash[0].real(0.0), s.hash[0].real(0.0)]
}

#[inline(always)]
pub(crate) fn simplex_2_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, skew: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || simplex_slope_2(simplex_around_2(key, x, y, skew)),
    )
}

#[inline(always)]
pub(crate) fn simplex_value_3<F: Real>(s: Simplex3<F>) -> F {
    let two = rounded(simplex_vertex_3(s.hash[0], s.from_0) + simplex_vertex_3(s.hash[1], s.from_1));
    let three = rounded(two + simplex_vertex_3(s.hash[2], s.from_2));
    simplex_scaled_3(rounded(three + simplex_vertex_3(s.hash[3], s.from_3)))
}

// Simplex noise in space, by the twelve edge gradients of Perlin noise. Range ±0.951 as found.
#[inline(always)]
pub(crate) fn simplex_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, skew: Coordinate<F>) -> F {
    simplex_value_3(simplex_around_3(key, x, y, z, skew))
}

#[inline(always)]
pub(crate) fn simplex_slope_3<F: Real>(s: Simplex3<F>) -> [F; 4] {
    let s0 = simplex_vertex_3_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_3_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_3_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_3_slope(s.hash[3], s.from_3);
    let by_x = simplex_scaled_3(rounded(rounded(rounded(s0[0] + s1[0]) + s2[0]) + s3[0]));
    let by_y = simplex_scaled_3(rounded(rounded(rounded(s0[1] + s1[1]) + s2[1]) + s3[1]));
    let by_z = simplex_scaled_3(rounded(rounded(rounded(s0[2] + s1[2]) + s2[2]) + s3[2]));
    [by_x, by_y, by_z, s.hash[0].real(0.0)]
}

#[inline(always)]
pub(crate) fn simplex_3_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>, skew: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || simplex_slope_3(simplex_around_3(key, x, y, z, skew)),
    )
}

// Simplex noise in four dimensions, by the 32 gradients of Perlin noise. Range ±0.948 as found.
#[inline(always)]
pub(crate) fn simplex_4<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
    skew: Coordinate<F>,
) -> F {
    let s = simplex_around_4(key, x, y, z, w, skew);
    let two = rounded(simplex_vertex_4(s.hash[0], s.from_0) + simplex_vertex_4(s.hash[1], s.from_1));
    let three = rounded(two + simplex_vertex_4(s.hash[2], s.from_2));
    let four = rounded(three + simplex_vertex_4(s.hash[3], s.from_3));
    rounded(x.cell.real(62.77773) * rounded(four + simplex_vertex_4(s.last, s.from_4)))
}

// One component of the sum of five derivatives.
#[inline(always)]
pub(crate) fn simplex_sum_4<F: Real>(s0: F, s1: F, s2: F, s3: F, s4: F) -> F {
    rounded(s0.real(62.77773) * rounded(rounded(rounded(rounded(s0 + s1) + s2) + s3) + s4))
}

#[inline(always)]
pub(crate) fn simplex_4_slope<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    w: Coordinate<F>,
    skew: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let s = simplex_around_4(key, x, y, z, w, skew);
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
