//! White noise: a random value for each cell.

use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::White {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let white = White { hash: Hash::new(self.seed) };
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(white)
    }
}

struct White {
    hash: Hash,
}

impl Basis for White {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        self.hash.value(self.hash.of::<N>(&at.point::<N>([0; 4])))
    }

    fn has_kinks(&self) -> bool {
        true
    }
}
