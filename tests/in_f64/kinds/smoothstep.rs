//! A smooth step from 0 to 1 between two values.

use crate::in_f64::shapes::smoothstep;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Smoothstep {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (low, high) = (self.low.to_f64(), self.high.to_f64());
        compiler.step([&self.source], move |[v], pieces| smoothstep(v, low, high, pieces))
    }
}
