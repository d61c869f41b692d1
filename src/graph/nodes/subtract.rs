//! The node `subtract`.

use crate::graph::prelude::*;

kind! {
    /// The difference a - b.
    ///
    /// ```
    /// # use lacuna::nodes::Subtract;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Subtract::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Subtract(
        /// The value to subtract from.
        a: Input;
        /// The value to subtract.
        b: Input;
    ) {}, also ["sub", "minus", "difference"]
}

impl Kind for Subtract {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&SUBTRACT, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).minus(of(&self.b))
    }
}
