//! Sums of octaves of a basis in rows, which fractals are: the evaluator finds them among its operations and has them summed here, the first octaves column
//! by column where that is faster.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::columns::{self, Column, Columns, Group};
use super::evaluator::{At, Evaluator, ORIGIN, Samples, Sum};
use super::rows::Noise;
use crate::program::{Carried, Function, Operand, Operation};
use crate::value::fractal;
use crate::value::lanes::LANES;

/// As many octaves as make it worth to sum them column by column.
const SEVERAL: usize = 3;

impl<'a, S: Simd> Evaluator<'a, S> {
    /// Makes the columns of a sum of octaves, for as many octaves as the loops around it have, where they are faster than rows. Vectors of
    /// eight look lanes up fast, but hash sixteen lattice rows one by one; those of sixteen do both fast, those of four neither.
    pub(super) fn prepare_columns(&mut self, sum: &Sum<'a>, octaves: usize) {
        let Operation::Basis { basis, index, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let (simd, count) = (self.simd, self.count);
        let noise = Noise::new(*basis, self.hash(*basis, *index));
        let term = self.program.structure().axes[*axis as usize].first as usize;
        let summed = self.program.values().octaves[sum.index as usize] as usize;
        let of_sum = |octave: usize| {
            let columns = (octave * summed..(octave + 1) * summed).map_while(|octave| {
                let entries = self.tables.entries(term, octave, self.start, count);
                simd.vectorize(
                    #[inline(always)]
                    || Columns::new(simd, noise, entries),
                )
            });
            let columns: Vec<_> = columns.collect();
            if columns.len() < SEVERAL { vec![] } else { columns }
        };
        let columns: Vec<_> = (0..octaves).map(of_sum).collect();
        if columns.iter().any(|columns| !columns.is_empty()) {
            self.sums.resize(count.next_multiple_of(LANES), Column::ZERO);
        }
        self.columns[*index as usize] = columns;
    }

    /// The sum of octaves of a basis in rows that the first two operations make, if its registers are read by nobody else.
    pub(super) fn sum(&self, operations: &'a [Operation]) -> Option<Sum<'a>> {
        let [Operation::Loop { index, body, carried }, Operation::Call { function: Function::FbmTotal, arguments: total, result }, ..] =
            operations
        else {
            return None;
        };
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
        let by_columns = self.sum_in_columns(sum, octave, at, samples, weights, scale);
        if by_columns == 0 {
            samples.rows().for_each(|row| row.fill(0.0));
        }
        for (k, &weight) in weights.iter().enumerate().skip(by_columns) {
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

    /// Sums as many of the first octaves as can be summed column by column, and says how many these are: none, if they are few.
    fn sum_in_columns(
        &mut self,
        sum: &Sum<'a>,
        octave: usize,
        at: &At,
        samples: &mut Samples<'_>,
        weights: &[f32],
        scale: f32x16<S>,
    ) -> usize {
        let Operation::Basis { basis, index, axis, .. } = sum.basis else { unreachable!("a sum is of a basis") };
        let (simd, index) = (self.simd, *index as usize);
        if at.rows < LANES / 2 || self.columns[index].get(octave).is_none_or(Vec::is_empty) {
            return 0;
        }
        let axes = &self.program.structure().axes[*axis as usize..];
        let group = |k: usize| {
            let octave = octave * weights.len() + k;
            let (rows, period) = self.tables.entries(axes[1].first as usize, octave, at.y, at.rows);
            let z = if basis.dimensions() > 2 { self.tables.term(axes[2].first as usize, octave, at.z) } else { ORIGIN };
            Group::new(rows, period, z)
        };
        let mut groups = std::mem::take(&mut self.groups);
        groups.clear();
        groups.extend((0..self.columns[index][octave].len()).map_while(group));
        let count = if groups.len() < SEVERAL { 0 } else { groups.len() };
        let sums = &mut self.sums;
        for (k, (columns, group)) in self.columns[index][octave].iter_mut().zip(&groups[..count]).enumerate() {
            simd.vectorize(
                #[inline(always)]
                || {
                    let (zero, weight) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, weights[k]));
                    if k == 0 {
                        columns.add(
                            simd,
                            group,
                            sums,
                            #[inline(always)]
                            |_, value| fractal::fbm_octave(zero, weight, value),
                        );
                    } else {
                        columns.add(
                            simd,
                            group,
                            sums,
                            #[inline(always)]
                            |sum, value| fractal::fbm_octave(sum, weight, value),
                        );
                    }
                },
            );
        }
        if count > 0 {
            let are_all = count == weights.len();
            simd.vectorize(
                #[inline(always)]
                || {
                    columns::write_rows(
                        simd,
                        sums,
                        samples.rows(),
                        #[inline(always)]
                        |sum| if are_all { fractal::fbm_total(sum, scale) } else { sum },
                    );
                },
            );
        }
        self.groups = groups;
        count
    }
}
