//! The larger of two values.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Max {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.a, &self.b], |[a, b], pieces| pieces.larger(a, b))
    }
}
