//@ needs: strict hash
//@ calls: permute permute_pair permute_pairs permute_pairs_twice
//@ by hand: Table
// The hash of Perlin noise: by a permutation table, as Ken Perlin wrote it, 8 bits per lattice point, p[p[p[x] + y] + z], or by the lattice hash. A prefix combines
// some axes, x first: p[p[x] + y] with the table.

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

// The hash of a lattice point. In fewer dimensions the missing coordinates are 0.
//@ outlined: hash.table
fn table_3(hash: Hash, x: u32, y: u32, z: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, permute(hash.table, permute(hash.table, x) + y) + z);
    }
    return hash_3(hash.key, x, y, z);
}

// The prefix of a lattice column: x and y.
//@ outlined: hash.table
fn table_prefix_2(hash: Hash, x: u32, y: u32) -> u32 {
    if hash.kind == TABLE {
        return permute(hash.table, permute(hash.table, x) + y);
    }
    return hash_prefix_2(hash.key, x, y);
}

// The prefixes of the columns of a cell: x, y; x, y1; x1, y; x1, y1.
//@ outlined: hash.table
fn table_prefix_around(hash: Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    if hash.kind == TABLE {
        return permute_pairs(hash.table, permute_pair(hash.table, 0u, x, x1), y, y1);
    }
    return hash_prefix_around(hash.key, x, x1, y, y1);
}

// The hashes in the plane z = 0 of the corners of a cell: x, y; x, y1; x1, y; x1, y1.
//@ outlined: hash.table
fn table_plane_around(hash: Hash, x: u32, x1: u32, y: u32, y1: u32) -> vec4<u32> {
    if hash.kind == TABLE {
        return permute_pairs_twice(hash.table, permute_pair(hash.table, 0u, x, x1), y, y1);
    }
    return hash_plane_around(hash.key, x, x1, y, y1);
}

// The hashes of a cell and of the lattice point after it on z, given the prefix of x and y.
//@ outlined: hash.table
fn table_last_pair(hash: Hash, xy: u32, z: u32, z1: u32) -> vec2<u32> {
    if hash.kind == TABLE {
        return permute_pair(hash.table, xy, z, z1);
    }
    return hash_last_pair(hash.key, LATTICE_Z, xy, z, z1);
}

// The same for two prefixes.
//@ outlined: hash.table
fn table_last_pairs(hash: Hash, xy: vec2<u32>, z: u32, z1: u32) -> vec4<u32> {
    if hash.kind == TABLE {
        return permute_pairs(hash.table, xy, z, z1);
    }
    return hash_last_pairs(hash.key, LATTICE_Z, xy, z, z1);
}

// The hashes in four dimensions around z and w, given the prefix of x and y: z, w; z, w1; z1, w; z1, w1.
//@ outlined: hash.table
fn table_around(hash: Hash, xy: u32, z: u32, z1: u32, w: u32, w1: u32) -> vec4<u32> {
    if hash.kind == TABLE {
        return permute_pairs(hash.table, permute_pair(hash.table, xy, z, z1), w, w1);
    }
    return hash_around(hash.key, xy, z, z1, w, w1);
}
