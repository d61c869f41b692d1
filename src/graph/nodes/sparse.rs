//! The node `sparse`.

use crate::graph::prelude::*;

basis! {
    /// Sparse convolution noise (Lewis, "Algorithms for Solid Noise Synthesis", SIGGRAPH 1989): random impulses at random positions, one per cell, spread by
    /// a smooth kernel.
    ///
    /// Each impulse has a weight from -1 to below 1. At a distance d below 1 it adds half its weight times (1 - d^2)^3. Unlike noise that is interpolated
    /// between lattice points, this noise varies equally everywhere and in all directions. Its first two derivatives are continuous.
    ///
    /// Values lie within ±1 in one dimension, ±2 in two and ±4 in three: one sample in 80 000 lies beyond ±1 in two dimensions, one in 350 000 in three.
    ///
    /// ```
    /// # use lacuna::nodes::Sparse;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Sparse::new().frequency(3))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75, 0.5]]))?;
    /// assert!(samples[0].abs() <= 4.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Sparse, 3 dimensions {}, also ["sparse_convolution"]
}

impl Kind for Sparse {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{Sparse1, Sparse2, Sparse3};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise {
            lattice: self.lattice(),
            function: [Sparse1, Sparse2, Sparse3][dimensions - 1],
            options: &[],
            scalars: &[],
            // A cell that begins at a distance g along each axis adds at most the product of (1 - g^2)^3 over the axes. Over the three cells of an axis the
            // sum is at most 1 + 1 + 0, at a lattice point. So the bound is half of 2 to the number of axes, and a hundredth for rounding.
            bound: [1.01, 2.02, 4.04][dimensions - 1],
            // Half of 6 d (1 - d^2)^2, at most 0.8587 for d = sqrt(1/5), in each of the three cells of one axis, times the sum of (1 - g^2)^2 over the cells
            // of every other axis, at most 2.125 between two lattice points.
            steepest: [2.6, 5.5, 11.7][dimensions - 1],
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
