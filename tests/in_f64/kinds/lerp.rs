//! Two values blended by a mask, which is clamped to 0..1.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Lerp {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.step([&self.a, &self.b, &self.mask], |[a, b, mask], pieces| a + pieces.clamp(mask, 0.0, 1.0) * (b - a))
    }
}
