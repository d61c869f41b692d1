//! The node `smooth_min` and its function.

use super::lerp::LERP;
use crate::graph::prelude::*;

kind! {
    /// The smaller of two values, rounded off where they come closer than `radius` (Quilez, "Smooth Minimum", 2013).
    ///
    /// ```
    /// # use lacuna::nodes::SmoothMin;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(SmoothMin::of(2, 0.5).radius(0.25))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    SmoothMin(
        /// The first value.
        a: Input;
        /// The second value.
        b: Input;
    ) {
        /// The difference below which the values are rounded off, 0 to 10^6. With 0 they are not.
        radius: Number = 0.1, in number(0.0, 1e6);
    }, also ["smin"]
}

impl Kind for SmoothMin {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_both(&SMOOTH_MIN, &self.a, &self.b, &[self.radius.to_f64()])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let value = of(&self.a).min(of(&self.b));
        Interval { least: value.least - self.radius.to_f64() / 4.0, ..value }
    }
}

pub(crate) static SMOOTH_MIN: Differentiable = Differentiable::new(
    Function::SmoothMin,
    |bounds, _| bounds[0].max(bounds[1]) + bounds[2],
    |call| {
        let share = call.call(&SHARE, call.arguments)?;
        let (a, b) = (call.or_zero(call.derivatives[0]), call.or_zero(call.derivatives[1]));
        call.call(&LERP.formula, &[b, a, share]).map(Some)
    },
);

/// The share of the first value in the derivative.
static SHARE: Formula = Formula { function: Function::SmoothMinShare, bound: |_, _| 1.0 };
