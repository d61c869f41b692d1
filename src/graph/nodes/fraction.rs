//! The node `fraction` and its function.

use crate::graph::prelude::*;

kind! {
    /// The value modulo 1: its distance above the next lower whole number. Its derivative is that of the value.
    ///
    /// ```
    /// # use lacuna::nodes::Fraction;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Fraction::of(-0.25))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.75]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Fraction(
        /// The value.
        source: Input;
    ) {}, also ["fract", "modulo", "mod"]
}

impl Kind for Fraction {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&FRACTION, &self.source, &[])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}

pub(crate) static FRACTION: Differentiable = Differentiable::new(Function::Fraction, |_, _| 1.0, |call| Ok(call.derivatives[0]));
