//! The node `square`.

use super::multiply::MULTIPLY;
use crate::graph::prelude::*;

keyed! {
    /// The square of the value.
    ///
    /// ```
    /// # use lacuna::nodes::Square;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Square::of(-3)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [9.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Square(
        /// The value.
        source: Input;
    ) {}
}

impl NodeSpec for Square {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        at.call(&MULTIPLY, &[source, source])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source).squared()
    }

    fn cases() -> Cases {
        numbered(&[|| a().square().into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["sqr"]
    }
}
