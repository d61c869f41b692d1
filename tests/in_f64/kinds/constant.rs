//! A number, the same everywhere.

use crate::in_f64::compiler::constant;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Constant {
    fn define(&self, _: &Compiler<'_>) -> Function {
        constant(self.value)
    }
}
