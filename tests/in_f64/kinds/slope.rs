//! The length of the gradient in x and y, or on the surface that the source lies on.

use lacuna::nodes::Per;

use crate::in_f64::differences::derivative;
use crate::in_f64::surface::{dot, gradient};
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Slope {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let source = compiler.input(&self.source);
        let surface = compiler.surface(&self.source).filter(|_| self.per != Some(Per::Unit));
        Box::new(move |at, pieces| match &surface {
            Some(place) => {
                let gradient = gradient(&source, place, at, pieces);
                dot(gradient, gradient).sqrt()
            }
            None => {
                let [x, y] = [0, 1].map(|axis| derivative(&source, axis, at, pieces));
                x.hypot(y)
            }
        })
    }
}
