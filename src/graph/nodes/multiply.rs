//! The node `multiply`.

use crate::graph::prelude::*;

kind! {
    /// The product of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Multiply;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Multiply::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Multiply(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}, also ["mul", "product", "times"]
}

impl Kind for Multiply {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&MULTIPLY, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        if self.a == self.b { of(&self.a).squared() } else { of(&self.a).times(of(&self.b)) }
    }
}
