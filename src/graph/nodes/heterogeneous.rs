//! The node `heterogeneous`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Heterogeneous terrain (Musgrave 2003): octaves of n + offset, each weighted by the sum so far, so that high ground is rougher than valleys. That sum
    /// uses the amplitudes before normalisation; `normalize` scales only the result.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().heterogeneous())?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].is_finite());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Heterogeneous {
        /// Added to each octave, within ±100.
        offset: Number = 1, in number(-100.0, 100.0);
    }, also ["musgrave", "hetero_terrain"]
}

impl Kind for Heterogeneous {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let offset = self.offset.to_f64();
        at.octaves(&self.summed(), Weighing::AsGiven, &[1.0], |at, Octave { sum, left, weight, value }| {
            let factor = left[0];
            let steps = |at: &mut Lowerer<'_>| at.value(FBM_OCTAVE.of([sum.into(), weight.into(), (value + offset) * factor]));
            let height = at.number(offset);
            let arguments = [sum.value, weight.value, value.value, height, factor.value];
            let total = at.call_made_of(&HETEROGENEOUS_OCTAVE, &arguments, &steps)?;
            Ok((total, vec![total]))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let raised = of(&self.source).scaled(1.0, self.offset.to_f64());
        self.summed().sum(|sum, factor, weight| {
            let total = sum.plus(raised.times(factor).scaled(weight, 0.0));
            (total, total)
        })
    }
}

static HETEROGENEOUS_OCTAVE: Formula =
    Formula { function: Function::HeterogeneousOctave, bound: |bounds, _| bounds[0] + bounds[1] * (bounds[2] + bounds[3]) * bounds[4] };
