//! Exact positions on lattices, as words by which shaders multiply: see `placed` in `shaders/export/module.wgsl`.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::error::{Error, Result};
use crate::program::{AxisValues, LinearFunction, Program, TermOctave, Wave};

/// The most words of a factor.
const MAX_WORDS: usize = 16;
/// The number of words of factors that suffices for floats: the error of a position is less than 2^-31 cell.
const NEAR_WORDS: usize = 4;

/// The numbers by which a module multiplies positions.
pub(super) struct Places {
    /// The number of words of a factor.
    pub(super) words: usize,
    /// Factors and summands, each from its lowest word on.
    pub(super) list: Vec<[u32; 2]>,
    /// For each octave of a circle, in cells: the bits of its radius as a float, and the cell and the fraction of its centre.
    pub(super) circles: Vec<[u32; 3]>,
    /// The terms of each program.
    pub(super) terms: Vec<Vec<Term>>,
}

/// The indices of a term's numbers.
pub(super) struct Term {
    /// The index of its first octave in the list; the others follow it.
    pub(super) first: usize,
    /// The index of its first octave in the list of circles, if it goes round one.
    pub(super) circle: Option<usize>,
    /// True if it depends on its axis of the domain.
    pub(super) follows: bool,
    /// The period of each octave.
    pub(super) periods: Vec<u32>,
}

fn axes_and_octaves(program: &Program) -> impl Iterator<Item = (&AxisValues, &Vec<TermOctave>)> {
    program.values().axes.iter().flat_map(|axis| axis.terms.iter().map(move |term| (axis, &term.octaves)))
}

/// Returns the number of words of the factors of a program whose positions are exact.
///
/// # Errors
///
/// [`Error::Parameter`] where it goes round circles, and [`Error::Limit`] where its denominators are too large.
pub(super) fn exact_words(program: &Program) -> Result<usize> {
    let mut words = 2;
    for (axis, octaves) in axes_and_octaves(program) {
        for octave in octaves {
            let Wave::Linear = octave.wave else {
                return Err(Error::parameter(
                    axis.place.clone(),
                    "it goes round a circle, whose sines only the host computes to the last bit; bake it, or export a module that is not strict",
                ));
            };
            let ratio = Ratio::of(octave);
            words = (words..=MAX_WORDS).find(|&words| ratio.is_exact_in(words)).ok_or_else(|| {
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
    Ok(words)
}

impl Places {
    pub(super) fn of<'p>(programs: impl Iterator<Item = &'p Program> + Clone) -> Self {
        let words = programs.clone().map(|program| exact_words(program).unwrap_or(NEAR_WORDS)).max().unwrap_or(2);
        let mut places = Self { words, list: Vec::new(), circles: Vec::new(), terms: Vec::new() };
        let mut known: Vec<(&Vec<TermOctave>, usize, Option<usize>)> = Vec::new();
        for program in programs {
            let terms = axes_and_octaves(program).map(|(_, octaves)| {
                let found = known.iter().find(|(other, ..)| *other == octaves).map(|(_, first, circle)| (*first, *circle));
                let (first, circle) = found.unwrap_or_else(|| {
                    let (first, circle) = places.add(octaves);
                    known.push((octaves, first, circle));
                    (first, circle)
                });
                let follows = octaves.iter().any(|octave| !Ratio::of(octave).factor.is_zero());
                Term { first, circle, follows, periods: octaves.iter().map(|octave| octave.period).collect() }
            });
            let terms = terms.collect();
            places.terms.push(terms);
        }
        places
    }

    /// Adds the octaves of a term, and returns their indices.
    fn add(&mut self, octaves: &[TermOctave]) -> (usize, Option<usize>) {
        let (first, circle) = (self.list.len(), self.circles.len());
        for octave in octaves {
            self.list.extend(Ratio::of(octave).words(self.words));
            if octave.wave != Wave::Linear {
                let position = octave.position_of_wave(0.0);
                self.circles.push([octave.factor().to_f32().unwrap_or(0.0).to_bits(), (position >> 32) as u32, position as u32]);
            }
        }
        (first, (circle < self.circles.len()).then_some(circle))
    }
}

/// The number of periods (without one, 2^32 cells; for a circle, turns) below a position, which counts from -2^31 units on in 2^-32 units: (factor *
/// steps + offset) / divisor.
struct Ratio {
    factor: BigInt,
    offset: BigInt,
    divisor: BigInt,
}

impl Ratio {
    fn of(octave: &TermOctave) -> Self {
        // The function per unit of the domain, and its units per period or turn.
        let (LinearFunction { factor, offset, divisor }, parts) = match &octave.wave {
            Wave::Linear if octave.period == 0 => (&octave.exact, BigInt::one() << 64),
            Wave::Linear => (&octave.exact, BigInt::from(octave.period) << 32),
            Wave::Sine(turns) => (turns.linear(), BigInt::one()),
        };
        let divisor = (divisor << 32) * parts;
        let offset = (offset << 32) - (factor << 63);
        let common = factor.gcd(&offset).gcd(&divisor);
        Self { factor: factor / &common, offset: offset / &common, divisor: divisor / &common }
    }

    /// Returns a number as `count` words below the point, rounded up.
    fn ceiling(&self, number: &BigInt, count: usize) -> BigInt {
        Integer::div_ceil(&(number << (32 * count)), &self.divisor)
    }

    /// Returns true if this many words leave an error that never reaches the next 2^-32 cell, at any position.
    fn is_exact_in(&self, count: usize) -> bool {
        let above = |number: &BigInt| -> BigInt { self.ceiling(number, count) * &self.divisor - (number << (32 * count)) };
        above(&self.factor) * ((BigInt::one() << 64) - 1_u32) + above(&self.offset) < BigInt::one() << (32 * count)
    }

    /// Returns the factor and the offset as `count` words below the point, rounded up.
    fn words(&self, count: usize) -> impl Iterator<Item = [u32; 2]> + use<> {
        let words = |number: &BigInt| {
            let number = self.ceiling(number, count).mod_floor(&(BigInt::one() << (32 * count)));
            (0..count).map(|word| ((&number >> (32 * word)) & BigInt::from(u32::MAX)).to_u32().expect("a word")).collect::<Vec<_>>()
        };
        words(&self.factor).into_iter().zip(words(&self.offset)).map(|(a, b)| [a, b])
    }
}
