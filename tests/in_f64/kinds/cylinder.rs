//! x runs around a cylinder.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Cylinder {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let place = place(self);
        compiler.elsewhere(&self.source, move |at, _| place(at))
    }
}

/// Returns the position on the cylinder.
pub fn place(cylinder: &lacuna::nodes::Cylinder) -> impl Fn([f64; 4]) -> [f64; 4] + Send + Sync + 'static {
    let (width, radius) = (cylinder.width.to_f64(), cylinder.radius.to_f64());
    move |[x, y, ..]| {
        let (sine, cosine) = circle(x, width);
        [radius * cosine, y, radius * sine, 0.0]
    }
}
