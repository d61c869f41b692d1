// @generated from shaders/hash.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Random values of lattice points, from integers alone: the lattice hash.
//
// A coordinate times its axis's constant is a product. A prefix combines the products of some axes, x first. A point of fewer dimensions has 0 on the other
// axes, but no prefix includes w unless a point has four coordinates.

use super::super::builtin::{bitcast_f32, equal, select, shift_right};
use super::super::real::Word;
use super::strict::rounded;

// The multiplier of a lattice coordinate, an odd number for each axis: 2^32 divided by powers of the root of t^5 = t + 1, which spread points evenly in four
// dimensions (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
pub(crate) const LATTICE_X: u32 = 0xdb4f0b91;
pub(crate) const LATTICE_Y: u32 = 0xbbe05633;
pub(crate) const LATTICE_Z: u32 = 0xa0f2ec75;
pub(crate) const LATTICE_W: u32 = 0x89e18285;

// Stands between the axes: 2^32 divided by the golden ratio. A sum of products alone repeats after a short translation, and products combined by XOR alone are
// mirrored; the two in turn do neither.
pub(crate) const LATTICE_FOLD: u32 = 0x9e3779b9;

// Two rounds of xor-shifts and multiplications, each of which is one-to-one. The factors have 24 bits: GPUs multiply these as fast as they add, and wider ones
// at a quarter of the speed. The first word of the seed is combined with the coordinates, the second varies the multipliers, which with the summand are odd.
#[inline(always)]
pub(crate) fn lattice_hash<W: Word>(key: [u32; 2], at: W) -> W {
    let keyed = at ^ at.word(key[0]);
    let a = keyed ^ shift_right(keyed, 16);
    let b = (a & at.word(0xffffff)) * at.word(0xeb352c ^ ((key[1] << 1) & 0x1fffe)) + a;
    let c = b ^ shift_right(b, 16);
    let d = (c & at.word(0xffffff)) * at.word(0x6ca68a ^ ((key[1] >> 15) & 0x1fffe)) + c;
    d ^ shift_right(d, 16)
}

// The prefix of the product of x.
#[inline(always)]
pub(crate) fn hash_first<W: Word>(key: [u32; 2], product: W) -> W {
    product.word(key[1] ^ LATTICE_FOLD) + product
}

// Extends a prefix by the product of the next axis.
#[inline(always)]
pub(crate) fn hash_next<W: Word>(prefix: W, product: W) -> W {
    (prefix ^ prefix.word(LATTICE_FOLD)) + product
}

// The hash, given the prefix of all axes but the last, and the product of the last.
#[inline(always)]
pub(crate) fn hash_last<W: Word>(key: [u32; 2], prefix: W, product: W) -> W {
    lattice_hash(key, hash_next(prefix, product))
}

// The hash of a lattice point in the plane z = 0, given the prefix of x and y.
#[inline(always)]
pub(crate) fn hash_plane<W: Word>(key: [u32; 2], prefix: W) -> W {
    hash_last(key, prefix, prefix.word(0))
}

// The prefix of x and y, given their products.
#[inline(always)]
pub(crate) fn hash_products_2<W: Word>(key: [u32; 2], x: W, y: W) -> W {
    hash_next(hash_first(key, x), y)
}

// The hash of a lattice point, given the products.
#[inline(always)]
pub(crate) fn hash_products_3<W: Word>(key: [u32; 2], x: W, y: W, z: W) -> W {
    hash_last(key, hash_products_2(key, x, y), z)
}

// The hash of a lattice point. In fewer dimensions the missing coordinates are 0.
#[inline(always)]
pub(crate) fn hash_3<W: Word>(key: [u32; 2], x: W, y: W, z: W) -> W {
    hash_products_3(key, x * x.word(LATTICE_X), y * x.word(LATTICE_Y), z * x.word(LATTICE_Z))
}

// The same in four dimensions, of which that in three is no slice.
#[inline(always)]
pub(crate) fn hash_4<W: Word>(key: [u32; 2], x: W, y: W, z: W, w: W) -> W {
    hash_last(key, hash_next(hash_prefix_2(key, x, y), z * x.word(LATTICE_Z)), w * x.word(LATTICE_W))
}

// The prefix of a lattice column: x and y.
#[inline(always)]
pub(crate) fn hash_prefix_2<W: Word>(key: [u32; 2], x: W, y: W) -> W {
    hash_products_2(key, x * x.word(LATTICE_X), y * x.word(LATTICE_Y))
}

// The products of a cell and of the lattice point after it, which is 0 or one greater.
#[inline(always)]
pub(crate) fn hash_pair<W: Word>(constant: u32, at: W, next: W) -> [W; 2] {
    let product = at * at.word(constant);
    [product, select(product + at.word(constant), at.word(0), equal(next, at.word(0)))]
}

// The prefixes of the columns of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn hash_prefix_around<W: Word>(key: [u32; 2], x: W, x1: W, y: W, y1: W) -> [W; 4] {
    let px = hash_pair(LATTICE_X, x, x1);
    let py = hash_pair(LATTICE_Y, y, y1);
    let left = hash_first(key, px[0]);
    let right = hash_first(key, px[1]);
    [hash_next(left, py[0]), hash_next(left, py[1]), hash_next(right, py[0]), hash_next(right, py[1])]
}

// The hashes in the plane z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn hash_plane_around<W: Word>(key: [u32; 2], x: W, x1: W, y: W, y1: W) -> [W; 4] {
    let xy = hash_prefix_around(key, x, x1, y, y1);
    [hash_plane(key, xy[0]), hash_plane(key, xy[1]), hash_plane(key, xy[2]), hash_plane(key, xy[3])]
}

// The hashes of a cell and of the lattice point after it on the last axis, given the prefix of the axes before.
#[inline(always)]
pub(crate) fn hash_last_pair<W: Word>(key: [u32; 2], constant: u32, prefix: W, at: W, next: W) -> [W; 2] {
    let products = hash_pair(constant, at, next);
    [hash_last(key, prefix, products[0]), hash_last(key, prefix, products[1])]
}

// The same for two prefixes.
#[inline(always)]
pub(crate) fn hash_last_pairs<W: Word>(key: [u32; 2], constant: u32, prefix: [W; 2], at: W, next: W) -> [W; 4] {
    let first = hash_last_pair(key, constant, prefix[0], at, next);
    let second = hash_last_pair(key, constant, prefix[1], at, next);
    [first[0], first[1], second[0], second[1]]
}

// The hashes in four dimensions around z and w, given the prefix of x and y: z, w; z, w1; z1, w; z1, w1.
#[inline(always)]
pub(crate) fn hash_around<W: Word>(key: [u32; 2], xy: W, z: W, z1: W, w: W, w1: W) -> [W; 4] {
    let products = hash_pair(LATTICE_Z, z, z1);
    hash_last_pairs(key, LATTICE_W, [hash_next(xy, products[0]), hash_next(xy, products[1])], w, w1)
}

// A further hash of the same point, for each `number` from 1 on.
#[inline(always)]
pub(crate) fn hash_more<W: Word>(key: [u32; 2], point: W, number: u32) -> W {
    lattice_hash(key, point + point.word(number.wrapping_mul(LATTICE_X)))
}

// A hash as a number from -1 to below 1, by its lower 23 bits. Exact: the bits form a number from 2 to below 4, minus 3.
#[inline(always)]
pub(crate) fn hash_value<W: Word>(point: W) -> W::Real {
    rounded(bitcast_f32((point & point.word(0x7fffff)) | point.word(0x40000000)) - point.real(3.0))
}
