//! Takes out of a program what none of its outputs is made of: values of nodes of which derivatives alone are read, and derivatives that nobody reads.

use crate::program::{Carried, LatticeAxis, Operand, Operation};

/// Which registers are read by what is kept.
struct Reads<'a> {
    axes: &'a [LatticeAxis],
    is_read: Vec<bool>,
}

/// Keeps those operations of a body that outputs are made of.
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

    /// Marks what the operations read that are kept, from the last to the first.
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

    /// What is carried is read by the next octave, so a loop is gone through until no more is read.
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
