//@ kernel
//@ needs: view
// The bindings of a view, and what it reads and writes through them.

// The tile of the picture that is rendered.
struct Part {
    // The number 0, for `rounded`.
    zero: u32,
    // The width and the number of rows in pixels, and their position in the picture.
    width: u32,
    rows: u32,
    left: i32,
    above: i32,
}

@group(0) @binding(0) var<uniform> look: Look;
@group(0) @binding(1) var<storage, read> heights: array<f32>;
// For each level of highest values: the index of its first in `heights`, and the number of blocks in a row.
@group(0) @binding(2) var<storage, read> levels: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> part: Part;
@group(0) @binding(4) var<storage, read_write> picture: array<f32>;

// The height of a sample.
fn height(field: Heights, x: i32, y: i32) -> f32 {
    return heights[u32(y) * levels[0].y + u32(x)];
}

// A channel of the colour of a sample.
fn paint(field: Heights, x: i32, y: i32, channel: u32) -> f32 {
    return heights[look.colours + 3u * (u32(y) * levels[0].y + u32(x)) + channel];
}

// The highest sample of a block of 2^level cells per side, including its edges.
fn highest(field: Heights, level: u32, x: i32, y: i32) -> f32 {
    let known = levels[level];
    return heights[known.x + u32(y) * known.y + u32(x)];
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    zero = part.zero;
    if at.x >= part.width || at.y >= part.rows {
        return;
    }
    let colour = pixel(0u, look, part.left + i32(at.x), part.above + i32(at.y));
    let first = 3u * (at.y * part.width + at.x);
    picture[first] = colour.r;
    picture[first + 1u] = colour.g;
    picture[first + 2u] = colour.b;
}
