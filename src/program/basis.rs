//! The basis functions that programs evaluate.

use crate::graph::{CellularOutput, GradientSet, HashKind, Interpolation, Metric, ValueInterpolation};

/// A basis function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Improved Perlin noise.
    Perlin {
        /// 1 to 4.
        dimensions: u8,
        /// Where gradients are drawn from.
        hash: HashKind,
        /// The gradients.
        gradients: GradientSet,
        /// How they are interpolated.
        interpolation: Interpolation,
    },
    /// Value noise.
    Value {
        /// 1 to 4.
        dimensions: u8,
        /// Where values are drawn from.
        hash: HashKind,
        /// How they are interpolated.
        interpolation: ValueInterpolation,
        /// Whether they are averaged with their neighbours.
        smoothed: bool,
    },
    /// Simplex noise over a skewed lattice.
    Simplex {
        /// 1 to 4.
        dimensions: u8,
        /// Where gradients are drawn from.
        hash: HashKind,
    },
    /// Cellular noise. Its scalar is the jitter.
    Cellular {
        /// 1 to 3.
        dimensions: u8,
        /// Where feature points are drawn from.
        hash: HashKind,
        /// How distances are measured.
        metric: Metric,
        /// What is made of them.
        output: CellularOutput,
    },
    /// White noise.
    White {
        /// 1 to 4.
        dimensions: u8,
        /// Where values are drawn from.
        hash: HashKind,
    },
    /// A checkerboard.
    Checker {
        /// 1 to 4.
        dimensions: u8,
    },
    /// The coordinate itself, in cells.
    Coordinate,
}

impl Basis {
    /// Whether rows of a grid share what lies at its lattice corners: in one dimension there is too little to share.
    pub fn has_rows(self) -> bool {
        let is_separable = match self {
            Self::Perlin { .. } => true,
            Self::Value { interpolation, .. } => interpolation != ValueInterpolation::CatmullRom,
            _ => false,
        };
        is_separable && self.dimensions() > 1
    }

    /// Where the function takes its hashes from.
    pub fn hash(self) -> HashKind {
        match self {
            Self::Perlin { hash, .. }
            | Self::Value { hash, .. }
            | Self::Simplex { hash, .. }
            | Self::Cellular { hash, .. }
            | Self::White { hash, .. } => hash,
            Self::Checker { .. } | Self::Coordinate => HashKind::Lattice,
        }
    }

    /// How many lattice axes the function takes.
    pub fn dimensions(self) -> u8 {
        match self {
            Self::Perlin { dimensions, .. }
            | Self::Value { dimensions, .. }
            | Self::Simplex { dimensions, .. }
            | Self::Cellular { dimensions, .. }
            | Self::White { dimensions, .. }
            | Self::Checker { dimensions } => dimensions,
            Self::Coordinate => 1,
        }
    }
}
