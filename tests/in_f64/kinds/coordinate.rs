//! A coordinate of the sample, its distance or direction from the origin.

use std::f64::consts::TAU;

use lacuna::nodes::CoordinateKind;

use crate::in_f64::compiler::per_axis;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Coordinate {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let (frequency, offset, kind) = (self.frequency.to_f64(), per_axis(self.offset.as_ref(), 0.0), self.axis);
        Box::new(move |at, pieces| {
            let along = |axis: usize| at.point[axis] * frequency + offset[axis];
            let (x, y) = (along(0), along(1));
            match kind {
                CoordinateKind::X => x,
                CoordinateKind::Y => y,
                CoordinateKind::Z => along(2),
                CoordinateKind::W => along(3),
                CoordinateKind::Radius => {
                    pieces.is_near |= x.hypot(y) < 1e-3;
                    x.hypot(y)
                }
                CoordinateKind::Angle => {
                    pieces.is_near |= x.hypot(y) < 1e-2;
                    if !pieces.above(x, 0.0) {
                        pieces.border(y, 0.0);
                    }
                    y.atan2(x) / TAU
                }
                other => panic!("there is no definition of {other:?}"),
            }
        })
    }
}
