//! The node `lerp` and its function.

use crate::graph::prelude::*;

kind! {
    /// Linear interpolation: a where the mask is 0 or less, b where it is 1 or more.
    ///
    /// ```
    /// # use lacuna::nodes::Lerp;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Lerp::of(2, 4).mask(0.25))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [2.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Lerp(
        /// The value where the mask is 0.
        a: Input;
        /// The value where the mask is 1.
        b: Input;
    ) {
        /// The mask.
        mask: Input = 0.5;
    }, also ["interpolate"]
}

impl Kind for Lerp {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let a = at.input("a", &self.a)?;
        let b = at.input("b", &self.b)?;
        let mask = at.input("mask", &self.mask)?;
        at.call(&LERP, &[a, b, mask])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.a).or(of(&self.b))
    }
}

pub(crate) static LERP: Differentiable = Differentiable::new(
    Function::Lerp,
    |bounds, _| bounds[0].max(bounds[1]) * 2.0,
    |call| {
        let [a, b, mask] = *call.arguments else { unreachable!("as many as the function takes") };
        let (from, to) = (call.or_zero(call.derivatives[0]), call.or_zero(call.derivatives[1]));
        let blended = call.call(&LERP.formula, &[from, to, mask])?;
        let Some(derivative) = call.derivatives[2] else { return Ok(Some(blended)) };
        let apart = call.call(&SUBTRACT.formula, &[b, a])?;
        let moved = call.call(&MULTIPLY.formula, &[apart, derivative])?;
        // Outside 0..1 the mask is clamped, so its derivative has no effect.
        let (zero, one) = (call.number(0.0), call.number(1.0));
        let moved = call.call(&THRESHOLD.formula, &[mask, one, moved, zero])?;
        let moved = call.call(&THRESHOLD.formula, &[mask, zero, zero, moved])?;
        call.sum(Some(blended), Some(moved))
    },
);
