//! The numbers that a text reads, from bindings or from constants, and the names by which it does.

use std::cell::RefCell;

use crate::program::{Basis, LatticeAxis, Operand, Register};

/// How a text names what differs between operations that are alike.
#[derive(Clone, Copy)]
pub(crate) enum Names<'a> {
    /// By their own numbers.
    Own,
    /// By one placeholder for all; the numbers are noted in their order.
    Noted(&'a RefCell<Vec<Number>>),
    /// By other texts, in the order in which the numbers were noted.
    Given(&'a RefCell<std::vec::IntoIter<String>>),
}

/// A number in a text.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    /// The index of data.
    Place(u32),
    Register(Register),
}

impl Number {
    /// Returns its usual text.
    pub(super) fn text(self) -> String {
        match self {
            Self::Place(place) => format!("{place}u"),
            Self::Register(Register(register)) => format!("r{register}"),
        }
    }
}

impl Names<'_> {
    fn of(self, number: Number) -> String {
        match self {
            Self::Own => number.text(),
            Self::Noted(noted) => {
                noted.borrow_mut().push(number);
                "#".to_owned()
            }
            Self::Given(given) => given.borrow_mut().next().expect("a text for each number"),
        }
    }

    fn place(self, place: u32) -> String {
        self.of(Number::Place(place))
    }

    fn register(self, register: Register) -> String {
        self.of(Number::Register(register))
    }
}

/// The source of a program's numbers in a text.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a> {
    /// The bindings of a kernel.
    Bound(Names<'a>),
    /// The text itself, as constants.
    Written(&'a Written<'a>),
}

/// Returns the WGSL of a coordinate, given the WGSL of the octave and the name of the domain's axis.
pub(crate) type TermText<'a> = Box<dyn Fn(&str, &str) -> String + 'a>;

/// Returns the WGSL of a number of an octave, given the WGSL of the octave.
pub(crate) type OctaveText<'a> = Box<dyn Fn(&str) -> String + 'a>;

/// The WGSL of a program's numbers, in the order of its values, and of its lattice coordinates.
pub(crate) struct Written<'a> {
    pub(crate) scalars: Vec<String>,
    pub(crate) octave_scalars: Vec<OctaveText<'a>>,
    pub(crate) octaves: Vec<String>,
    /// The two words of each key; the first is the index of the table, if the basis has one.
    pub(crate) keys: Vec<[String; 2]>,
    pub(crate) terms: Vec<TermText<'a>>,
    /// The text of a zero that compilers don't know, if they unroll loops whose count they know.
    pub(crate) zero: Option<&'a str>,
}

impl Numbers<'_> {
    /// Returns the name of a register.
    pub(super) fn register(self, register: Register) -> String {
        match self {
            Self::Bound(names) => names.register(register),
            Self::Written(_) => format!("r{}", register.0),
        }
    }

    /// Returns a name that begins with a letter, of what only the operation with this number uses.
    pub(super) fn local(self, letter: char, number: u32) -> String {
        if matches!(self, Self::Bound(Names::Noted(_))) { format!("{letter}#") } else { format!("{letter}{number}") }
    }

    /// Returns the WGSL of an operand. `octave` counts over all enclosing loops; `ending` is the suffix of the sample's names.
    pub(super) fn operand(self, operand: Operand, octave: Option<&str>, ending: &str) -> String {
        let octave = octave.unwrap_or("0u");
        match (operand, self) {
            (Operand::Register(register), _) => self.register(register) + ending,
            (Operand::Scalar(scalar), Self::Bound(names)) => format!("scalar({})", names.place(scalar.0)),
            (Operand::Scalar(scalar), Self::Written(Written { scalars, .. })) => scalars[scalar.0 as usize].clone(),
            (Operand::Octave(scalar), Self::Bound(names)) => format!("octave_scalar({}, {octave})", names.place(scalar.0)),
            (Operand::Octave(scalar), Self::Written(Written { octave_scalars, .. })) => octave_scalars[scalar.0 as usize](octave),
        }
    }

    /// Returns the WGSL of the hash of a basis, by its number in the program: Perlin noise takes its kind, too, and others the key of the lattice hash.
    pub(super) fn hash_of(self, basis: Basis, index: u32) -> String {
        let kind = basis.hash as u32;
        match self {
            Self::Bound(names) if basis.function.takes_table() => format!("hash_of({}, {kind}u)", names.place(index)),
            Self::Bound(names) => format!("key_of({})", names.place(index)),
            Self::Written(Written { keys, .. }) => {
                let [low, high] = &keys[index as usize];
                let key = format!("vec2<u32>({low}, {high})");
                if basis.function.takes_table() { format!("Hash({kind}u, {low}, {key})") } else { key }
            }
        }
    }

    /// Returns the WGSL of the octave count of a loop, by its number in the program.
    pub(super) fn octaves(self, index: u32) -> String {
        match self {
            Self::Bound(names) => format!("octaves({})", names.place(index)),
            Self::Written(Written { octaves, .. }) => octaves[index as usize].clone(),
        }
    }

    /// Returns the WGSL of the end of a loop, given that of its octave count. Where its body is large, compilers can't unroll it.
    pub(super) fn end(self, count: &str, is_large: bool) -> String {
        match self {
            Self::Written(Written { zero: Some(zero), .. }) if is_large => format!("{count} + {zero}"),
            _ => count.to_owned(),
        }
    }

    /// Returns the WGSL of a lattice coordinate before it is warped, given the function that reads its terms and the index along each axis of the
    /// domain.
    pub(super) fn sum_of_terms(self, axis: &LatticeAxis, read: &str, octave: &str, index: impl Fn(u8) -> &'static str) -> String {
        let term = |(&axis, number): (&u8, u32)| match self {
            Self::Bound(names) => format!("{read}({}, {octave}, {})", names.place(number), index(axis)),
            Self::Written(Written { terms, .. }) => terms[number as usize](octave, index(axis)),
        };
        let mut terms = axis.terms.iter().zip(axis.first..).map(term);
        let first = terms.next().expect("an axis has terms");
        terms.fold(first, |sum, term| format!("added({sum}, {term})"))
    }
}
