//! Fractional Brownian motion: the weighted sum of the octaves.

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Fbm {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        octaves_of!(self, compiler, damped self.damping).carry(|carried, octave, _| {
            carried.sum += octave.amplitude * carried.damped(octave.n, octave, 1.0);
        })
    }
}
