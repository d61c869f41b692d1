//@ needs: strict lattice hash perlin
//@ by hand: simplex_gradient_2x simplex_gradient_2y simplex_product_3 simplex_held signed
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

// G in two, three and four dimensions, in units of 2^-24.
const SIMPLEX_UNSKEW_2: u32 = 3545442u;
const SIMPLEX_UNSKEW_3: u32 = 2796202u;
const SIMPLEX_UNSKEW_4: u32 = 2318554u;

// RADIUS^2.
const SIMPLEX_REACH: f32 = 0.4999981f;

// The vertices of a triangle around a sample: their hashes, and the sample's offset from each.
struct Simplex2 {
    hash: vec3<u32>,
    from_0: vec2<f32>,
    from_1: vec2<f32>,
    from_2: vec2<f32>,
}

struct Simplex3 {
    hash: vec4<u32>,
    from_0: vec3<f32>,
    from_1: vec3<f32>,
    from_2: vec3<f32>,
    from_3: vec3<f32>,
}

// The axes along which the second and the third vertex differ from the first.
struct SimplexPath {
    second: vec3<bool>,
    third: vec3<bool>,
}

// A sample on the lattice: the cells of the first vertex of its triangle, its offset from this vertex, and true if the second vertex lies along x from there.
struct SimplexPlace2 {
    cell: vec2<u32>,
    from_0: vec2<f32>,
    along_x: bool,
}

// The same in a tetrahedron, with the path of its other vertices.
struct SimplexPlace3 {
    cell: vec3<u32>,
    from_0: vec3<f32>,
    path: SimplexPath,
}

// The vertices of a 4-D simplex; the last vertex is separate.
struct Simplex4 {
    hash: vec4<u32>,
    last: u32,
    from_0: vec4<f32>,
    from_1: vec4<f32>,
    from_2: vec4<f32>,
    from_3: vec4<f32>,
    from_4: vec4<f32>,
}

// The components of sixteen unit vectors, 22.5 degrees apart and none along an axis, by the low four bits of the hash. If one component is large the other is
// small, and both are close to the diagonal or to the axes.
fn simplex_gradient_2x(hash: u32) -> f32 {
    let number = hash & 3u;
    let is_inner = number - 1u < 2u;
    let large = select(0.98078528f, 0.8314696f, is_inner);
    let small = select(0.19509032f, 0.55557023f, is_inner);
    let size = select(large, small, number > 1u);
    return bitcast<f32>(bitcast<u32>(size) | ((hash << 29u) & 0x80000000u));
}

fn simplex_gradient_2y(hash: u32) -> f32 {
    let number = hash & 3u;
    let is_inner = number - 1u < 2u;
    let large = select(0.98078528f, 0.8314696f, is_inner);
    let small = select(0.19509032f, 0.55557023f, is_inner);
    let size = select(small, large, number > 1u);
    return bitcast<f32>(bitcast<u32>(size) | ((hash << 28u) & 0x80000000u));
}

// A number of at most 24 bits and a sign as a float.
fn signed(word: u32) -> f32 {
    return f32(i32(word));
}

// A coordinate on the skewed lattice: its cell and its fraction.
fn simplex_skewed(at: Coordinate, skew: Coordinate) -> vec2<u32> {
    let fraction = at.fraction + skew.fraction;
    return vec2<u32>(carried(at.cell + skew.cell, fraction, at.fraction), fraction);
}

// The position of a lattice coordinate, or its distance from another one, in units of 2^-24 cell modulo 2^8 cells.
fn simplex_units(cell: u32, fraction: u32) -> u32 {
    return (cell << 24u) | (fraction >> 8u);
}

// A number of units, less than a cell in size, as a float. Exact.
fn simplex_offset(units: u32) -> f32 {
    return signed(units) * 0x1p-24f;
}

// A sample's offset along an axis from a vertex with this cell on it, given G times the sum of the vertex's cells.
fn simplex_from(at: Coordinate, cell: u32, unskew: u32) -> f32 {
    return simplex_offset(simplex_units(at.cell - cell, at.fraction) + unskew);
}

// The rest of the squared radius after subtracting the square of an offset.
fn simplex_rest(rest: f32, offset: f32) -> f32 {
    return rounded(rest - rounded(offset * offset));
}

// Clamps a number to 0..1. GPUs clamp a result to 0..1 in the instruction that computes it.
fn simplex_held(v: f32) -> f32 {
    return min(max(v, 0.0f), 1.0f);
}

// The rest after subtracting the square along x, the last one, or 0 beyond the radius.
fn simplex_left(rest: f32, squared: f32) -> f32 {
    return simplex_held(rounded(rest - squared));
}

// The fourth power of the rest.
fn simplex_fourth(left: f32) -> f32 {
    let squared = rounded(left * left);
    return rounded(squared * squared);
}

// A component of the derivative of a vertex's contribution.
fn simplex_part_slope(left: f32, product: f32, gradient: f32, offset: f32) -> f32 {
    let cubed = rounded(rounded(left * left) * left);
    return rounded(cubed * (rounded(left * gradient) - 8.0f * rounded(product * offset)));
}

fn simplex_left_1(x: f32) -> f32 {
    return simplex_left(0.5f, rounded(x * x));
}

fn simplex_vertex_1(hash: u32, x: f32) -> f32 {
    return rounded(simplex_fourth(simplex_left_1(x)) * rounded(gradient_1(hash) * x));
}

fn simplex_vertex_1_slope(hash: u32, x: f32) -> f32 {
    let g = gradient_1(hash);
    return simplex_part_slope(simplex_left_1(x), rounded(g * x), g, x);
}

// The contribution of a vertex, given the rest of the squared radius after the offsets other than x, the square of x, and the gradient's products with x and
// with the other offsets.
fn simplex_vertex(rest: f32, squared: f32, along: f32, beside: f32) -> f32 {
    return rounded(simplex_fourth(simplex_left(rest, squared)) * (along + beside));
}

fn simplex_rest_2(y: f32) -> f32 {
    return simplex_rest(SIMPLEX_REACH, y);
}

fn simplex_gradient_2(hash: u32) -> vec2<f32> {
    return vec2<f32>(simplex_gradient_2x(hash), simplex_gradient_2y(hash));
}

fn simplex_vertex_2_of(gradient: vec2<f32>, at: vec2<f32>) -> f32 {
    let along = rounded(gradient[0] * at[0]);
    return simplex_vertex(simplex_rest_2(at[1]), rounded(at[0] * at[0]), along, rounded(gradient[1] * at[1]));
}

//@ outlined: narrow
fn simplex_vertex_2(hash: u32, at: vec2<f32>) -> f32 {
    return simplex_vertex_2_of(simplex_gradient_2(hash), at);
}

//@ outlined: lanes
fn simplex_vertex_2_slope(hash: u32, at: vec2<f32>) -> vec2<f32> {
    let gx = simplex_gradient_2x(hash);
    let gy = simplex_gradient_2y(hash);
    let left = simplex_left(simplex_rest_2(at[1]), rounded(at[0] * at[0]));
    let product = rounded(rounded(gx * at[0]) + rounded(gy * at[1]));
    return vec2<f32>(simplex_part_slope(left, product, gx, at[0]), simplex_part_slope(left, product, gy, at[1]));
}

fn simplex_rest_3(y: f32, z: f32) -> f32 {
    return simplex_rest(simplex_rest(SIMPLEX_REACH, z), y);
}

fn simplex_beside_3(gy: f32, gz: f32, y: f32, z: f32) -> f32 {
    return rounded(rounded(gy * y) + rounded(gz * z));
}

// The dot product of an edge gradient of Perlin noise with an offset. Two components are 1 or -1 and the third is 0, so it needs no multiplications. A result of 0
// may have either sign.
fn simplex_product_3(hash: u32, x: f32, y: f32, z: f32) -> f32 {
    let h = hash & 15u;
    let first = select(y, x, h < 8u);
    let second = select(select(z, x, (h & 13u) == 12u), y, h < 4u);
    let a = bitcast<f32>(bitcast<u32>(first) ^ ((hash << 31u) & 0x80000000u));
    let b = bitcast<f32>(bitcast<u32>(second) ^ ((hash << 30u) & 0x80000000u));
    return rounded(a + b);
}

//@ outlined: narrow
fn simplex_vertex_3(hash: u32, at: vec3<f32>) -> f32 {
    let left = simplex_left(simplex_rest_3(at[1], at[2]), rounded(at[0] * at[0]));
    return rounded(simplex_fourth(left) * simplex_product_3(hash, at[0], at[1], at[2]));
}

//@ outlined: lanes
fn simplex_vertex_3_slope(hash: u32, at: vec3<f32>) -> vec3<f32> {
    let left = simplex_left(simplex_rest_3(at[1], at[2]), rounded(at[0] * at[0]));
    let product = simplex_product_3(hash, at[0], at[1], at[2]);
    let by_x = simplex_part_slope(left, product, gradient_x(hash), at[0]);
    let by_y = simplex_part_slope(left, product, gradient_y(hash), at[1]);
    return vec3<f32>(by_x, by_y, simplex_part_slope(left, product, gradient_z(hash), at[2]));
}

// A number whose sign is flipped if a bit of the hash is 1: the one `below` bits below the sign bit.
fn simplex_signed(v: f32, hash: u32, below: Uniform) -> f32 {
    return bitcast<f32>(bitcast<u32>(v) ^ ((hash << below) & 0x80000000u));
}

// The dot product of a gradient of Perlin noise in four dimensions with an offset: three components are 1 or -1 and one is 0.
fn simplex_product_4(hash: u32, at: vec4<f32>) -> f32 {
    let h = hash & 31u;
    let first = simplex_signed(select(at[1], at[0], h < 24u), hash, 31u);
    let second = simplex_signed(select(at[2], at[1], h < 16u), hash, 30u);
    let third = simplex_signed(select(at[3], at[2], h < 8u), hash, 29u);
    return rounded(rounded(first + second) + third);
}

fn simplex_left_4(at: vec4<f32>) -> f32 {
    let rest = simplex_rest(simplex_rest(simplex_rest(SIMPLEX_REACH, at[3]), at[2]), at[1]);
    return simplex_left(rest, rounded(at[0] * at[0]));
}

//@ outlined
fn simplex_vertex_4(hash: u32, at: vec4<f32>) -> f32 {
    return rounded(simplex_fourth(simplex_left_4(at)) * simplex_product_4(hash, at));
}

//@ outlined: lanes
fn simplex_vertex_4_slope(hash: u32, at: vec4<f32>) -> vec4<f32> {
    let left = simplex_left_4(at);
    let product = simplex_product_4(hash, at);
    let by_x = simplex_part_slope(left, product, gradient_4x(hash), at[0]);
    let by_y = simplex_part_slope(left, product, gradient_4y(hash), at[1]);
    let by_z = simplex_part_slope(left, product, gradient_4z(hash), at[2]);
    return vec4<f32>(by_x, by_y, by_z, simplex_part_slope(left, product, gradient_4w(hash), at[3]));
}

// The triangle around a sample, given the hashes of its vertices, the sample's offset from the first, and true if the second lies along x from there.
fn simplex_triangle(hashes: vec3<u32>, first: vec2<f32>, along_x: bool) -> Simplex2 {
    let x1 = rounded(first[0] + select(0.21132481f, -0.7886752f, along_x));
    let y1 = rounded(first[1] + select(-0.7886752f, 0.21132481f, along_x));
    let last = vec2<f32>(rounded(first[0] - 0.5773504f), rounded(first[1] - 0.5773504f));
    return Simplex2(hashes, first, vec2<f32>(x1, y1), last);
}

fn simplex_place_2(x: Coordinate, y: Coordinate, skew: Coordinate) -> SimplexPlace2 {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let unskew = (i[0] + j[0]) * SIMPLEX_UNSKEW_2;
    let from_0 = vec2<f32>(simplex_from(x, i[0], unskew), simplex_from(y, j[0], unskew));
    return SimplexPlace2(vec2<u32>(i[0], j[0]), from_0, j[1] < i[1]);
}

fn simplex_around_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate, skew: Coordinate) -> Simplex2 {
    let place = simplex_place_2(x, y, skew);
    let px = place.cell[0] * LATTICE_X;
    let py = place.cell[1] * LATTICE_Y;
    let py1 = py + LATTICE_Y;
    let along_x = place.along_x;
    let prefix = vec2<u32>(hash_first(key, px), hash_first(key, px + LATTICE_X));
    let h0 = hash_plane(key, hash_next(prefix[0], py));
    let h1 = hash_plane(key, hash_next(select(prefix[0], prefix[1], along_x), select(py1, py, along_x)));
    let h2 = hash_plane(key, hash_next(prefix[1], py1));
    return simplex_triangle(vec3<u32>(h0, h1, h2), place.from_0, along_x);
}

// The axes along which the second and the third vertex of a sample's tetrahedron differ from the first, by the fractions on the skewed lattice.
fn simplex_path(x: u32, y: u32, z: u32) -> SimplexPath {
    let x_over_y = y < x;
    let x_over_z = z < x;
    let y_over_z = z < y;
    let second = vec3<bool>(x_over_y & x_over_z, !x_over_y & y_over_z, !(x_over_z | y_over_z));
    let third = vec3<bool>(x_over_y | x_over_z, !x_over_y | y_over_z, !(x_over_z & y_over_z));
    return SimplexPath(second, third);
}

// The tetrahedron around a sample, given the hashes of its vertices, the sample's offset from the first, and the path of the others.
fn simplex_tetrahedron(hashes: vec4<u32>, first: vec3<f32>, path: SimplexPath) -> Simplex3 {
    let x1 = rounded(first[0] + select(0.16666663f, -0.8333334f, path.second[0]));
    let y1 = rounded(first[1] + select(0.16666663f, -0.8333334f, path.second[1]));
    let z1 = rounded(first[2] + select(0.16666663f, -0.8333334f, path.second[2]));
    let x2 = rounded(first[0] + select(0.33333325f, -0.66666675f, path.third[0]));
    let y2 = rounded(first[1] + select(0.33333325f, -0.66666675f, path.third[1]));
    let z2 = rounded(first[2] + select(0.33333325f, -0.66666675f, path.third[2]));
    let last = vec3<f32>(rounded(first[0] - 0.5000001f), rounded(first[1] - 0.5000001f), rounded(first[2] - 0.5000001f));
    return Simplex3(hashes, first, vec3<f32>(x1, y1, z1), vec3<f32>(x2, y2, z2), last);
}

fn simplex_place_3(x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> SimplexPlace3 {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let k = simplex_skewed(z, skew);
    let unskew = (i[0] + j[0] + k[0]) * SIMPLEX_UNSKEW_3;
    let from_0 = vec3<f32>(simplex_from(x, i[0], unskew), simplex_from(y, j[0], unskew), simplex_from(z, k[0], unskew));
    return SimplexPlace3(vec3<u32>(i[0], j[0], k[0]), from_0, simplex_path(i[1], j[1], k[1]));
}

fn simplex_around_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> Simplex3 {
    let place = simplex_place_3(x, y, z, skew);
    let px = place.cell[0] * LATTICE_X;
    let py = place.cell[1] * LATTICE_Y;
    let pz = place.cell[2] * LATTICE_Z;
    let py1 = py + LATTICE_Y;
    let pz1 = pz + LATTICE_Z;
    let path = place.path;
    let prefix = vec2<u32>(hash_first(key, px), hash_first(key, px + LATTICE_X));
    let along_1 = hash_next(select(prefix[0], prefix[1], path.second[0]), select(py, py1, path.second[1]));
    let along_2 = hash_next(select(prefix[0], prefix[1], path.third[0]), select(py, py1, path.third[1]));
    let h0 = hash_last(key, hash_next(prefix[0], py), pz);
    let h1 = hash_last(key, along_1, select(pz, pz1, path.second[2]));
    let h2 = hash_last(key, along_2, select(pz, pz1, path.third[2]));
    let h3 = hash_last(key, hash_next(prefix[1], py1), pz1);
    return simplex_tetrahedron(vec4<u32>(h0, h1, h2, h3), place.from_0, path);
}

// 1 where a is above b.
fn simplex_above(a: u32, b: u32) -> u32 {
    return select(0u, 1u, b < a);
}

// The hash of the vertex that lies along the axes with a rank above `rank`.
fn simplex_hash_4(key: vec2<Uniform>, rank: Uniform, ranks: vec4<u32>, lower: vec4<u32>, upper: vec4<u32>) -> u32 {
    let x = select(lower[0], upper[0], rank < ranks[0]);
    let y = select(lower[1], upper[1], rank < ranks[1]);
    let z = select(lower[2], upper[2], rank < ranks[2]);
    let w = select(lower[3], upper[3], rank < ranks[3]);
    return hash_last(key, hash_next(hash_next(x, y), z), w);
}

// The offset from that vertex, given the offset from the first vertex and the differences between them: `along` on the axes along which the vertex lies, and
// `beside` on the others.
fn simplex_from_4(rank: Uniform, ranks: vec4<u32>, first: vec4<f32>, beside: f32, along: f32) -> vec4<f32> {
    let x = rounded(first[0] + select(beside, along, rank < ranks[0]));
    let y = rounded(first[1] + select(beside, along, rank < ranks[1]));
    let z = rounded(first[2] + select(beside, along, rank < ranks[2]));
    let w = rounded(first[3] + select(beside, along, rank < ranks[3]));
    return vec4<f32>(x, y, z, w);
}

fn simplex_around_4(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate, skew: Coordinate) -> Simplex4 {
    let i = simplex_skewed(x, skew);
    let j = simplex_skewed(y, skew);
    let k = simplex_skewed(z, skew);
    let l = simplex_skewed(w, skew);
    let px = i[0] * LATTICE_X;
    // The hash prefix of x, and the other cells times their steps.
    let prefix = vec2<u32>(hash_first(key, px), hash_first(key, px + LATTICE_X));
    let lower = vec4<u32>(prefix[0], j[0] * LATTICE_Y, k[0] * LATTICE_Z, l[0] * LATTICE_W);
    let upper = vec4<u32>(prefix[1], lower[1] + LATTICE_Y, lower[2] + LATTICE_Z, lower[3] + LATTICE_W);
    let unskew = (i[0] + j[0] + k[0] + l[0]) * SIMPLEX_UNSKEW_4;
    let x0 = simplex_from(x, i[0], unskew);
    let y0 = simplex_from(y, j[0], unskew);
    let z0 = simplex_from(z, k[0], unskew);
    let from_0 = vec4<f32>(x0, y0, z0, simplex_from(w, l[0], unskew));
    // The rank of each axis: the number of other axes with a smaller fraction, or with an equal one that come later.
    let one = 1u;
    let xy = simplex_above(i[1], j[1]);
    let xz = simplex_above(i[1], k[1]);
    let xw = simplex_above(i[1], l[1]);
    let yz = simplex_above(j[1], k[1]);
    let yw = simplex_above(j[1], l[1]);
    let zw = simplex_above(k[1], l[1]);
    let ranks = vec4<u32>(xy + xz + xw, one - xy + yz + yw, one + one - xz - yz + zw, one + one + one - xw - yw - zw);
    let h0 = hash_last(key, hash_next(hash_next(lower[0], lower[1]), lower[2]), lower[3]);
    let h1 = simplex_hash_4(key, 2u, ranks, lower, upper);
    let h2 = simplex_hash_4(key, 1u, ranks, lower, upper);
    let h3 = simplex_hash_4(key, 0u, ranks, lower, upper);
    let h4 = hash_last(key, hash_next(hash_next(upper[0], upper[1]), upper[2]), upper[3]);
    let from_1 = simplex_from_4(2u, ranks, from_0, 0.13819659f, -0.8618034f);
    let from_2 = simplex_from_4(1u, ranks, from_0, 0.27639318f, -0.7236068f);
    let from_3 = simplex_from_4(0u, ranks, from_0, 0.41458976f, -0.58541024f);
    // No axis has the rank 4, and the last vertex lies along all axes.
    let from_4 = simplex_from_4(4u, ranks, from_0, -0.44721365f, -0.44721365f);
    return Simplex4(vec4<u32>(h0, h1, h2, h3), h4, from_0, from_1, from_2, from_3, from_4);
}

// Simplex noise on a line. Range ±1, reached.
//@ basis
fn simplex_1(key: vec2<Uniform>, x: Coordinate) -> f32 {
    let f = unit(x.fraction);
    let h0 = hash_3(key, x.cell, 0u, 0u);
    let h1 = hash_3(key, x.cell + 1u, 0u, 0u);
    return rounded(108.73418f * rounded(simplex_vertex_1(h0, f) + simplex_vertex_1(h1, rounded(f - 1.0f))));
}

//@ outlined
fn simplex_1_slope(key: vec2<Uniform>, x: Coordinate) -> vec4<f32> {
    let f = unit(x.fraction);
    let h0 = hash_3(key, x.cell, 0u, 0u);
    let h1 = hash_3(key, x.cell + 1u, 0u, 0u);
    let sum = rounded(simplex_vertex_1_slope(h0, f) + simplex_vertex_1_slope(h1, rounded(f - 1.0f)));
    return vec4<f32>(rounded(108.73418f * sum), 0.0f, 0.0f, 0.0f);
}

// The scaled sum of a sample's vertices, or of their derivatives.
fn simplex_scaled_2(sum: f32) -> f32 {
    return rounded(99.20434f * sum);
}

fn simplex_scaled_3(sum: f32) -> f32 {
    return rounded(76.88075f * sum);
}

fn simplex_total_2(first: f32, second: f32, last: f32) -> f32 {
    return simplex_scaled_2(rounded(rounded(first + second) + last));
}

fn simplex_value_2(s: Simplex2) -> f32 {
    let first = simplex_vertex_2(s.hash[0], s.from_0);
    let second = simplex_vertex_2(s.hash[1], s.from_1);
    return simplex_total_2(first, second, simplex_vertex_2(s.hash[2], s.from_2));
}

// Simplex noise in the plane. Range ±0.986 as found, an eighth of it beyond ±0.8.
//@ basis
fn simplex_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate, skew: Coordinate) -> f32 {
    return simplex_value_2(simplex_around_2(key, x, y, skew));
}

fn simplex_slope_2(s: Simplex2) -> vec4<f32> {
    let s0 = simplex_vertex_2_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_2_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_2_slope(s.hash[2], s.from_2);
    return vec4<f32>(simplex_total_2(s0[0], s1[0], s2[0]), simplex_total_2(s0[1], s1[1], s2[1]), 0.0f, 0.0f);
}

//@ outlined
fn simplex_2_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, skew: Coordinate) -> vec4<f32> {
    return simplex_slope_2(simplex_around_2(key, x, y, skew));
}

fn simplex_value_3(s: Simplex3) -> f32 {
    let two = rounded(simplex_vertex_3(s.hash[0], s.from_0) + simplex_vertex_3(s.hash[1], s.from_1));
    let three = rounded(two + simplex_vertex_3(s.hash[2], s.from_2));
    return simplex_scaled_3(rounded(three + simplex_vertex_3(s.hash[3], s.from_3)));
}

// Simplex noise in space, by the twelve edge gradients of Perlin noise. Range ±0.951 as found.
//@ basis
fn simplex_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> f32 {
    return simplex_value_3(simplex_around_3(key, x, y, z, skew));
}

fn simplex_slope_3(s: Simplex3) -> vec4<f32> {
    let s0 = simplex_vertex_3_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_3_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_3_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_3_slope(s.hash[3], s.from_3);
    let by_x = simplex_scaled_3(rounded(rounded(rounded(s0[0] + s1[0]) + s2[0]) + s3[0]));
    let by_y = simplex_scaled_3(rounded(rounded(rounded(s0[1] + s1[1]) + s2[1]) + s3[1]));
    let by_z = simplex_scaled_3(rounded(rounded(rounded(s0[2] + s1[2]) + s2[2]) + s3[2]));
    return vec4<f32>(by_x, by_y, by_z, 0.0f);
}

//@ outlined
fn simplex_3_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> vec4<f32> {
    return simplex_slope_3(simplex_around_3(key, x, y, z, skew));
}

// Simplex noise in four dimensions, by the 32 gradients of Perlin noise. Range ±0.948 as found.
//@ basis
fn simplex_4(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate, skew: Coordinate) -> f32 {
    let s = simplex_around_4(key, x, y, z, w, skew);
    let two = rounded(simplex_vertex_4(s.hash[0], s.from_0) + simplex_vertex_4(s.hash[1], s.from_1));
    let three = rounded(two + simplex_vertex_4(s.hash[2], s.from_2));
    let four = rounded(three + simplex_vertex_4(s.hash[3], s.from_3));
    return rounded(62.77773f * rounded(four + simplex_vertex_4(s.last, s.from_4)));
}

// One component of the sum of five derivatives.
fn simplex_sum_4(s0: f32, s1: f32, s2: f32, s3: f32, s4: f32) -> f32 {
    return rounded(62.77773f * rounded(rounded(rounded(rounded(s0 + s1) + s2) + s3) + s4));
}

//@ outlined
fn simplex_4_slope(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate, skew: Coordinate) -> vec4<f32> {
    let s = simplex_around_4(key, x, y, z, w, skew);
    let s0 = simplex_vertex_4_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_4_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_4_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_4_slope(s.hash[3], s.from_3);
    let s4 = simplex_vertex_4_slope(s.last, s.from_4);
    let by_x = simplex_sum_4(s0[0], s1[0], s2[0], s3[0], s4[0]);
    let by_y = simplex_sum_4(s0[1], s1[1], s2[1], s3[1], s4[1]);
    let by_z = simplex_sum_4(s0[2], s1[2], s2[2], s3[2], s4[2]);
    return vec4<f32>(by_x, by_y, by_z, simplex_sum_4(s0[3], s1[3], s2[3], s3[3], s4[3]));
}
