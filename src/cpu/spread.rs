//! Where sixteen samples take what is kept once for several of them.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x16};

use crate::value::lanes::{LANES, padded, pick, words};

/// Which of many kept numbers each of sixteen samples takes; those of neighbours are the same or follow each other.
pub(super) struct Spread {
    first: u32,
    /// Counted from the first.
    lanes: [u8; LANES],
    form: Form,
}

/// How sixteen samples lie in what is kept.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// All take the same.
    Together,
    /// Each takes the one after that of the sample before.
    Apart,
    Mixed,
}

impl Spread {
    /// Of up to sixteen samples, the number that each takes, none more than 15 after the first's.
    pub(super) fn new(numbers: &[u32]) -> Self {
        let first = numbers[0];
        let lanes = padded(numbers).map(|number| number.wrapping_sub(first) as u8);
        let form = match numbers {
            _ if numbers.last() == numbers.first() => Form::Together,
            _ if numbers.iter().zip(first..).all(|(number, expected)| *number == expected) => Form::Apart,
            _ => Form::Mixed,
        };
        Self { first, lanes, form }
    }

    /// Takes the numbers from some rows of them, all of one length, of which sixteen can be read from any that is taken.
    #[inline(always)]
    pub(super) fn load<S: Simd>(&self, simd: S, from: &[&[f32]], into: &mut [f32x16<S>]) {
        let first = self.first as usize;
        match self.form {
            Form::Together => {
                for (number, from) in into.iter_mut().zip(from) {
                    *number = f32x16::splat(simd, from[first]);
                }
            }
            Form::Apart => {
                for (number, from) in into.iter_mut().zip(from) {
                    *number = f32x16::from_slice(simd, &from[first..first + LANES]);
                }
            }
            Form::Mixed => {
                let lanes = words(simd, &self.lanes);
                for (number, from) in into.iter_mut().zip(from) {
                    *number = pick(simd, f32x16::from_slice(simd, &from[first..first + LANES]), lanes);
                }
            }
        }
    }
}
