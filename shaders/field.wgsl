//@ needs: strict lattice hash
// The bindings, and what a kernel reads and writes through them. The layout of `lattice` and `scalars` is the host's; the constants LOOPS, BASES,
// TERMS, SCALARS, OCTAVE_SCALARS and CHANNELS come from the graph's structure, and so do `evaluate`, `store` and `corner`.

struct Parameters {
    // Samples of the tile in x, y and z.
    size: vec3<u32>,
    // The number 0, for `rounded`.
    zero: u32,
    // Where the tile's first sample goes in the target, in x, y and z.
    origin: vec3<u32>,
    // The number of the buffer's element for the first channel of the target's first sample; unused for a texture.
    first: u32,
    // Elements of the buffer from one row, and from one slice, to the next.
    row: u32,
    slice: u32,
    // The jobs of the passes before `main`: the pair of `lattice` that the first begins with, and how many there are.
    jobs: u32,
    job_count: u32,
}

@group(0) @binding(0) var<uniform> parameters: Parameters;
// Numbers of nodes: first those that stay the same in every octave, then OCTAVE_SCALARS an octave.
@group(0) @binding(1) var<storage, read> scalars: array<f32>;
// Octave counts, each with how many of them are in rows; the key of each basis' hash; then a directory: an octave after the other, the job of each basis (0 for none) and the first entry and the period
// of each term of a lattice axis. Then the entries: the cell and the fraction of a sample.
@group(0) @binding(2) var<storage, read> lattice: array<vec2<u32>>;
// Permutations of 0..255, one after another: in the lowest byte of a word the entry of its index, and in the byte above the entry of the next one.
@group(0) @binding(3) var<storage, read> permutations: array<u32>;
//[buffer]
@group(0) @binding(4) var<storage, read_write> field: array<f32>;

// The element that gets the first channel of a sample; the others follow it.
fn place(at: vec3<u32>) -> u32 {
    let to = parameters.origin + at;
    return parameters.first + to.z * parameters.slice + to.y * parameters.row + to.x * CHANNELS;
}
//[texture]
// The linker puts the format of the target in the place of r32float.
@group(0) @binding(4) var field: texture_storage_2d<r32float, write>;

// The texel that gets a sample.
fn place(at: vec3<u32>) -> vec2<u32> {
    return parameters.origin.xy + at.xy;
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

// Where a basis takes its hashes from.
fn hash_of(basis: u32, kind: u32) -> Hash {
    let key = lattice[LOOPS + basis];
    return Hash(kind, key.x, key);
}

// A term of a lattice coordinate in an octave, at the sample with this index along the term's axis of the domain.
fn coordinate(term: u32, octave: u32, index: u32) -> Coordinate {
    let entry = lattice[LOOPS + BASES + octave * (BASES + TERMS) + BASES + term];
    let at = lattice[entry.x + index];
    return Coordinate(at.x, at.y, entry.y);
}

// The same for a skew, which never repeats.
fn coordinate_of_skew(term: u32, octave: u32, index: u32) -> Coordinate {
    let at = lattice[lattice[LOOPS + BASES + octave * (BASES + TERMS) + BASES + term].x + index];
    return Coordinate(at.x, at.y, 0u);
}

// After how many cells a term of a lattice coordinate repeats in an octave.
fn period_of(term: u32, octave: u32) -> u32 {
    return lattice[LOOPS + BASES + octave * (BASES + TERMS) + BASES + term].y;
}

fn permute(table: Table, index: u32) -> u32 {
    return permutations[table * 256u + (index & 255u)] & 255u;
}

// The entries at so much after an index, and at so much more: one load where the second follows the first.
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

// The entry at the entry at so much after an index, and the one at so much more: again one load.
fn permute_pair_twice(table: Table, index: u32, at: u32, next: u32) -> vec2<u32> {
    let pair = permutations[table * 256u + ((index + at) & 255u)];
    var second = pair >> 24u;
    if next != at + 1u {
        second = permute_twice(table, index + next);
    }
    return vec2<u32>((pair >> 16u) & 255u, second);
}

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

// The entries at three or four indices.
fn permute_three(table: Table, at: vec3<u32>) -> vec3<u32> {
    return vec3<u32>(permute(table, at[0]), permute(table, at[1]), permute(table, at[2]));
}

fn permute_three_twice(table: Table, at: vec3<u32>) -> vec3<u32> {
    return vec3<u32>(permute_twice(table, at[0]), permute_twice(table, at[1]), permute_twice(table, at[2]));
}

fn permute_four(table: Table, at: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(permute(table, at[0]), permute(table, at[1]), permute(table, at[2]), permute(table, at[3]));
}

//[rows]
// Rows: what an octave of a basis takes of a lattice corner is found once a cell, by `corners`; the linear forms over x that this leaves at a pixel row
// once a cell and row, by `cells`; and a sample only blends. Both passes cover all jobs side by side along x.
//
// A job, in pairs of `lattice`: basis and octave; first lattice point on x, and how many; the same on y; distance from a span's lower to its upper
// point on x, and on y; first pixel, and how many spans; first row, and the interpolation; first corner and first cell in `forms`; first column and first span among all
// jobs. A pixel is a pair of its span and local x, and a pair that begins with the fade of x; a row is a pair of its span on y and its fraction.
const JOB: u32 = 8u;

@group(0) @binding(5) var<storage, read_write> forms: array<vec4<f32>>;

// The last job that begins at or before an item: `part` is 0 for columns, 1 for spans. Most items belong to the finest octaves, which come last.
fn job_of(item: u32, part: u32) -> u32 {
    var job = parameters.jobs + (parameters.job_count - 1u) * JOB;
    while job > parameters.jobs && lattice[job + 7u][part] > item {
        job -= JOB;
    }
    return job;
}

@compute @workgroup_size(64)
fn corners(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = parameters.zero;
    let job = job_of(at.x, 0u);
    let columns = lattice[job + 1u];
    let lines = lattice[job + 2u];
    let column = at.x - lattice[job + 7u].x;
    if column >= columns.y || at.y >= lines.y {
        return;
    }
    let x = lattice[columns.x + column].x;
    let y = lattice[lines.x + at.y].x;
    let made = corner(lattice[job].x, lattice[job].y, x, y, at.z);
    forms[lattice[job + 6u].x + (at.z * lines.y + at.y) * columns.y + column] = vec4<f32>(made.c, made.gx, made.gy, 0.0f);
}

fn made_column(interpolation: u32, below: u32, above: u32, y: f32) -> PerlinColumn {
    let b = forms[below];
    let a = forms[above];
    return perlin_column(eased(interpolation, y), PerlinCorner(b.x, b.y, b.z), PerlinCorner(a.x, a.y, a.z), y);
}

@compute @workgroup_size(64)
fn cells(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = parameters.zero;
    let job = job_of(at.x, 1u);
    let columns = lattice[job + 1u].y;
    let lines = lattice[job + 2u].y;
    let upper = lattice[job + 3u];
    let spans = lattice[job + 4u].y;
    let span = at.x - lattice[job + 7u].y;
    if span >= spans {
        return;
    }
    let rows = lattice[job + 5u];
    let row = lattice[rows.x + at.y];
    let y = unit(row.y);
    let below = lattice[job + 6u].x + (at.z * lines + row.x) * columns + span;
    let above = below + upper.y * columns;
    let left = made_column(rows.y, below, above, y);
    let right = made_column(rows.y, below + upper.x, above + upper.x, y);
    let cell = perlin_cell(left, right);
    forms[lattice[job + 6u].y + (at.z * parameters.size.y + at.y) * spans + span] = vec4<f32>(cell.a, cell.b, cell.da, cell.db);
}

// How many octaves of a loop, from the first on, are in rows.
fn octaves_in_rows(loop_number: u32) -> u32 {
    return lattice[loop_number].y;
}

// The job of a basis in an octave that is in rows.
fn job_of_basis(basis: u32, octave: u32) -> u32 {
    return lattice[LOOPS + BASES + octave * (BASES + TERMS) + basis].x;
}

// What the samples above each other in a slice have in common: the place in `forms` of their cell in row 0, how far it is to the next row's, and what their
// forms are blended by.
struct Column {
    first: u32,
    spans: u32,
    x: f32,
    t: f32,
}

fn column_of(job: u32, at: vec3<u32>) -> Column {
    let pixels = lattice[job + 4u];
    let pixel = lattice[pixels.x + 2u * at.x];
    let t = bitcast<f32>(lattice[pixels.x + 2u * at.x + 1u].x);
    let first = lattice[job + 6u].y + at.z * parameters.size.y * pixels.y + pixel.x;
    return Column(first, pixels.y, bitcast<f32>(pixel.y), t);
}

// A sample of a job's rows.
fn swept(column: Column, y: u32) -> f32 {
    let f = forms[column.first + y * column.spans];
    return perlin_pixel(PerlinCell(f.x, f.y, f.z, f.w), column.x, column.t);
}

//[sweep]
// The rows that an invocation evaluates side by side, so that what a column's samples have in common is read once for all of them.
const SWEEP: u32 = 4u;

// The sample so many rows after one, at most the last of its column.
fn row_after(at: vec3<u32>, number: u32) -> vec3<u32> {
    return vec3<u32>(at.x, min(at.y + number, parameters.size.y - 1u), at.z);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = parameters.zero;
    let at_0 = vec3<u32>(at.x, at.y * SWEEP, at.z);
    if any(at_0 >= parameters.size) {
        return;
    }
    let at_1 = row_after(at_0, 1u);
    let at_2 = row_after(at_0, 2u);
    let at_3 = row_after(at_0, 3u);
    let made = evaluate(at_0, at_1, at_2, at_3);
    // Where the rows end early, the last sample is stored again.
    store(at_0, made[0]);
    store(at_1, made[1]);
    store(at_2, made[2]);
    store(at_3, made[3]);
}
//[single]
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = parameters.zero;
    if any(at >= parameters.size) {
        return;
    }
    store(at, evaluate(at));
}
//[end]
