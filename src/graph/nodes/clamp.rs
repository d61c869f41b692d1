//! The node `clamp`.

use super::max::MAX;
use super::min::MIN;
use crate::graph::prelude::*;

keyed! {
    /// The value clamped between two bounds.
    ///
    /// ```
    /// # use lacuna::nodes::Clamp;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Clamp::of(3).low(0).high(1)))?;
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
    }
}

impl NodeSpec for Clamp {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let low = at.input("low", &self.low)?;
        let high = at.input("high", &self.high)?;
        let raised = at.call(&MAX, &[source, low])?;
        at.call(&MIN, &[raised, high])
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source).max(of(&self.low)).min(of(&self.high))
    }

    fn cases() -> Cases {
        numbered(&[|| a().clamp().low(-0.2).high(b()).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["saturate", "limit"]
    }
}

/// Returns a value clamped to 0..1.
pub(super) fn held_in_unit(at: &mut dyn Lowering, value: Dual) -> Result<Dual> {
    let (zero, one) = (at.constant(0.0), at.constant(1.0));
    let raised = at.call(&MAX, &[value, zero])?;
    at.call(&MIN, &[raised, one])
}
