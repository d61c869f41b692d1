//! Derivatives as central differences.

use super::{At, Function, Pieces};

/// Half the distance of a difference, in units: far more than rounding errors in f64, and far less than the size of any feature.
pub const STEP: f64 = 1.0 / 131_072.0;

/// Returns the derivative of a function along an axis of the domain, per unit. Where the difference spans a kink, the point is near a border.
pub fn derivative(of: &Function, axis: usize, at: &At<'_>, pieces: &mut Pieces) -> f64 {
    difference(
        |by| {
            let mut met = Pieces::default();
            let value = of(&at.beside(axis, by, &mut met), &mut met);
            (value, met)
        },
        pieces,
    )
}

/// Returns the difference of a function's values `step` apart along a coordinate of the function, per unit.
pub fn quotient(of: &Function, axis: usize, step: f64, at: &At<'_>, pieces: &mut Pieces) -> f64 {
    let mut value = |by: f64| {
        let way =
            |at: &At<'_>, _: &mut Pieces| std::array::from_fn(|other| if other == axis { at.point[other] + by } else { at.point[other] });
        of(&at.moved(&way, pieces), pieces)
    };
    (value(step / 2.0) - value(-step / 2.0)) / step
}

/// Returns the derivatives of a function along its own coordinates.
pub fn own_gradient(of: &Function, at: &At<'_>, pieces: &mut Pieces) -> [f64; 3] {
    [0, 1, 2].map(|axis| {
        difference(
            |by| {
                let mut met = Pieces::default();
                let value = of(&at.aside(axis, by), &mut met);
                (value, met)
            },
            pieces,
        )
    })
}

fn difference(at_step: impl Fn(f64) -> (f64, Pieces), pieces: &mut Pieces) -> f64 {
    let ((_, middle), (above, up), (below, down)) = (at_step(0.0), at_step(STEP), at_step(-STEP));
    pieces.note(middle.signature as i64);
    pieces.is_near |= middle.is_near || [up, down].iter().any(|end| end.signature != middle.signature);
    (above - below) / (2.0 * STEP)
}
