//! Values with their derivatives.

use super::structure::Operand;

/// The axes of the domain that derivatives follow: x, y and z.
pub(super) const AXES: usize = 3;

/// A value, and its derivatives along the axes of the domain where they are wanted and not 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Dual {
    pub(super) value: Operand,
    pub(super) slopes: [Option<Operand>; AXES],
}

impl Dual {
    pub(super) fn flat(value: Operand) -> Self {
        Self { value, slopes: [None; AXES] }
    }
}
