//! Blue noise: the rank of each cell, in a table that is made anew.

use std::sync::LazyLock;

use lacuna::seeding::lattice_key;
use xtask::blue::{SIDE, ranks};

use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

static RANKS: LazyLock<Vec<u16>> = LazyLock::new(ranks);

impl Kind for lacuna::nodes::Blue {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let moved = lattice_key(self.seed.unwrap_or(0)).map(i64::from);
        Lattice::new(Some(2), self.frequency, self.offset.as_ref()).seeded(self.seed).under(Blue { moved })
    }
}

struct Blue {
    moved: [i64; 2],
}

impl Basis for Blue {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        let [column, row] = [0, 1].map(|axis| (at.cell[axis] + self.moved[axis]).rem_euclid(SIDE as i64) as usize);
        (f64::from(RANKS[row * SIDE + column]) * 2.0 + 1.0) / 4096.0 - 1.0
    }

    fn has_kinks(&self) -> bool {
        true
    }
}
