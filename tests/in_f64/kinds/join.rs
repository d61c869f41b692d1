//! A colour from numbers.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Join {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let opaque = 1.into();
        let alpha = self.alpha.as_ref().unwrap_or(&opaque);
        compiler.input([&self.red, &self.green, &self.blue, alpha][compiler.channel])
    }
}
