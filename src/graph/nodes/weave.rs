//! The node `weave`.

use crate::graph::prelude::*;

choices! {
    /// What of woven threads is given.
    pub enum WeaveOutput = Height {
        /// How high the cloth is: 1 along the middle of a thread that passes over, 1/4 along that of one that passes under, falling in a parabola to 0 at its
        /// edges. 0 in the gaps.
        Height "height",
        /// A random number of the thread on top, from -1 to below 1.
        Id "id",
        /// Where the sample lies across that thread, -1/2 to 1/2.
        U "u",
        /// Where it lies along that thread between two crossings, -1/2 to 1/2, 0 in the middle of each.
        V "v",
        /// 1 on a thread, 0 in the gaps.
        Mask "mask",
    }
}

keyed! {
    /// Woven cloth in the plane of x and y: threads of the warp along y and of the weft along x, which rise and sink over each other. One over and one under is a
    /// plain weave, two and two with a step of 1 a twill, four and one with a step of 2 a satin.
    ///
    /// Where threads meet the higher one is on top. Nodes of the same keys but for `output` tell of the same threads. A period equal to the frequency repeats after
    /// a unit.
    ///
    /// ```
    /// # use lacuna::nodes::{Weave, WeaveOutput};
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Weave::new()))?;
    /// // The middles of two crossings, and the gap between four.
    /// let places = Domain::points([[0.5, 0.5], [1.5, 0.5], [1.0, 1.0]]);
    /// assert_eq!(Cpu::new().sample(&program, &places)?, [1.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Weave serde(default) {
        /// What is given.
        output: WeaveOutput = WeaveOutput::Height, [serde(skip_serializing_if = "is_default")];
        /// Threads a unit, above 0: of the warp along x, and of the weft along y.
        frequency: PerAxis<Number> = PerAxis::All(one()), in KeyKind::PerAxis { of: &POSITIVE };
        /// Added to the coordinates, in threads, within ±2^31.
        offset: Option<PerAxis<Number>> = None, in KeyKind::PerAxis { of: &OFFSET }, [serde(skip_serializing_if = "Option::is_none")];
        /// How many threads of the warp a thread of the weft passes over, 1 to 8.
        over: u32 = 1, in KeyKind::Whole { least: 1, most: 8 };
        /// How many it passes under next, 1 to 8.
        under: u32 = 1, in KeyKind::Whole { least: 1, most: 8 };
        /// By how many threads of the warp this is moved to the left from row to row, 1 to 15; no multiple of `over` and `under` together.
        step: u32 = 1, in KeyKind::Whole { least: 1, most: 15 };
        /// How wide a thread is, as a part of the distance from one to the next, 1/100 to 1.
        width: Number = nine_tenths(), in number(0.01, 1.0);
        /// Where what is random about a thread comes from. Without it the lattice hash.
        hash: Option<HashKind> = None, [serde(skip_serializing_if = "Option::is_none")];
        /// Shuffles the permutation table, or keys the lattice hash, to which no seed is seed 0. A table without a seed is Perlin's own. A negative one
        /// means its two's complement: -1 is 2^64 - 1.
        seed: Option<u64> = None, [
            serde(skip_serializing_if = "Option::is_none", with = "crate::graph::seed"),
            cfg_attr(feature = "schema", schemars(schema_with = "crate::graph::seed::schema"))
        ];
        /// How the lattice hash is keyed with the seed. Without it `mixed`.
        seeding: Option<Seeding> = None, [serde(skip_serializing_if = "Option::is_none")];
        /// After how many threads of the warp and of the weft all repeats, each a multiple of `over` and `under` together; at most 256 with the table, and 2^30
        /// with the lattice hash. 0: does not repeat.
        period: Option<PerAxis<u32>> = None, in KeyKind::PerAxis { of: &PERIOD }, [serde(skip_serializing_if = "Option::is_none")];
    } example Self::default(), with validate_weave
}

fn nine_tenths() -> Number {
    0.9.into()
}

impl Default for Weave {
    fn default() -> Self {
        Self {
            output: WeaveOutput::Height,
            frequency: PerAxis::All(one()),
            offset: None,
            over: 1,
            under: 1,
            step: 1,
            width: nine_tenths(),
            hash: None,
            seed: None,
            seeding: None,
            period: None,
        }
    }
}

setters!(Weave {
    output: exact WeaveOutput, frequency: plain PerAxis<Number>, offset: some PerAxis<Number>, over: exact u32, under: exact u32, step: exact u32,
    width: plain Number, hash: some_exact HashKind, seed: some_exact u64, seeding: some_exact Seeding, period: some PerAxis<u32>,
});

impl Weave {
    /// How many threads repeat along each axis.
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
            ..Lattice::of_keys(self.offset.as_ref(), self.hash, self.seed, self.seeding, self.period.as_ref())
        }
    }
}

impl NodeSpec for Weave {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
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

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        match self.output {
            WeaveOutput::Height | WeaveOutput::Mask => Interval::UNIT,
            WeaveOutput::Id => Interval::SIGNED,
            WeaveOutput::U | WeaveOutput::V => Interval::between(-0.5, 0.5),
        }
    }

    fn cases() -> Cases {
        let woven = |over, under, step, output| Self::new().over(over).under(under).step(step).output(output).frequency([1.3, 0.9]).seed(5);
        let outputs = [WeaveOutput::Height, WeaveOutput::Id, WeaveOutput::U, WeaveOutput::V, WeaveOutput::Mask];
        let mut cases = Cases::new();
        for (name, over, under, step) in [("plain", 1, 1, 1), ("twill", 2, 3, 1), ("satin", 4, 1, 2)] {
            for output in outputs {
                cases.push((format!("{name}, {output:?}"), woven(over, under, step, output).width(0.8).into()));
            }
            let repeating = |output| woven(over, under, step, output).hash(HashKind::Table).period([10, 20]).offset([0.3, -7.2]);
            cases.push((format!("{name}, Height with a period"), repeating(WeaveOutput::Height).width(1).into()));
            cases.push((format!("{name}, Id with a period, table"), repeating(WeaveOutput::Id).into()));
        }
        let octaves = woven(2, 2, 1, WeaveOutput::Height).period([4, 12]).fbm().octaves(3).lacunarity(1.7);
        cases.push(("octaves with a period".into(), octaves.into()));
        cases
    }

    fn surveys() -> Vec<Survey> {
        let survey = |name: &str, weave: Self| (name.to_owned(), weave.into(), 2);
        vec![
            survey("height", Self::new()),
            survey("twill, height", Self::new().over(2).under(2)),
            survey("id", Self::new().output(WeaveOutput::Id)),
        ]
    }

    fn synonyms() -> &'static [&'static str] {
        &["cloth", "twill", "satin", "textile", "threads", "woven", "canvas"]
    }
}
