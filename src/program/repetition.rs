//! Whether a program's samples come again along an axis of the domain.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed as _, ToPrimitive as _, Zero};

use super::basis::Basis;
use super::structure::Structure;
use super::term::TermOctave;
use super::values::Values;
use super::wave::Wave;
use crate::permutation::{HashKind, MAX_TABLE_PERIOD};

/// What of a program was given to come again along an axis of the domain: the periods of lattices, and circles.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Repeats {
    /// Nothing that follows the axis has a period or goes round a circle; or the coordinate itself is made something of, and comes never again.
    Unasked,
    /// All comes again after this length, in units, as the nearest f64, and after no shorter one.
    After(f64),
    /// Some of it comes again, and noise beside it has neither a period nor a circle.
    Partly,
}

/// What follows an axis of the domain, in every octave, with the basis whose lattice it leads to.
pub(super) fn along<'p>(
    structure: &'p Structure,
    values: &'p Values,
    axis: usize,
) -> impl Iterator<Item = (&'p TermOctave, Option<Basis>)> {
    let mut bases = vec![None; structure.axes.len()];
    for (_, basis, first) in structure.bases() {
        bases[first as usize..][..usize::from(basis.axes())].fill(Some(basis));
    }
    let axes = structure.axes.iter().zip(&values.axes).zip(bases);
    let terms = axes
        .flat_map(|((structure, values), basis)| structure.terms.iter().zip(&values.terms).map(move |(along, term)| (along, term, basis)));
    let terms = terms.filter(move |(along, ..)| usize::from(**along) == axis);
    terms.flat_map(|(_, term, basis)| term.octaves.iter().map(move |octave| (octave, basis)))
}

/// What of that was given to come again.
pub(super) fn asked(structure: &Structure, values: &Values, axis: usize) -> Repeats {
    let (mut lengths, mut unasked, mut is_asked) = (Vec::new(), Vec::new(), false);
    for (octave, basis) in along(structure, values, axis) {
        let Some(length) = octave.length(basis) else { continue };
        match (&octave.wave, octave.period, basis) {
            (Wave::Sine(turns), ..) if turns.is_an_arc() => return Repeats::Unasked,
            (Wave::Sine(_), ..) | (Wave::Linear, 1.., _) => is_asked = true,
            (Wave::Linear, 0, Some(basis)) if is_coordinate(basis) => return Repeats::Unasked,
            (Wave::Linear, 0, Some(basis)) if is_checker(basis) => {}
            (Wave::Linear, 0, _) => {
                unasked.push(length);
                continue;
            }
        }
        lengths.push(length);
    }
    let all = lengths.into_iter().reduce(|a, b| {
        // Of ratios in lowest terms: the least that is a multiple of both.
        BigRational::new(a.numer().lcm(b.numer()), a.denom().gcd(b.denom()))
    });
    match all.filter(|_| is_asked) {
        None => Repeats::Unasked,
        // A table comes again by itself, and may do so in time.
        Some(length) if !unasked.iter().all(|own| (&length / own).is_integer()) => Repeats::Partly,
        Some(length) => Repeats::After(length.to_f64().unwrap_or(f64::INFINITY)),
    }
}

/// Whether a basis comes again after two cells whatever its hash.
fn is_checker(basis: Basis) -> bool {
    basis.function.shader() == "checker"
}

/// Whether a basis is the coordinate itself, as a value.
fn is_coordinate(basis: Basis) -> bool {
    basis.function.shader() == "coordinate"
}

impl TermOctave {
    /// Whether the term comes round after a length.
    pub(super) fn repeats_after(&self, length: &BigRational, basis: Option<Basis>) -> bool {
        self.length(basis).is_none_or(|own| (length / own).is_integer())
    }

    /// After which length it comes round; none where it is the same everywhere.
    fn length(&self, basis: Option<Basis>) -> Option<BigRational> {
        if self.exact.factor.is_zero() {
            return None;
        }
        match &self.wave {
            Wave::Sine(turns) => turns.length(),
            Wave::Linear => {
                // Without a period the table comes again after 256 cells, and cells wrap after 2^32.
                let cells = match (self.period, basis) {
                    (0, Some(basis)) if is_checker(basis) => BigInt::from(2),
                    (0, Some(Basis { hash: HashKind::Table, .. })) => BigInt::from(MAX_TABLE_PERIOD),
                    (0, _) => BigInt::one() << 32,
                    (period, _) => period.into(),
                };
                Some(BigRational::from_integer(cells) / self.factor().abs())
            }
        }
    }
}
