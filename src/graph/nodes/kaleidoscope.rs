//! The node `kaleidoscope`.

use crate::graph::prelude::*;

kind! {
    /// Repeats a sector of its source around a centre, `segments` times per turn. Each segment is mirrored in its middle, so that neighbours meet without a
    /// seam.
    ///
    /// The sector runs from the direction of x through half a segment, 180 degrees / `segments`, towards y. For a sample at the angle a, and segments of the
    /// angle s, the source is evaluated at the angle min(b, s - b) and the same distance, where b is a modulo s. The coordinates are reflected in lines
    /// through the centre, so lengths are preserved. Relative to the centre, coordinates are clamped to ±2^20 cells of the source's lattice.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let four = Perlin::new().kaleidoscope().segments(4);
    /// let samples = Cpu::new().sample(&Program::new(four)?, &Domain::points([[2.0, 0.5], [0.5, 2.0], [-2.0, -0.5]]))?;
    /// assert!((samples[0] - samples[1]).abs() < 1e-5 && (samples[0] - samples[2]).abs() < 1e-5);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Kaleidoscope(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The number of segments per turn, 2 to 64.
        segments: u32 = 6, in whole(2, 64);
        /// The centre, as x and y, each within ±2^31.
        centre: [Number; 2] = [0, 0], in PLACE;
    }, also ["mandala", "radial_symmetry", "fold"]
}

impl Kind for Kaleidoscope {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.source_in(&self.source, |at| {
            let seen = values_from(at, self.centre)?;
            let sector = folded(at, seen, self.segments)?;
            Ok(laid_from(at, self.centre, sector))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn is_near(&self) -> bool {
        true
    }
}
