//! Swiss turbulence (de Carpentier, "Scape: Procedural extensions", 2011).

use crate::in_f64::differences::own_gradient;
use crate::in_f64::{At, Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Swiss {
    fn define(&self, compiler: &Compiler<'_>) -> Function {
        let source = compiler.input(&self.source);
        let (lacunarity, gain, warp) = (self.lacunarity.to_f64(), self.gain.to_f64(), self.warp.to_f64());
        let octaves = self.octaves as i32;
        let total: f64 = (0..octaves).map(|k| gain.powi(k)).sum();
        let scale = if self.normalize { 1.0 / total } else { 1.0 };
        Box::new(move |at, pieces| {
            let (mut sum, mut amplitude, mut led) = (0.0_f64, 1.0, [0.0; 3]);
            for k in 0..octaves {
                let power = lacunarity.powi(k);
                let inside = at.octaves.inside(k as u32, power, true);
                let way = |at: &At<'_>, _: &mut Pieces| {
                    std::array::from_fn(|axis| (at.point[axis] + warp * led.get(axis).copied().unwrap_or(0.0)) * power)
                };
                let here = at.placed(way(at, pieces), inside, &way);
                let n = source(&here, pieces);
                let gradient = own_gradient(&source, &here, pieces);
                sum += amplitude * (1.0 - pieces.absolute(n));
                for (led, slope) in led.iter_mut().zip(gradient) {
                    *led -= amplitude * n * slope;
                }
                amplitude *= gain * pieces.clamp(sum, 0.0, 1.0);
            }
            scale * sum
        })
    }
}
