//! The node `loop`.

use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// Loops in time: z runs around a circle in the source's z and w, so that frame 0 follows the last frame. The source is evaluated at (x, y, radius cos a,
    /// radius sin a), and only a four-dimensional source uses all four coordinates.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().dimensions(4).looped().length(24))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 0.7, 0.0], [0.3, 0.7, 24.0]]))?;
    /// assert_eq!(samples[0], samples[1]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Loop(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The period along z, in units, above 0.
        length: Number = 1, in LENGTH;
        /// The radius of the circle, in units, above 0. A larger one changes more in a turn.
        radius: Number = 1, in LENGTH;
    }, example Self::of(Perlin { dimensions: Some(4), ..Perlin::default() }), also ["animate", "time"]
}

impl Kind for Loop {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, z, _] = at.space().axes;
        at.source_in(&self.source, |at| {
            let [cosine, sine] = circle(at, &z, &self.length.to_ratio())?;
            Ok(Space { axes: [x.clone(), y.clone(), cosine.scaled(&radius), sine.scaled(&radius)] })
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_near(&self) -> bool {
        true
    }
}
