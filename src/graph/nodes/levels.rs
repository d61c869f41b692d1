//! The node `levels`.

use super::power::POWER;
use super::remap::{RANGE, line, validate_from};
use crate::graph::prelude::*;

kind! {
    /// A range of values stretched onto another and clamped to its ends, like the levels of an image editor.
    ///
    /// ```
    /// # use lacuna::nodes::Levels;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Levels::of(0.25).from([0, 1]).gamma(2))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Levels(
        /// The value.
        source: Input;
    ) {
        /// The input values that map to the ends, within ±10^6 and at least 10^-30 apart.
        from: [Number; 2] = [-1, 1], in RANGE;
        /// The output values at the ends, within ±10^6.
        to: [Number; 2] = [0, 1], in RANGE;
        /// The gamma of the midtones, 0.1 to 10: a position t between the ends becomes t to the power of 1 / gamma, so a gamma above 1 raises the midtones.
        /// Without it they stay as they are.
        gamma: Option<Number>, in number(0.1, 10.0);
    }, with validate_levels, also ["auto_levels"]
}

impl Levels {
    fn validate_levels(&self, place: &str) -> Result<()> {
        validate_from(place, self.from)
    }
}

impl Kind for Levels {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let source = at.input("source", &self.source)?;
        let to = self.to.map(Number::to_f64);
        let mut held = in_unit(at, source, self.from.map(Number::to_f64))?;
        if let Some(gamma) = self.gamma {
            held = at.value(POWER.of([held.into(), (1.0 / gamma.to_f64()).into()]))?;
        }
        at.value(held * (to[1] - to[0]) + to[0])
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let [a, b] = self.to.map(Number::to_f64);
        Interval::between(a.min(b), a.max(b))
    }
}

/// Returns the position of a value between two others, clamped to 0..1.
pub(super) fn in_unit(at: &mut Lowerer<'_>, source: Dual, from: [f64; 2]) -> Result<Dual> {
    let [scale, offset] = line(from, [0.0, 1.0]);
    let placed = at.value(source * scale + offset)?;
    at.let_go(placed.value);
    at.value(within_unit(placed))
}
