//! The node `sphere`.

use super::multiply::MULTIPLY;
use super::perlin::Perlin;
use crate::graph::room::*;

map! {
    /// Evaluates its source on a sphere about the origin, x being the longitude and y the latitude (equirectangular). Seamless along x, and the same
    /// all over each pole.
    ///
    /// The middle of the picture looks along x; y = 0 is the north pole, which looks along z.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().sphere().radius(3)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.3, 1.7], [8.3, 1.7], [0.0, 0.0], [2.5, 0.0]]))?;
    /// assert_eq!((samples[0], samples[2]), (samples[1], samples[3]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sphere over Perlin::default() => {
        /// How many units make a turn of the longitude, above 0.
        width = eight "eight",
        /// How many units lie between the poles, above 0.
        height = four "four",
        /// The radius, in units, above 0.
        radius = one "one",
    }
}

impl NodeSpec for Sphere {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let radius = self.radius.to_ratio();
        let [x, y, ..] = at.space().axes;
        at.source_in(&self.source, &mut |at| {
            let longitude = circle(at, &x, &self.width.to_ratio())?;
            let [polar, level] = arc(at, &y, &self.height.to_ratio())?;
            let level = at.plain_coordinate(&level)?;
            let mut part = |affine: &Affine| {
                let part = at.plain_coordinate(affine)?;
                let part = at.call(&MULTIPLY, &[level, part])?;
                Ok(Affine::displaced(part, -radius.clone(), at.depth()))
            };
            Ok(Space { axes: [part(&longitude[0])?, part(&longitude[1])?, polar.scaled(&radius), Affine::default()] })
        })
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source)
    }

    fn cases() -> Cases {
        numbered(&[
            || a().sphere().radius(2).into(),
            || a().fbm().octaves(4).sphere().into(),
            || Node::from(a().sphere()).transform().rotate(15).into(),
            || a().slope().sphere().into(),
        ])
    }

    fn is_near() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["globe", "equirectangular"]
    }
}
