//! The node `perlin`.

use crate::graph::prelude::*;
use crate::seeding::MAX_TABLE_PERIOD;

choices! {
    /// The interpolation between lattice points, as a function of the fraction t of a cell.
    pub enum Interpolation = Quintic {
        /// t.
        Linear "linear",
        /// (1 - cos(pi t)) / 2.
        Cosine "cosine",
        /// 3t^2 - 2t^3 (Perlin 1985).
        Cubic "cubic",
        /// 6t^5 - 15t^4 + 10t^3 (Perlin 2002), whose second derivative is continuous.
        Quintic "quintic",
    }
}

choices! {
    /// A set of gradients.
    pub enum GradientSet = Improved {
        /// The directions to the twelve edges of a cube (Perlin 2002), or in four dimensions the thirty-two of a hypercube. In one dimension six of sixteen
        /// have no component along the line, so that an eighth of all cells is 0 throughout.
        Improved "improved",
        /// Eight unit vectors, 45 degrees apart, only in two dimensions.
        Classic "classic",
        /// Sixteen slopes, ±1/8, ±2/8 ... ±8/8, none of which is 0: the ±1 to ±8 of Gustavson ("noise1234", 2003), divided by 8. In more than one dimension
        /// the same as `improved`.
        Slopes "slopes",
    }
}

basis! {
    /// Improved Perlin noise (Ken Perlin, "Improving Noise", SIGGRAPH 2002).
    ///
    /// Values lie within ±0.5 in one dimension, ±1 in two, ±1.04 in three and ±1.54 in four, and are 0 at every lattice point. The 2-D noise is the plane
    /// z = 0 of the 3-D noise. The 1-D noise, which has its own slopes, and the 4-D noise are separate. With the gradients `improved` the 1-D noise is the line
    /// y = z = 0 of the 3-D noise.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Perlin::new())?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[3.14, 42.0, 7.0]]))?;
    /// assert_eq!(samples, [0.13691995]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Perlin, 4 dimensions {
        /// The source of the gradients at lattice points. Defaults to the lattice hash, but without a seed to Ken Perlin's own table. A seed shuffles the
        /// table.
        hash: Option<HashKind>;
        /// The gradients at lattice points. Defaults to `slopes` in one dimension and to `improved` in more.
        gradients: Option<GradientSet>;
        /// The interpolation between lattice points.
        fade: Interpolation;
    }, with validate_perlin, hash hash_kind, also ["noise", "gradient_noise", "classic_noise", "improved_noise"]
}

impl Perlin {
    fn validate_perlin(&self, place: &str) -> Result<()> {
        if let Some(cells) = self.period.iter().flat_map(PerAxis::values).find(|&&cells| cells > MAX_TABLE_PERIOD)
            && self.hash_kind() == HashKind::Table
        {
            return Err(Error::outside(
                format!("{place}.period"),
                [0.0, MAX_TABLE_PERIOD.into()],
                format!(
                    "{cells} cells is too long for the permutation table, which repeats after {MAX_TABLE_PERIOD}; give 1 to {MAX_TABLE_PERIOD}, 0 \
                     for none, or `hash = \"lattice\"`"
                ),
            ));
        }
        if self.gradients == Some(GradientSet::Classic) && self.dimensions != Some(2) {
            return Err(Error::parameter(
                format!("{place}.gradients"),
                "the classic gradients are for two dimensions only; add `dimensions = 2`",
            ));
        }
        Ok(())
    }

    fn hash_kind(&self) -> HashKind {
        self.hash.unwrap_or(if self.seed.is_none() { HashKind::Table } else { HashKind::Lattice })
    }

    /// Returns the default gradients.
    fn default_gradients(&self) -> GradientSet {
        if self.dimensions == Some(1) { GradientSet::Slopes } else { GradientSet::Improved }
    }
}

impl Kind for Perlin {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        use BasisFunction::{Perlin1, Perlin2, Perlin3, Perlin4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        let gradients = match self.gradients.unwrap_or_else(|| self.default_gradients()) {
            GradientSet::Slopes if dimensions > 1 => GradientSet::Improved,
            gradients => gradients,
        };
        at.noise(&Noise {
            lattice: self.lattice(),
            function: [Perlin1, Perlin2, Perlin3, Perlin4][dimensions - 1],
            options: &[("gradients", gradients as u32), ("interpolation", self.fade as u32)],
            scalars: &[],
            bound: 3.0,
            steepest: 30.0,
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        if self.dimensions == Some(1) { Interval::between(-0.5, 0.5) } else { Interval::SIGNED }
    }
}
