//! The node `gain` and its function.

use crate::graph::prelude::*;

kind! {
    /// Pushes both halves of 0..1 away from 1/2 or towards it (Schlick 1994). The value is first clamped to 0..1.
    ///
    /// ```
    /// # use lacuna::nodes::Gain;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Gain::of(0.5).amount(0.25))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 0.5).abs() < 1e-6);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Gain(
        /// The value, 0 to 1.
        source: Input;
    ) {
        /// Twice the value that 1/4 becomes, 0.001 to 0.999. Below 1/2 it raises the contrast in the middle, above 1/2 it lowers it.
        amount: Number = 0.5, in number(0.001, 0.999);
    }, also ["contrast"]
}

impl Kind for Gain {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&GAIN, &self.source, &[self.amount.to_f64()])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}

pub(crate) static GAIN: Differentiable = Differentiable::new(Function::Gain, |_, _| 1.0, |call| call.steep(&SLOPE));

static SLOPE: Formula = Formula { function: Function::GainSlope, bound: |_, _| f64::from(1 << 24) };
