//@ needs: strict lattice hash table
// The bindings, and what a kernel reads and writes through them. The host defines the layout of `lattice` and `scalars`. The constants LOOPS, BASES, TERMS,
// SCALARS, OCTAVE_SCALARS, CHANNELS, KEPT and SIDE come from the graph's structure, and so do `evaluate_rows`, `evaluate` and `store`.

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
//[buffer]
@group(0) @binding(4) var<storage, read_write> field: array<f32>;

// The element for the first channel of a sample; the other channels follow it.
fn place(at: vec3<u32>) -> u32 {
    let to = parameters.origin + at;
    return parameters.first + to.z * parameters.slice + to.y * parameters.row + to.x * CHANNELS;
}
//[texture]
// The linker replaces r32float by the format of the target.
@group(0) @binding(4) var field: texture_storage_2d<r32float, write>;

// The texel for a sample.
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

//[rows]
// Rows: each lane of a workgroup has a row and moves along x, SIDE samples at a time, with all their octaves. The form of a lattice cell in the lane's row
// stays in registers until a column begins another cell, which happens for all lanes at once; each sample only blends.
const LANES: u32 = 64u;

// The row relative to a basis in an octave.
struct Row {
    // The cell on y.
    cell: u32,
    // The distance of the row above the cell, and the blend weight.
    y: f32,
    t: f32,
}

fn row_of(term: u32, octave: u32, y: u32) -> Row {
    let at = lattice[entries_of(term, octave).x + y];
    return Row(at.x, bitcast<f32>(at.z), bitcast<f32>(at.w));
}

fn point_next(at: Coordinate) -> Coordinate {
    return Coordinate(next_cell(at), 0u, at.period);
}

// A lane's value of the sample with a number that is not constant: a GPU keeps an array in slow memory if such a number indexes it.
fn one_of(number: u32, values: array<f32, SIDE>) -> f32 {
    var one = values[0];
    for (var n = 1u; n < SIDE; n += 1u) {
        one = select(one, values[n], n == number);
    }
    return one;
}

// The stages of each kind of separable noise in a row: two corners along y, and a sample, given its entry on x.
fn perlin_between(row: Row, below: PerlinCorner, above: PerlinCorner) -> PerlinColumn {
    return perlin_column(row.t, below, above, row.y);
}

fn perlin_sample(cell: PerlinCell, at: vec4<u32>) -> f32 {
    return perlin_pixel(cell, bitcast<f32>(at.z), bitcast<f32>(at.w));
}

fn value_between(row: Row, below: f32, above: f32) -> f32 {
    return value_column(row.t, below, above);
}

fn value_sample(cell: ValueCell, at: vec4<u32>) -> f32 {
    return value_pixel(cell, bitcast<f32>(at.w));
}

// The lanes' results for samples, before they are finished and stored: SIDE samples of each row, plus one element of padding, so that rows begin in different
// memory banks.
const PITCH: u32 = SIDE * KEPT + 1u;
const ROOM: u32 = LANES * PITCH;

var<workgroup> samples: array<f32, ROOM>;

// Finishes and stores samples. Neighbouring lanes process neighbouring samples.
fn finish(x: u32, corner: vec3<u32>, lane: u32, is_inside: bool) {
    let column = lane % SIDE;
    for (var turn = 0u; turn < SIDE; turn += 1u) {
        let line = lane / SIDE + turn * (LANES / SIDE);
        let at = vec3<u32>(x + column, corner.y + line, corner.z);
        if is_inside || (at.x < parameters.size.x && at.y < parameters.size.y) {
            store(at, evaluate(at, line * PITCH + column * KEPT));
        }
    }
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    zero = parameters.zero;
    let corner = vec3<u32>(group.x * parameters.columns, group.y * LANES, group.z);
    // Lanes past the last row evaluate it again, and store nothing.
    let row = min(corner.y + lane, parameters.size.y - 1u);
    let end = min(corner.x + parameters.columns, parameters.size.x);
    for (var x = corner.x; x < end; x += SIDE) {
        evaluate_rows(vec3<u32>(x, row, corner.z), lane * PITCH);
        workgroupBarrier();
        // Compilers wait for each conditional store, so a block of samples that lies entirely in the target is stored without conditions.
        if IS_SHORT && x + SIDE <= parameters.size.x && corner.y + LANES <= parameters.size.y {
            finish(x, corner, lane, true);
        } else {
            finish(x, corner, lane, false);
        }
        workgroupBarrier();
    }
}
//[columns]
// Columns: each lane has SIDE samples of a column and processes them side by side. What lies at the lattice points under the samples of a workgroup is hashed
// once for each octave, into workgroup memory: the vertices of a simplex lattice, the feature points of cells, or the corners of a slice.
const VERTICES: u32 = 640u;
const POINTS: u32 = 512u;

// The samples of a workgroup along x, and its rows of lanes.
const WIDE: u32 = 64u;
const HIGH: u32 = 4u;

// The cells of the samples at the corners of the workgroup's samples.
var<workgroup> corner_cells: array<vec3<u32>, 4>;

// The gradients of the vertices in two dimensions, and their hashes in three.
var<workgroup> vertex_gradients: array<vec2<f32>, VERTICES>;
var<workgroup> vertex_hashes: array<u32, VERTICES>;

// The feature points: the bits of their distances from the lower walls of their cells in x, y and z, and the hashes. Or the forms of the corners of cells.
var<workgroup> cell_points: array<vec4<u32>, POINTS>;

// The box of all cells that a workgroup's samples need: the samples' first cell, the cells before it, the size, and the period. `fits` is true if the memory
// has room for the cells.
struct LatticeBox {
    first: vec3<u32>,
    before: vec3<u32>,
    size: vec3<u32>,
    period: vec3<u32>,
    fits: bool,
}

// A lane's value of the sample with a number that is not constant: a GPU keeps an array in slow memory if such a number indexes it.
fn one_of(number: u32, values: array<f32, SIDE>) -> f32 {
    var one = values[0];
    for (var n = 1u; n < SIDE; n += 1u) {
        one = select(one, values[n], n == number);
    }
    return one;
}

// A lane's sample by its number.
fn below(at: vec3<u32>, number: u32) -> vec3<u32> {
    return vec3<u32>(at.x, at.y + number, at.z);
}

// The sample that is evaluated for it: beyond the edges, the last one.
fn held_inside(at: vec3<u32>) -> vec3<u32> {
    return min(at, parameters.size - 1u);
}

// One of the four corners of the workgroup's samples.
fn corner_of(first: vec3<u32>, number: u32) -> vec3<u32> {
    let last = held_inside(vec3<u32>(first.x + WIDE - 1u, first.y + HIGH * SIDE - 1u, first.z));
    return vec3<u32>(select(first.x, last.x, (number & 1u) == 1u), select(first.y, last.y, (number & 2u) == 2u), first.z);
}

// The number of cells from one to another, which is negative if the other comes first. With a period, it is less than half of it.
fn cells_from(one: u32, other: u32, period: u32) -> i32 {
    let away = bitcast<i32>(other - one);
    let turn = bitcast<i32>(period);
    let below = select(away, away - turn, turn < 2 * away);
    return select(below, away + turn, 2 * away < -turn);
}

// The same on all axes.
fn cells_from_first(corner: u32, period: vec3<u32>) -> vec3<i32> {
    let first = corner_cells[0];
    let other = corner_cells[corner];
    return vec3<i32>(cells_from(first.x, other.x, period.x), cells_from(first.y, other.y, period.y), cells_from(first.z, other.z, period.z));
}

// The box, given the period and the cells before and after those of samples. Positions are sums of a number along x and one along y, each of which only grows
// or only falls, so the corners have the least and the greatest cells. Steps from sample to sample are small, so no difference between corners wraps, and all
// of them together are less than half a period.
fn box_of(period: vec3<u32>, before: vec3<u32>, after: vec3<u32>, room: u32) -> LatticeBox {
    workgroupBarrier();
    let a = cells_from_first(1u, period);
    let b = cells_from_first(2u, period);
    let c = cells_from_first(3u, period);
    let least = min(min(vec3<i32>(0), a), min(b, c));
    let most = max(max(vec3<i32>(0), a), max(b, c));
    let size = bitcast<vec3<u32>>(most - least) + before + after + 1u;
    let is_short = max(size.x, max(size.y, size.z)) <= room;
    let fits = parameters.has_small_steps == 1u && is_short && size.x * size.y <= room && size.x * size.y * size.z <= room;
    let first = corner_cells[0] + bitcast<vec3<u32>>(least);
    return LatticeBox(select(first, first + period, bitcast<vec3<i32>>(first) < vec3<i32>(0)), before, size, period, fits);
}

// The lattice point so many cells after one.
fn cell_from(cell: u32, cells: u32, period: u32) -> u32 {
    if period == 0u {
        return cell + cells;
    }
    return wrapped(cell + cells, period);
}

// The lattice point in a box by its number.
fn point_of(box: LatticeBox, number: u32) -> vec3<u32> {
    let row = number / box.size.x;
    let slice = row / box.size.y;
    let at = vec3<u32>(number - row * box.size.x, row - slice * box.size.y, slice) - box.before;
    let x = cell_from(box.first.x, at.x, box.period.x);
    let y = cell_from(box.first.y, at.y, box.period.y);
    return vec3<u32>(x, y, cell_from(box.first.z, at.z, box.period.z));
}

// The number of the lattice point at a cell of a lattice without a period.
fn number_of(box: LatticeBox, cell: vec3<u32>) -> u32 {
    let away = cell - box.first;
    return (away.z * box.size.y + away.y) * box.size.x + away.x;
}

// Fills the memory.
fn fill_2(key: vec2<u32>, box: LatticeBox, lane: u32) {
    for (var number = lane; number < box.size.x * box.size.y; number += WIDE * HIGH) {
        let at = point_of(box, number);
        vertex_gradients[number] = simplex_gradient_2(hash_3(key, at.x, at.y, 0u));
    }
}

fn fill_3(key: vec2<u32>, box: LatticeBox, lane: u32) {
    for (var number = lane; number < box.size.x * box.size.y * box.size.z; number += WIDE * HIGH) {
        let at = point_of(box, number);
        vertex_hashes[number] = hash_3(key, at.x, at.y, at.z);
    }
}

// Simplex noise of a sample whose vertices are in the memory.
fn simplex_in_box_2(place: SimplexPlace2, box: LatticeBox) -> f32 {
    let number = number_of(box, vec3<u32>(place.cell, box.first.z));
    // The hashes are not used.
    let s = simplex_triangle(vec3<u32>(), place.from_0, place.along_x);
    let first = simplex_vertex_2_of(vertex_gradients[number], s.from_0);
    let second = simplex_vertex_2_of(vertex_gradients[number + select(box.size.x, 1u, place.along_x)], s.from_1);
    return simplex_total_2(first, second, simplex_vertex_2_of(vertex_gradients[number + box.size.x + 1u], s.from_2));
}

// The step in the memory along some axes.
fn step_along(box: LatticeBox, axes: vec3<bool>) -> u32 {
    return select(0u, 1u, axes.x) + select(0u, box.size.x, axes.y) + select(0u, box.size.x * box.size.y, axes.z);
}

fn simplex_in_box_3(place: SimplexPlace3, box: LatticeBox) -> f32 {
    let number = number_of(box, place.cell);
    let second = vertex_hashes[number + step_along(box, place.path.second)];
    let third = vertex_hashes[number + step_along(box, place.path.third)];
    let last = vertex_hashes[number + step_along(box, vec3<bool>(true))];
    return simplex_value_3(simplex_tetrahedron(vec4<u32>(vertex_hashes[number], second, third, last), place.from_0, place.path));
}

// Fills the memory.
fn fill_points(key: vec2<u32>, jitter: f32, box: LatticeBox, lane: u32) {
    for (var number = lane; number < box.size.x * box.size.y * box.size.z; number += WIDE * HIGH) {
        let at = point_of(box, number);
        let point = hash_3(key, at.x, at.y, at.z);
        let x = cellular_offset(jitter, cellular_x(point));
        let y = cellular_offset(jitter, cellular_y(point));
        let z = cellular_offset(jitter, cellular_z(point));
        cell_points[number] = vec4<u32>(bitcast<u32>(x), bitcast<u32>(y), bitcast<u32>(z), point);
    }
}

// A sample among the cells of a box, on an axis: the number of its cell, also as a float, and the sample as the search takes it.
struct Among {
    cell: i32,
    number: f32,
    fraction: f32,
    centre: f32,
}

fn among(at: Coordinate, first: u32, before: u32, jitter: f32) -> Among {
    let away = at.cell - first;
    let cell = bitcast<i32>(before + select(away, away + at.period, at.cell < first));
    let axis = cellular_axis(jitter, unit(at.fraction));
    return Among(cell, f32(cell), axis.fraction, axis.centre);
}

// The number of a cell minus the centre of a sample's axis.
fn from_centre(cell: i32, at: Among) -> f32 {
    return rounded(rounded(f32(cell) - at.number) - at.centre);
}

// The least and the greatest cell of a lane's samples, given the first and the last one.
fn cells_between(a: Among, b: Among) -> vec2<i32> {
    return vec2<i32>(min(a.cell, b.cell), max(a.cell, b.cell));
}

// The number of the lane's cells and of those up to `margin` beyond.
fn steps_within(cells: vec2<i32>, margin: i32) -> i32 {
    return cells.y - cells.x + 1 + 2 * margin;
}

// These cells by a number, from the lane's own outwards.
fn outward(cells: vec2<i32>, number: i32) -> i32 {
    let past = number - (cells.y - cells.x + 1);
    let away = (past >> 1u) + 1;
    return select(select(cells.x - away, cells.y + away, (past & 1) == 1), cells.x + number, past < 0);
}

// True if a cell is one of them.
fn is_within(cells: vec2<i32>, margin: i32, cell: i32) -> bool {
    return cells.x - margin <= cell && cell <= cells.y + margin;
}

// The least distance of a lane's samples to a cell on an axis.
fn gap_between(cell: i32, a: Among, b: Among) -> f32 {
    let gap_a = cellular_gap(rounded(f32(cell) - a.number), a.fraction);
    let gap_b = cellular_gap(rounded(f32(cell) - b.number), b.fraction);
    let is_inside = min(a.cell, b.cell) <= cell && cell <= max(a.cell, b.cell);
    return select(min(gap_a, gap_b), 0.0f, is_inside);
}

// The number of the first point of a row in the memory.
fn row_in(box: LatticeBox, y: i32, z: i32) -> u32 {
    return (bitcast<u32>(z) * box.size.y + bitcast<u32>(y)) * box.size.x;
}

// Adds the feature point of a cell in a row to what was found for each sample.
fn visit_2(metric: Uniform, found: array<Features, SIDE>, cell: i32, row: u32, x: array<Among, SIDE>, y: array<f32, SIDE>) -> array<Features, SIDE> {
    let point = cell_points[row + bitcast<u32>(cell)];
    var made = found;
    for (var n = 0u; n < SIDE; n += 1u) {
        let way_x = cellular_way(bitcast<f32>(point.x), from_centre(cell, x[n]));
        let way_y = cellular_way(bitcast<f32>(point.y), y[n]);
        made[n] = cellular_with(found[n], cellular_length_2(metric, way_x, way_y), point.w, way_x, way_y, 0.0f);
    }
    return made;
}

fn visit_3(metric: Uniform, found: array<Features, SIDE>, cell: i32, row: u32, x: array<Among, SIDE>, y: array<f32, SIDE>, z: array<f32, SIDE>) -> array<Features, SIDE> {
    let point = cell_points[row + bitcast<u32>(cell)];
    var made = found;
    for (var n = 0u; n < SIDE; n += 1u) {
        let way_x = cellular_way(bitcast<f32>(point.x), from_centre(cell, x[n]));
        let way_y = cellular_way(bitcast<f32>(point.y), y[n]);
        let way_z = cellular_way(bitcast<f32>(point.z), z[n]);
        made[n] = cellular_with(found[n], cellular_length(metric, way_x, way_y, way_z), point.w, way_x, way_y, way_z);
    }
    return made;
}

// The distance beyond which no point can change what was found for any of a lane's samples.
fn search_limit(output: Uniform, found: array<Features, SIDE>) -> f32 {
    var limit = 0.0f;
    for (var n = 0u; n < SIDE; n += 1u) {
        limit = max(limit, cellular_limit(output, found[n]));
    }
    return limit;
}

// The search of a lane, whose samples search together: each point that can matter to one of them is compared for all. `is_upright` is 1 if the samples share
// their x. Cells next to the samples' own come first, then those up to `most` away if a distance found is larger than the least one to them.
fn search_2(metric: Uniform, output: Uniform, is_upright: Uniform, most: i32, x: array<Among, SIDE>, y: array<Among, SIDE>, box: LatticeBox) -> array<Features, SIDE> {
    let cells_x = cells_between(x[0], x[SIDE - 1u]);
    let cells_y = cells_between(y[0], y[SIDE - 1u]);
    var found: array<Features, SIDE>;
    var reach = 1.0f;
    for (var n = 0u; n < SIDE; n += 1u) {
        found[n] = cellular_none(0x1p100f);
        reach = min(reach, min(cellular_reach(x[n].fraction), cellular_reach(y[n].fraction)));
    }
    for (var margin = 1; margin <= most; margin += 1) {
        if search_limit(output, found) <= cellular_part(metric, rounded(reach + f32(margin - 1))) {
            break;
        }
        for (var step_y = 0; step_y < steps_within(cells_y, margin); step_y += 1) {
            let cell_y = outward(cells_y, step_y);
            if search_limit(output, found) <= cellular_part(metric, gap_between(cell_y, y[0], y[SIDE - 1u])) {
                continue;
            }
            var from_y: array<f32, SIDE>;
            for (var n = 0u; n < SIDE; n += 1u) {
                from_y[n] = from_centre(cell_y, y[n]);
            }
            let row = row_in(box, cell_y, 0);
            if is_upright == 1u && margin == 1 {
                found = visit_2(metric, found, cells_x.x - 1, row, x, from_y);
                found = visit_2(metric, found, cells_x.x, row, x, from_y);
                found = visit_2(metric, found, cells_x.x + 1, row, x, from_y);
                continue;
            }
            // Of a row that was searched before, only the two cells at the ends are left.
            let is_known = margin > 1 && is_within(cells_y, margin - 1, cell_y);
            let stride = select(1, steps_within(cells_x, margin) - 1, is_known);
            for (var step_x = 0; step_x < steps_within(cells_x, margin); step_x += stride) {
                found = visit_2(metric, found, cells_x.x - margin + step_x, row, x, from_y);
            }
        }
    }
    return found;
}

fn search_3(metric: Uniform, output: Uniform, is_upright: Uniform, most: i32, x: array<Among, SIDE>, y: array<Among, SIDE>, z: array<Among, SIDE>, box: LatticeBox) -> array<Features, SIDE> {
    let cells_x = cells_between(x[0], x[SIDE - 1u]);
    let cells_y = cells_between(y[0], y[SIDE - 1u]);
    let cells_z = cells_between(z[0], z[SIDE - 1u]);
    var found: array<Features, SIDE>;
    var reach = 1.0f;
    for (var n = 0u; n < SIDE; n += 1u) {
        found[n] = cellular_none(0x1p100f);
        reach = min(reach, min(min(cellular_reach(x[n].fraction), cellular_reach(y[n].fraction)), cellular_reach(z[n].fraction)));
    }
    for (var margin = 1; margin <= most; margin += 1) {
        if search_limit(output, found) <= cellular_part(metric, rounded(reach + f32(margin - 1))) {
            break;
        }
        for (var step_z = 0; step_z < steps_within(cells_z, margin); step_z += 1) {
            let cell_z = outward(cells_z, step_z);
            let gap_z = cellular_part(metric, gap_between(cell_z, z[0], z[SIDE - 1u]));
            var from_z: array<f32, SIDE>;
            for (var n = 0u; n < SIDE; n += 1u) {
                from_z[n] = from_centre(cell_z, z[n]);
            }
            for (var step_y = 0; step_y < steps_within(cells_y, margin); step_y += 1) {
                let cell_y = outward(cells_y, step_y);
                let gap_y = cellular_joined(metric, cellular_part(metric, gap_between(cell_y, y[0], y[SIDE - 1u])), gap_z);
                if search_limit(output, found) <= gap_y {
                    continue;
                }
                var from_y: array<f32, SIDE>;
                for (var n = 0u; n < SIDE; n += 1u) {
                    from_y[n] = from_centre(cell_y, y[n]);
                }
                let row = row_in(box, cell_y, cell_z);
                if is_upright == 1u && margin == 1 {
                    found = visit_3(metric, found, cells_x.x - 1, row, x, from_y, from_z);
                    found = visit_3(metric, found, cells_x.x, row, x, from_y, from_z);
                    found = visit_3(metric, found, cells_x.x + 1, row, x, from_y, from_z);
                    continue;
                }
                let is_known = margin > 1 && is_within(cells_y, margin - 1, cell_y) && is_within(cells_z, margin - 1, cell_z);
                let stride = select(1, steps_within(cells_x, margin) - 1, is_known);
                for (var step_x = 0; step_x < steps_within(cells_x, margin); step_x += stride) {
                    found = visit_3(metric, found, cells_x.x - margin + step_x, row, x, from_y, from_z);
                }
            }
        }
    }
    return found;
}

// The least and the greatest number of cells in x and y from the first sample's cell to another sample's.
var<workgroup> bounds: array<atomic<i32>, 4>;

// Sets them for the cell of the first sample. One lane does this, before the others add theirs.
fn begin_bounds(cell: vec3<u32>) {
    corner_cells[0] = cell;
    for (var number = 0u; number < 4u; number += 1u) {
        atomicStore(&bounds[number], 0);
    }
}

// The numbers of cells from the first sample's cell to a lane's samples.
fn cells_from_start(x: array<Coordinate, SIDE>, y: array<Coordinate, SIDE>, period: vec3<u32>) -> array<vec2<i32>, SIDE> {
    let start = corner_cells[0];
    var away: array<vec2<i32>, SIDE>;
    for (var n = 0u; n < SIDE; n += 1u) {
        away[n] = vec2<i32>(cells_from(start.x, x[n].cell, period.x), cells_from(start.y, y[n].cell, period.y));
    }
    return away;
}

fn add_bounds(away: array<vec2<i32>, SIDE>) {
    var least = away[0];
    var most = away[0];
    for (var n = 1u; n < SIDE; n += 1u) {
        least = min(least, away[n]);
        most = max(most, away[n]);
    }
    atomicMin(&bounds[0], least.x);
    atomicMin(&bounds[1], least.y);
    atomicMax(&bounds[2], most.x);
    atomicMax(&bounds[3], most.y);
}

// The box of all cells and of those after them.
fn box_of_bounds(period: vec3<u32>) -> LatticeBox {
    let x = bitcast<u32>(atomicLoad(&bounds[0]));
    let y = bitcast<u32>(atomicLoad(&bounds[1]));
    let wide = bitcast<u32>(atomicLoad(&bounds[2])) - x;
    let high = bitcast<u32>(atomicLoad(&bounds[3])) - y;
    let fits = max(wide, high) < POINTS && (wide + 2u) * (high + 2u) <= POINTS;
    return LatticeBox(corner_cells[0], vec3<u32>(0u - x, 0u - y, 0u), vec3<u32>(wide + 2u, high + 2u, 1u), period, fits);
}

fn number_in(box: LatticeBox, away: vec2<i32>) -> u32 {
    return (bitcast<u32>(away.y) + box.before.y) * box.size.x + bitcast<u32>(away.x) + box.before.x;
}

// The form of a corner of each kind of separable noise as it is kept in the memory. The noise in a cell, given the distances from its lower left corner with
// their blend weights, the corner's number, and the numbers from row to row.
fn perlin_packed(corner: PerlinCorner) -> vec4<f32> {
    return vec4<f32>(corner.c, corner.gx, corner.gy, 0.0f);
}

fn perlin_at(number: u32) -> PerlinCorner {
    let form = bitcast<vec4<f32>>(cell_points[number]);
    return PerlinCorner(form.x, form.y, form.z);
}

fn perlin_in_cell(x: f32, of_x: f32, y: f32, of_y: f32, number: u32, row: u32) -> f32 {
    let left = perlin_column(of_y, perlin_at(number), perlin_at(number + row), y);
    let right = perlin_column(of_y, perlin_at(number + 1u), perlin_at(number + row + 1u), y);
    return perlin_pixel(perlin_cell(left, right), x, of_x);
}

fn value_packed(corner: f32) -> vec4<f32> {
    return vec4<f32>(corner, 0.0f, 0.0f, 0.0f);
}

fn value_at(number: u32) -> f32 {
    return bitcast<f32>(cell_points[number].x);
}

fn value_in_cell(x: f32, of_x: f32, y: f32, of_y: f32, number: u32, row: u32) -> f32 {
    let left = value_column(of_y, value_at(number), value_at(number + row));
    let right = value_column(of_y, value_at(number + 1u), value_at(number + row + 1u));
    return value_pixel(value_cell(left, right), of_x);
}

// A workgroup has 64 samples of 4 SIDE rows.
@compute @workgroup_size(64, 4)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) lane: vec3<u32>,
    @builtin(local_invocation_index) number: u32,
) {
    zero = parameters.zero;
    let first = vec3<u32>(group.x * WIDE, group.y * HIGH * SIDE, group.z);
    evaluate_columns(first, first + vec3<u32>(lane.x, lane.y * SIDE, 0u), number);
}
//[grid]
// A workgroup has 64 samples of 16 rows. Each invocation has one or more samples of a column, one after another.
@compute @workgroup_size(64, LINES)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
    zero = parameters.zero;
    for (var row = lane.y; row < 16u; row += LINES) {
        let at = vec3<u32>(group.x * 64u + lane.x, group.y * 16u + row, group.z);
        if at.x < parameters.size.x && at.y < parameters.size.y {
            store(at, evaluate(at));
        }
    }
}
//[points]
// A workgroup has 1024 points. Each invocation has four of them, one after another.
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) lane: vec3<u32>) {
    zero = parameters.zero;
    for (var number = 0u; number < 4u; number += 1u) {
        let at = vec3<u32>(group.x * 1024u + number * 256u + lane.x, 0u, 0u);
        if at.x < parameters.size.x {
            store(at, evaluate(at));
        }
    }
}
//[end]
