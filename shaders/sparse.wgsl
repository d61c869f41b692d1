//@ needs: strict lattice hash cellular
// Sparse convolution noise (J. P. Lewis, "Algorithms for Solid Noise Synthesis", SIGGRAPH 1989): impulses with random weights at random positions, each spread
// by a smooth kernel. Every lattice cell has one impulse, anywhere in the cell and with a weight from -1 to below 1. At a distance d below 1 it adds half its
// weight times (1 - d^2)^3, and farther away nothing. So the 3^n cells around a sample contain all impulses that reach it, and the noise and its first two
// derivatives are continuous.
//
// Weights are independent of each other and of the positions, and their mean is 0. So the covariance of two samples depends only on their distance, whatever
// their positions in their cells and their direction from each other: neither the variance nor the spectrum shows the grid.
//
// An impulse lies at the feature point that the cell has in cellular noise with a jitter of 1: at least 2^-17 cells from the walls of its cell.

// A sample on an axis: the cell before its own, its own and the one after it, and the distance of the sample above the lower wall of each.
struct SparseAxis {
    cells: vec3<u32>,
    above: vec3<f32>,
}

fn sparse_axis(at: Coordinate) -> SparseAxis {
    let f = unit(at.fraction);
    let cells = vec3<u32>(cell_before(at.cell, at.period), at.cell, next_cell(at));
    return SparseAxis(cells, vec3<f32>(rounded(f + 1.0f), f, rounded(f - 1.0f)));
}

// The weight of the impulse in the cell with this hash: bits of a product, like the third component of the position.
fn sparse_weight(point: u32) -> f32 {
    return hash_value(point * LATTICE_W);
}

// The distance of a sample above an impulse on an axis, given the impulse's position in its cell as 16 bits.
fn sparse_offset(above: f32, bits: u32) -> f32 {
    return rounded(above - f32(2u * bits + 1u) * 0x1p-17f);
}

// 1 minus the squared distance, or 0 beyond a distance of 1.
fn sparse_left(squared: f32) -> f32 {
    return max(rounded(1.0f - squared), 0.0f);
}

// The weight times the cube of the rest.
fn sparse_part(weight: f32, left: f32) -> f32 {
    return rounded(weight * rounded(rounded(left * left) * left));
}

// The factor of the contribution's derivatives, which are -6 times it times the offsets.
fn sparse_pull(weight: f32, left: f32) -> f32 {
    return rounded(weight * rounded(left * left));
}

// The contribution of the impulse in the cell with this hash, given the distance of the sample above the cell's lower walls.
fn sparse_impulse_1(point: u32, x: f32) -> f32 {
    let dx = sparse_offset(x, cellular_x(point));
    return sparse_part(sparse_weight(point), sparse_left(rounded(dx * dx)));
}

fn sparse_left_2(dx: f32, dy: f32) -> f32 {
    return sparse_left(rounded(rounded(dx * dx) + rounded(dy * dy)));
}

fn sparse_impulse_2(point: u32, x: f32, y: f32) -> f32 {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    return sparse_part(sparse_weight(point), sparse_left_2(dx, dy));
}

fn sparse_left_3(dx: f32, dy: f32, dz: f32) -> f32 {
    return sparse_left(rounded(rounded(rounded(dx * dx) + rounded(dy * dy)) + rounded(dz * dz)));
}

fn sparse_impulse_3(point: u32, x: f32, y: f32, z: f32) -> f32 {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let dz = sparse_offset(z, cellular_z(point));
    return sparse_part(sparse_weight(point), sparse_left_3(dx, dy, dz));
}

// The hash of a cell, given its prefix of x, and its y.
fn sparse_hash_2(key: vec2<Uniform>, prefix: u32, y: u32) -> u32 {
    return hash_plane(key, hash_next(prefix, y * LATTICE_Y));
}

// The same, given the prefix of x and y, and z.
fn sparse_hash_3(key: vec2<Uniform>, prefix: u32, z: u32) -> u32 {
    return hash_last(key, prefix, z * LATTICE_Z);
}

// The contributions of three cells along the last axis.
//@ outlined: lanes
fn sparse_column_2(key: vec2<Uniform>, prefix: u32, x: f32, y: SparseAxis) -> f32 {
    let a = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[0]), x, y.above[0]);
    let b = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[1]), x, y.above[1]);
    let c = sparse_impulse_2(sparse_hash_2(key, prefix, y.cells[2]), x, y.above[2]);
    return rounded(rounded(a + b) + c);
}

//@ outlined: lanes
fn sparse_column_3(key: vec2<Uniform>, prefix: u32, x: f32, y: f32, z: SparseAxis) -> f32 {
    let a = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[0]), x, y, z.above[0]);
    let b = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[1]), x, y, z.above[1]);
    let c = sparse_impulse_3(sparse_hash_3(key, prefix, z.cells[2]), x, y, z.above[2]);
    return rounded(rounded(a + b) + c);
}

// The contributions of nine cells, given the prefix of x.
fn sparse_plane_3(key: vec2<Uniform>, prefix: u32, x: f32, y: SparseAxis, z: SparseAxis) -> f32 {
    let a = sparse_column_3(key, hash_next(prefix, y.cells[0] * LATTICE_Y), x, y.above[0], z);
    let b = sparse_column_3(key, hash_next(prefix, y.cells[1] * LATTICE_Y), x, y.above[1], z);
    let c = sparse_column_3(key, hash_next(prefix, y.cells[2] * LATTICE_Y), x, y.above[2], z);
    return rounded(rounded(a + b) + c);
}

// Within ±1.
//@ basis
fn sparse_1(key: vec2<Uniform>, x: Coordinate) -> f32 {
    let ax = sparse_axis(x);
    let a = sparse_impulse_1(hash_3(key, ax.cells[0], 0u, 0u), ax.above[0]);
    let b = sparse_impulse_1(hash_3(key, ax.cells[1], 0u, 0u), ax.above[1]);
    let c = sparse_impulse_1(hash_3(key, ax.cells[2], 0u, 0u), ax.above[2]);
    return 0.5f * rounded(rounded(a + b) + c);
}

// Within ±2; found ±1.47, and one sample in 80 000 beyond ±1.
//@ basis
fn sparse_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let a = sparse_column_2(key, hash_first(key, ax.cells[0] * LATTICE_X), ax.above[0], ay);
    let b = sparse_column_2(key, hash_first(key, ax.cells[1] * LATTICE_X), ax.above[1], ay);
    let c = sparse_column_2(key, hash_first(key, ax.cells[2] * LATTICE_X), ax.above[2], ay);
    return 0.5f * rounded(rounded(a + b) + c);
}

// Within ±4; found ±1.44, and one sample in 350 000 beyond ±1.
//@ basis
fn sparse_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let az = sparse_axis(z);
    let a = sparse_plane_3(key, hash_first(key, ax.cells[0] * LATTICE_X), ax.above[0], ay, az);
    let b = sparse_plane_3(key, hash_first(key, ax.cells[1] * LATTICE_X), ax.above[1], ay, az);
    let c = sparse_plane_3(key, hash_first(key, ax.cells[2] * LATTICE_X), ax.above[2], ay, az);
    return 0.5f * rounded(rounded(a + b) + c);
}

// The derivatives of an impulse's contribution, divided by -6.
fn sparse_impulse_1_slope(point: u32, x: f32) -> f32 {
    let dx = sparse_offset(x, cellular_x(point));
    return rounded(sparse_pull(sparse_weight(point), sparse_left(rounded(dx * dx))) * dx);
}

fn sparse_impulse_2_slope(point: u32, x: f32, y: f32) -> vec2<f32> {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let pull = sparse_pull(sparse_weight(point), sparse_left_2(dx, dy));
    return vec2<f32>(rounded(pull * dx), rounded(pull * dy));
}

fn sparse_impulse_3_slope(point: u32, x: f32, y: f32, z: f32) -> vec3<f32> {
    let dx = sparse_offset(x, cellular_x(point));
    let dy = sparse_offset(y, cellular_y(point));
    let dz = sparse_offset(z, cellular_z(point));
    let pull = sparse_pull(sparse_weight(point), sparse_left_3(dx, dy, dz));
    return vec3<f32>(rounded(pull * dx), rounded(pull * dy), rounded(pull * dz));
}

fn sparse_sum_2(a: vec2<f32>, b: vec2<f32>, c: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(rounded(rounded(a[0] + b[0]) + c[0]), rounded(rounded(a[1] + b[1]) + c[1]));
}

fn sparse_sum_3(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec3<f32> {
    let x = rounded(rounded(a[0] + b[0]) + c[0]);
    let y = rounded(rounded(a[1] + b[1]) + c[1]);
    return vec3<f32>(x, y, rounded(rounded(a[2] + b[2]) + c[2]));
}

fn sparse_column_2_slope(key: vec2<Uniform>, prefix: u32, x: f32, y: SparseAxis) -> vec2<f32> {
    let a = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[0]), x, y.above[0]);
    let b = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[1]), x, y.above[1]);
    let c = sparse_impulse_2_slope(sparse_hash_2(key, prefix, y.cells[2]), x, y.above[2]);
    return sparse_sum_2(a, b, c);
}

//@ outlined
fn sparse_column_3_slope(key: vec2<Uniform>, prefix: u32, x: f32, y: f32, z: SparseAxis) -> vec3<f32> {
    let a = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[0]), x, y, z.above[0]);
    let b = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[1]), x, y, z.above[1]);
    let c = sparse_impulse_3_slope(sparse_hash_3(key, prefix, z.cells[2]), x, y, z.above[2]);
    return sparse_sum_3(a, b, c);
}

fn sparse_plane_3_slope(key: vec2<Uniform>, prefix: u32, x: f32, y: SparseAxis, z: SparseAxis) -> vec3<f32> {
    let a = sparse_column_3_slope(key, hash_next(prefix, y.cells[0] * LATTICE_Y), x, y.above[0], z);
    let b = sparse_column_3_slope(key, hash_next(prefix, y.cells[1] * LATTICE_Y), x, y.above[1], z);
    let c = sparse_column_3_slope(key, hash_next(prefix, y.cells[2] * LATTICE_Y), x, y.above[2], z);
    return sparse_sum_3(a, b, c);
}

// Each `sparse_N_slope` returns the derivatives of `sparse_N` by x, y and z in cells, 0 for missing ones.
//@ outlined
fn sparse_1_slope(key: vec2<Uniform>, x: Coordinate) -> vec4<f32> {
    let ax = sparse_axis(x);
    let a = sparse_impulse_1_slope(hash_3(key, ax.cells[0], 0u, 0u), ax.above[0]);
    let b = sparse_impulse_1_slope(hash_3(key, ax.cells[1], 0u, 0u), ax.above[1]);
    let c = sparse_impulse_1_slope(hash_3(key, ax.cells[2], 0u, 0u), ax.above[2]);
    return vec4<f32>(rounded(-3.0f * rounded(rounded(a + b) + c)), 0.0f, 0.0f, 0.0f);
}

//@ outlined
fn sparse_2_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let a = sparse_column_2_slope(key, hash_first(key, ax.cells[0] * LATTICE_X), ax.above[0], ay);
    let b = sparse_column_2_slope(key, hash_first(key, ax.cells[1] * LATTICE_X), ax.above[1], ay);
    let c = sparse_column_2_slope(key, hash_first(key, ax.cells[2] * LATTICE_X), ax.above[2], ay);
    let sum = sparse_sum_2(a, b, c);
    return vec4<f32>(rounded(-3.0f * sum[0]), rounded(-3.0f * sum[1]), 0.0f, 0.0f);
}

//@ outlined
fn sparse_3_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let ax = sparse_axis(x);
    let ay = sparse_axis(y);
    let az = sparse_axis(z);
    let a = sparse_plane_3_slope(key, hash_first(key, ax.cells[0] * LATTICE_X), ax.above[0], ay, az);
    let b = sparse_plane_3_slope(key, hash_first(key, ax.cells[1] * LATTICE_X), ax.above[1], ay, az);
    let c = sparse_plane_3_slope(key, hash_first(key, ax.cells[2] * LATTICE_X), ax.above[2], ay, az);
    let sum = sparse_sum_3(a, b, c);
    return vec4<f32>(rounded(-3.0f * sum[0]), rounded(-3.0f * sum[1]), rounded(-3.0f * sum[2]), 0.0f);
}
