//! The steps of a plan: what `plan.rs` makes of a program's operations, and the evaluator takes.

use super::forms::Form;
use crate::program::{Carried, Operand, Operation, Register};

/// A step over whole strips.
pub(super) enum Step<'a> {
    /// One that is neither a loop nor in columns.
    Operation(&'a Operation),
    /// A fractal of a basis, whose sum is given its size.
    FractalOfBasis(Fractal<'a>),
    /// A fractal, with what makes its value.
    Fractal(Fractal<'a>, Vec<Step<'a>>),
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
            Self::FractalOfBasis(fractal) | Self::Fractal(fractal, _) => fractal.operations(),
            Self::Region(region) => region.steps.iter().map(ColumnStep::operations).sum(),
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
    /// A fractal of a basis.
    FractalOfBasis(Fractal<'a>),
    /// A fractal of what its body makes.
    Fractal(Fractal<'a>),
    Loop {
        index: u32,
        body: &'a [Operation],
        carried: &'a [Carried],
    },
}

/// A loop over octaves whose body ends in the calls of a form.
pub(super) struct Fractal<'a> {
    /// Of the loop.
    pub(super) index: u32,
    /// What makes an octave's value.
    pub(super) body: &'a [Operation],
    pub(super) form: Form,
    pub(super) value: Register,
    /// Whether values need not be settled.
    pub(super) takes_unsettled: bool,
    /// The numbers that the form takes.
    pub(super) numbers: Vec<Operand>,
    /// What it carries from octave to octave, the sum first, with what each is before the first octave.
    pub(super) carried: Vec<(Register, Operand)>,
    /// What the sum is multiplied by after the last octave, and what that assigns.
    pub(super) total: Option<(Operand, Register)>,
    /// Whether that is turned into rows, and nothing else.
    pub(super) is_turned: bool,
}

impl ColumnStep<'_> {
    /// How many operations it takes.
    fn operations(&self) -> usize {
        match self {
            Self::Operation(_) | Self::Loop { .. } => 1,
            Self::FractalOfBasis(fractal) | Self::Fractal(fractal) => fractal.operations(),
        }
    }
}

impl Fractal<'_> {
    /// How many operations it takes: the loop, and what gives the sum its size.
    fn operations(&self) -> usize {
        1 + usize::from(self.total.is_some())
    }
}
