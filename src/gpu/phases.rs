//! The two phases of a kernel in rows.

use crate::program::{Operand, Operation, Register, Structure};

/// The two phases of a kernel in rows. The first evaluates noises along rows, several samples at once. The second evaluates everything that depends on
/// them, one sample at a time as it is stored, so that its text occurs only once however many samples the first evaluates at once.
pub(super) struct Phases<'a> {
    /// The first phase: operations that support rows, and all that they depend on.
    pub(super) along: Vec<&'a Operation>,
    /// The registers of the first phase that the second phase or the outputs read.
    pub(super) kept: Vec<Register>,
    /// The second phase.
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

    /// Returns true if every noise is evaluated along rows.
    pub(super) fn have_all_noise_along(&self) -> bool {
        self.after.iter().all(|operation| matches!(operation, Operation::Call { .. }))
    }
}
