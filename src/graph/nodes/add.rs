//! The node `add`.

use crate::graph::prelude::*;

kind! {
    /// The sum of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Add;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Add::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Add(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}, also ["sum", "plus"]
}

impl Kind for Add {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&ADD, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).plus(of(&self.b))
    }
}
