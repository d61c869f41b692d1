//@ needs: strict lattice hash arithmetic coordinate
// Copies of a source, scattered over the plane. Each lattice cell has `copies` of them, each at a random position in the cell, with its own rotation and size.
//
// The copies of the sample's own cell and of all cells up to `reach` away are numbered cell by cell, row by row.

// Returns the cell `steps - reach` cells after the sample's own, on an axis.
fn scatter_cell(at: Coordinate, reach: Uniform, steps: f32) -> u32 {
    let cell = at.cell + u32(steps) - reach;
    if at.period == 0u {
        return cell;
    }
    return wrapped(cell, at.period);
}

// Returns the offset of a copy's centre from the sample along an axis, in cells.
fn scatter_way(at: Coordinate, reach: Uniform, steps: f32, jitter: f32, value: f32) -> f32 {
    let middle = rounded(0.5f * jitter * value);
    return rounded(rounded(rounded(steps - f32(reach)) + rounded(0.5f - unit(at.fraction))) + middle);
}

// A copy: its hash, and the offset of its centre from the sample.
struct ScatteredCopy {
    hash: u32,
    x: f32,
    y: f32,
}

fn scatter_copy(reach: Uniform, copies: Uniform, jitter: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, number: f32) -> ScatteredCopy {
    // With 1/2 added, the quotients of such small numbers are nowhere near a whole number.
    let half = rounded(number + 0.5f);
    let cell = floor(quotient(half, f32(copies), 1024.0f));
    let side = f32(2u * reach + 1u);
    let row = floor(quotient(rounded(cell + 0.5f), side, 1024.0f));
    let column = rounded(cell - rounded(row * side));
    let copy = number - rounded(cell * f32(copies));
    let point = hash_3(key, scatter_cell(x, reach, column), scatter_cell(y, reach, row), u32(copy));
    let way_x = scatter_way(x, reach, column, jitter, hash_value(hash_more(key, point, 1u)));
    let way_y = scatter_way(y, reach, row, jitter, hash_value(hash_more(key, point, 2u)));
    return ScatteredCopy(point, way_x, way_y);
}

// Maps a value from -1 to below 1 to the range between two numbers, given their mean and half their difference.
fn scatter_between(value: f32, mean: f32, half: f32) -> f32 {
    return rounded(mean + rounded(half * value));
}

//@ basis
fn scatter_2(reach: Uniform, copies: Uniform, jitter: f32, size: f32, size_half: f32, turns: f32, turns_half: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, number: Coordinate) -> f32 {
    return scatter_2_slope(reach, copies, jitter, size, size_half, turns, turns_half, key, x, y, number)[0];
}

// Returns no derivatives, but the parts of a copy, given its number: the sample's position along the copy's own axes, -1/2 to 1/2 on the copy, a random
// number, and another one from 0 to below 1.
//@ outlined
fn scatter_2_slope(reach: Uniform, copies: Uniform, jitter: f32, size: f32, size_half: f32, turns: f32, turns_half: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, number: Coordinate) -> vec4<f32> {
    let found = scatter_copy(reach, copies, jitter, key, x, y, position(number));
    let scale = scatter_between(hash_value(hash_more(key, found.hash, 3u)), size, size_half);
    let turned = scatter_between(hash_value(hash_more(key, found.hash, 4u)), turns, turns_half);
    let cosine = sine(rounded(turned + 0.25f));
    let across = sine(turned);
    let u = rounded(rounded(cosine * -found.x) + rounded(across * -found.y));
    let v = rounded(rounded(cosine * -found.y) - rounded(across * -found.x));
    let chance = rounded(0.5f * hash_value(hash_more(key, found.hash, 5u)) + 0.5f);
    let id = hash_value(hash_more(key, found.hash, 6u));
    return vec4<f32>(quotient(u, scale, 1024.0f), quotient(v, scale, 1024.0f), id, chance);
}

//@ basis
fn scatter_way_2(reach: Uniform, copies: Uniform, jitter: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, number: Coordinate) -> f32 {
    return scatter_way_2_slope(reach, copies, jitter, key, x, y, number)[0];
}

// Returns no derivatives, but the offset of a copy's centre from the sample along x and y, in cells.
//@ outlined
fn scatter_way_2_slope(reach: Uniform, copies: Uniform, jitter: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, number: Coordinate) -> vec4<f32> {
    let found = scatter_copy(reach, copies, jitter, key, x, y, position(number));
    return vec4<f32>(found.x, found.y, 0.0f, 0.0f);
}
