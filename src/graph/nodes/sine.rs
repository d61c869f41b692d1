//! The node `sine` and its function.

use super::multiply::MULTIPLY;
use super::scale_offset::SCALE_OFFSET;
use crate::graph::prelude::*;

keyed! {
    /// The sine of the value in turns: 0 at every multiple of 1/2. Values are clamped to ±2^20 turns.
    ///
    /// ```
    /// # use lacuna::nodes::Sine;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Sine::of(0.25)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sine(
        /// The angle, in turns.
        source: Input;
    ) {}
}

impl NodeSpec for Sine {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_source(&SINE, &self.source, &[])
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::SIGNED
    }

    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(3, 0).sine().into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["sin", "cos", "wave"]
    }
}

pub(crate) static SINE: Differentiable = Differentiable::new(
    Function::Sine,
    |_, _| 1.0,
    |call| {
        // The cosine is the sine of an angle a quarter of a turn larger.
        let (one, quarter, tau) = (call.number(1.0), call.number(0.25), call.number(std::f64::consts::TAU));
        let ahead = call.call(&SCALE_OFFSET.formula, &[call.arguments[0], one, quarter])?;
        let cosine = call.call(&SINE.formula, &[ahead])?;
        let steepness = call.call(&MULTIPLY.formula, &[cosine, tau])?;
        call.product(call.derivatives[0], steepness)
    },
);
