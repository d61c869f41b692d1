//! The derivative along an axis of the domain, per unit, or per unit of length on the surface that the source lies on.

use lacuna::nodes::{Per, SlopeMethod};

use crate::in_f64::differences::{derivative, quotient};
use crate::in_f64::surface::along_lines;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Derivative {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (source, axis) = (compiler.input(&self.source), self.axis as usize);
        match compiler.surface(&self.source).filter(|_| self.per == Per::Surface) {
            Some(place) => Box::new(move |at, pieces| along_lines(&source, &place, at, pieces)[axis]),
            None if self.method == SlopeMethod::Difference => {
                let step = self.step.map_or(1.0 / 1024.0, |step| step.to_f64());
                Box::new(move |at, pieces| quotient(&source, axis, step, at, pieces))
            }
            None => Box::new(move |at, pieces| derivative(&source, axis, at, pieces)),
        }
    }
}
