//! Ridged multifractal (Musgrave, "Procedural Fractal Terrains", in Ebert et al. 2003, ch. 16).

use crate::in_f64::octaves::octaves_of;
use crate::in_f64::{Compiler, Function, Kind};

impl Kind for lacuna::nodes::Ridged {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (offset, feedback) = (self.offset.to_f64(), self.feedback.to_f64());
        octaves_of!(self, compiler, damped self.damping).carry(move |carried, octave, pieces| {
            let crest = offset - pieces.absolute(octave.n);
            let signal = crest * crest * carried.weight;
            let steepness = -2.0 * crest * octave.n.signum() * carried.weight;
            carried.sum += octave.amplitude * carried.damped(signal, octave, steepness);
            carried.weight = pieces.clamp(signal * feedback, 0.0, 1.0);
        })
    }
}
