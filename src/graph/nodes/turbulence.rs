//! The node `turbulence`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Turbulence (Perlin 1985): the weighted sum of the absolute values of the octaves.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().turbulence())?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Turbulence {}
}

impl Kind for Turbulence {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.octaves(&self.summed(), Weighing::Shares, &[], |at, Octave { sum, weight, value, .. }| {
            let steps = |at: &mut Lowerer<'_>| at.value(FBM_OCTAVE.of([sum.into(), weight.into(), abs(value)]));
            Ok((at.call_made_of(&TURBULENCE_OCTAVE, &[sum.value, weight.value, value.value], &steps)?, vec![]))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let value = of(&self.source).size();
        self.summed().sum(|sum, factor, weight| (sum.plus(value.scaled(weight, 0.0)), factor))
    }
}

static TURBULENCE_OCTAVE: Formula = Formula { function: Function::TurbulenceOctave, bound: |bounds, _| bounds[0] + bounds[1] * bounds[2] };
