//! Derivatives as central differences.

use super::{At, Function, Pieces};

/// Half of what differences reach over, in units: far more than f64 rounds, far less than anything bends.
pub const STEP: f64 = 1.0 / 131_072.0;

/// The derivative of a function along an axis of the domain, per unit. Where the difference reaches over a kink the point is near a border.
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

/// The difference of a function's values so far apart along a coordinate that it sees, per unit.
pub fn quotient(of: &Function, axis: usize, step: f64, at: &At<'_>, pieces: &mut Pieces) -> f64 {
    let mut value = |by: f64| {
        let way =
            |at: &At<'_>, _: &mut Pieces| std::array::from_fn(|other| if other == axis { at.point[other] + by } else { at.point[other] });
        of(&at.moved(&way, pieces), pieces)
    };
    (value(step / 2.0) - value(-step / 2.0)) / step
}

/// The derivatives of a function along the coordinates that it sees.
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
