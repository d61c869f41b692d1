//! The node `quantize` and its function.

use crate::graph::prelude::*;

kind! {
    /// The value rounded down to a multiple of 1/steps. Its derivative is 0.
    ///
    /// ```
    /// # use lacuna::nodes::Quantize;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Quantize::of(0.6).steps(4))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Quantize(
        /// The value.
        source: Input;
    ) {
        /// Steps per unit, 1 to 10^4.
        steps: Number = 4, in number(1.0, 1e4);
    }, also ["posterize", "quantise", "floor"]
}

impl Kind for Quantize {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let steps = self.steps.to_f64();
        at.call_source(&QUANTIZE, &self.source, &[steps, 1.0 / steps])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let steps = self.steps.to_f64();
        of(&self.source).mapped(|value| (value * steps).floor() / steps)
    }
}

pub(crate) static QUANTIZE: Differentiable = Differentiable::new(Function::Quantize, |bounds, _| bounds[0] + 1.0, |_| Ok(None));
