//! The node `cylinder`.

use crate::graph::prelude::*;

kind! {
    /// Wraps x around a cylinder: the source is evaluated at (radius cos a, y, radius sin a), where a is one turn over `width` units. Seamless along x.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().cylinder().width(8))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 0.7], [8.3, 0.7]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cylinder(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The period along x, in units, above 0.
        width: Number = 8, in LENGTH;
        /// The radius, in units, above 0. A radius of width / (2 pi) preserves distances along x.
        radius: Number = 1, in LENGTH;
    }
}

impl Kind for Cylinder {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, ..] = at.space().axes;
        let width = self.width.to_ratio();
        let dual = at.source_on(&self.source, |at| {
            let [cosine, sine] = circle(at, &x, &width)?;
            Ok(Space { axes: [cosine.scaled(&radius), y.clone(), sine.scaled(&radius), Affine::default()] })
        })?;
        on_surface(at, dual, [&x, &y], |at, [along_x, along_y]| {
            Ok([scaled(at, along_x, 1.0 / (self.radius.to_f64() * radians(&width)))?, along_y])
        })
    }

    fn is_surface(&self) -> bool {
        true
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_near(&self) -> bool {
        true
    }
}
