//! Schlick's bias of 0..1.

use crate::in_f64::shapes::bias;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Bias {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let amount = self.amount.to_f64();
        compiler.step([&self.source], move |[v], pieces| bias(pieces.clamp(v, 0.0, 1.0), amount))
    }
}
