//! A sphere as the six faces of a cube (the Vulkan specification, "Cube Map Face Selection").

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Cube {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (size, radius) = (self.size.to_f64(), self.radius.to_f64());
        compiler.elsewhere(&self.source, move |[x, y, z, _], pieces| {
            let (u, v) = (2.0 * x / size - 1.0, 2.0 * y / size - 1.0);
            let [x, y, z] = match pieces.floor(z).clamp(0.0, 5.0) as u32 {
                0 => [1.0, -v, -u],
                1 => [-1.0, -v, u],
                2 => [u, 1.0, v],
                3 => [u, -1.0, -v],
                4 => [u, -v, 1.0],
                _ => [-u, -v, -1.0],
            };
            let length = (x * x + y * y + z * z).sqrt();
            [radius * x / length, radius * y / length, radius * z / length, 0.0]
        })
    }
}
