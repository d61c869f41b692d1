//! Sparse convolution noise (Lewis, "Algorithms for Solid Noise Synthesis", 1989): an impulse per cell, spread by (1 - d^2)^3.

use crate::in_f64::hash::{Hash, PRIMES};
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Sparse {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let sparse = Sparse { hash: Hash::new(self.seed) };
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(sparse)
    }
}

struct Sparse {
    hash: Hash,
}

impl Basis for Sparse {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        let mut sum = 0.0;
        for number in 0..3_usize.pow(N as u32) {
            let steps: [i64; 4] = std::array::from_fn(|axis| if axis < N { (number / 3_usize.pow(axis as u32) % 3) as i64 - 1 } else { 0 });
            let point = self.hash.of::<N>(&at.point::<N>(steps));
            let (place, weight) = self.impulse(point);
            let squared: f64 = (0..N).map(|axis| (steps[axis] as f64 + place[axis] - at.fraction[axis]).powi(2)).sum();
            sum += weight * (1.0 - squared).max(0.0).powi(3);
        }
        sum / 2.0
    }
}

impl Sparse {
    /// Returns the position of a lattice point's impulse in its cell, and its weight.
    fn impulse(&self, point: u32) -> ([f64; 3], f64) {
        let bits = [point & 0xffff, point >> 16, point.wrapping_mul(PRIMES[2]) >> 16];
        (bits.map(|bits| (f64::from(bits) + 0.5) / 65_536.0), self.hash.value(point.wrapping_mul(PRIMES[3])))
    }
}
