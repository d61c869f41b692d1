//! The node `smoothstep` and its function.

use crate::graph::prelude::*;

kind! {
    /// A smooth step from 0 at `low` to 1 at `high`, cubic in between. It falls if `low` is above `high`, and is a hard step up if they are equal.
    ///
    /// ```
    /// # use lacuna::nodes::Smoothstep;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Smoothstep::of(1).low(0).high(2))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Smoothstep(
        /// The value.
        source: Input;
    ) {
        /// The value that becomes 0, within ±10^6.
        low: Number = 0, in number(-1e6, 1e6);
        /// The value that becomes 1, within ±10^6.
        high: Number = 1, in number(-1e6, 1e6);
    }, also ["smooth_step"]
}

impl Kind for Smoothstep {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SMOOTHSTEP, &self.source, &[self.low.to_f64(), self.high.to_f64()])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}

pub(crate) static SMOOTHSTEP: Differentiable = Differentiable::new(Function::Smoothstep, |_, _| 1.0, |call| call.steep(&SLOPE));

static SLOPE: Formula =
    Formula { function: Function::SmoothstepSlope, bound: |_, numbers| 2.0 / (numbers[2] - numbers[1]).abs().max(1e-30) };
