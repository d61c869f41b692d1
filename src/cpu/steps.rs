//! The steps of a plan: what `plan.rs` makes of a program's operations, and the evaluator takes.

use crate::program::{Carried, OctaveScalar, Operand, Operation, Register};

/// A step over whole strips.
pub(super) enum Step<'a> {
    /// One that is neither a loop nor in columns.
    Operation(&'a Operation),
    /// A sum of octaves in rows.
    Sum(Sum<'a>),
    Loop {
        index: u32,
        body: Vec<Step<'a>>,
        carried: &'a [Carried],
    },
    Region(Region<'a>),
}

impl Step<'_> {
    /// How many operations it takes.
    pub(super) fn operations(&self) -> usize {
        match self {
            Self::Operation(_) | Self::Loop { .. } => 1,
            Self::Sum(_) => 2,
            Self::Region(region) => region.steps.iter().map(|step| if matches!(step, ColumnStep::Sum(_)) { 2 } else { 1 }).sum(),
        }
    }
}

/// Steps over pixel columns.
pub(super) struct Region<'a> {
    pub(super) steps: Vec<ColumnStep<'a>>,
    /// What is read of them elsewhere.
    pub(super) results: Vec<Register>,
    /// How many pixel columns are evaluated at a time.
    pub(super) together: usize,
}

/// A step over pixel columns.
pub(super) enum ColumnStep<'a> {
    /// A call, a basis or its derivatives.
    Operation(&'a Operation),
    Sum(Sum<'a>),
    Loop {
        index: u32,
        body: &'a [Operation],
        carried: &'a [Carried],
    },
}

/// A sum of the octaves of a basis in rows, which a loop and the call after it make.
pub(super) struct Sum<'a> {
    /// Of the loop.
    pub(super) index: u32,
    pub(super) basis: &'a Operation,
    pub(super) weight: OctaveScalar,
    pub(super) scale: Operand,
    pub(super) result: Register,
}
