//! The node `scale_offset`.

use crate::graph::prelude::*;

kind! {
    /// A value times a scale plus an offset.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().scale_offset(0.5, 0.5))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] >= -0.1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ScaleOffset(
        /// The value to scale.
        source: Input;
        /// The factor, within ±10^30.
        scale: Number = 1, in number(-1e30, 1e30);
        /// Added after scaling, within ±10^30.
        offset: Number = 0, in number(-1e30, 1e30);
    ) {}, also ["scale_bias", "multiply_add", "brightness"]
}

impl Kind for ScaleOffset {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SCALE_OFFSET, &self.source, &[self.scale.to_f64(), self.offset.to_f64()])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).scaled(self.scale.to_f64(), self.offset.to_f64())
    }

    fn linear(&self) -> Option<(&dyn Source, [f64; 2])> {
        Some((&self.source, [self.scale, self.offset].map(Number::to_f64)))
    }
}
