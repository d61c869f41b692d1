//! Where a ray meets a shape, whose surface the heights of the material lower.

use super::maps::Maps;
use super::vector::{Vector, along, cross, dot, length, scaled};

/// A ray, in the coordinates of the shape: y is up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ray {
    pub(super) from: Vector,
    pub(super) to: Vector,
}

impl Ray {
    pub(super) fn at(&self, distance: f32) -> Vector {
        along(self.from, self.to, distance)
    }
}

/// The form that carries a material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A ball of radius 1, with the poles above and below.
    Sphere,
    /// A slab that lies flat.
    Plane,
    /// A cube.
    Cube,
}

/// Half of the side of a cube and of a slab.
pub(super) const CUBE: f32 = 0.63;
pub(super) const SLAB: f32 = 0.8;
/// The thickness of a slab below its lowest ground.
const BELOW: f32 = 0.07;
/// The sharpness of a cube's edges: the power of a superellipsoid whose normals its faces have.
const SHARPNESS: i32 = 24;
/// The most steps of a ray between the highest and the lowest ground, and the halvings that find the ground between two steps.
const MOST_STEPS: f32 = 64.0;
const HALVINGS: usize = 5;

/// A shape with the lengths of the material on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) form: Form,
    /// The maps along x, and along y, over a length of 1, or over an angle of 1 on a sphere.
    pub(super) per_length: [f32; 2],
    /// The distance from the highest to the lowest ground.
    pub(super) depth: f32,
}

/// A point on the surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    /// In maps along x and y.
    pub(super) place: [f32; 2],
    /// The directions along a row of the map, to the next row, and out of the surface.
    pub(super) frame: [Vector; 3],
    /// Set where a slab is cut, and the material has no normals of its own.
    pub(super) is_cut: bool,
}

/// How fine the heights are that a ray reads: a level of the maps, and the length of one of its texels in maps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fineness {
    pub(super) level: usize,
    pub(super) texel: f32,
}

/// A ground that a ray may meet.
struct Ground<'a, P> {
    maps: &'a Maps,
    fineness: Fineness,
    /// Returns the height of a point above the lowest ground, in units of the depth, and its place on the map.
    placed: P,
}

impl<P: Fn(f32) -> (f32, [f32; 2])> Ground<'_, P> {
    /// Returns how far above the ground the ray is.
    fn gap(&self, distance: f32) -> f32 {
        let (above, place) = (self.placed)(distance);
        above - self.maps.height(place, self.fineness.level)
    }

    /// Returns the first distance at which the ray is below the ground.
    fn first(&self, start: f32, end: f32) -> Option<f32> {
        let [[x0, y0], [x1, y1]] = [start, end].map(|distance| (self.placed)(distance).1);
        let way = (x1 - x0).abs().max((y1 - y0).abs());
        let steps = libm::ceilf(way / self.fineness.texel).clamp(4.0, MOST_STEPS);
        let mut before = start;
        for step in 1..=steps as u32 {
            let distance = start + (end - start) * (step as f32 / steps);
            if self.gap(distance) > 0.0 {
                before = distance;
                continue;
            }
            let (mut above, mut below) = (before, distance);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (above + below);
                if self.gap(middle) > 0.0 { above = middle } else { below = middle }
            }
            return Some(0.5 * (above + below));
        }
        None
    }
}

impl Shape {
    /// Returns the length of a map along x.
    pub(super) fn width_of_map(&self) -> f32 {
        1.0 / self.per_length[0]
    }

    /// Returns the y of the floor on which the shape lies.
    pub(super) fn floor(&self) -> f32 {
        match self.form {
            Form::Sphere => -1.0,
            Form::Plane => -BELOW - self.depth,
            Form::Cube => -CUBE,
        }
    }

    /// Returns where a ray meets the surface first.
    pub(super) fn hit(&self, ray: &Ray, maps: &Maps, fineness: Fineness) -> Option<Hit> {
        match self.form {
            Form::Sphere => self.on_sphere(ray, maps, fineness),
            Form::Plane => self.on_slab(ray, maps, fineness),
            Form::Cube => self.on_cube(ray, maps, fineness),
        }
    }

    /// Returns the place of a direction from the centre of a sphere. Its front is the middle of a map.
    fn around(&self, direction: Vector) -> [f32; 2] {
        let [x, y, z] = direction;
        let longitude = libm::atan2f(x, z);
        let latitude = libm::atan2f(y, libm::sqrtf(x * x + z * z));
        [0.5 + longitude * self.per_length[0], 0.5 - latitude * self.per_length[1]]
    }

    fn on_sphere(&self, ray: &Ray, maps: &Maps, fineness: Fineness) -> Option<Hit> {
        let middle = -dot(ray.from, ray.to);
        let square = dot(ray.from, ray.from) - middle * middle;
        let half_of = |radius: f32| {
            let rest = radius * radius - square;
            (rest >= 0.0).then(|| libm::sqrtf(rest))
        };
        let outer = half_of(1.0)?;
        let inner = half_of(1.0 - self.depth);
        let start = middle - outer;
        let distance = if self.depth == 0.0 {
            start
        } else {
            let placed = |distance: f32| {
                let point = ray.at(distance);
                ((length(point) - 1.0) / self.depth + 1.0, self.around(point))
            };
            let end = inner.map_or(middle + outer, |inner| middle - inner);
            (Ground { maps, fineness, placed }).first(start, end).or(inner.map(|_| end))?
        };
        let point = ray.at(distance);
        let normal = scaled(point, 1.0 / length(point));
        let [x, _, z] = normal;
        let radius = libm::sqrtf(x * x + z * z).max(1e-4);
        let row = [z / radius, 0.0, -x / radius];
        Some(Hit { place: self.around(point), frame: [row, cross(row, normal), normal], is_cut: false })
    }

    fn on_slab(&self, ray: &Ray, maps: &Maps, fineness: Fineness) -> Option<Hit> {
        let lowest = self.floor();
        let (start, end, side) = crossed(ray, [-SLAB, lowest, -SLAB], [SLAB, 0.0, SLAB])?;
        let place = |point: Vector| [0.5 + point[0] * self.per_length[0], 0.5 + point[2] * self.per_length[1]];
        let flat = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        let above = |point: Vector| if self.depth > 0.0 { point[1] / self.depth + 1.0 } else { 1.0 + point[1] };
        let entry = ray.at(start);
        let cut = |distance: f32, side: Vector| {
            let row = cross([0.0, 1.0, 0.0], side);
            Hit { place: place(ray.at(distance)), frame: [row, [0.0, -1.0, 0.0], side], is_cut: true }
        };
        if side[1] <= 0.0 && above(entry) < maps.height(place(entry), fineness.level) {
            return Some(cut(start, side));
        }
        let distance = if self.depth == 0.0 {
            start
        } else {
            // Down to the lowest ground, or out of the slab.
            let down = if ray.to[1] < 0.0 { (-self.depth - ray.from[1]) / ray.to[1] } else { f32::INFINITY };
            let placed = |distance: f32| {
                let point = ray.at(distance);
                (above(point), place(point))
            };
            let found = (Ground { maps, fineness, placed }).first(start, end.min(down));
            found.or((down < end).then_some(down))?
        };
        Some(Hit { place: place(ray.at(distance)), frame: flat, is_cut: false })
    }

    fn on_cube(&self, ray: &Ray, maps: &Maps, fineness: Fineness) -> Option<Hit> {
        let (start, _, side) = crossed(ray, [-CUBE; 3], [CUBE; 3])?;
        // The next row lies below, or towards the eye on the top, and away from it on the bottom.
        let next = if side[1] == 0.0 { [0.0, -1.0, 0.0] } else { [0.0, 0.0, side[1]] };
        let row = cross(side, next);
        let place = |point: Vector| [0.5 + dot(point, row) * self.per_length[0], 0.5 + dot(point, next) * self.per_length[1]];
        let distance = if self.depth == 0.0 {
            start
        } else {
            let end = start + self.depth / (-dot(ray.to, side)).max(0.05);
            let placed = |distance: f32| {
                let point = ray.at(distance);
                ((dot(point, side) - CUBE) / self.depth + 1.0, place(point))
            };
            (Ground { maps, fineness, placed }).first(start, end).unwrap_or(end)
        };
        // The edges are round to light.
        let entry = ray.at(start);
        let round = entry.map(|part| part.signum() * libm::powf((part.abs() / CUBE).min(1.0), SHARPNESS as f32));
        let normal = scaled(round, 1.0 / length(round));
        Some(Hit { place: place(ray.at(distance)), frame: turned([row, next, side], normal), is_cut: false })
    }
}

/// Returns a frame whose last direction is replaced by another near it.
fn turned([row, _, _]: [Vector; 3], normal: Vector) -> [Vector; 3] {
    let row = along(row, normal, -dot(row, normal));
    let row = scaled(row, 1.0 / length(row).max(1e-4));
    [row, cross(row, normal), normal]
}

/// Returns where a ray enters and leaves a box, and the normal of the side through which it enters.
fn crossed(ray: &Ray, least: Vector, greatest: Vector) -> Option<(f32, f32, Vector)> {
    let (mut start, mut end, mut side) = (0.0_f32, f32::INFINITY, [0.0; 3]);
    for axis in 0..3 {
        let (from, to) = (ray.from[axis], ray.to[axis]);
        if to.abs() < 1e-9 {
            if from < least[axis] || from > greatest[axis] {
                return None;
            }
            continue;
        }
        let [low, high] = [least[axis], greatest[axis]].map(|edge| (edge - from) / to);
        if low.min(high) > start {
            start = low.min(high);
            side = [0.0; 3];
            side[axis] = -to.signum();
        }
        end = end.min(low.max(high));
    }
    (start < end && side != [0.0; 3]).then_some((start, end, side))
}
