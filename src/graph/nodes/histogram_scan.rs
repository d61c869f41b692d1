//! The node `histogram_scan`.

use super::levels::in_unit;
use super::remap::{RANGE, validate_from};
use crate::graph::prelude::*;

kind! {
    /// A mask that spreads through the values of its source, like the histogram scan of texture editors: at position 0 nothing is white, at 1 everything is,
    /// and in between the high values turn white first.
    ///
    /// ```
    /// # use lacuna::nodes::HistogramScan;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(HistogramScan::of(0.75).from([0, 1]).position(0.5).contrast(0.5))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    HistogramScan(
        /// The value.
        source: Input;
    ) {
        /// The range of the source's values, within ±10^6 and at least 10^-30 apart.
        from: [Number; 2] = [-1, 1], in RANGE;
        /// The fraction of the range that is white, 0 to 1.
        position: Number = 0.5, in number(0.0, 1.0);
        /// The hardness of the border, 0 to 1: at 0 it spans the whole range, at 1 a millionth of it.
        contrast: Number = 0, in number(0.0, 1.0);
    }, with validate_scan, also ["scan", "mask"]
}

impl HistogramScan {
    fn validate_scan(&self, place: &str) -> Result<()> {
        validate_from(place, self.from)
    }
}

/// The narrowest border, as a fraction of the range.
const NARROWEST: f64 = 1e-6;

impl Kind for HistogramScan {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let [low, high] = self.from.map(Number::to_f64);
        let width = (1.0 - self.contrast.to_f64()).max(NARROWEST);
        let start = (1.0 - self.position.to_f64()) * (1.0 + width) - width;
        in_unit(at, source, [start, start + width].map(|place| low + place * (high - low)))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }
}
