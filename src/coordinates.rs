//! Exact lattice coordinates: the tables of cells and fractions that both engines read instead of computing positions.
//!
//! The position of a sample on a lattice axis is an exact rational number, rounded down to 2^-32 of a cell. Along a grid axis it is stepped with the
//! remainder carried, so the table of a tile equals the same part of the whole picture's table, wherever the tile lies.

use std::fmt;
use std::num::Wrapping;
use std::ops::{AddAssign, SubAssign};

use num_bigint::BigInt;
use num_traits::Zero;

use crate::domain::{Axis, Domain, DomainKind, Tile};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{AxisValues, LatticeAxis, LinearFunction, Program, TermOctave, Wave, Whole};
use crate::storage::room;
use crate::strict::lattice::Coordinate;
use crate::waves::{Along, Halves, UNBOUNDED, Waves, of_tile, parts};

/// The tables of a tile, as pairs of words.
///
/// First, for each octave, one pair for each term of a lattice axis: the index of its first entry, and its period. Then the entries: cell and fraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tables {
    words: Vec<[u32; 2]>,
    /// The number of terms.
    stride: usize,
}

impl Tables {
    /// Returns the tables of a tile of a domain; both must be valid.
    pub(crate) fn new(program: &Program, domain: &Domain, tile: Tile) -> Result<Self> {
        let mut waves = Waves::new(domain, tile);
        Self::with(program, tile.size, domain.kind(), |octave, domain_axis, words| entries(octave, domain_axis, &mut waves, words))
    }

    /// Returns tables whose entries a function appends, for the octave of a term along an axis of the domain.
    pub(crate) fn with<'a>(
        program: &'a Program,
        size: [u32; 3],
        kind: DomainKind,
        mut entries: impl FnMut(&'a TermOctave, usize, &mut Vec<[u32; 2]>) -> Result<()>,
    ) -> Result<Self> {
        let count = Self::bytes(program, size, kind) / size_of::<[u32; 2]>() as u64;
        let mut words: Vec<[u32; 2]> = room(count as usize, "tables", "evaluate smaller tiles")?;
        let stride = program.structure().terms as usize;
        words.resize(most_octaves(program) * stride, [0, 0]);
        for (axis, term, domain_axis, octaves) in terms(program) {
            let number = axis.first as usize + term;
            for (k, octave) in octaves.iter().enumerate() {
                let first = u32::try_from(words.len()).expect("a tile's tables are far below 2^32 entries");
                words[k * stride + number] = [first, octave.period];
                entries(octave, domain_axis, &mut words)?;
            }
        }
        debug_assert_eq!(words.len() as u64, count, "the entries are counted");
        Ok(Self { words, stride })
    }

    /// Returns a term of a lattice coordinate in an octave, at the sample with this index in the tile, along the term's axis.
    #[inline(always)]
    pub(crate) fn term(&self, term: usize, octave: usize, index: usize) -> Coordinate {
        let [first, period] = self.words[octave * self.stride + term];
        let [cell, fraction] = self.words[first as usize + index];
        Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period }
    }

    /// Returns the cells and fractions of a term in an octave, from an index along the term's axis on, and their period.
    pub(crate) fn entries(&self, term: usize, octave: usize, index: usize, count: usize) -> (&[[u32; 2]], u32) {
        let [first, period] = self.words[octave * self.stride + term];
        (&self.words[first as usize + index..][..count], period)
    }

    /// Returns the size of a tile's tables in bytes.
    pub(crate) fn bytes(program: &Program, tile: [u32; 3], kind: DomainKind) -> u64 {
        let mut pairs = most_octaves(program) as u64 * u64::from(program.structure().terms);
        for (_, _, domain_axis, of_term) in terms(program) {
            pairs += of_term.len() as u64 * u64::from(entry_count(tile, kind, domain_axis));
        }
        8 * pairs
    }
}

/// Returns the number of entries of a term along an axis of the domain in a tile.
pub(crate) fn entry_count(tile: [u32; 3], kind: DomainKind, along: usize) -> u32 {
    match kind {
        DomainKind::Grid => tile.get(along).copied().unwrap_or(1),
        DomainKind::Points => tile[0],
    }
}

/// Returns the largest number of octaves of any term.
pub(crate) fn most_octaves(program: &Program) -> usize {
    terms(program).map(|(.., octaves)| octaves.len()).max().unwrap_or(0)
}

/// Returns every term of every lattice axis: the axis, the term's number in it, its domain axis and its octaves.
pub(crate) fn terms(program: &Program) -> impl Iterator<Item = (&LatticeAxis, usize, usize, &[TermOctave])> {
    program.structure().axes.iter().zip(&program.values().axes).flat_map(|(axis, values)| {
        axis.terms
            .iter()
            .zip(&values.terms)
            .enumerate()
            .map(move |(term, (&domain_axis, values))| (axis, term, usize::from(domain_axis), &values.octaves[..]))
    })
}

/// Checks everything that the evaluation of a tile requires.
pub(crate) fn validate(program: &Program, domain: &Domain, tile: Tile) -> Result<()> {
    check_tile(program, domain, tile)?;
    check_reach(program, domain, tile)
}

/// Checks the domain, the tile in it, and that its tables are not too large to be indexed.
pub(crate) fn check_tile(program: &Program, domain: &Domain, tile: Tile) -> Result<()> {
    domain.validate()?;
    tile.validate(domain.size())?;
    if Tables::bytes(program, tile.size, domain.kind()) / 8 > u64::from(u32::MAX) {
        return Err(Error::limit(
            "tile",
            format!("the tables of {:?} samples have more than 2^32 entries; evaluate smaller tiles", tile.size),
        ));
    }
    Ok(())
}

/// Checks that the first octave of every lattice axis stays within its limits, over a whole grid or for the points of the tile.
pub(crate) fn check_reach(program: &Program, domain: &Domain, tile: Tile) -> Result<()> {
    for (axis, values) in program.structure().axes.iter().zip(&program.values().axes) {
        let lattice = LatticeRange { axis, values };
        match domain {
            Domain::Grid(grid) => {
                let ends = grid.axes().map(|axis| match axis {
                    Axis::Constant(at) => [at, at],
                    Axis::Extent { start, end, .. } => [start, end],
                });
                lattice.check(&ends)?;
            }
            Domain::Points(points) => {
                of_tile(points, tile).iter().try_for_each(|point| lattice.check(&point.map(|at| [at, at])))?;
            }
        }
    }
    Ok(())
}

/// The names of the domain's axes.
pub(crate) const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// The limits of a lattice axis.
struct LatticeRange<'a> {
    axis: &'a LatticeAxis,
    values: &'a AxisValues,
}

impl LatticeRange<'_> {
    /// Rejects coordinates between two ends on each axis of the domain, if some lie outside of the limits.
    fn check(&self, ends: &[[Number; 2]; 4]) -> Result<()> {
        // Sines take long to compute, and rarely matter for the limits.
        if self.beyond::<i128>(ends, |_, _| [-1.0, 1.0]) == Some(None) {
            return Ok(());
        }
        let beyond = self.beyond::<i128>(ends, Wave::range).or_else(|| self.beyond::<BigInt>(ends, Wave::range));
        let Some((number, end)) = beyond.expect(UNBOUNDED) else { return Ok(()) };
        Err(too_far_out("region", number, &ends[number][end], self.values))
    }

    /// Returns the axis of the domain and the end of it that lie outside of the limits, if any do.
    fn beyond<I: Whole>(&self, ends: &[[Number; 2]; 4], waves: fn(&Wave, [Number; 2]) -> [f64; 2]) -> Option<Option<(usize, usize)>> {
        let mut reach = [I::zero(), I::zero()];
        for (term, &axis) in self.values.terms.iter().zip(&self.axis.terms) {
            let [a, b] = term.octaves[0].range::<I>(ends[usize::from(axis)], waves)?;
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            reach = [reach[0].checked_add(&low)?, reach[1].checked_add(&high)?];
        }
        let [low, high] = reach;
        let most = I::from(1_i128 << (32 + self.values.most_bits));
        let is_low = low < I::zero().checked_sub(&most)?;
        Some((is_low || high >= most).then(|| (usize::from(self.axis.terms[0]), usize::from(!is_low))))
    }
}

/// Returns the error for a coordinate on an axis of the domain, by its number, that exceeds the limits of a lattice axis.
pub(crate) fn too_far_out(of: &str, number: usize, at: &dyn fmt::Display, values: &AxisValues) -> Error {
    let (name, place, bits) = (AXES[number], &values.place, values.most_bits);
    Error::parameter(
        format!("{of}.{name}"),
        format!("{name} = {at} lies beyond the 2^{bits} cells of `{place}`; keep frequency * {name} + offset within ±2^{bits}"),
    )
}

/// Appends the entries of one term in one octave.
pub(crate) fn entries<'a>(octave: &'a TermOctave, axis: usize, waves: &mut Waves<'a>, into: &mut Vec<[u32; 2]>) -> Result<()> {
    let Waves { domain, tile, .. } = *waves;
    if octave.wave != Wave::Linear {
        into.extend(waves.of(&octave.wave, axis)?.iter().map(|&value| split(octave.position_of_wave(value))));
        return Ok(());
    }
    match domain {
        Domain::Grid(grid) => match grid.axes()[axis] {
            Axis::Constant(at) => into.push(split(octave.position(at))),
            Axis::Extent { start, end, samples } => {
                let along = Along { ends: [start, end], samples, origin: tile.origin[axis], count: tile.size[axis] as usize };
                octave.steps::<i128>(&along, into).or_else(|| octave.steps::<BigInt>(&along, into)).expect(UNBOUNDED);
            }
        },
        Domain::Points(points) => into.extend(of_tile(points, tile).iter().map(|point| split(octave.position(point[axis])))),
    }
    Ok(())
}

pub(crate) fn split(position: u64) -> [u32; 2] {
    [(position >> 32) as u32, position as u32]
}

/// Returns the number of units of 2^-32 cell after which positions repeat: the period, or 0 for 2^32 cells, which are 2^64 units.
fn modulus(period: u32) -> u64 {
    u64::from(period) << 32
}

/// Returns a position of 64 bits modulo the period.
#[inline(always)]
pub(crate) fn wrapped(position: i64, period: u32) -> u64 {
    if period == 0 { position as u64 } else { position.rem_euclid(modulus(period) as i64) as u64 }
}

/// Returns a position modulo the period.
fn residue<I: Whole>(position: &I, period: u32) -> u64 {
    if let Some(position) = position.to_i64() {
        return wrapped(position, period);
    }
    let modulus = if period == 0 { I::from(1_i128 << 64) } else { I::from(modulus(period)) };
    position.mod_floor(&modulus).to_u64().expect("a residue of at most 2^64 is a u64")
}

impl TermOctave {
    /// Returns the position at a coordinate without a wave, modulo the period.
    fn position(&self, at: Number) -> u64 {
        let narrow = self.unreduced::<i128>(at).map(|position| residue(&position, self.period));
        narrow.unwrap_or_else(|| residue(&self.unreduced::<BigInt>(at).expect(UNBOUNDED), self.period))
    }

    /// Returns the position for a value of the wave, modulo the period.
    #[inline]
    pub(crate) fn position_of_wave(&self, value: f64) -> u64 {
        if let Some(position) = self.quickly_of_wave(value) {
            return wrapped(position, self.period);
        }
        let narrow = self.of_wave::<i128>(value).map(|position| residue(&position, self.period));
        narrow.unwrap_or_else(|| residue(&self.of_wave::<BigInt>(value).expect(UNBOUNDED), self.period))
    }

    fn linear<I: Whole>(&self) -> Option<&LinearFunction<I>> {
        I::of(&self.exact, self.narrow.as_ref())
    }

    /// Returns the position at a coordinate without a wave.
    fn unreduced<I: Whole>(&self, at: Number) -> Option<I> {
        let linear = self.linear::<I>()?;
        let [at, below] = parts::<I>(at)?;
        let sum = at.checked_mul(&linear.factor)?.checked_add(&linear.offset.checked_mul(&below)?)?;
        Some(sum.div_floor(&linear.divisor.checked_mul(&below)?))
    }

    /// Returns the positions at two ends. The positions of all coordinates between the ends lie between them.
    fn range<I: Whole>(&self, ends: [Number; 2], waves: fn(&Wave, [Number; 2]) -> [f64; 2]) -> Option<[I; 2]> {
        let [a, b] = match &self.wave {
            Wave::Linear => ends.map(|at| self.unreduced(at)),
            wave => waves(wave, ends).map(|at| self.of_wave(at)),
        };
        Some([a?, b?])
    }

    /// Returns the first position along an axis and the step to the next, in units of 2^-32 cell modulo the period, each with the remainder of a unit
    /// over a divisor.
    pub(crate) fn pace<I: Whole>(&self, along: &Along) -> Option<Pace<I>> {
        let linear = self.linear::<I>()?;
        let Halves { start, extent, below } = along.halves::<I>()?;
        let first = start.checked_add(&extent.checked_mul(&I::from(2 * u64::from(along.origin) + 1))?)?;
        let first = first.checked_mul(&linear.factor)?.checked_add(&below.checked_mul(&linear.offset)?)?;
        let stride = extent.checked_mul(&linear.factor)?.checked_mul(&I::from(2_u64))?;
        let divisor = linear.divisor.checked_mul(&below)?;
        let ((first, remainder), (stride, carry)) = (first.div_mod_floor(&divisor), stride.div_mod_floor(&divisor));
        Some(Pace { units: [&first, &stride].map(|units| residue(units, self.period)), remainders: [remainder, carry], divisor })
    }

    /// Appends the entries along an axis, stepped with the remainder carried.
    pub(crate) fn steps<I: Whole>(&self, along: &Along, into: &mut Vec<[u32; 2]>) -> Option<()> {
        let Pace { units, remainders: [remainder, carry], divisor } = self.pace::<I>(along)?;
        let (modulus, start) = (modulus(self.period), into.len());
        into.resize(start + along.count, [0, 0]);
        let into = &mut into[start..];
        // The sum of two remainders must not overflow.
        if let (Some(remainder), Some(carry), Some(divisor)) =
            (remainder.to_u64(), carry.to_u64(), divisor.to_u64().filter(|d| d >> 63 == 0))
        {
            Walk { modulus, divisor }.run(units, [remainder, carry], into);
        } else if let (Some(remainder), Some(carry), Some(divisor)) =
            (remainder.to_u128(), carry.to_u128(), divisor.to_u128().filter(|d| d >> 127 == 0))
        {
            Walk { modulus, divisor }.run(units, [remainder, carry], into);
        } else {
            let [remainder, carry, divisor] =
                [remainder, carry, divisor].map(|value| value.to_biguint().expect("none of them is negative"));
            Walk { modulus, divisor }.run(units, [remainder, carry], into);
        }
        Some(())
    }
}

/// Equally spaced positions: see [`TermOctave::pace`].
pub(crate) struct Pace<I> {
    pub(crate) units: [u64; 2],
    pub(crate) remainders: [I; 2],
    pub(crate) divisor: I,
}

/// A position in units of 2^-32 cell modulo the period, with the remainder of a unit over a divisor.
#[derive(Clone)]
struct Position<R> {
    units: u64,
    remainder: R,
}

/// The addition of positions.
struct Walk<R> {
    /// The units of a period, or 0 for 2^64.
    modulus: u64,
    divisor: R,
}

/// The number of positions that are stepped in parallel, since each depends on the one before.
const ABREAST: usize = 4;

impl<R: Clone + Zero + PartialOrd + for<'a> AddAssign<&'a R> + for<'a> SubAssign<&'a R>> Walk<R> {
    #[inline(always)]
    fn add(&self, to: &mut Position<R>, step: &Position<R>) {
        to.remainder += &step.remainder;
        let overflow = to.remainder >= self.divisor;
        if overflow {
            to.remainder -= &self.divisor;
        }
        // Without a period the units wrap at 2^64. With one, both are below it and it is below 2^63, so the sum does not wrap.
        to.units = to.units.wrapping_add(step.units).wrapping_add(u64::from(overflow));
        if self.modulus != 0 && to.units >= self.modulus {
            to.units -= self.modulus;
        }
    }

    /// Writes the positions from the first on, each a step after the other. The arguments are the units and the remainders of the first position and of
    /// the step.
    fn run(&self, units: [u64; 2], remainders: [R; 2], into: &mut [[u32; 2]]) {
        let [remainder, carry] = remainders;
        let mut next = Position { units: units[0], remainder };
        let step = Position { units: units[1], remainder: carry };
        let mut stride = Position { units: 0, remainder: R::zero() };
        let mut positions: [Position<R>; ABREAST] = std::array::from_fn(|_| {
            let position = next.clone();
            self.add(&mut next, &step);
            self.add(&mut stride, &step);
            position
        });
        let (whole, rest) = into.as_chunks_mut::<ABREAST>();
        for entries in whole {
            for (entry, position) in entries.iter_mut().zip(&mut positions) {
                *entry = split(position.units);
                self.add(position, &stride);
            }
        }
        for (entry, position) in rest.iter_mut().zip(&positions) {
            *entry = split(position.units);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    /// The definition, without stepping: floor(2^32 * (factor * at + offset)) modulo the period.
    fn direct(factor: &BigRational, offset: &BigRational, at: &BigRational, period: u32) -> [u32; 2] {
        let position = (factor * at + offset) * BigInt::from(1_u64 << 32);
        split(residue(&position.floor().to_integer(), period))
    }

    fn ratio(numer: i64, denom: u64) -> BigRational {
        BigRational::new(numer.into(), denom.into())
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "too much for an interpreter")]
        fn stepped_positions_equal_the_definition_in_all_integers_that_hold_them(
            start in any::<i64>(), end in any::<i64>(), digits in 0..40_i32, samples in 41..u32::MAX, origin in any::<u32>(),
            factor in any::<i64>(), factor_below in 1..u64::MAX, offset in any::<i64>(), offset_below in 1..u64::MAX, shifts in 0..63_u32,
            period in prop_oneof![Just(0), 1..300_u32, Just(1 << 30)],
        ) {
            // Few bits are as frequent as many.
            let (factor, offset) = (ratio(factor >> shifts, (factor_below >> shifts) + 1), ratio(offset >> shifts, (offset_below >> shifts) + 1));
            let ends = [start >> shifts, end >> shifts].map(|end| format!("{end}e-{}", digits >> (shifts / 8)).parse::<Number>().unwrap());
            let samples = (samples >> (shifts / 2)).max(41);
            let octave = TermOctave::new(Wave::Linear, &factor, &offset, period);
            let along = Along { ends, samples, origin: origin % (samples - 40), count: 40 };
            let (mut exact, mut narrow) = (vec![], vec![]);
            octave.steps::<BigInt>(&along, &mut exact).unwrap();
            let [start, end] = ends.map(Number::to_ratio);
            for (index, entry) in exact.iter().enumerate() {
                let twice = BigInt::from(2 * (u64::from(along.origin) + index as u64) + 1);
                let at = &start + (&end - &start) * BigRational::new(twice, (2 * u64::from(samples)).into());
                prop_assert_eq!(*entry, direct(&factor, &offset, &at, period));
            }
            if octave.steps::<i128>(&along, &mut narrow).is_some() {
                prop_assert_eq!(narrow, exact);
            }
        }

        #[test]
        fn a_point_gets_the_position_of_the_definition_in_all_integers_that_hold_it(
            at in -1e12..1e12_f64, factor in 1..1_000_000_i64, below in 1..1_000_000_u64, offset in any::<i32>(), period in 0..300_u32,
        ) {
            let (factor, offset) = (ratio(factor, below), ratio(offset.into(), 1 << 32));
            let octave = TermOctave::new(Wave::Linear, &factor, &offset, period);
            let exact = octave.unreduced::<BigInt>(at.into()).unwrap();
            prop_assert_eq!(octave.unreduced::<i128>(at.into()).map(BigInt::from), Some(exact.clone()));
            prop_assert_eq!(octave.position(at.into()), residue(&exact, period));
            prop_assert_eq!(split(residue(&exact, period)), direct(&factor, &offset, &Number::from(at).to_ratio(), period));
        }
    }

    #[test]
    fn a_usual_grid_is_stepped_in_narrow_integers() {
        let octave = TermOctave::new(Wave::Linear, &ratio(32, 3), &ratio(1, 7), 0);
        let ends = ["-0.125", "17.3"].map(|end| end.parse().unwrap());
        let along = Along { ends, samples: 8192, origin: 8000, count: 192 };
        assert!(octave.steps::<i128>(&along, &mut vec![]).is_some());
    }
}
