//! A sphere as an equirectangular picture: x runs from longitude -180 to 180 degrees, y from the north pole down.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Sphere {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (width, height, radius) = (self.width.to_f64(), self.height.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, ..], _| {
            let ((sine, cosine), (level, up)) = (circle(x, width), circle(y, 2.0 * height));
            [-radius * level * cosine, -radius * level * sine, radius * up, 0.0]
        })
    }
}
