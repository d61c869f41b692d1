//@ kernel
//@ needs: module
//@ graph: SEEDED
// What a seed changes in parameters. Each entry of SEEDED has two vectors: the index of the words, the octave (0 for a key of the lattice hash), the axis and
// 1 if the seed is mixed with another; and that one and a summand.

// The sum of numbers of two words.
fn long_sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a[0] + b[0];
    return vec2<u32>(low, a[1] + b[1] + select(0u, 1u, low < b[0]));
}

// The product of numbers of two words, modulo 2^64.
fn long_product(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = wide_product(a[0], b[0]);
    return vec2<u32>(low[0], low[1] + a[0] * b[1] + a[1] * b[0]);
}

// a XOR a / 2^by; `by` is from 1 to 31.
fn long_folded(a: vec2<u32>, by: u32) -> vec2<u32> {
    return vec2<u32>(a[0] ^ ((a[0] >> by) | (a[1] << (32u - by))), a[1] ^ (a[1] >> by));
}

// The first output of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) from a state.
fn split_mix(state: vec2<u32>) -> vec2<u32> {
    let begun = long_folded(long_sum(state, vec2<u32>(0x7f4a7c15u, 0x9e3779b9u)), 30u);
    let mixed = long_folded(long_product(begun, vec2<u32>(0x1ce4e5b9u, 0xbf58476du)), 27u);
    return long_folded(long_product(mixed, vec2<u32>(0x133111ebu, 0x94d049bbu)), 31u);
}

// A word of the parameters for a seed: the first or the second of an entry.
fn seeded(low: u32, high: u32, entry: u32, second: u32) -> u32 {
    let what = SEEDED[2u * entry];
    let more = SEEDED[2u * entry + 1u];
    var seed = vec2<u32>(low, high);
    if what[3] != 0u {
        seed = split_mix(long_sum(split_mix(seed), vec2<u32>(more[0], more[1])));
    }
    var found = split_mix(seed);
    if what[1] != 0u {
        let along = split_mix(long_sum(found, vec2<u32>(what[1], 0u)));
        let drawn = split_mix(long_sum(along, vec2<u32>(what[2], 0u)));
        found = long_sum(vec2<u32>((drawn[0] >> 24u) | (drawn[1] << 8u), drawn[1] >> 24u), vec2<u32>(more[2], more[3]));
    }
    return select(found[0], found[1], second != 0u);
}
