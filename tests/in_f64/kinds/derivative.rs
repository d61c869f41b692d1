//! The derivative along an axis of the domain, per unit.

use crate::in_f64::differences::derivative;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Derivative {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (source, axis) = (compiler.input(&self.source), self.axis as usize);
        Box::new(move |at, pieces| derivative(&source, axis, at, pieces))
    }
}
