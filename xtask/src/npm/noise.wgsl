// The noise of the npm package. Its kernels loop over octaves of these: see mod.rs.
//
// `output` of cellular noise is none that gathers more points: neither EDGE nor SMOOTH_F1.

var<private> TABLES: array<u32, 1> = array<u32, 1>(0u);

fn hash_of(key: vec2<u32>) -> Hash {
    return Hash(LATTICE, 0u, key);
}

fn perlin1(key: vec2<u32>, x: Coordinate) -> f32 {
    return canonical(perlin_1(SLOPES, QUINTIC, hash_of(key), x));
}

fn perlin1_slope(key: vec2<u32>, x: Coordinate) -> vec4<f32> {
    return perlin_1_slope(SLOPES, QUINTIC, hash_of(key), x);
}

fn perlin2(key: vec2<u32>, x: Coordinate, y: Coordinate) -> f32 {
    return canonical(perlin_2(IMPROVED, QUINTIC, hash_of(key), x, y));
}

fn perlin2_slope(key: vec2<u32>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    return perlin_2_slope(IMPROVED, QUINTIC, hash_of(key), x, y);
}

fn perlin3(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return canonical(perlin_3(QUINTIC, hash_of(key), x, y, z));
}

fn perlin3_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    return perlin_3_slope(QUINTIC, hash_of(key), x, y, z);
}

fn value1(key: vec2<u32>, x: Coordinate) -> f32 {
    return canonical(value_1(0u, QUINTIC, key, x));
}

fn value1_slope(key: vec2<u32>, x: Coordinate) -> vec4<f32> {
    return value_1_slope(0u, QUINTIC, key, x);
}

fn value2(key: vec2<u32>, x: Coordinate, y: Coordinate) -> f32 {
    return canonical(value_2(0u, QUINTIC, key, x, y));
}

fn value2_slope(key: vec2<u32>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    return value_2_slope(0u, QUINTIC, key, x, y);
}

fn value3(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return canonical(value_3(0u, QUINTIC, key, x, y, z));
}

fn value3_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    return value_3_slope(0u, QUINTIC, key, x, y, z);
}

fn simplex2(key: vec2<u32>, x: Coordinate, y: Coordinate, skew: Coordinate) -> f32 {
    return canonical(simplex_2(key, x, y, skew));
}

fn simplex2_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, skew: Coordinate) -> vec4<f32> {
    return simplex_2_slope(key, x, y, skew);
}

fn simplex3(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> f32 {
    return canonical(simplex_3(key, x, y, z, skew));
}

fn simplex3_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate, skew: Coordinate) -> vec4<f32> {
    return simplex_3_slope(key, x, y, z, skew);
}

fn cellular2(key: vec2<u32>, x: Coordinate, y: Coordinate, output: u32, jitter: f32) -> f32 {
    return canonical(cellular_output(EUCLIDEAN, output, key, cellular_search_2(EUCLIDEAN, output, jitter, key, x, y)));
}

fn cellular2_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, output: u32, jitter: f32) -> vec4<f32> {
    return cellular_output_slope(EUCLIDEAN, output, cellular_search_2(EUCLIDEAN, output, jitter, key, x, y));
}

fn cellular3(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate, output: u32, jitter: f32) -> f32 {
    return canonical(cellular_output(EUCLIDEAN, output, key, cellular_search_3(EUCLIDEAN, output, jitter, key, x, y, z)));
}

fn cellular3_slope(key: vec2<u32>, x: Coordinate, y: Coordinate, z: Coordinate, output: u32, jitter: f32) -> vec4<f32> {
    return cellular_output_slope(EUCLIDEAN, output, cellular_search_3(EUCLIDEAN, output, jitter, key, x, y, z));
}
