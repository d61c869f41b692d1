//! The node `torus`.

use super::simplex::Simplex;
use crate::graph::prelude::*;

kind! {
    /// Wraps x and y around a torus in four dimensions: the source is evaluated at (radius cos a, radius sin a, radius cos b, radius sin b), where a is one
    /// turn over `width` units of x and b one over `height` units of y. Makes any node tile.
    ///
    /// In a fractal of whole lacunarity it tiles, too. Where its coordinates are rotated, skewed or warped, the angles are values, and it repeats as closely
    /// as f32 rounds them.
    ///
    /// ```
    /// # use lacuna::nodes::Simplex;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let tiling = Simplex::new().dimensions(4).torus().width(4).height(4);
    /// let samples = Cpu::new().sample(&Program::new(tiling)?, &Domain::points([[0.3, 0.7], [4.3, -3.3]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Torus(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The period along x, in units, above 0.
        width: Number = 8, in LENGTH;
        /// The period along y, in units, above 0.
        height: Number = 8, in LENGTH;
        /// The radius of both circles, in units, above 0.
        radius: Number = 1, in LENGTH;
    }, example Self::of(Simplex { dimensions: Some(4), ..Simplex::default() }), also ["tile", "tileable", "seamless"]
}

impl Kind for Torus {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, ..] = at.space().axes;
        let (width, height) = (self.width.to_ratio(), self.height.to_ratio());
        let dual = at.source_on(&self.source, |at| {
            let [x0, x1] = circle(at, &x, &width)?;
            let [y0, y1] = circle(at, &y, &height)?;
            Ok(Space { axes: [x0, x1, y0, y1].map(|axis| axis.scaled(&radius)) })
        })?;
        on_surface(at, dual, [&x, &y], |at, [along_x, along_y]| {
            let radius = self.radius.to_f64();
            Ok([scaled(at, along_x, 1.0 / (radius * radians(&width)))?, scaled(at, along_y, 1.0 / (radius * radians(&height)))?])
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
