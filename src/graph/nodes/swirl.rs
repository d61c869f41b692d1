//! The node `swirl`.

use crate::graph::prelude::*;

kind! {
    /// Rotates the coordinates of its source about a centre: most at the centre, less with distance, and not beyond a radius. At the distance d from the
    /// centre, up to the radius r, the rotation is `turns` * (1 - d^2 / r^2)^2 turns, from x towards y like `rotate` of `transform`, so the image turns the other way. The
    /// value and its slope are continuous at the radius.
    ///
    /// Beyond the radius the source is unchanged, bit for bit. The coordinates are warped in the same way as by `warp`.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let cpu = Cpu::new();
    /// let places = Domain::points([[1.3, 0.9]]);
    /// let samples = cpu.sample(&Program::new(Perlin::new().swirl().turns(2).radius(1.5))?, &places)?;
    /// assert_eq!(samples, cpu.sample(&Program::new(Perlin::new())?, &places)?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Swirl(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The centre, as x and y, each within ±2^31.
        centre: [Number; 2] = [0, 0], in PLACE;
        /// The rotation at the centre, in turns, within ±8. With 0 nothing is rotated.
        turns: Number = 0.5, in number(-8.0, 8.0);
        /// The distance at which the rotation ends, in units, above 0.
        radius: Number = 2, in LENGTH;
    }, also ["twirl", "vortex", "spiral", "twist"]
}

impl Kind for Swirl {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.source_in(&self.source, |at| {
            let [x, y] = values_from(at, self.centre)?;
            let (turns, radius) = (self.turns.to_f64(), self.radius.to_f64());
            let squared = squares(at, x, y)?;
            let left = at.value(1.0 - quotient(squared, radius * radius))?;
            let angle = at.value(left * left * turns)?;
            let sine = at.value(SINE.of([angle.into()]))?;
            // The displacement of the coordinates, which is 0 beyond the radius.
            let shrunk = at.value(SINE.of([angle + 0.25]) - 1.0)?;
            let by = [at.value(x * shrunk - y * sine)?, at.value(y * shrunk + x * sine)?];
            for part in by {
                // At its steepest, at half the square of the radius, the angle changes by 2 pi times `turns` over the distance.
                hold_slopes(at, part, [x, y], 2.0 + std::f64::consts::TAU * turns.abs());
            }
            Ok(at.displaced(&[Some(by[0]), Some(by[1]), None, None], &BigRational::one(), at.depth()))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_near(&self) -> bool {
        true
    }
}
