//! The node `threshold`.

use crate::graph::prelude::*;

kind! {
    /// One value below a level, and another at or above it. The derivative is that of the chosen value.
    ///
    /// ```
    /// # use lacuna::nodes::Threshold;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Threshold::of(0.6).level(0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Threshold(
        /// The value.
        source: Input;
    ) {
        /// The level.
        level: Input = 0;
        /// The result below it.
        low: Input = 0;
        /// The result at or above it.
        high: Input = 1;
    }, also ["step"]
}

impl Kind for Threshold {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let level = at.input("level", &self.level)?;
        let low = at.input("low", &self.low)?;
        let high = at.input("high", &self.high)?;
        at.call(&THRESHOLD, &[source, level, low, high])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.low).or(of(&self.high))
    }
}
