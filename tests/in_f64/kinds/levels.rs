//! One range of values stretched to another and clamped to it, with the position between the ends raised to the power of 1 / gamma.

use lacuna::Number;

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Levels {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let ([from, to], [low, high]) = (self.from.map(Number::to_f64), self.to.map(Number::to_f64));
        let gamma = self.gamma.map_or(1.0, Number::to_f64);
        compiler.step([&self.source], move |[v], pieces| {
            let t = pieces.clamp((v - from) / (to - from), 0.0, 1.0);
            // A power below 1 is steep there.
            pieces.is_near |= gamma != 1.0 && t < 2e-2;
            low + t.powf(1.0 / gamma) * (high - low)
        })
    }
}
