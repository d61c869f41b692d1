//@ needs: strict lattice
//@ calls: blue_rank
// Blue noise: each lattice cell has a value, from -1 to below 1, and cells with similar values lie far apart. The values are the ranks of a square of 64 by 64
// cells, which repeats. The seed moves the square by whole cells.

//@ basis
fn blue_2(key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let column = (x.cell + key.x) & 63u;
    let row = (y.cell + key.y) & 63u;
    let rank = blue_rank((row << 6u) | column);
    // Half a rank above its lower bound, so that the mean is 0.
    return rounded(f32((rank << 1u) | 1u) * 0x1p-12f - 1.0f);
}
