//! Fractals: sums over octaves.

use lacuna::{Input, Number};

use super::differences::own_gradient;
use super::{At, Compiler, Function, Pieces};

/// The parameters that all fractals share.
pub struct Parameters<'a> {
    pub source: &'a Input,
    pub octaves: Option<Number>,
    pub lacunarity: Number,
    pub gain: Option<Number>,
    pub weights: Option<&'a [Number]>,
    pub normalize: bool,
    pub decorrelate: bool,
    pub damping: Option<Number>,
}

/// Returns the octaves of a fractal's node.
macro_rules! octaves_of {
    ($node:expr, $compiler:expr) => {
        $crate::in_f64::octaves::octaves_of!($node, $compiler, damped None)
    };
    ($node:expr, $compiler:expr, damped $damping:expr) => {
        $crate::in_f64::octaves::Summed::new(
            &$crate::in_f64::octaves::Parameters {
                source: &$node.source,
                octaves: $node.octaves,
                lacunarity: $node.lacunarity,
                gain: $node.gain,
                weights: $node.weights.as_deref(),
                normalize: $node.normalize,
                decorrelate: $node.decorrelate,
                damping: $damping,
            },
            $compiler,
        )
    };
}
pub(super) use octaves_of;

/// The octaves of a sum.
pub struct Summed {
    source: Function,
    /// The amplitude and lacunarity^k of each octave.
    octaves: Vec<(f64, f64)>,
    /// The factor of the sum.
    scale: f64,
    decorrelate: bool,
    damping: f64,
}

/// One octave of a sum.
pub struct Octave {
    pub is_first: bool,
    pub amplitude: f64,
    /// The value of the source.
    pub n: f64,
    /// The source's gradient in the units of the octave, if octaves are damped.
    pub gradient: [f64; 3],
}

/// The values that octaves pass on to the next.
pub struct Carried {
    pub sum: f64,
    /// 1 at first.
    pub weight: f64,
    /// The sum of the gradients, and the strength of their damping.
    slope: [f64; 3],
    damping: f64,
}

impl Carried {
    /// Returns a value of an octave, damped by its gradient, which is that of the source times a factor, and by the gradients before.
    pub fn damped(&mut self, value: f64, octave: &Octave, factor: f64) -> f64 {
        for (slope, along) in self.slope.iter_mut().zip(octave.gradient) {
            *slope += factor * along;
        }
        value / (1.0 + self.damping * self.slope.iter().map(|slope| slope * slope).sum::<f64>())
    }
}

impl Summed {
    pub fn new(parameters: &Parameters<'_>, compiler: &Compiler<'_>) -> Self {
        let gain = parameters.gain.map_or(0.5, Number::to_f64);
        let octaves = parameters.octaves.map_or(6.0, Number::to_f64);
        let mut weights: Vec<f64> = match parameters.weights {
            Some(weights) => weights.iter().copied().map(Number::to_f64).collect(),
            None => (0..octaves.ceil() as i32).map(|k| gain.powi(k)).collect(),
        };
        // A fraction of an octave is a weaker octave.
        let part = parameters.octaves.map_or(0.0, |_| octaves.fract());
        if part > 0.0 {
            *weights.last_mut().unwrap() *= part;
        }
        let total: f64 = weights.iter().map(|weight| weight.abs()).sum();
        let lacunarity = parameters.lacunarity.to_f64();
        Self {
            source: compiler.input(parameters.source),
            octaves: weights.into_iter().enumerate().map(|(k, weight)| (weight, lacunarity.powi(k as i32))).collect(),
            scale: if parameters.normalize { 1.0 / total } else { 1.0 },
            decorrelate: parameters.decorrelate,
            damping: parameters.damping.map_or(0.0, Number::to_f64),
        }
    }

    /// Returns the sum of a function of the octaves' values, each times its amplitude.
    pub fn sum(self, of: impl Fn(f64, &mut Pieces) -> f64 + Send + Sync + 'static) -> Function {
        self.carry(move |carried, octave, pieces| carried.sum += octave.amplitude * of(octave.n, pieces))
    }

    /// Returns the sum after all octaves in turn.
    pub fn carry(self, next: impl Fn(&mut Carried, &Octave, &mut Pieces) + Send + Sync + 'static) -> Function {
        Box::new(move |at, pieces| {
            let mut carried = Carried { sum: 0.0, weight: 1.0, slope: [0.0; 3], damping: self.damping };
            for (k, (amplitude, power)) in self.octaves.iter().enumerate() {
                let way = |at: &At<'_>, _: &mut Pieces| at.point.map(|x| x * power);
                let inside = at.octaves.inside(k as u32, *power, self.decorrelate);
                let here = at.placed(way(at, pieces), inside, &way);
                let n = (self.source)(&here, pieces);
                let gradient = if self.damping == 0.0 { [0.0; 3] } else { own_gradient(&self.source, &here, pieces) };
                next(&mut carried, &Octave { is_first: k == 0, amplitude: *amplitude, n, gradient }, pieces);
            }
            self.scale * carried.sum
        })
    }
}
