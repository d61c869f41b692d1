//@ needs: strict lattice hash
// White noise: each lattice cell has its own value, from -1 to below 1, uniformly distributed and independent of all others.

//@ basis
fn white_1(key: vec2<Uniform>, x: Coordinate) -> f32 {
    return hash_value(hash_3(key, x.cell, 0u, 0u));
}

// The slice z = 0 of the noise in three dimensions.
//@ basis
fn white_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    return hash_value(hash_3(key, x.cell, y.cell, 0u));
}

//@ basis
fn white_3(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return hash_value(hash_3(key, x.cell, y.cell, z.cell));
}

//@ basis
fn white_4(key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    return hash_value(hash_4(key, x.cell, y.cell, z.cell, w.cell));
}
