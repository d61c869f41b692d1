//! The node `turbulence`.

use super::abs::ABS;
use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Turbulence (Perlin 1985): the weighted sum of the absolute values of the octaves.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().turbulence()))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Turbulence {}
}

impl NodeSpec for Turbulence {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.octaves(&self.summed(), Weighing::Shares, &[], &|at, Octave { sum, weight, value, .. }| {
            let steps = |at: &mut dyn Lowering| {
                let value = at.call(&ABS, &[value])?;
                at.call(&FBM_OCTAVE, &[sum, weight, value])
            };
            Ok((at.call_made_of(&TURBULENCE_OCTAVE, &[sum.value, weight.value, value.value], &steps)?, vec![]))
        })
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        let value = of(&self.source).size();
        self.summed().sum(|sum, factor, weight| (sum.plus(value.scaled(weight, 0.0)), factor))
    }

    fn cases() -> Cases {
        numbered(&[|| a().turbulence().octaves(4).into()])
    }
}

static TURBULENCE_OCTAVE: Formula = Formula { function: Function::TurbulenceOctave, bound: |bounds, _| bounds[0] + bounds[1] * bounds[2] };
