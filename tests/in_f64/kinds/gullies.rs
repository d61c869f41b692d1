//! The mean of a detail along the line of steepest descent.

use lacuna::nodes::GulliesOutput;

use crate::in_f64::differences::own_gradient;
use crate::in_f64::shapes::smoothstep;
use crate::in_f64::surface::dot;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Gullies {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let (source, detail) = (compiler.input(&self.source), compiler.input(&self.detail));
        let (length, strength, taps) = (self.length.to_f64(), self.strength.to_f64(), self.taps);
        let [low, high] = self.slope.map(|slope| slope.to_f64());
        let (output, is_round) = (self.output, self.dimensions == 3);
        Box::new(move |at, pieces| {
            let height = source(at, pieces);
            let mut gradient = own_gradient(&source, at, pieces);
            if is_round {
                let place: [f64; 3] = std::array::from_fn(|axis| at.point[axis]);
                let outward = dot(gradient, place) / dot(place, place);
                gradient = std::array::from_fn(|axis| gradient[axis] - outward * place[axis]);
            } else {
                gradient[2] = 0.0;
            }
            let squared = dot(gradient, gradient);
            let (steep, softened) = (squared.sqrt(), (squared + low * low + 1e-12).sqrt());
            let mask = smoothstep(steep, low, high, pieces);
            let mut mean = 0.0;
            for tap in 0..taps {
                let along = if taps == 1 { 0.0 } else { length * (f64::from(tap) / f64::from(taps - 1) - 0.5) };
                let way = |at: &At<'_>, _: &mut Pieces| {
                    std::array::from_fn(|axis| at.point[axis] + along * gradient.get(axis).copied().unwrap_or(0.0) / softened)
                };
                mean += detail(&at.moved(&way, pieces), pieces) / f64::from(taps);
            }
            match output {
                GulliesOutput::Mask => mask,
                GulliesOutput::Gullies => mean,
                _ => height + strength * mask * mean,
            }
        })
    }
}
