//! The node `abs`.

use crate::graph::prelude::*;

kind! {
    /// The absolute value. Its derivative at 0 is the one from above.
    ///
    /// ```
    /// # use lacuna::nodes::Abs;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Abs::of(-2))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Abs(
        /// The value.
        source: Input;
    ) {}, also ["absolute"]
}

impl Kind for Abs {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&ABS, &self.source, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).size()
    }
}
