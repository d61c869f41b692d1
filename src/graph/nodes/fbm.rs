//! The node `fbm`.

use crate::graph::prelude::*;

fractal! {
    /// Fractional Brownian motion: the sum of octaves of its source, each with `lacunarity` times the frequency and `gain` times the amplitude of
    /// the one before.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// let hills = Perlin::new().frequency(4).fbm().octaves(5.5).gain(0.4);
    /// let program = Program::new(hills)?;
    /// assert!(Cpu::new().sample(&program, &Domain::points([[0.3, 0.7]]))?[0].abs() < 1.1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Fbm {} and damping, also ["noise", "fractal", "musgrave", "multifractal"]
}

impl Kind for Fbm {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let octaves = self.summed();
        at.octaves(&octaves, Weighing::Shares, &octaves.slopes(), |at, Octave { sum, left, weight, value }| {
            let (value, left) = octaves.damped(at, value, left)?;
            Ok((at.call(&FBM_OCTAVE, &[sum, weight, value])?, left))
        })
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        let value = self.summed().damped_range(of(&self.source));
        self.summed().sum(|sum, factor, weight| (sum.plus(value.scaled(weight, 0.0)), factor))
    }

    fn differentiates(&self, _key: &str) -> bool {
        self.summed().is_damped()
    }
}

/// Adds a weighted value to the sum of the octaves so far.
pub(crate) static FBM_OCTAVE: Differentiable = Differentiable::new(
    Function::FbmOctave,
    |bounds, _| bounds[0] + bounds[1] * bounds[2],
    |call| {
        let (sum, value) = (call.or_zero(call.derivatives[0]), call.or_zero(call.derivatives[2]));
        call.call(&FBM_OCTAVE.formula, &[sum, call.arguments[1], value]).map(Some)
    },
);
