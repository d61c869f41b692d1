//! A sphere as the six faces of a cube (the Vulkan specification, "Cube Map Face Selection").

use lacuna::nodes::Up;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Cube {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let place = place(self);
        compiler.elsewhere(&self.source, move |at, pieces| {
            pieces.floor(at[2]);
            place(at)
        })
    }
}

/// Returns the position on the sphere. With z up it is rotated about x.
pub fn place(cube: &lacuna::nodes::Cube) -> impl Fn([f64; 4]) -> [f64; 4] + Send + Sync + 'static {
    let (size, radius, up) = (cube.size.to_f64(), cube.radius.to_f64(), cube.up);
    move |[x, y, z, _]| {
        let (u, v) = (2.0 * x / size - 1.0, 2.0 * y / size - 1.0);
        let [x, y, z] = match z.floor().clamp(0.0, 5.0) as u32 {
            0 => [1.0, -v, -u],
            1 => [-1.0, -v, u],
            2 => [u, 1.0, v],
            3 => [u, -1.0, -v],
            4 => [u, -v, 1.0],
            _ => [-u, -v, -1.0],
        };
        let length = (x * x + y * y + z * z).sqrt() / radius;
        let [x, y, z] = [x / length, y / length, z / length];
        if up == Up::Z { [x, -z, y, 0.0] } else { [x, y, z, 0.0] }
    }
}
