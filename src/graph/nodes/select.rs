//! The node `select`.

use super::lerp::LERP;
use super::smoothstep::SMOOTHSTEP;
use crate::graph::prelude::*;

kind! {
    /// a where the control lies below a threshold and b where it lies above, blended smoothly within `falloff` of the threshold.
    ///
    /// ```
    /// # use lacuna::nodes::Select;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Select::of(2, 4, 0.25).threshold(0.5).falloff(0.1))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Select(
        /// The value where the control lies below.
        a: Input;
        /// The value where the control lies above.
        b: Input;
        /// The value that selects.
        control: Input;
    ) {
        /// The threshold, within ±10^6.
        threshold: Number = 0, in number(-1e6, 1e6);
        /// The distance on either side of the threshold over which the values blend, 0 to 10^6. With 0 they do not blend.
        falloff: Number = 0, in number(0.0, 1e6);
    }, also ["switch"]
}

impl Kind for Select {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let a = at.input("a", &self.a)?;
        let b = at.input("b", &self.b)?;
        let control = at.input("control", &self.control)?;
        let (threshold, falloff) = (self.threshold.to_f64(), self.falloff.to_f64());
        let (low, high) = (at.constant(threshold - falloff), at.constant(threshold + falloff));
        let mask = at.call(&SMOOTHSTEP, &[control, low, high])?;
        at.call(&LERP, &[a, b, mask])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).or(of(&self.b))
    }
}
