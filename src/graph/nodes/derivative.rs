//! The node `derivative`.

use super::cellular::{Cellular, CellularOutput, Metric};
use super::perlin::Perlin;
use super::white::White;
use crate::graph::prelude::*;

differential! {
    /// The analytic derivative of its source along an axis of the domain, per unit.
    ///
    /// ```
    /// # use lacuna::nodes::{DomainAxis, Perlin};
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().derivative().axis(DomainAxis::Y)))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] != 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Derivative [
        /// The value to differentiate.
        source
    ] {
        /// The axis of the derivative.
        axis: DomainAxis = DomainAxis::X, "DomainAxis::default", "never";
        /// The measure of length where the source lies on a `sphere`, `cylinder`, `torus` or `cube`.
        per: Per = Per::Unit, "per_unit", "is_per_unit";
    } example Self::of(Perlin::default())
}

impl NodeSpec for Derivative {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let source = at.differentiated("source", &self.source, self.along())?;
        Ok(at.derivative_or_zero(source, self.axis as usize))
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::UNKNOWN
    }

    fn cases() -> Cases {
        numbered(&[
            || a().derivative().into(),
            || a().fbm().octaves(5).derivative().axis(DomainAxis::Y).into(),
            || Cellular::new().metric(Metric::Manhattan).output(CellularOutput::F2MinusF1).derivative().into(),
            || White::new().derivative().into(),
            || Node::from(a().sphere().radius(2)).derivative().per(Per::Surface).into(),
        ])
    }

    fn along(&self) -> Along {
        self.per.along(Along::Lines)
    }

    fn differentiates(&self, _key: &str) -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["gradient"]
    }
}
