//! Levels with slopes between them: a bias in each.

use crate::in_f64::shapes::bias;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Terrace {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (steps, sharpness) = (self.steps.to_f64(), self.sharpness.to_f64());
        let amount = (1.0 - sharpness) / 2.0;
        compiler.step([&self.source], move |[v], pieces| {
            let level = pieces.floor(v * steps);
            let risen = if amount == 0.0 { 0.0 } else { bias(v * steps - level, amount) };
            (level + risen) / steps
        })
    }
}
