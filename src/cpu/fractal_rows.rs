//! Fractals of a basis over whole strips, not in columns: an octave goes into the sum as soon as it is there, the first starts from numbers, and the last gives
//! the sum its size. The plan finds them among the operations.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use super::evaluator::Evaluator;
use super::forms::{Form, MOST_CARRIED};
use super::fractals::{Octave, Way};
use super::registers::{self, Vector};
use super::steps::Fractal;
use super::strip::{At, Samples};
use crate::value::fractal;
use crate::value::lanes::{Block, LANES, load};

impl<'a, S: Simd> Evaluator<'a, S> {
    /// Evaluates a fractal of a basis whose sum is given its size.
    pub(super) fn fractal_of_basis_in_rows(&mut self, fractal: &Fractal<'a>, octave: usize, at: &At, target: &mut Samples<'_>) {
        let (scale, _) = fractal.total.expect("the sum is given its size");
        let scale = self.number(scale, octave);
        if fractal.form == Form::Fbm && self.is_in_rows(&fractal.body[0]) {
            self.sum_in_rows(fractal, scale, octave, at, target);
        } else {
            self.octaves_row_by_row(fractal, scale, octave, at, target);
        }
    }

    /// Sums octaves of what is in rows: they are added as they are made, without a register between. They need no settling first, since what is added is
    /// settled, and weights lie within ±1. The first octave takes the first sum in place of what is in the samples, which would have to be filled otherwise.
    fn sum_in_rows(&mut self, sum: &Fractal<'a>, scale: f32, octave: usize, at: &At, samples: &mut Samples<'_>) {
        let simd = self.simd;
        let octaves = self.program.values().octaves[sum.index as usize] as usize;
        let (_, first) = sum.carried[0];
        let first = f32x16::splat(simd, self.number(first, octave * octaves));
        let scale = f32x16::splat(simd, scale);
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

    /// Takes each octave on row by row: where the basis is made so, each row as soon as it is there, since it is in the first level of the cache then. The sum
    /// lies in the samples, what else is carried in its registers.
    fn octaves_row_by_row(&mut self, fractal: &Fractal<'a>, scale: f32, octave: usize, at: &At, target: &mut Samples<'_>) {
        let (simd, stride) = (self.simd, self.stride());
        let octaves = self.program.values().octaves[fractal.index as usize] as usize;
        let mut first = [0.0; MOST_CARRIED];
        for (first, (_, operand)) in first.iter_mut().zip(&fractal.carried) {
            *first = self.number(*operand, octave * octaves);
        }
        let mut value = self.taken(fractal.value);
        let mut others: [Vec<Vector>; MOST_CARRIED] = Default::default();
        for (vectors, (register, _)) in others.iter_mut().zip(&fractal.carried).skip(1) {
            *vectors = self.taken(*register);
        }
        if octaves == 1 {
            target.rows().for_each(|row| row.fill(first[0]));
            others.iter_mut().zip(first).for_each(|(vectors, first)| vectors.fill(Vector::splat(first)));
        }
        for k in 0..octaves {
            let octave = octave * octaves + k;
            let taken = Octave {
                simd,
                form: fractal.form,
                numbers: self.numbers(fractal, octave),
                first: (k == 0 && octaves > 1).then_some(first),
                scale: (k + 1 == octaves).then_some(scale),
            };
            let mut then = |row: usize, value: &[f32]| {
                let blocks = row * (stride / LANES)..(row + 1) * (stride / LANES);
                let sum = &mut target.slice[row * target.stride..][..target.count];
                taken.go(Row {
                    value: value.as_chunks().0,
                    sum,
                    others: others.each_mut().map(|vectors| registers::blocks(vectors).get_mut(blocks.clone()).unwrap_or_default()),
                });
            };
            let rows = &mut registers::samples(&mut value)[..at.rows * stride];
            self.basis(&fractal.body[0], octave, at, &mut Samples { slice: rows, stride, count: self.count }, &mut then);
        }
        self.put(fractal.value, value);
        for (vectors, (register, _)) in others.into_iter().zip(&fractal.carried).skip(1) {
            self.put(*register, vectors);
        }
    }
}

/// A row of an octave's values, and of what is carried: the sum, and the others, of which the first is empty for it.
struct Row<'r> {
    value: &'r [Block],
    sum: &'r mut [f32],
    others: [&'r mut [Block]; MOST_CARRIED],
}

/// What is carried becomes a function of what it was and of the values, the first K of it.
#[inline(always)]
fn each_block<S: Simd, const M: usize, const K: usize>(
    simd: S,
    value: &[Block],
    mut carried: [&mut [Block]; M],
    function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; K] + Copy,
) {
    // All of one length, so that one check of a range holds for all.
    for blocks in &mut carried {
        *blocks = &mut std::mem::take(blocks)[..value.len()];
    }
    for (at, value) in value.iter().enumerate() {
        let mut before = [f32x16::splat(simd, 0.0); M];
        for (before, blocks) in before.iter_mut().zip(&carried) {
            *before = load(simd, &blocks[at]);
        }
        for (after, blocks) in function(before, load(simd, value)).into_iter().zip(&mut carried) {
            blocks[at] = after.into();
        }
    }
}

impl<S: Simd> Way<S> for Row<'_> {
    #[inline(always)]
    fn each<const M: usize, const K: usize>(self, simd: S, function: impl Fn([f32x16<S>; M], f32x16<S>) -> [f32x16<S>; K] + Copy) {
        let Self { value, sum, others } = self;
        let (whole, rest) = sum.as_chunks_mut();
        let mut last = [[0.0; LANES]];
        last[0][..rest.len()].copy_from_slice(rest);
        let (whole_value, last_value) = value.split_at(whole.len());
        let mut carried: [&mut [Block]; M] = std::array::from_fn(|_| Default::default());
        let mut last_carried: [&mut [Block]; M] = std::array::from_fn(|_| Default::default());
        for ((carried, last), other) in carried.iter_mut().zip(&mut last_carried).zip(others).skip(1) {
            (*carried, *last) = other.split_at_mut(whole.len());
        }
        carried[0] = whole;
        last_carried[0] = &mut last;
        each_block(simd, whole_value, carried, function);
        if !rest.is_empty() {
            each_block(simd, last_value, last_carried, function);
            rest.copy_from_slice(&last[0][..rest.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::nodes::Simplex;
    use crate::program::Program;
    use crate::{Axis, Build as _, Cpu, Domain, Graph, Grid};

    #[test]
    fn one_octave_is_the_same_as_two_of_which_the_second_weighs_nothing() {
        // The last block of a row is filled in part.
        let domain = Domain::from(Grid::plane(Axis::extent(0, 3, 37), Axis::extent(0, 2, 21)));
        let samples = |graph: Graph| Cpu::new().sample(&Program::new(&graph).unwrap(), &domain).unwrap();
        macro_rules! compare {
            ($($fractal:ident)*) => {$(
                let of = |weights: &[i32]| samples(Simplex::new().dimensions(2).$fractal().weights(weights.iter().copied()).into());
                let (one, two) = (of(&[1]), of(&[1, 0]));
                assert!(one.iter().any(|sample| *sample != one[0]));
                assert_eq!(one, two, stringify!($fractal));
            )*};
        }
        compare!(fbm turbulence billow ridged hybrid heterogeneous ping_pong);
    }
}
