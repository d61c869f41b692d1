//@ needs: strict lattice hash perlin
//@ by hand: simplex_gradient_2x simplex_gradient_2y
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

// The last vertex apart.
struct Simplex4 {
    hash: vec4<u32>,
    last: u32,
    from_0: vec4<f32>,
    from_1: vec4<f32>,
    from_2: vec4<f32>,
    from_3: vec4<f32>,
    from_4: vec4<f32>,
}

// One of ±1/8 ... ±8/8 by the low four bits of the hash.
fn simplex_gradient_1(hash: u32) -> f32 {
    let size = f32((hash & 7u) + 1u) * 0x1p-3f;
    return bitcast<f32>(bitcast<u32>(size) ^ ((hash << 28u) & 0x80000000u));
}

// The components of sixteen unit vectors, 22.5 degrees apart and none along an axis, by the low four bits of the hash.
fn simplex_gradient_2x(hash: u32) -> f32 {
    let size = vec4<f32>(0.98078528f, 0.8314696f, 0.55557023f, 0.19509032f)[hash & 3u];
    return bitcast<f32>(bitcast<u32>(size) ^ ((hash << 29u) & 0x80000000u));
}

fn simplex_gradient_2y(hash: u32) -> f32 {
    let size = vec4<f32>(0.19509032f, 0.55557023f, 0.8314696f, 0.98078528f)[hash & 3u];
    return bitcast<f32>(bitcast<u32>(size) ^ ((hash << 28u) & 0x80000000u));
}

// 1/2 less the squared distance, or 0 beyond.
fn simplex_left(squared: f32) -> f32 {
    return max(rounded(0.5f - squared), 0.0f);
}

// What is left to the fourth times the gradient's product with the offset.
fn simplex_part(left: f32, product: f32) -> f32 {
    let squared = rounded(left * left);
    return rounded(rounded(squared * squared) * product);
}

// A component of the part's derivative.
fn simplex_part_slope(left: f32, product: f32, gradient: f32, offset: f32) -> f32 {
    let cubed = rounded(rounded(left * left) * left);
    return rounded(cubed * (rounded(left * gradient) - 8.0f * rounded(product * offset)));
}

fn simplex_vertex_1(hash: u32, x: f32) -> f32 {
    return simplex_part(simplex_left(rounded(x * x)), rounded(simplex_gradient_1(hash) * x));
}

fn simplex_vertex_1_slope(hash: u32, x: f32) -> f32 {
    let g = simplex_gradient_1(hash);
    return simplex_part_slope(simplex_left(rounded(x * x)), rounded(g * x), g, x);
}

fn simplex_product_2(hash: u32, at: vec2<f32>) -> f32 {
    return rounded(rounded(simplex_gradient_2x(hash) * at[0]) + rounded(simplex_gradient_2y(hash) * at[1]));
}

fn simplex_left_2(at: vec2<f32>) -> f32 {
    return simplex_left(rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1])));
}

//@ outlined: narrow
fn simplex_vertex_2(hash: u32, at: vec2<f32>) -> f32 {
    return simplex_part(simplex_left_2(at), simplex_product_2(hash, at));
}

//@ outlined: lanes
fn simplex_vertex_2_slope(hash: u32, at: vec2<f32>) -> vec2<f32> {
    let left = simplex_left_2(at);
    let product = simplex_product_2(hash, at);
    let by_x = simplex_part_slope(left, product, simplex_gradient_2x(hash), at[0]);
    return vec2<f32>(by_x, simplex_part_slope(left, product, simplex_gradient_2y(hash), at[1]));
}

fn simplex_product_3(hash: u32, at: vec3<f32>) -> f32 {
    let xy = rounded(rounded(gradient_x(hash) * at[0]) + rounded(gradient_y(hash) * at[1]));
    return rounded(xy + rounded(gradient_z(hash) * at[2]));
}

fn simplex_left_3(at: vec3<f32>) -> f32 {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    return simplex_left(rounded(xy + rounded(at[2] * at[2])));
}

//@ outlined: narrow
fn simplex_vertex_3(hash: u32, at: vec3<f32>) -> f32 {
    return simplex_part(simplex_left_3(at), simplex_product_3(hash, at));
}

//@ outlined: lanes
fn simplex_vertex_3_slope(hash: u32, at: vec3<f32>) -> vec3<f32> {
    let left = simplex_left_3(at);
    let product = simplex_product_3(hash, at);
    let by_x = simplex_part_slope(left, product, gradient_x(hash), at[0]);
    let by_y = simplex_part_slope(left, product, gradient_y(hash), at[1]);
    return vec3<f32>(by_x, by_y, simplex_part_slope(left, product, gradient_z(hash), at[2]));
}

fn simplex_product_4(hash: u32, at: vec4<f32>) -> f32 {
    let xy = rounded(rounded(gradient_4x(hash) * at[0]) + rounded(gradient_4y(hash) * at[1]));
    return rounded(xy + rounded(rounded(gradient_4z(hash) * at[2]) + rounded(gradient_4w(hash) * at[3])));
}

fn simplex_left_4(at: vec4<f32>) -> f32 {
    let xy = rounded(rounded(at[0] * at[0]) + rounded(at[1] * at[1]));
    return simplex_left(rounded(xy + rounded(rounded(at[2] * at[2]) + rounded(at[3] * at[3]))));
}

//@ outlined
fn simplex_vertex_4(hash: u32, at: vec4<f32>) -> f32 {
    return simplex_part(simplex_left_4(at), simplex_product_4(hash, at));
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

fn simplex_around_2(hash: Hash, x: Coordinate, y: Coordinate) -> Simplex2 {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let px = x.cell * step_x;
    let py = y.cell * step_y;
    let px1 = px + step_x;
    let py1 = py + step_y;
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let skew = rounded(0.21132487f * rounded(fx + fy));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let along_x = y.fraction < x.fraction;
    let x1 = rounded(x0 + select(0.21132487f, -0.7886751f, along_x));
    let y1 = rounded(y0 + select(-0.7886751f, 0.21132487f, along_x));
    let x2 = rounded(x0 - 0.57735026f);
    let y2 = rounded(y0 - 0.57735026f);
    let h0 = hash_products_3(hash, px, py, 0u);
    let h1 = hash_products_3(hash, select(px, px1, along_x), select(py1, py, along_x), 0u);
    let h2 = hash_products_3(hash, px1, py1, 0u);
    return Simplex2(vec3<u32>(h0, h1, h2), vec2<f32>(x0, y0), vec2<f32>(x1, y1), vec2<f32>(x2, y2));
}

fn simplex_around_3(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> Simplex3 {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let px = x.cell * step_x;
    let py = y.cell * step_y;
    let pz = z.cell * step_z;
    let px1 = px + step_x;
    let py1 = py + step_y;
    let pz1 = pz + step_z;
    let fx = unit(x.fraction);
    let fy = unit(y.fraction);
    let fz = unit(z.fraction);
    let skew = rounded(0.16666667f * rounded(rounded(fx + fy) + fz));
    let x0 = rounded(fx - skew);
    let y0 = rounded(fy - skew);
    let z0 = rounded(fz - skew);
    let x_over_y = y.fraction < x.fraction;
    let x_over_z = z.fraction < x.fraction;
    let y_over_z = z.fraction < y.fraction;
    // Which axes the second vertex lies along, and the third.
    let x_in_1 = x_over_y & x_over_z;
    let y_in_1 = !x_over_y & y_over_z;
    let z_in_1 = !(x_over_z | y_over_z);
    let x_in_2 = x_over_y | x_over_z;
    let y_in_2 = !x_over_y | y_over_z;
    let z_in_2 = !(x_over_z & y_over_z);
    let x1 = rounded(x0 + select(0.16666667f, -0.8333333f, x_in_1));
    let y1 = rounded(y0 + select(0.16666667f, -0.8333333f, y_in_1));
    let z1 = rounded(z0 + select(0.16666667f, -0.8333333f, z_in_1));
    let x2 = rounded(x0 + select(0.33333334f, -0.6666667f, x_in_2));
    let y2 = rounded(y0 + select(0.33333334f, -0.6666667f, y_in_2));
    let z2 = rounded(z0 + select(0.33333334f, -0.6666667f, z_in_2));
    let h0 = hash_products_3(hash, px, py, pz);
    let h1 = hash_products_3(hash, select(px, px1, x_in_1), select(py, py1, y_in_1), select(pz, pz1, z_in_1));
    let h2 = hash_products_3(hash, select(px, px1, x_in_2), select(py, py1, y_in_2), select(pz, pz1, z_in_2));
    let h3 = hash_products_3(hash, px1, py1, pz1);
    let last = vec3<f32>(rounded(x0 - 0.5f), rounded(y0 - 0.5f), rounded(z0 - 0.5f));
    return Simplex3(vec4<u32>(h0, h1, h2, h3), vec3<f32>(x0, y0, z0), vec3<f32>(x1, y1, z1), vec3<f32>(x2, y2, z2), last);
}

// 1 where a is above b.
fn simplex_above(a: u32, b: u32) -> u32 {
    return select(0u, 1u, b < a);
}

// The hash of the vertex that lies along the axes of a rank above `rank`.
fn simplex_hash_4(hash: Hash, rank: Uniform, ranks: vec4<u32>, lower: vec4<u32>, upper: vec4<u32>) -> u32 {
    let x = select(lower[0], upper[0], rank < ranks[0]);
    let y = select(lower[1], upper[1], rank < ranks[1]);
    let z = select(lower[2], upper[2], rank < ranks[2]);
    let w = select(lower[3], upper[3], rank < ranks[3]);
    return hash_products_4(hash, x, y, z, w);
}

// The offset from that vertex, of the fractions and of what is left of them a cell on, where `sum` is the sum of the offsets before they are unskewed. So
// little is rounded on the way that the noise rises smoothly from a cell to the next.
fn simplex_from_4(rank: Uniform, ranks: vec4<u32>, at: vec4<f32>, on: vec4<f32>, sum: f32) -> vec4<f32> {
    let skew = rounded(0.1381966f * sum);
    let x = rounded(select(at[0], on[0], rank < ranks[0]) - skew);
    let y = rounded(select(at[1], on[1], rank < ranks[1]) - skew);
    let z = rounded(select(at[2], on[2], rank < ranks[2]) - skew);
    let w = rounded(select(at[3], on[3], rank < ranks[3]) - skew);
    return vec4<f32>(x, y, z, w);
}

fn simplex_around_4(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> Simplex4 {
    let step_x = hash_step(hash, LATTICE_X);
    let step_y = hash_step(hash, LATTICE_Y);
    let step_z = hash_step(hash, LATTICE_Z);
    let step_w = hash_step(hash, LATTICE_W);
    let lower = vec4<u32>(x.cell * step_x, y.cell * step_y, z.cell * step_z, w.cell * step_w);
    let upper = vec4<u32>(lower[0] + step_x, lower[1] + step_y, lower[2] + step_z, lower[3] + step_w);
    let at = vec4<f32>(unit(x.fraction), unit(y.fraction), unit(z.fraction), unit(w.fraction));
    let on = vec4<f32>(rounded(at[0] - 1.0f), rounded(at[1] - 1.0f), rounded(at[2] - 1.0f), rounded(at[3] - 1.0f));
    let sum = rounded(rounded(at[0] + at[1]) + rounded(at[2] + at[3]));
    // The rank of each axis: how many others have a smaller fraction, or an equal one and come later.
    let one = 1u;
    let xy = simplex_above(x.fraction, y.fraction);
    let xz = simplex_above(x.fraction, z.fraction);
    let xw = simplex_above(x.fraction, w.fraction);
    let yz = simplex_above(y.fraction, z.fraction);
    let yw = simplex_above(y.fraction, w.fraction);
    let zw = simplex_above(z.fraction, w.fraction);
    let ranks = vec4<u32>(xy + xz + xw, one - xy + yz + yw, one + one - xz - yz + zw, one + one + one - xw - yw - zw);
    let h0 = hash_products_4(hash, lower[0], lower[1], lower[2], lower[3]);
    let h1 = simplex_hash_4(hash, 2u, ranks, lower, upper);
    let h2 = simplex_hash_4(hash, 1u, ranks, lower, upper);
    let h3 = simplex_hash_4(hash, 0u, ranks, lower, upper);
    let h4 = hash_products_4(hash, upper[0], upper[1], upper[2], upper[3]);
    // No axis has the rank 4: all stay at the first vertex, and all have gone on at the last.
    let from_0 = simplex_from_4(4u, ranks, at, on, sum);
    let from_1 = simplex_from_4(2u, ranks, at, on, rounded(sum - 1.0f));
    let from_2 = simplex_from_4(1u, ranks, at, on, rounded(sum - 2.0f));
    let from_3 = simplex_from_4(0u, ranks, at, on, rounded(sum - 3.0f));
    let from_4 = simplex_from_4(4u, ranks, on, on, rounded(sum - 4.0f));
    return Simplex4(vec4<u32>(h0, h1, h2, h3), h4, from_0, from_1, from_2, from_3, from_4);
}

// Simplex noise on a line. Range ±1, reached.
//@ basis
fn simplex_1(hash: Hash, x: Coordinate) -> f32 {
    let f = unit(x.fraction);
    let h0 = hash_3(hash, x.cell, 0u, 0u);
    let h1 = hash_3(hash, x.cell + 1u, 0u, 0u);
    return rounded(108.73418f * rounded(simplex_vertex_1(h0, f) + simplex_vertex_1(h1, rounded(f - 1.0f))));
}

//@ outlined
fn simplex_1_slope(hash: Hash, x: Coordinate) -> vec4<f32> {
    let f = unit(x.fraction);
    let h0 = hash_3(hash, x.cell, 0u, 0u);
    let h1 = hash_3(hash, x.cell + 1u, 0u, 0u);
    let sum = rounded(simplex_vertex_1_slope(h0, f) + simplex_vertex_1_slope(h1, rounded(f - 1.0f)));
    return vec4<f32>(rounded(108.73418f * sum), 0.0f, 0.0f, 0.0f);
}

// Simplex noise in the plane. Range ±0.986 as found, an eighth of it beyond ±0.8.
//@ basis
//@ known: hash = LATTICE
fn simplex_2(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {
    let s = simplex_around_2(hash, x, y);
    let lower = rounded(simplex_vertex_2(s.hash[0], s.from_0) + simplex_vertex_2(s.hash[1], s.from_1));
    return rounded(99.20434f * rounded(lower + simplex_vertex_2(s.hash[2], s.from_2)));
}

//@ outlined
fn simplex_2_slope(hash: Hash, x: Coordinate, y: Coordinate) -> vec4<f32> {
    let s = simplex_around_2(hash, x, y);
    let s0 = simplex_vertex_2_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_2_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_2_slope(s.hash[2], s.from_2);
    let by_x = rounded(99.20434f * rounded(rounded(s0[0] + s1[0]) + s2[0]));
    let by_y = rounded(99.20434f * rounded(rounded(s0[1] + s1[1]) + s2[1]));
    return vec4<f32>(by_x, by_y, 0.0f, 0.0f);
}

// Simplex noise in space, by the twelve edge gradients of `perlin_3`. Range ±0.951 as found.
//@ basis
//@ known: hash = LATTICE
fn simplex_3(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    let s = simplex_around_3(hash, x, y, z);
    let lower = rounded(simplex_vertex_3(s.hash[0], s.from_0) + simplex_vertex_3(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_3(s.hash[2], s.from_2) + simplex_vertex_3(s.hash[3], s.from_3));
    return rounded(76.88075f * rounded(lower + upper));
}

//@ outlined
fn simplex_3_slope(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    let s = simplex_around_3(hash, x, y, z);
    let s0 = simplex_vertex_3_slope(s.hash[0], s.from_0);
    let s1 = simplex_vertex_3_slope(s.hash[1], s.from_1);
    let s2 = simplex_vertex_3_slope(s.hash[2], s.from_2);
    let s3 = simplex_vertex_3_slope(s.hash[3], s.from_3);
    let by_x = rounded(76.88075f * rounded(rounded(s0[0] + s1[0]) + rounded(s2[0] + s3[0])));
    let by_y = rounded(76.88075f * rounded(rounded(s0[1] + s1[1]) + rounded(s2[1] + s3[1])));
    let by_z = rounded(76.88075f * rounded(rounded(s0[2] + s1[2]) + rounded(s2[2] + s3[2])));
    return vec4<f32>(by_x, by_y, by_z, 0.0f);
}

// Simplex noise in four dimensions, by the 32 gradients of `perlin_4`. Range ±0.948 as found.
//@ basis
fn simplex_4(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    let s = simplex_around_4(hash, x, y, z, w);
    let lower = rounded(simplex_vertex_4(s.hash[0], s.from_0) + simplex_vertex_4(s.hash[1], s.from_1));
    let upper = rounded(simplex_vertex_4(s.hash[2], s.from_2) + simplex_vertex_4(s.hash[3], s.from_3));
    return rounded(62.77773f * rounded(rounded(lower + upper) + simplex_vertex_4(s.last, s.from_4)));
}

// One component of the sum of five slopes.
fn simplex_sum_4(s0: f32, s1: f32, s2: f32, s3: f32, s4: f32) -> f32 {
    return rounded(62.77773f * rounded(rounded(rounded(s0 + s1) + rounded(s2 + s3)) + s4));
}

//@ outlined
fn simplex_4_slope(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> vec4<f32> {
    let s = simplex_around_4(hash, x, y, z, w);
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
