//! One range of values mapped onto another.

use lacuna::Number;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Remap {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let ([from, to], [low, high]) = (self.from.map(Number::to_f64), self.to.map(Number::to_f64));
        let scale = (high - low) / (to - from);
        compiler.step([&self.source], move |[v], _| low + (v - from) * scale)
    }
}
