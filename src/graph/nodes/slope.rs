//! The node `slope`.

use crate::graph::prelude::*;

kind! {
    /// The steepness of its source: the length of the gradient in x and y, per unit; on a `sphere`, `cylinder`, `torus` or `cube` per unit of length on the
    /// surface.
    ///
    /// At a pole, where all x share one point, the part along x is 0. Where nodes outside a map rotate or warp its coordinates, or a fractal scales them,
    /// the slope is per unit of the domain.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().slope())?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Slope(
        /// The value to differentiate.
        source: Input;
    ) {
        /// The measure of length where the source lies on such a surface.
        per: Per;
        /// The method that finds the slopes. A `difference` is taken along the node's own x and y, on a `sphere` or a `cube` along the axes of the space
        /// that contains it.
        method: SlopeMethod;
        /// The distance between the values of a `difference`, 10^-6 to 10^6 units. Defaults to 1/1024. The distance of a pixel gives the slopes that other
        /// programs compute from a height map.
        step: Option<Number>, in STEP;
    }, slopes by method, also ["steepness"]
}

impl Kind for Slope {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let [x, y] = slopes(at, &self.source, self.along(), self.method, self.step)?;
        let squared = squares(at, x, y)?;
        at.value(sqrt(squared))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::between(0.0, f64::INFINITY)
    }

    fn along(&self) -> Along {
        self.per.along(Along::Square)
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.method == SlopeMethod::Analytic
    }

    fn differences(&self) -> &[usize] {
        if self.method == SlopeMethod::Pixel { &[0, 1] } else { &[] }
    }
}
