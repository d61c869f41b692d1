//! The node `max`.

use crate::graph::prelude::*;

kind! {
    /// The larger of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Max;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Max::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Max(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}, also ["maximum"]
}

impl Kind for Max {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&MAX, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).max(of(&self.b))
    }
}
