//! The node `coordinate`.

use crate::graph::prelude::*;

choices! {
    /// The value that a [`Coordinate`] returns.
    pub enum CoordinateKind = X {
        /// The first coordinate.
        X "x",
        /// The second coordinate.
        Y "y",
        /// The third coordinate.
        Z "z",
        /// The fourth coordinate.
        W "w",
        /// The distance from the origin in the plane of x and y.
        Radius "radius",
        /// The direction from the origin in the plane of x and y, in turns from x towards y, -1/2 to 1/2.
        Angle "angle",
    }
}

kind! {
    /// A coordinate of the sample as a value, times a frequency. Its absolute value must stay below 2^23.
    ///
    /// ```
    /// # use lacuna::nodes::{Coordinate, CoordinateKind};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let program = Program::new(Coordinate::new().axis(CoordinateKind::Radius))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[3.0, 4.0]]))?, [5.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Coordinate {
        /// The coordinate.
        axis: CoordinateKind;
        /// The factor of the coordinates, above 0.
        frequency: Number = 1, in POSITIVE;
        /// Added to the coordinate of each axis after that, within ±2^23.
        offset: Option<PerAxis<Number>>, in per_axis(&NEAR);
    }, also ["gradient", "position", "uv"]
}

/// The limits of the offset of coordinates that become values.
const NEAR: KeyKind = number(-8_388_608.0, 8_388_608.0);

impl Kind for Coordinate {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let space = at.space();
        let lattice = Lattice { frequency: self.frequency, offset: self.offset.as_ref(), ..Lattice::PLAIN };
        let mut along = |axis: usize| at.coordinate(&space.axes[axis], &lattice, axis);
        match self.axis {
            CoordinateKind::X => along(0),
            CoordinateKind::Y => along(1),
            CoordinateKind::Z => along(2),
            CoordinateKind::W => along(3),
            CoordinateKind::Radius => {
                let (x, y) = (along(0)?, along(1)?);
                let squares = squares(at, x, y)?;
                at.call(&SQRT, &[squares])
            }
            CoordinateKind::Angle => {
                let (x, y) = (along(0)?, along(1)?);
                at.call(&ANGLE, &[y, x])
            }
        }
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        match self.axis {
            CoordinateKind::Angle => Interval::between(-0.5, 0.5),
            _ => Interval::UNKNOWN,
        }
    }

    fn is_near(&self) -> bool {
        true
    }
}

/// The direction of (x, y) in turns, from the arguments y and x.
pub(crate) static ANGLE: Differentiable = Differentiable::new(
    Function::Angle,
    |_, _| 0.5,
    |call| {
        // (x y' - y x') / (x^2 + y^2), in turns.
        let [y, x] = *call.arguments else { unreachable!("as many as the function takes") };
        let moved = call.product(call.derivatives[1], y)?.map(|derivative| call.negative(derivative)).transpose()?;
        let ahead = call.product(call.derivatives[0], x)?;
        let Some(above) = call.sum(ahead, moved)? else { return Ok(None) };
        let (xx, yy) = (call.call(&MULTIPLY.formula, &[x, x])?, call.call(&MULTIPLY.formula, &[y, y])?);
        let below = call.call(&ADD.formula, &[xx, yy])?;
        let limit = call.number(STEEPEST);
        let radians = call.call(&QUOTIENT.formula, &[above, below, limit])?;
        let turns = call.number(std::f64::consts::TAU.recip());
        call.product(Some(radians), turns)
    },
);
