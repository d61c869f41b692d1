//! The node `swiss`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

kind! {
    /// Swiss turbulence (de Carpentier, "Scape: Procedural extensions", 2011): octaves of 1 - |n|, each warped by the slopes of the octaves before it and
    /// weighted by their sum, so that ridges branch and valleys stay smooth.
    ///
    /// Slopes are those of the source, along the node's own x, y and z. Only the method `difference` can measure the slope of the sum.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().swiss().warp(0.2))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Swiss(
        /// The node whose octaves are summed.
        source: Input;
    ) {
        /// The number of octaves, 1 to 32.
        octaves: u32 = 6, in whole(1, MAX_OCTAVES as u64);
        /// The ratio of the frequencies of consecutive octaves, 1/100 to 100.
        lacunarity: Number = 2, in number(0.01, 100.0);
        /// The ratio of the amplitudes of consecutive octaves, 0 to 16.
        gain: Number = 0.5, in number(0.0, 16.0);
        /// The factor of the slopes that warp finer octaves, within ±16 units. With 0 nothing is warped.
        warp: Number = 0.15, in number(-16.0, 16.0);
        /// Divides the result by the sum of the amplitudes, so that it is at most 1.
        normalize: bool = true;
    }, also ["swiss_turbulence", "iq", "jordan"]
}

impl Swiss {
    /// Returns the factor of the sum.
    fn scale(&self) -> f64 {
        if self.normalize { 1.0 / self.amplitudes().sum::<f64>() } else { 1.0 }
    }

    fn amplitudes(&self) -> impl Iterator<Item = f64> {
        let gain = self.gain.to_f64();
        std::iter::successors(Some(1.0), move |weight| Some(weight * gain)).take(self.octaves as usize)
    }
}

impl Kind for Swiss {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let since = at.depth();
        let most = 1e9;
        // The sum, the factor that it leaves for amplitudes, and the displacement by slopes.
        let first = [0.0, 1.0, 0.0, 0.0, 0.0].map(|number| at.number(number)).to_vec();
        let repetition = Repetition {
            octaves: self.octaves,
            lacunarity: self.lacunarity,
            gain: self.gain.to_f64(),
            decorrelate: true,
            first,
            bound: most,
        };
        let values = at.repeated(&repetition, |at, weight, values| {
            let [sum, left, x, y, z] = *values else { unreachable!("as many as there were at first") };
            let by = [x, y, z];
            let inside = at.displaced(&[Some(x), Some(y), Some(z), None], &self.warp.to_ratio(), since);
            let source = at.differentiated_in(&inside, "source", &self.source)?;
            let amplitude = at.value(weight * left)?;
            let value = Dual::flat(source.value);
            let sum = at.value(FBM_OCTAVE.of([sum.into(), amplitude.into(), 1.0 - abs(value)]))?;
            let strong = at.value(amplitude * value)?;
            let mut next = vec![sum, at.value(left * within_unit(sum))?];
            for (axis, by) in by.into_iter().enumerate() {
                let slope = at.derivative_or_zero(source, axis);
                next.push(at.value(by - strong * slope)?);
            }
            next.into_iter().map(|value| held(at, value.value, most).map(Dual::flat)).collect()
        })?;
        at.value(Dual::flat(values[0].value) * self.scale())
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let crest = of(&self.source).size().scaled(-1.0, 1.0);
        let octaves = self.amplitudes().enumerate().map(|(k, amplitude)| {
            let octave = crest.scaled(amplitude, 0.0);
            if k == 0 { octave } else { octave.times(Interval::UNIT) }
        });
        octaves.fold(Interval::of(0.0), Interval::plus).scaled(self.scale(), 0.0)
    }

    fn differentiates(&self, _key: &str) -> bool {
        true
    }
}
