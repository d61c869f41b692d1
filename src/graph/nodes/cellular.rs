//! The node `cellular`.

use crate::graph::prelude::*;

choices! {
    /// A measure of the distance between two points.
    pub enum Metric = Euclidean {
        /// The Euclidean distance.
        Euclidean "euclidean",
        /// The square of the Euclidean distance.
        Squared "squared",
        /// The sum of the distances along the axes.
        Manhattan "manhattan",
        /// The largest of the distances along the axes.
        Chebyshev "chebyshev",
    }
}

choices! {
    /// The value that cellular noise computes from the feature points near a sample.
    pub enum CellularOutput = F1 {
        /// The distance to the nearest feature point.
        F1 "f1",
        /// The distance to the second nearest feature point.
        F2 "f2",
        /// The second distance minus the first: 0 on the borders between cells.
        F2MinusF1 "f2_minus_f1",
        /// A random number from -1 to 1, which belongs to the nearest point's cell.
        CellValue "cell_value",
        /// The Euclidean distance to the border between the nearest point's cell and the others: 0 on the border, and largest inside the cell (Quilez, "Voronoi
        /// borders", 2012). Only for the Euclidean metric. Where two points lie close to each other it is exact to 10^-7 divided by the distance between them.
        Edge "edge",
        /// The x coordinate of the sample relative to the nearest point. With `point_y` and `point_z` it gives each cell coordinates of its own.
        PointX "point_x",
        /// The y coordinate of the sample relative to the nearest point, in two and three dimensions.
        PointY "point_y",
        /// The z coordinate of the sample relative to the nearest point, in three dimensions.
        PointZ "point_z",
        /// The smooth minimum of the distances to all points. Its slope is continuous on the borders between cells, and away from them it equals `f1`.
        SmoothF1 "smooth_f1",
    }
}

basis! {
    /// Cellular noise (Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): the exact distances to nearby feature points, of which each cell has one.
    ///
    /// ```
    /// # use lacuna::nodes::{Cellular, CellularOutput};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let borders = Cellular::new().dimensions(2).output(CellularOutput::F2MinusF1);
    /// let program = Program::new(borders)?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!(samples[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cellular, 3 dimensions {
        /// The measure of distance.
        metric: Metric;
        /// The value that the node returns.
        output: CellularOutput;
        /// The randomness of the feature points' positions, 0 to 1. With 0 they lie at the centres of their cells, with 1 anywhere in them.
        jitter: Number = 1, in number(0.0, 1.0);
        /// The largest difference between distances that `smooth_f1` blends, 0 to 1. With 0 it equals `f1`.
        smoothness: Number = 1, in number(0.0, 1.0);
    }, with validate_output, also ["voronoi", "worley", "voronoise", "crackle", "cells"]
}

impl Cellular {
    fn validate_output(&self, place: &str) -> Result<()> {
        let axes = match self.output {
            CellularOutput::PointY => 2,
            CellularOutput::PointZ => 3,
            _ => 1,
        };
        if self.dimensions.unwrap_or(3) < axes {
            return Err(Error::parameter(
                format!("{place}.output"),
                format!("that axis needs {axes} dimensions or more; set `dimensions`"),
            ));
        }
        if self.output == CellularOutput::Edge && self.metric != Metric::Euclidean {
            return Err(Error::parameter(
                format!("{place}.metric"),
                "the distance to the border, `edge`, is always Euclidean; leave `metric` out, or take `f2_minus_f1`",
            ));
        }
        Ok(())
    }
}

/// The number of outputs that one search can return.
const OUTPUTS: usize = 4;
/// The first of the outputs that need other points too, or the vector from the nearest point.
const FIRST_OF_WAYS: u32 = CellularOutput::Edge as u32;

/// Returns the option that requests several outputs at once.
fn several(outputs: &[u32]) -> u32 {
    let has = |asked: &[CellularOutput]| asked.iter().any(|&output| outputs.contains(&(output as u32)));
    // The output that costs least fills the places that are left.
    let places = outputs.iter().copied().chain(std::iter::repeat(CellularOutput::PointX as u32)).take(OUTPUTS);
    let packed = places.enumerate().fold(0x1_0000, |packed, (place, output)| packed | output << (4 * place));
    let flags = [
        (has(&[CellularOutput::F2, CellularOutput::F2MinusF1, CellularOutput::Edge]), 0x2_0000),
        (has(&[CellularOutput::Edge]), 0x4_0000),
        (has(&[CellularOutput::SmoothF1]), 0x8_0000),
    ];
    flags.into_iter().filter(|(is_set, _)| *is_set).fold(packed, |packed, (_, flag)| packed | flag)
}

impl Cellular {
    /// Returns a name for the search. Nodes that differ only in the outputs they use share it.
    fn name_of_search(&self) -> String {
        let Self { dimensions, metric, jitter, .. } = self;
        let smoothness = Some(self.smoothness).filter(|_| self.output == CellularOutput::SmoothF1);
        format!("{dimensions:?} {metric:?} {jitter:?} {smoothness:?} {:?}", self.lattice())
    }

    /// Returns the name of the search, and the numbers of outputs.
    pub(crate) fn search_for(&self, outputs: &[CellularOutput]) -> (String, Vec<u32>) {
        (self.name_of_search(), outputs.iter().map(|&output| output as u32).collect())
    }

    /// Returns an output, without its derivatives, from a search that returns others too. None if the graph uses no other output of that search.
    pub(crate) fn found(&self, at: &mut Lowerer<'_>, output: CellularOutput) -> Result<Option<Dual>> {
        let asked = at.outputs_of(&self.name_of_search());
        let Some(place) = asked.iter().position(|&asked| asked == output as u32) else { return Ok(None) };
        let first = place - place % OUTPUTS;
        let together = &asked[first..asked.len().min(first + OUTPUTS)];
        if together.len() == 1 {
            return Ok(None);
        }
        let parts = self.noise(several(together), |noise| at.noise_parts(noise, &[], together.len()))?;
        let found = parts[place - first];
        at.bound_by(found.value, self.bounds(output).0);
        Ok(Some(found))
    }

    /// Returns an output, without its derivatives, from a shared search or from its own.
    pub(crate) fn way(&self, at: &mut Lowerer<'_>, output: CellularOutput) -> Result<Dual> {
        match self.found(at, output)? {
            Some(found) => Ok(found),
            None => Ok(Dual::flat(self.noise(output as u32, |noise| at.noise(noise))?.value)),
        }
    }

    /// Returns the bounds of absolute values, and of derivatives along an axis of the lattice.
    fn bounds(&self, output: CellularOutput) -> (f64, f64) {
        match (output, self.metric) {
            (CellularOutput::CellValue, _) => (1.0, 0.0),
            (_, Metric::Squared) => (48.0, 24.0),
            _ => (12.0, 2.0),
        }
    }

    fn noise<T>(&self, output: u32, with: impl FnOnce(&Noise<'_>) -> T) -> T {
        use BasisFunction::{Cellular1, Cellular2, Cellular3};
        let (bound, steepest) = self.bounds(self.output);
        with(&Noise {
            lattice: self.lattice(),
            function: [Cellular1, Cellular2, Cellular3][usize::from(self.dimensions.unwrap_or(3)) - 1],
            options: &[("metric", self.metric as u32), ("output", output)],
            scalars: &[self.jitter.to_f64(), self.smoothness.to_f64()],
            bound,
            steepest,
            unskew: 0.0,
        })
    }
}

impl Kind for Cellular {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let mut made = self.noise(self.output as u32, |noise| at.noise(noise))?;
        // Cells that are not warped share the nearest points among pixels, which is faster than sharing a search among outputs.
        let is_displaced = at.space().axes.iter().any(|axis| !axis.displaced.is_empty());
        if (is_displaced || self.output as u32 >= FIRST_OF_WAYS)
            && let Some(found) = self.found(at, self.output)?
        {
            made.value = found.value;
        }
        Ok(made)
    }

    fn search(&self) -> Option<(String, Vec<u32>)> {
        Some(self.search_for(&[self.output]))
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        if self.output == CellularOutput::CellValue {
            return Interval::SIGNED;
        }
        // The nearest point is no farther than the point of the sample's own lattice cell, and the second nearest no farther than that of the nearest cell
        // beside it. No border is farther than the farthest place of a cell from its point.
        let moved = 0.5 * self.jitter.to_f64();
        let across = f64::from(self.dimensions.unwrap_or(3)) - 1.0;
        let (own, along) =
            (0.5 + moved, if matches!(self.output, CellularOutput::F2 | CellularOutput::F2MinusF1) { 1.0 } else { 0.5 } + moved);
        let squared = along * along + across * own * own;
        let is_way = matches!(self.output, CellularOutput::PointX | CellularOutput::PointY | CellularOutput::PointZ);
        let most = match self.metric {
            Metric::Squared if !is_way => squared,
            Metric::Euclidean | Metric::Squared => squared.sqrt(),
            Metric::Manhattan => along + across * own,
            Metric::Chebyshev => along,
        };
        // A smooth minimum lies less than the radius below the smallest distance, and a quarter of the radius is added.
        let least = match self.output {
            CellularOutput::SmoothF1 => -0.75 * self.smoothness.to_f64(),
            _ if is_way => -most,
            _ => 0.0,
        };
        Interval::between(least, most)
    }
}
