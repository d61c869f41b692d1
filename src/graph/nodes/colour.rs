//! The node `colour`.

use crate::graph::prelude::*;

keyed! {
    /// A colour, the same everywhere: a value with three channels of linear light, or with four if it has alpha.
    ///
    /// ```
    /// # use lacuna::nodes::Colour;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Colour::of([0_u8, 255, 0])))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Colour(
        /// The colour.
        value: Color;
    ) {
        /// The colour space of its numbers.
        space: ColorSpace;
    }, example Self::of([200_u8, 120, 60])
}

impl NodeSpec for Colour {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        Ok(match at.channel() {
            ColorChannel::Alpha => at.constant(self.value.alpha().unwrap_or(1.0)),
            channel => at.constant(light(&self.value, self.space)[channel as usize]),
        })
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::UNIT
    }

    fn makes(&self) -> Option<Lanes> {
        Some(if self.value.alpha().is_some() { Lanes::ColorAndAlpha } else { Lanes::Color })
    }

    fn cases() -> Cases {
        numbered(&[|| Self::of([200_u8, 120, 60]).into(), || Self::of([0.1, 0.2, 0.9, 0.5]).space(ColorSpace::Linear).into()])
    }

    fn synonyms() -> &'static [&'static str] {
        &["color", "rgb", "rgba", "uniform_color"]
    }
}
