//! The node `join`.

use crate::graph::prelude::*;

kind! {
    /// A colour made from three numbers of linear light, or from four with alpha.
    ///
    /// ```
    /// # use lacuna::nodes::Join;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Join::of(0.25, 0.5, 1).alpha(0.75))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [0.25, 0.5, 1.0, 0.75]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Join(
        /// The red channel.
        red: Input;
        /// The green channel.
        green: Input;
        /// The blue channel.
        blue: Input;
    ) {
        /// The alpha channel, if the colour has one.
        alpha: MaybeInput;
    }, also ["combine_color", "combine_rgb", "compose", "merge"]
}

impl Kind for Join {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        match (at.channel(), &self.alpha) {
            (ColorChannel::Red, _) => at.input("red", &self.red),
            (ColorChannel::Green, _) => at.input("green", &self.green),
            (ColorChannel::Blue, _) => at.input("blue", &self.blue),
            (ColorChannel::Alpha, Some(alpha)) => at.input("alpha", alpha),
            (ColorChannel::Alpha, None) => Ok(at.constant(1.0)),
        }
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        self.inputs().into_iter().map(|(_, input)| of(input)).reduce(Interval::or).unwrap_or(Interval::UNKNOWN)
    }

    fn makes(&self) -> Option<Lanes> {
        Some(if self.alpha.is_some() { Lanes::ColorAndAlpha } else { Lanes::Color })
    }
}
