//! The coordinates scaled, rotated and moved.

use lacuna::PerAxis;

use crate::in_f64::compiler::per_axis;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Transform {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let turns = match &self.rotate {
            None => [0.0; 3],
            Some(PerAxis::All(angle)) => [0.0, 0.0, angle.to_f64()],
            angles @ Some(PerAxis::Each(_)) => {
                let [x, y, z, _] = per_axis(angles.as_ref(), 0.0);
                [x, y, z]
            }
        };
        let matrix = scaled_and_turned(per_axis(self.scale.as_ref(), 1.0), turns);
        let shift = per_axis(self.translate.as_ref(), 0.0);
        compiler.elsewhere(&self.source, move |point, _| {
            std::array::from_fn(|row| (0..4).map(|column| matrix[row][column] * point[column]).sum::<f64>() + shift[row])
        })
    }
}

/// Scales, then rotates about x, y and z.
fn scaled_and_turned(scale: [f64; 4], degrees: [f64; 3]) -> [[f64; 4]; 4] {
    let mut matrix: [[f64; 4]; 4] = std::array::from_fn(|row| std::array::from_fn(|column| if row == column { scale[row] } else { 0.0 }));
    for (axis, degrees) in degrees.into_iter().enumerate() {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
        let (a, b) = (matrix[first], matrix[second]);
        matrix[first] = std::array::from_fn(|column| cosine * a[column] - sine * b[column]);
        matrix[second] = std::array::from_fn(|column| sine * a[column] + cosine * b[column]);
    }
    matrix
}
