//@ needs: strict lattice hash arithmetic combine
// Cellular noise (Steven Worley, "A cellular texture basis function", SIGGRAPH 1996): the distances to the nearest feature points. Each lattice cell has one
// feature point: with a jitter of 1 anywhere in the cell, with 0 at its centre. Its position takes 16 bits of the hash per axis. A jitter below 2^-16
// counts as 0.
//
// The search is exact: it visits every cell that can hold a point that matters. A feature point stays 2^-17 cells away from the walls of its cell, far more
// than the error of a distance. So the search can skip a cell whose box is no nearer than the distances found so far, and the result is still exact.
//
// Let f be the sample's fraction on an axis. The sample's own cell and the three (in 3-D seven) others around its nearest lattice point, which is e <= 1/2
// away on each axis, bound the distances that the search can find:
// - 1-D: the nearest and the second nearest point are at most 1 + e away. Two cells away is at least 1 + f >= 1 + e, so the 3 cells around suffice.
// - 2-D: the second nearest point is at most sqrt(2.5) away, or 2 with MANHATTAN. Three cells away is at least 2, so 5 x 5 cells suffice.
// - 3-D: both are at most sqrt(3) away, or 3 with MANHATTAN. Three cells away is at least 2, so 5 x 5 x 5 cells suffice, or 7 x 7 x 7 with MANHATTAN.
//
// The search visits the 3^n cells around the sample first. All other points are at least 1 + f or 2 - f away on some axis. Only if a distance found is larger
// than that, which is rare, does the search go on to the other rows and cells, and it tests the distance of each box. So most samples cost 9 or 27 hashes.
//
// The ranges of F1 and F2 with a jitter of 1 start at 0. These are their upper limits, with the largest values observed in parentheses:
// - 1-D: 1 and 1.5.
// - 2-D: 1.415 and 1.582 (1.258 and 1.488); with MANHATTAN 2 and 2 (1.717 and 1.868); with CHEBYSHEV 1 and 1.5 (0.991 and 1.394).
// - 3-D: 1.733 for both; with MANHATTAN 3 for both; with CHEBYSHEV 1 and 1.5.
//
// If two points are equally near, the one with the smaller hash is the nearest. This does not depend on the order of the search, so neither tiles nor periods
// are visible.

// The metrics: the Euclidean distance, its square, the sum of the distances along the axes, and the largest of these.
const EUCLIDEAN: u32 = 0u;
const SQUARED: u32 = 1u;
const MANHATTAN: u32 = 2u;
const CHEBYSHEV: u32 = 3u;

// The outputs: the distance to the nearest point, the distance to the second nearest, the second distance minus the first, a random value of the nearest
// point's cell, the distance to the border of that cell, a component of the vector from the nearest point to the sample, and the smooth minimum of the
// distances to all points.
const F1: u32 = 0u;
const F2: u32 = 1u;
const F2_MINUS_F1: u32 = 2u;
const CELL_VALUE: u32 = 3u;
const EDGE: u32 = 4u;
const POINT_X: u32 = 5u;
const POINT_Y: u32 = 6u;
const POINT_Z: u32 = 7u;
const SMOOTH_F1: u32 = 8u;

// Several outputs of one search: SEVERAL, four of the outputs above with four bits each from the lowest bits on, and flags for what these outputs need: the
// second nearest point, EDGE, and SMOOTH_F1.
const SEVERAL: u32 = 0x10000u;
const WITH_SECOND: u32 = 0x20000u;
const WITH_EDGE: u32 = 0x40000u;
const WITH_SMOOTH: u32 = 0x80000u;

// The result of a search: the two smallest distances (squared for EUCLIDEAN), the hash of the nearest point's cell, and the vectors from the sample to both
// points.
struct Features {
    f1: f32,
    f2: f32,
    hash: u32,
    first: vec3<f32>,
    second: vec3<f32>,
}

// The result of a pass over all points nearby. For EDGE: the distance to the nearest border, and the vector from the nearest point to the point beyond that
// border. For SMOOTH_F1: the smooth minimum of the distances, and its derivatives.
struct Gathered {
    distance: f32,
    way: vec3<f32>,
}

// A sample on an axis: its fraction, and the number to subtract from the sum of a cell's number (0 for the sample's own cell) and a feature point's offset.
// The difference is the component of the vector from the sample to that point.
struct CellularAxis {
    fraction: f32,
    centre: f32,
}

// The columns of cells around a sample: for each y, the hash prefixes (x and y) of the three cells along x.
struct CellularColumns {
    before: vec3<u32>,
    own: vec3<u32>,
    after: vec3<u32>,
}

// Returns the jitter, or 0 if it is so small that some numbers would not be normal.
fn cellular_jitter(jitter: f32) -> f32 {
    return select(jitter, 0.0f, jitter < 0x1p-16f);
}

fn cellular_axis(jitter: f32, fraction: f32) -> CellularAxis {
    return CellularAxis(fraction, rounded(rounded(fraction - 0.5f) + rounded(jitter * 0.49999237f)));
}

// Returns the sixteen random bits of a feature point on the x axis. The functions below return those on the other axes.
fn cellular_x(point: u32) -> u32 {
    return point & 65535u;
}

fn cellular_y(point: u32) -> u32 {
    return point >> 16u;
}

// Returns the bits of a feature point on the z axis: the upper bits of a product. With these and the other two, each hash has a point of its own, and the points
// fill the cube evenly.
fn cellular_z(point: u32) -> u32 {
    return (point * LATTICE_Z) >> 16u;
}

// Returns the distance of a feature point from the lower wall of its cell on an axis, without the part of the jitter that the axis' centre includes.
fn cellular_offset(jitter: f32, bits: u32) -> f32 {
    return rounded(jitter * 0x1p-16f * f32(bits));
}

// Returns the component along an axis of the vector from the sample to a feature point. `cell` is the number of its cell minus the axis' centre.
fn cellular_way(offset: f32, cell: f32) -> f32 {
    return rounded(offset + cell);
}

// Returns the contribution of a vector's component to its length.
fn cellular_part(metric: Uniform, way: f32) -> f32 {
    if metric == MANHATTAN || metric == CHEBYSHEV {
        return abs(way);
    }
    return rounded(way * way);
}

fn cellular_joined(metric: Uniform, a: f32, b: f32) -> f32 {
    if metric == CHEBYSHEV {
        return max(a, b);
    }
    return rounded(a + b);
}

// Returns the length of a vector, squared for EUCLIDEAN. A row of samples shares the contributions of y and z.
fn cellular_length(metric: Uniform, x: f32, y: f32, z: f32) -> f32 {
    let rest = cellular_joined(metric, cellular_part(metric, y), cellular_part(metric, z));
    return cellular_joined(metric, cellular_part(metric, x), rest);
}

// Does the same for a vector whose z is 0.
fn cellular_length_2(metric: Uniform, x: f32, y: f32) -> f32 {
    return cellular_joined(metric, cellular_part(metric, x), cellular_part(metric, y));
}

// Returns the distance from the sample to the box of a cell on an axis.
fn cellular_gap(cell: f32, fraction: f32) -> f32 {
    return max(max(rounded(cell - fraction), rounded(fraction - rounded(cell + 1.0f))), 0.0f);
}

// Returns the distance from the sample to the nearer wall of its own cell on an axis.
fn cellular_reach(fraction: f32) -> f32 {
    return min(fraction, rounded(1.0f - fraction));
}

// Returns the least distance to the cells beyond the 3^n around the sample, as the search compares it, given the least reach on any axis.
fn cellular_beyond(metric: Uniform, reach: f32) -> f32 {
    return cellular_part(metric, rounded(reach + 1.0f));
}

// Returns the distance below which a cell's box can change what was found.
fn cellular_limit(output: Uniform, found: Features) -> f32 {
    if output == F1 || output == CELL_VALUE || (output >= POINT_X && (output & WITH_SECOND) == 0u) {
        return found.f1;
    }
    return found.f2;
}

// Returns the second smallest distance, including one more.
fn cellular_second(f1: f32, f2: f32, distance: f32) -> f32 {
    return min(f2, max(f1, distance));
}

fn cellular_none(far: f32) -> Features {
    let nowhere = vec3<f32>(0.0f, 0.0f, 0.0f);
    return Features(far, far, 0xffffffffu, nowhere, nowhere);
}

// Adds a point at the distance `d`.
fn cellular_with(found: Features, d: f32, hash: u32, x: f32, y: f32, z: f32) -> Features {
    let is_first = d < found.f1 || (d == found.f1 && hash < found.hash);
    let is_second = d < found.f2;
    let x2 = select(select(found.second[0], x, is_second), found.first[0], is_first);
    let y2 = select(select(found.second[1], y, is_second), found.first[1], is_first);
    let z2 = select(select(found.second[2], z, is_second), found.first[2], is_first);
    let x1 = select(found.first[0], x, is_first);
    let y1 = select(found.first[1], y, is_first);
    let z1 = select(found.first[2], z, is_first);
    let nearest = select(found.hash, hash, is_first);
    let f2 = cellular_second(found.f1, found.f2, d);
    return Features(min(found.f1, d), f2, nearest, vec3<f32>(x1, y1, z1), vec3<f32>(x2, y2, z2));
}

// Adds the feature point of the cell with this hash. x, y and z are the cell's numbers minus the axes' centres.
fn cellular_cell_1(metric: Uniform, found: Features, jitter: f32, point: u32, x: f32) -> Features {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    return cellular_with(found, cellular_part(metric, way_x), point, way_x, 0.0f, 0.0f);
}

fn cellular_cell_2(metric: Uniform, found: Features, jitter: f32, point: u32, x: f32, y: f32) -> Features {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), y);
    return cellular_with(found, cellular_length_2(metric, way_x, way_y), point, way_x, way_y, 0.0f);
}

fn cellular_cell_3(metric: Uniform, found: Features, jitter: f32, point: u32, x: f32, y: f32, z: f32) -> Features {
    let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), x);
    let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), y);
    let way_z = cellular_way(cellular_offset(jitter, cellular_z(point)), z);
    return cellular_with(found, cellular_length(metric, way_x, way_y, way_z), point, way_x, way_y, way_z);
}

// Returns the hash prefixes (x) of the three cells around a sample on the x axis.
fn cellular_along(key: vec2<Uniform>, x: Coordinate) -> vec3<u32> {
    let before = hash_first(key, cell_before(x.cell, x.period) * LATTICE_X);
    return vec3<u32>(before, hash_first(key, x.cell * LATTICE_X), hash_first(key, next_cell(x) * LATTICE_X));
}

// Extends the hash prefixes by a cell on the y axis, which is given times LATTICE_Y.
fn cellular_columns(along: vec3<u32>, product: u32) -> vec3<u32> {
    return vec3<u32>(hash_next(along[0], product), hash_next(along[1], product), hash_next(along[2], product));
}

// Returns the cell `number` cells before one.
fn cellular_back(cell: u32, period: Uniform, number: Uniform) -> u32 {
    var back = cell;
    var left = number;
    while left > 0u {
        back = cell_before(back, period);
        left -= 1u;
    }
    return back;
}

fn cellular_search_1(metric: Uniform, given: f32, key: vec2<Uniform>, x: Coordinate) -> Features {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    var found = cellular_none(0x1p100f);
    let before = hash_3(key, cell_before(x.cell, x.period), 0u, 0u);
    found = cellular_cell_1(metric, found, jitter, before, rounded(-1.0f - ax.centre));
    found = cellular_cell_1(metric, found, jitter, hash_3(key, x.cell, 0u, 0u), -ax.centre);
    return cellular_cell_1(metric, found, jitter, hash_3(key, next_cell(x), 0u, 0u), rounded(1.0f - ax.centre));
}

// Searches the three cells around the sample in the row of cells y, which is given times LATTICE_Y.
fn cellular_row_2(metric: Uniform, found: Features, jitter: f32, key: vec2<Uniform>, along: vec3<u32>, py: u32, ax: CellularAxis, y: f32) -> Features {
    let columns = cellular_columns(along, py);
    var row = found;
    row = cellular_cell_2(metric, row, jitter, hash_plane(key, columns[0]), rounded(-1.0f - ax.centre), y);
    row = cellular_cell_2(metric, row, jitter, hash_plane(key, columns[1]), -ax.centre, y);
    return cellular_cell_2(metric, row, jitter, hash_plane(key, columns[2]), rounded(1.0f - ax.centre), y);
}

fn cellular_search_2(metric: Uniform, output: Uniform, given: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> Features {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    var found = cellular_none(0x1p100f);
    let along = cellular_along(key, x);
    found = cellular_row_2(metric, found, jitter, key, along, cell_before(y.cell, y.period) * LATTICE_Y, ax, rounded(-1.0f - ay.centre));
    found = cellular_row_2(metric, found, jitter, key, along, y.cell * LATTICE_Y, ax, -ay.centre);
    found = cellular_row_2(metric, found, jitter, key, along, next_cell(y) * LATTICE_Y, ax, rounded(1.0f - ay.centre));
    let reach = min(cellular_reach(ax.fraction), cellular_reach(ay.fraction));
    //@ any: a cell that is farther than what was found changes nothing.
    if cellular_beyond(metric, reach) < cellular_limit(output, found) {
        // One loop over the cells of the square, row by row. It goes straight to the next row if a row is too far away, so lanes that skip don't wait for
        // others.
        let start_x = cellular_back(x.cell, x.period, 2u);
        var i = 0u;
        var j = 0u;
        var column = -2.0f;
        var row = -2.0f;
        var cell_x = start_x;
        var cell_y = cellular_back(y.cell, y.period, 2u);
        // The distance to the row.
        var rest = cellular_part(metric, cellular_gap(row, ay.fraction));
        while j < 5u {
            var next = 5u;
            //@ any: a cell that is farther than what was found changes nothing.
            if rest < cellular_limit(output, found) {
                next = i + 1u;
                if !(i > 0u && i < 4u && j > 0u && j < 4u) {
                    let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                    //@ any: a cell that is farther than what was found changes nothing.
                    if gap < cellular_limit(output, found) {
                        let way_x = rounded(column - ax.centre);
                        let way_y = rounded(row - ay.centre);
                        let point = hash_3(key, cell_x, cell_y, 0u);
                        found = cellular_cell_2(metric, found, jitter, point, way_x, way_y);
                    }
                }
            }
            i = next;
            column = rounded(column + 1.0f);
            cell_x = cell_after(cell_x, x.period);
            if i == 5u {
                i = 0u;
                column = -2.0f;
                cell_x = start_x;
                j += 1u;
                row = rounded(row + 1.0f);
                cell_y = cell_after(cell_y, y.period);
                rest = cellular_part(metric, cellular_gap(row, ay.fraction));
            }
        }
    }
    return found;
}

// Searches the three cells around the sample in the row of cells at y and z. `pz` is z times LATTICE_Z.
fn cellular_row_3(metric: Uniform, found: Features, jitter: f32, key: vec2<Uniform>, columns: vec3<u32>, pz: u32, ax: CellularAxis, y: f32, z: f32) -> Features {
    var row = found;
    row = cellular_cell_3(metric, row, jitter, hash_last(key, columns[0], pz), rounded(-1.0f - ax.centre), y, z);
    row = cellular_cell_3(metric, row, jitter, hash_last(key, columns[1], pz), -ax.centre, y, z);
    return cellular_cell_3(metric, row, jitter, hash_last(key, columns[2], pz), rounded(1.0f - ax.centre), y, z);
}

// Searches the nine cells around the sample in the plane of cells z.
fn cellular_plane_3(metric: Uniform, found: Features, jitter: f32, key: vec2<Uniform>, columns: CellularColumns, pz: u32, ax: CellularAxis, ay: CellularAxis, z: f32) -> Features {
    var plane = found;
    plane = cellular_row_3(metric, plane, jitter, key, columns.before, pz, ax, rounded(-1.0f - ay.centre), z);
    plane = cellular_row_3(metric, plane, jitter, key, columns.own, pz, ax, -ay.centre, z);
    return cellular_row_3(metric, plane, jitter, key, columns.after, pz, ax, rounded(1.0f - ay.centre), z);
}

fn cellular_search_3(metric: Uniform, output: Uniform, given: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> Features {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let az = cellular_axis(jitter, unit(z.fraction));
    var found = cellular_none(0x1p100f);
    let along = cellular_along(key, x);
    let before = cellular_columns(along, cell_before(y.cell, y.period) * LATTICE_Y);
    let after = cellular_columns(along, next_cell(y) * LATTICE_Y);
    let columns = CellularColumns(before, cellular_columns(along, y.cell * LATTICE_Y), after);
    found = cellular_plane_3(metric, found, jitter, key, columns, cell_before(z.cell, z.period) * LATTICE_Z, ax, ay, rounded(-1.0f - az.centre));
    found = cellular_plane_3(metric, found, jitter, key, columns, z.cell * LATTICE_Z, ax, ay, -az.centre);
    found = cellular_plane_3(metric, found, jitter, key, columns, next_cell(z) * LATTICE_Z, ax, ay, rounded(1.0f - az.centre));
    let reach = min(min(cellular_reach(ax.fraction), cellular_reach(ay.fraction)), cellular_reach(az.fraction));
    //@ any: a cell that is farther than what was found changes nothing.
    if cellular_beyond(metric, reach) < cellular_limit(output, found) {
        // The radius of the search in cells, and the ends of the range that the 3^n cells around the sample have in it.
        let radius = select(2u, 3u, metric == MANHATTAN);
        let first = select(-2.0f, -3.0f, metric == MANHATTAN);
        let low = radius - 1u;
        let high = radius + 1u;
        let end = radius + high;
        // One loop as in 2-D, which also goes straight to the next plane if a plane is too far away.
        let start_x = cellular_back(x.cell, x.period, radius);
        let start_y = cellular_back(y.cell, y.period, radius);
        var i = 0u;
        var j = 0u;
        var k = 0u;
        var column = first;
        var row = first;
        var plane = first;
        var cell_x = start_x;
        var cell_y = start_y;
        var cell_z = cellular_back(z.cell, z.period, radius);
        // The distances to the plane and to the row in it.
        var beyond = cellular_part(metric, cellular_gap(plane, az.fraction));
        var rest = cellular_joined(metric, cellular_part(metric, cellular_gap(row, ay.fraction)), beyond);
        while k < end {
            var next = end;
            var last = end;
            //@ any: a cell that is farther than what was found changes nothing.
            if beyond < cellular_limit(output, found) {
                last = j + 1u;
                //@ any: a cell that is farther than what was found changes nothing.
                if rest < cellular_limit(output, found) {
                    next = i + 1u;
                    if !(k >= low && k <= high && j >= low && j <= high && i >= low && i <= high) {
                        let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                        //@ any: a cell that is farther than what was found changes nothing.
                        if gap < cellular_limit(output, found) {
                            let way_x = rounded(column - ax.centre);
                            let way_y = rounded(row - ay.centre);
                            let way_z = rounded(plane - az.centre);
                            let point = hash_3(key, cell_x, cell_y, cell_z);
                            found = cellular_cell_3(metric, found, jitter, point, way_x, way_y, way_z);
                        }
                    }
                }
            }
            i = next;
            column = rounded(column + 1.0f);
            cell_x = cell_after(cell_x, x.period);
            if i == end {
                i = 0u;
                column = first;
                cell_x = start_x;
                j = last;
                row = rounded(row + 1.0f);
                cell_y = cell_after(cell_y, y.period);
                if j == end {
                    j = 0u;
                    row = first;
                    cell_y = start_y;
                    k += 1u;
                    plane = rounded(plane + 1.0f);
                    cell_z = cell_after(cell_z, z.period);
                    beyond = cellular_part(metric, cellular_gap(plane, az.fraction));
                }
                rest = cellular_joined(metric, cellular_part(metric, cellular_gap(row, ay.fraction)), beyond);
            }
        }
    }
    return found;
}

// Returns the distance, given the distance as the search compares it: squared for EUCLIDEAN.
fn cellular_distance(metric: Uniform, found: f32) -> f32 {
    if metric == EUCLIDEAN {
        return sqrt_of(found);
    }
    return found;
}

// Returns the random value of a point's cell. It doesn't come from the bits of the point's position.
fn cellular_value(key: vec2<Uniform>, point: u32) -> f32 {
    return hash_value(hash_more(key, point, 3u));
}

// Returns the second smallest distance minus the smallest, given both as the search compares them.
fn cellular_difference(metric: Uniform, f1: f32, f2: f32) -> f32 {
    if metric == EUCLIDEAN {
        let distances = sqrt_of_two(vec2<f32>(f1, f2));
        return rounded(distances.y - distances.x);
    }
    return rounded(f2 - f1);
}

fn cellular_output(metric: Uniform, output: Uniform, key: vec2<Uniform>, found: Features) -> f32 {
    if output == CELL_VALUE {
        return cellular_value(key, found.hash);
    }
    if output == F1 {
        return cellular_distance(metric, found.f1);
    }
    if output == F2 {
        return cellular_distance(metric, found.f2);
    }
    if output == POINT_X {
        return -found.first[0];
    }
    if output == POINT_Y {
        return -found.first[1];
    }
    if output == POINT_Z {
        return -found.first[2];
    }
    return cellular_difference(metric, found.f1, found.f2);
}

// Adds the border between the nearest point and another one, given the vector from the sample to the other. There is none between a point and itself.
fn cellular_with_border(border: Gathered, found: Features, x: f32, y: f32, z: f32) -> Gathered {
    let x2 = rounded(x - found.first[0]);
    let y2 = rounded(y - found.first[1]);
    let z2 = rounded(z - found.first[2]);
    let apart = rounded(rounded(x2 * x2) + rounded(rounded(y2 * y2) + rounded(z2 * z2)));
    let along_y = rounded(y2 * rounded(y + found.first[1]));
    let along_z = rounded(z2 * rounded(z + found.first[2]));
    let along = rounded(rounded(x2 * rounded(x + found.first[0])) + rounded(along_y + along_z));
    let distance = max(rounded(0.5f * along * cellular_inverse_root(apart)), 0.0f);
    let is_nearer = distance < border.distance && 0.0f < apart;
    let across_x = select(border.way[0], x2, is_nearer);
    let across_y = select(border.way[1], y2, is_nearer);
    let across_z = select(border.way[2], z2, is_nearer);
    return Gathered(select(border.distance, distance, is_nearer), vec3<f32>(across_x, across_y, across_z));
}

// Adds the distance to one more point to a smooth minimum. Points are added in the order of their cells, wherever the sample lies among them. So the smooth
// minimum is continuous, although it depends on that order.
fn cellular_with_smooth(metric: Uniform, blend: Gathered, radius: f32, x: f32, y: f32, z: f32) -> Gathered {
    let length = cellular_length(metric, x, y, z);
    let distance = cellular_distance(metric, length);
    let share = smooth_min_share(blend.distance, distance, radius);
    let rest = rounded(1.0f - share);
    let slope = cellular_distance_slope(metric, length, vec3<f32>(x, y, z));
    let slope_x = rounded(rounded(share * blend.way[0]) + rounded(rest * slope[0]));
    let slope_y = rounded(rounded(share * blend.way[1]) + rounded(rest * slope[1]));
    let slope_z = rounded(rounded(share * blend.way[2]) + rounded(rest * slope[2]));
    return Gathered(smooth_min(blend.distance, distance, radius), vec3<f32>(slope_x, slope_y, slope_z));
}

// Returns the distance, as the search compares it, below which a cell's box can change what was gathered. If a border is at a distance d, the point beyond it
// is farther than the nearest point by at most 2 d; 1/32 on top is more than rounding loses where two points lie close to each other. A smooth minimum is at
// most the smallest distance, and a point that is farther than that by more than the radius doesn't change it.
fn cellular_gather_limit(metric: Uniform, output: Uniform, radius: f32, nearest: f32, gathered: Gathered) -> f32 {
    let far = select(rounded(2.0f * gathered.distance + 0.03125f), radius, output == SMOOTH_F1);
    let limit = rounded(nearest + far);
    if metric == EUCLIDEAN {
        return rounded(limit * limit);
    }
    return limit;
}

// Combines all points near a sample, on the first `dimensions` of three axes. The ball around the sample up to the nearest border lies in the cell of the
// nearest point, in which no place is farther from that point than sqrt(2) in 2-D and sqrt(3) in 3-D. So no point beyond the border is farther than twice
// that, and 7 x 7 and 9 x 9 x 9 cells suffice. They also suffice for smooth minima, whose radius is at most 1: with every metric the nearest point is at most
// 2 away, or 3 in 3-D.
fn cellular_gather(dimensions: Uniform, metric: Uniform, output: Uniform, given: f32, radius: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, found: Features) -> Gathered {
    let jitter = cellular_jitter(given);
    let ax = cellular_axis(jitter, unit(x.fraction));
    let ay = cellular_axis(jitter, unit(y.fraction));
    let az = cellular_axis(jitter, unit(z.fraction));
    let columns = select(3u, 4u, dimensions == 3u);
    let rows = select(0u, columns, dimensions > 1u);
    let planes = select(0u, columns, dimensions > 2u);
    let start_x = cellular_back(x.cell, x.period, columns);
    let start_y = cellular_back(y.cell, y.period, rows);
    let first = select(-3.0f, -4.0f, dimensions == 3u);
    let first_row = select(0.0f, first, dimensions > 1u);
    let nearest = cellular_distance(metric, found.f1);
    var gathered = Gathered(nearest, cellular_distance_slope(metric, found.f1, found.first));
    if output == EDGE {
        let none = Gathered(0x1p20f, vec3<f32>(0.0f, 0.0f, 0.0f));
        gathered = cellular_with_border(none, found, found.second[0], found.second[1], found.second[2]);
    }
    var k = 0u;
    var plane = select(0.0f, first, dimensions > 2u);
    var cell_z = cellular_back(z.cell, z.period, planes);
    while k <= 2u * planes {
        let gap_z = select(0.0f, cellular_gap(plane, az.fraction), dimensions > 2u);
        let beyond = cellular_part(metric, gap_z);
        var j = 0u;
        var row = first_row;
        var cell_y = start_y;
        while j <= 2u * rows {
            let gap_y = select(0.0f, cellular_gap(row, ay.fraction), dimensions > 1u);
            let rest = cellular_joined(metric, cellular_part(metric, gap_y), beyond);
            //@ any: a cell that is farther than what was gathered changes nothing.
            if rest < cellular_gather_limit(metric, output, radius, nearest, gathered) {
                var i = 0u;
                var column = first;
                var cell_x = start_x;
                while i <= 2u * columns {
                    let gap = cellular_joined(metric, cellular_part(metric, cellular_gap(column, ax.fraction)), rest);
                    //@ any: a cell that is farther than what was gathered changes nothing.
                    if gap < cellular_gather_limit(metric, output, radius, nearest, gathered) {
                        let product_y = select(0u, cell_y * LATTICE_Y, dimensions > 1u);
                        let product_z = select(0u, cell_z * LATTICE_Z, dimensions > 2u);
                        let point = hash_products_3(key, cell_x * LATTICE_X, product_y, product_z);
                        let way_x = cellular_way(cellular_offset(jitter, cellular_x(point)), rounded(column - ax.centre));
                        let way_y = cellular_way(cellular_offset(jitter, cellular_y(point)), rounded(row - ay.centre));
                        let way_z = cellular_way(cellular_offset(jitter, cellular_z(point)), rounded(plane - az.centre));
                        let there_y = select(0.0f, way_y, dimensions > 1u);
                        let there_z = select(0.0f, way_z, dimensions > 2u);
                        if output == EDGE {
                            gathered = cellular_with_border(gathered, found, way_x, there_y, there_z);
                        }
                        if output == SMOOTH_F1 {
                            gathered = cellular_with_smooth(metric, gathered, radius, way_x, there_y, there_z);
                        }
                    }
                    i += 1u;
                    column = rounded(column + 1.0f);
                    cell_x = cell_after(cell_x, x.period);
                }
            }
            j += 1u;
            row = rounded(row + 1.0f);
            cell_y = cell_after(cell_y, y.period);
        }
        k += 1u;
        plane = rounded(plane + 1.0f);
        cell_z = cell_after(cell_z, z.period);
    }
    return gathered;
}

// Returns the smooth minimum of all distances. The nearest point was counted twice, which lowered it by a quarter of the radius. That is added back.
fn cellular_smooth(radius: f32, gathered: Gathered) -> f32 {
    return rounded(gathered.distance + 0.25f * radius);
}

// Returns the derivatives of the distance to a border.
fn cellular_border_slope(border: Gathered) -> vec4<f32> {
    let x = rounded(border.way[0] * border.way[0]);
    let y = rounded(border.way[1] * border.way[1]);
    let inverse = cellular_inverse_root(rounded(x + rounded(y + rounded(border.way[2] * border.way[2]))));
    let slope_x = rounded(-border.way[0] * inverse);
    return vec4<f32>(slope_x, rounded(-border.way[1] * inverse), rounded(-border.way[2] * inverse), 0.0f);
}

// Returns an output, on the first `dimensions` of three axes.
fn cellular_made(dimensions: Uniform, metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, found: Features) -> f32 {
    if output == EDGE {
        return cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found).distance;
    }
    if output == SMOOTH_F1 {
        return cellular_smooth(smoothness, cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found));
    }
    return cellular_output(metric, output, key, found);
}

//@ basis
fn cellular_1(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate) -> f32 {
    return cellular_made(1u, metric, output, jitter, smoothness, key, x, x, x, cellular_search_1(metric, jitter, key, x));
}

//@ basis
fn cellular_2(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    return cellular_made(2u, metric, output, jitter, smoothness, key, x, y, y, cellular_search_2(metric, output, jitter, key, x, y));
}

//@ basis
fn cellular_3(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> f32 {
    return cellular_made(3u, metric, output, jitter, smoothness, key, x, y, z, cellular_search_3(metric, output, jitter, key, x, y, z));
}

// Returns 1 / sqrt(v) within 3 ulp: a first guess from the bits (Lomont 2003) and three steps of Newton's method. Returns 0 for 0.
fn cellular_inverse_root(v: f32) -> f32 {
    let half = v * 0.5f;
    let r0 = bitcast<f32>(0x5f375a86u - (bitcast<u32>(v) >> 1u));
    let r1 = rounded(r0 * (1.5f - rounded(rounded(half * r0) * r0)));
    let r2 = rounded(r1 * (1.5f - rounded(rounded(half * r1) * r1)));
    let r3 = rounded(r2 * (1.5f - rounded(rounded(half * r2) * r2)));
    return select(0.0f, r3, v > 0.0f);
}

// Returns the sign: -1, 0 or 1.
fn cellular_sign(v: f32) -> f32 {
    return select(select(0.0f, 1.0f, v > 0.0f), -1.0f, v < 0.0f);
}

// Returns the derivatives of the distance to a point, given the vector to it and its distance as the search compares it.
fn cellular_distance_slope(metric: Uniform, found: f32, way: vec3<f32>) -> vec3<f32> {
    if metric == MANHATTAN {
        return vec3<f32>(-cellular_sign(way[0]), -cellular_sign(way[1]), -cellular_sign(way[2]));
    }
    if metric == CHEBYSHEV {
        let by_x = abs(way[0]) == found;
        let by_y = abs(way[1]) == found && !by_x;
        let x = select(0.0f, -cellular_sign(way[0]), by_x);
        let y = select(0.0f, -cellular_sign(way[1]), by_y);
        return vec3<f32>(x, y, select(-cellular_sign(way[2]), 0.0f, by_x || by_y));
    }
    if metric == SQUARED {
        return vec3<f32>(-2.0f * way[0], -2.0f * way[1], -2.0f * way[2]);
    }
    let inverse = cellular_inverse_root(found);
    return vec3<f32>(rounded(-way[0] * inverse), rounded(-way[1] * inverse), rounded(-way[2] * inverse));
}

fn cellular_output_slope(metric: Uniform, output: Uniform, found: Features) -> vec4<f32> {
    if output == CELL_VALUE {
        return vec4<f32>(0.0f, 0.0f, 0.0f, 0.0f);
    }
    if output == POINT_X {
        return vec4<f32>(1.0f, 0.0f, 0.0f, 0.0f);
    }
    if output == POINT_Y {
        return vec4<f32>(0.0f, 1.0f, 0.0f, 0.0f);
    }
    if output == POINT_Z {
        return vec4<f32>(0.0f, 0.0f, 1.0f, 0.0f);
    }
    let first = cellular_distance_slope(metric, found.f1, found.first);
    if output == F1 {
        return vec4<f32>(first[0], first[1], first[2], 0.0f);
    }
    let second = cellular_distance_slope(metric, found.f2, found.second);
    if output == F2 {
        return vec4<f32>(second[0], second[1], second[2], 0.0f);
    }
    return vec4<f32>(rounded(second[0] - first[0]), rounded(second[1] - first[1]), rounded(second[2] - first[2]), 0.0f);
}

// Returns one of several outputs, given the distance to the border and the smooth minimum.
fn cellular_part_of(metric: Uniform, output: Uniform, key: vec2<Uniform>, found: Features, border: f32, smoothed: f32) -> f32 {
    if output == EDGE {
        return border;
    }
    if output == SMOOTH_F1 {
        return smoothed;
    }
    return cellular_output(metric, output, key, found);
}

//@ packs: output
fn cellular_several(dimensions: Uniform, metric: Uniform, outputs: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, found: Features) -> vec4<f32> {
    var border = 0.0f;
    if (outputs & WITH_EDGE) != 0u {
        border = cellular_made(dimensions, metric, EDGE, jitter, smoothness, key, x, y, z, found);
    }
    var smoothed = 0.0f;
    if (outputs & WITH_SMOOTH) != 0u {
        smoothed = cellular_made(dimensions, metric, SMOOTH_F1, jitter, smoothness, key, x, y, z, found);
    }
    let first = cellular_part_of(metric, outputs & 15u, key, found, border, smoothed);
    let second = cellular_part_of(metric, (outputs >> 4u) & 15u, key, found, border, smoothed);
    let third = cellular_part_of(metric, (outputs >> 8u) & 15u, key, found, border, smoothed);
    return vec4<f32>(first, second, third, cellular_part_of(metric, (outputs >> 12u) & 15u, key, found, border, smoothed));
}

// Returns the derivatives of an output, or several outputs, on the first `dimensions` of three axes.
fn cellular_made_slope(dimensions: Uniform, metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate, found: Features) -> vec4<f32> {
    if output >= SEVERAL {
        return cellular_several(dimensions, metric, output, jitter, smoothness, key, x, y, z, found);
    }
    if output == EDGE {
        return cellular_border_slope(cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found));
    }
    if output == SMOOTH_F1 {
        let gathered = cellular_gather(dimensions, metric, output, jitter, smoothness, key, x, y, z, found);
        return vec4<f32>(gathered.way[0], gathered.way[1], gathered.way[2], 0.0f);
    }
    return cellular_output_slope(metric, output, found);
}

// Each `cellular_N_slope` returns the derivatives of `cellular_N` by x, y and z in cells, or several outputs. Derivatives are 0 on the axes that it lacks, for
// CELL_VALUE, and at a feature point.
//@ outlined
fn cellular_1_slope(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate) -> vec4<f32> {
    return cellular_made_slope(1u, metric, output, jitter, smoothness, key, x, x, x, cellular_search_1(metric, jitter, key, x));
}

fn cellular_2_slope(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    return cellular_made_slope(2u, metric, output, jitter, smoothness, key, x, y, y, cellular_search_2(metric, output, jitter, key, x, y));
}

fn cellular_3_slope(metric: Uniform, output: Uniform, jitter: f32, smoothness: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate, z: Coordinate) -> vec4<f32> {
    return cellular_made_slope(3u, metric, output, jitter, smoothness, key, x, y, z, cellular_search_3(metric, output, jitter, key, x, y, z));
}
