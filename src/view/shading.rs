// @generated from shaders/view.wgsl by `cargo xtask twins`: what is edited here is lost.
//
// Rendering of terrain: a hillshade, seen from straight above with a pixel per sample, and a relief, seen from one side.
//
// Positions are in samples along x and y and in noise values along z. A cell is the square between four samples, named by its first; the ground in it is their
// bilinear interpolation. Light is linear.

pub(crate) use super::by_hand::Heights;
use super::by_hand::{height, highest, paint};
use crate::strict::arithmetic::{power, quotient, sqrt_of};
use crate::strict::builtin::{exp2, floor, max, min};
use crate::strict::lattice::fade_cubic;
use crate::strict::strict::{canonical, lerp, rounded};

#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "gpu", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C)]
pub(crate) struct Look {
    // The light of the sky, or all light if there is no other.
    pub(crate) ambient: [f32; 4],
    pub(crate) sunlight: [f32; 4],
    pub(crate) rock: [f32; 4],
    pub(crate) shallow: [f32; 4],
    pub(crate) deep: [f32; 4],
    pub(crate) zenith: [f32; 4],
    pub(crate) horizon: [f32; 4],
    pub(crate) line: [f32; 4],
    // The colour of the lowest ground; then two entries for each step of the ramp: the colour that it adds and its start, and the inverse of its length.
    pub(crate) ground: [f32; 4],
    pub(crate) ramp: [[f32; 4]; 16],
    // Samples along x and y, and the coarsest level of `highest`.
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) levels: u32,
    // The width of the margin around the samples that are shown.
    pub(crate) margin: i32,
    // Flags: a relief, perspective, shadows, water.
    pub(crate) relief: u32,
    pub(crate) perspective: u32,
    pub(crate) shadows: u32,
    pub(crate) water: u32,
    // The index of the first colour of the painted ground; 0 if it has the colours of the ramp.
    pub(crate) colours: u32,
    // The light: 0 is none, 1 uses the difference of heights, 2 uses Lambert's law. Then a flag: each cell is lit as one flat face.
    pub(crate) law: u32,
    pub(crate) flat_cells: u32,
    // Rays along one side of a pixel, its inverse and the inverse of its square.
    pub(crate) rays: u32,
    pub(crate) ray_step: f32,
    pub(crate) ray_share: f32,
    // Samples from one line of the wireframe to the next, 0 for none; the inverse; half of a line's width in samples; the index of the first sample shown,
    // modulo the distance.
    pub(crate) lines: i32,
    pub(crate) line_step: f32,
    pub(crate) line_width: f32,
    pub(crate) line_x: i32,
    pub(crate) line_y: i32,
    // World lengths of a step along x, y and z, and the slope of the ground per difference of heights between samples two apart.
    pub(crate) world_x: f32,
    pub(crate) world_y: f32,
    pub(crate) world_z: f32,
    pub(crate) rise_x: f32,
    pub(crate) rise_y: f32,
    // The direction to the sun in the world, and in samples; the length of shadow rays along it; the height above the ground at which these rays start.
    pub(crate) sun_x: f32,
    pub(crate) sun_y: f32,
    pub(crate) sun_z: f32,
    pub(crate) ray_x: f32,
    pub(crate) ray_y: f32,
    pub(crate) ray_z: f32,
    pub(crate) reach: f32,
    pub(crate) bias: f32,
    // The height of the water, and the inverse of the depth that absorbs half of the light.
    pub(crate) water_level: f32,
    pub(crate) water_depth: f32,
    // The ramp's start, and the inverse of its length.
    pub(crate) ramp_low: f32,
    pub(crate) ramp_scale: f32,
    // Rock begins where the cosine of the slope falls below the first; the second is the inverse of the range of cosines over which rock becomes complete.
    pub(crate) rock_cosine: f32,
    pub(crate) rock_scale: f32,
    // The camera: the position and the viewing direction of the picture's centre, and a pixel's step to the right and down.
    pub(crate) eye_x: f32,
    pub(crate) eye_y: f32,
    pub(crate) eye_z: f32,
    pub(crate) forward_x: f32,
    pub(crate) forward_y: f32,
    pub(crate) forward_z: f32,
    pub(crate) right_x: f32,
    pub(crate) right_y: f32,
    pub(crate) right_z: f32,
    pub(crate) down_x: f32,
    pub(crate) down_y: f32,
    pub(crate) down_z: f32,
    // The centre of the picture, in pixels.
    pub(crate) middle_x: f32,
    pub(crate) middle_y: f32,
    // The bottom and the top of the block of terrain.
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    // The inverse of a layer's thickness in the walls, in heights, and of the distance over which layers bend, in samples.
    pub(crate) layer_scale: f32,
    pub(crate) bend_x: f32,
    pub(crate) bend_y: f32,
    // The row where the sky has the colour of the horizon, counted from the centre, and the inverse of the number of rows to the zenith's colour.
    pub(crate) sky_row: f32,
    pub(crate) sky_scale: f32,
    // The distance along a ray where haze begins, and the inverse of the distance at which it absorbs half.
    pub(crate) haze_start: f32,
    pub(crate) haze_scale: f32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rgb {
    pub(crate) r: f32,
    pub(crate) g: f32,
    pub(crate) b: f32,
}

// A position in a cell, relative to the cell's first sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) cell_x: i32,
    pub(crate) cell_y: i32,
    pub(crate) x: f32,
    pub(crate) y: f32,
}

// A half-line that starts at a position in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ray {
    pub(crate) cell_x: i32,
    pub(crate) cell_y: i32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
    pub(crate) dx: f32,
    pub(crate) dy: f32,
    pub(crate) dz: f32,
}

// The ground at a position: its height and its slopes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ground {
    pub(crate) height: f32,
    pub(crate) rise_x: f32,
    pub(crate) rise_y: f32,
}

// The ground of a cell for a ray: the heights of its corners, the highest of them, and the position of its first sample relative to that of the ray's cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Patch {
    pub(crate) h00: f32,
    pub(crate) h10: f32,
    pub(crate) h01: f32,
    pub(crate) h11: f32,
    pub(crate) top: f32,
    pub(crate) left: f32,
    pub(crate) above: f32,
}

pub(crate) fn rgb(v: [f32; 4]) -> Rgb {
    Rgb { r: v[0], g: v[1], b: v[2] }
}

pub(crate) fn scaled(colour: Rgb, by: f32) -> Rgb {
    Rgb { r: rounded(colour.r * by), g: rounded(colour.g * by), b: rounded(colour.b * by) }
}

pub(crate) fn filtered(a: Rgb, b: Rgb) -> Rgb {
    Rgb { r: rounded(a.r * b.r), g: rounded(a.g * b.g), b: rounded(a.b * b.b) }
}

pub(crate) fn summed(a: Rgb, b: Rgb) -> Rgb {
    Rgb { r: rounded(a.r + b.r), g: rounded(a.g + b.g), b: rounded(a.b + b.b) }
}

pub(crate) fn mixed(t: f32, a: Rgb, b: Rgb) -> Rgb {
    Rgb { r: lerp(t, a.r, b.r), g: lerp(t, a.g, b.g), b: lerp(t, a.b, b.b) }
}

pub(crate) fn held(v: f32, low: f32, high: f32) -> f32 {
    max(min(v, high), low)
}

pub(crate) fn bilinear(a00: f32, a10: f32, a01: f32, a11: f32, x: f32, y: f32) -> f32 {
    lerp(y, lerp(x, a00, a10), lerp(x, a01, a11))
}

// The height of the ground.
pub(crate) fn height_at(heights: Heights<'_>, at: Place) -> f32 {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x.wrapping_add(1), at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y.wrapping_add(1));
    let h11 = height(heights, at.cell_x.wrapping_add(1), at.cell_y.wrapping_add(1));
    canonical(bilinear(h00, h10, h01, h11, at.x, at.y))
}

// The ground at a position. The slope at a sample is that between its neighbours, and is interpolated between samples, so that light changes smoothly. For a
// flat cell it is the mean of the slopes along the cell's edges.
pub(crate) fn ground_at(heights: Heights<'_>, look: &Look, at: Place) -> Ground {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x.wrapping_add(1), at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y.wrapping_add(1));
    let h11 = height(heights, at.cell_x.wrapping_add(1), at.cell_y.wrapping_add(1));
    if look.flat_cells != 0 {
        let across = canonical(rounded(rounded(h10 - h00) + rounded(h11 - h01)));
        let along = canonical(rounded(rounded(h01 - h00) + rounded(h11 - h10)));
        return Ground {
            height: canonical(bilinear(h00, h10, h01, h11, at.x, at.y)),
            rise_x: canonical(rounded(across * look.rise_x)),
            rise_y: canonical(rounded(along * look.rise_y)),
        };
    }
    let x00 = rounded(h10 - height(heights, at.cell_x.wrapping_sub(1), at.cell_y));
    let x10 = rounded(height(heights, at.cell_x.wrapping_add(2), at.cell_y) - h00);
    let x01 = rounded(h11 - height(heights, at.cell_x.wrapping_sub(1), at.cell_y.wrapping_add(1)));
    let x11 = rounded(height(heights, at.cell_x.wrapping_add(2), at.cell_y.wrapping_add(1)) - h01);
    let y00 = rounded(h01 - height(heights, at.cell_x, at.cell_y.wrapping_sub(1)));
    let y10 = rounded(h11 - height(heights, at.cell_x.wrapping_add(1), at.cell_y.wrapping_sub(1)));
    let y01 = rounded(height(heights, at.cell_x, at.cell_y.wrapping_add(2)) - h00);
    let y11 = rounded(height(heights, at.cell_x.wrapping_add(1), at.cell_y.wrapping_add(2)) - h10);
    let across = canonical(bilinear(x00, x10, x01, x11, at.x, at.y));
    let along = canonical(bilinear(y00, y10, y01, y11, at.x, at.y));
    Ground {
        height: canonical(bilinear(h00, h10, h01, h11, at.x, at.y)),
        rise_x: canonical(rounded(across * look.rise_x)),
        rise_y: canonical(rounded(along * look.rise_y)),
    }
}

// The height of a ray.
pub(crate) fn elevation(ray: Ray, t: f32) -> f32 {
    canonical(rounded(ray.z + rounded(t * ray.dz)))
}

// The parameter at which a ray crosses a line between cells, given by its number of cells from the ray's own.
pub(crate) fn crossing(line: i32, place: f32, inverse: f32) -> f32 {
    rounded((line as f32 - place) * inverse)
}

// The cell that a ray is in after crossing a line of the other axis at t. It is found from the lines around it, so that it does not depend on the ray's
// previous cells. `counts` decides whether a line that is crossed exactly at t counts.
pub(crate) fn cell_at(cell: i32, place: f32, step: f32, inverse: f32, ahead: i32, t: f32, first: i32, last: i32, counts: bool) -> i32 {
    let guess = cell.wrapping_add(floor(place + rounded(t * step)) as i32).min(last).max(first);
    let behind = crossing(guess.wrapping_add(1).wrapping_sub(ahead).wrapping_sub(cell), place, inverse);
    let before = crossing(guess.wrapping_add(ahead).wrapping_sub(cell), place, inverse);
    let is_further = before < t || (counts && before == t);
    let is_short = t < behind || (!counts && t == behind);
    let onward = ahead.wrapping_add(ahead).wrapping_sub(1);
    guess.wrapping_add(if is_further { onward } else { if is_short { onward.wrapping_neg() } else { 0 } })
}

// True if a ray is below the ground of a cell. The ground is at most as high as the highest corner despite rounding, so that nothing is hit that the blocks of
// cells exclude.
pub(crate) fn is_below(ground: Patch, ray: Ray, t: f32) -> bool {
    let x = held(rounded(rounded(ray.x + rounded(t * ray.dx)) - ground.left), 0.0, 1.0);
    let y = held(rounded(rounded(ray.y + rounded(t * ray.dy)) - ground.above), 0.0, 1.0);
    let blended = bilinear(ground.h00, ground.h10, ground.h01, ground.h11, canonical(x), canonical(y));
    elevation(ray, t) < canonical(min(blended, ground.top))
}

// The parameter where a ray goes below the ground in a cell, or -1. The ground along the ray is a parabola, so both ends and the middle are tested, and then
// the interval is narrowed.
pub(crate) fn hit_in(heights: Heights<'_>, ray: Ray, cell_x: i32, cell_y: i32, start: f32, end: f32) -> f32 {
    let h00 = height(heights, cell_x, cell_y);
    let h10 = height(heights, cell_x.wrapping_add(1), cell_y);
    let h01 = height(heights, cell_x, cell_y.wrapping_add(1));
    let h11 = height(heights, cell_x.wrapping_add(1), cell_y.wrapping_add(1));
    let top = max(max(h00, h10), max(h01, h11));
    if top < min(elevation(ray, start), elevation(ray, end)) {
        return -1.0;
    }
    let ground =
        Patch { h00, h10, h01, h11, top, left: cell_x.wrapping_sub(ray.cell_x) as f32, above: cell_y.wrapping_sub(ray.cell_y) as f32 };
    if is_below(ground, ray, start) {
        return start;
    }
    let middle = rounded(start + 0.5 * rounded(end - start));
    let mut outside = start;
    let mut inside = middle;
    if !is_below(ground, ray, middle) {
        if !is_below(ground, ray, end) {
            return -1.0;
        }
        outside = middle;
        inside = end;
    }
    let mut step = 0_i32;
    while step < 14 {
        step = step.wrapping_add(1);
        let between = rounded(outside + 0.5 * rounded(inside - outside));
        if is_below(ground, ray, between) {
            inside = between;
        } else {
            outside = between;
        }
    }
    inside
}

// The parameter between `start` and `end` where a ray first goes below the ground, or -1. The ray advances from block to block of cells, coarser ones where it
// passes above them and finer ones where it may not (Tevs, Ihrke and Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field
// Rendering", 2008).
pub(crate) fn march(heights: Heights<'_>, columns: i32, rows: i32, levels: u32, ray: Ray, start: f32, end: f32) -> f32 {
    let inverse_x = quotient(1.0, ray.dx, 1e30);
    let inverse_y = quotient(1.0, ray.dy, 1e30);
    let ahead_x = if ray.dx < 0.0 { 0_i32 } else { 1 };
    let ahead_y = if ray.dy < 0.0 { 0_i32 } else { 1 };
    let most = 8_i32.wrapping_mul(columns.wrapping_add(rows)).wrapping_add(64);
    let mut cell_x = ray.cell_x.wrapping_add(floor(ray.x + rounded(start * ray.dx)) as i32).min(columns.wrapping_sub(2)).max(0);
    let mut cell_y = ray.cell_y.wrapping_add(floor(ray.y + rounded(start * ray.dy)) as i32).min(rows.wrapping_sub(2)).max(0);
    let mut t = start;
    let mut level = 0_u32;
    let mut step = 0_i32;
    while step < most {
        step = step.wrapping_add(1);
        let block_x = cell_x.wrapping_shr(level);
        let block_y = cell_y.wrapping_shr(level);
        let far_x = block_x.wrapping_add(ahead_x).wrapping_shl(level);
        let far_y = block_y.wrapping_add(ahead_y).wrapping_shl(level);
        let t_x = crossing(far_x.wrapping_sub(ray.cell_x), ray.x, inverse_x);
        let t_y = crossing(far_y.wrapping_sub(ray.cell_y), ray.y, inverse_y);
        let leave = min(min(t_x, t_y), end);
        if level > 0 {
            if min(elevation(ray, t), elevation(ray, leave)) <= highest(heights, level, block_x, block_y) {
                level = level.wrapping_sub(1);
                continue;
            }
        } else {
            let hit = hit_in(heights, ray, cell_x, cell_y, t, leave);
            if 0.0 <= hit {
                return hit;
            }
        }
        if end <= leave {
            break;
        }
        t = leave;
        if t_x <= t_y {
            let first = block_y.wrapping_shl(level);
            cell_x = far_x.wrapping_sub(1).wrapping_add(ahead_x);
            cell_y = cell_at(
                ray.cell_y,
                ray.y,
                ray.dy,
                inverse_y,
                ahead_y,
                t,
                first,
                first.wrapping_add(1_i32.wrapping_shl(level)).wrapping_sub(1),
                false,
            );
        } else {
            let first = block_x.wrapping_shl(level);
            cell_x = cell_at(
                ray.cell_x,
                ray.x,
                ray.dx,
                inverse_x,
                ahead_x,
                t,
                first,
                first.wrapping_add(1_i32.wrapping_shl(level)).wrapping_sub(1),
                true,
            );
            cell_y = far_y.wrapping_sub(1).wrapping_add(ahead_y);
        }
        if cell_x < 0 || columns.wrapping_sub(2) < cell_x || cell_y < 0 || rows.wrapping_sub(2) < cell_y {
            break;
        }
        level = level.wrapping_add(1).min(levels);
    }
    -1.0
}

// 1 where the sun reaches a position, otherwise 0.
pub(crate) fn sunlit(heights: Heights<'_>, look: &Look, at: Place, z: f32) -> f32 {
    if look.shadows == 0 {
        return 1.0;
    }
    let ray = Ray {
        cell_x: at.cell_x,
        cell_y: at.cell_y,
        x: at.x,
        y: at.y,
        z: canonical(rounded(z + look.bias)),
        dx: look.ray_x,
        dy: look.ray_y,
        dz: look.ray_z,
    };
    if 0.0 <= march(heights, look.columns, look.rows, look.levels, ray, 0.0, look.reach) { 0.0_f32 } else { 1.0 }
}

// The fraction of the sky's light that reaches a position: in each of eight directions, the steepest slope to positions up to sixteen samples away leaves 1 /
// (1 + slope^2) of it, which is exact for a horizon of that height all around.
pub(crate) fn open_sky(heights: Heights<'_>, look: &Look, at: Place, z: f32) -> f32 {
    let mut sum = 0.0_f32;
    let mut direction = 0_u32;
    while direction < 8 {
        // -1, 0 or 1: the eight neighbours in turn.
        let column = ((0x9224_u32.wrapping_shr(2_u32.wrapping_mul(direction)) & 3) as i32).wrapping_sub(1);
        let row = ((0xa940_u32.wrapping_shr(2_u32.wrapping_mul(direction)) & 3) as i32).wrapping_sub(1);
        let across = rounded(column as f32 * look.world_x);
        let along = rounded(row as f32 * look.world_y);
        let length = sqrt_of(rounded(rounded(across * across) + rounded(along * along)));
        let scale = quotient(look.world_z, length, 1e30);
        let mut steepest = 0.0_f32;
        let mut share = 1.0_f32;
        let mut distance = 1_i32;
        while distance < 17 {
            let cell_x = at.cell_x.wrapping_add(column.wrapping_mul(distance)).min(look.columns.wrapping_sub(2)).max(0);
            let cell_y = at.cell_y.wrapping_add(row.wrapping_mul(distance)).min(look.rows.wrapping_sub(2)).max(0);
            let rise = height_at(heights, Place { cell_x, cell_y, x: at.x, y: at.y }) - z;
            steepest = max(steepest, canonical(rounded(rise * rounded(scale * share))));
            share = share * 0.5;
            distance = distance.wrapping_add(distance);
        }
        let s = min(steepest, 1e6);
        sum = rounded(sum + quotient(1.0, rounded(1.0 + rounded(s * s)), 1.0));
        direction = direction.wrapping_add(1);
    }
    sum * 0.125
}

// The light on a face: from the sun by Lambert's law, and from the sky by how far the face points up.
pub(crate) fn light_on(look: &Look, normal_x: f32, normal_y: f32, normal_z: f32, sun: f32, sky: f32) -> Rgb {
    if look.law == 0 {
        return rgb(look.ambient);
    }
    let across = rounded(rounded(normal_x * look.sun_x) + rounded(normal_y * look.sun_y));
    let cosine = max(rounded(across + rounded(normal_z * look.sun_z)), 0.0);
    let ambient = rounded(sky * (0.5 + 0.5 * normal_z));
    summed(scaled(rgb(look.sunlight), rounded(cosine * sun)), scaled(rgb(look.ambient), ambient))
}

// Adds to a colour the share of a ramp's step that lies below t.
pub(crate) fn stepped(t: f32, colour: Rgb, step: [f32; 4], length: [f32; 4]) -> Rgb {
    let part = held(rounded((t - step[3]) * length[0]), 0.0, 1.0);
    summed(colour, scaled(rgb(step), canonical(part)))
}

// The colour of the ground, from its height and the cosine of its slope.
pub(crate) fn colour_of(look: &Look, z: f32, cosine: f32) -> Rgb {
    let t = rounded((z - look.ramp_low) * look.ramp_scale);
    let mut colour = rgb(look.ground);
    colour = stepped(t, colour, look.ramp[0], look.ramp[1]);
    colour = stepped(t, colour, look.ramp[2], look.ramp[3]);
    colour = stepped(t, colour, look.ramp[4], look.ramp[5]);
    colour = stepped(t, colour, look.ramp[6], look.ramp[7]);
    colour = stepped(t, colour, look.ramp[8], look.ramp[9]);
    colour = stepped(t, colour, look.ramp[10], look.ramp[11]);
    colour = stepped(t, colour, look.ramp[12], look.ramp[13]);
    colour = stepped(t, colour, look.ramp[14], look.ramp[15]);
    let steep = held(rounded((look.rock_cosine - cosine) * look.rock_scale), 0.0, 1.0);
    mixed(fade_cubic(canonical(steep)), colour, rgb(look.rock))
}

// A channel of the painted ground, between the samples.
pub(crate) fn painted(heights: Heights<'_>, at: Place, channel: u32) -> f32 {
    let c00 = paint(heights, at.cell_x, at.cell_y, channel);
    let c10 = paint(heights, at.cell_x.wrapping_add(1), at.cell_y, channel);
    let c01 = paint(heights, at.cell_x, at.cell_y.wrapping_add(1), channel);
    let c11 = paint(heights, at.cell_x.wrapping_add(1), at.cell_y.wrapping_add(1), channel);
    canonical(bilinear(c00, c10, c01, c11, at.x, at.y))
}

// The colour of the ground at a position: the painted one, or that of its height and slope.
pub(crate) fn ground_colour(heights: Heights<'_>, look: &Look, at: Place, z: f32, cosine: f32) -> Rgb {
    if look.colours != 0 {
        return Rgb { r: painted(heights, at, 0), g: painted(heights, at, 1), b: painted(heights, at, 2) };
    }
    colour_of(look, z, cosine)
}

// 1 on a line of the wireframe, otherwise 0.
pub(crate) fn on_line(look: &Look, cell: i32, place: f32, first: i32) -> f32 {
    let number = cell.wrapping_sub(look.margin).wrapping_add(first);
    let whole = floor((number as f32 + 0.5) * look.line_step) as i32;
    let past = rounded(number.wrapping_sub(whole.wrapping_mul(look.lines)) as f32 + place);
    let near = min(past, rounded(look.lines as f32 - past));
    if near < look.line_width { 1.0_f32 } else { 0.0 }
}

// The position that determines the light: for a flat cell, its centre.
pub(crate) fn lit_at(look: &Look, at: Place) -> Place {
    if look.flat_cells != 0 {
        return Place { cell_x: at.cell_x, cell_y: at.cell_y, x: 0.5, y: 0.5 };
    }
    at
}

// The light on the ground, whose slope has this cosine. With the law of height differences, the sun's light is that of Lambert's law without the length of the
// normal, which is linear in the slope towards the sun, and the whole sky is visible.
pub(crate) fn light_on_ground(heights: Heights<'_>, look: &Look, at: Place, ground: Ground, cosine: f32) -> Rgb {
    if look.law == 0 {
        return rgb(look.ambient);
    }
    let lit = lit_at(look, at);
    let mut z = ground.height;
    if look.flat_cells != 0 {
        z = height_at(heights, lit);
    }
    let sun = sunlit(heights, look, lit, z);
    if look.law == 1 {
        let rise = rounded(rounded(ground.rise_x * look.sun_x) + rounded(ground.rise_y * look.sun_y));
        let share = held(rounded(look.sun_z - rise), 0.0, 1.0);
        return summed(scaled(rgb(look.sunlight), rounded(share * sun)), rgb(look.ambient));
    }
    let normal_x = -rounded(ground.rise_x * cosine);
    let normal_y = -rounded(ground.rise_y * cosine);
    light_on(look, normal_x, normal_y, cosine, sun, open_sky(heights, look, lit, z))
}

// The lit ground at a position in a cell.
pub(crate) fn land(heights: Heights<'_>, look: &Look, at: Place, ground: Ground) -> Rgb {
    let across = rounded(rounded(ground.rise_x * ground.rise_x) + rounded(ground.rise_y * ground.rise_y));
    let cosine = quotient(1.0, sqrt_of(rounded(across + 1.0)), 1.0);
    let mut colour = ground_colour(heights, look, at, ground.height, cosine);
    if look.lines > 0 {
        let line = max(on_line(look, at.cell_x, at.x, look.line_x), on_line(look, at.cell_y, at.y, look.line_y));
        colour = mixed(rounded(line * 0.75), colour, rgb(look.line));
    }
    filtered(colour, light_on_ground(heights, look, at, ground, cosine))
}

// Lit water above the ground at a depth: the deeper, the darker.
pub(crate) fn sea(look: &Look, depth: f32, light: Rgb) -> Rgb {
    let d = canonical(rounded(depth * look.water_depth));
    filtered(mixed(quotient(d, rounded(1.0 + d), 1.0), rgb(look.shallow), rgb(look.deep)), light)
}

// The ground or the water, seen from straight above.
pub(crate) fn hillshade(heights: Heights<'_>, look: &Look, x: i32, y: i32, offset_x: f32, offset_y: f32) -> Rgb {
    let is_left = offset_x < 0.0;
    let is_above = offset_y < 0.0;
    let cell_x = x.wrapping_add(look.margin).wrapping_sub(if is_left { 1_i32 } else { 0 });
    let cell_y = y.wrapping_add(look.margin).wrapping_sub(if is_above { 1_i32 } else { 0 });
    let in_x = if is_left { rounded(1.0 + offset_x) } else { offset_x };
    let in_y = if is_above { rounded(1.0 + offset_y) } else { offset_y };
    let at = Place { cell_x, cell_y, x: in_x, y: in_y };
    let ground = ground_at(heights, look, at);
    if look.water != 0 && ground.height < look.water_level {
        let sun = sunlit(heights, look, lit_at(look, at), look.water_level);
        let depth = rounded(look.water_level - ground.height);
        return sea(look, depth, light_on(look, 0.0, 0.0, 1.0, sun, 1.0));
    }
    land(heights, look, at, ground)
}

// The sky behind the terrain, by rows down from the centre of the picture.
pub(crate) fn sky(look: &Look, row: f32) -> Rgb {
    let t = held(rounded((look.sky_row - row) * look.sky_scale), 0.0, 1.0);
    mixed(canonical(t), rgb(look.horizon), rgb(look.zenith))
}

// A colour with the haze up to the ray's parameter t.
pub(crate) fn hazed(look: &Look, t: f32, row: f32, colour: Rgb) -> Rgb {
    let far = canonical(max(rounded((t - look.haze_start) * look.haze_scale), 0.0));
    let square = canonical(rounded(far * far));
    mixed(quotient(square, rounded(1.0 + square), 1.0), colour, sky(look, min(row, look.sky_row)))
}

// The first and the last parameter of a ray between two walls.
pub(crate) fn between(low: f32, high: f32, place: f32, inverse: f32) -> [f32; 2] {
    let a = rounded((low - place) * inverse);
    let b = rounded((high - place) * inverse);
    [min(a, b), max(a, b)]
}

// Reflections of the sky and the sun in flat water: Schlick's approximation of Fresnel's law ("An Inexpensive BRDF Model for Physically-based Rendering",
// 1994), and a narrow highlight.
pub(crate) fn mirrored(look: &Look, ray: Ray, sun: f32, colour: Rgb) -> Rgb {
    let x = canonical(rounded(ray.dx * look.world_x));
    let y = canonical(rounded(ray.dy * look.world_y));
    let z = canonical(rounded(ray.dz * look.world_z));
    let square = rounded(rounded(rounded(x * x) + rounded(y * y)) + rounded(z * z));
    let inverse = quotient(1.0, sqrt_of(square), 1e30);
    let c = rounded(1.0 - held(rounded(-z * inverse), 0.0, 1.0));
    let c2 = canonical(rounded(c * c));
    let share = rounded(rounded(0.98 * rounded(rounded(c2 * c2) * c)) + 0.02);
    let across = rounded(rounded(x * look.sun_x) + rounded(y * look.sun_y));
    let towards = max(rounded((across - rounded(z * look.sun_z)) * inverse), 0.0);
    let glint = rounded(rounded(power(canonical(towards), 180.0) * sun) * 0.6);
    summed(mixed(share, colour, rgb(look.horizon)), scaled(rgb(look.sunlight), glint))
}

// The position of a ray at t, within the shown part.
pub(crate) fn place_of(look: &Look, ray: Ray, t: f32) -> Place {
    let x = held(rounded(ray.x + rounded(t * ray.dx)), look.margin as f32, look.columns.wrapping_sub(1).wrapping_sub(look.margin) as f32);
    let y = held(rounded(ray.y + rounded(t * ray.dy)), look.margin as f32, look.rows.wrapping_sub(1).wrapping_sub(look.margin) as f32);
    let cell_x = (floor(x) as i32).min(look.columns.wrapping_sub(2).wrapping_sub(look.margin));
    let cell_y = (floor(y) as i32).min(look.rows.wrapping_sub(2).wrapping_sub(look.margin));
    Place { cell_x, cell_y, x: canonical(rounded(x - cell_x as f32)), y: canonical(rounded(y - cell_y as f32)) }
}

// A random number from 0 to below 1 for an integer (Wellons' "lowbias32", 2018).
pub(crate) fn random_of(number: u32) -> f32 {
    let a = (number ^ (number >> 16)).wrapping_mul(0x7feb352d);
    let b = (a ^ (a >> 15)).wrapping_mul(0x846ca68b);
    ((b ^ (b >> 16)) >> 8) as f32 * exp2(-24)
}

// Random numbers from 0 to below 1 at the integers, with a blend between them whose middle is `sharpness` times as steep as linear.
pub(crate) fn random_along(at: f32, sharpness: f32) -> f32 {
    let place = held(at, -8e6, 8e6);
    let before = floor(place);
    let t = held(rounded(rounded(sharpness * rounded(rounded(place - before) - 0.5)) + 0.5), 0.0, 1.0);
    let number = before as i32 as u32;
    canonical(lerp(fade_cubic(canonical(t)), random_of(number), random_of(number.wrapping_add(1))))
}

// The rock of a wall below the edge of the ground: layers of different thickness and tone that bend softly and continue around corners, darker farther down,
// with a light rim along the ground.
pub(crate) fn strata(look: &Look, at: Place, z: f32, edge: f32) -> Rgb {
    let x = rounded((at.cell_x as f32 + at.x) * look.bend_x);
    let y = rounded(rounded((at.cell_y as f32 + at.y) * look.bend_y) + 300.0);
    let across = random_along(canonical(x), 1.0);
    let along = random_along(canonical(y), 1.0);
    let level = canonical(rounded(rounded((z - look.bottom) * look.layer_scale) + rounded(1.5 * rounded(across + along))));
    let thick = random_along(level, 5.0);
    let thin = random_along(canonical(rounded(rounded(3.3 * level) + 1000.0)), 4.0);
    let tone = rounded(rounded(0.7 * thick) + rounded(0.3 * thin));
    let depth = canonical(rounded((edge - z) * look.layer_scale));
    let rim = fade_cubic(canonical(held(rounded(1.0 - 2.0 * depth), 0.0, 1.0)));
    let light = lerp(rim, rounded(0.4 * tone), 0.7);
    let deep = rounded(0.3 * quotient(depth, rounded(8.0 + depth), 1.0));
    let shade = lerp(rim, rounded(rounded(0.8 + rounded(0.4 * tone)) - deep), 1.15);
    scaled(mixed(canonical(light), rgb(look.rock), rgb(look.ground)), canonical(shade))
}

// The light on a wall. It is artificial, so that all walls are visible: more from the sky than flat ground gets, and some sunlight from all sides.
pub(crate) fn light_on_wall(look: &Look, normal_x: f32, normal_y: f32) -> Rgb {
    summed(light_on(look, normal_x, normal_y, 0.0, 1.0, 2.4), scaled(rgb(look.sunlight), 0.16))
}

// The colour at a position in the picture, by columns and rows from its centre.
pub(crate) fn relief(heights: Heights<'_>, look: &Look, column: f32, row: f32) -> Rgb {
    let shift_x = rounded(rounded(column * look.right_x) + rounded(row * look.down_x));
    let shift_y = rounded(rounded(column * look.right_y) + rounded(row * look.down_y));
    let shift_z = rounded(rounded(column * look.right_z) + rounded(row * look.down_z));
    let is_wide = look.perspective != 0;
    let x = canonical(if is_wide { look.eye_x } else { rounded(look.eye_x + shift_x) });
    let y = canonical(if is_wide { look.eye_y } else { rounded(look.eye_y + shift_y) });
    let z = canonical(if is_wide { look.eye_z } else { rounded(look.eye_z + shift_z) });
    let dx = canonical(if is_wide { rounded(look.forward_x + shift_x) } else { look.forward_x });
    let dy = canonical(if is_wide { rounded(look.forward_y + shift_y) } else { look.forward_y });
    let dz = canonical(if is_wide { rounded(look.forward_z + shift_z) } else { look.forward_z });

    // The part of the ray inside the block.
    let inverse_z = quotient(1.0, dz, 1e30);
    let low = look.margin as f32;
    let right = look.columns.wrapping_sub(1).wrapping_sub(look.margin) as f32;
    let front = look.rows.wrapping_sub(1).wrapping_sub(look.margin) as f32;
    let in_x = between(low, right, x, quotient(1.0, dx, 1e30));
    let in_y = between(low, front, y, quotient(1.0, dy, 1e30));
    let in_z = between(look.bottom, look.top, z, inverse_z);
    let wall = max(in_x[0], in_y[0]);
    let start = max(max(wall, in_z[0]), 0.0);
    let end = min(min(in_x[1], in_y[1]), in_z[1]);
    if end <= start {
        return sky(look, row);
    }
    let ray = Ray { cell_x: 0, cell_y: 0, x, y, z, dx, dy, dz };

    // The ray meets a wall of the block.
    if start == wall {
        let at = place_of(look, ray, start);
        let edge = height_at(heights, at);
        let entry = elevation(ray, start);
        let is_across = in_y[0] < in_x[0];
        let normal_x = if is_across { if dx < 0.0 { 1.0_f32 } else { -1.0 } } else { 0.0 };
        let normal_y = if is_across { 0.0_f32 } else { if dy < 0.0 { 1.0_f32 } else { -1.0 } };
        if entry <= edge {
            return hazed(look, start, row, filtered(strata(look, at, entry, edge), light_on_wall(look, normal_x, normal_y)));
        }
        if look.water != 0 && entry <= look.water_level {
            return hazed(look, start, row, sea(look, rounded(look.water_level - entry), light_on_wall(look, normal_x, normal_y)));
        }
    }

    let hit = march(heights, look.columns, look.rows, look.levels, ray, start, end);
    // The water, if the ray reaches it before the ground.
    if look.water != 0 && dz < 0.0 {
        let t = rounded((look.water_level - z) * inverse_z);
        if start < t && t < end && (hit < 0.0 || t < hit) {
            let at = place_of(look, ray, t);
            let depth = max(rounded(look.water_level - height_at(heights, at)), 0.0);
            let sun = sunlit(heights, look, lit_at(look, at), look.water_level);
            let colour = sea(look, depth, light_on(look, 0.0, 0.0, 1.0, sun, 1.0));
            return hazed(look, t, row, mirrored(look, ray, sun, colour));
        }
    }
    if hit < 0.0 {
        return sky(look, row);
    }
    let at = place_of(look, ray, hit);
    hazed(look, hit, row, land(heights, look, at, ground_at(heights, look, at)))
}

// A pixel: the mean of its rays.
pub(crate) fn pixel(heights: Heights<'_>, look: &Look, x: i32, y: i32) -> Rgb {
    let mut sum = Rgb { r: 0.0, g: 0.0, b: 0.0 };
    let mut j = 0_u32;
    while j < look.rays {
        let part_y = rounded((j as f32 + 0.5) * look.ray_step);
        let mut i = 0_u32;
        while i < look.rays {
            let part_x = rounded((i as f32 + 0.5) * look.ray_step);
            if look.relief != 0 {
                let column = rounded(rounded(x as f32 - look.middle_x) + part_x);
                sum = summed(sum, relief(heights, look, column, rounded(rounded(y as f32 - look.middle_y) + part_y)));
            } else {
                sum = summed(sum, hillshade(heights, look, x, y, rounded(part_x - 0.5), rounded(part_y - 0.5)));
            }
            i = i.wrapping_add(1);
        }
        j = j.wrapping_add(1);
    }
    Rgb {
        r: canonical(rounded(sum.r * look.ray_share)),
        g: canonical(rounded(sum.g * look.ray_share)),
        b: canonical(rounded(sum.b * look.ray_share)),
    }
}
