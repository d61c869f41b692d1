//@ kernel
//@ needs: pairs
//@ graph: WORDS PLACES CIRCLES TABLES RANKS
// Replaces a kernel's bindings in an exported module: exact positions on lattices, from positions in units, and tables as constants. The constants WORDS,
// PLACES, CIRCLES, TABLES and RANKS come from the program.

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

// The exact position on a lattice axis. WORDS factors and summands, from the lowest word on, give the number of periods (without one, of 2^32 cells) below the
// position as a fraction of 2^(32 WORDS). Whole periods are dropped, since the lattice repeats. The error is less than the distance to the next 2^-32 cell.
fn placed(first: u32, steps: vec2<u32>, period: u32) -> Coordinate {
    var carry = vec2<u32>(0u, 0u);
    var cell = 0u;
    var fraction = 0u;
    for (var i = 0u; i < WORDS; i += 1u) {
        let word = PLACES[first + i];
        let lower = wide_product(word[0], steps[0]);
        let upper = wide_product(word[0], steps[1]);
        // carry + word * steps + summand: its lowest word is complete, and two words are carried.
        let a = carry[0] + lower[0];
        let b = a + word[1];
        let c = lower[1] + select(0u, 1u, a < lower[0]);
        let d = c + select(0u, 1u, b < a);
        let e = d + carry[1];
        let f = e + upper[0];
        carry = vec2<u32>(f, upper[1] + select(0u, 1u, d < c) + select(0u, 1u, e < d) + select(0u, 1u, f < e));
        if period == 0u {
            fraction = cell;
            cell = b;
        } else {
            // The fraction of a period times the cells of a period.
            let cells = wide_product(b, period);
            fraction = cells[0] + cell;
            cell = cells[1] + select(0u, 1u, fraction < cell);
        }
    }
    return Coordinate(cell, fraction, period);
}

// The position on a lattice axis that goes around a circle, to the precision of floats. Factors and summands give the turns below the position.
fn on_circle(first: u32, steps: vec2<u32>, octave: u32, period: u32) -> Coordinate {
    let circle = CIRCLES[octave];
    let turn = placed(first, steps, 0u);
    let far = sine(f32(bitcast<i32>(turn.cell)) * 0x1p-32f);
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
