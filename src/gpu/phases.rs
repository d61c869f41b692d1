//! What of a structure is evaluated along rows, and what is made of that afterwards.

use crate::program::{Operand, Operation, Register, Structure};

/// The two parts of a kernel in rows: noises that go along rows, for several samples at once, and all that is made of them, a sample at a time where it is
/// stored. So the text of the second part is there once, however many samples go at once.
pub(super) struct Phases<'a> {
    /// The first part: what has rows, and what that needs.
    pub(super) along: Vec<&'a Operation>,
    /// What the second part and the outputs read of the first.
    pub(super) kept: Vec<Register>,
    /// The second part.
    pub(super) after: Vec<&'a Operation>,
}

impl<'a> Phases<'a> {
    pub(super) fn of(structure: &'a Structure) -> Self {
        let mut is_needed = vec![false; structure.registers as usize];
        let (mut along, mut after) = (Vec::new(), Vec::new());
        for operation in structure.body.iter().rev() {
            let is_read = |register: &Register| is_needed[register.0 as usize];
            if structure.has_rows(operation) || operation.results().iter().any(is_read) {
                structure.each_register(operation, &mut |register| is_needed[register.0 as usize] = true);
                along.push(operation);
            } else {
                after.push(operation);
            }
        }
        along.reverse();
        after.reverse();
        let mut is_read = vec![false; structure.registers as usize];
        after.iter().for_each(|operation| structure.each_register(operation, &mut |register| is_read[register.0 as usize] = true));
        for output in &structure.outputs {
            if let Operand::Register(register) = output {
                is_read[register.0 as usize] = true;
            }
        }
        let kept = along.iter().flat_map(|operation| operation.results()).filter(|register| is_read[register.0 as usize]).collect();
        Self { along, kept, after }
    }

    /// Whether every noise goes along rows.
    pub(super) fn have_all_noise_along(&self) -> bool {
        self.after.iter().all(|operation| matches!(operation, Operation::Call { .. }))
    }
}
