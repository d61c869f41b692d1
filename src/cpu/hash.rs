//! Twin of `hash.wgsl`: what is random about a lattice point.

use super::strict::{Apart, Real, Word, rounded};

/// A permutation table.
pub(crate) type Table<'a> = &'a [u8; 256];

/// See `hash.wgsl`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash<'a> {
    pub(crate) kind: u32,
    pub(crate) table: Table<'a>,
    pub(crate) key: [u32; 2],
    pub(crate) apart: Apart,
}

pub(crate) const TABLE: u32 = 0;
pub(crate) const LATTICE: u32 = 1;

pub(crate) const LATTICE_X: u32 = 0xdb4f_0b91;
pub(crate) const LATTICE_Y: u32 = 0xbbe0_5633;
pub(crate) const LATTICE_Z: u32 = 0xa0f2_ec75;
pub(crate) const LATTICE_W: u32 = 0x89e1_8285;

/// Twin of what `field.wgsl` reads from the storage buffer.
#[inline(always)]
pub(crate) fn permute<W: Word>(table: Table<'_>, index: W) -> W {
    index.permuted(table)
}

/// Twin of the same, which `field.wgsl` finds in one word.
#[inline(always)]
pub(crate) fn permute_pair<W: Word>(table: Table<'_>, index: W, at: W, next: W) -> [W; 2] {
    [permute(table, index + at), permute(table, index + next)]
}

#[inline(always)]
pub(crate) fn lattice_hash<W: Word>(key: [u32; 2], at: W) -> W {
    let a = at ^ at.like(key[0]);
    let b = (a ^ a.right(16)) * a.like(0x7feb_352d);
    let c = b ^ b.like(key[1]);
    let d = (c ^ c.right(15)) * c.like(0x846c_a68b);
    d ^ d.right(16)
}

#[inline(always)]
pub(crate) fn hash_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            if hash.kind == TABLE {
                return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
            }
            lattice_hash(hash.key, (x * x.like(LATTICE_X)) ^ (y * x.like(LATTICE_Y)) ^ (z * x.like(LATTICE_Z)))
        },
    )
}

#[inline(always)]
pub(crate) fn hash_4<W: Word>(hash: Hash<'_>, x: W, y: W, z: W, w: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            if hash.kind == TABLE {
                return permute(hash.table, hash_3(hash, x, y, z) + w);
            }
            let xyz = (x * x.like(LATTICE_X)) ^ (y * x.like(LATTICE_Y)) ^ (z * x.like(LATTICE_Z));
            lattice_hash(hash.key, xyz ^ (w * x.like(LATTICE_W)))
        },
    )
}

#[inline(always)]
pub(crate) fn hash_on<W: Word>(hash: Hash<'_>, constant: u32, begun: W, at: W) -> W {
    if hash.kind == TABLE {
        return permute(hash.table, begun + at);
    }
    begun ^ (at * at.like(constant))
}

#[inline(always)]
pub(crate) fn hash_pair_on<W: Word>(hash: Hash<'_>, constant: u32, begun: W, at: W, next: W) -> [W; 2] {
    if hash.kind == TABLE {
        return permute_pair(hash.table, begun, at, next);
    }
    [begun ^ (at * at.like(constant)), begun ^ (next * at.like(constant))]
}

#[inline(always)]
pub(crate) fn hash_ended<W: Word>(hash: Hash<'_>, begun: W) -> W {
    if hash.kind == TABLE {
        return begun;
    }
    lattice_hash(hash.key, begun)
}

#[inline(always)]
pub(crate) fn hash_pair_ended<W: Word>(hash: Hash<'_>, constant: u32, begun: W, at: W, next: W) -> [W; 2] {
    begun.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            let pair = hash_pair_on(hash, constant, begun, at, next);
            [hash_ended(hash, pair[0]), hash_ended(hash, pair[1])]
        },
    )
}

#[inline(always)]
pub(crate) fn hash_begun_2<W: Word>(hash: Hash<'_>, x: W, y: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || hash_on(hash, LATTICE_Y, hash_on(hash, LATTICE_X, x.like(0), x), y),
    )
}

#[inline(always)]
pub(crate) fn hash_begun_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || hash_on(hash, LATTICE_Z, hash_begun_2(hash, x, y), z),
    )
}

#[inline(always)]
pub(crate) fn hash_begun_around<W: Word>(hash: Hash<'_>, x: W, x1: W, y: W, y1: W) -> [W; 4] {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            let along = hash_pair_on(hash, LATTICE_X, x.like(0), x, x1);
            let left = hash_pair_on(hash, LATTICE_Y, along[0], y, y1);
            let right = hash_pair_on(hash, LATTICE_Y, along[1], y, y1);
            [left[0], left[1], right[0], right[1]]
        },
    )
}

#[inline(always)]
pub(crate) fn hash_step(hash: Hash<'_>, constant: u32) -> u32 {
    if hash.kind == TABLE {
        return 1;
    }
    constant
}

#[inline(always)]
pub(crate) fn hash_parts_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            if hash.kind == TABLE {
                return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
            }
            lattice_hash(hash.key, x ^ y ^ z)
        },
    )
}

#[inline(always)]
pub(crate) fn hash_parts_4<W: Word>(hash: Hash<'_>, x: W, y: W, z: W, w: W) -> W {
    x.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            if hash.kind == TABLE {
                return permute(hash.table, hash_parts_3(hash, x, y, z) + w);
            }
            lattice_hash(hash.key, x ^ y ^ z ^ w)
        },
    )
}

#[inline(always)]
pub(crate) fn hash_more<W: Word>(hash: Hash<'_>, point: W, number: u32) -> W {
    point.apart_where(
        hash.apart,
        #[inline(always)]
        || {
            if hash.kind == TABLE {
                return permute(hash.table, point + point.like(number));
            }
            lattice_hash(hash.key, point + point.like(number) * point.like(LATTICE_X))
        },
    )
}

#[inline(always)]
pub(crate) fn hash_value<W: Word>(hash: Hash<'_>, point: W) -> W::Real {
    if hash.kind == TABLE {
        let number = (point.like(2) * point + point.like(1)).number();
        return rounded(number * number.like(f32::from_bits(119 << 23)) - number.like(1.0));
    }
    let number = point.right(8).number();
    rounded(number * number.like(f32::from_bits(104 << 23)) - number.like(1.0))
}
