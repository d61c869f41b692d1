//! The node `multiply` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The product of two values.
    ///
    /// ```
    /// # use lacuna::nodes::Multiply;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Multiply::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Multiply(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {}
}

impl NodeSpec for Multiply {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&MULTIPLY, &self.a, &self.b, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        if self.a == self.b { of(&self.a).squared() } else { of(&self.a).times(of(&self.b)) }
    }

    fn cases() -> Cases {
        numbered(&[|| a().multiply(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["mul", "product", "times"]
    }
}

pub(crate) static MULTIPLY: Differentiable = Differentiable::new(
    Function::Multiply,
    |bounds, _| bounds[0] * bounds[1],
    |call| {
        let (a, b) = (call.product(call.derivatives[0], call.arguments[1])?, call.product(call.derivatives[1], call.arguments[0])?);
        call.sum(a, b)
    },
);
