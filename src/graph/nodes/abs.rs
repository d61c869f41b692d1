//! The node `abs` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The absolute value. Its derivative at 0 is the one from above.
    ///
    /// ```
    /// # use lacuna::nodes::Abs;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Abs::of(-2)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Abs(
        /// The value.
        source: Input;
    ) {}
}

impl NodeSpec for Abs {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_source(&ABS, &self.source, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source).size()
    }

    fn cases() -> Cases {
        numbered(&[|| a().abs().into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["absolute"]
    }
}

pub(crate) static ABS: Differentiable = Differentiable::new(
    Function::Abs,
    |bounds, _| bounds[0],
    |call| {
        let Some(derivative) = call.derivatives[0] else { return Ok(None) };
        let (zero, minus) = (call.number(0.0), call.negative(derivative)?);
        call.chosen([call.arguments[0], zero], [Some(minus), Some(derivative)])
    },
);
