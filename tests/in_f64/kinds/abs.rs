//! The absolute value.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Abs {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], pieces| pieces.absolute(v))
    }
}
