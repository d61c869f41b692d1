//@ needs: strict
// Random values of lattice points, from integers alone: the lattice hash.
//
// A coordinate times its axis's constant is a product. A prefix combines the products of some axes, x first. A point of fewer dimensions has 0 on the other
// axes, but no prefix includes w unless a point has four coordinates.

// The multiplier of a lattice coordinate, an odd number for each axis: 2^32 divided by powers of the root of t^5 = t + 1, which spread points evenly in four
// dimensions (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
const LATTICE_X: u32 = 0xdb4f0b91u;
const LATTICE_Y: u32 = 0xbbe05633u;
const LATTICE_Z: u32 = 0xa0f2ec75u;
const LATTICE_W: u32 = 0x89e18285u;

// Stands between the axes: 2^32 divided by the golden ratio. A sum of products alone repeats after a short translation, and products combined by XOR alone are
// mirrored; the two in turn do neither.
const LATTICE_FOLD: u32 = 0x9e3779b9u;

// Two rounds of xor-shifts and multiplications, each of which is one-to-one. The factors have 24 bits: GPUs multiply these as fast as they add, and wider ones
// at a quarter of the speed. The first word of the seed is combined with the coordinates, the second varies the multipliers, which with the summand are odd.
fn lattice_hash(key: vec2<Uniform>, at: u32) -> u32 {
    let keyed = at ^ key.x;
    let a = keyed ^ (keyed >> 16u);
    let b = (a & 0xffffffu) * (0xeb352cu ^ ((key.y << 1u) & 0x1fffeu)) + a;
    let c = b ^ (b >> 16u);
    let d = (c & 0xffffffu) * (0x6ca68au ^ ((key.y >> 15u) & 0x1fffeu)) + c;
    return d ^ (d >> 16u);
}

// The prefix of the product of x.
fn hash_first(key: vec2<Uniform>, product: u32) -> u32 {
    return (key.y ^ LATTICE_FOLD) + product;
}

// Extends a prefix by the product of the next axis.
fn hash_next(prefix: u32, product: u32) -> u32 {
    return (prefix ^ LATTICE_FOLD) + product;
}

// The hash, given the prefix of all axes but the last, and the product of the last.
fn hash_last(key: vec2<Uniform>, prefix: u32, product: u32) -> u32 {
    return lattice_hash(key, hash_next(prefix, product));
}

// The hash of a lattice point in the plane z = 0, given the prefix of x and y.
fn hash_plane(key: vec2<Uniform>, prefix: u32) -> u32 {
    return hash_last(key, prefix, 0u);
}

// The prefix of x and y, given their products.
fn hash_products_2(key: vec2<Uniform>, x: u32, y: u32) -> u32 {
    return hash_next(hash_first(key, x), y);
}

// The hash of a lattice point, given the products.
fn hash_products_3(key: vec2<Uniform>, x: u32, y: u32, z: u32) -> u32 {
    return hash_last(key, hash_products_2(key, x, y), z);
}

// The hash of a lattice point. In fewer dimensions the missing coordinates are 0.
fn hash_3(key: vec2<Uniform>, x: u32, y: u32, z: u32) -> u32 {
    return hash_products_3(key, x * LATTICE_X, y * LATTICE_Y, z * LATTICE_Z);
}

// The same in four dimensions, of which that in three is no slice.
fn hash_4(key: vec2<Uniform>, x: u32, y: u32, z: u32, w: u32) -> u32 {
    return hash_last(key, hash_next(hash_prefix_2(key, x, y), z * LATTICE_Z), w * LATTICE_W);
}

// The prefix of a lattice column: x and y.
fn hash_prefix_2(key: vec2<Uniform>, x: u32, y: u32) -> u32 {
    return hash_products_2(key, x * LATTICE_X, y * LATTICE_Y);
}

// The products of a cell and of the lattice point after it, which is 0 or one greater.
fn hash_pair(constant: Uniform, at: u32, next: u32) -> vec2<u32> {
    let product = at * constant;
    return vec2<u32>(product, select(product + constant, 0u, next == 0u));
}

// The prefixes of the columns of a cell: x, y; x, y1; x1, y; x1, y1.
fn hash_prefix_around(key: vec2<Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    let px = hash_pair(LATTICE_X, x, x1);
    let py = hash_pair(LATTICE_Y, y, y1);
    let left = hash_first(key, px[0]);
    let right = hash_first(key, px[1]);
    return vec4<u32>(hash_next(left, py[0]), hash_next(left, py[1]), hash_next(right, py[0]), hash_next(right, py[1]));
}

// The hashes in the plane z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
fn hash_plane_around(key: vec2<Uniform>, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    let xy = hash_prefix_around(key, x, x1, y, y1);
    return vec4<u32>(hash_plane(key, xy[0]), hash_plane(key, xy[1]), hash_plane(key, xy[2]), hash_plane(key, xy[3]));
}

// The hashes of a cell and of the lattice point after it on the last axis, given the prefix of the axes before.
fn hash_last_pair(key: vec2<Uniform>, constant: Uniform, prefix: u32, at: u32, next: u32) -> vec2<u32> {
    let products = hash_pair(constant, at, next);
    return vec2<u32>(hash_last(key, prefix, products[0]), hash_last(key, prefix, products[1]));
}

// The same for two prefixes.
fn hash_last_pairs(key: vec2<Uniform>, constant: Uniform, prefix: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
    let first = hash_last_pair(key, constant, prefix[0], at, next);
    let second = hash_last_pair(key, constant, prefix[1], at, next);
    return vec4<u32>(first[0], first[1], second[0], second[1]);
}

// The hashes in four dimensions around z and w, given the prefix of x and y: z, w; z, w1; z1, w; z1, w1.
fn hash_around(key: vec2<Uniform>, xy: u32, z: u32, z1: u32, w: u32, w1: u32) -> vec4<u32> {
    let products = hash_pair(LATTICE_Z, z, z1);
    return hash_last_pairs(key, LATTICE_W, vec2<u32>(hash_next(xy, products[0]), hash_next(xy, products[1])), w, w1);
}

// A further hash of the same point, for each `number` from 1 on.
fn hash_more(key: vec2<Uniform>, point: u32, number: Uniform) -> u32 {
    return lattice_hash(key, point + number * LATTICE_X);
}

// A hash as a number from -1 to below 1, by its lower 23 bits. Exact: the bits form a number from 2 to below 4, minus 3.
fn hash_value(point: u32) -> f32 {
    return rounded(bitcast<f32>((point & 0x7fffffu) | 0x40000000u) - 3.0f);
}
