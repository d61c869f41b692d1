//! The node `clamp`.

use crate::graph::prelude::*;

kind! {
    /// The value clamped between two bounds.
    ///
    /// ```
    /// # use lacuna::nodes::Clamp;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Clamp::of(3).low(0).high(1))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Clamp(
        /// The value.
        source: Input;
    ) {
        /// The lower bound.
        low: Input = -1;
        /// The upper bound, which wins if the bounds cross.
        high: Input = 1;
    }, also ["saturate", "limit"]
}

impl Kind for Clamp {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let low = at.input("low", &self.low)?;
        let high = at.input("high", &self.high)?;
        let most = at.bound(low.value).max(at.bound(high.value));
        at.value(Expression::Within(min(max(source, low), high).into(), most))
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).max(of(&self.low)).min(of(&self.high))
    }
}
