//! A monotone tone curve through points (Fritsch and Carlson 1980).

use lacuna::Number;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Curve {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let points = with_slopes(&self.points);
        compiler.step([&self.source], move |[v], pieces| {
            let below = points.iter().filter(|[x, ..]| pieces.above(v, *x)).count();
            if below == 0 || below == points.len() {
                return points[below.saturating_sub(1)][1];
            }
            // The cubic Hermite polynomial.
            let ([x0, y0, s0], [x1, y1, s1]) = (points[below - 1], points[below]);
            let (width, t) = (x1 - x0, (v - x0) / (x1 - x0));
            let (t2, t3) = (t * t, t * t * t);
            (2.0 * t3 - 3.0 * t2 + 1.0) * y0 + (t3 - 2.0 * t2 + t) * width * s0 + (3.0 * t2 - 2.0 * t3) * y1 + (t3 - t2) * width * s1
        })
    }
}

/// Returns points with the slopes there: means of the secants, 0 at turning points, and within the circle of radius 3.
fn with_slopes(points: &[[Number; 2]]) -> Vec<[f64; 3]> {
    let points: Vec<[f64; 2]> = points.iter().map(|point| point.map(Number::to_f64)).collect();
    let secants: Vec<f64> = points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).collect();
    let mut slopes: Vec<f64> = (0..points.len())
        .map(|index| {
            let before = if index == 0 { secants[0] } else { secants[index - 1] };
            let after = if index == secants.len() { secants[index - 1] } else { secants[index] };
            if before * after <= 0.0 { 0.0 } else { f64::midpoint(before, after) }
        })
        .collect();
    for (index, secant) in secants.iter().enumerate() {
        if *secant == 0.0 {
            (slopes[index], slopes[index + 1]) = (0.0, 0.0);
        } else {
            let (alpha, beta) = (slopes[index] / secant, slopes[index + 1] / secant);
            let size = alpha.hypot(beta);
            if size > 3.0 {
                (slopes[index], slopes[index + 1]) = (3.0 / size * alpha * secant, 3.0 / size * beta * secant);
            }
        }
    }
    points.iter().zip(slopes).map(|([x, y], slope)| [*x, *y, slope]).collect()
}
