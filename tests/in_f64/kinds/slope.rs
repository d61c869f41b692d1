//! The length of the gradient in x and y.

use crate::in_f64::differences::derivative;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Slope {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let source = compiler.input(&self.source);
        Box::new(move |at, pieces| {
            let [x, y] = [0, 1].map(|axis| derivative(&source, axis, at, pieces));
            x.hypot(y)
        })
    }
}
