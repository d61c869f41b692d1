//! x and y go round a torus in four dimensions.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Torus {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (width, height, radius) = (self.width.to_f64(), self.height.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, ..], _| {
            let ((sx, cx), (sy, cy)) = (circle(x, width), circle(y, height));
            [cx, sx, cy, sy].map(|part| radius * part)
        })
    }
}
