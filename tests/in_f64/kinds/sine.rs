//! The sine of the value in turns.

use std::f64::consts::TAU;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Sine {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.source], |[v], _| (v * TAU).sin())
    }
}
