//@ kernel
//@ needs: field perlin value
//@ graph: KEPT SIDE IS_SHORT evaluate_rows evaluate store
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
