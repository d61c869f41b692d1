//@ needs: strict lattice hash arithmetic coordinate
// Copies of something, scattered over the plane. Each cell of a lattice has a number of them, each anywhere in it, turned and of a size of its own.
//
// Copies of a sample's own cell and of those around it, up to so many cells away, are numbered row by row, those of one cell in turn.

// The cell so many cells on, less the reach, on an axis.
fn scatter_cell(at: Coordinate, reach: Uniform, steps: f32) -> u32 {
    let cell = at.cell + u32(steps) - reach;
    if at.period == 0u {
        return cell;
    }
    return wrapped(cell, at.period);
}

// How far a copy's middle lies from the sample, along an axis in cells.
fn scatter_way(at: Coordinate, reach: Uniform, steps: f32, jitter: f32, value: f32) -> f32 {
    let middle = rounded(0.5f * jitter * value);
    return rounded(rounded(rounded(steps - f32(reach)) + rounded(0.5f - unit(at.fraction))) + middle);
}

// A copy: its hash, and how far its middle lies from the sample.
struct ScatteredCopy {
    hash: u32,
    x: f32,
    y: f32,
}

fn scatter_copy(reach: Uniform, copies: Uniform, jitter: f32, hash: Hash, x: Coordinate, y: Coordinate, number: f32) -> ScatteredCopy {
    // Quotients of such small numbers, a half more, are nowhere near a whole number.
    let half = rounded(number + 0.5f);
    let cell = floor(quotient(half, f32(copies), 1024.0f));
    let side = f32(2u * reach + 1u);
    let row = floor(quotient(rounded(cell + 0.5f), side, 1024.0f));
    let column = rounded(cell - rounded(row * side));
    let copy = number - rounded(cell * f32(copies));
    let point = hash_3(hash, scatter_cell(x, reach, column), scatter_cell(y, reach, row), u32(copy));
    let way_x = scatter_way(x, reach, column, jitter, hash_value(hash, hash_more(hash, point, 1u)));
    let way_y = scatter_way(y, reach, row, jitter, hash_value(hash, hash_more(hash, point, 2u)));
    return ScatteredCopy(point, way_x, way_y);
}

// From -1 to below 1 to between a low and a high number, of which the mean and half the difference are given.
fn scatter_between(value: f32, mean: f32, half: f32) -> f32 {
    return rounded(mean + rounded(half * value));
}

//@ basis
fn scatter_2(reach: Uniform, copies: Uniform, jitter: f32, size: f32, size_half: f32, turns: f32, turns_half: f32, hash: Hash, x: Coordinate, y: Coordinate, number: Coordinate) -> f32 {
    return scatter_2_slope(reach, copies, jitter, size, size_half, turns, turns_half, hash, x, y, number)[0];
}

// No derivatives, but what a copy is made of, given its number: where the sample lies on it, from -1/2 to 1/2 along its own axes, a random number, and another one from
// 0 to below 1.
//@ outlined
fn scatter_2_slope(reach: Uniform, copies: Uniform, jitter: f32, size: f32, size_half: f32, turns: f32, turns_half: f32, hash: Hash, x: Coordinate, y: Coordinate, number: Coordinate) -> vec4<f32> {
    let found = scatter_copy(reach, copies, jitter, hash, x, y, position(number));
    let scale = scatter_between(hash_value(hash, hash_more(hash, found.hash, 3u)), size, size_half);
    let turned = scatter_between(hash_value(hash, hash_more(hash, found.hash, 4u)), turns, turns_half);
    let cosine = sine(rounded(turned + 0.25f));
    let across = sine(turned);
    let u = rounded(rounded(cosine * -found.x) + rounded(across * -found.y));
    let v = rounded(rounded(cosine * -found.y) - rounded(across * -found.x));
    let chance = rounded(0.5f * hash_value(hash, hash_more(hash, found.hash, 5u)) + 0.5f);
    let id = hash_value(hash, hash_more(hash, found.hash, 6u));
    return vec4<f32>(quotient(u, scale, 1024.0f), quotient(v, scale, 1024.0f), id, chance);
}

//@ basis
fn scatter_way_2(reach: Uniform, copies: Uniform, jitter: f32, hash: Hash, x: Coordinate, y: Coordinate, number: Coordinate) -> f32 {
    return scatter_way_2_slope(reach, copies, jitter, hash, x, y, number)[0];
}

// No derivatives, but how far the middle of a copy lies from the sample along x and y, in cells.
//@ outlined
fn scatter_way_2_slope(reach: Uniform, copies: Uniform, jitter: f32, hash: Hash, x: Coordinate, y: Coordinate, number: Coordinate) -> vec4<f32> {
    let found = scatter_copy(reach, copies, jitter, hash, x, y, position(number));
    return vec4<f32>(found.x, found.y, 0.0f, 0.0f);
}
