//! The node `negate`.

use crate::graph::prelude::*;

kind! {
    /// The value with its sign reversed.
    ///
    /// ```
    /// # use lacuna::nodes::Negate;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Negate::of(2))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [-2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Negate(
        /// The value.
        source: Input;
    ) {}, also ["neg"]
}

impl Kind for Negate {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SCALE_OFFSET, &self.source, &[-1.0, 0.0])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).scaled(-1.0, 0.0)
    }

    fn linear(&self) -> Option<(&dyn Source, [f64; 2])> {
        Some((&self.source, [-1.0, 0.0]))
    }
}
