//! Heterogeneous terrain (Musgrave, "Procedural Fractal Terrains", in Ebert et al. 2003, ch. 16).

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Heterogeneous {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let offset = self.offset.to_f64();
        octaves_of!(self, compiler).carry(move |carried, octave, _| {
            let increment = (octave.n + offset) * octave.amplitude;
            carried.sum += if octave.is_first { increment } else { increment * carried.sum };
        })
    }
}
