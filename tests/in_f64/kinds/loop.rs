//! z runs around a circle in z and w.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Loop {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (length, radius) = (self.length.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, z, _], _| {
            let (sine, cosine) = circle(z, length);
            [x, y, radius * cosine, radius * sine]
        })
    }
}
