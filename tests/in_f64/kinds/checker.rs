//! A checkerboard of 1 and -1.

use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Checker {
    fn define(&self, _: &Compiler<'_>) -> Function {
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).under(Checker)
    }
}

struct Checker;

impl Basis for Checker {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        1.0 - 2.0 * (at.cell[..N].iter().sum::<i64>() & 1) as f64
    }

    fn has_kinks(&self) -> bool {
        true
    }
}
