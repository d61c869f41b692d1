//! Value noise: random values at lattice points, interpolated.

use lacuna::nodes::{Interpolation, ValueInterpolation};

use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice, blend_weight, corners};
use crate::in_f64::shapes::eased;
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Value {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let value = Value { hash: Hash::new(self.seed), interpolation: self.interpolation, smoothed: self.smoothed };
        Lattice::new(self.dimensions, self.frequency, self.offset.as_ref()).repeating(self.period.as_ref()).seeded(self.seed).under(value)
    }
}

struct Value {
    hash: Hash,
    interpolation: ValueInterpolation,
    smoothed: bool,
}

impl Basis for Value {
    fn value<const N: usize>(&self, at: &Cell, _: &mut Pieces) -> f64 {
        match self.interpolation {
            ValueInterpolation::Linear => self.blended::<N>(Interpolation::Linear, at),
            ValueInterpolation::Cosine => self.blended::<N>(Interpolation::Cosine, at),
            ValueInterpolation::Cubic => self.blended::<N>(Interpolation::Cubic, at),
            ValueInterpolation::Quintic => self.blended::<N>(Interpolation::Quintic, at),
            ValueInterpolation::CatmullRom => self.through_four::<N>(at),
            other => panic!("there is no definition of {other:?}"),
        }
    }

    fn has_kinks(&self) -> bool {
        self.interpolation == ValueInterpolation::Linear
    }
}

impl Value {
    /// Interpolates between the two neighbours along each axis.
    fn blended<const N: usize>(&self, interpolation: Interpolation, at: &Cell) -> f64 {
        let shares: [f64; N] = std::array::from_fn(|axis| eased(interpolation, at.fraction[axis]));
        corners::<N>().map(|steps| blend_weight(&shares, &steps) * self.lattice_value::<N>(at, steps)).sum()
    }

    /// Interpolates with the cubic through four neighbours along each axis (Catmull and Rom 1974).
    fn through_four<const N: usize>(&self, at: &Cell) -> f64 {
        let weights = at.fraction.map(|t| {
            let (t2, t3) = (t * t, t * t * t);
            [-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2].map(|weight| weight / 2.0)
        });
        let mut sum = 0.0;
        for point in 0..4_usize.pow(N as u32) {
            let place: [usize; 4] = std::array::from_fn(|axis| point / 4_usize.pow(axis as u32) % 4);
            let weight: f64 = (0..N).map(|axis| weights[axis][place[axis]]).product();
            sum += weight * self.lattice_value::<N>(at, place.map(|place| place as i64 - 1));
        }
        sum
    }

    fn lattice_value<const N: usize>(&self, at: &Cell, steps: [i64; 4]) -> f64 {
        let value = |steps: [i64; 4]| self.hash.value(self.hash.of::<N>(&at.point::<N>(steps)));
        if !self.smoothed {
            return value(steps);
        }
        let mut sum = 0.0;
        for neighbour in 0..3_i64.pow(N as u32) {
            let aside: [i64; 4] = std::array::from_fn(|axis| neighbour / 3_i64.pow(axis as u32) % 3 - 1);
            let weight: f64 = aside[..N].iter().map(|aside| if *aside == 0 { 0.5 } else { 0.25 }).product();
            sum += weight * value(std::array::from_fn(|axis| steps[axis] + aside[axis]));
        }
        sum
    }
}
