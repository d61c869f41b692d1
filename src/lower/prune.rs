//! Removes the operations of a program that no output depends on: values of nodes of which only derivatives are read, and derivatives that are not read.

use crate::program::{Carried, LatticeAxis, Operand, Operation};

/// The registers that the kept operations read.
struct Reads<'a> {
    axes: &'a [LatticeAxis],
    is_read: Vec<bool>,
}

/// Keeps only the operations of a body that outputs depend on.
pub(super) fn prune(body: &mut Vec<Operation>, axes: &[LatticeAxis], registers: usize, outputs: &[Operand]) {
    let mut reads = Reads { axes, is_read: vec![false; registers] };
    outputs.iter().for_each(|output| reads.read(*output));
    reads.mark(body);
    reads.keep(body);
}

impl Reads<'_> {
    fn read(&mut self, operand: Operand) {
        if let Operand::Register(register) = operand {
            self.is_read[register.0 as usize] = true;
        }
    }

    fn is_kept(&self, operation: &Operation) -> bool {
        operation.results().iter().any(|register| self.is_read[register.0 as usize])
    }

    /// Marks the registers that the kept operations read, from the last operation to the first.
    fn mark(&mut self, body: &[Operation]) {
        for operation in body.iter().rev() {
            if !self.is_kept(operation) {
                continue;
            }
            match operation {
                Operation::Basis { basis, axis, .. } | Operation::Derivatives { basis, axis, .. } => {
                    for axis in &self.axes[*axis as usize..][..usize::from(basis.dimensions())] {
                        axis.displaced.iter().for_each(|(by, _)| self.read(*by));
                    }
                }
                Operation::Call { arguments, .. } => arguments.iter().for_each(|argument| self.read(*argument)),
                Operation::Loop { body, carried, .. } => self.mark_loop(body, carried),
            }
        }
    }

    /// Marks a loop. The next octave reads what the loop carries, so its body is visited until no more registers are marked.
    fn mark_loop(&mut self, body: &[Operation], carried: &[Carried]) {
        loop {
            let before = self.is_read.iter().filter(|is_read| **is_read).count();
            for Carried { register, first, next } in carried {
                if self.is_read[register.0 as usize] {
                    self.read(*first);
                    self.read(*next);
                }
            }
            self.mark(body);
            if self.is_read.iter().filter(|is_read| **is_read).count() == before {
                return;
            }
        }
    }

    fn keep(&self, body: &mut Vec<Operation>) {
        body.retain(|operation| self.is_kept(operation));
        for operation in body {
            if let Operation::Loop { body, carried, .. } = operation {
                carried.retain(|carried| self.is_read[carried.register.0 as usize]);
                self.keep(body);
            }
        }
    }
}
