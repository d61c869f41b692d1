//! The node `torus`.

use super::simplex::Simplex;
use crate::graph::room::*;

map! {
    /// Winds x and y round a torus in four dimensions: the source sees (radius cos a, radius sin a, radius cos b, radius sin b). Tiles any node.
    ///
    /// In a fractal of whole lacunarity it tiles too. Where its coordinates are rotated, skewed or displaced, the angles are values, and it repeats as
    /// closely as f32 rounds them.
    ///
    /// ```
    /// # use lacuna::nodes::Simplex;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let tiling = Simplex::new().dimensions(4).torus().width(4).height(4);
    /// let samples = Cpu::new().sample(&Program::new(&Graph::from(tiling))?, &Domain::points([[0.3, 0.7], [4.3, -3.3]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Torus over Simplex { dimensions: Some(4), ..Simplex::default() } => {
        /// After how many units x comes round, above 0.
        width = eight "eight",
        /// After how many units y comes round, above 0.
        height = eight "eight",
        /// The radius of both circles, in units, above 0.
        radius = one "one",
    }
}

impl NodeSpec for Torus {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, ..] = at.space().axes;
        at.source_in(&self.source, &mut |at| {
            let [x0, x1] = circle(at, &x, &self.width.to_ratio())?;
            let [y0, y1] = circle(at, &y, &self.height.to_ratio())?;
            Ok(Space { axes: [x0, x1, y0, y1].map(|axis| axis.scaled(&radius)) })
        })
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source)
    }

    fn cases() -> Cases {
        numbered(&[
            || four_dimensional().torus().width(4).height(3).radius(0.5).into(),
            || four_dimensional().fbm().octaves(3).torus().into(),
            || Node::from(four_dimensional().torus()).fbm().octaves(3).into(),
        ])
    }

    fn is_near() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["tile", "tileable", "seamless"]
    }
}
