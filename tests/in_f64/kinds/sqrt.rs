//! The square root; 0 below 0.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Sqrt {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], pieces| {
            // Near 0 it is too steep for an f32 argument to determine the value.
            pieces.is_near |= v.abs() < 2e-3;
            pieces.larger(v, 0.0).sqrt()
        })
    }
}
