//! The node `constant`.

use crate::graph::prelude::*;

keyed! {
    /// A number, the same everywhere.
    ///
    /// ```
    /// # use lacuna::nodes::Constant;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Constant::of(0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[1.0, 2.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Constant(
        /// The number, within ±10^30.
        value: Number = 0, in number(-1e30, 1e30);
    ) {}
}

impl NodeSpec for Constant {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        Ok(at.constant(self.value.to_f64()))
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::of(self.value.to_f64())
    }

    fn cases() -> Cases {
        numbered(&[|| Self::of(0.7).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["number"]
    }
}
