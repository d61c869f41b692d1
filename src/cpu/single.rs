//! Evaluates one sample at a time: single points, and all samples on machines whose vectors are too narrow to be worth the code of the other ways.

use super::band::{ORIGIN, Scalars, given_hash, hash_of, scalars_of};
use super::interpret::MOST_OPERANDS;
use super::per_sample::coordinates::MOST_AXES;
use crate::program::{Basis, BasisFunction, Carried, Function, Operand, Operation, Program, Scalar};
use crate::strict::lattice::{Coordinate, added, moved};
use crate::strict::list::{bases, operations};
use crate::strict::strict::{canonical, rounded};
use crate::strict::table::Hash;
use crate::strict::*;

/// Evaluates a program at one sample.
pub(super) struct Single<'a, T> {
    pub(super) program: &'a Program,
    /// Returns a term of a lattice coordinate, given the number of the axis, the number of the term in it, and the octave.
    pub(super) term: T,
    /// All registers of the program.
    pub(super) registers: &'a mut [f32],
}

impl<T: Fn(usize, usize, usize) -> Coordinate> Single<'_, T> {
    /// Evaluates all channels.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, channels: &mut [f32]) {
        let structure = self.program.structure();
        self.body(&structure.body, 0);
        for (channel, output) in channels.iter_mut().zip(&structure.outputs) {
            *channel = canonical(self.operand(*output, 0));
        }
    }

    /// Evaluates operations. `octave` counts over all enclosing loops.
    fn body(&mut self, operations: &[Operation], octave: usize) {
        for operation in operations {
            match operation {
                Operation::Basis { basis, index, axis, scalars, result } => {
                    let value = self.given(*basis, (*index, *axis), scalars, octave, value);
                    self.registers[result.0 as usize] = canonical(value);
                }
                Operation::Derivatives { basis, index, axis, scalars, results } => {
                    let values = self.given(*basis, (*index, *axis), scalars, octave, derivatives);
                    for (result, value) in results.iter().zip(values) {
                        self.registers[result.0 as usize] = canonical(value);
                    }
                }
                Operation::Call { function, arguments, result } => {
                    let mut operands = [0.0; MOST_OPERANDS];
                    for (operand, argument) in operands.iter_mut().zip(arguments) {
                        *operand = self.operand(*argument, octave);
                    }
                    self.registers[result.0 as usize] = call(*function, operands);
                }
                Operation::Loop { index, body, carried } => {
                    self.octaves(self.program.values().octaves[*index as usize], body, carried, octave);
                }
            }
        }
    }

    fn octaves(&mut self, octaves: u32, body: &[Operation], carried: &[Carried], octave: usize) {
        let first = octave * octaves as usize;
        for Carried { register, first: operand, .. } in carried {
            self.registers[register.0 as usize] = self.operand(*operand, first);
        }
        // One register may take the previous value of another.
        let are_taken = carried.iter().any(|one| carried.iter().any(|other| other.next == Operand::Register(one.register)));
        for octave in first..first + octaves as usize {
            self.body(body, octave);
            if are_taken {
                let next: Vec<f32> = carried.iter().map(|carried| self.operand(carried.next, octave)).collect();
                carried.iter().zip(next).for_each(|(carried, next)| self.registers[carried.register.0 as usize] = next);
            } else {
                carried.iter().for_each(|carried| self.registers[carried.register.0 as usize] = self.operand(carried.next, octave));
            }
        }
    }

    #[inline(always)]
    fn operand(&self, operand: Operand, octave: usize) -> f32 {
        match operand {
            Operand::Register(register) => self.registers[register.0 as usize],
            number => self.program.values().number(number, octave),
        }
    }

    /// Passes the arguments of a basis to a function.
    #[inline(always)]
    fn given<R>(
        &self,
        basis: Basis,
        (index, first): (u32, u32),
        scalars: &[Scalar],
        octave: usize,
        then: impl FnOnce(&Given<'_>) -> R,
    ) -> R {
        let axes = &self.program.structure().axes[first as usize..][..usize::from(basis.axes())];
        let mut given =
            Given { basis, hash: hash_of(self.program, basis, index), scalars: scalars_of(self.program, scalars), at: [ORIGIN; MOST_AXES] };
        for (number, (coordinate, axis)) in given.at.iter_mut().zip(axes).enumerate() {
            let term = |term| (self.term)(first as usize + number, term, octave);
            *coordinate = (1..axis.terms.len()).fold(term(0), |sum, number| added(sum, term(number)));
            for (by, scale) in &axis.displaced {
                let scale = self.operand(Operand::Octave(*scale), octave);
                *coordinate = moved(*coordinate, rounded(self.operand(*by, octave) * scale));
            }
        }
        then(&given)
    }
}

/// The arguments of a basis.
struct Given<'a> {
    basis: Basis,
    hash: Hash<'a>,
    scalars: Scalars,
    at: [Coordinate; MOST_AXES],
}

/// Calls a function without inlining it.
#[inline(never)]
fn outlined<R>(function: impl FnOnce() -> R) -> R {
    function()
}

/// Returns the value of a basis.
fn value(given: &Given<'_>) -> f32 {
    macro_rules! value_of {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {{
            match given.basis.function {
                $(BasisFunction::$variant => {
                    let ([$($option,)* ..], [$($scalar,)* ..], [$($coordinate,)* ..]) = (&given.basis.options, &given.scalars, &given.at);
                    $(let $hash = given_hash!($hash given.hash);)?
                    outlined(|| $file::$name($(*$option,)* $(*$scalar,)* $($hash,)? $(*$coordinate),+))
                })*
            }
        }};
    }
    bases!(value_of)
}

/// Returns the derivatives of a basis.
fn derivatives(given: &Given<'_>) -> [f32; 4] {
    macro_rules! of {
        (() $($rest:tt)*) => {
            unreachable!("lowering asks for no derivatives of a function without")
        };
        (($slope:ident) $file:ident options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)) => {{
            let ([$($option,)* ..], [$($scalar,)* ..], [$($coordinate,)* ..]) = (&given.basis.options, &given.scalars, &given.at);
            $(let $hash = given_hash!($hash given.hash);)?
            outlined(|| $file::$slope($(*$option,)* $(*$scalar,)* $($hash,)? $(*$coordinate),+))
        }};
    }
    macro_rules! derivatives_of {
        ($(
            $variant:ident $file:ident $name:ident
            options($($option:ident)*) scalars($($scalar:ident)*) hash($($hash:ident)?) coordinates($($coordinate:ident)+)
            slope($($slope:ident)?) corner($($corner:tt)*),
        )*) => {
            match given.basis.function {
                $(BasisFunction::$variant => of!(
                    ($($slope)?) $file
                    options($($option)*) scalars($($scalar)*) hash($($hash)?) coordinates($($coordinate)+)
                ),)*
            }
        };
    }
    bases!(derivatives_of)
}

/// Returns the value of a function of operands.
pub(crate) fn call(function: Function, operands: [f32; MOST_OPERANDS]) -> f32 {
    macro_rules! functions_of {
        ($($variant:ident $file:ident $name:ident($($parameter:ident)*),)*) => {
            match function {
                $(Function::$variant => {
                    let [$($parameter,)* ..] = operands;
                    $file::$name($($parameter),*)
                })*
            }
        };
    }
    operations!(functions_of)
}
