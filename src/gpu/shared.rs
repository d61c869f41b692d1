//! What a workgroup of a kernel in columns shares: what lies at the lattice points of its samples.

use crate::program::{Basis, LatticeAxis, Operation, Scalar, Structure};
use crate::value::cellular::{CELL_VALUE, SEVERAL, WITH_EDGE, WITH_SMOOTH};

/// A basis that is evaluated in columns.
pub(super) struct Column<'a> {
    pub(super) basis: Basis,
    pub(super) index: u32,
    pub(super) axis: u32,
    pub(super) scalars: &'a [Scalar],
    /// True for the function that returns derivatives, or several outputs of one search.
    pub(super) is_slope: bool,
}

/// What a workgroup shares.
pub(super) enum Shared {
    /// The vertices of a simplex lattice.
    Vertices,
    /// The feature points of cells, to find these outputs.
    Points(Vec<u32>),
    Nothing,
}

/// Returns true if a workgroup in columns shares something in an operation: vertices or feature points. No lattice in it may be warped.
pub(super) fn has_columns(structure: &Structure, operation: &Operation) -> bool {
    let columns = columns([operation]);
    columns.iter().all(|column| column.is_plain(structure)) && columns.iter().any(|column| !matches!(column.shared(), Shared::Nothing))
}

/// Returns the bases of some operations.
pub(super) fn columns<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> Vec<Column<'a>> {
    let mut found = Vec::new();
    for operation in operations {
        match operation {
            Operation::Basis { basis, index, axis, scalars, .. } => {
                found.push(Column { basis: *basis, index: *index, axis: *axis, scalars, is_slope: false });
            }
            Operation::Derivatives { basis, index, axis, scalars, .. } => {
                found.push(Column { basis: *basis, index: *index, axis: *axis, scalars, is_slope: true });
            }
            Operation::Loop { body, .. } => found.extend(columns(body)),
            Operation::Call { .. } => {}
        }
    }
    found
}

impl Column<'_> {
    /// Returns the axes of its lattice.
    pub(super) fn axes<'s>(&self, structure: &'s Structure) -> &'s [LatticeAxis] {
        &structure.axes[self.axis as usize..][..usize::from(self.basis.axes())]
    }

    /// Returns true if its lattice is not warped.
    pub(super) fn is_plain(&self, structure: &Structure) -> bool {
        self.axes(structure).iter().all(|axis| axis.displaced.is_empty())
    }

    pub(super) fn shared(&self) -> Shared {
        let output = self.basis.option("output");
        match (self.basis.function.shader(), self.basis.dimensions()) {
            ("simplex", 2 | 3) if !self.is_slope => Shared::Vertices,
            ("cellular", 2 | 3) if !self.is_slope || output >= SEVERAL && output & (WITH_EDGE | WITH_SMOOTH) == 0 => {
                let outputs = if self.is_slope { (0..4).map(|place| output >> (4 * place) & 15).collect() } else { vec![output] };
                // Of two points that have equal hashes and are equally near, the one that the search meets first is the nearest. This changes vectors,
                // but neither distances nor values.
                if outputs.iter().all(|output| *output <= CELL_VALUE) { Shared::Points(outputs) } else { Shared::Nothing }
            }
            _ => Shared::Nothing,
        }
    }
}
