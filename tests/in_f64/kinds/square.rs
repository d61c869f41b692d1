//! The value times itself.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Square {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], _| v * v)
    }
}
