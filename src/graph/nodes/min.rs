//! The node `min`.

use crate::graph::prelude::*;

kind! {
    /// The smaller of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Min;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Min::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Min(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}, also ["minimum"]
}

impl Kind for Min {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&MIN, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).min(of(&self.b))
    }
}
