//! The steps of the interpreter in order, and the allocation of registers: a register that is no longer read frees its place.

use std::collections::HashMap;

use super::slices;
use crate::domain::DomainKind;
use crate::program::{Carried, Function, Operand, Operation, Program, Register, Structure};

/// A step over a band of rows.
pub(super) enum Step<'a> {
    /// A basis or its derivatives.
    Noise(&'a Operation),
    /// Functions of operands, one after another.
    Calls(&'a [Operation]),
    /// The octaves of separable noise, each added to the samples.
    Sum(Sum<'a>),
    Loop {
        index: u32,
        body: Vec<Step<'a>>,
        carried: &'a [Carried],
    },
}

/// Fractional Brownian motion of a basis: a sum that starts from a number and is scaled at the end.
pub(super) struct Sum<'a> {
    /// The number of the loop.
    pub(super) index: u32,
    pub(super) basis: &'a Operation,
    pub(super) first: Operand,
    pub(super) weight: Operand,
    pub(super) scale: Operand,
    pub(super) result: Register,
}

/// The steps of a program over a kind of domain.
pub(super) struct Schedule<'a> {
    pub(super) steps: Vec<Step<'a>>,
    /// The register that is the only channel, is assigned last and is read by nothing else. It is written directly to the samples.
    pub(super) direct: Option<Register>,
    /// The number of reads of each register.
    pub(super) reads: Vec<u32>,
    /// The place of each register, and the number of places.
    pub(super) places: Vec<usize>,
    pub(super) count: usize,
}

impl<'a> Schedule<'a> {
    pub(super) fn new(program: &'a Program, kind: DomainKind) -> Self {
        let structure = program.structure();
        let reads = structure.reads();
        let steps = Scheduler { program, kind, reads: &reads }.steps(&structure.body);
        let made_last = match steps.last() {
            Some(Step::Noise(Operation::Basis { result, .. }) | Step::Sum(Sum { result, .. })) => Some(*result),
            Some(Step::Calls([.., Operation::Call { result, .. }])) => Some(*result),
            _ => None,
        };
        let direct = made_last.filter(|last| structure.outputs == [Operand::Register(*last)] && reads[last.0 as usize] == 1);
        // Given values keep the first places.
        let given = structure.given as usize;
        let places = (0..structure.registers as usize).map(|register| if register < given { register } else { 0 }).collect();
        let mut rooms = Rooms { structure, places, free: vec![], count: given };
        let outputs = structure.outputs.iter().filter_map(register).collect::<Vec<_>>();
        rooms.place(&structure.body, &|register| outputs.contains(&register));
        let Rooms { places, count, .. } = rooms;
        Self { steps, direct, reads, places, count }
    }
}

fn register(operand: &Operand) -> Option<Register> {
    match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    }
}

/// Returns true if a carried register can be swapped with the register of its next value: the body assigns that anew in every octave, and no other
/// carried register uses it.
pub(super) fn is_exchanged(carried: &[Carried], one: &Carried) -> bool {
    let is_other = |other: &&Carried| other.next == one.next || Operand::Register(other.register) == one.next;
    matches!(one.next, Operand::Register(_)) && carried.iter().filter(is_other).count() == 1
}

struct Scheduler<'a, 'r> {
    program: &'a Program,
    kind: DomainKind,
    reads: &'r [u32],
}

impl<'a> Scheduler<'a, '_> {
    fn steps(&self, mut operations: &'a [Operation]) -> Vec<Step<'a>> {
        let mut steps = vec![];
        while let [operation, rest @ ..] = operations {
            let calls = operations.iter().take_while(|operation| matches!(operation, Operation::Call { .. })).count();
            if calls > 0 {
                let (chain, rest) = operations.split_at(calls);
                steps.push(Step::Calls(chain));
                operations = rest;
                continue;
            }
            operations = rest;
            steps.push(match operation {
                Operation::Loop { index, body, carried } => match self.sum(operation, rest) {
                    Some(sum) => {
                        operations = &rest[1..];
                        Step::Sum(sum)
                    }
                    None => Step::Loop { index: *index, body: self.steps(body), carried },
                },
                operation => Step::Noise(operation),
            });
        }
        steps
    }

    /// Returns the sum that a loop and the operation after it form, if they do.
    fn sum(&self, operation: &'a Operation, rest: &'a [Operation]) -> Option<Sum<'a>> {
        let Operation::Loop { index, body, carried } = operation else { return None };
        let [basis @ Operation::Basis { result: value, .. }, Operation::Call { function: Function::FbmOctave, arguments, result: next }] =
            &body[..]
        else {
            return None;
        };
        let [Carried { register: sum, first, next: carried }] = carried[..] else { return None };
        let Some(Operation::Call { function: Function::FbmTotal, arguments: total, result }) = rest.first() else { return None };
        let ([summed, weight, added], [total, scale]) = (&arguments[..], &total[..]) else { return None };
        let is_number = |operand: &Operand| register(operand).is_none();
        let reads = |register: &Register| self.reads[register.0 as usize];
        let is_alone = [*summed, *total] == [Operand::Register(sum); 2]
            && (*added, carried) == (Operand::Register(*value), Operand::Register(*next))
            && (reads(value), reads(next), reads(&sum)) == (1, 1, 2);
        let is_sum = is_alone
            && [&first, weight, scale].into_iter().all(is_number)
            && self.lies_within_one(*weight)
            && slices::is_in_all_octaves(self.program.structure(), self.kind, basis);
        is_sum.then_some(Sum { index: *index, basis, first, weight: *weight, scale: *scale, result: *result })
    }

    /// Returns true if a number lies within ±1 in all octaves. A sum then need not make the products with it canonical.
    fn lies_within_one(&self, operand: Operand) -> bool {
        let values = self.program.values();
        let is_within = |number: &f32| number.abs() <= 1.0;
        match operand {
            Operand::Octave(scalar) => values.octave_scalars[scalar.0 as usize].iter().all(is_within),
            Operand::Scalar(scalar) => is_within(&values.scalars[scalar.0 as usize]),
            Operand::Register(_) => false,
        }
    }
}

/// Allocates places to registers.
struct Rooms<'a> {
    structure: &'a Structure,
    places: Vec<usize>,
    free: Vec<usize>,
    count: usize,
}

impl Rooms<'_> {
    /// Gives each register that a body assigns a place. The place is free again after the last operation of the body that uses the register, unless the
    /// register is kept.
    fn place(&mut self, body: &[Operation], is_kept: &dyn Fn(Register) -> bool) {
        let mut last = HashMap::new();
        for (number, operation) in body.iter().enumerate() {
            self.structure.each_register(operation, &mut |register| {
                last.insert(register, number);
            });
        }
        let mut own = vec![];
        for (number, operation) in body.iter().enumerate() {
            for result in operation.results() {
                self.places[result.0 as usize] = self.free.pop().unwrap_or_else(|| {
                    self.count += 1;
                    self.count - 1
                });
                own.push(result);
            }
            if let Operation::Loop { body, carried, .. } = operation {
                let is_next = |register| carried.iter().any(|carried| carried.next == Operand::Register(register));
                self.place(body, &is_next);
                // A value that a body passes to the next octave needs its place until the loop ends.
                for register in body.iter().flat_map(Operation::results).filter(|register| is_next(*register)) {
                    self.free.push(self.places[register.0 as usize]);
                }
            }
            own.retain(|register| {
                let is_done = last[register] == number && !is_kept(*register);
                if is_done {
                    self.free.push(self.places[register.0 as usize]);
                }
                !is_done
            });
        }
    }
}
