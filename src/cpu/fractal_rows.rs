//! Sums of octaves of a basis in rows, which fBm is: the plan finds them among the operations, and the evaluator has them summed here, if not in columns.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::evaluator::Evaluator;
use super::forms::Form;
use super::steps::Fractal;
use super::strip::{At, Samples};
use crate::program::{Operand, Operation};
use crate::value::fractal;

impl<'a, S: Simd> Evaluator<'a, S> {
    /// The sum of octaves of a basis in rows that a loop and the operation after it make.
    pub(super) fn sum(&self, operation: &'a Operation, rest: &'a [Operation]) -> Option<Fractal<'a>> {
        let sum = self.fractal_of_basis(operation, rest)?;
        (sum.form == Form::Fbm && sum.total.is_some() && self.is_in_rows(&sum.body[0])).then_some(sum)
    }

    /// Evaluates a sum: the octaves are added as they come, without a register between, and the last is scaled on the way. They need no settling first,
    /// since what is added is settled, and weights lie within ±1. The first octave takes the first sum in place of what is in the samples, which would
    /// have to be filled otherwise.
    pub(super) fn sum_in_rows(&mut self, sum: &Fractal<'a>, scale: Operand, octave: usize, at: &At, samples: &mut Samples<'_>) {
        let simd = self.simd;
        let octaves = self.program.values().octaves[sum.index as usize] as usize;
        let (_, first) = sum.carried[0];
        let first = f32x16::splat(simd, self.number(first, octave * octaves));
        let scale = f32x16::splat(simd, self.number(scale, octave));
        for k in 0..octaves {
            let (is_first, is_last) = (k == 0, k + 1 == octaves);
            let octave = octave * octaves + k;
            let [weight, ..] = self.numbers(sum, octave);
            let weight = f32x16::splat(simd, weight);
            self.in_rows(
                &sum.body[0],
                octave,
                at,
                None,
                samples,
                #[inline(always)]
                |sum, value| {
                    let sum = fractal::fbm_octave(if is_first { first } else { sum }, weight, value);
                    if is_last { fractal::fbm_total(sum, scale) } else { sum }
                },
            );
        }
    }
}
