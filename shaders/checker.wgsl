//@ needs: strict lattice
// A checkerboard: 1 in lattice cells with an even sum of cell numbers, -1 in all others. With an odd period, two equal cells are neighbours where it repeats.

fn checker_of(sum: u32) -> f32 {
    return select(1.0f, -1.0f, (sum & 1u) == 1u);
}

//@ basis
fn checker_1(x: Coordinate) -> f32 {
    return checker_of(x.cell);
}

//@ basis
fn checker_2(x: Coordinate, y: Coordinate) -> f32 {
    return checker_of(x.cell + y.cell);
}

//@ basis
fn checker_3(x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return checker_of(x.cell + y.cell + z.cell);
}

//@ basis
fn checker_4(x: Coordinate, y: Coordinate, z: Coordinate, w: Coordinate) -> f32 {
    return checker_of(x.cell + y.cell + z.cell + w.cell);
}
