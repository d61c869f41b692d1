//! The node `split`.

use crate::graph::prelude::*;

kind! {
    /// One channel of a colour, as a number: linear light, or alpha, which is 1 if the colour has none.
    ///
    /// ```
    /// # use lacuna::nodes::{ColorChannel, Colour, Split};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Split::of(Colour::of([0_u8, 255, 0])).channel(ColorChannel::Green))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Split(
        /// The colour.
        source: Input;
    ) {
        /// The channel.
        channel: ColorChannel;
    }, also ["separate_color", "separate_rgb", "channel", "decompose"]
}

impl Kind for Split {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.lane(self.channel, "source", &self.source)
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source).or(Interval::of(1.0))
    }

    fn takes(&self, _key: &str) -> Lanes {
        Lanes::ColorAndAlpha
    }
}
