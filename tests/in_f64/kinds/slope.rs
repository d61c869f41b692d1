//! The length of the gradient in x and y, or on the surface that the source lies on.

use lacuna::nodes::{Per, SlopeMethod};

use crate::in_f64::differences::{derivative, quotient};
use crate::in_f64::surface::{dot, gradient};
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Slope {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let source = compiler.input(&self.source);
        let surface = compiler.surface(&self.source).filter(|_| self.per != Per::Unit);
        if self.method == SlopeMethod::Difference && surface.is_none() {
            let step = self.step.map_or(1.0 / 1024.0, |step| step.to_f64());
            return Box::new(move |at, pieces| {
                let [x, y] = [0, 1].map(|axis| quotient(&source, axis, step, at, pieces));
                x.hypot(y)
            });
        }
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
