//! A power of the value; negative values count as 0, and the result is at most 10^30.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Power {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let exponent = self.exponent.to_f64();
        let (is_steep, is_pole) = (exponent != exponent.round(), exponent < 0.0);
        compiler.step([&self.source], move |[v], pieces| {
            pieces.is_near |= is_steep && v.abs() < 2e-2 || is_pole && v.abs() < 5e-2;
            let held = pieces.larger(v, 0.0);
            let raised = if held == 0.0 && is_pole { 1e30 } else { held.powf(exponent) };
            pieces.smaller(raised, 1e30)
        })
    }
}
