// @generated from shaders/sparse.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Sparse convolution noise (J. P. Lewis, "Algorithms for Solid Noise Synthesis", SIGGRAPH 1989): impulses with random weights at random positions, each spread
// by a smooth kernel. Every lattice cell has one impulse, anywhere in the cell and with a weight from -1 to below 1. At a distance d below 1 it adds half its
// weight times (1 - d^2)^3, and farther away nothing. So the 3^n cells around a sample contain all impulses that reach it, and the noise and its first two
// derivatives are continuous.
//
// Weights are independent of each other and of the positions, and their mean is 0. So the covariance of two samples depends only on their distance, whatever
// their positions in their cells and their direction from each other: neither the variance nor the spectrum shows the grid.
//
// An impulse lies at the feature point that the cell has in cellular noise with a jitter of 1: at least 2^-17 cells from the walls of its cell.

use super::super::builtin::{exp2, f32_of, max};
use super::super::real::{Lanes, Real, Word};
use super::cellular::{cellular_x, cellular_y, cellular_z};
use super::hash::{LATTICE_W, LATTICE_X, LATTICE_Y, LATTICE_Z, hash_3, hash_first, hash_last, hash_next, hash_plane, hash_value};
use super::lattice::{Coordinate, cell_before, next_cell, unit};
use super::strict::rounded;

// A sample on an axis: the cell before its own, its own and the one after it, and the distance of the sample above the lower wall of each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SparseAxis<F: Real = f32> {
    pub(crate) cells: [F::Word; 3],
    pub(crate) above: [F; 3],
}

#[inline(always)]
pub(crate) fn sparse_axis<F: Real>(at: Coordinate<F>) -> SparseAxis<F> {
    let f = unit(at.fraction);
    let cells = [cell_before(at.cell, at.period), at.cell, next_cell(at)];
    SparseAxis { cells, above: [rounded(f + at.cell.real(1.0)), f, rounded(f - at.cell.real(1.0))] }
}

// The weight of the impulse in the cell with this hash: bits of a product, like the third component of the position.
#[inline(always)]
pub(crate) fn sparse_weight<W: Word>(point: W) -> W::Real {
    hash_value(point * point.word(LATTICE_W))
}

// The distance of a sample above an impulse on an axis, given the impulse's position in its cell as 16 bits.
#[inline(always)]
pub(crate) fn sparse_offset<F: Real>(above: F, bits: F::Word) -> F {
    rounded(above - f32_of(above.word(2) * bits + above.word(1)) * above.real(exp2(-17)))
}

// 1 minus the squared distance, or 0 beyond a distance of 1.
#[inline(always)]
pub(crate) fn sparse_left<F: Real>(squared: F) -> F {
    max(rounded(squared.real(1.0) - squared), squared.real(0.0))
}

// The weight times the cube of the rest.
#[inline(always)]
pub(crate) fn sparse_part<F: Real>(weight: F, left: F) -> F {
    rounded(weight * rounded(rounded(left * left) * left))
}

// The factor of the contribution's derivatives, which are -6 times it times the offsets.
#[inline(always)]
pub(crate) fn sparse_pull<F: Real>(weight: F, left: F) -> F {
    rounded(weight * rounded(left * left))
}

// The contribution of the impulse in the cell with this hash, given the distance of the sample above the cell's lower walls.
#[inline(always)]
pub(crate) fn sparse_impulse_1<F: Real>(point: F::Word, x: F) -> F {
    let dx = sparse_offset(x, cellular_x(point));
    sparse_part(sparse_weight(point), sparse_left(rounded(dx * dx)))
}

#[inline(always)]
pub(crate) fn sparse_left_2<F: Real>(dx: F, dy: F) -> F {
    sparse_left(rounded(rounded(dx * dx) + rounded(dy * dy)))
}

#[inline(always)]
pub(crate) fn sparse_impulse_2<F: Real>(point: F::Word, x: F, y: F) -> F {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    sparse_part(sparse_weight(point), sparse_left_2(dx, dy))
}

#[inline(always)]
pub(crate) fn sparse_left_3<F: Real>(dx: F, dy: F, dz: F) -> F {
    sparse_left(rounded(rounded(rounded(dx * dx) + rounded(dy * dy)) + rounded(dz * dz)))
}

#[inline(always)]
pub(crate) fn sparse_impulse_3<F: Real>(point: F::Word, x: F, y: F, z: F) -> F {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let dz = sparse_offset(z, cellular_z(point));
    sparse_part(sparse_weight(point), sparse_left_3(dx, dy, dz))
}

// The hash of a cell, given its prefix of x, and its y.
#[inline(always)]
pub(crate) fn sparse_hash_2<W: Word>(key: [u32; 2], prefix: W, y: W) -> W {
    hash_plane(key, hash_next(prefix, y * prefix.word(LATTICE_Y)))
}

// The same, given the prefix of x and y, and z.
#[inline(always)]
pub(crate) fn sparse_hash_3<W: Word>(key: [u32; 2], prefix: W, z: W) -> W {
    hash_last(key, prefix, z * prefix.word(LATTICE_Z))
}

// The contributions of three cells along the last axis.
#[inline(always)]
pub(crate) fn sparse_column_2<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: SparseAxis<F>) -> F {
    prefix.outlined_if_many(
        #[inline(always)]
        || {
            let a = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[0]), x, y.above[0]);
            let b = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[1]), x, y.above[1]);
            let c = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[2]), x, y.above[2]);
            rounded(rounded(a + b) + c)
        },
    )
}

#[inline(always)]
pub(crate) fn sparse_column_3<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: F, z: SparseAxis<F>) -> F {
    prefix.outlined_if_many(
        #[inline(always)]
        || {
            let a = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[0]), x, y, z.above[0]);
            let b = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[1]), x, y, z.above[1]);
            let c = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[2]), x, y, z.above[2]);
            rounded(rounded(a + b) + c)
        },
    )
}

// The contributions of nine cells, given the prefix of x.
#[inline(always)]
pub(crate) fn sparse_plane_3<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: SparseAxis<F>, z: SparseAxis<F>) -> F {
    let a = sparse_column_3(key, hash_next(prefix, y.cells[0] * prefix.word(LATTICE_Y)), x, y.above[0], z);
    let b = sparse_column_3(key, hash_next(prefix, y.cells[1] * prefix.word(LATTICE_Y)), x, y.above[1], z);
    let c = sparse_column_3(key, hash_next(prefix, y.cells[2] * prefix.word(LATTICE_Y)), x, y.above[2], z);
    rounded(rounded(a + b) + c)
}

// Within ±1.
#[inline(always)]
pub(crate) fn sparse_1<F: Real>(key: [u32; 2], x: Coordinate<F>) -> F {
    let ax = sparse_axis(x);
    let a = sparse_impulse_1(hash_3(key, ax.cells[0], x.cell.word(0), x.cell.word(0)), ax.above[0]);
    let b = sparse_impulse_1(hash_3(key, ax.cells[1], x.cell.word(0), x.cell.word(0)), ax.above[1]);
    let c = sparse_impulse_1(hash_3(key, ax.cells[2], x.cell.word(0), x.cell.word(0)), ax.above[2]);
    x.cell.real(0.5) * rounded(rounded(a + b) + c)
}

// Within ±2; found ±1.47, and one sample in 80 000 beyond ±1.
#[inline(always)]
pub(crate) fn sparse_2<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> F {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let a = sparse_column_2(key, hash_first(key, ax.cells[0] * x.cell.word(LATTICE_X)), ax.above[0], ay);
    let b = sparse_column_2(key, hash_first(key, ax.cells[1] * x.cell.word(LATTICE_X)), ax.above[1], ay);
    let c = sparse_column_2(key, hash_first(key, ax.cells[2] * x.cell.word(LATTICE_X)), ax.above[2], ay);
    x.cell.real(0.5) * rounded(rounded(a + b) + c)
}

// Within ±4; found ±1.44, and one sample in 350 000 beyond ±1.
#[inline(always)]
pub(crate) fn sparse_3<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> F {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let az = sparse_axis(z);
    let a = sparse_plane_3(key, hash_first(key, ax.cells[0] * x.cell.word(LATTICE_X)), ax.above[0], ay, az);
    let b = sparse_plane_3(key, hash_first(key, ax.cells[1] * x.cell.word(LATTICE_X)), ax.above[1], ay, az);
    let c = sparse_plane_3(key, hash_first(key, ax.cells[2] * x.cell.word(LATTICE_X)), ax.above[2], ay, az);
    x.cell.real(0.5) * rounded(rounded(a + b) + c)
}

// The derivatives of an impulse's contribution, divided by -6.
#[inline(always)]
pub(crate) fn sparse_impulse_1_slope<F: Real>(point: F::Word, x: F) -> F {
    let dx = sparse_offset(x, cellular_x(point));
    rounded(sparse_pull(sparse_weight(point), sparse_left(rounded(dx * dx))) * dx)
}

#[inline(always)]
pub(crate) fn sparse_impulse_2_slope<F: Real>(point: F::Word, x: F, y: F) -> [F; 2] {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let pull = sparse_pull(sparse_weight(point), sparse_left_2(dx, dy));
    [rounded(pull * dx), rounded(pull * dy)]
}

#[inline(always)]
pub(crate) fn sparse_impulse_3_slope<F: Real>(point: F::Word, x: F, y: F, z: F) -> [F; 3] {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let dz = sparse_offset(z, cellular_z(point));
    let pull = sparse_pull(sparse_weight(point), sparse_left_3(dx, dy, dz));
    [rounded(pull * dx), rounded(pull * dy), rounded(pull * dz)]
}

#[inline(always)]
pub(crate) fn sparse_sum_2<F: Real>(a: [F; 2], b: [F; 2], c: [F; 2]) -> [F; 2] {
    [rounded(rounded(a[0] + b[0]) + c[0]), rounded(rounded(a[1] + b[1]) + c[1])]
}

#[inline(always)]
pub(crate) fn sparse_sum_3<F: Real>(a: [F; 3], b: [F; 3], c: [F; 3]) -> [F; 3] {
    let x = rounded(rounded(a[0] + b[0]) + c[0]);
    let y = rounded(rounded(a[1] + b[1]) + c[1]);
    [x, y, rounded(rounded(a[2] + b[2]) + c[2])]
}

#[inline(always)]
pub(crate) fn sparse_column_2_slope<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: SparseAxis<F>) -> [F; 2] {
    let a = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[0]), x, y.above[0]);
    let b = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[1]), x, y.above[1]);
    let c = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[2]), x, y.above[2]);
    sparse_sum_2(a, b, c)
}

#[inline(always)]
pub(crate) fn sparse_column_3_slope<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: F, z: SparseAxis<F>) -> [F; 3] {
    prefix.outlined(
        #[inline(always)]
        || {
            let a = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[0]), x, y, z.above[0]);
            let b = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[1]), x, y, z.above[1]);
            let c = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[2]), x, y, z.above[2]);
            sparse_sum_3(a, b, c)
        },
    )
}

#[inline(always)]
pub(crate) fn sparse_plane_3_slope<F: Real>(key: [u32; 2], prefix: F::Word, x: F, y: SparseAxis<F>, z: SparseAxis<F>) -> [F; 3] {
    let a = sparse_column_3_slope(key, hash_next(prefix, y.cells[0] * prefix.word(LATTICE_Y)), x, y.above[0], z);
    let b = sparse_column_3_slope(key, hash_next(prefix, y.cells[1] * prefix.word(LATTICE_Y)), x, y.above[1], z);
    let c = sparse_column_3_slope(key, hash_next(prefix, y.cells[2] * prefix.word(LATTICE_Y)), x, y.above[2], z);
    sparse_sum_3(a, b, c)
}

// Each `sparse_N_slope` returns the derivatives of `sparse_N` by x, y and z in cells, 0 for missing ones.
#[inline(always)]
pub(crate) fn sparse_1_slope<F: Real>(key: [u32; 2], x: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let ax = sparse_axis(x);
            let a = sparse_impulse_1_slope(hash_3(key, ax.cells[0], x.cell.word(0), x.cell.word(0)), ax.above[0]);
            let b = sparse_impulse_1_slope(hash_3(key, ax.cells[1], x.cell.word(0), x.cell.word(0)), ax.above[1]);
            let c = sparse_impulse_1_slope(hash_3(key, ax.cells[2], x.cell.word(0), x.cell.word(0)), ax.above[2]);
            [rounded(x.cell.real(-3.0) * rounded(rounded(a + b) + c)), x.cell.real(0.0), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

#[inline(always)]
pub(crate) fn sparse_2_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let ax = sparse_axis(x);
            let ay = sparse_axis(y);
            let a = sparse_column_2_slope(key, hash_first(key, ax.cells[0] * x.cell.word(LATTICE_X)), ax.above[0], ay);
            let b = sparse_column_2_slope(key, hash_first(key, ax.cells[1] * x.cell.word(LATTICE_X)), ax.above[1], ay);
            let c = sparse_column_2_slope(key, hash_first(key, ax.cells[2] * x.cell.word(LATTICE_X)), ax.above[2], ay);
            let sum = sparse_sum_2(a, b, c);
            [rounded(x.cell.real(-3.0) * sum[0]), rounded(x.cell.real(-3.0) * sum[1]), x.cell.real(0.0), x.cell.real(0.0)]
        },
    )
}

#[inline(always)]
pub(crate) fn sparse_3_slope<F: Real>(key: [u32; 2], x: Coordinate<F>, y: Coordinate<F>, z: Coordinate<F>) -> [F; 4] {
    x.cell.outlined(
        #[inline(always)]
        || {
            let ax = sparse_axis(x);
            let ay = sparse_axis(y);
            let az = sparse_axis(z);
            let a = sparse_plane_3_slope(key, hash_first(key, ax.cells[0] * x.cell.word(LATTICE_X)), ax.above[0], ay, az);
            let b = sparse_plane_3_slope(key, hash_first(key, ax.cells[1] * x.cell.word(LATTICE_X)), ax.above[1], ay, az);
            let c = sparse_plane_3_slope(key, hash_first(key, ax.cells[2] * x.cell.word(LATTICE_X)), ax.above[2], ay, az);
            let sum = sparse_sum_3(a, b, c);
            [
                rounded(x.cell.real(-3.0) * sum[0]),
                rounded(x.cell.real(-3.0) * sum[1]),
                rounded(x.cell.real(-3.0) * sum[2]),
                x.cell.real(0.0),
            ]
        },
    )
}
