//@ needs: strict
//@ by hand: cell_after cell_before carried wrapped displacement
// The position of a sample on one axis of the integer lattice, and the interpolation between two lattice points.

struct Coordinate {
    // The lattice point at or below the sample, modulo 2^32; with a period, from 0 to below it.
    cell: u32,
    // The distance of the sample above the cell, in units of 2^-32 cell.
    fraction: u32,
    // The period of the lattice in cells, at most 2^30; 0 for none.
    period: Uniform,
}

// The lattice point after a cell.
fn cell_after(cell: u32, period: Uniform) -> u32 {
    let next = cell + 1u;
    return select(next, 0u, next == period);
}

// The lattice point before a cell.
fn cell_before(cell: u32, period: Uniform) -> u32 {
    return select(cell, period, cell == 0u) - 1u;
}

// The lattice point after the sample.
fn next_cell(at: Coordinate) -> u32 {
    return cell_after(at.cell, at.period);
}

// The fraction as a number from 0 to below 1. It has the upper 24 bits, so it is exact.
fn unit(fraction: u32) -> f32 {
    return f32(fraction >> 8u) * 0x1p-24f;
}

// A cell, or the next one if the sum of fractions overflowed, that is, is less than one of them.
fn carried(cell: u32, sum: u32, part: u32) -> u32 {
    return cell + select(0u, 1u, sum < part);
}

// The sum of two parts of a coordinate with the same period.
fn added(a: Coordinate, b: Coordinate) -> Coordinate {
    let fraction = a.fraction + b.fraction;
    let cell = carried(a.cell + b.cell, fraction, a.fraction);
    if a.period == 0u {
        return Coordinate(cell, fraction, 0u);
    }
    return Coordinate(select(cell - a.period, cell, cell < a.period), fraction, a.period);
}

// A lattice point wrapped into a period that is not 0. The argument lies up to 2^20 cells below 0, modulo 2^32, or up to 2^20 cells above the period.
fn wrapped(cell: u32, period: Uniform) -> u32 {
    // Mostly; a division takes as long as the rest of a displacement.
    if cell < period {
        return cell;
    }
    let is_below = 0x80000000u <= cell;
    let past = select(cell, ~cell, is_below) % period;
    return select(past, period - 1u - past, is_below);
}

// A number of cells, clamped to ±2^20, as an integer number of cells modulo 2^32 and the fraction above them, a multiple of 2^8 units of 2^-32 cell.
fn displacement(by: f32) -> vec2<u32> {
    let held = min(max(by, -0x1p20f), 0x1p20f);
    let below = floor(held);
    let part = min(rounded(held - below), 0.99999994f);
    let units = u32(part * 0x1p24f);
    return vec2<u32>(u32(i32(below)), units << 8u);
}

// A coordinate displaced by a number of cells, clamped to ±2^20 and rounded down to units of 2^-24 cell.
fn moved(at: Coordinate, by: f32) -> Coordinate {
    let far = displacement(canonical(by));
    let fraction = at.fraction + far[1];
    let cell = carried(at.cell + far[0], fraction, far[1]);
    if at.period == 0u {
        return Coordinate(cell, fraction, 0u);
    }
    return Coordinate(wrapped(cell, at.period), fraction, at.period);
}

// In which of so many equal parts of a cell a fraction lies.
fn part_of_cell(fraction: u32, parts: Uniform) -> u32 {
    return ((fraction >> 16u) * parts + (((fraction & 0xffffu) * parts) >> 16u)) >> 16u;
}

// A coordinate in cells of which the lattice's cell has so many.
fn in_parts(at: Coordinate, parts: Uniform) -> Coordinate {
    return Coordinate(at.cell * parts + part_of_cell(at.fraction, parts), at.fraction * parts, at.period * parts);
}

// The interpolations between two lattice points.
const LINEAR: u32 = 0u;
const COSINE: u32 = 1u;
const CUBIC: u32 = 2u;
const QUINTIC: u32 = 3u;

// The quintic 6t^5 - 15t^4 + 10t^3 (Perlin 2002) for t in 0..1, folded at 1/2, so that it is exact at both ends, symmetric and monotonic in f32.
fn fade(t: f32) -> f32 {
    let r = min(t, rounded(1.0f - t));
    let r3 = rounded(rounded(r * r) * r);
    let s = rounded((rounded(6.0f * r) - 15.0f) * r);
    let h = rounded((s + 10.0f) * r3);
    return select(rounded(1.0f - h), h, t < 0.5f);
}

// The cubic 3t^2 - 2t^3 (Perlin 1985), folded in the same way.
fn fade_cubic(t: f32) -> f32 {
    let r = min(t, rounded(1.0f - t));
    let h = rounded(rounded(r * r) * (3.0f - 2.0f * r));
    return select(rounded(1.0f - h), h, t < 0.5f);
}

// (1 - cos(pi t)) / 2, by the series of the cosine, folded in the same way. Within 2^-24.
fn fade_cosine(t: f32) -> f32 {
    let r = min(t, rounded(1.0f - t));
    let q = rounded(r * r);
    let p5 = rounded(q * -0.00096478715f) + 0.012903446f;
    let p4 = rounded(q * p5) - 0.11766532f;
    let p3 = rounded(q * p4) + 0.66763138f;
    let p2 = rounded(q * p3) - 2.0293561f;
    let p1 = rounded(q * p2) + 2.4674011f;
    let h = rounded(q * p1);
    return select(rounded(1.0f - h), h, t < 0.5f);
}

// The interpolation with a number.
fn eased(interpolation: Uniform, t: f32) -> f32 {
    if interpolation == LINEAR {
        return t;
    }
    if interpolation == COSINE {
        return fade_cosine(t);
    }
    if interpolation == CUBIC {
        return fade_cubic(t);
    }
    return fade(t);
}

fn fade_cubic_slope(t: f32) -> f32 {
    let r = min(t, rounded(1.0f - t));
    return rounded(6.0f * rounded(r * rounded(1.0f - r)));
}

// The derivative of an interpolation.
fn eased_slope(interpolation: Uniform, t: f32) -> f32 {
    if interpolation == LINEAR {
        return 1.0f;
    }
    let r = min(t, rounded(1.0f - t));
    if interpolation == COSINE {
        // pi/2 sin(pi r), by the series of the sine.
        let q = rounded(r * r);
        let p5 = rounded(q * -0.011577446f) + 0.12903406f;
        let p4 = rounded(q * p5) - 0.94132252f;
        let p3 = rounded(q * p4) + 4.0057883f;
        let p2 = rounded(q * p3) - 8.1174243f;
        let p1 = rounded(q * p2) + 4.9348022f;
        return rounded(r * p1);
    }
    if interpolation == CUBIC {
        return fade_cubic_slope(t);
    }
    let s = rounded(r * rounded(1.0f - r));
    return rounded(30.0f * rounded(s * s));
}
