//! The lights and what surrounds the material, as formulas of a direction. All are blurred by roughness without sampling.
//!
//! The eye looks along -z, x is to its right, and y is up.

use super::vector::{Vector, along, cross, dot, mix, plus, scaled, unit};

/// The blur of what a surface without gloss sees: that of the cosine around its normal.
const EVEN: f32 = 0.443;

/// What lights a material.
#[derive(Debug, Clone)]
pub(crate) enum Lights {
    /// Large lamps in a grey room.
    Studio(Vec<Lamp>),
    /// The sun, in this direction, and a sky.
    Sun(Vector),
    /// The same light from everywhere.
    #[cfg(test)]
    Even(f32),
}

/// A light with a direction, whose shadows are cast.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    pub(super) direction: Vector,
    /// Half of the angle that it covers, as a slope.
    pub(super) spread: f32,
}

/// A rectangle of light far away.
#[derive(Debug, Clone)]
pub(crate) struct Lamp {
    /// Its centre, and the directions to its right and up.
    axes: [Vector; 3],
    /// Half of its width and height, in radians near its centre.
    half: [f32; 2],
    light: Vector,
}

/// Returns 0 far below 0 and 1 far above, with a transition of this width.
fn step(value: f32, width: f32) -> f32 {
    let power = (-value / width).clamp(-60.0, 60.0);
    1.0 / (1.0 + libm::expf(power))
}

impl Lamp {
    fn new(centre: Vector, half: [f32; 2], light: Vector) -> Self {
        let centre = unit(centre);
        let right = unit(cross([0.0, 1.0, 1e-3], centre));
        Self { axes: [centre, right, cross(centre, right)], half, light }
    }

    /// Returns the share of the lamp around a direction: the rectangle, blurred in the plane of a stereographic projection.
    fn share(&self, direction: Vector, width: f32) -> f32 {
        let [ahead, right, up] = self.axes.map(|axis| dot(axis, direction));
        let scale = 2.0 / (1.0 + ahead).max(1e-4);
        let side = |place: f32, half: f32| step(place + half, width) - step(place - half, width);
        side(right * scale, self.half[0]) * side(up * scale, self.half[1])
    }
}

impl Lights {
    /// Returns the lamps of a studio: a large one above on the left, a tall one behind on the right, a strip behind on the left, one above.
    pub(crate) fn studio() -> Self {
        Self::Studio(vec![
            Lamp::new([-0.62, 0.62, 0.60], [0.40, 0.40], [9.6, 9.2, 8.6]),
            Lamp::new([0.95, 0.12, 0.05], [0.16, 0.85], [3.6, 3.9, 4.4]),
            Lamp::new([-0.85, 0.1, -0.62], [0.10, 0.7], [3.4, 3.3, 3.2]),
            Lamp::new([-0.05, 1.0, -0.35], [0.36, 0.2], [2.6, 2.6, 2.6]),
        ])
    }

    /// Returns the light that arrives around a direction, whose blur has this width. `lit` is the share of the first lamp that is not in shadow.
    pub(super) fn around(&self, direction: Vector, width: f32, lit: f32) -> Vector {
        let up = direction[1];
        match self {
            Self::Studio(lamps) => {
                let room = mix([0.09, 0.088, 0.086], [0.27, 0.28, 0.295], step(up - 0.05, 0.16 + 0.5 * width));
                let of = |(number, lamp): (usize, &Lamp)| {
                    let share = lamp.share(direction, 0.02 + width);
                    scaled(lamp.light, if number == 0 { share * lit } else { share })
                };
                lamps.iter().enumerate().map(of).fold(room, plus)
            }
            Self::Sun(sun) => {
                let sky = mix([0.72, 0.80, 0.92], [0.18, 0.34, 0.72], (up / (up.abs() + 0.35 + 0.5 * width)).max(0.0));
                let near = dot(direction, *sun);
                let glow = libm::expf((near - 1.0) / (0.06 + width * width));
                let sky = along(sky, [1.0, 0.86, 0.62], glow * 1.1 / (1.0 + 6.0 * width));
                mix([0.16, 0.145, 0.125], sky, step(up, 0.008 + 0.5 * width))
            }
            #[cfg(test)]
            Self::Even(light) => [*light; 3],
        }
    }

    /// Returns the mean light around a normal, by the cosine to it.
    pub(super) fn even(&self, normal: Vector, lit: f32) -> Vector {
        self.around(normal, EVEN, lit)
    }

    /// Returns the light that a surface of this width of microfacets mirrors from a direction.
    pub(super) fn mirrored(&self, direction: Vector, alpha: f32, lit: f32) -> Vector {
        // A lobe of microfacets covers 4 pi alpha^2 around a mirrored direction, and never more than the cosine does.
        let width = 0.886 * alpha;
        self.around(direction, width / (1.0 + width), lit)
    }

    /// Returns the light whose shadows are cast.
    pub(super) fn key(&self) -> Option<Key> {
        match self {
            Self::Studio(lamps) => lamps.first().map(|lamp| Key { direction: lamp.axes[0], spread: lamp.half[0] }),
            Self::Sun(sun) => Some(Key { direction: *sun, spread: 0.03 }),
            #[cfg(test)]
            Self::Even(_) => None,
        }
    }

    /// Returns the direction of the sun, and what it gives at a right angle.
    pub(super) fn sun(&self) -> Option<(Vector, Vector)> {
        match self {
            Self::Sun(sun) => Some((*sun, [3.3, 3.05, 2.65])),
            _ => None,
        }
    }
}
