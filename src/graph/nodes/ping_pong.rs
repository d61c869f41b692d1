//! The node `ping_pong`.

use super::fbm::FBM_OCTAVE;
use crate::graph::prelude::*;

fractal! {
    /// Ping-pong noise: octaves folded back and forth, as the weighted sum of a triangle wave of (n + 1) * strength.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let program = Program::new(Perlin::new().ping_pong().strength(3))?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].abs() <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    PingPong {
        /// The number of folds, 0 to 1000. With 0 the result is -1 everywhere.
        strength: Number = 2, in number(0.0, 1000.0);
    }, also ["pingpong"]
}

impl Kind for PingPong {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let strength = self.strength.to_f64();
        at.octaves(&self.summed(), Weighing::Shares, &[], |at, Octave { sum, weight, value, .. }| {
            let value = PING_PONG.of([value.into(), strength.into()]);
            Ok((at.value(FBM_OCTAVE.of([sum.into(), weight.into(), value]))?, vec![]))
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let value = Interval::SIGNED;
        self.summed().sum(|sum, factor, weight| (sum.plus(value.scaled(weight, 0.0)), factor))
    }
}

static PING_PONG: Differentiable = Differentiable::new(Function::PingPong, |_, _| 1.0, |call| call.steep(&SLOPE));

static SLOPE: Formula = Formula { function: Function::PingPongSlope, bound: |_, numbers| 4.0 * numbers[1].abs() + 1.0 };
