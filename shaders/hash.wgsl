//@ needs: strict
//@ calls: permute permute_twice permute_pair permute_pairs permute_pairs_twice permute_three permute_three_twice permute_four
//@ by hand: Table
// Random values of lattice points, from integers alone.

// The index of a permutation table.
alias Table = u32;

// The source of hashes: TABLE with a permutation table, or LATTICE with a seed of two words.
struct Hash {
    kind: Uniform,
    table: Table,
    key: vec2<Uniform>,
}

const TABLE: u32 = 0u;
const LATTICE: u32 = 1u;

// The multiplier of a lattice coordinate, an odd number for each axis: 2^32 divided by powers of the root of t^5 = t + 1, which spread points evenly in four
// dimensions (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
const LATTICE_X: u32 = 0xdb4f0b91u;
const LATTICE_Y: u32 = 0xbbe05633u;
const LATTICE_Z: u32 = 0xa0f2ec75u;
const LATTICE_W: u32 = 0x89e18285u;

// Two rounds of xor-shifts and multiplications. The factors have 24 bits: GPUs multiply these as fast as they add, and wider ones at a quarter of the speed.
// The first word of the seed is combined with the coordinates, the second varies the multipliers.
fn lattice_hash(key: vec2<Uniform>, at: u32) -> u32 {
    let a = at ^ key.x;
    let b = ((a ^ (a >> 16u)) & 0xffffffu) * (0xeb352du ^ ((key.y << 1u) & 0x1fffeu)) + a;
    let c = b ^ (b >> 16u);
    let d = (c & 0xffffffu) * (0x6ca68bu ^ ((key.y >> 15u) & 0x1fffeu)) + (c >> 8u);
    return d ^ (d >> 16u);
}

// The hash of a lattice point: 32 bits by the lattice hash, 8 bits by the table, p[p[p[x] + y] + z]. In fewer dimensions the missing coordinates are 0.
//@ outlined: hash.table
fn hash_3(hash: Hash, x: u32, y: u32, z: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
    }
    return lattice_hash(hash.key, (x * LATTICE_X) ^ (y * LATTICE_Y) ^ (z * LATTICE_Z));
}

// The same in four dimensions. With the table it differs from the hash in three.
//@ outlined: hash.table
fn hash_4(hash: Hash, x: u32, y: u32, z: u32, w: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, hash_3(hash, x, y, z) + w);
    }
    return lattice_hash(hash.key, (x * LATTICE_X) ^ (y * LATTICE_Y) ^ (z * LATTICE_Z) ^ (w * LATTICE_W));
}

// Extends a hash's prefix by one axis, that of a `LATTICE_` constant. A hash begins with x and adds one axis after the other: p[prefix + y] with the table,
// products with the lattice hash. The prefix combines the axes so far; it is 0 before the first.
fn hash_axis(hash: Hash, constant: Uniform, prefix: u32, at: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, prefix + at);
    }
    return prefix ^ (at * constant);
}

// The same at a cell and at the lattice point after it. They share a look-up unless a period ends between them.
fn hash_axis_pair(hash: Hash, constant: Uniform, prefix: u32, at: u32, next: u32) -> vec2<u32> {
    if hash.kind == TABLE {
        return permute_pair(hash.table, prefix, at, next);
    }
    // The lattice point after it is 0 or one greater.
    let product = at * constant;
    return vec2<u32>(prefix ^ product, prefix ^ select(product + constant, 0u, next == 0u));
}

// The same for two prefixes.
fn hash_axis_pairs(hash: Hash, constant: Uniform, prefix: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
    if hash.kind == TABLE {
        return permute_pairs(hash.table, prefix, at, next);
    }
    let first = hash_axis_pair(hash, constant, prefix[0], at, next);
    let second = hash_axis_pair(hash, constant, prefix[1], at, next);
    return vec4<u32>(first[0], first[1], second[0], second[1]);
}

// The hash from a prefix with all axes: `hash_3` after z, `hash_4` after w.
fn hash_finish(hash: Hash, prefix: u32) -> u32 {
    if hash.kind == TABLE {
        return prefix;
    }
    return lattice_hash(hash.key, prefix);
}

// The hashes of a cell and of the lattice point after it on the last axis.
//@ outlined: hash.table
fn hash_finish_pair(hash: Hash, constant: Uniform, prefix: u32, at: u32, next: u32) -> vec2<u32> {
    let pair = hash_axis_pair(hash, constant, prefix, at, next);
    return vec2<u32>(hash_finish(hash, pair[0]), hash_finish(hash, pair[1]));
}

// The same for two prefixes.
//@ outlined: hash.table
fn hash_finish_pairs(hash: Hash, constant: Uniform, prefix: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
    let pairs = hash_axis_pairs(hash, constant, prefix, at, next);
    return vec4<u32>(hash_finish(hash, pairs[0]), hash_finish(hash, pairs[1]), hash_finish(hash, pairs[2]), hash_finish(hash, pairs[3]));
}

// `hash_4` around z and w, given the prefix by x and y: z, w; z, w1; z1, w; z1, w1.
//@ outlined: hash.table
fn hash_finish_around(hash: Hash, xy: u32, z: u32, z1: u32, w: u32, w1: u32) -> vec4<u32> {
    return hash_finish_pairs(hash, LATTICE_W, hash_axis_pair(hash, LATTICE_Z, xy, z, z1), w, w1);
}

// The prefix of a lattice column: x and y.
//@ outlined: hash.table
fn hash_prefix_2(hash: Hash, x: u32, y: u32) -> u32 {
    return hash_axis(hash, LATTICE_Y, hash_axis(hash, LATTICE_X, 0u, x), y);
}

// The same for the columns of a cell: x, y; x, y1; x1, y; x1, y1.
//@ outlined: hash.table
fn hash_prefix_around(hash: Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    return hash_axis_pairs(hash, LATTICE_Y, hash_axis_pair(hash, LATTICE_X, 0u, x, x1), y, y1);
}

// `hash_3` at z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
//@ outlined: hash.table
fn hash_plane_around(hash: Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    let along = hash_axis_pair(hash, LATTICE_X, 0u, x, x1);
    if hash.kind == TABLE {
        return permute_pairs_twice(hash.table, along, y, y1);
    }
    return hash_finish_pairs(hash, LATTICE_Y, along, y, y1);
}

// The multiplier of cells for the `hash_product` functions, for the axis of a `LATTICE_` constant. The product of the next cell is greater by one multiplier,
// so a search multiplies once per axis.
fn hash_step(hash: Hash, constant: Uniform) -> Uniform {
    if hash.kind == TABLE {
        return 1u;
    }
    return constant;
}

// `hash_axis` of a cell, given the product of the cell and the step.
fn hash_product(hash: Hash, prefix: u32, product: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, prefix + product);
    }
    return prefix ^ product;
}

// The same at a cell and at the next one.
fn hash_product_pair(hash: Hash, prefix: u32, at: u32, next: u32) -> vec2<u32> {
    if hash.kind == TABLE {
        return permute_pair(hash.table, prefix, at, next);
    }
    return vec2<u32>(prefix ^ at, prefix ^ next);
}

// `hash_product` of three or four prefixes and products.
fn hash_product_three(hash: Hash, prefix: vec3<u32>, product: vec3<u32>) -> vec3<u32> {
    if hash.kind == TABLE {
        return permute_three(hash.table, vec3<u32>(prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2]));
    }
    return vec3<u32>(prefix[0] ^ product[0], prefix[1] ^ product[1], prefix[2] ^ product[2]);
}

fn hash_product_four(hash: Hash, prefix: vec4<u32>, product: vec4<u32>) -> vec4<u32> {
    if hash.kind == TABLE {
        let at = vec4<u32>(prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2], prefix[3] + product[3]);
        return permute_four(hash.table, at);
    }
    return vec4<u32>(prefix[0] ^ product[0], prefix[1] ^ product[1], prefix[2] ^ product[2], prefix[3] ^ product[3]);
}

// The hash from a prefix and the last axis.
fn hash_product_last(hash: Hash, prefix: u32, product: u32) -> u32 {
    return hash_finish(hash, hash_product(hash, prefix, product));
}

// The same for three prefixes and products.
fn hash_product_lasts(hash: Hash, prefix: vec3<u32>, product: vec3<u32>) -> vec3<u32> {
    let all = hash_product_three(hash, prefix, product);
    return vec3<u32>(hash_finish(hash, all[0]), hash_finish(hash, all[1]), hash_finish(hash, all[2]));
}

// `hash_3` at z = 0, given the prefix by x, and y times its step.
fn hash_product_plane(hash: Hash, prefix: u32, product: u32) -> u32 {
    if hash.kind == TABLE {
        return permute_twice(hash.table, prefix + product);
    }
    return lattice_hash(hash.key, prefix ^ product);
}

// The same for three prefixes and products.
fn hash_product_planes(hash: Hash, prefix: vec3<u32>, product: vec3<u32>) -> vec3<u32> {
    if hash.kind == TABLE {
        return permute_three_twice(hash.table, vec3<u32>(prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2]));
    }
    return hash_product_lasts(hash, prefix, product);
}

// `hash_3` of cells, given as products with their steps.
//@ outlined: hash.table
fn hash_products_3(hash: Hash, x: u32, y: u32, z: u32) -> u32 {
    return hash_product_last(hash, hash_product(hash, hash_product(hash, 0u, x), y), z);
}

// `hash_4`, given the prefix by x, and the other cells times their steps.
//@ outlined: hash.table
fn hash_products_4(hash: Hash, prefix: u32, y: u32, z: u32, w: u32) -> u32 {
    return hash_product_last(hash, hash_product(hash, hash_product(hash, prefix, y), z), w);
}

// A further hash of the same point, for each `number` from 1 on.
//@ outlined: hash.table
fn hash_more(hash: Hash, point: u32, number: Uniform) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, point + number);
    }
    return lattice_hash(hash.key, point + number * LATTICE_X);
}

// A hash as a number from -1 to below 1: 23 bits with the lattice hash, the 256 odd multiples of 1/256 with the table. Exact: the bits form a number from 2 to
// below 4, minus 3.
fn hash_value(hash: Hash, point: u32) -> f32 {
    if hash.kind == TABLE {
        return rounded(bitcast<f32>((point << 15u) | 0x40004000u) - 3.0f);
    }
    return rounded(bitcast<f32>((point & 0x7fffffu) | 0x40000000u) - 3.0f);
}
