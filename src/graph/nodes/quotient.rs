//! The node `quotient`.

use crate::graph::prelude::*;

kind! {
    /// The quotient a / b, clamped to ±`limit`. Where b is 0 it is ±limit, with the sign of a; 0 / 0 is 0.
    ///
    /// ```
    /// # use lacuna::nodes::Quotient;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Quotient::of(2, 0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [4.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Quotient(
        /// The dividend.
        a: Input;
        /// The divisor.
        b: Input;
    ) {
        /// The largest absolute value of the result, 10^-6 to 10^12.
        limit: Number = 1000, in number(1e-6, 1e12);
    }, also ["divide", "division", "div"]
}

impl Kind for Quotient {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&QUOTIENT, &self.a, &self.b, &[self.limit.to_f64()])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let (limit, b) = (self.limit.to_f64(), of(&self.b));
        let held = Interval::between(-limit, limit);
        if b.least <= 0.0 && b.greatest >= 0.0 {
            held
        } else {
            of(&self.a).times(b.mapped(f64::recip)).max(Interval::of(-limit)).min(Interval::of(limit))
        }
    }
}
