//@ needs: strict lattice arithmetic
//@ calls: height highest paint
//@ by hand: Heights
//@ lanes: one
//@ rust: src/view/shading.rs
// Rendering of terrain: a hillshade, seen from straight above with a pixel per sample, and a relief, seen from one side.
//
// Positions are in samples along x and y and in noise values along z. A cell is the square between four samples, named by its first; the ground in it is their
// bilinear interpolation. Light is linear.

// The heights, with the highest of each block of cells, and colours if the ground is painted; there is one field of them.
alias Heights = u32;

//@ host-shareable
struct Look {
    // The light of the sky, or all light if there is no other.
    ambient: vec4<f32>,
    sunlight: vec4<f32>,
    rock: vec4<f32>,
    shallow: vec4<f32>,
    deep: vec4<f32>,
    zenith: vec4<f32>,
    horizon: vec4<f32>,
    line: vec4<f32>,
    // The colour of the lowest ground; then two entries for each step of the ramp: the colour that it adds and its start, and the inverse of its length.
    ground: vec4<f32>,
    ramp: array<vec4<f32>, 16>,
    // Samples along x and y, and the coarsest level of `highest`.
    columns: i32,
    rows: i32,
    levels: u32,
    // The width of the margin around the samples that are shown.
    margin: i32,
    // Flags: a relief, perspective, shadows, water.
    relief: u32,
    perspective: u32,
    shadows: u32,
    water: u32,
    // The index of the first colour of the painted ground; 0 if it has the colours of the ramp.
    colours: u32,
    // The light: 0 is none, 1 uses the difference of heights, 2 uses Lambert's law. Then a flag: each cell is lit as one flat face.
    law: u32,
    flat_cells: u32,
    // Rays along one side of a pixel, its inverse and the inverse of its square.
    rays: u32,
    ray_step: f32,
    ray_share: f32,
    // Samples from one line of the wireframe to the next, 0 for none; the inverse; half of a line's width in samples; the index of the first sample shown,
    // modulo the distance.
    lines: i32,
    line_step: f32,
    line_width: f32,
    line_x: i32,
    line_y: i32,
    // World lengths of a step along x, y and z, and the slope of the ground per difference of heights between samples two apart.
    world_x: f32,
    world_y: f32,
    world_z: f32,
    rise_x: f32,
    rise_y: f32,
    // The direction to the sun in the world, and in samples; the length of shadow rays along it; the height above the ground at which these rays start.
    sun_x: f32,
    sun_y: f32,
    sun_z: f32,
    ray_x: f32,
    ray_y: f32,
    ray_z: f32,
    reach: f32,
    bias: f32,
    // The height of the water, and the inverse of the depth that absorbs half of the light.
    water_level: f32,
    water_depth: f32,
    // The ramp's start, and the inverse of its length.
    ramp_low: f32,
    ramp_scale: f32,
    // Rock begins where the cosine of the slope falls below the first; the second is the inverse of the range of cosines over which rock becomes complete.
    rock_cosine: f32,
    rock_scale: f32,
    // The camera: the position and the viewing direction of the picture's centre, and a pixel's step to the right and down.
    eye_x: f32,
    eye_y: f32,
    eye_z: f32,
    forward_x: f32,
    forward_y: f32,
    forward_z: f32,
    right_x: f32,
    right_y: f32,
    right_z: f32,
    down_x: f32,
    down_y: f32,
    down_z: f32,
    // The centre of the picture, in pixels.
    middle_x: f32,
    middle_y: f32,
    // The bottom and the top of the block of terrain.
    bottom: f32,
    top: f32,
    // The inverse of a layer's thickness in the walls, in heights, and of the distance over which layers bend, in samples.
    layer_scale: f32,
    bend_x: f32,
    bend_y: f32,
    // The row where the sky has the colour of the horizon, counted from the centre, and the inverse of the number of rows to the zenith's colour.
    sky_row: f32,
    sky_scale: f32,
    // The distance along a ray where haze begins, and the inverse of the distance at which it absorbs half.
    haze_start: f32,
    haze_scale: f32,
}

struct Rgb {
    r: f32,
    g: f32,
    b: f32,
}

// A position in a cell, relative to the cell's first sample.
struct Place {
    cell_x: i32,
    cell_y: i32,
    x: f32,
    y: f32,
}

// A half-line that starts at a position in a cell.
struct Ray {
    cell_x: i32,
    cell_y: i32,
    x: f32,
    y: f32,
    z: f32,
    dx: f32,
    dy: f32,
    dz: f32,
}

// The ground at a position: its height and its slopes.
struct Ground {
    height: f32,
    rise_x: f32,
    rise_y: f32,
}

// The ground of a cell for a ray: the heights of its corners, the highest of them, and the position of its first sample relative to that of the ray's cell.
struct Patch {
    h00: f32,
    h10: f32,
    h01: f32,
    h11: f32,
    top: f32,
    left: f32,
    above: f32,
}

fn rgb(v: vec4<f32>) -> Rgb {
    return Rgb(v.x, v.y, v.z);
}

fn scaled(colour: Rgb, by: f32) -> Rgb {
    return Rgb(rounded(colour.r * by), rounded(colour.g * by), rounded(colour.b * by));
}

fn filtered(a: Rgb, b: Rgb) -> Rgb {
    return Rgb(rounded(a.r * b.r), rounded(a.g * b.g), rounded(a.b * b.b));
}

fn summed(a: Rgb, b: Rgb) -> Rgb {
    return Rgb(rounded(a.r + b.r), rounded(a.g + b.g), rounded(a.b + b.b));
}

fn mixed(t: f32, a: Rgb, b: Rgb) -> Rgb {
    return Rgb(lerp(t, a.r, b.r), lerp(t, a.g, b.g), lerp(t, a.b, b.b));
}

fn held(v: f32, low: f32, high: f32) -> f32 {
    return max(min(v, high), low);
}

fn bilinear(a00: f32, a10: f32, a01: f32, a11: f32, x: f32, y: f32) -> f32 {
    return lerp(y, lerp(x, a00, a10), lerp(x, a01, a11));
}

// The height of the ground.
fn height_at(heights: Heights, at: Place) -> f32 {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x + 1, at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y + 1);
    let h11 = height(heights, at.cell_x + 1, at.cell_y + 1);
    return canonical(bilinear(h00, h10, h01, h11, at.x, at.y));
}

// The ground at a position. The slope at a sample is that between its neighbours, and is interpolated between samples, so that light changes smoothly. For a
// flat cell it is the mean of the slopes along the cell's edges.
fn ground_at(heights: Heights, look: Look, at: Place) -> Ground {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x + 1, at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y + 1);
    let h11 = height(heights, at.cell_x + 1, at.cell_y + 1);
    if look.flat_cells != 0u {
        let across = canonical(rounded(rounded(h10 - h00) + rounded(h11 - h01)));
        let along = canonical(rounded(rounded(h01 - h00) + rounded(h11 - h10)));
        return Ground(
            canonical(bilinear(h00, h10, h01, h11, at.x, at.y)),
            canonical(rounded(across * look.rise_x)),
            canonical(rounded(along * look.rise_y)),
        );
    }
    let x00 = rounded(h10 - height(heights, at.cell_x - 1, at.cell_y));
    let x10 = rounded(height(heights, at.cell_x + 2, at.cell_y) - h00);
    let x01 = rounded(h11 - height(heights, at.cell_x - 1, at.cell_y + 1));
    let x11 = rounded(height(heights, at.cell_x + 2, at.cell_y + 1) - h01);
    let y00 = rounded(h01 - height(heights, at.cell_x, at.cell_y - 1));
    let y10 = rounded(h11 - height(heights, at.cell_x + 1, at.cell_y - 1));
    let y01 = rounded(height(heights, at.cell_x, at.cell_y + 2) - h00);
    let y11 = rounded(height(heights, at.cell_x + 1, at.cell_y + 2) - h10);
    let across = canonical(bilinear(x00, x10, x01, x11, at.x, at.y));
    let along = canonical(bilinear(y00, y10, y01, y11, at.x, at.y));
    return Ground(
        canonical(bilinear(h00, h10, h01, h11, at.x, at.y)),
        canonical(rounded(across * look.rise_x)),
        canonical(rounded(along * look.rise_y)),
    );
}

// The height of a ray.
fn elevation(ray: Ray, t: f32) -> f32 {
    return canonical(rounded(ray.z + rounded(t * ray.dz)));
}

// The parameter at which a ray crosses a line between cells, given by its number of cells from the ray's own.
fn crossing(line: i32, place: f32, inverse: f32) -> f32 {
    return rounded((f32(line) - place) * inverse);
}

// The cell that a ray is in after crossing a line of the other axis at t. It is found from the lines around it, so that it does not depend on the ray's
// previous cells. `counts` decides whether a line that is crossed exactly at t counts.
fn cell_at(cell: i32, place: f32, step: f32, inverse: f32, ahead: i32, t: f32, first: i32, last: i32, counts: bool) -> i32 {
    let guess = max(min(cell + i32(floor(place + rounded(t * step))), last), first);
    let behind = crossing(guess + 1 - ahead - cell, place, inverse);
    let before = crossing(guess + ahead - cell, place, inverse);
    let is_further = before < t || (counts && before == t);
    let is_short = t < behind || (!counts && t == behind);
    let onward = ahead + ahead - 1;
    return guess + select(select(0, -onward, is_short), onward, is_further);
}

// True if a ray is below the ground of a cell. The ground is at most as high as the highest corner despite rounding, so that nothing is hit that the blocks of
// cells exclude.
fn is_below(ground: Patch, ray: Ray, t: f32) -> bool {
    let x = held(rounded(rounded(ray.x + rounded(t * ray.dx)) - ground.left), 0.0f, 1.0f);
    let y = held(rounded(rounded(ray.y + rounded(t * ray.dy)) - ground.above), 0.0f, 1.0f);
    let blended = bilinear(ground.h00, ground.h10, ground.h01, ground.h11, canonical(x), canonical(y));
    return elevation(ray, t) < canonical(min(blended, ground.top));
}

// The parameter where a ray goes below the ground in a cell, or -1. The ground along the ray is a parabola, so both ends and the middle are tested, and then
// the interval is narrowed.
fn hit_in(heights: Heights, ray: Ray, cell_x: i32, cell_y: i32, start: f32, end: f32) -> f32 {
    let h00 = height(heights, cell_x, cell_y);
    let h10 = height(heights, cell_x + 1, cell_y);
    let h01 = height(heights, cell_x, cell_y + 1);
    let h11 = height(heights, cell_x + 1, cell_y + 1);
    let top = max(max(h00, h10), max(h01, h11));
    if top < min(elevation(ray, start), elevation(ray, end)) {
        return -1.0f;
    }
    let ground = Patch(h00, h10, h01, h11, top, f32(cell_x - ray.cell_x), f32(cell_y - ray.cell_y));
    if is_below(ground, ray, start) {
        return start;
    }
    let middle = rounded(start + 0.5f * rounded(end - start));
    var outside = start;
    var inside = middle;
    if !is_below(ground, ray, middle) {
        if !is_below(ground, ray, end) {
            return -1.0f;
        }
        outside = middle;
        inside = end;
    }
    var step = 0;
    while step < 14 {
        step += 1;
        let between = rounded(outside + 0.5f * rounded(inside - outside));
        if is_below(ground, ray, between) {
            inside = between;
        } else {
            outside = between;
        }
    }
    return inside;
}

// The parameter between `start` and `end` where a ray first goes below the ground, or -1. The ray advances from block to block of cells, coarser ones where it
// passes above them and finer ones where it may not (Tevs, Ihrke and Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field
// Rendering", 2008).
fn march(heights: Heights, columns: i32, rows: i32, levels: u32, ray: Ray, start: f32, end: f32) -> f32 {
    let inverse_x = quotient(1.0f, ray.dx, 1e30f);
    let inverse_y = quotient(1.0f, ray.dy, 1e30f);
    let ahead_x = select(1, 0, ray.dx < 0.0f);
    let ahead_y = select(1, 0, ray.dy < 0.0f);
    let most = 8 * (columns + rows) + 64;
    var cell_x = max(min(ray.cell_x + i32(floor(ray.x + rounded(start * ray.dx))), columns - 2), 0);
    var cell_y = max(min(ray.cell_y + i32(floor(ray.y + rounded(start * ray.dy))), rows - 2), 0);
    var t = start;
    var level = 0u;
    var step = 0;
    while step < most {
        step += 1;
        let block_x = cell_x >> level;
        let block_y = cell_y >> level;
        let far_x = (block_x + ahead_x) << level;
        let far_y = (block_y + ahead_y) << level;
        let t_x = crossing(far_x - ray.cell_x, ray.x, inverse_x);
        let t_y = crossing(far_y - ray.cell_y, ray.y, inverse_y);
        let leave = min(min(t_x, t_y), end);
        if level > 0u {
            if min(elevation(ray, t), elevation(ray, leave)) <= highest(heights, level, block_x, block_y) {
                level -= 1u;
                continue;
            }
        } else {
            let hit = hit_in(heights, ray, cell_x, cell_y, t, leave);
            if 0.0f <= hit {
                return hit;
            }
        }
        if end <= leave {
            break;
        }
        t = leave;
        if t_x <= t_y {
            let first = block_y << level;
            cell_x = far_x - 1 + ahead_x;
            cell_y = cell_at(ray.cell_y, ray.y, ray.dy, inverse_y, ahead_y, t, first, first + (1 << level) - 1, false);
        } else {
            let first = block_x << level;
            cell_x = cell_at(ray.cell_x, ray.x, ray.dx, inverse_x, ahead_x, t, first, first + (1 << level) - 1, true);
            cell_y = far_y - 1 + ahead_y;
        }
        if cell_x < 0 || columns - 2 < cell_x || cell_y < 0 || rows - 2 < cell_y {
            break;
        }
        level = min(level + 1u, levels);
    }
    return -1.0f;
}

// 1 where the sun reaches a position, otherwise 0.
fn sunlit(heights: Heights, look: Look, at: Place, z: f32) -> f32 {
    if look.shadows == 0u {
        return 1.0f;
    }
    let ray = Ray(at.cell_x, at.cell_y, at.x, at.y, canonical(rounded(z + look.bias)), look.ray_x, look.ray_y, look.ray_z);
    return select(1.0f, 0.0f, 0.0f <= march(heights, look.columns, look.rows, look.levels, ray, 0.0f, look.reach));
}

// The fraction of the sky's light that reaches a position: in each of eight directions, the steepest slope to positions up to sixteen samples away leaves 1 /
// (1 + slope^2) of it, which is exact for a horizon of that height all around.
fn open_sky(heights: Heights, look: Look, at: Place, z: f32) -> f32 {
    var sum = 0.0f;
    var direction = 0u;
    while direction < 8u {
        // -1, 0 or 1: the eight neighbours in turn.
        let column = i32((0x9224u >> (2u * direction)) & 3u) - 1;
        let row = i32((0xa940u >> (2u * direction)) & 3u) - 1;
        let across = rounded(f32(column) * look.world_x);
        let along = rounded(f32(row) * look.world_y);
        let length = sqrt_of(rounded(rounded(across * across) + rounded(along * along)));
        let scale = quotient(look.world_z, length, 1e30f);
        var steepest = 0.0f;
        var share = 1.0f;
        var distance = 1;
        while distance < 17 {
            let cell_x = max(min(at.cell_x + column * distance, look.columns - 2), 0);
            let cell_y = max(min(at.cell_y + row * distance, look.rows - 2), 0);
            let rise = height_at(heights, Place(cell_x, cell_y, at.x, at.y)) - z;
            steepest = max(steepest, canonical(rounded(rise * rounded(scale * share))));
            share = share * 0.5f;
            distance += distance;
        }
        let s = min(steepest, 1e6f);
        sum = rounded(sum + quotient(1.0f, rounded(1.0f + rounded(s * s)), 1.0f));
        direction += 1u;
    }
    return sum * 0.125f;
}

// The light on a face: from the sun by Lambert's law, and from the sky by how far the face points up.
fn light_on(look: Look, normal_x: f32, normal_y: f32, normal_z: f32, sun: f32, sky: f32) -> Rgb {
    if look.law == 0u {
        return rgb(look.ambient);
    }
    let across = rounded(rounded(normal_x * look.sun_x) + rounded(normal_y * look.sun_y));
    let cosine = max(rounded(across + rounded(normal_z * look.sun_z)), 0.0f);
    let ambient = rounded(sky * (0.5f + 0.5f * normal_z));
    return summed(scaled(rgb(look.sunlight), rounded(cosine * sun)), scaled(rgb(look.ambient), ambient));
}

// Adds to a colour the share of a ramp's step that lies below t.
fn stepped(t: f32, colour: Rgb, step: vec4<f32>, length: vec4<f32>) -> Rgb {
    let part = held(rounded((t - step.w) * length.x), 0.0f, 1.0f);
    return summed(colour, scaled(rgb(step), canonical(part)));
}

// The colour of the ground, from its height and the cosine of its slope.
fn colour_of(look: Look, z: f32, cosine: f32) -> Rgb {
    let t = rounded((z - look.ramp_low) * look.ramp_scale);
    var colour = rgb(look.ground);
    colour = stepped(t, colour, look.ramp[0], look.ramp[1]);
    colour = stepped(t, colour, look.ramp[2], look.ramp[3]);
    colour = stepped(t, colour, look.ramp[4], look.ramp[5]);
    colour = stepped(t, colour, look.ramp[6], look.ramp[7]);
    colour = stepped(t, colour, look.ramp[8], look.ramp[9]);
    colour = stepped(t, colour, look.ramp[10], look.ramp[11]);
    colour = stepped(t, colour, look.ramp[12], look.ramp[13]);
    colour = stepped(t, colour, look.ramp[14], look.ramp[15]);
    let steep = held(rounded((look.rock_cosine - cosine) * look.rock_scale), 0.0f, 1.0f);
    return mixed(fade_cubic(canonical(steep)), colour, rgb(look.rock));
}

// A channel of the painted ground, between the samples.
fn painted(heights: Heights, at: Place, channel: u32) -> f32 {
    let c00 = paint(heights, at.cell_x, at.cell_y, channel);
    let c10 = paint(heights, at.cell_x + 1, at.cell_y, channel);
    let c01 = paint(heights, at.cell_x, at.cell_y + 1, channel);
    let c11 = paint(heights, at.cell_x + 1, at.cell_y + 1, channel);
    return canonical(bilinear(c00, c10, c01, c11, at.x, at.y));
}

// The colour of the ground at a position: the painted one, or that of its height and slope.
fn ground_colour(heights: Heights, look: Look, at: Place, z: f32, cosine: f32) -> Rgb {
    if look.colours != 0u {
        return Rgb(painted(heights, at, 0u), painted(heights, at, 1u), painted(heights, at, 2u));
    }
    return colour_of(look, z, cosine);
}

// 1 on a line of the wireframe, otherwise 0.
fn on_line(look: Look, cell: i32, place: f32, first: i32) -> f32 {
    let number = cell - look.margin + first;
    let whole = i32(floor((f32(number) + 0.5f) * look.line_step));
    let past = rounded(f32(number - whole * look.lines) + place);
    let near = min(past, rounded(f32(look.lines) - past));
    return select(0.0f, 1.0f, near < look.line_width);
}

// The position that determines the light: for a flat cell, its centre.
fn lit_at(look: Look, at: Place) -> Place {
    if look.flat_cells != 0u {
        return Place(at.cell_x, at.cell_y, 0.5f, 0.5f);
    }
    return at;
}

// The light on the ground, whose slope has this cosine. With the law of height differences, the sun's light is that of Lambert's law without the length of the
// normal, which is linear in the slope towards the sun, and the whole sky is visible.
fn light_on_ground(heights: Heights, look: Look, at: Place, ground: Ground, cosine: f32) -> Rgb {
    if look.law == 0u {
        return rgb(look.ambient);
    }
    let lit = lit_at(look, at);
    var z = ground.height;
    if look.flat_cells != 0u {
        z = height_at(heights, lit);
    }
    let sun = sunlit(heights, look, lit, z);
    if look.law == 1u {
        let rise = rounded(rounded(ground.rise_x * look.sun_x) + rounded(ground.rise_y * look.sun_y));
        let share = held(rounded(look.sun_z - rise), 0.0f, 1.0f);
        return summed(scaled(rgb(look.sunlight), rounded(share * sun)), rgb(look.ambient));
    }
    let normal_x = -rounded(ground.rise_x * cosine);
    let normal_y = -rounded(ground.rise_y * cosine);
    return light_on(look, normal_x, normal_y, cosine, sun, open_sky(heights, look, lit, z));
}

// The lit ground at a position in a cell.
fn land(heights: Heights, look: Look, at: Place, ground: Ground) -> Rgb {
    let across = rounded(rounded(ground.rise_x * ground.rise_x) + rounded(ground.rise_y * ground.rise_y));
    let cosine = quotient(1.0f, sqrt_of(rounded(across + 1.0f)), 1.0f);
    var colour = ground_colour(heights, look, at, ground.height, cosine);
    if look.lines > 0 {
        let line = max(on_line(look, at.cell_x, at.x, look.line_x), on_line(look, at.cell_y, at.y, look.line_y));
        colour = mixed(rounded(line * 0.75f), colour, rgb(look.line));
    }
    return filtered(colour, light_on_ground(heights, look, at, ground, cosine));
}

// Lit water above the ground at a depth: the deeper, the darker.
fn sea(look: Look, depth: f32, light: Rgb) -> Rgb {
    let d = canonical(rounded(depth * look.water_depth));
    return filtered(mixed(quotient(d, rounded(1.0f + d), 1.0f), rgb(look.shallow), rgb(look.deep)), light);
}

// The ground or the water, seen from straight above.
fn hillshade(heights: Heights, look: Look, x: i32, y: i32, offset_x: f32, offset_y: f32) -> Rgb {
    let is_left = offset_x < 0.0f;
    let is_above = offset_y < 0.0f;
    let cell_x = x + look.margin - select(0, 1, is_left);
    let cell_y = y + look.margin - select(0, 1, is_above);
    let in_x = select(offset_x, rounded(1.0f + offset_x), is_left);
    let in_y = select(offset_y, rounded(1.0f + offset_y), is_above);
    let at = Place(cell_x, cell_y, in_x, in_y);
    let ground = ground_at(heights, look, at);
    if look.water != 0u && ground.height < look.water_level {
        let sun = sunlit(heights, look, lit_at(look, at), look.water_level);
        let depth = rounded(look.water_level - ground.height);
        return sea(look, depth, light_on(look, 0.0f, 0.0f, 1.0f, sun, 1.0f));
    }
    return land(heights, look, at, ground);
}

// The sky behind the terrain, by rows down from the centre of the picture.
fn sky(look: Look, row: f32) -> Rgb {
    let t = held(rounded((look.sky_row - row) * look.sky_scale), 0.0f, 1.0f);
    return mixed(canonical(t), rgb(look.horizon), rgb(look.zenith));
}

// A colour with the haze up to the ray's parameter t.
fn hazed(look: Look, t: f32, row: f32, colour: Rgb) -> Rgb {
    let far = canonical(max(rounded((t - look.haze_start) * look.haze_scale), 0.0f));
    let square = canonical(rounded(far * far));
    return mixed(quotient(square, rounded(1.0f + square), 1.0f), colour, sky(look, min(row, look.sky_row)));
}

// The first and the last parameter of a ray between two walls.
fn between(low: f32, high: f32, place: f32, inverse: f32) -> vec2<f32> {
    let a = rounded((low - place) * inverse);
    let b = rounded((high - place) * inverse);
    return vec2<f32>(min(a, b), max(a, b));
}

// Reflections of the sky and the sun in flat water: Schlick's approximation of Fresnel's law ("An Inexpensive BRDF Model for Physically-based Rendering",
// 1994), and a narrow highlight.
fn mirrored(look: Look, ray: Ray, sun: f32, colour: Rgb) -> Rgb {
    let x = canonical(rounded(ray.dx * look.world_x));
    let y = canonical(rounded(ray.dy * look.world_y));
    let z = canonical(rounded(ray.dz * look.world_z));
    let square = rounded(rounded(rounded(x * x) + rounded(y * y)) + rounded(z * z));
    let inverse = quotient(1.0f, sqrt_of(square), 1e30f);
    let c = rounded(1.0f - held(rounded(-z * inverse), 0.0f, 1.0f));
    let c2 = canonical(rounded(c * c));
    let share = rounded(rounded(0.98f * rounded(rounded(c2 * c2) * c)) + 0.02f);
    let across = rounded(rounded(x * look.sun_x) + rounded(y * look.sun_y));
    let towards = max(rounded((across - rounded(z * look.sun_z)) * inverse), 0.0f);
    let glint = rounded(rounded(power(canonical(towards), 180.0f) * sun) * 0.6f);
    return summed(mixed(share, colour, rgb(look.horizon)), scaled(rgb(look.sunlight), glint));
}

// The position of a ray at t, within the shown part.
fn place_of(look: Look, ray: Ray, t: f32) -> Place {
    let x = held(rounded(ray.x + rounded(t * ray.dx)), f32(look.margin), f32(look.columns - 1 - look.margin));
    let y = held(rounded(ray.y + rounded(t * ray.dy)), f32(look.margin), f32(look.rows - 1 - look.margin));
    let cell_x = min(i32(floor(x)), look.columns - 2 - look.margin);
    let cell_y = min(i32(floor(y)), look.rows - 2 - look.margin);
    return Place(cell_x, cell_y, canonical(rounded(x - f32(cell_x))), canonical(rounded(y - f32(cell_y))));
}

// A random number from 0 to below 1 for an integer (Wellons' "lowbias32", 2018).
fn random_of(number: u32) -> f32 {
    let a = (number ^ (number >> 16u)) * 0x7feb352du;
    let b = (a ^ (a >> 15u)) * 0x846ca68bu;
    return f32((b ^ (b >> 16u)) >> 8u) * 0x1p-24f;
}

// Random numbers from 0 to below 1 at the integers, with a blend between them whose middle is `sharpness` times as steep as linear.
fn random_along(at: f32, sharpness: f32) -> f32 {
    let place = held(at, -8e6f, 8e6f);
    let before = floor(place);
    let t = held(rounded(rounded(sharpness * rounded(rounded(place - before) - 0.5f)) + 0.5f), 0.0f, 1.0f);
    let number = u32(i32(before));
    return canonical(lerp(fade_cubic(canonical(t)), random_of(number), random_of(number + 1u)));
}

// The rock of a wall below the edge of the ground: layers of different thickness and tone that bend softly and continue around corners, darker farther down,
// with a light rim along the ground.
fn strata(look: Look, at: Place, z: f32, edge: f32) -> Rgb {
    let x = rounded((f32(at.cell_x) + at.x) * look.bend_x);
    let y = rounded(rounded((f32(at.cell_y) + at.y) * look.bend_y) + 300.0f);
    let across = random_along(canonical(x), 1.0f);
    let along = random_along(canonical(y), 1.0f);
    let level = canonical(rounded(rounded((z - look.bottom) * look.layer_scale) + rounded(1.5f * rounded(across + along))));
    let thick = random_along(level, 5.0f);
    let thin = random_along(canonical(rounded(rounded(3.3f * level) + 1000.0f)), 4.0f);
    let tone = rounded(rounded(0.7f * thick) + rounded(0.3f * thin));
    let depth = canonical(rounded((edge - z) * look.layer_scale));
    let rim = fade_cubic(canonical(held(rounded(1.0f - 2.0f * depth), 0.0f, 1.0f)));
    let light = lerp(rim, rounded(0.4f * tone), 0.7f);
    let deep = rounded(0.3f * quotient(depth, rounded(8.0f + depth), 1.0f));
    let shade = lerp(rim, rounded(rounded(0.8f + rounded(0.4f * tone)) - deep), 1.15f);
    return scaled(mixed(canonical(light), rgb(look.rock), rgb(look.ground)), canonical(shade));
}

// The light on a wall. It is artificial, so that all walls are visible: more from the sky than flat ground gets, and some sunlight from all sides.
fn light_on_wall(look: Look, normal_x: f32, normal_y: f32) -> Rgb {
    return summed(light_on(look, normal_x, normal_y, 0.0f, 1.0f, 2.4f), scaled(rgb(look.sunlight), 0.16f));
}

// The colour at a position in the picture, by columns and rows from its centre.
fn relief(heights: Heights, look: Look, column: f32, row: f32) -> Rgb {
    let shift_x = rounded(rounded(column * look.right_x) + rounded(row * look.down_x));
    let shift_y = rounded(rounded(column * look.right_y) + rounded(row * look.down_y));
    let shift_z = rounded(rounded(column * look.right_z) + rounded(row * look.down_z));
    let is_wide = look.perspective != 0u;
    let x = canonical(select(rounded(look.eye_x + shift_x), look.eye_x, is_wide));
    let y = canonical(select(rounded(look.eye_y + shift_y), look.eye_y, is_wide));
    let z = canonical(select(rounded(look.eye_z + shift_z), look.eye_z, is_wide));
    let dx = canonical(select(look.forward_x, rounded(look.forward_x + shift_x), is_wide));
    let dy = canonical(select(look.forward_y, rounded(look.forward_y + shift_y), is_wide));
    let dz = canonical(select(look.forward_z, rounded(look.forward_z + shift_z), is_wide));

    // The part of the ray inside the block.
    let inverse_z = quotient(1.0f, dz, 1e30f);
    let low = f32(look.margin);
    let right = f32(look.columns - 1 - look.margin);
    let front = f32(look.rows - 1 - look.margin);
    let in_x = between(low, right, x, quotient(1.0f, dx, 1e30f));
    let in_y = between(low, front, y, quotient(1.0f, dy, 1e30f));
    let in_z = between(look.bottom, look.top, z, inverse_z);
    let wall = max(in_x.x, in_y.x);
    let start = max(max(wall, in_z.x), 0.0f);
    let end = min(min(in_x.y, in_y.y), in_z.y);
    if end <= start {
        return sky(look, row);
    }
    let ray = Ray(0, 0, x, y, z, dx, dy, dz);

    // The ray meets a wall of the block.
    if start == wall {
        let at = place_of(look, ray, start);
        let edge = height_at(heights, at);
        let entry = elevation(ray, start);
        let is_across = in_y.x < in_x.x;
        let normal_x = select(0.0f, select(-1.0f, 1.0f, dx < 0.0f), is_across);
        let normal_y = select(select(-1.0f, 1.0f, dy < 0.0f), 0.0f, is_across);
        if entry <= edge {
            return hazed(look, start, row, filtered(strata(look, at, entry, edge), light_on_wall(look, normal_x, normal_y)));
        }
        if look.water != 0u && entry <= look.water_level {
            return hazed(look, start, row, sea(look, rounded(look.water_level - entry), light_on_wall(look, normal_x, normal_y)));
        }
    }

    let hit = march(heights, look.columns, look.rows, look.levels, ray, start, end);
    // The water, if the ray reaches it before the ground.
    if look.water != 0u && dz < 0.0f {
        let t = rounded((look.water_level - z) * inverse_z);
        if start < t && t < end && (hit < 0.0f || t < hit) {
            let at = place_of(look, ray, t);
            let depth = max(rounded(look.water_level - height_at(heights, at)), 0.0f);
            let sun = sunlit(heights, look, lit_at(look, at), look.water_level);
            let colour = sea(look, depth, light_on(look, 0.0f, 0.0f, 1.0f, sun, 1.0f));
            return hazed(look, t, row, mirrored(look, ray, sun, colour));
        }
    }
    if hit < 0.0f {
        return sky(look, row);
    }
    let at = place_of(look, ray, hit);
    return hazed(look, hit, row, land(heights, look, at, ground_at(heights, look, at)));
}

// A pixel: the mean of its rays.
fn pixel(heights: Heights, look: Look, x: i32, y: i32) -> Rgb {
    var sum = Rgb(0.0f, 0.0f, 0.0f);
    var j = 0u;
    while j < look.rays {
        let part_y = rounded((f32(j) + 0.5f) * look.ray_step);
        var i = 0u;
        while i < look.rays {
            let part_x = rounded((f32(i) + 0.5f) * look.ray_step);
            if look.relief != 0u {
                let column = rounded(rounded(f32(x) - look.middle_x) + part_x);
                sum = summed(sum, relief(heights, look, column, rounded(rounded(f32(y) - look.middle_y) + part_y)));
            } else {
                sum = summed(sum, hillshade(heights, look, x, y, rounded(part_x - 0.5f), rounded(part_y - 0.5f)));
            }
            i += 1u;
        }
        j += 1u;
    }
    return Rgb(canonical(rounded(sum.r * look.ray_share)), canonical(rounded(sum.g * look.ray_share)), canonical(rounded(sum.b * look.ray_share)));
}
