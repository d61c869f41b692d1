//! Billowy noise: the weighted sum of 2 |n| - 1.

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Billow {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        octaves_of!(self, compiler, damped self.damping).carry(|carried, octave, pieces| {
            let value = 2.0 * pieces.absolute(octave.n) - 1.0;
            carried.sum += octave.amplitude * carried.damped(value, octave, 2.0 * octave.n.signum());
        })
    }
}
