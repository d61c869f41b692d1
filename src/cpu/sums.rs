//! Sums of octaves of a basis in rows, which fBm is: the plan finds them among the operations, and the evaluator has them summed here, if not in columns.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::evaluator::Evaluator;
use super::steps::Sum;
use super::strip::{At, Samples};
use crate::program::{Carried, Function, Operand, Operation};
use crate::value::fractal;

impl<'a, S: Simd> Evaluator<'a, S> {
    /// The sum of octaves of a basis in rows that a loop and the operation after it make, if its registers are read by nobody else.
    pub(super) fn sum(&self, operation: &'a Operation, rest: &'a [Operation]) -> Option<Sum<'a>> {
        let Operation::Loop { index, body, carried } = operation else { return None };
        let [Operation::Call { function: Function::FbmTotal, arguments: total, result }, ..] = rest else { return None };
        let [basis @ Operation::Basis { result: value, .. }, Operation::Call { function: Function::FbmOctave, arguments, .. }] = &body[..]
        else {
            return None;
        };
        let &[Carried { register, .. }] = &carried[..] else { return None };
        let &[Operand::Register(sum), Operand::Octave(weight), Operand::Register(added)] = &arguments[..] else { return None };
        let &[Operand::Register(scaled), scale] = &total[..] else { return None };
        let is_plain = sum == register && scaled == register && added == *value;
        // The octave's call and the total read the sum, and the first of these the value.
        let is_alone = self.reads[register.0 as usize] == 2 && self.reads[value.0 as usize] == 1;
        (is_plain && is_alone && self.is_in_rows(basis)).then_some(Sum { index: *index, basis, weight, scale, result: *result })
    }

    /// Evaluates a sum: the octaves are added as they come, without a register between, and the last is scaled on the way. They need no settling first,
    /// since what is added is settled, and weights lie within ±1.
    pub(super) fn sum_in_rows(&mut self, sum: &Sum<'a>, octave: usize, at: &At, samples: &mut Samples<'_>) {
        let simd = self.simd;
        let values = self.program.values();
        let octaves = values.octaves[sum.index as usize] as usize;
        let weights = &values.octave_scalars[sum.weight.0 as usize][octave * octaves..][..octaves];
        let scale = f32x16::splat(simd, self.number(sum.scale, octave));
        samples.rows().for_each(|row| row.fill(0.0));
        for (k, &weight) in weights.iter().enumerate() {
            let (octave, weight) = (octave * octaves + k, f32x16::splat(simd, weight));
            if k + 1 < octaves {
                self.in_rows(
                    sum.basis,
                    octave,
                    at,
                    None,
                    samples,
                    #[inline(always)]
                    |sum, value| fractal::fbm_octave(sum, weight, value),
                );
            } else {
                self.in_rows(
                    sum.basis,
                    octave,
                    at,
                    None,
                    samples,
                    #[inline(always)]
                    |sum, value| fractal::fbm_total(fractal::fbm_octave(sum, weight, value), scale),
                );
            }
        }
    }
}
