//! x and y run around a torus in four dimensions.

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Torus {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let place = place(self);
        compiler.elsewhere(&self.source, move |at, _| place(at))
    }
}

/// Returns the position on the torus.
pub fn place(torus: &lacuna::nodes::Torus) -> impl Fn([f64; 4]) -> [f64; 4] + Send + Sync + 'static {
    let (width, height, radius) = (torus.width.to_f64(), torus.height.to_f64(), torus.radius.to_f64());
    move |[x, y, ..]| {
        let ((sx, cx), (sy, cy)) = (circle(x, width), circle(y, height));
        [cx, sx, cy, sy].map(|part| radius * part)
    }
}
