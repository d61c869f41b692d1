//! The value limited by two bounds; the upper wins if they cross.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Clamp {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source, &self.low, &self.high], |[v, low, high], pieces| pieces.clamp(v, low, high))
    }
}
