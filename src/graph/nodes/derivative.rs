//! The node `derivative`.

use crate::graph::prelude::*;

kind! {
    /// The derivative of its source along an axis of the domain, per unit.
    ///
    /// ```
    /// # use lacuna::nodes::{DomainAxis, Perlin};
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().derivative().axis(DomainAxis::Y))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] != 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Derivative(
        /// The value to differentiate.
        source: Input;
    ) {
        /// The axis of the derivative.
        axis: DomainAxis;
        /// The measure of length where the source lies on a `sphere`, `cylinder`, `torus` or `cube`.
        per: Per = Per::Unit;
        /// The method that finds the derivative. A `difference` is taken along the node's own axis; per length on a `sphere` or a `cube` along the axes of
        /// the space that contains it.
        method: SlopeMethod;
        /// The distance between the values of a `difference`, 10^-6 to 10^6 units. Defaults to 1/1024.
        step: Option<Number>, in STEP;
    }, slopes by method, also ["gradient"]
}

impl Kind for Derivative {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let axis = self.axis as usize;
        if self.method == SlopeMethod::Pixel {
            return pixel_difference(at, &self.source, self.along(), self.step, axis);
        }
        if self.method == SlopeMethod::Difference {
            return slope_by_difference(at, &self.source, self.along(), self.step, axis);
        }
        refuse_step(at, self.step)?;
        let source = at.differentiated("source", &self.source, self.along())?;
        Ok(at.derivative_or_zero(source, axis))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNKNOWN
    }

    fn along(&self) -> Along {
        self.per.along(Along::Lines)
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.method == SlopeMethod::Analytic
    }

    fn differences(&self) -> &[usize] {
        match (self.method, self.axis) {
            (SlopeMethod::Pixel, DomainAxis::X) => &[0],
            (SlopeMethod::Pixel, DomainAxis::Y) => &[1],
            _ => &[],
        }
    }
}
