//! The two phases of a kernel in rows or columns.

use super::shared;
use crate::program::{Operand, Operation, Register, Structure};

/// The two phases of a kernel in rows or columns. The first evaluates noises along them, several samples at once. The second evaluates everything that
/// depends on these, one sample at a time as it is stored, so that its text occurs only once however many samples the first evaluates at once.
pub(super) struct Phases<'a> {
    /// The first phase: operations that support rows or columns, and all that they depend on.
    pub(super) along: Vec<&'a Operation>,
    /// The registers of the first phase that the second phase or the outputs read.
    pub(super) kept: Vec<Register>,
    /// The second phase.
    pub(super) after: Vec<&'a Operation>,
}

/// The limit on the operations of a second phase whose text may occur several times.
const SHORT: usize = 8;

impl<'a> Phases<'a> {
    /// Returns the phases of a kernel in rows.
    pub(super) fn rows(structure: &'a Structure) -> Self {
        Self::of(structure, |operation| structure.has_rows(operation))
    }

    /// Returns the phases of a kernel in columns.
    pub(super) fn columns(structure: &'a Structure) -> Self {
        Self::of(structure, |operation| shared::has_columns(structure, operation))
    }

    fn of(structure: &'a Structure, is_along: impl Fn(&Operation) -> bool) -> Self {
        let mut is_needed = vec![false; structure.registers as usize];
        let (mut along, mut after) = (Vec::new(), Vec::new());
        for operation in structure.body.iter().rev() {
            let is_read = |register: &Register| is_needed[register.0 as usize];
            if is_along(operation) || operation.results().iter().any(is_read) {
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

    /// Returns true if the first phase evaluates every noise.
    pub(super) fn have_all_noise_along(&self) -> bool {
        self.after.iter().all(|operation| matches!(operation, Operation::Call { .. }))
    }

    /// Returns true if the second phase is so short that its text may occur several times.
    pub(super) fn is_short_after(&self) -> bool {
        self.have_all_noise_along() && self.after.len() <= SHORT
    }
}
