//! The node `constant`.

use crate::graph::room::*;

/// A number, the same everywhere.
///
/// ```
/// # use lacuna::nodes::Constant;
/// # use lacuna::{Cpu, Domain, Graph, Program};
/// let program = Program::new(&Graph::from(Constant::of(0.5)))?;
/// assert_eq!(Cpu::new().sample(&program, &Domain::points([[1.0, 2.0]]))?, [0.5]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Constant {
    /// The number, within ±10^30.
    pub value: Number,
}

impl Constant {
    /// A constant of a number.
    pub fn of(value: impl Into<Number>) -> Self {
        Self { value: value.into() }
    }
}

impl NodeKeys for Constant {
    fn inputs(&self) -> Vec<(&'static str, &Input)> {
        vec![]
    }
    fn inputs_mut(&mut self) -> Vec<&mut Input> {
        vec![]
    }
    fn validate(&self, place: &str) -> Result<()> {
        within(&format!("{place}.value"), self.value, -1e30, 1e30)
    }
    fn example() -> Self {
        Self::default()
    }
}

impl NodeSpec for Constant {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        Ok(at.constant(self.value.to_f64()))
    }

    fn cases() -> Cases {
        numbered(&[|| Self::of(0.7).into()])
    }
}
