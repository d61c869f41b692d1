//! The node `white`.

use crate::graph::prelude::*;

basis! {
    /// White noise: every cell has its own random value, from -1 to below 1.
    ///
    /// ```
    /// # use lacuna::nodes::White;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(White::new().frequency(128))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75, 0.5]]))?;
    /// assert!(samples[0].abs() <= 1.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    White, 4 dimensions {}, also ["random"]
}

impl Kind for White {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{White1, White2, White3, White4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise::of_cells(self.lattice(), [White1, White2, White3, White4][dimensions - 1]))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
