//! The node `sqrt` and its function.

use crate::graph::prelude::*;

keyed! {
    /// The square root, and 0 for negative values. Its derivative is 0 below 0, and at most 10^6 near 0.
    ///
    /// ```
    /// # use lacuna::nodes::Sqrt;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Sqrt::of(9)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [3.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sqrt(
        /// The value.
        source: Input;
    ) {}
}

impl NodeSpec for Sqrt {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_source(&SQRT, &self.source, &[])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source).max(Interval::of(0.0)).mapped(f64::sqrt)
    }

    fn cases() -> Cases {
        numbered(&[|| a().abs().sqrt().into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["root"]
    }
}

pub(crate) static SQRT: Differentiable = Differentiable::new(Function::Sqrt, |bounds, _| bounds[0].max(1.0), |call| call.steep(&SLOPE));

// Limited to 2^47 where the value is close to 0.
static SLOPE: Formula = Formula { function: Function::SqrtSlope, bound: |_, _| f64::from(1 << 30) * f64::from(1 << 17) };
