//! What kinds of node are among all kinds.

/// A group of kinds of node, for menus and pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Group {
    /// It stands by itself, without a source.
    Basis,
    /// It sums octaves of its source.
    Fractal,
    /// It evaluates its source at other coordinates.
    Space,
    /// It changes a value.
    Step,
    /// It makes one value of several.
    Combination,
    /// It is made of derivatives of its source.
    Derivative,
}

impl Group {
    /// Every group, in the order in which lists have them.
    pub const ALL: [Self; 6] = [Self::Basis, Self::Fractal, Self::Space, Self::Step, Self::Combination, Self::Derivative];

    /// A heading for its kinds.
    pub fn title(self) -> &'static str {
        match self {
            Self::Basis => "Bases",
            Self::Fractal => "Fractals",
            Self::Space => "Coordinates",
            Self::Step => "Steps",
            Self::Combination => "Combinations",
            Self::Derivative => "Derivatives",
        }
    }

    /// One line that says what its kinds do.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Basis => "noise, patterns and numbers that need no source",
            Self::Fractal => "sums of octaves of a source",
            Self::Space => "a source evaluated at other coordinates",
            Self::Step => "a value changed into another",
            Self::Combination => "one value made of several",
            Self::Derivative => "analytic derivatives of a source, and what is made of them",
        }
    }
}
