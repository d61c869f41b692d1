//! The node `slope`.

use super::cellular::Cellular;
use super::coordinate::squares;
use super::coordinate::{Coordinate, CoordinateKind};
use super::perlin::Perlin;
use super::simplex::Simplex;
use super::sqrt::SQRT;
use crate::graph::room::*;

differential! {
    /// How steep its source is: the length of the gradient in x and y, per unit.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Perlin::new().slope()))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0] > 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Slope [
        /// What is differentiated.
        source
    ] {} example Self::of(Perlin::default())
}

impl NodeSpec for Slope {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let source = at.differentiated("source", &self.source)?;
        let [x, y] = [DomainAxis::X, DomainAxis::Y].map(|axis| at.derivative_or_zero(source, axis as usize));
        let squares = squares(at, x, y)?;
        at.call(&SQRT, &[squares])
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::between(0.0, f64::INFINITY)
    }

    fn cases() -> Cases {
        numbered(&[
            || Simplex::new().ridged().octaves(3).slope().into(),
            || Simplex::new().hybrid().octaves(3).slope().into(),
            || Cellular::new().slope().into(),
            || Node::from(a().warp().x(b()).y(b()).strength(0.3)).slope().into(),
            || Node::from(a().warp().x(b()).octaves(3)).slope().into(),
            || Node::from(four_dimensional().torus()).slope().into(),
            || Node::from(a().sphere()).slope().into(),
            || a().transform().rotate(30).scale(2).slope().into(),
            || a().abs().sqrt().slope().into(),
            || Node::from(Coordinate::new().axis(CoordinateKind::Angle)).slope().into(),
        ])
    }

    fn is_differential() -> bool {
        true
    }

    fn synonyms() -> &'static [&'static str] {
        &["steepness"]
    }
}
