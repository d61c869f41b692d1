//! Passes over evaluated pictures. A pixel of the result depends on the values around it, up to a finite distance.
//!
//! Each sum and each comparison runs in a fixed order relative to its pixel, so the bits are the same however a picture is cut, and on every platform:
//! there is nothing but the operations of IEEE 754, and the sines and exponentials of `libm`. Lengths are in units of the domain.

mod ao;
mod distance;
mod gaussian;
mod paths;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use crate::error::Result;
use crate::observer::{Observer, check};

/// The most pixels that a pass may reach.
pub(crate) const MAX_REACH: usize = 512;

/// Returns the nearest f32, without a negative zero and without subnormals, like evaluation itself.
pub(crate) fn sample(value: f64) -> f32 {
    let nearest = value as f32;
    if nearest.abs() < f32::from_bits(0x0D80_0000) { 0.0 } else { nearest }
}

/// Values of a plane around a part of it: `values[(y + margin) * pitch + x + margin]` is that of the part's pixel (x, y); `margin` pixels lie beyond
/// each edge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) values: &'a [f32],
    pub(crate) pitch: usize,
    pub(crate) margin: usize,
}

impl<'a> Window<'a> {
    /// Returns the index of a pixel; its coordinates are those in the part.
    fn index(&self, x: isize, y: isize) -> usize {
        let [column, row] = [x, y].map(|at| at.wrapping_add_unsigned(self.margin));
        debug_assert!(column >= 0 && row >= 0, "the margin of {} pixels doesn't contain ({x}, {y})", self.margin);
        row as usize * self.pitch + column as usize
    }

    /// Returns `count` pixels of a row.
    fn row(&self, x: isize, y: isize, count: usize) -> &'a [f32] {
        &self.values[self.index(x, y)..][..count]
    }

    /// Returns the value of a pixel.
    fn at(&self, x: isize, y: isize) -> f64 {
        f64::from(self.values[self.index(x, y)])
    }
}

/// Pixels per unit along x and y.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale(pub(crate) [f64; 2]);

impl Scale {
    /// Returns the whole pixels in a length along x and y.
    fn pixels(self, length: f64) -> [usize; 2] {
        self.0.map(|scale| (length * scale) as usize)
    }

    /// Returns the whole pixels in a length along the axis with more of them; `None` if they are too many.
    fn reach(self, length: f64) -> Option<usize> {
        let reach = self.pixels(length).into_iter().max()?;
        (reach <= MAX_REACH).then_some(reach)
    }
}

/// A function of the values around each pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::enum_variant_names, reason = "a high pass is called so")]
pub(crate) enum Pass {
    /// The share of the sky that each point of a surface sees: see [`ao`].
    Ao { height: f64, radius: f64, directions: u32, strength: f64 },
    /// How far the source is above its mean around, as a grey around 1/2.
    Curvature { radius: f64, strength: f64 },
    /// The dark half of the curvature, from 0 to 1.
    Cavity { radius: f64, strength: f64 },
    /// The bright half of the curvature, from 0 to 1.
    Edges { radius: f64, strength: f64 },
    /// The mean of one source, or of a source and its weights: see [`gaussian`].
    Blur { radius: f64 },
    /// The source without its blur.
    HighPass { radius: f64 },
    /// The mean of the first source along the path that descends the second.
    SlopeBlur { length: f64, taps: u32 },
    /// The mean along a segment around each pixel. The angle is in turns, from the x axis to the y axis.
    DirectionalBlur { angle: f64, length: f64 },
    /// The distance to the nearest pixel whose value is at least `level`, or `reach` if none is nearer.
    Distance { level: f64, reach: f64 },
    /// The derivative along x (0) or y (1): the difference between both neighbours, within ±most.
    Difference { axis: usize, most: f64 },
}

impl Pass {
    /// Returns the pixels that the pass reads beyond each edge of a part; `None` if it reaches further than [`MAX_REACH`] pixels.
    pub(crate) fn margin(&self, scale: Scale) -> Option<usize> {
        // A sample between pixels reads the next one, and a difference the one after it.
        match *self {
            Self::Ao { radius, .. } => Some(scale.reach(radius)? + 1),
            Self::Curvature { radius, .. } | Self::Cavity { radius, .. } | Self::Edges { radius, .. } => scale.reach(radius),
            Self::Blur { radius } | Self::HighPass { radius } => scale.reach(radius),
            Self::SlopeBlur { length, .. } => Some(scale.reach(length)? + 2),
            Self::DirectionalBlur { length, .. } => Some(scale.reach(length / 2.0)? + 1),
            Self::Distance { reach, .. } => scale.reach(reach),
            Self::Difference { .. } => Some(1),
        }
    }

    /// Computes a part of `size` pixels, row by row. The windows have at least the margin that [`Pass::margin`] returns.
    pub(crate) fn run(
        &self,
        scale: Scale,
        sources: &[Window<'_>],
        size: [usize; 2],
        to: &mut [f32],
        observer: &dyn Observer,
    ) -> Result<()> {
        let part = Part { scale, size, pace: &Pace::new(observer) };
        let source = sources[0];
        let grey = |strength: f64, value: f64, mean: f64| (0.5 + strength * (value - mean)).clamp(0.0, 1.0);
        match *self {
            Self::Ao { height, radius, directions, strength } => {
                ao::Ao::new(scale, height, radius, directions, strength).run(source, part, to)
            }
            Self::Curvature { radius, strength } => gaussian::compare(source, radius, part, to, |value, mean| grey(strength, value, mean)),
            Self::Cavity { radius, strength } => {
                gaussian::compare(source, radius, part, to, |value, mean| 2.0 * grey(strength, value, mean).min(0.5))
            }
            Self::Edges { radius, strength } => {
                gaussian::compare(source, radius, part, to, |value, mean| 2.0 * grey(strength, value, mean).max(0.5) - 1.0)
            }
            Self::Blur { radius } => match *sources {
                [source, weights, ..] => gaussian::weighted(source, weights, radius, part, to),
                _ => gaussian::compare(source, radius, part, to, |_, mean| mean),
            },
            Self::HighPass { radius } => gaussian::compare(source, radius, part, to, |value, mean| value - mean),
            Self::SlopeBlur { length, taps } => paths::descend(source, sources[1], length, taps, part, to),
            Self::DirectionalBlur { angle, length } => paths::along(source, angle, length, part, to),
            Self::Distance { level, reach } => distance::run(source, level, reach, part, to),
            Self::Difference { axis, most } => difference(source, axis, most, part, to),
        }
    }
}

/// A part of a picture to be computed.
#[derive(Clone, Copy)]
struct Part<'a, 'o> {
    scale: Scale,
    size: [usize; 2],
    pace: &'a Pace<'o>,
}

/// Asks the observer every so many operations whether to go on.
struct Pace<'o> {
    observer: &'o dyn Observer,
    done: Cell<usize>,
}

impl<'o> Pace<'o> {
    fn new(observer: &'o dyn Observer) -> Self {
        // The observer is asked at the first operation.
        Self { observer, done: Cell::new(usize::MAX) }
    }

    /// Counts operations that are about to be done.
    fn count(&self, operations: usize) -> Result<()> {
        self.done.set(self.done.get().saturating_add(operations));
        if self.done.get() >= 1 << 20 {
            check(self.observer)?;
            self.done.set(0);
        }
        Ok(())
    }
}

/// Returns the cosine and the sine of an angle in turns; those of whole quarters are exact.
fn direction(turns: f64) -> [f64; 2] {
    let quarters = libm::round(4.0 * turns);
    let angle = (turns - quarters / 4.0) * std::f64::consts::TAU;
    let [x, y] = [libm::cos(angle), libm::sin(angle)];
    match quarters.rem_euclid(4.0) as u32 {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

/// A place between four pixels: its pixel nearest to the origin, and how far the place is from there to the next.
#[derive(Debug, Clone, Copy)]
struct Between {
    pixel: [isize; 2],
    along: [f64; 2],
}

impl Between {
    fn new(offset: [f64; 2]) -> Self {
        // Faster than to round down: towards zero, and one further if that was up.
        let pixel = offset.map(|at| at as isize - isize::from((at as isize) as f64 > at));
        Self { pixel, along: [offset[0] - pixel[0] as f64, offset[1] - pixel[1] as f64] }
    }

    /// Interpolates the values at the four pixels.
    fn mix(self, value: impl Fn(isize, isize) -> f64) -> f64 {
        let ([x, y], [along, down]) = (self.pixel, self.along);
        let row = |y| mix(value(x, y), value(x + 1, y), along);
        mix(row(y), row(y + 1), down)
    }
}

/// Interpolates. Between equal values there is no other.
fn mix(a: f64, b: f64, along: f64) -> f64 {
    a + along * (b - a)
}

fn difference(source: Window<'_>, axis: usize, most: f64, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
    let [width, _] = part.size;
    let [dx, dy] = if axis == 0 { [1, 0] } else { [0, 1] };
    let per_unit = part.scale.0[axis] / 2.0;
    for (y, to) in (0..).zip(to.chunks_exact_mut(width)) {
        part.pace.count(width)?;
        let sides = source.row(-dx, y - dy, width).iter().zip(source.row(dx, y + dy, width));
        for (to, (&before, &after)) in to.iter_mut().zip(sides) {
            *to = sample(((f64::from(after) - f64::from(before)) * per_unit).clamp(-most, most));
        }
    }
    Ok(())
}
