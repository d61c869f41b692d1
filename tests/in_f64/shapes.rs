//! Functions of one or two values that several kinds of node share.

use std::f64::consts::{PI, TAU};

use lacuna::nodes::Interpolation;

use super::Pieces;

/// Returns the weight of the upper neighbour, given the sample's distance from the lower.
pub fn eased(interpolation: Interpolation, t: f64) -> f64 {
    match interpolation {
        Interpolation::Linear => t,
        Interpolation::Cosine => (1.0 - (PI * t).cos()) / 2.0,
        Interpolation::Cubic => t * t * (3.0 - 2.0 * t),
        Interpolation::Quintic => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
        other => panic!("there is no definition of {other:?}"),
    }
}

/// Schlick 1994.
pub fn bias(t: f64, amount: f64) -> f64 {
    t / ((1.0 / amount - 2.0) * (1.0 - t) + 1.0)
}

pub fn smoothstep(v: f64, low: f64, high: f64, pieces: &mut Pieces) -> f64 {
    if low == high {
        return if pieces.above(v, low) { 1.0 } else { 0.0 };
    }
    let t = ((v - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Quilez, "Smooth Minimum", 2013: the quadratic polynomial.
pub fn smooth_min(a: f64, b: f64, radius: f64, pieces: &mut Pieces) -> f64 {
    if radius == 0.0 {
        return pieces.smaller(a, b);
    }
    let h = (radius - (a - b).abs()).max(0.0) / radius;
    a.min(b) - h * h * radius / 4.0
}

/// Returns the sine and cosine of the point on a circle after a distance `at`, if a turn has the length `turn`.
pub fn circle(at: f64, turn: f64) -> (f64, f64) {
    (at / turn * TAU).sin_cos()
}
