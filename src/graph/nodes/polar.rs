//! The node `polar`.

use super::coordinate::ANGLE;
use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// Wraps its source around a centre: x becomes the direction from the centre, with `repeat` units per turn, and y the distance. For a sample at the angle
    /// a, in turns from x towards y, from -1/2 to 1/2, the source is evaluated at (a * `repeat`, distance, z, w).
    ///
    /// A source that repeats after `repeat` units along x is seamless, such as one of the frequency f with a period of f * `repeat` cells along x, also in a
    /// fractal of whole lacunarity. All directions meet at the centre, so a source that varies along x is pinched there. Distances are clamped to 2^20 cells
    /// of the source's lattice.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// // Six units of two cells each.
    /// let round = Perlin::new().dimensions(2).frequency(2).period([12, 0]).polar().repeat(6);
    /// let samples = Cpu::new().sample(&Program::new(round)?, &Domain::points([[-3.0, 0.0], [-3.0, -1e-6]]))?;
    /// assert!((samples[0] - samples[1]).abs() < 1e-5);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Polar(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The centre, as x and y, each within ±2^31.
        centre: [Number; 2] = [0, 0], in PLACE;
        /// The number of units of the source per turn, 1 to 1024.
        repeat: u32 = 1, in whole(1, 1024);
    }, example Self::of(Perlin { period: Some([1, 0].into()), ..Perlin::default() }), also ["polar_coordinates", "radial", "cartesian_to_polar"]
}

impl Kind for Polar {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.source_in(&self.source, |at| {
            let [x, y] = values_from(at, self.centre)?;
            let (angle, distance) = (at.call(&ANGLE, &[y, x])?, length(at, x, y)?);
            let depth = at.depth();
            let mut space = at.space();
            space.axes[0] = Affine::displaced(angle, BigInt::from(self.repeat).into(), depth);
            space.axes[1] = Affine::displaced(distance, BigRational::one(), depth);
            Ok(space)
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_near(&self) -> bool {
        true
    }
}
