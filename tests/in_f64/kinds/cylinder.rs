//! x goes round a cylinder.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Cylinder {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (width, radius) = (self.width.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, ..], _| {
            let (sine, cosine) = circle(x, width);
            [radius * cosine, y, radius * sine, 0.0]
        })
    }
}
