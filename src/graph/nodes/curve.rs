//! The node `curve` and its function.

use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// A tone curve through points: monotone between them (Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation", 1980), constant beyond them.
    ///
    /// ```
    /// # use lacuna::nodes::Curve;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Curve::of(0.5, [[0.0, 0.0], [0.5, 0.8], [1.0, 1.0]]))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.8).abs() < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Curve(
        /// The value.
        source: Input;
        /// Pairs of a value and the value that it becomes: 2 to 64 pairs within ±10^6, whose first numbers rise by at least 10^-9.
        points: Points, in KeyKind::List { of: &POINT, least: 2, most: 64 };
    ) {}, example Self::of(Perlin::default(), [[-1, -1], [1, 1]]), with validate_order, also ["curves", "spline"]
}

impl Curve {
    fn validate_order(&self, place: &str) -> Result<()> {
        for pair in self.points.windows(2) {
            let [start, end] = [pair[0][0], pair[1][0]].map(|number| f64::from(number.to_f64() as f32));
            if end - start < LEAST_STEP {
                let (a, b) = (pair[0][0], pair[1][0]);
                let problem = format!("{b} follows {a}; give points whose first numbers rise by 10^-9 or more");
                return Err(Error::parameter(format!("{place}.points"), problem));
            }
        }
        Ok(())
    }
}

/// The smallest distance between two points. With a smaller one, the coefficients of the cubic overflow f32. It is a little less than the documented limit,
/// since numbers are rounded to f32 first.
const LEAST_STEP: f64 = 0.9999e-9;

/// A value and the value that it becomes.
const POINT: KeyKind = pair(&[number(-1e6, 1e6); 2]);

impl Kind for Curve {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let points: Vec<[f64; 2]> = self.points.iter().map(|point| point.map(|number| f64::from(number.to_f64() as f32))).collect();
        let highest = points.iter().fold(0.0_f64, |highest, point| highest.max(point[1].abs()));
        let mut value = at.constant(points[0][1]);
        for [start, c0, c1, c2, c3] in monotone_pieces(&points) {
            let mut arguments = vec![value, source];
            arguments.extend([start, c0, c1, c2, c3].map(|number| at.constant(number)));
            value = at.call(&PIECE, &arguments)?;
            // A monotone piece stays within its two points, and the next piece takes over beyond them.
            at.bound_by(value.value, highest);
        }
        Ok(value)
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let ends = self.points.iter().map(|point| Interval::of(point[1].to_f64()));
        ends.reduce(Interval::or).unwrap_or(Interval::UNKNOWN)
    }
}

/// A cubic at and above a start, and the value before it below.
static PIECE: Differentiable = Differentiable::new(
    Function::CurvePiece,
    |bounds, _| bounds[0].max(1e37),
    |call| {
        let [_, v, start, _, c1, c2, c3] = *call.arguments else { unreachable!("as many as the function takes") };
        let (twice, thrice) = (2.0 * call.at.number_of(c2), 3.0 * call.at.number_of(c3));
        let (zero, twice, thrice) = (call.number(0.0), call.number(twice), call.number(thrice));
        let steepness = call.steepness(&PIECE.formula, &[zero, v, start, c1, twice, thrice, zero])?;
        let here = call.product(call.derivatives[1], steepness)?;
        call.chosen([v, start], [call.derivatives[0], here])
    },
);

/// Returns the pieces of a monotone curve (Fritsch and Carlson 1980): the start of each and its cubic from there. The last piece is constant.
fn monotone_pieces(points: &[[f64; 2]]) -> Vec<[f64; 5]> {
    let rises: Vec<f64> = points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0])).collect();
    let mut slopes: Vec<f64> = (0..points.len())
        .map(|index| match index {
            0 => rises[0],
            last if last == rises.len() => rises[last - 1],
            index if rises[index - 1] * rises[index] <= 0.0 => 0.0,
            index => (rises[index - 1] + rises[index]) / 2.0,
        })
        .collect();
    for (index, &rise) in rises.iter().enumerate() {
        if rise == 0.0 {
            (slopes[index], slopes[index + 1]) = (0.0, 0.0);
            continue;
        }
        let (a, b) = (slopes[index] / rise, slopes[index + 1] / rise);
        let length = libm::sqrt(a * a + b * b);
        if length > 3.0 {
            (slopes[index], slopes[index + 1]) = (3.0 * a / length * rise, 3.0 * b / length * rise);
        }
    }
    let mut pieces: Vec<[f64; 5]> = points
        .windows(2)
        .enumerate()
        .map(|(index, pair)| {
            let width = pair[1][0] - pair[0][0];
            let (rise, s0, s1) = (rises[index], slopes[index], slopes[index + 1]);
            [pair[0][0], pair[0][1], s0, (3.0 * rise - 2.0 * s0 - s1) / width, (s0 + s1 - 2.0 * rise) / (width * width)]
        })
        .collect();
    let last = points[points.len() - 1];
    pieces.push([last[0], last[1], 0.0, 0.0, 0.0]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::nodes::Coordinate;
    use crate::{Error, Graph, Program};

    #[test]
    fn a_steep_curve_is_finite_on_both_sides_of_its_step_and_a_steeper_one_is_refused() {
        let of = |step: f64| Graph::from(Curve::of(Coordinate::default(), [[0.0, -1e6], [step, 1e6], [89.0, -0.06]]));
        let program = Program::new(of(1e-9)).unwrap();
        for (start, end) in [(-1.0, 100.0), (-1e-9, 3e-9), (-8e6, 8e6)] {
            for part in 0..500 {
                let x = start + (end - start) * f64::from(part) / 500.0;
                let sample = program.at([x]).unwrap();
                assert!(sample.abs() <= 1e6, "{x}: {sample}");
            }
        }
        assert!(matches!(Program::new(of(0.9e-9)), Err(Error::Parameter { place, .. }) if place == "curve.points"));
    }
}
