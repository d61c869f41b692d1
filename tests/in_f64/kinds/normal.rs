//! A component of the unit normal of a height field: (-s dn/dx, -s dn/dy, 1), normalised, where x and y are lengths on the surface that it lies on; or of the
//! normal in the space of the object, whose surface is raised along the direction from its centre.

use lacuna::nodes::{NormalSpace, Per, SlopeMethod};

use crate::in_f64::differences::{derivative, quotient};
use crate::in_f64::surface::{along_lines, dot, gradient};
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Normal {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (source, strength, axis) = (compiler.input(&self.source), self.strength.to_f64(), self.axis as usize);
        let surface = compiler.surface(&self.source).filter(|_| self.per != Per::Unit);
        let space = self.space;
        let step = (self.method == SlopeMethod::Difference).then(|| self.step.map_or(1.0 / 1024.0, |step| step.to_f64()));
        Box::new(move |at, pieces| match &surface {
            Some(place) if space == NormalSpace::Object => {
                let middle = place(at.point);
                let up = middle.map(|part| part / dot(middle, middle).sqrt());
                let lean = gradient(&source, place, at, pieces);
                let normal: [f64; 4] = std::array::from_fn(|part| up[part] - strength * lean[part]);
                normal[axis] / dot(normal, normal).sqrt()
            }
            _ => {
                let along = match (&surface, step) {
                    (Some(place), _) => along_lines(&source, place, at, pieces),
                    (None, Some(step)) => [0, 1].map(|axis| quotient(&source, axis, step, at, pieces)),
                    (None, None) => [0, 1].map(|axis| derivative(&source, axis, at, pieces)),
                };
                let [x, y] = along.map(|along| -strength * along);
                [x, y, 1.0][axis] / (x * x + y * y + 1.0).sqrt()
            }
        })
    }
}
