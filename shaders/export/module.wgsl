//@ kernel
//@ needs: pairs
//@ graph: PLACES CIRCLES TABLES RANKS
// Replaces a kernel's bindings in an exported module: exact positions on lattices, from positions in units, and tables as constants. The constants PLACES,
// CIRCLES, TABLES and RANKS come from the program.

// The upper word of the product of two words.
fn upper_product(a: u32, b: u32) -> u32 {
    let first = (a >> 16u) * (b & 0xffffu) + (((a & 0xffffu) * (b & 0xffffu)) >> 16u);
    let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

// The product of two words: its lower word and its upper one.
fn wide_product(a: u32, b: u32) -> vec2<u32> {
    return vec2<u32>(a * b, upper_product(a, b));
}

// A position in units on an axis, as a number of 2^-32 units counted from -2^31 units: its lower word and its upper one.
fn steps_of(unit: i32, fraction: u32) -> vec2<u32> {
    return vec2<u32>(fraction, bitcast<u32>(unit) ^ 0x80000000u);
}

// The same for a float, rounded down and clamped to less than 2^31 units from 0. By the float's bits, so that every compiler gives NaN a value, too.
fn steps_of_float(p: f32) -> vec2<u32> {
    let bits = bitcast<u32>(p);
    let size = min(bits & 0x7fffffffu, 0x4effffffu);
    let held = bitcast<f32>(select(size, 0u, size < 0x00800000u));
    let whole = floor(held);
    let steps = rounded(held - whole) * 0x1p32f;
    let fraction = u32(steps);
    // Below 0, rounding down flips all bits. A whole number of steps is one more than that.
    let flips = bitcast<u32>(bitcast<i32>(bits) >> 31u);
    let up = flips & select(0u, 1u, f32(fraction) == steps);
    let low = (fraction ^ flips) + up;
    return vec2<u32>(low, (u32(whole) ^ flips ^ 0x80000000u) + select(0u, 1u, low < up));
}

// The same for a position `away` units from an origin.
fn steps_near(unit: i32, fraction: u32, away: f32) -> vec2<u32> {
    let origin = steps_of(unit, fraction);
    let by = steps_of_float(away);
    let low = origin[0] + by[0];
    return vec2<u32>(low, (origin[1] + by[1] + select(0u, 1u, low < by[0])) ^ 0x80000000u);
}

// carry + word[0] * steps + word[1]: its lowest word, and two words to carry.
fn next_word(word: vec2<u32>, steps: vec2<u32>, carry: vec2<u32>) -> vec3<u32> {
    if word[0] == 0u {
        let sum = carry[0] + word[1];
        return vec3<u32>(sum, carry[1] + select(0u, 1u, sum < carry[0]), 0u);
    }
    let lower = wide_product(word[0], steps[0]);
    let upper = wide_product(word[0], steps[1]);
    let a = carry[0] + lower[0];
    let b = a + word[1];
    let c = lower[1] + select(0u, 1u, a < lower[0]);
    let d = c + select(0u, 1u, b < a);
    let e = d + carry[1];
    let f = e + upper[0];
    return vec3<u32>(b, f, upper[1] + select(0u, 1u, d < c) + select(0u, 1u, e < d) + select(0u, 1u, f < e));
}

// The exact position on a lattice axis without a period, in words of 2^-64, 2^-32 and 1 cell. The factors and summands, from the lowest word on, give the
// number of 2^32 cells below the position as a fraction. The error is less than the distance to the next 2^-32 cell, also in octaves.
fn multiplied(first: u32, words: u32, steps: vec2<u32>) -> vec3<u32> {
    var carry = vec2<u32>(0u, 0u);
    var position = vec3<u32>(0u, 0u, 0u);
    for (var i = 0u; i < words; i += 1u) {
        let next = next_word(PLACES[first + i], steps, carry);
        carry = vec2<u32>(next[1], next[2]);
        position = vec3<u32>(position[1], position[2], next[0]);
    }
    return position;
}

// The same for one cell per 2^by units; `by` is from 1 to 31.
fn halved(by: u32, steps: vec2<u32>) -> vec3<u32> {
    let up = 32u - by;
    return vec3<u32>(steps[0] << up, (steps[0] >> by) | (steps[1] << up), steps[1] >> by);
}

// Such a position times 2^octave[0], plus an offset of octave[1] 2^-32 cells and octave[2] cells.
fn octave_of(octave: vec3<u32>, position: vec3<u32>) -> Coordinate {
    let rest = 31u - octave[0];
    let fraction = (position[1] << octave[0]) | ((position[0] >> 1u) >> rest);
    let cell = (position[2] << octave[0]) | ((position[1] >> 1u) >> rest);
    let sum = fraction + octave[1];
    return Coordinate(cell + octave[2] + select(0u, 1u, sum < fraction), sum, 0u);
}

// The cell and its fraction once the next word of a fraction of a period is known, given the cell before it.
fn next_cells(word: u32, cell: u32, period: u32) -> vec2<u32> {
    if period == 0u {
        return vec2<u32>(word, cell);
    }
    // The fraction of a period times the cells of a period.
    let cells = wide_product(word, period);
    let fraction = cells[0] + cell;
    return vec2<u32>(cells[1] + select(0u, 1u, fraction < cell), fraction);
}

// The exact position on a lattice axis. The factors and summands, from the lowest word on, give the number of periods below the position as a fraction; whole
// periods are dropped, since the lattice repeats. The error is less than the distance to the next 2^-32 cell.
fn placed(first: u32, words: u32, steps: vec2<u32>, period: u32) -> Coordinate {
    var carry = vec2<u32>(0u, 0u);
    var at = vec2<u32>(0u, 0u);
    for (var i = 0u; i < words; i += 1u) {
        let next = next_word(PLACES[first + i], steps, carry);
        carry = vec2<u32>(next[1], next[2]);
        at = next_cells(next[0], at[0], period);
    }
    return Coordinate(at[0], at[1], period);
}

// The position on a lattice axis that goes around a circle, to the precision of floats. Factors and summands give the turns below the position.
fn on_circle(first: u32, words: u32, steps: vec2<u32>, octave: u32, period: u32) -> Coordinate {
    let circle = CIRCLES[octave];
    let turn = multiplied(first, words, steps);
    let far = sine(f32(bitcast<i32>(turn[2])) * 0x1p-32f);
    return moved(Coordinate(circle[1], circle[2], period), rounded(far * bitcast<f32>(circle[0])));
}

// The rank of a cell of blue noise: a word of RANKS has two, the first in the lower half.
fn blue_rank(cell: u32) -> u32 {
    return (RANKS[cell >> 1u] >> ((cell & 1u) << 4u)) & 0xffffu;
}

// The entry of a table of 0..255: a word of TABLES holds four entries.
fn permute(table: Table, index: u32) -> u32 {
    return (TABLES[table * 64u + ((index & 255u) >> 2u)] >> ((index << 3u) & 31u)) & 255u;
}

// The entry at the entry at an index.
fn permute_twice(table: Table, index: u32) -> u32 {
    return permute(table, permute(table, index));
}

// The entries at index + at and index + next.
fn permute_pair(table: Table, index: u32, at: u32, next: u32) -> vec2<u32> {
    return vec2<u32>(permute(table, index + at), permute(table, index + next));
}

// The entries at these entries.
fn permute_pair_twice(table: Table, index: u32, at: u32, next: u32) -> vec2<u32> {
    return vec2<u32>(permute_twice(table, index + at), permute_twice(table, index + next));
}
