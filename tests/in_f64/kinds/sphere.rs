//! A sphere as an equirectangular image: x runs from longitude -180 to 180 degrees, y from the north pole down.

use lacuna::nodes::Up;

use crate::in_f64::shapes::circle;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Sphere {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let place = place(self);
        compiler.elsewhere(&self.source, move |at, _| place(at))
    }
}

/// Returns the position on the sphere. With y up it is rotated about x.
pub fn place(sphere: &lacuna::nodes::Sphere) -> impl Fn([f64; 4]) -> [f64; 4] + Send + Sync + 'static {
    let (width, height, radius, up) = (sphere.width.to_f64(), sphere.height.to_f64(), sphere.radius.to_f64(), sphere.up);
    move |[x, y, ..]| {
        let ((sine, cosine), (level, polar)) = (circle(x, width), circle(y, 2.0 * height));
        let [x, y, z] = [-radius * level * cosine, -radius * level * sine, radius * polar];
        if up == Up::Y { [x, z, -y, 0.0] } else { [x, y, z, 0.0] }
    }
}
