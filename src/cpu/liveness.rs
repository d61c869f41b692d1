//! When registers are read last: the room of a register that no later step reads is the next one's, so that few of them are in the cache.

use super::steps::Step;
use crate::program::{Operand, Register, Structure};

/// After each of the steps that a structure's body is planned as, the registers that nothing reads any more.
pub(super) fn dead_after(structure: &Structure, steps: &[Step<'_>]) -> Vec<Vec<Register>> {
    let mut last = vec![None; structure.registers as usize];
    for (number, operation) in structure.body.iter().enumerate() {
        structure.each_register(operation, &mut |register| last[register.0 as usize] = Some(number));
    }
    for output in &structure.outputs {
        if let Operand::Register(register) = output {
            last[register.0 as usize] = None;
        }
    }
    let mut step_of = vec![];
    for (number, step) in steps.iter().enumerate() {
        step_of.extend(std::iter::repeat_n(number, step.operations()));
    }
    let mut dead = vec![vec![]; steps.len()];
    for (number, last) in (0..).zip(last) {
        if let Some(last) = last {
            dead[step_of[last]].push(Register(number));
        }
    }
    dead
}
