//@ needs: strict lattice hash arithmetic
// Scratches: in each cell of each layer lies the middle of one, somewhere, in a direction of its own. It is at most two cells long and bends to one side, so it
// stays within a cell of its middle, and the nine cells around a sample hold the middles of all that reach it.
//
// Along a scratch s goes from -1 to 1, and its line lies a part of a cell times 1 - s^2 aside. It is 1 - s^2 high on that line, and falls by 1 in half a width.

// The outputs: the height of the highest scratch, and a random number of it.
const SCRATCHES_VALUE: u32 = 0u;
const SCRATCHES_ID: u32 = 1u;

// The shape that all have: the inverses of half a length and of half a width in cells, the direction and how far it is turned to either side, in
// turns, and how far lines lie aside at most, in cells.
struct ScratchShape {
    by_half: f32,
    by_width: f32,
    turn: f32,
    spread: f32,
    bend: f32,
}

// A sample on an axis: the cell before its own, its own and the one after it, and how far it lies above the middle of each.
struct ScratchAxis {
    cells: vec3<u32>,
    above: vec3<f32>,
}

// The highest scratch: its hash, its height, and how that changes along x and y in cells.
struct Scratch {
    hash: u32,
    height: f32,
    slope_x: f32,
    slope_y: f32,
}

fn scratch_axis(at: Coordinate) -> ScratchAxis {
    let f = unit(at.fraction);
    let cells = vec3<u32>(cell_before(at.cell, at.period), at.cell, next_cell(at));
    return ScratchAxis(cells, vec3<f32>(rounded(f + 0.5f), rounded(f - 0.5f), rounded(f - 1.5f)));
}

// The scratch in the cell with this hash, above whose middle the sample lies so far.
fn scratch_in_cell(shape: ScratchShape, key: vec2<Uniform>, point: u32, above_x: f32, above_y: f32) -> Scratch {
    let dx = above_x - 0.5f * hash_value(point);
    let dy = above_y - 0.5f * hash_value(hash_more(key, point, 1u));
    let turn = rounded(shape.turn + rounded(shape.spread * hash_value(hash_more(key, point, 2u))));
    let along_x = sine(rounded(turn + 0.25f));
    let along_y = sine(turn);
    let s = rounded((rounded(along_x * dx) + rounded(along_y * dy)) * shape.by_half);
    let across = rounded(rounded(along_x * dy) - rounded(along_y * dx));
    let left = rounded(1.0f - rounded(s * s));
    let bend = rounded(shape.bend * hash_value(hash_more(key, point, 3u)));
    let aside = rounded(across - rounded(bend * left));
    let height = rounded(left - rounded(abs(aside) * shape.by_width));
    // The slopes along the scratch and across it.
    let fall = select(shape.by_width, -shape.by_width, aside < 0.0f);
    let steep = rounded(-2.0f * rounded(s * shape.by_half) * rounded(1.0f + rounded(fall * bend)));
    let slope_x = rounded(rounded(along_x * steep) + rounded(along_y * fall));
    let slope_y = rounded(rounded(along_y * steep) - rounded(along_x * fall));
    return Scratch(point, height, slope_x, slope_y);
}

fn scratch_higher(a: Scratch, b: Scratch) -> Scratch {
    let is_b = a.height < b.height;
    let slope_x = select(a.slope_x, b.slope_x, is_b);
    let slope_y = select(a.slope_y, b.slope_y, is_b);
    return Scratch(select(a.hash, b.hash, is_b), select(a.height, b.height, is_b), slope_x, slope_y);
}

// The highest of three cells along y.
//@ outlined
fn scratch_in_column(shape: ScratchShape, key: vec2<Uniform>, cell: u32, above: f32, y: ScratchAxis, layer: Uniform) -> Scratch {
    let a = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[0], layer), above, y.above[0]);
    let b = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[1], layer), above, y.above[1]);
    let c = scratch_in_cell(shape, key, hash_3(key, cell, y.cells[2], layer), above, y.above[2]);
    return scratch_higher(scratch_higher(a, b), c);
}

// The highest of all layers, with a height of 0 where there is none.
fn scratch_highest(layers: Uniform, shape: ScratchShape, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> Scratch {
    let ax = scratch_axis(x);
    let ay = scratch_axis(y);
    var found = Scratch(0u, 0.0f, 0.0f, 0.0f);
    var layer = 0u;
    while layer < layers {
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[0], ax.above[0], ay, layer));
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[1], ax.above[1], ay, layer));
        found = scratch_higher(found, scratch_in_column(shape, key, ax.cells[2], ax.above[2], ay, layer));
        layer += 1u;
    }
    return found;
}

//@ basis
fn scratches_2(output: Uniform, layers: Uniform, by_half: f32, by_width: f32, turn: f32, spread: f32, bend: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> f32 {
    let found = scratch_highest(layers, ScratchShape(by_half, by_width, turn, spread, bend), key, x, y);
    if output == SCRATCHES_ID {
        return select(0.0f, hash_value(hash_more(key, found.hash, 4u)), 0.0f < found.height);
    }
    return found.height;
}

// The derivatives of `scratches_2` by x and y in cells; 0 where there is none, and of its number.
//@ outlined
fn scratches_2_slope(output: Uniform, layers: Uniform, by_half: f32, by_width: f32, turn: f32, spread: f32, bend: f32, key: vec2<Uniform>, x: Coordinate, y: Coordinate) -> vec4<f32> {
    if output == SCRATCHES_ID {
        return vec4<f32>(0.0f, 0.0f, 0.0f, 0.0f);
    }
    let found = scratch_highest(layers, ScratchShape(by_half, by_width, turn, spread, bend), key, x, y);
    return vec4<f32>(found.slope_x, found.slope_y, 0.0f, 0.0f);
}
