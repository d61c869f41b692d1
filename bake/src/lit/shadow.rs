//! The shadows that the heights of a material cast on it, and the shadow of the shape on the floor.

use super::lights::Key;
use super::maps::Maps;
use super::shapes::{CUBE, Fineness, Form, Hit, SLAB, Shape};
use super::vector::dot;

/// The steps of a ray from the ground to the light, and its longest way.
const STEPS: u32 = 14;
const LONGEST: f32 = 0.6;

/// Returns the share of a light that ground does not hide. The surface around a point is taken as flat.
pub(super) fn lit(shape: &Shape, maps: &Maps, fineness: Fineness, hit: &Hit, key: Key) -> f32 {
    let [along, down, out] = hit.frame.map(|axis| dot(axis, key.direction));
    if shape.depth == 0.0 || out <= 0.0 || hit.is_cut {
        return 1.0;
    }
    let ground = maps.height(hit.place, fineness.level);
    let way = ((1.0 - ground) * shape.depth / out).min(LONGEST);
    let mut blocked = -key.spread;
    for step in 1..=STEPS {
        // Shorter steps near the point.
        let share = step as f32 / STEPS as f32;
        let distance = way * share * share;
        let place = [hit.place[0] + along * distance * shape.per_length[0], hit.place[1] + down * distance * shape.per_length[1]];
        if distance * shape.per_length[0] > fineness.texel {
            let above = maps.height(place, fineness.level) * shape.depth - ground * shape.depth - out * distance;
            blocked = blocked.max(above / distance);
        }
    }
    (0.5 - 0.5 * blocked / key.spread).clamp(0.0, 1.0)
}

/// Returns the share of light that arrives at a point of the floor, in the coordinates of the shape.
pub(super) fn on_floor(shape: &Shape, [x, z]: [f32; 2]) -> f32 {
    let height = -shape.floor();
    match shape.form {
        // The share of the sky that a ball hides.
        Form::Sphere => 1.0 - 1.0 / (libm::powf(x * x + z * z + height * height, 1.5)),
        Form::Plane | Form::Cube => {
            let (half, height) = if shape.form == Form::Cube { (CUBE, 2.0 * CUBE) } else { (SLAB, height) };
            let beyond = |place: f32| (place.abs() - half).max(0.0);
            let [x, z] = [beyond(x), beyond(z)];
            1.0 - 0.9 * libm::expf(-libm::sqrtf(x * x + z * z) / (0.45 * height))
        }
    }
}
