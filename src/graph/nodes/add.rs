//! The node `add` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The sum of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Add;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Add::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Add(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}
}

impl NodeSpec for Add {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&ADD, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.a).plus(of(&self.b))
    }

    fn cases() -> Cases {
        numbered(&[|| a().add(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["sum", "plus"]
    }
}

pub(crate) static ADD: Differentiable =
    Differentiable::new(Function::Add, |bounds, _| bounds[0] + bounds[1], |call| call.sum(call.derivatives[0], call.derivatives[1]));
