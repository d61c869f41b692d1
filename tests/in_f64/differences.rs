//! Derivatives as central differences.

use super::{At, Function, Pieces};

/// Half of what differences reach over, in units: far more than f64 rounds, far less than anything bends.
pub const STEP: f64 = 1.0 / 131_072.0;

/// The derivative of a function along an axis of the domain, per unit. Where the difference reaches over a kink the point is near a border.
pub fn derivative(of: &Function, axis: usize, at: &At<'_>, pieces: &mut Pieces) -> f64 {
    let at_step = |by: f64| {
        let mut met = Pieces::default();
        let value = of(&at.beside(axis, by, &mut met), &mut met);
        (value, met)
    };
    let ((_, middle), (above, up), (below, down)) = (at_step(0.0), at_step(STEP), at_step(-STEP));
    pieces.note(middle.signature as i64);
    pieces.is_near |= middle.is_near || [up, down].iter().any(|end| end.signature != middle.signature);
    (above - below) / (2.0 * STEP)
}
