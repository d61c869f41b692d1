//! The node `square`.

use crate::graph::prelude::*;

kind! {
    /// The square of the value.
    ///
    /// ```
    /// # use lacuna::nodes::Square;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Square::of(-3))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [9.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Square(
        /// The value.
        source: Input;
    ) {}, also ["sqr"]
}

impl Kind for Square {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        at.call(&MULTIPLY, &[source, source])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).squared()
    }
}
