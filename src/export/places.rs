//! Exact positions on lattices, as words by which shaders multiply and shift: see `placed` and `octave_of` in `shaders/export/module.wgsl`.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::error::{Error, Result};
use crate::program::{AxisValues, LinearFunction, Program, TermOctave, Values, Wave};

/// The most words of a factor.
const MAX_WORDS: usize = 16;
/// The number of words of factors that suffices for floats: the error of a position is less than 2^-31 cell.
const NEAR_WORDS: usize = 4;
/// The least number of words of factors that are parameters: enough for most numbers of 24 decimal digits, or of an f64's bits.
const LEAST_GIVEN_WORDS: usize = 6;
/// The most by which a word is shifted.
const MOST_SHIFT: u32 = 31;

/// The numbers by which a module places positions on lattices.
#[derive(Default)]
pub(super) struct Places {
    /// Factors and summands, each from its lowest word on.
    pub(super) list: Vec<[u32; 2]>,
    /// For each octave of a circle, in cells: the bits of its radius as a float, and the cell and the fraction of its centre.
    pub(super) circles: Vec<[u32; 3]>,
    /// The terms of each program.
    pub(super) terms: Vec<Vec<Term>>,
}

/// A summand of a lattice coordinate.
#[derive(Clone)]
pub(super) struct Term {
    pub(super) position: Position,
    /// True if it depends on its axis of the domain.
    pub(super) follows: bool,
    /// The period of each octave.
    pub(super) periods: Vec<u32>,
}

/// The position of a term in its octaves.
#[derive(Clone)]
pub(super) enum Position {
    /// A product with `words` factors and summands for each octave, the first ones from the index `first` on.
    Products { first: usize, words: usize },
    /// The same for turns, which give positions on circles from the index `circle` on.
    Circle { first: usize, words: usize, circle: usize },
    /// A parameter, whose words begin at `first`.
    Given { first: usize, form: GivenForm },
    /// A position times powers of two, plus offsets: for each octave the power, and the fraction and the cell of the offset.
    Shifted { of: Shared, octaves: Vec<[u32; 3]> },
}

/// The position that octaves have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    /// 0.
    Nothing,
    /// One cell per unit.
    Units,
    /// One cell per 2^n units, for n from 1 to 31.
    Halved(u32),
    /// A product with `words` factors and summands from the index `first` on.
    Product { first: usize, words: usize },
    /// The same, as a parameter.
    Given { first: usize, words: usize },
}

fn axes_and_octaves(values: &Values) -> impl Iterator<Item = (&AxisValues, &Vec<TermOctave>)> {
    values.axes.iter().flat_map(|axis| axis.terms.iter().map(move |term| (axis, &term.octaves)))
}

/// Checks that positions are exact in every term of a program.
///
/// # Errors
///
/// [`Error::Parameter`] where it goes round circles, and [`Error::Limit`] where its denominators are too large.
pub(super) fn check_exact(program: &Program) -> Result<()> {
    for (axis, octaves) in axes_and_octaves(program.values()) {
        if octaves.iter().any(|octave| octave.wave != Wave::Linear) {
            return Err(Error::parameter(
                axis.place.clone(),
                "it goes round a circle, whose sines only the host computes to the last bit; bake it, or export a module that is not strict",
            ));
        }
        if words_of(octaves).is_none() {
            let bits = octaves.iter().map(|octave| octave.exact.divisor.bits()).max().unwrap_or(0);
            return Err(Error::limit(
                axis.place.clone(),
                format!(
                    "its frequency, angle and offset have a common denominator of {bits} bits, too many for a shader to place it exactly; give numbers of fewer digits"
                ),
            ));
        }
    }
    Ok(())
}

/// Returns the number of words in which the positions of octaves are exact, each with a product of its own.
fn words_of(octaves: &[TermOctave]) -> Option<usize> {
    let ratios: Vec<Ratio> = octaves.iter().map(Ratio::of).collect();
    (2..=MAX_WORDS).find(|words| ratios.iter().all(|ratio| ratio.is_exact_as(&[(0, ratio)], *words)))
}

impl Places {
    /// Returns the positions of programs, given their values, and for each of their terms its position if it is a parameter.
    pub(super) fn of<'p>(programs: impl Iterator<Item = &'p Values>, given: impl Fn(usize, usize) -> Option<Position>) -> Self {
        let mut places = Self::default();
        let mut known: Vec<(&Vec<TermOctave>, Term)> = Vec::new();
        for (program, values) in programs.enumerate() {
            let terms = axes_and_octaves(values).enumerate().map(|(number, (_, octaves))| {
                if let Some(position) = given(program, number) {
                    return Term { position, follows: true, periods: vec![] };
                }
                let found = known.iter().find(|(other, _)| *other == octaves).map(|(_, term)| term.clone());
                found.unwrap_or_else(|| {
                    let periods = octaves.iter().map(|octave| octave.period).collect();
                    let follows = octaves.iter().any(|octave| !Ratio::of(octave).factor.is_zero());
                    let term = Term { position: places.add(octaves), follows, periods };
                    known.push((octaves, term.clone()));
                    term
                })
            });
            let terms = terms.collect();
            places.terms.push(terms);
        }
        places
    }

    /// Adds the octaves of a term.
    fn add(&mut self, octaves: &[TermOctave]) -> Position {
        if let Some((of, octaves)) = self.shifted(octaves) {
            return Position::Shifted { of, octaves };
        }
        let is_linear = octaves[0].wave == Wave::Linear;
        let words = words_of(octaves).filter(|_| is_linear).unwrap_or(NEAR_WORDS);
        let (first, circle) = (self.list.len(), self.circles.len());
        for octave in octaves {
            self.list.extend(Ratio::of(octave).words(words));
            if !is_linear {
                let position = octave.position_of_wave(0.0);
                self.circles.push([octave.factor().to_f32().unwrap_or(0.0).to_bits(), (position >> 32) as u32, position as u32]);
            }
        }
        if is_linear { Position::Products { first, words } } else { Position::Circle { first, words, circle } }
    }

    /// Returns what octaves have in common, with their powers of two and their offsets, if every octave is a shift of it.
    fn shifted(&mut self, octaves: &[TermOctave]) -> Option<(Shared, Vec<[u32; 3]>)> {
        if octaves.iter().all(|octave| octave.wave == Wave::Linear && octave.period == 0 && octave.factor().is_zero()) {
            return Some((Shared::Nothing, octaves.iter().map(|octave| shift(0, &octave.offset())).collect()));
        }
        let shifts = Shifts::of(octaves)?;
        // Steps are counted from -2^31 units on.
        let units = two_to(31);
        match power_of_two(&octaves[0].factor()) {
            Some(power @ 0..32) => Some((Shared::Units, shifts.with_origin(true, power as u32, &units)?)),
            Some(power @ -31..0) => {
                let halvings = power.unsigned_abs() as u32;
                Some((Shared::Halved(halvings), shifts.with_origin(false, 0, &(units / two_to(halvings)))?))
            }
            _ => {
                let found = shifts.with_origin(false, 0, &octaves[0].offset())?;
                let words = (2..=MAX_WORDS).find(|words| shifts.are_exact_in(*words))?;
                let of = Shared::Product { first: self.list.len(), words };
                self.list.extend(Ratio::of(&octaves[0]).words(words));
                Some((of, found))
            }
        }
    }
}

/// Octaves that are powers of two of the first one, but for their offsets.
struct Shifts<'o> {
    octaves: &'o [TermOctave],
    powers: Vec<u32>,
}

impl<'o> Shifts<'o> {
    fn of(octaves: &'o [TermOctave]) -> Option<Self> {
        let factor = octaves.first()?.factor();
        if factor.is_zero() || octaves.iter().any(|octave| octave.wave != Wave::Linear || octave.period != 0) {
            return None;
        }
        let power = |octave: &TermOctave| u32::try_from(power_of_two(&(octave.factor() / &factor))?).ok();
        let powers = octaves.iter().map(|octave| power(octave).filter(|power| *power <= MOST_SHIFT)).collect::<Option<_>>()?;
        Some(Self { octaves, powers })
    }

    /// Returns the octaves as powers of two and offsets, given the position that they have in common at the origin of the domain, and by how many powers more
    /// that is multiplied. The multiples of one in units have no bits below the 2^-32 cell; others need offsets without such bits.
    fn with_origin(&self, is_in_units: bool, plus: u32, origin: &BigRational) -> Option<Vec<[u32; 3]>> {
        let each = self.octaves.iter().zip(&self.powers).map(|(octave, power)| {
            let power = power + plus;
            let offset = octave.offset() - origin * two_to(power);
            let fits = power <= MOST_SHIFT && (is_in_units || (&offset * two_to(32)).is_integer());
            fits.then(|| shift(power, &offset))
        });
        each.collect()
    }

    /// Returns true if a product of this many words is exact in every octave.
    fn are_exact_in(&self, words: usize) -> bool {
        let ratios: Vec<Ratio> = self.octaves.iter().map(Ratio::of).collect();
        let octaves: Vec<(u32, &Ratio)> = self.powers.iter().copied().zip(&ratios).collect();
        ratios[0].is_exact_as(&octaves, words)
    }
}

/// The form of a term that is a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GivenForm {
    /// True if its octaves are shifts of one product: it has that product, and three words for each octave. Otherwise each has a product and a period.
    pub(super) is_shifted: bool,
    /// The number of words of a factor.
    pub(super) words: usize,
}

impl GivenForm {
    /// Returns a form that holds each of several lists of octaves exactly, if there is one. It has a word to spare.
    pub(super) fn of(lists: &[&[TermOctave]]) -> Option<Self> {
        let all_in = |is_shifted: bool| {
            let fits =
                |words: &usize| lists.iter().all(|octaves| Self { is_shifted, words: *words }.words_of(octaves, octaves.len()).is_some());
            (2..MAX_WORDS).find(fits).map(|words| Self { is_shifted, words: LEAST_GIVEN_WORDS.max(words + 1) })
        };
        all_in(true).or_else(|| all_in(false))
    }

    /// Returns the number of words before those of the octaves.
    pub(super) fn head(self) -> usize {
        if self.is_shifted { 2 * self.words } else { 0 }
    }

    /// Returns the number of words of an octave.
    pub(super) fn each(self) -> usize {
        if self.is_shifted { 3 } else { 2 * self.words + 1 }
    }

    /// Returns the words of a term, with room for `count` octaves. Returns `None` if they can't hold its positions exactly.
    pub(super) fn words_of(self, octaves: &[TermOctave], count: usize) -> Option<Vec<u32>> {
        let mut words = Vec::new();
        if self.is_shifted {
            let shifts = Shifts::of(octaves)?;
            let found = shifts.with_origin(false, 0, &octaves[0].offset())?;
            shifts.are_exact_in(self.words).then_some(())?;
            words.extend(Ratio::of(&octaves[0]).words(self.words).flatten());
            words.extend(found.into_iter().flatten());
        } else {
            for octave in octaves {
                let ratio = Ratio::of(octave);
                (octave.wave == Wave::Linear && ratio.is_exact_as(&[(0, &ratio)], self.words)).then_some(())?;
                words.extend(ratio.words(self.words).flatten());
                words.push(octave.period);
            }
        }
        words.resize(self.head() + self.each() * count, 0);
        Some(words)
    }
}

fn two_to(power: u32) -> BigRational {
    BigRational::from_integer(BigInt::one() << power)
}

/// Returns n if a ratio is 2^n.
fn power_of_two(ratio: &BigRational) -> Option<i64> {
    let exponent = |number: &BigInt| {
        let exponent = number.trailing_zeros()?;
        (*number == BigInt::one() << exponent).then_some(exponent as i64)
    };
    Some(exponent(ratio.numer())? - exponent(ratio.denom())?)
}

/// Returns the numbers of an octave: its power of two, and its offset in cells, rounded down, modulo 2^32.
fn shift(power: u32, offset: &BigRational) -> [u32; 3] {
    let steps = (offset * two_to(32)).floor().to_integer().mod_floor(&(BigInt::one() << 64));
    let steps = steps.to_u64().expect("two words");
    [power, steps as u32, (steps >> 32) as u32]
}

/// The number of periods (without one, 2^32 cells; for a circle, turns) below a position, which counts from -2^31 units on in 2^-32 units: (factor *
/// steps + offset) / divisor.
struct Ratio {
    factor: BigInt,
    offset: BigInt,
    divisor: BigInt,
    /// The number of 2^-32 cells of a period; 1 for a circle.
    parts: BigInt,
}

impl Ratio {
    fn of(octave: &TermOctave) -> Self {
        // The function per unit of the domain, and its units per period or turn.
        let (LinearFunction { factor, offset, divisor }, parts) = match &octave.wave {
            Wave::Linear if octave.period == 0 => (&octave.exact, BigInt::one() << 64),
            Wave::Linear => (&octave.exact, BigInt::from(octave.period) << 32),
            Wave::Sine(turns) => (turns.linear(), BigInt::one()),
        };
        let divisor = (divisor << 32) * &parts;
        let offset = (offset << 32) - (factor << 63);
        let common = factor.gcd(&offset).gcd(&divisor);
        Self { factor: factor / &common, offset: offset / &common, divisor: divisor / &common, parts }
    }

    /// Returns a number as `count` words below the point, rounded up.
    fn ceiling(&self, number: &BigInt, count: usize) -> BigInt {
        Integer::div_ceil(&(number << (32 * count)), &self.divisor)
    }

    /// Returns true if this many words leave an error that never reaches the next 2^-32 cell, at any position, in any of the octaves that are this position
    /// times a power of two, but for their offsets.
    fn is_exact_as(&self, octaves: &[(u32, &Self)], count: usize) -> bool {
        let above = |number: &BigInt| -> BigInt { self.ceiling(number, count) * &self.divisor - (number << (32 * count)) };
        let error = above(&self.factor) * ((BigInt::one() << 64) - 1_u32) + above(&self.offset);
        // Positions and 2^-32 cells are multiples of one over this.
        let unit = |ratio: &Self| ratio.divisor.lcm(&ratio.parts);
        octaves.iter().all(|(power, ratio)| (&error << *power) * unit(ratio) < &self.divisor << (32 * count))
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
