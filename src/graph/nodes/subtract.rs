//! The node `subtract` and its function.

use crate::error::Result;
use crate::graph::build::Build as _;
use crate::graph::cases::{Cases, a, b, numbered};
use crate::graph::lowering::{Differentiable, Dual, Lowering};
use crate::graph::node::NodeSpec;
use crate::graph::step::step;
use crate::program::Function;

step! {
    /// The difference a - b.
    ///
    /// ```
    /// # use lacuna::nodes::Subtract;
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let program = Program::new(&Graph::from(Subtract::of(2, 0.5)))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.0]]))?, [1.5]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Subtract [/// What is taken from.
        a, /// What is taken off.
        b] [] {}
}

impl NodeSpec for Subtract {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        at.call_both(&SUBTRACT, &self.a, &self.b, &[])
    }

    fn cases() -> Cases {
        numbered(&[|| a().subtract(b()).into()])
    }
}

pub(crate) static SUBTRACT: Differentiable = Differentiable::new(
    Function::Subtract,
    |bounds, _| bounds[0] + bounds[1],
    |call| {
        let minus = call.slopes[1].map(|slope| call.negative(slope)).transpose()?;
        call.sum(call.slopes[0], minus)
    },
);
