//! The two phases of a kernel.

use super::shared;
use crate::program::{Operand, Operation, Register, Structure};

/// The two phases of a kernel. The first evaluates noises along rows or columns, several samples at once. The second evaluates everything that depends on
/// these, one sample at a time as it is stored, so that its text occurs only once however many samples the first evaluates at once. Where each sample is
/// evaluated by itself, all belongs to the second.
#[derive(Debug, Clone)]
pub(super) struct Phases {
    /// The first phase, by the places of its operations in the body: operations that support rows or columns, and all that they depend on.
    along: Vec<usize>,
    /// The registers of the first phase that the second phase or the outputs read.
    pub(super) kept: Vec<Register>,
    /// The second phase.
    after: Vec<usize>,
    /// True if the first phase evaluates every noise.
    pub(super) has_all_noise_along: bool,
}

/// The limit on the operations of a second phase whose text may occur several times.
const SHORT: usize = 8;

impl Phases {
    /// Returns the phases of a kernel in rows.
    pub(super) fn rows(structure: &Structure) -> Self {
        Self::of(structure, |operation| structure.has_rows(operation))
    }

    /// Returns the phases of a kernel in columns.
    pub(super) fn columns(structure: &Structure) -> Self {
        Self::of(structure, |operation| shared::has_columns(structure, operation))
    }

    /// Returns the phases whose first evaluates these operations, and all that they depend on.
    pub(super) fn of(structure: &Structure, is_along: impl Fn(&Operation) -> bool) -> Self {
        let mut is_needed = vec![false; structure.registers as usize];
        let (mut along, mut after) = (Vec::new(), Vec::new());
        for (place, operation) in structure.body.iter().enumerate().rev() {
            let is_read = |register: &Register| is_needed[register.0 as usize];
            if is_along(operation) || operation.results().iter().any(is_read) {
                structure.each_register(operation, &mut |register| is_needed[register.0 as usize] = true);
                along.push(place);
            } else {
                after.push(place);
            }
        }
        along.reverse();
        after.reverse();
        let mut is_read = vec![false; structure.registers as usize];
        for operation in at(structure, &after) {
            structure.each_register(operation, &mut |register| is_read[register.0 as usize] = true);
        }
        for output in &structure.outputs {
            if let Operand::Register(register) = output {
                is_read[register.0 as usize] = true;
            }
        }
        let kept = at(structure, &along).flat_map(Operation::results).filter(|register| is_read[register.0 as usize]).collect();
        let has_all_noise_along = at(structure, &after).all(|operation| matches!(operation, Operation::Call { .. }));
        Self { along, kept, after, has_all_noise_along }
    }

    /// Returns the operations of the first phase.
    pub(super) fn along<'a>(&self, structure: &'a Structure) -> impl Iterator<Item = &'a Operation> {
        at(structure, &self.along)
    }

    /// Returns the operations of the second phase.
    pub(super) fn after<'a>(&self, structure: &'a Structure) -> impl Iterator<Item = &'a Operation> {
        at(structure, &self.after)
    }

    /// Returns true if the second phase is so short that its text may occur several times.
    pub(super) fn is_short_after(&self) -> bool {
        self.has_all_noise_along && self.after.len() <= SHORT
    }
}

/// Returns the operations of the body at some places.
fn at<'a>(structure: &'a Structure, places: &[usize]) -> impl Iterator<Item = &'a Operation> {
    places.iter().map(|&place| &structure.body[place])
}
