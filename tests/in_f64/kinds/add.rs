//! The sum.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Add {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.a, &self.b], |[a, b], _| a + b)
    }
}
