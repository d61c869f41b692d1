//! One value below a level, another from the level on.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Threshold {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step(
            [&self.source, &self.level, &self.low, &self.high],
            |[v, level, low, high], pieces| {
                if pieces.above(v, level) { high } else { low }
            },
        )
    }
}
