//! The node `checker`.

use crate::graph::prelude::*;

kind! {
    /// A checkerboard: cells alternate between 1 and -1.
    ///
    /// ```
    /// # use lacuna::nodes::Checker;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Checker::new().dimensions(2))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.5, 0.5], [1.5, 0.5]]))?;
    /// assert_eq!(samples, [1.0, -1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Checker {
        /// The number of coordinates that the node uses, 1 to 4. Defaults to 3, or to 4 where the domain has four coordinates.
        dimensions: Dimensions, in whole(1, 4);
        /// Cells per unit, above 0.
        frequency: Number = 1, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
    }, dimensions 4, also ["checkerboard", "chessboard"]
}

impl Checker {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice { frequency: self.frequency, offset: self.offset.as_ref(), ..Lattice::PLAIN }
    }
}

impl Kind for Checker {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{Checker1, Checker2, Checker3, Checker4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise::of_cells(self.lattice(), [Checker1, Checker2, Checker3, Checker4][dimensions - 1]))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
