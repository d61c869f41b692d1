//! Twin of `view.wgsl`: terrain made visible.

use bytemuck::{Pod, Zeroable};

use super::arithmetic::{power, quotient, square_root};
use super::lattice::fade_cubic;
use super::strict::{lerp, rounded, select, settled};
use crate::view::Pyramid;

/// The heights with the highest of each block of cells.
pub(crate) type Heights<'a> = &'a Pyramid;

#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Look {
    pub(crate) ambient: [f32; 4],
    pub(crate) sunlight: [f32; 4],
    pub(crate) rock: [f32; 4],
    pub(crate) shallow: [f32; 4],
    pub(crate) deep: [f32; 4],
    pub(crate) zenith: [f32; 4],
    pub(crate) horizon: [f32; 4],
    pub(crate) line: [f32; 4],
    pub(crate) ground: [f32; 4],
    pub(crate) ramp: [[f32; 4]; 16],
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    pub(crate) levels: u32,
    pub(crate) margin: i32,
    pub(crate) relief: u32,
    pub(crate) perspective: u32,
    pub(crate) shadows: u32,
    pub(crate) water: u32,
    pub(crate) rays: u32,
    pub(crate) ray_step: f32,
    pub(crate) ray_share: f32,
    pub(crate) lines: i32,
    pub(crate) line_step: f32,
    pub(crate) line_width: f32,
    pub(crate) line_x: i32,
    pub(crate) line_y: i32,
    pub(crate) world_x: f32,
    pub(crate) world_y: f32,
    pub(crate) world_z: f32,
    pub(crate) rise_x: f32,
    pub(crate) rise_y: f32,
    pub(crate) sun_x: f32,
    pub(crate) sun_y: f32,
    pub(crate) sun_z: f32,
    pub(crate) ray_x: f32,
    pub(crate) ray_y: f32,
    pub(crate) ray_z: f32,
    pub(crate) reach: f32,
    pub(crate) bias: f32,
    pub(crate) water_level: f32,
    pub(crate) water_depth: f32,
    pub(crate) ramp_low: f32,
    pub(crate) ramp_scale: f32,
    pub(crate) rock_cosine: f32,
    pub(crate) rock_scale: f32,
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
    pub(crate) middle_x: f32,
    pub(crate) middle_y: f32,
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    pub(crate) sky_row: f32,
    pub(crate) sky_scale: f32,
    pub(crate) haze_start: f32,
    pub(crate) haze_scale: f32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Rgb {
    pub(crate) r: f32,
    pub(crate) g: f32,
    pub(crate) b: f32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) cell_x: i32,
    pub(crate) cell_y: i32,
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[derive(Debug, Clone, Copy)]
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

#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground {
    pub(crate) height: f32,
    pub(crate) rise_x: f32,
    pub(crate) rise_y: f32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Patch {
    pub(crate) h00: f32,
    pub(crate) h10: f32,
    pub(crate) h01: f32,
    pub(crate) h11: f32,
    pub(crate) top: f32,
    pub(crate) left: f32,
    pub(crate) above: f32,
}

pub(crate) fn height(field: Heights<'_>, x: i32, y: i32) -> f32 {
    field.height(x as usize, y as usize)
}

pub(crate) fn highest(field: Heights<'_>, level: u32, x: i32, y: i32) -> f32 {
    field.highest(level as usize, x as usize, y as usize)
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
    v.min(high).max(low)
}

pub(crate) fn bilinear(a00: f32, a10: f32, a01: f32, a11: f32, x: f32, y: f32) -> f32 {
    lerp(y, lerp(x, a00, a10), lerp(x, a01, a11))
}

pub(crate) fn height_at(heights: Heights<'_>, at: Place) -> f32 {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x + 1, at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y + 1);
    let h11 = height(heights, at.cell_x + 1, at.cell_y + 1);
    settled(bilinear(h00, h10, h01, h11, at.x, at.y))
}

pub(crate) fn ground_at(heights: Heights<'_>, look: &Look, at: Place) -> Ground {
    let h00 = height(heights, at.cell_x, at.cell_y);
    let h10 = height(heights, at.cell_x + 1, at.cell_y);
    let h01 = height(heights, at.cell_x, at.cell_y + 1);
    let h11 = height(heights, at.cell_x + 1, at.cell_y + 1);
    let x00 = rounded(h10 - height(heights, at.cell_x - 1, at.cell_y));
    let x10 = rounded(height(heights, at.cell_x + 2, at.cell_y) - h00);
    let x01 = rounded(h11 - height(heights, at.cell_x - 1, at.cell_y + 1));
    let x11 = rounded(height(heights, at.cell_x + 2, at.cell_y + 1) - h01);
    let y00 = rounded(h01 - height(heights, at.cell_x, at.cell_y - 1));
    let y10 = rounded(h11 - height(heights, at.cell_x + 1, at.cell_y - 1));
    let y01 = rounded(height(heights, at.cell_x, at.cell_y + 2) - h00);
    let y11 = rounded(height(heights, at.cell_x + 1, at.cell_y + 2) - h10);
    let across = settled(bilinear(x00, x10, x01, x11, at.x, at.y));
    let along = settled(bilinear(y00, y10, y01, y11, at.x, at.y));
    Ground {
        height: settled(bilinear(h00, h10, h01, h11, at.x, at.y)),
        rise_x: settled(rounded(across * look.rise_x)),
        rise_y: settled(rounded(along * look.rise_y)),
    }
}

pub(crate) fn elevation(ray: &Ray, t: f32) -> f32 {
    settled(rounded(ray.z + rounded(t * ray.dz)))
}

pub(crate) fn crossing(line: i32, place: f32, inverse: f32) -> f32 {
    rounded(((line as f32) - place) * inverse)
}

#[expect(clippy::too_many_arguments, reason = "those of the shader")]
pub(crate) fn cell_at(cell: i32, place: f32, step: f32, inverse: f32, ahead: i32, t: f32, first: i32, last: i32, counts: bool) -> i32 {
    let guess = ((cell + (place + rounded(t * step)).floor() as i32).min(last)).max(first);
    let behind = crossing(guess + 1 - ahead - cell, place, inverse);
    let before = crossing(guess + ahead - cell, place, inverse);
    let is_further = before < t || counts && before == t;
    let is_short = t < behind || !counts && t == behind;
    let onward = ahead + ahead - 1;
    guess
        + if is_further {
            onward
        } else if is_short {
            -onward
        } else {
            0
        }
}

pub(crate) fn is_below(ground: &Patch, ray: &Ray, t: f32) -> bool {
    let x = held(rounded(rounded(ray.x + rounded(t * ray.dx)) - ground.left), 0.0, 1.0);
    let y = held(rounded(rounded(ray.y + rounded(t * ray.dy)) - ground.above), 0.0, 1.0);
    let blended = bilinear(ground.h00, ground.h10, ground.h01, ground.h11, settled(x), settled(y));
    elevation(ray, t) < settled(blended.min(ground.top))
}

pub(crate) fn hit_in(heights: Heights<'_>, ray: &Ray, cell_x: i32, cell_y: i32, start: f32, end: f32) -> f32 {
    let h00 = height(heights, cell_x, cell_y);
    let h10 = height(heights, cell_x + 1, cell_y);
    let h01 = height(heights, cell_x, cell_y + 1);
    let h11 = height(heights, cell_x + 1, cell_y + 1);
    let top = h00.max(h10).max(h01.max(h11));
    if top < elevation(ray, start).min(elevation(ray, end)) {
        return -1.0;
    }
    let ground = Patch { h00, h10, h01, h11, top, left: ((cell_x - ray.cell_x) as f32), above: ((cell_y - ray.cell_y) as f32) };
    if is_below(&ground, ray, start) {
        return start;
    }
    let middle = rounded(start + 0.5 * rounded(end - start));
    let mut outside = start;
    let mut inside = middle;
    if !is_below(&ground, ray, middle) {
        if !is_below(&ground, ray, end) {
            return -1.0;
        }
        outside = middle;
        inside = end;
    }
    let mut step = 0;
    while step < 14 {
        step += 1;
        let between = rounded(outside + 0.5 * rounded(inside - outside));
        if is_below(&ground, ray, between) {
            inside = between;
        } else {
            outside = between;
        }
    }
    inside
}

pub(crate) fn march(heights: Heights<'_>, columns: i32, rows: i32, levels: u32, ray: &Ray, start: f32, end: f32) -> f32 {
    let inverse_x = quotient(1.0, ray.dx, 1e30);
    let inverse_y = quotient(1.0, ray.dy, 1e30);
    let ahead_x = if ray.dx < 0.0 { 0 } else { 1 };
    let ahead_y = if ray.dy < 0.0 { 0 } else { 1 };
    let most = 8 * (columns + rows) + 64;
    let mut cell_x = ((ray.cell_x + (ray.x + rounded(start * ray.dx)).floor() as i32).min(columns - 2)).max(0);
    let mut cell_y = ((ray.cell_y + (ray.y + rounded(start * ray.dy)).floor() as i32).min(rows - 2)).max(0);
    let mut t = start;
    let mut level = 0;
    let mut step = 0;
    while step < most {
        step += 1;
        let block_x = cell_x >> level;
        let block_y = cell_y >> level;
        let far_x = (block_x + ahead_x) << level;
        let far_y = (block_y + ahead_y) << level;
        let t_x = crossing(far_x - ray.cell_x, ray.x, inverse_x);
        let t_y = crossing(far_y - ray.cell_y, ray.y, inverse_y);
        let leave = t_x.min(t_y).min(end);
        if level > 0 {
            if elevation(ray, t).min(elevation(ray, leave)) <= highest(heights, level, block_x, block_y) {
                level -= 1;
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
        level = (level + 1).min(levels);
    }
    -1.0
}

pub(crate) fn sunlit(heights: Heights<'_>, look: &Look, at: Place, z: f32) -> f32 {
    if look.shadows == 0 {
        return 1.0;
    }
    let ray = &Ray {
        cell_x: at.cell_x,
        cell_y: at.cell_y,
        x: at.x,
        y: at.y,
        z: settled(rounded(z + look.bias)),
        dx: look.ray_x,
        dy: look.ray_y,
        dz: look.ray_z,
    };
    select(1.0, 0.0, 0.0 <= march(heights, look.columns, look.rows, look.levels, ray, 0.0, look.reach))
}

pub(crate) fn open_sky(heights: Heights<'_>, look: &Look, at: Place, z: f32) -> f32 {
    let mut sum = 0.0;
    let mut direction = 0;
    while direction < 8 {
        let column = (((0x9224_u32 >> (2 * direction)) & 3) as i32) - 1;
        let row = (((0xa940_u32 >> (2 * direction)) & 3) as i32) - 1;
        let across = rounded((column as f32) * look.world_x);
        let along = rounded((row as f32) * look.world_y);
        let length = square_root(rounded(rounded(across * across) + rounded(along * along)));
        let scale = quotient(look.world_z, length, 1e30);
        let mut steepest: f32 = 0.0;
        let mut share = 1.0;
        let mut distance = 1;
        while distance < 17 {
            let cell_x = ((at.cell_x + column * distance).min(look.columns - 2)).max(0);
            let cell_y = ((at.cell_y + row * distance).min(look.rows - 2)).max(0);
            let rise = height_at(heights, Place { cell_x, cell_y, x: at.x, y: at.y }) - z;
            steepest = steepest.max(settled(rounded(rise * rounded(scale * share))));
            share *= 0.5;
            distance += distance;
        }
        let s = steepest.min(1e6);
        sum = rounded(sum + quotient(1.0, rounded(1.0 + rounded(s * s)), 1.0));
        direction += 1;
    }
    sum * 0.125
}

pub(crate) fn light_on(look: &Look, normal_x: f32, normal_y: f32, normal_z: f32, sun: f32, sky: f32) -> Rgb {
    let across = rounded(rounded(normal_x * look.sun_x) + rounded(normal_y * look.sun_y));
    let cosine = rounded(across + rounded(normal_z * look.sun_z)).max(0.0);
    let ambient = rounded(sky * (0.5 + 0.5 * normal_z));
    summed(scaled(rgb(look.sunlight), rounded(cosine * sun)), scaled(rgb(look.ambient), ambient))
}

pub(crate) fn stepped(t: f32, colour: Rgb, step: [f32; 4], length: [f32; 4]) -> Rgb {
    let part = held(rounded((t - step[3]) * length[0]), 0.0, 1.0);
    summed(colour, scaled(rgb(step), settled(part)))
}

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
    mixed(fade_cubic(settled(steep)), colour, rgb(look.rock))
}

pub(crate) fn on_line(look: &Look, cell: i32, place: f32, first: i32) -> f32 {
    let number = cell - look.margin + first;
    let whole = (((number as f32) + 0.5) * look.line_step).floor() as i32;
    let past = rounded(((number - whole * look.lines) as f32) + place);
    let near = past.min(rounded((look.lines as f32) - past));
    select(0.0, 1.0, near < look.line_width)
}

pub(crate) fn land(heights: Heights<'_>, look: &Look, at: Place, ground: Ground) -> Rgb {
    let across = rounded(rounded(ground.rise_x * ground.rise_x) + rounded(ground.rise_y * ground.rise_y));
    let cosine = quotient(1.0, square_root(rounded(across + 1.0)), 1.0);
    let normal_x = -rounded(ground.rise_x * cosine);
    let normal_y = -rounded(ground.rise_y * cosine);
    let sun = sunlit(heights, look, at, ground.height);
    let sky = open_sky(heights, look, at, ground.height);
    let mut colour = colour_of(look, ground.height, cosine);
    if look.lines > 0 {
        let line = on_line(look, at.cell_x, at.x, look.line_x).max(on_line(look, at.cell_y, at.y, look.line_y));
        colour = mixed(rounded(line * 0.75), colour, rgb(look.line));
    }
    filtered(colour, light_on(look, normal_x, normal_y, cosine, sun, sky))
}

pub(crate) fn sea(look: &Look, depth: f32, light: Rgb) -> Rgb {
    let d = settled(rounded(depth * look.water_depth));
    filtered(mixed(quotient(d, rounded(1.0 + d), 1.0), rgb(look.shallow), rgb(look.deep)), light)
}

pub(crate) fn hillshade(heights: Heights<'_>, look: &Look, x: i32, y: i32, offset_x: f32, offset_y: f32) -> Rgb {
    let is_left = offset_x < 0.0;
    let is_above = offset_y < 0.0;
    let cell_x = x + look.margin - if is_left { 1 } else { 0 };
    let cell_y = y + look.margin - if is_above { 1 } else { 0 };
    let in_x = select(offset_x, rounded(1.0 + offset_x), is_left);
    let in_y = select(offset_y, rounded(1.0 + offset_y), is_above);
    let at = Place { cell_x, cell_y, x: in_x, y: in_y };
    let ground = ground_at(heights, look, at);
    if look.water != 0 && ground.height < look.water_level {
        let sun = sunlit(heights, look, at, look.water_level);
        let depth = rounded(look.water_level - ground.height);
        return sea(look, depth, light_on(look, 0.0, 0.0, 1.0, sun, 1.0));
    }
    land(heights, look, at, ground)
}

pub(crate) fn sky(look: &Look, row: f32) -> Rgb {
    let t = held(rounded((look.sky_row - row) * look.sky_scale), 0.0, 1.0);
    mixed(settled(t), rgb(look.horizon), rgb(look.zenith))
}

pub(crate) fn hazed(look: &Look, t: f32, row: f32, colour: Rgb) -> Rgb {
    let far = settled(rounded((t - look.haze_start) * look.haze_scale).max(0.0));
    let square = settled(rounded(far * far));
    mixed(quotient(square, rounded(1.0 + square), 1.0), colour, sky(look, row.min(look.sky_row)))
}

pub(crate) fn between(low: f32, high: f32, place: f32, inverse: f32) -> [f32; 2] {
    let a = rounded((low - place) * inverse);
    let b = rounded((high - place) * inverse);
    [a.min(b), a.max(b)]
}

pub(crate) fn mirrored(look: &Look, ray: &Ray, sun: f32, colour: Rgb) -> Rgb {
    let x = settled(rounded(ray.dx * look.world_x));
    let y = settled(rounded(ray.dy * look.world_y));
    let z = settled(rounded(ray.dz * look.world_z));
    let square = rounded(rounded(rounded(x * x) + rounded(y * y)) + rounded(z * z));
    let inverse = quotient(1.0, square_root(square), 1e30);
    let c = rounded(1.0 - held(rounded(-z * inverse), 0.0, 1.0));
    let c2 = settled(rounded(c * c));
    let share = rounded(rounded(0.98 * rounded(rounded(c2 * c2) * c)) + 0.02);
    let across = rounded(rounded(x * look.sun_x) + rounded(y * look.sun_y));
    let towards = rounded((across - rounded(z * look.sun_z)) * inverse).max(0.0);
    let glint = rounded(rounded(power(settled(towards), 180.0) * sun) * 0.6);
    summed(mixed(share, colour, rgb(look.horizon)), scaled(rgb(look.sunlight), glint))
}

pub(crate) fn place_of(look: &Look, ray: &Ray, t: f32) -> Place {
    let x = held(rounded(ray.x + rounded(t * ray.dx)), look.margin as f32, (look.columns - 1 - look.margin) as f32);
    let y = held(rounded(ray.y + rounded(t * ray.dy)), look.margin as f32, (look.rows - 1 - look.margin) as f32);
    let cell_x = (x.floor() as i32).min(look.columns - 2 - look.margin);
    let cell_y = (y.floor() as i32).min(look.rows - 2 - look.margin);
    Place { cell_x, cell_y, x: settled(rounded(x - (cell_x as f32))), y: settled(rounded(y - (cell_y as f32))) }
}

pub(crate) fn relief(heights: Heights<'_>, look: &Look, column: f32, row: f32) -> Rgb {
    let shift_x = rounded(rounded(column * look.right_x) + rounded(row * look.down_x));
    let shift_y = rounded(rounded(column * look.right_y) + rounded(row * look.down_y));
    let shift_z = rounded(rounded(column * look.right_z) + rounded(row * look.down_z));
    let is_wide = look.perspective != 0;
    let x = settled(select(rounded(look.eye_x + shift_x), look.eye_x, is_wide));
    let y = settled(select(rounded(look.eye_y + shift_y), look.eye_y, is_wide));
    let z = settled(select(rounded(look.eye_z + shift_z), look.eye_z, is_wide));
    let dx = settled(select(look.forward_x, rounded(look.forward_x + shift_x), is_wide));
    let dy = settled(select(look.forward_y, rounded(look.forward_y + shift_y), is_wide));
    let dz = settled(select(look.forward_z, rounded(look.forward_z + shift_z), is_wide));
    let inverse_z = quotient(1.0, dz, 1e30);
    let low = look.margin as f32;
    let right = (look.columns - 1 - look.margin) as f32;
    let front = (look.rows - 1 - look.margin) as f32;
    let in_x = between(low, right, x, quotient(1.0, dx, 1e30));
    let in_y = between(low, front, y, quotient(1.0, dy, 1e30));
    let in_z = between(look.bottom, look.top, z, inverse_z);
    let wall = in_x[0].max(in_y[0]);
    let start = wall.max(in_z[0]).max(0.0);
    let end = in_x[1].min(in_y[1]).min(in_z[1]);
    if end <= start {
        return sky(look, row);
    }
    let ray = &Ray { cell_x: 0, cell_y: 0, x, y, z, dx, dy, dz };
    if start == wall {
        let edge = height_at(heights, place_of(look, ray, start));
        let entry = elevation(ray, start);
        let is_across = in_y[0] < in_x[0];
        let normal_x = select(0.0, select(-1.0, 1.0, dx < 0.0), is_across);
        let normal_y = select(select(-1.0, 1.0, dy < 0.0), 0.0, is_across);
        let light = light_on(look, normal_x, normal_y, 0.0, 1.0, 2.0);
        if entry <= edge {
            let depth = settled(rounded((edge - entry) * look.water_depth));
            let shade = rounded(1.0 - rounded(0.4 * quotient(depth, rounded(1.0 + depth), 1.0)));
            return hazed(look, start, row, filtered(scaled(rgb(look.rock), shade), light));
        }
        if look.water != 0 && entry <= look.water_level {
            return hazed(look, start, row, sea(look, rounded(look.water_level - edge), light));
        }
    }

    let hit = march(heights, look.columns, look.rows, look.levels, ray, start, end);
    if look.water != 0 && dz < 0.0 {
        let t = rounded((look.water_level - z) * inverse_z);
        if start < t && t < end && (hit < 0.0 || t < hit) {
            let at = place_of(look, ray, t);
            let depth = rounded(look.water_level - height_at(heights, at)).max(0.0);
            let sun = sunlit(heights, look, at, look.water_level);
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

pub(crate) fn pixel(heights: Heights<'_>, look: &Look, x: i32, y: i32) -> Rgb {
    let mut sum = Rgb { r: 0.0, g: 0.0, b: 0.0 };
    let mut j = 0;
    while j < look.rays {
        let part_y = rounded(((j as f32) + 0.5) * look.ray_step);
        let mut i = 0;
        while i < look.rays {
            let part_x = rounded(((i as f32) + 0.5) * look.ray_step);
            if look.relief != 0 {
                let column = rounded(rounded((x as f32) - look.middle_x) + part_x);
                sum = summed(sum, relief(heights, look, column, rounded(rounded((y as f32) - look.middle_y) + part_y)));
            } else {
                sum = summed(sum, hillshade(heights, look, x, y, rounded(part_x - 0.5), rounded(part_y - 0.5)));
            }
            i += 1;
        }
        j += 1;
    }
    Rgb {
        r: settled(rounded(sum.r * look.ray_share)),
        g: settled(rounded(sum.g * look.ray_share)),
        b: settled(rounded(sum.b * look.ray_share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from -1 to 1 without end (xorshift64*, Vigna, 2016).
    fn random(seed: u64) -> impl FnMut() -> f64 {
        let mut state = seed | 1;
        move || {
            state ^= state >> 12;
            state ^= state << 25;
            state ^= state >> 27;
            (state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f64 / f64::from(1 << 23) - 1.0
        }
    }

    /// The height of a ray above the ground in f64, by the definition; None beyond the samples.
    fn clearance(heights: &Pyramid, size: [i32; 2], ray: &Ray, t: f64) -> Option<f64> {
        let at = |cell: i32, place: f32, step: f32| f64::from(cell) + f64::from(place) + t * f64::from(step);
        let (x, y) = (at(ray.cell_x, ray.x, ray.dx), at(ray.cell_y, ray.y, ray.dy));
        let [last_x, last_y] = size.map(|samples| f64::from(samples - 1));
        if !(0.0..last_x).contains(&x) || !(0.0..last_y).contains(&y) {
            return None;
        }
        let height = |x: f64, y: f64| f64::from(heights.height(x as usize, y as usize));
        let (x0, y0) = (x.floor(), y.floor());
        let (u, v) = (x - x0, y - y0);
        let blend = |t: f64, a: f64, b: f64| a + t * (b - a);
        let ground = blend(v, blend(u, height(x0, y0), height(x0 + 1.0, y0)), blend(u, height(x0, y0 + 1.0), height(x0 + 1.0, y0 + 1.0)));
        Some(f64::from(ray.z) + t * f64::from(ray.dz) - ground)
    }

    #[test]
    fn a_ray_meets_the_first_ground_on_its_way() {
        let (mut met, mut missed) = (0, 0);
        let mut next = random(7);
        for size in [[33, 21], [64, 64], [2, 2], [7, 130]] {
            let [columns, rows] = size;
            let samples: Vec<f32> = (0..columns * rows).map(|_| (next() * next() * 3.0) as f32).collect();
            let heights = &Pyramid::new(samples, size.map(|side: i32| side as u32)).expect("legal heights");
            let levels = heights.bindings().1.len() as u32 - 1;
            for number in 0..400 {
                let mut inside = |samples: i32| ((next() + 1.0) / 2.0 * f64::from(samples - 1)) as f32;
                let (x, y) = (inside(columns), inside(rows));
                let (cell_x, cell_y) = ((x as i32).min(columns - 2), (y as i32).min(rows - 2));
                let steps = [next(), next(), next()].map(|step| step as f32);
                // Some along an axis, and some straight down.
                let [dx, dy] = match number % 8 {
                    0 => [0.0, steps[1]],
                    1 => [steps[0], 0.0],
                    2 => [0.0, 0.0],
                    _ => [steps[0], steps[1]],
                };
                let ray = &Ray { cell_x, cell_y, x: x - cell_x as f32, y: y - cell_y as f32, z: 3.5, dx, dy, dz: 0.6 * steps[2] - 0.61 };
                let hit = f64::from(march(heights, columns, rows, levels, ray, 0.0, 60.0));
                let step = 1e-3;
                let mut closest = f64::INFINITY;
                let mut t = 0.0;
                let expected = loop {
                    match clearance(heights, size, ray, t) {
                        None => break -1.0,
                        Some(above) if above < 0.0 => break t,
                        Some(above) => closest = closest.min(above),
                    }
                    if t > 60.0 {
                        break -1.0;
                    }
                    t += step;
                };
                // Where a ray grazes the ground, either is right.
                if hit < 0.0 && expected < 0.0 {
                    missed += 1;
                } else if (hit - expected).abs() < 3e-3 {
                    met += 1;
                } else {
                    let at_hit = if hit < 0.0 { closest } else { clearance(heights, size, ray, hit).map_or(0.0, f64::abs) };
                    assert!(at_hit < 2e-3 && closest < 2e-3, "{size:?}, {ray:?}: {hit}, not {expected}; closest {closest}");
                }
            }
        }
        assert!(met > 800 && missed > 400, "{met} met the ground, {missed} missed it");
    }
}
