//! The node `sine`.

use crate::graph::prelude::*;

kind! {
    /// The sine of the value in turns: 0 at every multiple of 1/2. Values are clamped to ±2^20 turns.
    ///
    /// ```
    /// # use lacuna::nodes::Sine;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Sine::of(0.25))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sine(
        /// The angle, in turns.
        source: Input;
    ) {}, also ["sin", "cos", "wave"]
}

impl Kind for Sine {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SINE, &self.source, &[])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
