//! The node `sqrt`.

use crate::graph::prelude::*;

kind! {
    /// The square root, and 0 for negative values. Its derivative is 0 below 0, and at most 10^6 near 0.
    ///
    /// ```
    /// # use lacuna::nodes::Sqrt;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Sqrt::of(9))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [3.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sqrt(
        /// The value.
        source: Input;
    ) {}, also ["root"]
}

impl Kind for Sqrt {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SQRT, &self.source, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).max(Interval::of(0.0)).mapped(f64::sqrt)
    }
}
