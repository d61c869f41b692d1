//! The node `colour`.

use crate::graph::prelude::*;

kind! {
    /// A colour, the same everywhere: a value with three channels of linear light, or with four if it has alpha.
    ///
    /// ```
    /// # use lacuna::nodes::Colour;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Colour::of([0_u8, 255, 0]))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Colour(
        /// The colour.
        value: Color;
    ) {
        /// The colour space of its numbers.
        space: ColorSpace;
    }, example Self::of([200_u8, 120, 60]), also ["color", "rgb", "rgba", "uniform_color"]
}

impl Kind for Colour {
    fn is_constant(&self) -> bool {
        true
    }

    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        Ok(match at.channel() {
            ColorChannel::Alpha => at.constant(self.value.alpha().unwrap_or(1.0)),
            channel => at.constant(light(&self.value, self.space)[channel as usize]),
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNIT
    }

    fn makes(&self) -> Option<Lanes> {
        Some(if self.value.alpha().is_some() { Lanes::ColorAndAlpha } else { Lanes::Color })
    }
}
