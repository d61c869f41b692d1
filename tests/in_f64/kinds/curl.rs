//! A component of the curl of three potentials (Bridson, Hourihan and Nordenstam 2007): (dz/dy - dy/dz, dx/dz - dz/dx, dy/dx - dx/dy).

use crate::in_f64::differences::derivative;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Curl {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let axis = self.axis as usize;
        // The next two axes, cyclically.
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let potential = |axis: usize| compiler.input([&self.x, &self.y, &self.z][axis]);
        let (up, down) = (potential(last), potential(next));
        Box::new(move |at, pieces| derivative(&up, next, at, pieces) - derivative(&down, last, at, pieces))
    }
}
