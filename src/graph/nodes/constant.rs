//! The node `constant`.

use crate::graph::prelude::*;

kind! {
    /// A number, the same everywhere.
    ///
    /// ```
    /// # use lacuna::nodes::Constant;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Constant::of(0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[1.0, 2.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Constant(
        /// The number, within ±10^30.
        value: Number = 0, in number(-1e30, 1e30);
    ) {}, also ["number"]
}

impl Kind for Constant {
    fn is_constant(&self) -> bool {
        true
    }

    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        Ok(at.constant(self.value.to_f64()))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::of(self.value.to_f64())
    }
}
