//! An estimate of the cost of a program, as a count.

use super::basis::Basis;
use super::structure::Operation;
use super::values::Values;

impl Basis {
    /// Returns the number of lattice points that a value depends on: the corners of a cell, or four along each axis for a spline; the vertices of a
    /// simplex; the cell itself for a basis that is constant in a cell; otherwise the cell and its neighbours, times its layers.
    pub(crate) fn points(self) -> u64 {
        let dimensions = u32::from(self.dimensions());
        let layers = u64::from(self.option("layers").max(1));
        match self.function.corner() {
            Some(corner) => (corner.stages.points() as u64).pow(dimensions),
            None if self.function.is_skewed() => u64::from(dimensions) + 1,
            None if !self.function.has_slope() => 1,
            // Of more than four, some are the components of a direction.
            None => layers * 3_u64.pow(dimensions.min(5)),
        }
    }
}

/// Returns the evaluations of operations, given the number of octaves of the enclosing loops.
pub(super) fn of(operations: &[Operation], values: &Values, octaves: u64) -> u64 {
    let of_one = |operation: &Operation| match operation {
        Operation::Basis { basis, .. } => octaves * basis.points(),
        // Derivatives depend on the same points.
        Operation::Derivatives { basis, .. } => 2 * octaves * basis.points(),
        Operation::Call { .. } => octaves,
        Operation::Loop { index, body, .. } => of(body, values, octaves * u64::from(values.octaves[*index as usize])),
    };
    operations.iter().map(of_one).fold(0, u64::saturating_add)
}
