//! Schlick's gain of 0..1: a bias of each half, rotated for the upper half.

use crate::in_f64::shapes::bias;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Gain {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let amount = self.amount.to_f64();
        compiler.step([&self.source], move |[v], pieces| {
            let t = pieces.clamp(v, 0.0, 1.0);
            if t < 0.5 { bias(2.0 * t, amount) / 2.0 } else { 1.0 - bias(2.0 - 2.0 * t, amount) / 2.0 }
        })
    }
}
