//! The node `subtract` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The difference a - b.
    ///
    /// ```
    /// # use lacuna::nodes::Subtract;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Subtract::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Subtract(
        /// The value to subtract from.
        a: Input;
        /// The value to subtract.
        b: Input;
    ) {}
}

impl NodeSpec for Subtract {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&SUBTRACT, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.a).minus(of(&self.b))
    }

    fn cases() -> Cases {
        numbered(&[|| a().subtract(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["sub", "minus", "difference"]
    }
}

pub(crate) static SUBTRACT: Differentiable = Differentiable::new(
    Function::Subtract,
    |bounds, _| bounds[0] + bounds[1],
    |call| {
        let minus = call.derivatives[1].map(|derivative| call.negative(derivative)).transpose()?;
        call.sum(call.derivatives[0], minus)
    },
);
