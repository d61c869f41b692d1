//! The node `mosaic`.

use super::cellular::{Cellular, CellularOutput, Metric};
use crate::graph::prelude::*;

kind! {
    /// Evaluates its source at the feature point nearest to each sample, so that each cell has a single value: for a mosaic, or for a tint, a biome or a height
    /// per stone. The cells are those of a [`cellular`](Cellular) node with the same keys, and both nodes share one search.
    ///
    /// Each sample computes the point anew, to 2^-24 of a cell, so values within a cell differ by as much as the source changes over that distance. The
    /// derivative is 0.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Cpu, Domain, NodeExt, Program};
    /// // Without jitter the points are the centres of the cells, and the first cell reaches from 0 to 1.
    /// let mosaic = Perlin::new().mosaic().dimensions(2).jitter(0);
    /// let cpu = Cpu::new();
    /// let samples = cpu.sample(&Program::new(mosaic)?, &Domain::points([[0.25, 0.75]]))?;
    /// assert_eq!(samples, cpu.sample(&Program::new(Perlin::new())?, &Domain::points([[0.5, 0.5]]))?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Mosaic(
        /// The node to evaluate at the feature points.
        source: Input;
    ) {
        /// The number of coordinates that the cells use, 1 to 3. Defaults to 3.
        dimensions: Dimensions, in whole(1, 3);
        /// Cells per unit, above 0.
        frequency: Number = 1, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The measure of distance.
        metric: Metric;
        /// The randomness of the feature points' positions, 0 to 1. With 0 they lie at the centres of their cells, with 1 anywhere in them.
        jitter: Number = 1, in number(0.0, 1.0);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The period of the feature points on each axis, in cells: at most 2^30. With 0 they do not repeat.
        period: Option<PerAxis<u32>>, in PERIOD;
    }, also ["crystallize", "stained_glass", "cell_color", "pixelate"]
}

impl Mosaic {
    /// Returns the `cellular` node whose vectors from the nearest point the mosaic uses.
    fn cells(&self) -> Cellular {
        Cellular {
            dimensions: self.dimensions,
            frequency: self.frequency,
            offset: self.offset.clone(),
            metric: self.metric,
            output: CellularOutput::PointX,
            jitter: self.jitter,
            seed: self.seed,
            period: self.period.clone(),
            ..Cellular::default()
        }
    }

    fn ways(&self) -> &'static [CellularOutput] {
        const WAYS: [CellularOutput; 3] = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ];
        &WAYS[..usize::from(self.dimensions.unwrap_or(3))]
    }
}

impl Kind for Mosaic {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let cells = self.cells();
        let ways = self.ways().iter().map(|&way| cells.way(at, way)).collect::<Result<Vec<Dual>>>()?;
        let space = at.displaced_in_cells(&cells.lattice(), &ways, &-BigRational::one())?;
        Ok(Dual::flat(at.input_in(&space, "source", &self.source)?.value))
    }

    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        of(&self.source)
    }

    fn search(&self) -> Option<(String, Vec<u32>)> {
        Some(self.cells().search_for(self.ways()))
    }
}
