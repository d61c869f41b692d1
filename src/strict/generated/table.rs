// @generated from shaders/table.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// The hash of Perlin noise: by a permutation table, as Ken Perlin wrote it, 8 bits per lattice point, p[p[p[x] + y] + z], or by the lattice hash. A prefix combines
// some axes, x first: p[p[x] + y] with the table.

pub(crate) use super::super::by_hand::Table;
use super::super::by_hand::{permute, permute_pair, permute_pairs, permute_pairs_twice};
use super::super::real::Word;
use super::hash::{LATTICE_Z, hash_3, hash_around, hash_last_pair, hash_last_pairs, hash_plane_around, hash_prefix_2, hash_prefix_around};

// The source of hashes: TABLE with a permutation table, or LATTICE with a seed of two words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Hash<'a> {
    pub(crate) kind: u32,
    pub(crate) table: Table<'a>,
    pub(crate) key: [u32; 2],
}

pub(crate) const TABLE: u32 = 0;
pub(crate) const LATTICE: u32 = 1;

// The hash of a lattice point. In fewer dimensions the missing coordinates are 0.
#[inline(always)]
pub(crate) fn table_3<W: Word>(hash: Hash<'_>, x: W, y: W, z: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
            }
            hash_3(hash.key, x, y, z)
        },
    )
}

// The prefix of a lattice column: x and y.
#[inline(always)]
pub(crate) fn table_prefix_2<W: Word>(hash: Hash<'_>, x: W, y: W) -> W {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute(hash.table, permute(hash.table, x) + y);
            }
            hash_prefix_2(hash.key, x, y)
        },
    )
}

// The prefixes of the columns of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn table_prefix_around<W: Word>(hash: Hash<'_>, x: W, x1: W, y: W, y1: W) -> [W; 4] {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute_pairs(hash.table, permute_pair(hash.table, x.word(0), x, x1), y, y1);
            }
            hash_prefix_around(hash.key, x, x1, y, y1)
        },
    )
}

// The hashes in the plane z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
#[inline(always)]
pub(crate) fn table_plane_around<W: Word>(hash: Hash<'_>, x: W, x1: W, y: W, y1: W) -> [W; 4] {
    x.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute_pairs_twice(hash.table, permute_pair(hash.table, x.word(0), x, x1), y, y1);
            }
            hash_plane_around(hash.key, x, x1, y, y1)
        },
    )
}

// The hashes of a cell and of the lattice point after it on z, given the prefix of x and y.
#[inline(always)]
pub(crate) fn table_last_pair<W: Word>(hash: Hash<'_>, xy: W, z: W, z1: W) -> [W; 2] {
    xy.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute_pair(hash.table, xy, z, z1);
            }
            hash_last_pair(hash.key, LATTICE_Z, xy, z, z1)
        },
    )
}

// The same for two prefixes.
#[inline(always)]
pub(crate) fn table_last_pairs<W: Word>(hash: Hash<'_>, xy: [W; 2], z: W, z1: W) -> [W; 4] {
    xy[0].outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute_pairs(hash.table, xy, z, z1);
            }
            hash_last_pairs(hash.key, LATTICE_Z, xy, z, z1)
        },
    )
}

// The hashes in four dimensions around z and w, given the prefix of x and y: z, w; z, w1; z1, w; z1, w1.
#[inline(always)]
pub(crate) fn table_around<W: Word>(hash: Hash<'_>, xy: W, z: W, z1: W, w: W, w1: W) -> [W; 4] {
    xy.outlined_if(
        hash.table.is_outlined,
        #[inline(always)]
        |is_outlined| {
            let hash = Hash { table: hash.table.with_outlined(is_outlined), ..hash };
            if hash.kind == TABLE {
                return permute_pairs(hash.table, permute_pair(hash.table, xy, z, z1), w, w1);
            }
            hash_around(hash.key, xy, z, z1, w, w1)
        },
    )
}
