//! The value rounded down to steps.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Quantize {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let steps = self.steps.to_f64();
        compiler.step([&self.source], move |[v], pieces| pieces.floor(v * steps) / steps)
    }
}
