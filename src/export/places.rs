//! Exact places on lattices as words that shaders multiply by: `placed` in `shaders/export/module.wgsl`.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::error::{Error, Result};
use crate::program::{Program, TermOctave, Wave};

/// The most words of a factor.
const MAX_WORDS: usize = 16;

/// What a module multiplies positions by.
pub(super) struct Places {
    /// The words of a factor.
    pub(super) words: usize,
    /// Factors and summands, each from its lowest word on.
    pub(super) list: Vec<[u32; 2]>,
    /// Of each term: where its first octave begins, the others following it.
    pub(super) firsts: Vec<usize>,
    /// Of each term: whether it follows its axis of the domain.
    pub(super) follows: Vec<bool>,
    /// Of each term: the period of each octave.
    pub(super) periods: Vec<Vec<u32>>,
}

impl Places {
    pub(super) fn of(program: &Program) -> Result<Self> {
        let axes = program.values().axes.iter();
        let terms: Vec<_> = axes.flat_map(|axis| axis.terms.iter().map(move |term| (axis, &term.octaves))).collect();
        let mut words = 2;
        for (axis, octaves) in &terms {
            if octaves.iter().any(|octave| octave.wave != Wave::Linear) {
                return Err(Error::parameter(
                    axis.place.clone(),
                    "it goes round a circle, whose sines only the host has to the last bit; bake it, or export what lies on the circle",
                ));
            }
            for octave in *octaves {
                let ratio = Ratio::of(octave);
                let needed = (words..=MAX_WORDS).find(|&words| ratio.words(words).is_some());
                words = needed.ok_or_else(|| {
                    Error::limit(
                        axis.place.clone(),
                        format!(
                            "its frequency, angle and offset have a common denominator of {} bits, too many for a shader to place it exactly; give numbers of fewer digits",
                            octave.exact.divisor.bits()
                        ),
                    )
                })?;
            }
        }
        let mut places = Self { words, list: Vec::new(), firsts: Vec::new(), follows: Vec::new(), periods: Vec::new() };
        let mut known: Vec<(&Vec<TermOctave>, usize)> = Vec::new();
        for (_, octaves) in terms {
            places.follows.push(octaves.iter().any(|octave| !octave.exact.factor.is_zero()));
            places.periods.push(octaves.iter().map(|octave| octave.period).collect());
            let first = known.iter().find(|(other, _)| *other == octaves).map_or(places.list.len(), |(_, first)| *first);
            places.firsts.push(first);
            if first < places.list.len() {
                continue;
            }
            known.push((octaves, first));
            for octave in octaves {
                places.list.extend(Ratio::of(octave).words(words).expect("as many words as this octave takes"));
            }
        }
        Ok(places)
    }
}

/// How many periods (without one, 2^32 cells) lie below a position, counted from -2^31 units on in 2^-32 units: (factor * steps + offset) / divisor.
struct Ratio {
    factor: BigInt,
    offset: BigInt,
    divisor: BigInt,
}

impl Ratio {
    fn of(octave: &TermOctave) -> Self {
        let cells = if octave.period == 0 { BigInt::one() << 32 } else { octave.period.into() };
        let (factor, divisor) = (&octave.exact.factor, (&octave.exact.divisor << 64) * cells);
        let offset = (&octave.exact.offset << 32) - (factor << 63);
        let common = factor.gcd(&offset).gcd(&divisor);
        Self { factor: factor / &common, offset: offset / &common, divisor: divisor / &common }
    }

    /// The factor and the offset in so many words below one, rounded up, if that is less than the next 2^-32 cell needs at every position.
    fn words(&self, count: usize) -> Option<impl Iterator<Item = [u32; 2]> + use<>> {
        let one = BigInt::one() << (32 * count);
        let ceiling = |number: &BigInt| Integer::div_ceil(&(number * &one), &self.divisor);
        let above = |number: &BigInt, words: &BigInt| -> BigInt { words * &self.divisor - number * &one };
        let (factor, offset) = (ceiling(&self.factor), ceiling(&self.offset));
        let most = (BigInt::one() << 64) - 1_u32;
        let error: BigInt = above(&self.factor, &factor) * most + above(&self.offset, &offset);
        let words = |number: &BigInt| {
            let number = number.mod_floor(&one);
            (0..count).map(|word| ((&number >> (32 * word)) & BigInt::from(u32::MAX)).to_u32().expect("a word")).collect::<Vec<_>>()
        };
        (error < one).then(|| words(&factor).into_iter().zip(words(&offset)).map(|(a, b)| [a, b]))
    }
}
