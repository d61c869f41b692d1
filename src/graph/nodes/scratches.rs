//! The node `scratches`.

use crate::graph::prelude::*;

choices! {
    /// The output of a `scratches` node.
    pub enum ScratchesOutput = Value {
        /// The maximum over all scratches. A scratch is 1 in its middle, and falls to 0 at its edges, linearly, and at its ends. Without a scratch it is 0.
        Value "value",
        /// A random number for each scratch, from -1 to below 1: that of the highest one. Without a scratch it is 0.
        Id "id",
    }
}

kind! {
    /// Scratches in the plane of x and y, with random positions and directions, pointed at both ends, straight or bent.
    ///
    /// In each layer, each cell contains the middle of one scratch. A sample considers every scratch that can reach it, so none is cut. Nodes whose keys differ
    /// only in `output` describe the same scratches.
    ///
    /// ```
    /// # use lacuna::nodes::Scratches;
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Scratches::new().frequency(4).layers(8))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.25, 0.75]]))?;
    /// assert!((0.0..=1.0).contains(&samples[0]));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Scratches {
        /// The output.
        output: ScratchesOutput;
        /// Cells per unit, above 0.
        frequency: Number = 1, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The number of scratches per cell, 1 to 16.
        layers: u32 = 2, in whole(1, 16);
        /// The length of a scratch, in cells, 0.1 to 2.
        length: Number = 1, in number(0.1, 2.0);
        /// The width of a scratch in its middle, in cells, 0.001 to 0.2.
        width: Number = 0.02, in number(0.001, 0.2);
        /// The mean direction, in degrees from x towards y, 0 to 180.
        angle: Number = 0, in number(0.0, 180.0);
        /// The range of directions around the mean, in degrees, 0 to 180. With 0 all scratches are parallel; with 180 they have every direction.
        spread: Number = 180, in number(0.0, 180.0);
        /// The largest bend, 0 to 1; each scratch bends by a random part of it, to either side. With 1 the middle of a scratch is a quarter of its length away from
        /// the line between its ends.
        bend: Number = 0, in number(0.0, 1.0);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The period of the scratches on each axis, in cells: at most 2^30. With 0 they do not repeat.
        period: Option<PerAxis<u32>>, in PERIOD;
    }, also ["scratch", "scuffs", "hairlines", "fibers", "fibres"]
}

impl Scratches {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice { frequency: self.frequency, ..Lattice::of_keys(self.offset.as_ref(), self.seed, self.period.as_ref()) }
    }
}

impl Kind for Scratches {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let half = 0.5 * self.length.to_f64();
        let by_width = 2.0 / self.width.to_f64();
        let bend = 0.5 * half * self.bend.to_f64();
        let steepest = match self.output {
            // Along a scratch and across it.
            ScratchesOutput::Value => 2.0 / half * (1.0 + by_width * bend) + by_width,
            ScratchesOutput::Id => 0.0,
        };
        at.noise(&Noise {
            lattice: self.lattice(),
            function: BasisFunction::Scratches2,
            options: &[("output", self.output as u32), ("layers", self.layers)],
            scalars: &[1.0 / half, by_width, self.angle.to_f64() / 360.0, self.spread.to_f64() / 720.0, bend],
            bound: 1.01,
            // A little more, for what is rounded.
            steepest: steepest * 1.1,
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        match self.output {
            ScratchesOutput::Value => Interval::UNIT,
            ScratchesOutput::Id => Interval::SIGNED,
        }
    }
}
