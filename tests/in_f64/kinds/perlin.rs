//! Improved Perlin noise (Ken Perlin, "Improving Noise", 2002), and a variant with eight gradients around a circle.

use std::f64::consts::FRAC_1_SQRT_2;

use lacuna::nodes::{GradientSet, Interpolation};

use crate::in_f64::gradients::gradient;
use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice, blend_weight, corners};
use crate::in_f64::shapes::eased;
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Perlin {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let usual = if self.dimensions == Some(1) { GradientSet::Slopes } else { GradientSet::Improved };
        let perlin = Perlin { hash: Hash::of_perlin(self.hash, self.seed), gradients: self.gradients.unwrap_or(usual), fade: self.fade };
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(perlin)
    }
}

struct Perlin {
    hash: Hash,
    gradients: GradientSet,
    fade: Interpolation,
}

impl Basis for Perlin {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        let shares: [f64; N] = std::array::from_fn(|axis| eased(self.fade, at.fraction[axis]));
        let mut sum = 0.0;
        for steps in corners::<N>() {
            let hash = self.hash.of::<N>(&at.point::<N>(steps));
            let gradient = match self.gradients {
                GradientSet::Classic => classic_gradient(hash),
                GradientSet::Slopes if N == 1 => slope(hash),
                GradientSet::Improved | GradientSet::Slopes => gradient(hash, N),
                other => panic!("there is no definition of {other:?}"),
            };
            // In fewer than three dimensions the missing coordinates are 0.
            let dot: f64 = (0..N).map(|axis| gradient[axis] * (at.fraction[axis] - steps[axis] as f64)).sum();
            sum += blend_weight(&shares, &steps) * dot;
        }
        sum
    }

    fn has_kinks(&self) -> bool {
        self.fade == Interpolation::Linear
    }
}

/// Returns `grad1` of noise1234 (Gustavson 2003), divided by 8.
fn slope(hash: u32) -> [f64; 4] {
    let size = f64::from((hash & 7) + 1) / 8.0;
    [if hash & 8 == 0 { size } else { -size }, 0.0, 0.0, 0.0]
}

/// Returns one of eight unit vectors, 45 degrees apart.
fn classic_gradient(hash: u32) -> [f64; 4] {
    let s = FRAC_1_SQRT_2;
    let [x, y] = [[1.0, 0.0], [s, s], [0.0, 1.0], [-s, s], [-1.0, 0.0], [-s, -s], [0.0, -1.0], [s, -s]][(hash & 7) as usize];
    [x, y, 0.0, 0.0]
}
