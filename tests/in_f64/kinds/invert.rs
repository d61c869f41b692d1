//! 1 minus the value.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Invert {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], _| 1.0 - v)
    }
}
