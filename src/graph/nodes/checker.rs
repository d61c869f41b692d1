//! The node `checker`.

use crate::graph::room::*;

/// A checkerboard: 1 and -1 in turn, cell by cell.
///
/// ```
/// # use lacuna::nodes::Checker;
/// # use lacuna::{Cpu, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Checker::new().dimensions(2)))?;
/// let samples = Cpu::new().sample(&program, &Domain::points([[0.5, 0.5], [1.5, 0.5]]))?;
/// assert_eq!(samples, [1.0, -1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Checker {
    /// How many coordinates are taken, 1 to 4; without it 3, or 4 where the domain has four coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u8>,
    /// Cells per unit, above 0.
    pub frequency: Number,
    /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<PerAxis<Number>>,
}

impl Default for Checker {
    fn default() -> Self {
        Self { dimensions: None, frequency: Number::ONE, offset: None }
    }
}

impl Checker {
    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice {
            dimensions: self.dimensions,
            frequency: self.frequency,
            offset: self.offset.as_ref(),
            hash: HashKind::Lattice,
            seed: None,
            period: None,
        }
    }
}

setters!(Checker { dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, });

impl NodeKeys for Checker {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![]
    }
    fn validate(&self, place: &str) -> Result<()> {
        self.lattice().validate(4, place)
    }
    fn example() -> Self {
        Self::default()
    }
    fn dimensions_mut(&mut self) -> Option<(&mut Option<u8>, u8)> {
        Some((&mut self.dimensions, 4))
    }
}

impl NodeSpec for Checker {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        use BasisFunction::{Checker1, Checker2, Checker3, Checker4};
        let dimensions = usize::from(self.dimensions.unwrap_or(3));
        at.noise(&Noise {
            lattice: self.lattice(),
            function: [Checker1, Checker2, Checker3, Checker4][dimensions - 1],
            options: &[],
            scalars: &[],
            bound: 1.0,
            steepest: 0.0,
            skew: 0.0,
        })
    }

    fn cases() -> Cases {
        (1..=4_u8).map(|dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).frequency(3).into())).collect()
    }

    fn surveys() -> Vec<Survey> {
        let survey = |dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).into(), dimensions);
        (1..=4_u8).map(survey).collect()
    }
}
