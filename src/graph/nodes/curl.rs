//! The node `curl`.

use super::perlin::Perlin;
use crate::graph::prelude::*;

kind! {
    /// A component of curl noise (Bridson, Hourihan and Nordenstam, SIGGRAPH 2007): the curl of three potentials, which is a divergence-free flow.
    ///
    /// In two dimensions leave `x` and `y` at 0: the flow is then (dz/dy, -dz/dx) of the potential `z`.
    ///
    /// ```
    /// # use lacuna::nodes::{Curl, DomainAxis, Perlin};
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let flow = |axis| Graph::from(Curl::of(0, 0, Perlin::new()).axis(axis));
    /// let x = Program::new(&flow(DomainAxis::X))?;
    /// assert!(Cpu::new().sample(&x, &Domain::points([[0.3, 0.7]]))?[0] != 0.0);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Curl(
        /// The potential along x.
        x: Input;
        /// The potential along y.
        y: Input;
        /// The potential along z.
        z: Input;
    ) {
        /// The component of the flow.
        axis: DomainAxis;
    }, example Self::of(0, 0, Perlin::default()), also ["curl_noise", "flow"]
}

impl Kind for Curl {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        // (dz/dy - dy/dz, dx/dz - dz/dx, dy/dx - dx/dy).
        let ((up, up_axis), (down, down_axis)) = match self.axis {
            DomainAxis::X => (((&self.z, "z"), DomainAxis::Y), ((&self.y, "y"), DomainAxis::Z)),
            DomainAxis::Y => (((&self.x, "x"), DomainAxis::Z), ((&self.z, "z"), DomainAxis::X)),
            DomainAxis::Z => (((&self.y, "y"), DomainAxis::X), ((&self.x, "x"), DomainAxis::Y)),
        };
        let up = at.differentiated(up.1, up.0, Along::Domain)?;
        let down = at.differentiated(down.1, down.0, Along::Domain)?;
        let parts = [at.derivative_or_zero(up, up_axis as usize), at.derivative_or_zero(down, down_axis as usize)];
        at.call(&SUBTRACT, &parts)
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        Interval::UNKNOWN
    }

    fn differentiates(&self, _key: &str) -> bool {
        true
    }
}
