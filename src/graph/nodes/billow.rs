//! The node `billow`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Billowy noise: the weighted sum of 2 |n| - 1 over the octaves n.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().billow())?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= -1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Billow {} and damping, also ["billowy"]
}

impl Kind for Billow {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let octaves = self.summed();
        at.octaves(&octaves, Weighing::Shares, &octaves.slopes(), |at, Octave { sum, left, weight, value }| {
            if octaves.is_damped() {
                let value = at.value(abs(value) * 2.0 - 1.0)?;
                let (value, left) = octaves.damped(at, value, left)?;
                return Ok((at.call(&FBM_OCTAVE, &[sum, weight, value])?, left));
            }
            let steps = |at: &mut Lowerer<'_>| at.value(FBM_OCTAVE.of([sum.into(), weight.into(), abs(value) * 2.0 - 1.0]));
            Ok((at.call_made_of(&BILLOW_OCTAVE, &[sum.value, weight.value, value.value], &steps)?, vec![]))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let value = self.summed().damped_range(of(&self.source).size().scaled(2.0, -1.0));
        self.summed().sum(|sum, factor, weight| (sum.plus(value.scaled(weight, 0.0)), factor))
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.summed().is_damped()
    }
}

static BILLOW_OCTAVE: Formula =
    Formula { function: Function::BillowOctave, bound: |bounds, _| bounds[0] + bounds[1] * (2.0 * bounds[2] + 1.0) };
