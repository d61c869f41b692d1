//! The node `hybrid`.

use crate::graph::prelude::*;

fractal! {
    /// Hybrid multifractal (Musgrave 2003): octaves of n + offset, each weighted by the product of those before, clamped to at most 1. That product uses the
    /// amplitudes before normalisation; `normalize` scales only the result, which then lies within ±(1 + |offset|) for a source within ±1.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().hybrid())?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].is_finite());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Hybrid {
        /// Added to each octave, within ±100.
        offset: Number = 0.7, in number(-100.0, 100.0);
    }, also ["musgrave", "hybrid_multifractal"]
}

impl Kind for Hybrid {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let offset = self.offset.to_f64();
        at.octaves(&self.summed(), Weighing::AsGiven, &[1.0], |at, Octave { sum, left, weight, value }| {
            let factor = left[0];
            let steps = |at: &mut Lowerer<'_>| at.value((value + offset) * weight * factor);
            let height = at.number(offset);
            let weighted = at.call_made_of(&HYBRID_SIGNAL, &[value.value, height, weight.value, factor.value], &steps)?;
            let held = at.value(min(weighted, 1.0))?;
            Ok((at.value(sum + weighted)?, vec![held]))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let raised = of(&self.source).scaled(1.0, self.offset.to_f64());
        self.summed().sum(|sum, factor, weight| {
            let weighted = raised.scaled(weight, 0.0).times(factor);
            (sum.plus(weighted), weighted.min(Interval::of(1.0)))
        })
    }
}

static HYBRID_SIGNAL: Formula =
    Formula { function: Function::HybridSignal, bound: |bounds, _| (bounds[0] + bounds[1]) * bounds[2] * bounds[3] };
