//! The node `min` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The smaller of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Min;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Min::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Min(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}
}

impl NodeSpec for Min {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&MIN, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.a).min(of(&self.b))
    }

    fn cases() -> Cases {
        numbered(&[|| a().min(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["minimum"]
    }
}

pub(crate) static MIN: Differentiable = Differentiable::new(
    Function::Min,
    |bounds, _| bounds[0].max(bounds[1]),
    |call| call.chosen([call.arguments[1], call.arguments[0]], [call.derivatives[1], call.derivatives[0]]),
);
