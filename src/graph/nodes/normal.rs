//! The node `normal`.

use super::coordinate::squares;
use super::perlin::Perlin;
use super::quotient::QUOTIENT;
use super::scale_offset::scale_offset;
use super::sqrt::SQRT;
use crate::graph::room::*;

differential! {
    /// A component of the unit normal of the height field that its source is: (-strength dn/dx, -strength dn/dy, 1), normalised.
    ///
    /// ```
    /// # use lacuna::nodes::{DomainAxis, Perlin};
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().normal().axis(DomainAxis::Z)))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Normal [
        /// The heights.
        source
    ] {
        /// The component.
        axis: DomainAxis = DomainAxis::X, "DomainAxis::default";
        /// What heights are multiplied by, within ±10^6. 0: does not lean.
        strength: Number = one(), in number(-1e6, 1e6), "one";
    } example Self::of(Perlin::default())
}

impl NodeSpec for Normal {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let source = at.differentiated("source", &self.source)?;
        let strength = -self.strength.to_f64();
        let mut lean = |axis: DomainAxis| {
            let derivative = at.derivative_or_zero(source, axis as usize);
            scale_offset(at, derivative, strength, 0.0)
        };
        let (x, y) = (lean(DomainAxis::X)?, lean(DomainAxis::Y)?);
        let leaning = squares(at, x, y)?;
        let squared = scale_offset(at, leaning, 1.0, 1.0)?;
        let length = at.call(&SQRT, &[squared])?;
        let part = match self.axis {
            DomainAxis::X => x,
            DomainAxis::Y => y,
            DomainAxis::Z => at.constant(1.0),
        };
        let limit = at.constant(1.0);
        at.call(&QUOTIENT, &[part, length, limit])
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::SIGNED
    }

    fn cases() -> Cases {
        numbered(&[|| b().normal().strength(2).into(), || b().heterogeneous().octaves(3).normal().axis(DomainAxis::Z).into()])
    }

    fn is_differential() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["normal_map", "bump"]
    }
}
