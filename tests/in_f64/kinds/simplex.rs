//! Simplex noise (Perlin, "Noise Hardware", 2001), with a squared radius slightly below the 1/2 that keeps every vertex within the simplices around it, and
//! with lattice points at multiples of 2^-24.

use std::f64::consts::PI;

use crate::in_f64::gradients::gradient;
use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice, corners};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Simplex {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let simplex = Simplex { hash: Hash::new(self.seed) };
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(simplex)
    }
}

struct Simplex {
    hash: Hash,
}

impl Basis for Simplex {
    /// Sums over all corners of the cell: those that are not vertices of the sample's simplex are too far away to contribute.
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        let unskew = self.unskew(N);
        let reach = if N == 1 { 0.5 } else { 0.5 - 1.0 / 524_288.0 };
        let mut sum = 0.0;
        for steps in corners::<N>() {
            let skewed: [f64; N] = std::array::from_fn(|axis| at.fraction[axis] - steps[axis] as f64);
            let total: f64 = skewed.iter().sum();
            let from = skewed.map(|part| part - unskew * total);
            let left = reach - from.iter().map(|part| part * part).sum::<f64>();
            if left > 0.0 {
                let gradient = simplex_gradient(self.hash.of::<N>(&at.point::<N>(steps)), N);
                let squared = left * left;
                sum += squared * squared * from.iter().zip(gradient).map(|(from, along)| from * along).sum::<f64>();
            }
        }
        // The factor that scales the largest value to 1.
        [108.734_18, 99.204_34, 76.880_75, 62.777_73][N - 1] * sum
    }

    fn unskew(&self, dimensions: usize) -> f64 {
        let n = dimensions as f64;
        let regular = if dimensions == 1 { 0.0 } else { (1.0 - 1.0 / (n + 1.0).sqrt()) / n };
        (regular * 16_777_216.0).floor() / 16_777_216.0
    }
}

/// Returns one of eight slopes of either sign in one dimension, sixteen directions around the circle in two, and the gradients of Perlin noise in more.
fn simplex_gradient(hash: u32, dimensions: usize) -> [f64; 4] {
    let sign = |bit: u32| if hash & bit == 0 { 1.0 } else { -1.0 };
    match dimensions {
        1 => [sign(8) * f64::from((hash & 7) + 1) / 8.0, 0.0, 0.0, 0.0],
        2 => {
            let (sine, cosine) = ((f64::from(hash & 3) + 0.5) * PI / 8.0).sin_cos();
            [sign(4) * cosine, sign(8) * sine, 0.0, 0.0]
        }
        _ => gradient(hash, dimensions),
    }
}
