//! The node `ridged`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Ridged multifractal (Musgrave 2003): octaves of (offset - |n|)^2, each weighted by the one before times `feedback`, clamped to 0..1.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().ridged().feedback(1.5))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Ridged {
        /// The height of the ridges before squaring, within ±100.
        offset: Number = 1, in number(-100.0, 100.0);
        /// The strength with which an octave weights the next, 0 to 100; Musgrave's gain. With 0 only the first octave counts.
        feedback: Number = 2, in number(0.0, 100.0);
    } and damping, also ["musgrave", "ridge", "ridges", "ridged_multifractal", "ridged_multi"]
}

impl Kind for Ridged {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let (offset, feedback) = (self.offset.to_f64(), self.feedback.to_f64());
        let octaves = self.summed();
        let first = [vec![1.0], octaves.slopes()].concat();
        at.octaves(&octaves, Weighing::Shares, &first, |at, Octave { sum, left, weight, value }| {
            let factor = left[0];
            let crests = |at: &mut Lowerer<'_>| {
                let crest = at.value(offset - abs(value))?;
                at.value(crest * crest * factor)
            };
            let height = at.number(offset);
            let signal = at.call_made_of(&RIDGED_SIGNAL, &[value.value, height, factor.value], &crests)?;
            let feeding = |at: &mut Lowerer<'_>| at.value(min(signal * feedback, 1.0));
            let strength = at.number(feedback);
            let fed = at.call_made_of(&RIDGED_FACTOR, &[signal.value, strength], &feeding)?;
            let (signal, slopes) = octaves.damped(at, signal, &left[1..])?;
            Ok((at.call(&FBM_OCTAVE, &[sum, weight, signal])?, [vec![fed], slopes].concat()))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let crest = of(&self.source).size().scaled(-1.0, self.offset.to_f64()).squared();
        self.summed().sum(|sum, factor, weight| {
            let signal = crest.times(factor);
            let fed = signal.scaled(self.feedback.to_f64(), 0.0).max(Interval::of(0.0)).min(Interval::of(1.0));
            (sum.plus(self.summed().damped_range(signal).scaled(weight, 0.0)), fed)
        })
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.summed().is_damped()
    }
}

static RIDGED_SIGNAL: Formula =
    Formula { function: Function::RidgedSignal, bound: |bounds, _| (bounds[0] + bounds[1]) * (bounds[0] + bounds[1]) * bounds[2] };

static RIDGED_FACTOR: Formula = Formula { function: Function::RidgedFactor, bound: |bounds, _| (bounds[0] * bounds[1]).min(1.0) };
