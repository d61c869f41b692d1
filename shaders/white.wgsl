//@ needs: strict lattice hash
// White noise: each lattice cell has its own value, from -1 to below 1, uniformly distributed and independent of all others. With a permutation table the
// value is one of 256 and repeats every 256 cells.

//@ basis
fn white_1(hash: Hash, x: Coordinate) -> f32 {
    return hash_value(hash, hash_3(hash, x.cell, 0u, 0u));
}

// The slice z = 0 of `white_3`.
//@ basis
//@ known: hash = LATTICE
fn white_2(hash: Hash, x: Coordinate, y: Coordinate) -> f32 {
    return hash_value(hash, hash_3(hash, x.cell, y.cell, 0u));
}

//@ basis
//@ known: hash = LATTICE
fn white_3(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return hash_value(hash, hash_3(hash, x.cell, y.cell, z.cell));
}

// With the lattice hash, its slice w = 0 is `white_3`.
//@ basis
fn white_4(hash: Hash, x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    return hash_value(hash, hash_4(hash, x.cell, y.cell, z.cell, w.cell));
}
