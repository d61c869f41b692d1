//! The node `invert`.

use crate::graph::prelude::*;

kind! {
    /// 1 minus the value: reverses 0..1.
    ///
    /// ```
    /// # use lacuna::nodes::Invert;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Invert::of(0.25))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.75]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Invert(
        /// The value.
        source: Input;
    ) {}, also ["one_minus", "complement"]
}

impl Kind for Invert {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SCALE_OFFSET, &self.source, &[-1.0, 1.0])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).scaled(-1.0, 1.0)
    }
}
