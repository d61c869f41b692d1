// @generated from shaders/hash.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Random values of lattice points, from integers alone.

use super::super::builtin::{bitcast_f32, equal, select, shift_left, shift_right};
pub(crate) use super::super::by_hand::Table;
use super::super::by_hand::{
    permute, permute_four, permute_pair, permute_pairs, permute_pairs_twice, permute_three, permute_three_twice, permute_twice,
};
use super::super::number::Word;
use super::strict::rounded;

// The source of hashes: TABLE with a permutation table, or LATTICE with a seed of two words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Hash<'a> {
    pub(crate) kind: u32,
    pub(crate) table: Table<'a>,
    pub(crate) key: [u32; 2],
}

pub(crate) const TABLE: u32 = 0;
pub(crate) const LATTICE: u32 = 1;

// The multiplier of a lattice coordinate, an odd number for each axis: 2^32 divided by powers of the root of t^5 = t + 1, which spread points evenly in four
// dimensions (Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
pub(crate) const LATTICE_X: u32 = 0xdb4f0b91;
pub(crate) const LATTICE_Y: u32 = 0xbbe05633;
pub(crate) const LATTICE_Z: u32 = 0xa0f2ec75;
pub(crate) const LATTICE_W: u32 = 0x89e18285;

// Two rounds of xor-shifts and multiplications. The factors have 24 bits: GPUs multiply these as fast as they add, and wider ones at a quarter of the speed.
// The first word of the seed is combined with the coordinates, the second varies the multipliers.
#[inline(always)]
pub(crate) fn lattice_hash<W: Word>(key: [u32; 2], at: W) -> W {
    let a = at ^ at.word(key[0]);
    let b = ((a ^ shift_right(a, 16)) & at.word(0xffffff)) * at.word(0xeb352d ^ ((key[1] << 1) & 0x1fffe)) + a;
    let c = b ^ shift_right(b, 16);
    let d = (c & at.word(0xffffff)) * at.word(0x6ca68b ^ ((key[1] >> 15) & 0x1fffe)) + shift_right(c, 8);
    d ^ shift_right(d, 16)
}

// The hash of a lattice point: 32 bits by the lattice hash, 8 bits by the table, p[p[p[x] + y] + z]. In fewer dimensions the missing coordinates are 0.
#[inline(always)]
pub(crate) fn hash_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
            }
            lattice_hash(hash.key, (x * x.word(LATTICE_X)) ^ (y * x.word(LATTICE_Y)) ^ (z * x.word(LATTICE_Z)))
        },
    )
}

// The same in four dimensions. With the table it differs from the hash in three.
#[inline(always)]
pub(crate) fn hash_4<W: Word>(hash: Hash<'_>, x: W, y: W, z: W, w: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute(hash.table, hash_3(hash, x, y, z) + w);
            }
            lattice_hash(hash.key, (x * x.word(LATTICE_X)) ^ (y * x.word(LATTICE_Y)) ^ (z * x.word(LATTICE_Z)) ^ (w * x.word(LATTICE_W)))
        },
    )
}

// Extends a hash's prefix by one axis, that of a `LATTICE_` constant. A hash begins with x and adds one axis after the other: p[prefix + y] with the table,
// products with the lattice hash. The prefix combines the axes so far; it is 0 before the first.
#[inline(always)]
pub(crate) fn hash_axis<W: Word>(hash: Hash<'_>, constant: u32, prefix: W, at: W) -> W {
    if hash.kind == TABLE {
        return permute(hash.table, prefix + at);
    }
    prefix ^ (at * prefix.word(constant))
}

// The same at a cell and at the lattice point after it. They share a look-up unless a period ends between them.
#[inline(always)]
pub(crate) fn hash_axis_pair<W: Word>(hash: Hash<'_>, constant: u32, prefix: W, at: W, next: W) -> [W; 2] {
    if hash.kind == TABLE {
        return permute_pair(hash.table, prefix, at, next);
    }
    // The lattice point after it is 0 or one greater.
    let product = at * prefix.word(constant);
    [prefix ^ product, prefix ^ select(product + prefix.word(constant), prefix.word(0), equal(next, prefix.word(0)))]
}

// The same for two prefixes.
#[inline(always)]
pub(crate) fn hash_axis_pairs<W: Word>(hash: Hash<'_>, constant: u32, prefix: [W; 2], at: W, next: W) -> [W; 4] {
    if hash.kind == TABLE {
        return permute_pairs(hash.table, prefix, at, next);
    }
    let first = hash_axis_pair(hash, constant, prefix[0], at, next);
    let second = hash_axis_pair(hash, constant, prefix[1], at, next);
    [first[0], first[1], second[0], second[1]]
}

// The hash from a prefix with all axes: `hash_3` after z, `hash_4` after w.
#[inline(always)]
pub(crate) fn hash_finish<W: Word>(hash: Hash<'_>, prefix: W) -> W {
    if hash.kind == TABLE {
        return prefix;
    }
    lattice_hash(hash.key, prefix)
}

// The hashes of a cell and of the lattice point after it on the last axis.
#[inline(always)]
pub(crate) fn hash_finish_pair<W: Word>(hash: Hash<'_>, constant: u32, prefix: W, at: W, next: W) -> [W; 2] {
    prefix.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            let pair = hash_axis_pair(hash, constant, prefix, at, next);
            [hash_finish(hash, pair[0]), hash_finish(hash, pair[1])]
        },
    )
}

// The same for two prefixes.
#[inline(always)]
pub(crate) fn hash_finish_pairs<W: Word>(hash: Hash<'_>, constant: u32, prefix: [W; 2], at: W, next: W) -> [W; 4] {
    prefix[0].outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            let pairs = hash_axis_pairs(hash, constant, prefix, at, next);
            [hash_finish(hash, pairs[0]), hash_finish(hash, pairs[1]), hash_finish(hash, pairs[2]), hash_finish(hash, pairs[3])]
        },
    )
}

// `hash_4` around z and w, given the prefix by x and y: z, w; z, w1; z1, w; z1, w1.
#[inline(always)]
pub(crate) fn hash_finish_around<W: Word>(hash: Hash<'_>, xy: W, z: W, z1: W, w: W, w1: W) -> [W; 4] {
    xy.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            hash_finish_pairs(hash, LATTICE_W, hash_axis_pair(hash, LATTICE_Z, xy, z, z1), w, w1)
        },
    )
}

// The prefix of a lattice column: x and y.
#[inline(always)]
pub(crate) fn hash_prefix_2<W: Word>(hash: Hash<'_>, x: W, y: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            hash_axis(hash, LATTICE_Y, hash_axis(hash, LATTICE_X, x.word(0), x), y)
        },
    )
}

// The same for the columns of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn hash_prefix_around<W: Word>(hash: Hash<'_>, x: W, x1: W, y: W, y1: W) -> [W; 4] {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            hash_axis_pairs(hash, LATTICE_Y, hash_axis_pair(hash, LATTICE_X, x.word(0), x, x1), y, y1)
        },
    )
}

// `hash_3` at z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn hash_plane_around<W: Word>(hash: Hash<'_>, x: W, x1: W, y: W, y1: W) -> [W; 4] {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            let along = hash_axis_pair(hash, LATTICE_X, x.word(0), x, x1);
            if hash.kind == TABLE {
                return permute_pairs_twice(hash.table, along, y, y1);
            }
            hash_finish_pairs(hash, LATTICE_Y, along, y, y1)
        },
    )
}

// The multiplier of cells for the `hash_product` functions, for the axis of a `LATTICE_` constant. The product of the next cell is greater by one multiplier,
// so a search multiplies once per axis.
#[inline(always)]
pub(crate) fn hash_step(hash: Hash<'_>, constant: u32) -> u32 {
    if hash.kind == TABLE {
        return 1;
    }
    constant
}

// `hash_axis` of a cell, given the product of the cell and the step.
#[inline(always)]
pub(crate) fn hash_product<W: Word>(hash: Hash<'_>, prefix: W, product: W) -> W {
    if hash.kind == TABLE {
        return permute(hash.table, prefix + product);
    }
    prefix ^ product
}

// The same at a cell and at the next one.
#[inline(always)]
pub(crate) fn hash_product_pair<W: Word>(hash: Hash<'_>, prefix: W, at: W, next: W) -> [W; 2] {
    if hash.kind == TABLE {
        return permute_pair(hash.table, prefix, at, next);
    }
    [prefix ^ at, prefix ^ next]
}

// `hash_product` of three or four prefixes and products.
#[inline(always)]
pub(crate) fn hash_product_three<W: Word>(hash: Hash<'_>, prefix: [W; 3], product: [W; 3]) -> [W; 3] {
    if hash.kind == TABLE {
        return permute_three(hash.table, [prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2]]);
    }
    [prefix[0] ^ product[0], prefix[1] ^ product[1], prefix[2] ^ product[2]]
}

#[inline(always)]
pub(crate) fn hash_product_four<W: Word>(hash: Hash<'_>, prefix: [W; 4], product: [W; 4]) -> [W; 4] {
    if hash.kind == TABLE {
        let at = [prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2], prefix[3] + product[3]];
        return permute_four(hash.table, at);
    }
    [prefix[0] ^ product[0], prefix[1] ^ product[1], prefix[2] ^ product[2], prefix[3] ^ product[3]]
}

// The hash from a prefix and the last axis.
#[inline(always)]
pub(crate) fn hash_product_last<W: Word>(hash: Hash<'_>, prefix: W, product: W) -> W {
    hash_finish(hash, hash_product(hash, prefix, product))
}

// The same for three prefixes and products.
#[inline(always)]
pub(crate) fn hash_product_lasts<W: Word>(hash: Hash<'_>, prefix: [W; 3], product: [W; 3]) -> [W; 3] {
    let all = hash_product_three(hash, prefix, product);
    [hash_finish(hash, all[0]), hash_finish(hash, all[1]), hash_finish(hash, all[2])]
}

// `hash_3` at z = 0, given the prefix by x, and y times its step.
#[inline(always)]
pub(crate) fn hash_product_plane<W: Word>(hash: Hash<'_>, prefix: W, product: W) -> W {
    if hash.kind == TABLE {
        return permute_twice(hash.table, prefix + product);
    }
    lattice_hash(hash.key, prefix ^ product)
}

// The same for three prefixes and products.
#[inline(always)]
pub(crate) fn hash_product_planes<W: Word>(hash: Hash<'_>, prefix: [W; 3], product: [W; 3]) -> [W; 3] {
    if hash.kind == TABLE {
        return permute_three_twice(hash.table, [prefix[0] + product[0], prefix[1] + product[1], prefix[2] + product[2]]);
    }
    hash_product_lasts(hash, prefix, product)
}

// `hash_3` of cells, given as products with their steps.
#[inline(always)]
pub(crate) fn hash_products_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            hash_product_last(hash, hash_product(hash, hash_product(hash, x.word(0), x), y), z)
        },
    )
}

// `hash_4`, given the prefix by x, and the other cells times their steps.
#[inline(always)]
pub(crate) fn hash_products_4<W: Word>(hash: Hash<'_>, prefix: W, y: W, z: W, w: W) -> W {
    prefix.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            hash_product_last(hash, hash_product(hash, hash_product(hash, prefix, y), z), w)
        },
    )
}

// A further hash of the same point, for each `number` from 1 on.
#[inline(always)]
pub(crate) fn hash_more<W: Word>(hash: Hash<'_>, point: W, number: u32) -> W {
    point.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute(hash.table, point + point.word(number));
            }
            lattice_hash(hash.key, point + point.word(number.wrapping_mul(LATTICE_X)))
        },
    )
}

// A hash as a number from -1 to below 1: 23 bits with the lattice hash, the 256 odd multiples of 1/256 with the table. Exact: the bits form a number from 2 to
// below 4, minus 3.
#[inline(always)]
pub(crate) fn hash_value<W: Word>(hash: Hash<'_>, point: W) -> W::Real {
    if hash.kind == TABLE {
        return rounded(bitcast_f32(shift_left(point, 15) | point.word(0x40004000)) - point.real(3.0));
    }
    rounded(bitcast_f32((point & point.word(0x7fffff)) | point.word(0x40000000)) - point.real(3.0))
}
