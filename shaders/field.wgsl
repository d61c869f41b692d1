// needs: strict lattice
// The bindings, and what a kernel reads and writes through them. The layout of `lattice` and `scalars` is the host's; the constants LOOPS, BASES,
// AXES, SCALARS and OCTAVE_SCALARS come from the graph's structure.

struct Parameters {
    // Samples of the tile in x, y and z.
    size: vec3<u32>,
    // The number 0, for `rounded`.
    zero: u32,
    // Where the tile's first sample goes in the target, in x, y and z.
    origin: vec3<u32>,
    // The number of the buffer's element for the target's first sample; unused for a texture.
    first: u32,
    // Elements of the buffer from one row, and from one slice, to the next.
    row: u32,
    slice: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
// Numbers of nodes: first those that stay the same in every octave, then OCTAVE_SCALARS an octave.
@group(0) @binding(1) var<storage, read> scalars: array<f32>;
// Octave counts, table numbers, the directory of lattice axes, and their entries.
@group(0) @binding(2) var<storage, read> lattice: array<vec2<u32>>;
// Permutations of 0..255, one after another.
@group(0) @binding(3) var<storage, read> permutations: array<u32>;
//[buffer]
@group(0) @binding(4) var<storage, read_write> field: array<f32>;

fn store(at: vec3<u32>, value: f32) {
    let to = parameters.origin + at;
    field[parameters.first + to.z * parameters.slice + to.y * parameters.row + to.x] = settled(value);
}
//[texture]
@group(0) @binding(4) var field: texture_storage_2d<r32float, write>;

fn store(at: vec3<u32>, value: f32) {
    let to = parameters.origin + at;
    textureStore(field, to.xy, vec4<f32>(settled(value), 0.0f, 0.0f, 1.0f));
}
//[end]

fn scalar(number: u32) -> f32 {
    return scalars[number];
}

fn octave_scalar(number: u32, octave: u32) -> f32 {
    return scalars[SCALARS + octave * OCTAVE_SCALARS + number];
}

fn octaves(loop_number: u32) -> u32 {
    return lattice[loop_number].x;
}

fn table(basis: u32) -> Table {
    return lattice[LOOPS + basis].x;
}

// The coordinate on a lattice axis in an octave, at the sample with this index along the axis.
fn coordinate(axis: u32, octave: u32, index: u32) -> Coordinate {
    let entry = lattice[LOOPS + BASES + octave * AXES + axis];
    let at = lattice[entry.x + index];
    return Coordinate(bitcast<i32>(at.x), at.y, entry.y);
}

fn permute(table: Table, index: i32) -> u32 {
    return permutations[table * 256u + (bitcast<u32>(index) & 255u)];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = parameters.zero;
    if any(at >= parameters.size) {
        return;
    }
    store(at, evaluate(at));
}
