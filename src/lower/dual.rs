//! Values with their derivatives.

use crate::program::Operand;

/// The number of domain axes that have derivatives: x, y and z.
pub(crate) const AXES: usize = 3;

/// The directions that derivatives follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Along {
    /// The axes of the domain, per unit of it.
    Domain,
    /// The lines of the domain's axes on the surface that a map wraps, per unit of length there.
    Lines,
    /// On the surface, the first of these lines and the direction perpendicular to it.
    Square,
    /// The axes of the space that contains the surface.
    Object,
    /// As [`Object`](Self::Object), but below the map: along the coordinates that the map returned.
    Within,
}

/// A value, and its derivatives along the axes of the domain, or along the directions of [`Along`]; none where they are not requested or are 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dual {
    pub(crate) value: Operand,
    pub(crate) derivatives: [Option<Operand>; AXES],
}

impl Dual {
    /// Returns a value without derivatives.
    pub(crate) fn flat(value: Operand) -> Self {
        Self { value, derivatives: [None; AXES] }
    }
}
