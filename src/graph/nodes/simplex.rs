//! The node `simplex`.

use crate::graph::prelude::*;
use crate::strict::simplex::{SIMPLEX_UNSKEW_2, SIMPLEX_UNSKEW_3, SIMPLEX_UNSKEW_4};

basis! {
    /// Simplex noise (Perlin, "Noise Hardware", 2001), continuous everywhere.
    ///
    /// Values lie within ±1. It has no period of its own: for seamless simplex noise, put four-dimensional noise on a [`torus`](super::Torus).
    ///
    /// ```
    /// # use lacuna::nodes::Simplex;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Simplex::new().frequency(3))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75, 0.5]]))?;
    /// assert!(samples[0].abs() <= 1.1);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Simplex, 4 dimensions {}, with validate_period, also ["opensimplex", "opensimplex2", "supersimplex", "open_simplex"]
}

impl Simplex {
    fn validate_period(&self, place: &str) -> Result<()> {
        let repeats = self.period.as_ref().is_some_and(|period| period.values().iter().any(|&cells| cells != 0));
        if repeats {
            return Err(Error::parameter(
                format!("{place}.period"),
                "simplex noise has no period along the axes; wrap it in a node of kind `torus`, which tiles any 4-D noise, or take `perlin`",
            ));
        }
        Ok(())
    }
}

impl Kind for Simplex {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{Simplex1, Simplex2, Simplex3, Simplex4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        // In units of 2^-24.
        let unskew = [0, SIMPLEX_UNSKEW_2, SIMPLEX_UNSKEW_3, SIMPLEX_UNSKEW_4][dimensions - 1];
        at.noise(&Noise {
            lattice: self.lattice(),
            function: [Simplex1, Simplex2, Simplex3, Simplex4][dimensions - 1],
            options: &[],
            scalars: &[],
            bound: 2.0,
            steepest: 40.0,
            unskew: f64::from(unskew) / f64::from(1 << 24),
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::SIGNED
    }
}
