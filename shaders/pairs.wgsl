//@ kernel
//@ needs: table
// What kernels and exported modules read of permutation tables in the same way.

// The pairs of two indices.
fn permute_pairs(table: Table, index: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
    let first = permute_pair(table, index[0], at, next);
    let second = permute_pair(table, index[1], at, next);
    return vec4<u32>(first[0], first[1], second[0], second[1]);
}

fn permute_pairs_twice(table: Table, index: vec2<u32>, at: u32, next: u32) -> vec4<u32> {
    let first = permute_pair_twice(table, index[0], at, next);
    let second = permute_pair_twice(table, index[1], at, next);
    return vec4<u32>(first[0], first[1], second[0], second[1]);
}
