//! The node `bias` and its function.

use crate::graph::prelude::*;

kind! {
    /// Shifts 0..1 towards 0 or 1 (Schlick, "Fast Alternatives to Perlin's Bias and Gain Functions", 1994). The value is first clamped to 0..1.
    ///
    /// ```
    /// # use lacuna::nodes::Bias;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Bias::of(0.5).amount(0.75))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.75).abs() < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Bias(
        /// The value, 0 to 1.
        source: Input;
    ) {
        /// The value that 1/2 becomes, 0.001 to 0.999.
        amount: Number = 0.5, in number(0.001, 0.999);
    }
}

impl Kind for Bias {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&BIAS, &self.source, &[self.amount.to_f64()])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}

pub(crate) static BIAS: Differentiable = Differentiable::new(Function::Bias, |_, _| 1.0, |call| call.steep(&SLOPE));

static SLOPE: Formula = Formula { function: Function::BiasSlope, bound: |_, _| f64::from(1 << 24) };
