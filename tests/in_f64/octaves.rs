//! Fractals: sums over octaves.

use lacuna::{Input, Number};

use super::{At, Compiler, Function, Pieces};

/// The parameters that all fractals have.
pub struct Parameters<'a> {
    pub source: &'a Input,
    pub octaves: Option<Number>,
    pub lacunarity: Number,
    pub gain: Option<Number>,
    pub weights: Option<&'a [Number]>,
    pub normalize: bool,
    pub decorrelate: bool,
}

/// The octaves of a fractal's node.
macro_rules! octaves_of {
    ($node:expr, $compiler:expr) => {
        $crate::in_f64::octaves::Summed::new(
            &$crate::in_f64::octaves::Parameters {
                source: &$node.source,
                octaves: $node.octaves,
                lacunarity: $node.lacunarity,
                gain: $node.gain,
                weights: $node.weights.as_deref(),
                normalize: $node.normalize,
                decorrelate: $node.decorrelate,
            },
            $compiler,
        )
    };
}
pub(super) use octaves_of;

/// Octaves to be summed.
pub struct Summed {
    source: Function,
    /// Of each octave the amplitude and lacunarity^k.
    octaves: Vec<(f64, f64)>,
    /// What the sum is multiplied by.
    scale: f64,
    decorrelate: bool,
}

/// One of them.
pub struct Octave {
    pub is_first: bool,
    pub amplitude: f64,
    /// The value of the source.
    pub n: f64,
}

/// What goes from octave to octave.
pub struct Carried {
    pub sum: f64,
    /// 1 at first.
    pub weight: f64,
}

impl Summed {
    pub fn new(parameters: &Parameters<'_>, compiler: &Compiler<'_>) -> Self {
        let gain = parameters.gain.map_or(0.5, Number::to_f64);
        let octaves = parameters.octaves.map_or(6.0, Number::to_f64);
        let mut weights: Vec<f64> = match parameters.weights {
            Some(weights) => weights.iter().copied().map(Number::to_f64).collect(),
            None => (0..octaves.ceil() as i32).map(|k| gain.powi(k)).collect(),
        };
        // A fraction of an octave is a weaker one.
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
        }
    }

    /// The sum of what is made of the octaves' values, each times its amplitude.
    pub fn sum(self, of: impl Fn(f64, &mut Pieces) -> f64 + Send + Sync + 'static) -> Function {
        self.carry(move |carried, octave, pieces| carried.sum += octave.amplitude * of(octave.n, pieces))
    }

    /// The sum after all octaves in turn.
    pub fn carry(self, next: impl Fn(&mut Carried, &Octave, &mut Pieces) + Send + Sync + 'static) -> Function {
        Box::new(move |at, pieces| {
            let mut carried = Carried { sum: 0.0, weight: 1.0 };
            for (k, (amplitude, power)) in self.octaves.iter().enumerate() {
                let way = |at: &At<'_>, _: &mut Pieces| at.point.map(|x| x * power);
                let inside = at.octaves.inside(k as u32, *power, self.decorrelate);
                let n = (self.source)(&at.placed(way(at, pieces), inside, &way), pieces);
                next(&mut carried, &Octave { is_first: k == 0, amplitude: *amplitude, n }, pieces);
            }
            self.scale * carried.sum
        })
    }
}
