//@ kernel
//@ needs: pairs
//@ graph: LOOPS BASES TERMS SCALARS OCTAVE_SCALARS
// The bindings of all kernels but their targets, and what a kernel reads through them. The host defines the layout of `lattice` and `scalars`.

struct Parameters {
    // Samples of the tile in x, y and z.
    size: vec3<u32>,
    // The number 0, for `rounded`.
    zero: u32,
    // The position of the tile's first sample in the target, in x, y and z.
    origin: vec3<u32>,
    // The index of the buffer's element for the first channel of the target's first sample; unused for a texture.
    first: u32,
    // The stride in elements of the buffer from row to row, and from slice to slice.
    row: u32,
    slice: u32,
    // For rows, the columns of a workgroup, a multiple of 16.
    columns: u32,
    // 1 if steps from sample to sample are small, for kernels in columns.
    has_small_steps: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
// Numbers of nodes: first those that are the same in every octave, then OCTAVE_SCALARS for each octave.
@group(0) @binding(1) var<storage, read> scalars: array<f32>;
// The octave counts; the key of each basis's hash; then a directory with, for one octave after the other, the first entry and the period of each term of a
// lattice axis. Then the entries: the cell and the fraction of a sample, and in a grid also the sample's distance above its cell and the blend weight.
@group(0) @binding(2) var<storage, read> lattice: array<vec4<u32>>;
// Permutations of 0..255, one after another. The lowest byte of a word is the entry at its index, the next byte the entry at the next index.
@group(0) @binding(3) var<storage, read> permutations: array<u32>;

fn scalar(number: u32) -> f32 {
    return scalars[number];
}

fn octave_scalar(number: u32, octave: u32) -> f32 {
    return scalars[SCALARS + octave * OCTAVE_SCALARS + number];
}

fn octaves(loop_number: u32) -> u32 {
    return lattice[loop_number].x;
}

// The key of a basis.
fn key_of(basis: u32) -> vec2<u32> {
    let key = lattice[LOOPS + basis];
    return vec2<u32>(key.x, key.y);
}

// The hash of Perlin noise, whose key is the number of its table if it has one.
fn hash_of(basis: u32, kind: u32) -> Hash {
    let key = key_of(basis);
    return Hash(kind, key.x, key);
}

// The first entry of a term of a lattice coordinate in an octave, and its period in cells.
fn entries_of(term: u32, octave: u32) -> vec2<u32> {
    let entries = lattice[LOOPS + BASES + octave * TERMS + term];
    return vec2<u32>(entries.x, entries.y);
}

// A term of a lattice coordinate in an octave, at the sample with this index along the term's axis of the domain.
fn coordinate(term: u32, octave: u32, index: u32) -> Coordinate {
    let entries = entries_of(term, octave);
    let at = lattice[entries.x + index];
    return Coordinate(at.x, at.y, entries.y);
}

// The same for a skew, which never repeats.
fn coordinate_of_skew(term: u32, octave: u32, index: u32) -> Coordinate {
    let at = lattice[entries_of(term, octave).x + index];
    return Coordinate(at.x, at.y, 0u);
}

// The lattice point on an axis, as a coordinate whose fraction is not used.
fn point_at(term: u32, octave: u32, cell: u32) -> Coordinate {
    return Coordinate(cell, 0u, entries_of(term, octave).y);
}

// The rank of a cell of blue noise. The table is before the permutations: a word has two ranks, the first in the lower half.
fn blue_rank(cell: u32) -> u32 {
    return (permutations[cell >> 1u] >> ((cell & 1u) << 4u)) & 0xffffu;
}

fn permute(table: Table, index: u32) -> u32 {
    return permutations[table * 256u + (index & 255u)] & 255u;
}

// The entries at index + at and index + next: one load if the second follows the first.
fn permute_pair(table: Table, index: u32, at: u32, next: u32) -> vec2<u32> {
    let pair = permutations[table * 256u + ((index + at) & 255u)];
    var second = (pair >> 8u) & 255u;
    if next != at + 1u {
        second = permute(table, index + next);
    }
    return vec2<u32>(pair & 255u, second);
}

// The entry at the entry at an index.
fn permute_twice(table: Table, index: u32) -> u32 {
    return (permutations[table * 256u + (index & 255u)] >> 16u) & 255u;
}

// The entries at the entries at index + at and index + next: again one load.
fn permute_pair_twice(table: Table, index: u32, at: u32, next: u32) -> vec2<u32> {
    let pair = permutations[table * 256u + ((index + at) & 255u)];
    var second = pair >> 24u;
    if next != at + 1u {
        second = permute_twice(table, index + next);
    }
    return vec2<u32>((pair >> 16u) & 255u, second);
}
