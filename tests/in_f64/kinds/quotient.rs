//! The quotient, clamped to a limit; 0 / 0 is 0.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Quotient {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let limit = self.limit.to_f64();
        compiler.step([&self.a, &self.b], move |[a, b], pieces| {
            pieces.border(b, 0.0);
            let ratio = match (a, b) {
                (0.0, 0.0) => 0.0,
                (a, 0.0) => a.signum() * limit,
                (a, b) => a / b,
            };
            pieces.clamp(ratio, -limit, limit)
        })
    }
}
