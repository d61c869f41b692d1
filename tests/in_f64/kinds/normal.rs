//! A component of the unit normal of a height field: (-s dn/dx, -s dn/dy, 1), normalised.

use crate::in_f64::differences::derivative;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Normal {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (source, strength, axis) = (compiler.input(&self.source), self.strength.to_f64(), self.axis as usize);
        Box::new(move |at, pieces| {
            let [x, y] = [0, 1].map(|axis| -strength * derivative(&source, axis, at, pieces));
            [x, y, 1.0][axis] / (x * x + y * y + 1.0).sqrt()
        })
    }
}
