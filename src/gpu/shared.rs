//! What a workgroup of a kernel in columns shares: what lies at the lattice points of its samples.

use crate::program::{Basis, Corner, LatticeAxis, Operand, Operation, Register, Scalar, Sharing, Structure};
use crate::strict::cellular::{CELL_VALUE, SEVERAL, WITH_EDGE, WITH_SMOOTH};

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
    /// The corners of the cells of Perlin or value noise in a slice, where each is a form over x and y.
    Corners(Corner),
    /// Nothing: each sample is evaluated by itself.
    Nothing,
}

/// Returns true if a workgroup in columns shares something in an operation.
pub(super) fn has_columns(structure: &Structure, operation: &Operation) -> bool {
    columns([operation]).iter().any(|column| column.points(structure) > 0)
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
    /// Returns the name of its functions: the number of the basis, which value and derivatives may share.
    pub(super) fn name(&self) -> String {
        format!("{}{}", self.index, if self.is_slope { "_slope" } else { "" })
    }

    /// Returns the axes of its lattice.
    pub(super) fn axes<'s>(&self, structure: &'s Structure) -> &'s [LatticeAxis] {
        &structure.axes[self.axis as usize..][..usize::from(self.basis.axes())]
    }

    /// Returns the registers that warp its lattice.
    pub(super) fn warps(&self, structure: &Structure) -> Vec<Register> {
        let mut warps = Vec::new();
        for (by, _) in self.axes(structure).iter().flat_map(|axis| &axis.displaced) {
            if let Operand::Register(register) = by
                && !warps.contains(register)
            {
                warps.push(*register);
            }
        }
        warps
    }

    /// Returns these registers as further parameters or arguments, each with an ending.
    pub(super) fn listed_warps(&self, structure: &Structure, ending: &str) -> String {
        self.warps(structure).iter().map(|Register(register)| format!(", r{register}{ending}")).collect()
    }

    /// Returns statements that take these registers of the sample `number`.
    pub(super) fn warps_of_one(&self, structure: &Structure, depth: usize) -> String {
        let indent = "    ".repeat(depth);
        self.warps(structure).iter().map(|Register(register)| format!("{indent}let r{register} = one_of(number, r{register});\n")).collect()
    }

    /// Returns the number of lattice points of a sample whose evaluation is shared. The form of a corner leaves work for a sample.
    pub(super) fn points(&self, structure: &Structure) -> u64 {
        match self.shared(structure) {
            Shared::Nothing => 0,
            Shared::Corners(_) => self.basis.points() - 3,
            Shared::Vertices | Shared::Points(_) => self.basis.points(),
        }
    }

    pub(super) fn shared(&self, structure: &Structure) -> Shared {
        let axes = self.axes(structure);
        let is_plain = axes.iter().all(|axis| axis.displaced.is_empty());
        let output = self.basis.option("output");
        match self.basis.sharing() {
            Sharing::Vertices if !self.is_slope && is_plain => Shared::Vertices,
            Sharing::Points if is_plain && (!self.is_slope || output >= SEVERAL && output & (WITH_EDGE | WITH_SMOOTH) == 0) => {
                let outputs = if self.is_slope { (0..4).map(|place| output >> (4 * place) & 15).collect() } else { vec![output] };
                // Of two points that have equal hashes and are equally near, the one that the search meets first is the nearest. This changes vectors,
                // but neither distances nor values.
                if outputs.iter().all(|output| *output <= CELL_VALUE) { Shared::Points(outputs) } else { Shared::Nothing }
            }
            Sharing::Corners(corner) if !self.is_slope && self.basis.has_rows() && self.basis.dimensions() > 2 => {
                let is_alike = |axis: &LatticeAxis| axis.displaced.is_empty() && axis.terms.iter().all(|&axis| axis > 1);
                if axes[2..].iter().all(is_alike) { Shared::Corners(corner) } else { Shared::Nothing }
            }
            Sharing::Vertices | Sharing::Points | Sharing::Corners(_) | Sharing::Nothing => Shared::Nothing,
        }
    }
}
