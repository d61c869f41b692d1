//! The node `mirror`.

use super::fraction::FRACTION;
use crate::graph::prelude::*;

choices! {
    /// The coordinates to mirror.
    pub enum MirrorAxis = X {
        /// x: the mirror is a line along y.
        X "x",
        /// y: the mirror is a line along x.
        Y "y",
        /// Both x and y, each by itself.
        Both "both",
    }
}

kind! {
    /// Mirrors its source: the side above the mirror also shows below it. With the mirror at m, the source is evaluated at m + |x - m|. With a `width` w it
    /// is evaluated at m + w * (1 - |1 - t|), where t is (x - m) / w modulo 2, so the coordinate runs back and forth between m and m + w and repeats after 2
    /// w.
    ///
    /// Both sides are equal bit for bit, except, with `width`, at distances from the mirror that are odd multiples of 2^-25 of 2 w. The repetitions of
    /// `width` are equal bit for bit, too, unless a fractal encloses the node. Without `width`, |x - m| is clamped to 2^20 cells of the source's lattice.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let mirrored = Perlin::new().mirror().at(0.5).width(2);
    /// let samples = Cpu::new().sample(&Program::new(mirrored)?, &Domain::points([[0.8, 0.7], [0.2, 0.7], [4.2, 0.7]]))?;
    /// assert_eq!((samples[0], samples[0]), (samples[1], samples[2]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Mirror(
        /// The node to evaluate at the new coordinates.
        source: Input;
    ) {
        /// The coordinates to mirror.
        axis: MirrorAxis;
        /// The position of the mirror, per axis, within ±2^31.
        at: PerAxis<Number> = 0, in OFFSET;
        /// The distance from one mirror to the next, in units, above 0. Without it there is only one mirror.
        width: Option<Number>, in LENGTH;
    }, also ["reflect", "reflection", "symmetry", "mirror_repeat", "flip"]
}

impl Mirror {
    /// Returns the distance of a coordinate from the mirror, and a factor that still applies to it.
    fn folded(&self, at: &mut Lowerer<'_>, aside: &Affine) -> Result<(Dual, BigRational)> {
        let Some(width) = self.width else {
            let aside = at.plain_coordinate(aside)?;
            return Ok((at.value(abs(aside))?, BigRational::one()));
        };
        let whole = twice(&width.to_ratio());
        // Unless a fractal scales it, the coordinate repeats after whole numbers.
        let period = PerAxis::All(1);
        let lattice = Lattice { period: (at.depth() == 0).then_some(&period), ..Lattice::PLAIN };
        let turns = at.coordinate(&aside.scaled(&whole.recip()), &lattice, 0)?;
        let there = at.call(&FRACTION, &[turns])?;
        Ok((at.value(min(there, 1.0 - there))?, whole))
    }
}

impl Kind for Mirror {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.source_in(&self.source, |at| {
            let depth = at.depth();
            let mut space = at.space();
            for (number, other) in [MirrorAxis::Y, MirrorAxis::X].into_iter().enumerate() {
                if self.axis == other {
                    continue;
                }
                let place = self.at.get(number).unwrap_or(Number::ZERO).to_ratio();
                let mut aside = space.axes[number].clone();
                if !place.is_zero() {
                    aside.add(&Affine::constant(-&place, depth));
                }
                let (folded, factor) = self.folded(at, &aside)?;
                let mut mirrored = Affine::displaced(folded, factor, depth);
                if !place.is_zero() {
                    mirrored.add(&Affine::constant(place, depth));
                }
                space.axes[number] = mirrored;
            }
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
