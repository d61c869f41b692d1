//! The plane rotated about a centre by an angle that falls to 0 at a radius.

use std::f64::consts::TAU;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Swirl {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let ([cx, cy], turns, radius) = (self.centre.map(|place| place.to_f64()), self.turns.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, z, w], _| {
            let (x, y) = (x - cx, y - cy);
            let left = (1.0 - (x * x + y * y) / (radius * radius)).max(0.0);
            let (sine, cosine) = (turns * left * left * TAU).sin_cos();
            [cx + cosine * x - sine * y, cy + sine * x + cosine * y, z, w]
        })
    }
}
