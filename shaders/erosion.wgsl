//@ needs: strict lattice hash arithmetic coordinate
// The stripes of the gully filter (Rune Skovbo Johansen, "Fast and gorgeous erosion filter", 2026): waves across a direction that changes from sample to
// sample.
//
// Each lattice point has a centre, anywhere within half a cell of it, and a wave through the centre. A sample combines the waves of all centres within 1.5
// cells, all taken across the sample's own direction: it averages their phases as points on a circle. A centre at a distance d has the weight (1 - 4 d^2 /
// 9)^3.

// The four lattice points on an axis whose centres may be near a sample, times the axis's hash constant, and the distances of the sample above the lower ends
// of the centres' ranges.
struct ErosionAxis {
    cells: vec4<u32>,
    above: vec4<f32>,
}

fn erosion_axis(x: Coordinate, constant: Uniform) -> ErosionAxis {
    let fraction = unit(x.fraction);
    let before = cell_before(x.cell, x.period);
    let after = next_cell(x);
    let last = cell_after(after, x.period);
    let cells = vec4<u32>(before * constant, x.cell * constant, after * constant, last * constant);
    let low = vec2<f32>(rounded(fraction + 1.5f), rounded(fraction + 0.5f));
    return ErosionAxis(cells, vec4<f32>(low[0], low[1], rounded(fraction - 0.5f), rounded(fraction - 1.5f)));
}

// The distance of a sample above a centre on an axis, given the centre's position as 16 bits.
fn erosion_offset(above: f32, bits: u32) -> f32 {
    return rounded(above - f32(2u * bits + 1u) * 0x1p-17f);
}

// The wave of a centre at a squared distance, `turns` after it: its cosine and sine times its weight, and the weight. The wave begins at a quarter of a turn.
fn erosion_wave(squared: f32, turns: f32) -> vec3<f32> {
    let left = max(rounded(1.0f - rounded(squared * 0.44444445f)), 0.0f);
    let weight = rounded(rounded(left * left) * left);
    // Folded to a quarter of a turn on either side of 0, without rounding.
    let part = rounded(turns - floor(turns));
    let is_first = part < 0.5f;
    let r = rounded(select(rounded(part - 0.5f), part, is_first) - 0.25f);
    // The sine as in `sine`, and the cosine, even minimax of degree 8, within 5e-8.
    let s = rounded(r * r);
    let p4 = rounded(s * 39.13411f) - 76.49605f;
    let p3 = rounded(s * p4) + 81.59865f;
    let p2 = rounded(s * p3) - 41.341618f;
    let p1 = rounded(s * p2) + 6.283185f;
    let q3 = rounded(s * 56.242382f) - 85.24033f;
    let q2 = rounded(s * q3) + 64.93459f;
    let q1 = rounded(s * q2) - 19.739172f;
    let cosine = rounded(rounded(s * q1) + 1.0f);
    let signed = select(weight, -weight, is_first);
    return vec3<f32>(rounded(signed * cosine), rounded(signed * rounded(r * p1)), weight);
}

fn erosion_sum(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> vec3<f32> {
    let x = rounded(rounded(a[0] + b[0]) + rounded(c[0] + d[0]));
    let y = rounded(rounded(a[1] + b[1]) + rounded(c[1] + d[1]));
    return vec3<f32>(x, y, rounded(rounded(a[2] + b[2]) + rounded(c[2] + d[2])));
}

// The wave of the lattice point with this hash. `across` is the number of turns per cell along each axis.
fn erosion_point_2(point: u32, x: f32, y: f32, across: vec2<f32>) -> vec3<f32> {
    let dx = erosion_offset(x, point & 65535u);
    let dy = erosion_offset(y, point >> 16u);
    let turns = rounded(rounded(across[0] * dx) + rounded(across[1] * dy));
    return erosion_wave(rounded(rounded(dx * dx) + rounded(dy * dy)), turns);
}

fn erosion_point_3(point: u32, x: f32, y: f32, z: f32, across: vec3<f32>) -> vec3<f32> {
    let dx = erosion_offset(x, point & 65535u);
    let dy = erosion_offset(y, point >> 16u);
    let dz = erosion_offset(z, (point * LATTICE_Z) >> 16u);
    let turns = rounded(rounded(rounded(across[0] * dx) + rounded(across[1] * dy)) + rounded(across[2] * dz));
    return erosion_wave(rounded(rounded(rounded(dx * dx) + rounded(dy * dy)) + rounded(dz * dz)), turns);
}

// The sum over four lattice points along the last axis, given the hash prefix of the axes before.
//@ outlined
fn erosion_column_2(key: vec2<Uniform>, prefix: u32, x: f32, y: ErosionAxis, across: vec2<f32>) -> vec3<f32> {
    let a = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[0])), x, y.above[0], across);
    let b = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[1])), x, y.above[1], across);
    let c = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[2])), x, y.above[2], across);
    let d = erosion_point_2(hash_plane(key, hash_next(prefix, y.cells[3])), x, y.above[3], across);
    return erosion_sum(a, b, c, d);
}

//@ outlined
fn erosion_column_3(key: vec2<Uniform>, prefix: u32, x: f32, y: f32, z: ErosionAxis, across: vec3<f32>) -> vec3<f32> {
    let a = erosion_point_3(hash_last(key, prefix, z.cells[0]), x, y, z.above[0], across);
    let b = erosion_point_3(hash_last(key, prefix, z.cells[1]), x, y, z.above[1], across);
    let c = erosion_point_3(hash_last(key, prefix, z.cells[2]), x, y, z.above[2], across);
    let d = erosion_point_3(hash_last(key, prefix, z.cells[3]), x, y, z.above[3], across);
    return erosion_sum(a, b, c, d);
}

// The sum over sixteen lattice points.
fn erosion_plane_3(key: vec2<Uniform>, prefix: u32, x: f32, y: ErosionAxis, z: ErosionAxis, across: vec3<f32>) -> vec3<f32> {
    let a = erosion_column_3(key, hash_next(prefix, y.cells[0]), x, y.above[0], z, across);
    let b = erosion_column_3(key, hash_next(prefix, y.cells[1]), x, y.above[1], z, across);
    let c = erosion_column_3(key, hash_next(prefix, y.cells[2]), x, y.above[2], z, across);
    let d = erosion_column_3(key, hash_next(prefix, y.cells[3]), x, y.above[3], z, across);
    return erosion_sum(a, b, c, d);
}

// The mean of waves, scaled up to the unit circle by at most a factor of 2.
fn erosion_mean(sum: vec3<f32>) -> vec4<f32> {
    let size = sqrt_of(canonical(rounded(rounded(sum[0] * sum[0]) + rounded(sum[1] * sum[1]))));
    let most = max(0.5f * sum[2], size);
    return vec4<f32>(quotient(canonical(sum[0]), most, 1.0f), quotient(canonical(sum[1]), most, 1.0f), 0.0f, 0.0f);
}

// The height of the stripes, from -1 to 1. They vary along a direction of length 1, whose components are given as coordinates.
//@ basis
fn erosion_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate, across_x: Coordinate, across_y: Coordinate) -> f32 {
    return erosion_2_slope(key, x, y, across_x, across_y)[0];
}

// The same on a surface in space; the direction is tangent to it.
//@ basis
fn erosion_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, across_x: Coordinate, across_y: Coordinate, across_z: Coordinate) -> f32 {
    return erosion_3_slope(key, x, y, z, across_x, across_y, across_z)[0];
}

// Not derivatives, but the components of the stripes: their cosine, and their sine, which times -2 pi and the turns per cell is the derivative of the cosine
// along the direction.
//@ outlined
fn erosion_2_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, across_x: Coordinate, across_y: Coordinate) -> vec4<f32> {
    let across = vec2<f32>(rounded(0.7f * position(across_x)), rounded(0.7f * position(across_y)));
    let ax = erosion_axis(x, LATTICE_X);
    let ay = erosion_axis(y, LATTICE_Y);
    let a = erosion_column_2(key, hash_first(key, ax.cells[0]), ax.above[0], ay, across);
    let b = erosion_column_2(key, hash_first(key, ax.cells[1]), ax.above[1], ay, across);
    let c = erosion_column_2(key, hash_first(key, ax.cells[2]), ax.above[2], ay, across);
    let d = erosion_column_2(key, hash_first(key, ax.cells[3]), ax.above[3], ay, across);
    return erosion_mean(erosion_sum(a, b, c, d));
}

//@ outlined
fn erosion_3_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, across_x: Coordinate, across_y: Coordinate, across_z: Coordinate) -> vec4<f32> {
    let across = vec3<f32>(rounded(0.7f * position(across_x)), rounded(0.7f * position(across_y)), rounded(0.7f * position(across_z)));
    let ax = erosion_axis(x, LATTICE_X);
    let ay = erosion_axis(y, LATTICE_Y);
    let az = erosion_axis(z, LATTICE_Z);
    let a = erosion_plane_3(key, hash_first(key, ax.cells[0]), ax.above[0], ay, az, across);
    let b = erosion_plane_3(key, hash_first(key, ax.cells[1]), ax.above[1], ay, az, across);
    let c = erosion_plane_3(key, hash_first(key, ax.cells[2]), ax.above[2], ay, az, across);
    let d = erosion_plane_3(key, hash_first(key, ax.cells[3]), ax.above[3], ay, az, across);
    return erosion_mean(erosion_sum(a, b, c, d));
}
