//! What particular bases have that the others don't: what neighbouring samples share, and how their values repeat.

use super::basis::{Basis, BasisFunction, Corner};

/// What evaluations of a basis at neighbouring samples of a grid can share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// The contributions of the corners of cells, which stages blend along one axis after another.
    Corners(Corner),
    /// The vertices of a simplex lattice.
    Vertices,
    /// The feature points of cells.
    Points,
    /// Nothing.
    Nothing,
}

impl Basis {
    /// Returns what neighbouring samples can share. In one dimension nothing would be gained for vertices and points.
    pub(crate) fn sharing(self) -> Sharing {
        match self.function {
            BasisFunction::Simplex2 | BasisFunction::Simplex3 => Sharing::Vertices,
            BasisFunction::Cellular2 | BasisFunction::Cellular3 => Sharing::Points,
            function => function.corner().map_or(Sharing::Nothing, Sharing::Corners),
        }
    }

    /// Returns the cells after which the pattern repeats, whatever the seed. None if every cell is random.
    pub(super) fn pattern(self) -> Option<u32> {
        match self.function {
            BasisFunction::Checker1 | BasisFunction::Checker2 | BasisFunction::Checker3 | BasisFunction::Checker4 => Some(2),
            BasisFunction::Blue2 => Some(64),
            _ => None,
        }
    }

    /// Returns true if the value is the coordinate itself.
    pub(super) fn is_coordinate(self) -> bool {
        self.function == BasisFunction::Position
    }

    /// Returns true if the values of blue noise are read from their table.
    pub(super) fn reads_ranks(self) -> bool {
        self.function == BasisFunction::Blue2
    }

    /// Returns true if every cell has a value of its own, so that cells are meant to be as small as samples.
    pub(super) fn is_one_value_a_cell(self) -> bool {
        use BasisFunction::{Blue2, White1, White2, White3, White4};
        matches!(self.function, Blue2 | White1 | White2 | White3 | White4)
    }
}
