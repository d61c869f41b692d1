//! The direction from a centre, in units per turn, and the distance.

use std::f64::consts::TAU;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Polar {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let ([cx, cy], repeat) = (self.centre.map(|place| place.to_f64()), f64::from(self.repeat));
        compiler.elsewhere(&self.source, move |[x, y, z, w], pieces| {
            let (x, y) = (x - cx, y - cy);
            pieces.is_near |= x.hypot(y) < 0.05;
            if !pieces.above(x, 0.0) {
                pieces.border(y, 0.0);
            }
            [y.atan2(x) / TAU * repeat, x.hypot(y), z, w]
        })
    }
}
