//! The node `cellular`.

use crate::graph::room::*;

choices! {
    /// How far apart two points are.
    pub enum Metric = Euclidean {
        /// The straight distance.
        Euclidean "euclidean",
        /// Its square.
        Squared "squared",
        /// The sum of the distances along the axes.
        Manhattan "manhattan",
        /// The largest of the distances along the axes.
        Chebyshev "chebyshev",
    }
}

choices! {
    /// What cellular noise makes of the feature points near a sample.
    pub enum CellularOutput = F1 {
        /// The distance of the nearest.
        F1 "f1",
        /// The distance of the second nearest.
        F2 "f2",
        /// The second less the first: 0 on the borders between cells.
        F2MinusF1 "f2_minus_f1",
        /// A number from -1 to 1 that the nearest point's cell has to itself.
        CellValue "cell_value",
        /// The straight distance to the border between the nearest point's cell and the others: 0 on it, and largest inside (Quilez, "Voronoi borders", 2012).
        /// For the Euclidean metric alone. Where two points lie close to each other it is exact to 10^-7 divided by the distance between them.
        Edge "edge",
        /// How far the sample lies beyond the nearest point along x: with the others a place of its own for each cell.
        PointX "point_x",
        /// The same along y, in two and three dimensions.
        PointY "point_y",
        /// The same along z, in three dimensions.
        PointZ "point_z",
        /// The smooth minimum of the distances of all points, whose slope is continuous on the borders between cells: as F1 away from them.
        SmoothF1 "smooth_f1",
    }
}

basis! {
    /// Cellular noise (Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996): distances of the feature points nearby, one a cell, found exactly.
    ///
    /// ```
    /// # use lacuna::nodes::{Cellular, CellularOutput};
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let borders = Cellular::new().dimensions(2).output(CellularOutput::F2MinusF1);
    /// let program = Program::new(&Graph::from(borders))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!(samples[0] >= 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Cellular, 3 dimensions, hash LATTICE, once Table {
        /// How distances are measured.
        metric: Metric = Metric::Euclidean, "is_default";
        /// What is made of them.
        output: CellularOutput = CellularOutput::F1, "is_default";
        /// How far feature points may lie from the centres of their cells, 0 to 1 (anywhere in the cell). 0: does not move them.
        jitter: Number = Number::ONE, in number(0.0, 1.0), "is_one";
        /// By how much distances may differ that are blended for `smooth_f1`, 0 to 1. 0: as `f1`.
        smoothness: Number = Number::ONE, in number(0.0, 1.0), "is_one";
    } with validate_output
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
                format!("that axis is there from {axes} dimensions on; set `dimensions`"),
            ));
        }
        if self.output == CellularOutput::Edge && self.metric != Metric::Euclidean {
            return Err(Error::parameter(
                format!("{place}.metric"),
                "the distance to the border, `edge`, is straight; leave `metric` out, or take `f2_minus_f1`",
            ));
        }
        Ok(())
    }
}

/// As many outputs as one search makes.
const OUTPUTS: usize = 4;
/// The first output for which the other points have to be looked at too, or the way to the nearest.
const FIRST_OF_WAYS: u32 = CellularOutput::Edge as u32;

/// What is told of several outputs at once.
fn several(outputs: &[u32]) -> u32 {
    let has = |asked: &[CellularOutput]| asked.iter().any(|&output| outputs.contains(&(output as u32)));
    // Places that are left are filled with the least work.
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
    /// Names the search that nodes share which differ in nothing but what they take of it.
    fn name_of_search(&self) -> String {
        let Self { dimensions, metric, jitter, .. } = self;
        let smoothness = Some(self.smoothness).filter(|_| self.output == CellularOutput::SmoothF1);
        format!("{dimensions:?} {metric:?} {jitter:?} {smoothness:?} {:?}", self.lattice())
    }

    /// The search, and outputs that are taken of it.
    pub(crate) fn search_for(&self, outputs: &[CellularOutput]) -> (String, Vec<u32>) {
        (self.name_of_search(), outputs.iter().map(|&output| output as u32).collect())
    }

    /// An output without its derivatives, by a search that makes others too; none where the graph takes no other that goes with it.
    pub(crate) fn found(&self, at: &mut dyn Lowering, output: CellularOutput) -> Result<Option<Dual>> {
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

    /// An output that is found with the others, or alone.
    pub(crate) fn way(&self, at: &mut dyn Lowering, output: CellularOutput) -> Result<Dual> {
        match self.found(at, output)? {
            Some(found) => Ok(found),
            None => Ok(Dual::flat(self.noise(output as u32, |noise| at.noise(noise))?.value)),
        }
    }

    /// What no value exceeds, and no derivative along an axis of the lattice.
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

impl NodeSpec for Cellular {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let mut made = self.noise(self.output as u32, |noise| at.noise(noise))?;
        // Undisplaced cells share the nearest points among pixels, which is faster than to share a search among outputs.
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

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        if self.output == CellularOutput::CellValue {
            return Interval::SIGNED;
        }
        // No border is farther than the farthest place of a cell from its point. The nearest point lies no farther than that of the sample's own cell, the
        // second nearest than that of the nearest cell beside it.
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
        // A smooth minimum is less than the radius below the smallest, and a quarter of that is added.
        let least = match self.output {
            CellularOutput::SmoothF1 => -0.75 * self.smoothness.to_f64(),
            _ if is_way => -most,
            _ => 0.0,
        };
        Interval::between(least, most)
    }

    fn cases() -> Cases {
        let mut cases = Self::lattice_cases(true);
        for dimensions in 2..=3_u8 {
            for metric in [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev] {
                for output in [CellularOutput::F1, CellularOutput::F2, CellularOutput::F2MinusF1, CellularOutput::CellValue] {
                    let cellular = Self::new().dimensions(dimensions).metric(metric).output(output).jitter(0.9).hash(HashKind::Lattice);
                    cases.push((format!("{dimensions}-D, {metric:?}, {output:?}"), cellular.into()));
                }
            }
        }
        for dimensions in 1..=3_u8 {
            let cellular = Self::new().dimensions(dimensions).output(CellularOutput::Edge).jitter(0.9).hash(HashKind::Lattice);
            cases.push((format!("{dimensions}-D, Edge"), cellular.into()));
            let outputs = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ];
            for (output, metric) in
                outputs.into_iter().zip([Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev]).take(usize::from(dimensions))
            {
                let cellular = Self::new().dimensions(dimensions).metric(metric).output(output).jitter(0.9).hash(HashKind::Lattice);
                cases.push((format!("{dimensions}-D, {output:?}"), cellular.into()));
            }
        }
        for dimensions in 1..=3_u8 {
            for (metric, smoothness) in
                [(Metric::Euclidean, 0.6), (Metric::Squared, 0.3), (Metric::Manhattan, 1.0), (Metric::Chebyshev, 0.4)]
            {
                let cellular =
                    Self::new().dimensions(dimensions).metric(metric).output(CellularOutput::SmoothF1).smoothness(smoothness).jitter(0.9);
                cases.push((format!("{dimensions}-D, {metric:?}, SmoothF1"), cellular.hash(HashKind::Lattice).into()));
            }
        }
        cases
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[
            ("F1 ", Self::default()),
            ("F2 ", Self::new().output(CellularOutput::F2)),
            ("F2 - F1 ", Self::new().output(CellularOutput::F2MinusF1)),
            ("smooth F1 ", Self::new().output(CellularOutput::SmoothF1)),
            ("edge ", Self::new().output(CellularOutput::Edge)),
            ("cell value ", Self::new().output(CellularOutput::CellValue)),
        ])
    }

    fn synonyms() -> &'static [&'static str] {
        &["voronoi", "worley", "voronoise", "crackle", "cells"]
    }
}
