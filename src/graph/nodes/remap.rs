//! The node `remap`.

use crate::graph::prelude::*;

kind! {
    /// A range of values mapped linearly onto another, also beyond the ends.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().remap([-1, 1], [0, 255]))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Remap(
        /// The value.
        source: Input;
        /// The two values to map, within ±10^6 and at least 10^-30 apart.
        from: [Number; 2] = [-1, 1], in RANGE;
        /// The two values that they become, within ±10^6.
        to: [Number; 2] = [0, 1], in RANGE;
    ) {}, with validate_from, also ["map_range"]
}

/// The narrowest range: the reciprocal of a narrower one, times the range that it is mapped to, overflows.
const NARROWEST: f64 = 1e-30;

/// Two values.
pub(super) const RANGE: KeyKind = pair(&[number(-1e6, 1e6); 2]);

impl Remap {
    fn line(&self) -> [f64; 2] {
        line(self.from.map(Number::to_f64), self.to.map(Number::to_f64))
    }

    fn validate_from(&self, place: &str) -> Result<()> {
        validate_from(place, self.from)
    }
}

/// Returns the factor and the offset that map one range of values onto another.
pub(super) fn line(from: [f64; 2], to: [f64; 2]) -> [f64; 2] {
    let scale = (to[1] - to[0]) / (from[1] - from[0]);
    [scale, to[0] - from[0] * scale]
}

/// Checks that a range is wide enough to be mapped.
pub(super) fn validate_from(place: &str, from: [Number; 2]) -> Result<()> {
    if (from[1].to_f64() - from[0].to_f64()).abs() < NARROWEST {
        return Err(Error::parameter(
            format!("{place}.from"),
            format!("the two values are nearly equal; give two that differ by {NARROWEST:e} or more"),
        ));
    }
    Ok(())
}

impl Kind for Remap {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.call_source(&SCALE_OFFSET, &self.source, &self.line())
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let [scale, offset] = self.line();
        of(&self.source).scaled(scale, offset)
    }

    fn linear(&self) -> Option<(&dyn Source, [f64; 2])> {
        Some((&self.source, self.line()))
    }
}
