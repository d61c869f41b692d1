//! The value modulo 1.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Fraction {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], pieces| v - pieces.floor(v))
    }
}
