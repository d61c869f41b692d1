// @generated from shaders/erosion.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// The stripes of the gully filter (Rune Skovbo Johansen, "Fast and gorgeous erosion filter", 2026): waves across a direction that changes from sample to
// sample.
//
// Each lattice point has a centre, anywhere within half a cell of it, and a wave through the centre. A sample combines the waves of all centres within 1.5
// cells, all taken across the sample's own direction: it averages their phases as points on a circle. A centre at a distance d has the weight (1 - 4 d^2 /
// 9)^3.

use super::super::builtin::{exp2, f32_of, floor, less, max, select, shift_right};
use super::super::real::{Lanes, Real};
use super::arithmetic::{quotient, sqrt_of};
use super::coordinate::position;
use super::hash::{LATTICE_X, LATTICE_Y, LATTICE_Z, hash_first, hash_last, hash_next, hash_plane};
use super::lattice::{Coordinate, cell_after, cell_before, next_cell, unit};
use super::strict::{canonical, rounded};

// The four lattice points on an axis whose centres may be near a sample, times the axis's hash constant, and the distances of the sample above the lower ends
// of the centres' ranges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ErosionAxis<F: Real = f32> {
    pub(crate) cells: [F::Word; 4],
    pub(crate) above: [F; 4],
}

#[inline(always)]
pub(crate) fn erosion_axis<F: Real>(x: Coordinate<F>, constant: u32) -> ErosionAxis<F> {
    let fraction = unit(x.fraction);
    let before = cell_before(x.cell, x.period);
    let after = next_cell(x);
    let last = cell_after(after, x.period);
    let cells =
        [before * x.cell.word(constant), x.cell * x.cell.word(constant), after * x.cell.word(constant), last * x.cell.word(constant)];
    let low = [rounded(fraction + x.cell.real(1.5)), rounded(fraction + x.cell.real(0.5))];
    ErosionAxis { cells, above: [low[0], low[1], rounded(fraction - x.cell.real(0.5)), rounded(fraction - x.cell.real(1.5))] }
}

// The distance of a sample above a centre on an axis, given the centre's position as 16 bits.
#[inline(always)]
pub(crate) fn erosion_offset<F: Real>(above: F, bits: F::Word) -> F {
    rounded(above - f32_of(above.word(2) * bits + above.word(1)) * above.real(exp2(-17)))
}

// The wave of a centre at a squared distance, `turns` after it: its cosine and sine times its weight, and the weight. The wave begins at a quarter of a turn.
#[inline(always)]
pub(crate) fn erosion_wave<F: Real>(squared: F, turns: F) -> [F; 3] {
    let left = max(rounded(squared.real(1.0) - rounded(squared * squared.real(0.44444445))), squared.real(0.0));
    let weight = rounded(rounded(left * left) * left);
    // Folded to a quarter of a turn on either side of 0, without rounding.
    let part = rounded(turns - floor(turns));
    let is_first = less(part, squared.real(0.5));
    let r = rounded(select(rounded(part - squared.real(0.5)), part, is_first) - squared.real(0.25));
    // The sine as in `sine`, and the cosine, even minimax of degree 8, within 5e-8.
    let s = rounded(r * r);
    let p4 = rounded(s * squared.real(39.13411)) - squared.real(76.49605);
    let p3 = rounded(s * p4) + squared.real(81.59865);
    let p2 = rounded(s * p3) - squared.real(41.341618);
    let p1 = rounded(s * p2) + squared.real(6.283185);
    let q3 = rounded(s * squared.real(56.242382)) - squared.real(85.24033);
    let q2 = rounded(s * q3) + squared.real(64.93459);
    let q1 = rounded(s * q2) - squared.real(19.739172);
    let cosine = rounded(rounded(s * q1) + squared.real(1.0));
    let signed = select(weight, -weight, is_first);
    [rounded(signed * cosine), rounded(signed * rounded(r * p1)), weight]
}

#[inline(always)]
pub(crate) fn erosion_sum<F: Real>(a: [F; 3], b: [F; 3], c: [F; 3], d: [F; 3]) -> [F; 3] {
    let x = rounded(rounded(a[0] + b[0]) + rounded(c[0] + d[0]));
    let y = rounded(rounded(a[1] + b[1]) + rounded(c[1] + d[1]));
    [x, y, rounded(rounded(a[2] + b[2]) + rounded(c[2] + d[2]))]
}

// The wave of the lattice point with this hash. `across` is the number of turns per cell along each axis.
#[inline(always)]
pub(crate) fn erosion_point_2<F: Real>(point: F::Word, x: F, y: F, across: [F; 2]) -> [F; 3] {
    let dx = erosion_offset(x, point & point.word(65535));
    let dy = erosion_offset(y, shift_right(point, 16));
    let turns = rounded(rounded(across[0] * dx) + rounded(across[1] * dy));
    erosion_wave(rounded(rounded(dx * dx) + rounded(dy * dy)), turns)
}

#[inline(always)]
pub(crate) fn erosion_point_3<F: Real>(point: F::Word, x: F, y: F, z: F, across: [F; 3]) -> [F; 3] {
    let dx = erosion_offset(x, point & point.word(65535));
    let dy = erosion_offset(y, shift_right(point, 16));
    let dz = erosion_offset(z, shift_right(point * point.word(LATTICE_Z), 16));
    let turns = rounded(rounded(rounded(across[0] * dx) + rounded(across[1] * dy)) + rounded(across[2] * dz));
    erosion_wave(rounded(rounded(rounded(dx * dx) + rounded(dy * dy)) + rounded(dz * dz)), turns)
}

// The sum over four lattice points along the last axis, given the hash prefix of the axes before.
#[inline(always)]
pub(crate) fn erosion_column_2<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: ErosionAxis<F>, across: [F; 2]) -> [F; 3] {
    prefix.outlined(
        #[inline(always)]
        || {
            let a = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[0])), x, y.above[0], across);
            let b = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[1])), x, y.above[1], across);
            let c = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[2])), x, y.above[2], across);
            let d = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[3])), x, y.above[3], across);
            erosion_sum(a, b, c, d)
        },
    )
}

#[inline(always)]
pub(crate) fn erosion_column_3<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: F, z: ErosionAxis<F>, across: [F; 3]) -> [F; 3] {
    prefix.outlined(
        #[inline(always)]
        || {
            let a = erosion_point_3(hash_last(key, prefix, z.cells[0]), x, y, z.above[0], across);
            let b = erosion_point_3(hash_last(key, prefix, z.cells[1]), x, y, z.above[1], across);
            let c = erosion_point_3(hash_last(key, prefix, z.cells[2]), x, y, z.above[2], across);
            let d = erosion_point_3(hash_last(key, prefix, z.cells[3]), x, y, z.above[3], across);
            erosion_sum(a, b, c, d)
        },
    )
}

// The sum over sixteen lattice points.
#[inline(always)]
pub(crate) fn erosion_plane_3<F: Real>(
    key: [u32; 2],
    prefix: F::Word,
    x: F,
    y: ErosionAxis<F>,
    z: ErosionAxis<F>,
    across: [F; 3],
) -> [F; 3] {
    let a = erosion_column_3(key, hash_next(prefix, y.cells[0]), x, y.above[0], z, across);
    let b = erosion_column_3(key, hash_next(prefix, y.cells[1]), x, y.above[1], z, across);
    let c = erosion_column_3(key, hash_next(prefix, y.cells[2]), x, y.above[2], z, across);
    let d = erosion_column_3(key, hash_next(prefix, y.cells[3]), x, y.above[3], z, across);
    erosion_sum(a, b, c, d)
}

// The mean of waves, scaled up to the unit circle by at most a factor of 2.
#[inline(always)]
pub(crate) fn erosion_mean<F: Real>(sum: [F; 3]) -> [F; 4] {
    let size = sqrt_of(canonical(rounded(rounded(sum[0] * sum[0]) + rounded(sum[1] * sum[1]))));
    let most = max(sum[0].real(0.5) * sum[2], size);
    [
        quotient(canonical(sum[0]), most, sum[0].real(1.0)),
        quotient(canonical(sum[1]), most, sum[0].real(1.0)),
        sum[0].real(0.0),
        sum[0].real(0.0),
    ]
}

// The height of the stripes, from -1 to 1. They vary along a direction of length 1, whose components are given as coordinates.
#[inline(always)]
pub(crate) fn erosion_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, across_x: Coordinate<F>, across_y: Coordinate<F>) -> F {
    erosion_2_slope(key, x, y, across_x, across_y)[0]
}

// The same on a surface in space; the direction is tangent to it.
#[inline(always)]
pub(crate) fn erosion_3<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    across_x: Coordinate<F>,
    across_y: Coordinate<F>,
    across_z: Coordinate<F>,
) -> F {
    erosion_3_slope(key, x, y, z, across_x, across_y, across_z)[0]
}

// Not derivatives, but the components of the stripes: their cosine, and their sine, which times -2 pi and the turns per cell is the derivative of the cosine
// along the direction.
#[inline(always)]
pub(crate) fn erosion_2_slope<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    across_x: Coordinate<F>,
    across_y: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let across = [rounded(x.cell.real(0.7) * position(across_x)), rounded(x.cell.real(0.7) * position(across_y))];
            let ax = erosion_axis(x, LATTICE_X);
            let ay = erosion_axis(y, LATTICE_Y);
            let a = erosion_column_2(key, hash_first(key, ax.cells[0]), ax.above[0], ay, across);
            let b = erosion_column_2(key, hash_first(key, ax.cells[1]), ax.above[1], ay, across);
            let c = erosion_column_2(key, hash_first(key, ax.cells[2]), ax.above[2], ay, across);
            let d = erosion_column_2(key, hash_first(key, ax.cells[3]), ax.above[3], ay, across);
            erosion_mean(erosion_sum(a, b, c, d))
        },
    )
}

#[inline(always)]
pub(crate) fn erosion_3_slope<F: Real>(
    key: [u32; 2],
    x: Coordinate<F>,
    y: Coordinate<F>,
    z: Coordinate<F>,
    across_x: Coordinate<F>,
    across_y: Coordinate<F>,
    across_z: Coordinate<F>,
) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let across = [
                rounded(x.cell.real(0.7) * position(across_x)),
                rounded(x.cell.real(0.7) * position(across_y)),
                rounded(x.cell.real(0.7) * position(across_z)),
            ];
            let ax = erosion_axis(x, LATTICE_X);
            let ay = erosion_axis(y, LATTICE_Y);
            let az = erosion_axis(z, LATTICE_Z);
            let a = erosion_plane_3(key, hash_first(key, ax.cells[0]), ax.above[0], ay, az, across);
            let b = erosion_plane_3(key, hash_first(key, ax.cells[1]), ax.above[1], ay, az, across);
            let c = erosion_plane_3(key, hash_first(key, ax.cells[2]), ax.above[2], ay, az, across);
            let d = erosion_plane_3(key, hash_first(key, ax.cells[3]), ax.above[3], ay, az, across);
            erosion_mean(erosion_sum(a, b, c, d))
        },
    )
}
