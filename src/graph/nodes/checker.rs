//! The node `checker`.

use crate::graph::prelude::*;

keyed! {
    /// A checkerboard: cells alternate between 1 and -1.
    ///
    /// ```
    /// # use lacuna::nodes::Checker;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Checker::new().dimensions(2)))?;
    /// let samples = Cpu::new().sample(&program, &Domain::points([[0.5, 0.5], [1.5, 0.5]]))?;
    /// assert_eq!(samples, [1.0, -1.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Checker serde(default) {
        /// The number of coordinates that the node uses, 1 to 4. Defaults to 3, or to 4 where the domain has four coordinates.
        dimensions: Option<u8> = None, in KeyKind::Whole { least: 1, most: 4 }, [serde(skip_serializing_if = "Option::is_none")];
        /// Cells per unit, above 0.
        frequency: Number = Number::ONE, in POSITIVE;
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>> = None, in KeyKind::PerAxis { of: &OFFSET }, [serde(skip_serializing_if = "Option::is_none")];
    } example Self::default(), dimensions 4
}

impl Default for Checker {
    fn default() -> Self {
        Self { dimensions: None, frequency: Number::ONE, offset: None }
    }
}

impl Checker {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice { frequency: self.frequency, offset: self.offset.as_ref(), ..Lattice::PLAIN }
    }
}

setters!(Checker { dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, });

impl NodeSpec for Checker {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        use BasisFunction::{Checker1, Checker2, Checker3, Checker4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise::of_cells(self.lattice(), [Checker1, Checker2, Checker3, Checker4][dimensions - 1]))
    }

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
        Interval::SIGNED
    }

    fn cases() -> Cases {
        (1..=4_u8).map(|dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).frequency(3).into())).collect()
    }

    fn surveys() -> Vec<Survey> {
        let survey = |dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).into(), dimensions);
        (1..=4_u8).map(survey).collect()
    }

    fn synonyms() -> &'static [&'static str] {
        &["checkerboard", "chessboard"]
    }
}
