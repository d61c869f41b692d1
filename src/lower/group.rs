//! Groups of the kinds of node.

/// A group of kinds of node, for menus and pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Group {
    /// Needs no source.
    Basis,
    /// Sums octaves of its source.
    Fractal,
    /// Evaluates its source at other coordinates.
    Space,
    /// Changes a value.
    Step,
    /// Combines several values into one.
    Combination,
    /// Computes with derivatives of its source.
    Derivative,
    /// Computes each pixel of a picture from the pixels around it.
    Layer,
}

impl Group {
    /// Every group, in the order for lists.
    pub const ALL: [Self; 7] = [Self::Basis, Self::Fractal, Self::Space, Self::Step, Self::Combination, Self::Derivative, Self::Layer];

    /// Returns a heading for the group.
    pub fn title(self) -> &'static str {
        match self {
            Self::Basis => "Bases",
            Self::Fractal => "Fractals",
            Self::Space => "Coordinates",
            Self::Step => "Steps",
            Self::Combination => "Combinations",
            Self::Derivative => "Derivatives",
            Self::Layer => "Layers",
        }
    }

    /// Returns one line that describes the group's kinds.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Basis => "noise, patterns and numbers that need no source",
            Self::Fractal => "sums of octaves of a source",
            Self::Space => "a source evaluated at other coordinates",
            Self::Step => "a value changed into another",
            Self::Combination => "one value computed from several",
            Self::Derivative => "analytic derivatives of a source, and values computed from them",
            Self::Layer => "pixels of a picture computed from the pixels around them",
        }
    }
}
