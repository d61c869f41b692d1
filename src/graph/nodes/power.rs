//! The node `power` and its function.

use crate::graph::prelude::*;

kind! {
    /// The value raised to a power. Negative values count as 0, and the result is at most 10^30.
    ///
    /// ```
    /// # use lacuna::nodes::Power;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Power::of(4).exponent(1.5))?;
    /// assert!((Cpu::new().sample(&program, &Domain::points([[0.0]]))?[0] - 8.0).abs() < 1e-4);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Power(
        /// The value.
        source: Input;
    ) {
        /// The exponent, within ±64.
        exponent: Number = 2, in number(-64.0, 64.0);
    }, also ["pow", "exponent"]
}

impl Kind for Power {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&POWER, &self.source, &[self.exponent.to_f64()])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let exponent = self.exponent.to_f64();
        of(&self.source).max(Interval::of(0.0)).mapped(|value| libm::pow(value, exponent).min(MOST))
    }
}

pub(crate) static POWER: Differentiable = Differentiable::new(
    Function::Power,
    |bounds, numbers| if numbers[1] >= 0.0 { libm::pow(bounds[0].max(1.0), numbers[1]).min(MOST) } else { MOST },
    |call| call.steep(&SLOPE),
);

static SLOPE: Formula = Formula { function: Function::PowerSlope, bound: |_, _| MOST };

/// The upper limit of powers and their slopes.
const MOST: f64 = 1e30;
