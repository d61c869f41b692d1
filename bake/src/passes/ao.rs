//! Ambient occlusion: the share of the sky, weighted by its cosine to the surface, that each point of a height field sees.
//!
//! In each of several directions a search finds the horizon, the highest angle of elevation that the heights reach. The cosine-weighted sky above it
//! has a closed form in the plane of the direction and the vertical, in which the surface has a tangent: see [`hidden`]. The method is that of
//! Jimenez, Wu, Pesce and Jarabo, "Practical realtime strategies for accurate indirect occlusion", 2016. What rises above the tangent counts less
//! the further away it is, and nothing at the radius. So planes see all of their sky, tilted ones too.
//!
//! Eight directions are enough for natural heights. Beside the corners of sheer walls they show as a star, which sixteen or more blur.

use super::sample;
use crate::error::Result;

use super::{Between, Part, Scale, Window, direction};

/// The most samples in a direction.
const MOST_STEPS: f64 = 16.0;
/// The greatest ratio between the distances of neighbouring samples, as long as there may be more of them.
const RATIO: f64 = 1.3;
/// The number of pixels of a row whose horizons are found side by side.
const ABREAST: usize = 64;
/// Steeper slopes are as good as walls.
const STEEPEST: f32 = 1e6;

/// Ambient occlusion, ready to run.
pub(super) struct Ao {
    directions: Vec<Direction>,
    /// What a difference between the pixels on both sides is as a slope, along x and y.
    slope: [f32; 2],
    strength: f64,
}

struct Direction {
    cosine: f32,
    sine: f32,
    steps: Vec<Step>,
}

/// A place on the way to the horizon.
struct Step {
    pixel: [isize; 2],
    along: [f32; 2],
    /// What a difference of values is as a slope from the pixel to here.
    slope: f32,
    weight: f32,
}

impl Ao {
    pub(super) fn new(scale: Scale, height: f64, radius: f64, directions: u32, strength: f64) -> Self {
        let slope = scale.0.map(|scale| finite(height * scale / 2.0));
        let of = |index: u32| {
            let [cosine, sine] = direction((f64::from(index) + 0.5) / f64::from(directions));
            let steps = steps([cosine * scale.0[0], sine * scale.0[1]], height, radius, phase(index));
            Direction { cosine: cosine as f32, sine: sine as f32, steps }
        };
        Self { directions: (0..directions).map(of).collect(), slope, strength }
    }

    pub(super) fn run(&self, source: Window<'_>, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
        let [width, _] = part.size;
        let samples: usize = self.directions.iter().map(|direction| direction.steps.len() + 4).sum();
        for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
            for (x, to) in (0..).step_by(ABREAST).zip(to.chunks_mut(ABREAST)) {
                part.pace.count(to.len() * samples)?;
                self.row(source, [x, y], to);
            }
        }
        Ok(())
    }

    /// Computes some neighbouring pixels of a row.
    fn row(&self, source: Window<'_>, [x, y]: [isize; 2], to: &mut [f32]) {
        let count = to.len();
        let mut slopes = [[0.0; ABREAST]; 2];
        for (slopes, ([dx, dy], scale)) in slopes.iter_mut().zip([[1, 0], [0, 1]].into_iter().zip(self.slope)) {
            let sides = source.row(x - dx, y - dy, count).iter().zip(source.row(x + dx, y + dy, count));
            for (slope, (before, after)) in slopes.iter_mut().zip(sides) {
                *slope = clamp((after - before) * scale);
            }
        }
        let [across, down] = slopes;
        let mut total = [0.0; ABREAST];
        for direction in &self.directions {
            let mut tangent = [0.0; ABREAST];
            let mut level = [0.0; ABREAST];
            for index in 0..count {
                tangent[index] = clamp(across[index] * direction.cosine + down[index] * direction.sine);
                level[index] = sine(tangent[index]);
            }
            let mut rise = [0.0; ABREAST];
            for step in &direction.steps {
                step.search(source, [x, y], &level[..count], &mut rise[..count]);
            }
            for index in 0..count {
                total[index] += hidden(tangent[index], level[index], rise[index]);
            }
        }
        for (index, to) in to.iter_mut().enumerate() {
            let length = root(1.0 + across[index] * across[index] + down[index] * down[index]);
            let hidden = f64::from(total[index]) / (f64::from(length) * self.directions.len() as f64);
            *to = sample((1.0 - self.strength * hidden).clamp(0.0, 1.0));
        }
    }
}

impl Step {
    /// Raises the horizons of neighbouring pixels, as sines of the angle of elevation above the sines of the tangents.
    fn search(&self, source: Window<'_>, [x, y]: [isize; 2], level: &[f32], rise: &mut [f32]) {
        let ([dx, dy], [along, down], count) = (self.pixel, self.along, rise.len());
        let here = source.row(x, y, count);
        let near = source.row(x + dx, y + dy, count + 1);
        let far = source.row(x + dx, y + dy + 1, count + 1);
        for index in 0..count {
            let in_row = |row: &[f32]| row[index] + along * (row[index + 1] - row[index]);
            let (near, far) = (in_row(near), in_row(far));
            let slope = clamp((near + down * (far - near) - here[index]) * self.slope);
            let found = self.weight * (sine(slope) - level[index]);
            rise[index] = if found > rise[index] { found } else { rise[index] };
        }
    }
}

/// Returns how far the steps of a direction are on the way to the next ones, from 0 to 1. No two directions step together: a wall would be seen at the
/// same distance by both, and the dark beside it would end in bands.
fn phase(direction: u32) -> f64 {
    /// The golden ratio's: multiples of it are spread evenly.
    const TURN: f64 = 0.618_033_988_749_895;
    let turns = f64::from(direction) * TURN + 0.5;
    turns - libm::floor(turns)
}

/// Returns the places to sample along a direction, given the pixels per unit along it.
fn steps(scale: [f64; 2], height: f64, radius: f64, phase: f64) -> Vec<Step> {
    let pixels = radius * (scale[0] * scale[0] + scale[1] * scale[1]).sqrt();
    // None if the radius is below a pixel.
    let count = libm::ceil(libm::log(pixels) / libm::log(RATIO)).min(MOST_STEPS);
    // Each stands for a ring between two distances, the first of which begins a pixel away.
    let of = |step: u32| {
        let share = libm::exp(-libm::log(pixels) * (f64::from(step) + phase) / count);
        let Between { pixel, along } = Between::new(scale.map(|scale| scale * radius * share));
        let along = along.map(|along| along as f32);
        Step { pixel, along, slope: finite(height / (radius * share)), weight: (1.0 - share * share) as f32 }
    };
    (0..count as u32).map(of).collect()
}

/// Returns the share of the cosine-weighted sky that a horizon hides in a direction, times the length of the normal (-a, -b, 1).
///
/// The slope of the tangent in the direction is t, the angle of elevation of the horizon e, and that of the tangent f = atan t. What is hidden is twice
/// the integral of (sin x - t cos x) cos x from f to e: the cosine to the normal, times the width of a wedge of sky. That is
/// sin² e - t sin e cos e - t (e - f); the other terms in f cancel.
#[inline(always)]
fn hidden(tangent: f32, level: f32, rise: f32) -> f32 {
    let up = level + rise;
    let along = root(positive(1.0 - up * up));
    let of_tangent = 1.0 / root(1.0 + tangent * tangent);
    let angle = angle([up * level + along * of_tangent, up * of_tangent - level * along]);
    let hidden = positive(up * up - tangent * (up * along + angle));
    if rise > 0.0 { hidden } else { 0.0 }
}

/// Returns the sine of the angle whose tangent is given.
#[inline(always)]
fn sine(tangent: f32) -> f32 {
    tangent / root(1.0 + tangent * tangent)
}

/// Returns the angle of a direction whose y is not negative, to 2e-6.
#[inline(always)]
fn angle([x, y]: [f32; 2]) -> f32 {
    use std::f32::consts::{FRAC_PI_2, PI};
    let y = positive(y);
    let size = if x < 0.0 { -x } else { x };
    let (low, high) = if y < size { (y, size) } else { (size, y) };
    let ratio = low / high;
    let square = ratio * ratio;
    let mut sum = 0.0;
    for factor in ARCTANGENT {
        sum = sum * square + factor;
    }
    let angle = sum * ratio;
    let angle = if y < size { angle } else { FRAC_PI_2 - angle };
    if x < 0.0 { PI - angle } else { angle }
}

/// The polynomial in the square of a number up to 1 that approximates its arctangent, divided by the number; the highest power first.
const ARCTANGENT: [f32; 7] = [0.006_811_782, -0.033_604_186, 0.079_623_63, -0.132_333_4, 0.198_078_16, -0.333_173_7, 0.999_996_1];

fn finite(value: f64) -> f32 {
    (value as f32).clamp(-f32::MAX, f32::MAX)
}

#[inline(always)]
fn positive(value: f32) -> f32 {
    if value > 0.0 { value } else { 0.0 }
}

/// Bounds a slope; what overflowed is a wall.
#[inline(always)]
fn clamp(slope: f32) -> f32 {
    let slope = if slope < STEEPEST { slope } else { STEEPEST };
    if slope > -STEEPEST { slope } else { -STEEPEST }
}

#[inline(always)]
#[expect(clippy::disallowed_methods, reason = "the square root of IEEE 754 is the same on every platform")]
fn root(value: f32) -> f32 {
    value.sqrt()
}
