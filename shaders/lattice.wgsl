// needs: strict
// Where a sample lies on one axis of the integer lattice, and how far between two lattice points.

struct Coordinate {
    // The lattice point at or below the sample; with a period, from 0 to below it.
    cell: i32,
    // How far the sample lies above it, in units of 2^-32 cell.
    fraction: u32,
    // After how many cells the lattice repeats; 0 for never.
    period: u32,
}

// The number of a permutation table.
alias Table = u32;

// The lattice point after the sample.
fn next_cell(at: Coordinate) -> i32 {
    let next = at.cell + 1i;
    return select(next, 0i, bitcast<u32>(next) == at.period);
}

// The fraction as a number from 0 to below 1; its upper 24 bits, so exact.
fn unit(fraction: u32) -> f32 {
    return f32(fraction >> 8u) * 0x1p-24f;
}

// The quintic 6t^5 - 15t^4 + 10t^3 (Perlin 2002) for t in 0..1, folded at 1/2: exact at both ends, symmetric and monotone in f32.
fn fade(t: f32) -> f32 {
    let r = min(t, rounded(1.0f - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(6.0f * r) - 15.0f) * r);
    let h = rounded((s + 10.0f) * r3);
    return select(rounded(1.0f - h), h, t < 0.5f);
}
