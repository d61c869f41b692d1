//! A channel of a colour.

use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Split {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        compiler.lane(self.channel as usize, &self.source)
    }
}
