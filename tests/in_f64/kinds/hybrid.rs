//! Hybrid multifractal (Musgrave, "Procedural Fractal Terrains", in Ebert et al. 2003, ch. 16).

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Hybrid {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let offset = self.offset.to_f64();
        octaves_of!(self, compiler).carry(move |carried, octave, pieces| {
            let signal = (octave.n + offset) * octave.amplitude;
            if !octave.is_first {
                carried.weight = pieces.smaller(carried.weight, 1.0);
            }
            carried.sum += carried.weight * signal;
            carried.weight *= signal;
        })
    }
}
