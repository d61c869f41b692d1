//! The node `weave`.

use crate::graph::prelude::*;

choices! {
    /// The output of a `weave` node.
    pub enum WeaveOutput = Height {
        /// The height of the cloth: 1 along the middle of a thread where it passes over, 1/4 where it passes under, and from there down to 0 at the thread's
        /// edges, in a parabola. The gaps are 0.
        Height "height",
        /// A random number for each thread, from -1 to below 1: that of the thread on top.
        Id "id",
        /// The position of the sample across the thread on top, from -1/2 to 1/2.
        U "u",
        /// The position along the thread on top, from -1/2 to 1/2 between two crossings, and 0 in the middle of a crossing.
        V "v",
        /// 1 on a thread, 0 in the gaps.
        Mask "mask",
    }
}

kind! {
    /// Woven cloth in the plane of x and y: the threads of the warp run along y, those of the weft along x, and they pass over and under each other. One
    /// over and one under is a plain weave, two and two with a step of 1 a twill, and four and one with a step of 2 a satin.
    ///
    /// Nodes whose keys differ only in `output` describe the same threads. With a period equal to the frequency they repeat after one unit.
    ///
    /// ```
    /// # use lacuna::nodes::{Weave, WeaveOutput};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Weave::new())?;
    /// // The middles of two crossings, and the gap between four.
    /// let places = Domain::points([[0.5, 0.5], [1.5, 0.5], [1.0, 1.0]]);
    /// assert_eq!(Cpu::new().sample(&program, &places)?, [1.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Weave {
        /// The output.
        output: WeaveOutput;
        /// Threads per unit, above 0: on x those of the warp, and on y those of the weft.
        frequency: PerAxis<Number> = 1, in per_axis(&POSITIVE);
        /// Added to the coordinate of each axis, in threads, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The number of warp threads that a weft thread passes over, 1 to 8.
        over: u32 = 1, in whole(1, 8);
        /// The number of warp threads that it passes under next, 1 to 8.
        under: u32 = 1, in whole(1, 8);
        /// The number of warp threads by which the pattern shifts to the left from row to row, 1 to 15. It must not be a multiple of `over` plus `under`.
        step: u32 = 1, in whole(1, 15);
        /// The width of a thread, as a fraction of the distance between neighbouring threads, 1/100 to 1.
        width: Number = 0.9, in number(0.01, 1.0);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The period in threads of the warp and of the weft, each a multiple of `over` plus `under`: at most 2^30.
        /// With 0 the threads do not repeat.
        period: Option<PerAxis<u32>>, in PERIOD;
    }, with validate_weave, also ["cloth", "twill", "satin", "textile", "threads", "woven", "canvas"]
}

impl Weave {
    /// Returns the number of threads after which the pattern repeats on each axis.
    fn repeat(&self) -> u32 {
        self.over + self.under
    }

    fn validate_weave(&self, place: &str) -> Result<()> {
        let repeat = self.repeat();
        if self.step.is_multiple_of(repeat) {
            return Err(Error::parameter(
                format!("{place}.step"),
                format!(
                    "a step of {} threads, a multiple of {repeat}, would hold no thread of the warp; give 1 to {}",
                    self.step,
                    repeat - 1
                ),
            ));
        }
        self.lattice().validate_in_blocks(place, ["threads of the warp", "threads of the weft"])
    }

    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice {
            frequencies: Some(&self.frequency),
            block: [self.repeat(); 2],
            ..Lattice::of_keys(self.offset.as_ref(), self.seed, self.period.as_ref())
        }
    }
}

impl Kind for Weave {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let rate = 2.0 / self.width.to_f64();
        // The outputs in the shader's order, and how steep they are.
        let (function, output, steepest) = match self.output {
            WeaveOutput::Height => (BasisFunction::Weave2, 0, 2.0 * rate),
            WeaveOutput::U => (BasisFunction::Weave2, 1, 0.5 * rate),
            WeaveOutput::V => (BasisFunction::Weave2, 2, 1.0),
            WeaveOutput::Mask => (BasisFunction::Weave2, 3, 0.0),
            WeaveOutput::Id => (BasisFunction::WeaveId2, 0, 0.0),
        };
        at.noise(&Noise {
            lattice: self.lattice(),
            function,
            options: &[("output", output), ("over", self.over), ("under", self.under), ("step", self.step)],
            scalars: &[rate],
            bound: 1.01,
            // A little more, for what is rounded.
            steepest: steepest * f64::from(self.repeat()) * 1.1,
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        match self.output {
            WeaveOutput::Height | WeaveOutput::Mask => Interval::UNIT,
            WeaveOutput::Id => Interval::SIGNED,
            WeaveOutput::U | WeaveOutput::V => Interval::between(-0.5, 0.5),
        }
    }
}
