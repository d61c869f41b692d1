//! The value times a scale plus an offset.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::ScaleOffset {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (scale, offset) = (self.scale.to_f64(), self.offset.to_f64());
        compiler.step([&self.source], move |[v], _| v * scale + offset)
    }
}
