//! The node `max` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The larger of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Max;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Max::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Max(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}
}

impl NodeSpec for Max {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&MAX, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.a).max(of(&self.b))
    }

    fn cases() -> Cases {
        numbered(&[|| a().max(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["maximum"]
    }
}

pub(crate) static MAX: Differentiable = Differentiable::new(
    Function::Max,
    |bounds, _| bounds[0].max(bounds[1]),
    |call| call.chosen([call.arguments[0], call.arguments[1]], [call.derivatives[1], call.derivatives[0]]),
);
