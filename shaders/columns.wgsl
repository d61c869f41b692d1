//@ kernel
//@ needs: field cellular perlin simplex value
//@ graph: SIDE evaluate_columns
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

// `from_centre` of each of a lane's samples.
fn from_centres(cell: i32, at: array<Among, SIDE>) -> array<f32, SIDE> {
    var made: array<f32, SIDE>;
    for (var n = 0u; n < SIDE; n += 1u) {
        made[n] = from_centre(cell, at[n]);
    }
    return made;
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
            let from_y = from_centres(cell_y, y);
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
            let from_z = from_centres(cell_z, z);
            for (var step_y = 0; step_y < steps_within(cells_y, margin); step_y += 1) {
                let cell_y = outward(cells_y, step_y);
                let gap_y = cellular_joined(metric, cellular_part(metric, gap_between(cell_y, y[0], y[SIDE - 1u])), gap_z);
                if search_limit(output, found) <= gap_y {
                    continue;
                }
                let from_y = from_centres(cell_y, y);
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
