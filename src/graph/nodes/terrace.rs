//! The node `terrace` and its function.

use crate::graph::prelude::*;

kind! {
    /// Terraces: levels 1/steps apart, with slopes between them.
    ///
    /// ```
    /// # use lacuna::nodes::Terrace;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Terrace::of(0.6).steps(4).sharpness(1))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Terrace(
        /// The value.
        source: Input;
    ) {
        /// Levels per unit, 1 to 10^4.
        steps: Number = 4, in number(1.0, 1e4);
        /// The hardness of the steps, 0 to 1: 0 leaves the value unchanged, 1 makes the steps vertical.
        sharpness: Number = 0.5, in number(0.0, 1.0);
    }, also ["terraces"]
}

impl Kind for Terrace {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let steps = self.steps.to_f64();
        at.call_source(&TERRACE, &self.source, &[steps, 1.0 / steps, self.sharpness.to_f64()])
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let (value, steps) = (of(&self.source), self.steps.to_f64());
        let levels = Interval::between((value.least * steps).floor() / steps, (value.greatest * steps).ceil() / steps);
        if self.sharpness.is_zero() { value } else { levels }
    }
}

pub(crate) static TERRACE: Differentiable = Differentiable::new(
    Function::Terrace,
    |bounds, _| bounds[0] + 2.0,
    |call| {
        let [v, steps, _, sharpness] = *call.arguments else { unreachable!("as many as the function takes") };
        let steepness = call.steepness(&SLOPE, &[v, steps, sharpness])?;
        call.product(call.derivatives[0], steepness)
    },
);

static SLOPE: Formula = Formula { function: Function::TerraceSlope, bound: |_, _| f64::from(1 << 24) };
