//! The node `blue`.

use crate::graph::prelude::*;

kind! {
    /// Blue noise in the plane of x and y: every cell has its own value, from -1 to below 1, and cells with similar values lie far apart.
    ///
    /// The values are the ranks of a table of 64 by 64 cells, which repeats, made by void and cluster (Ulichney, "The void-and-cluster method for dither array
    /// generation", 1993). In each square of 64 by 64 cells every value from -4095/4096 to 4095/4096, in steps of 2/4096, occurs once. So above a threshold lies
    /// a known share of the cells, spread evenly, without the clumps and gaps of white noise.
    ///
    /// ```
    /// # use lacuna::nodes::Blue;
    /// # use lacuna::{Axis, Cpu, Domain, Grid, Program};
    /// let program = Program::new(Blue::new().frequency(64))?;
    /// let cells = Domain::from(Grid::plane(Axis::extent(0, 1, 64), Axis::extent(0, 1, 64)));
    /// let samples = Cpu::new().sample(&program, &cells)?;
    /// assert_eq!(samples.iter().filter(|value| **value > 0.875).count(), 256);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Blue {
        /// Cells per unit, above 0. With one cell per pixel it dithers a picture.
        frequency: Number = 1, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The seed, which moves the table by whole cells. No seed means 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
    }, also ["void_and_cluster", "dither", "bayer"]
}

impl Blue {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice { frequency: self.frequency, offset: self.offset.as_ref(), seed: self.seed, ..Lattice::PLAIN }
    }
}

impl Kind for Blue {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        at.noise(&Noise::of_cells(self.lattice(), BasisFunction::Blue2))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
