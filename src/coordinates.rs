//! Exact lattice coordinates: the tables of cells and fractions that both engines read instead of computing positions.
//!
//! The position of a sample on a lattice axis is an exact rational number, floored to 2^-32 of a cell. Along a grid axis it is stepped with the
//! remainder carried, so a tile's table equals the same part of the whole picture's, wherever it lies.

use std::num::Wrapping;
use std::ops::{AddAssign, SubAssign};

use num_bigint::{BigInt, ToBigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, ToPrimitive, Zero};

use crate::error::{Error, Result};
use crate::number::{Number, exact};
use crate::program::{AxisValues, LatticeAxis, LinearFunction, Program, TermOctave, Wave, cosine_of, sine_of};
use crate::region::{Axis, Domain, DomainKind, Tile};
use crate::value::lattice::Coordinate;

/// The tables of a tile, in the layout of the `lattice` binding of `field.wgsl`: pairs of words.
///
/// First one pair a loop, the number of its octaves; then one pair a basis, the key of its hash; then for each octave a pair a
/// basis, with the job that makes its rows (0 for none), and a pair a term of a lattice axis, with the index of its first entry and its period; then
/// the entries, the cell and the fraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tables {
    pub(crate) words: Vec<[u32; 2]>,
    /// Where the directory starts, how long its part for an octave is, and how much of that comes before the terms.
    directory: usize,
    stride: usize,
    bases: usize,
}

impl Tables {
    /// The tables of a tile of a domain, both of them valid.
    pub(crate) fn new(program: &Program, domain: &Domain, tile: Tile) -> Self {
        let (structure, values) = (program.structure(), program.values());
        let mut words: Vec<[u32; 2]> = values.octaves.iter().map(|&octaves| [octaves, 0]).collect();
        words.extend(&values.keys);
        let directory = words.len();
        let bases = structure.bases as usize;
        let stride = bases + structure.terms as usize;
        words.resize(directory + most_octaves(program) * stride, [0, 0]);
        for (axis, term, domain_axis, octaves) in terms(program) {
            let number = axis.first as usize + term;
            let mut waves = None;
            for (k, octave) in octaves.iter().enumerate() {
                let first = u32::try_from(words.len()).expect("a tile's tables are far below 2^32 entries");
                words[directory + k * stride + bases + number] = [first, octave.period];
                entries(octave, domain, domain_axis, tile, &mut waves, &mut words);
            }
        }
        Self { words, directory, stride, bases }
    }

    /// The place in the directory of the job of a basis in an octave.
    pub(crate) fn job(&mut self, basis: usize, octave: usize) -> &mut u32 {
        &mut self.words[self.directory + octave * self.stride + basis][0]
    }

    /// A term of a lattice coordinate in an octave, at the sample with this index along the term's axis in the tile.
    #[inline(always)]
    pub(crate) fn term(&self, term: usize, octave: usize, index: usize) -> Coordinate {
        let [first, period] = self.words[self.directory + octave * self.stride + self.bases + term];
        let [cell, fraction] = self.words[first as usize + index];
        Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period }
    }

    /// The cells and fractions of a term in an octave, from an index along the term's axis on, and their period.
    pub(crate) fn entries(&self, term: usize, octave: usize, index: usize, count: usize) -> (&[[u32; 2]], u32) {
        let [first, period] = self.words[self.directory + octave * self.stride + self.bases + term];
        (&self.words[first as usize + index..][..count], period)
    }

    /// The period of a term in an octave.
    #[inline(always)]
    pub(crate) fn period(&self, term: usize, octave: usize) -> u32 {
        self.words[self.directory + octave * self.stride + self.bases + term][1]
    }

    /// How many bytes the tables of a tile take.
    pub(crate) fn bytes(program: &Program, tile: [u32; 3], kind: DomainKind) -> u64 {
        let structure = program.structure();
        let octaves = most_octaves(program) as u64;
        let mut pairs = u64::from(structure.loops + structure.bases) + octaves * (u64::from(structure.bases) + u64::from(structure.terms));
        for (_, _, domain_axis, of_term) in terms(program) {
            let entries = match kind {
                DomainKind::Grid => tile.get(domain_axis).copied().unwrap_or(1),
                DomainKind::Points => tile[0],
            };
            pairs += of_term.len() as u64 * u64::from(entries);
        }
        8 * pairs
    }
}

/// The most octaves that any term has.
fn most_octaves(program: &Program) -> usize {
    terms(program).map(|(.., octaves)| octaves.len()).max().unwrap_or(0)
}

/// Every term of every lattice axis: the axis, the term's number in it, its domain axis and its octaves.
fn terms(program: &Program) -> impl Iterator<Item = (&LatticeAxis, usize, usize, &[TermOctave])> {
    program.structure().axes.iter().zip(&program.values().axes).flat_map(|(axis, values)| {
        axis.terms
            .iter()
            .zip(&values.terms)
            .enumerate()
            .map(move |(term, (&domain_axis, values))| (axis, term, usize::from(domain_axis), &values.octaves[..]))
    })
}

/// Checks all that evaluating a tile asks for: the domain, the tile in it, that its tables can be counted, and that the first octave of every lattice
/// axis stays within ±2^31 cells, over a whole grid or for the points of the tile.
pub(crate) fn validate(program: &Program, domain: &Domain, tile: Tile) -> Result<()> {
    domain.validate()?;
    tile.validate(domain.size())?;
    if Tables::bytes(program, tile.size, domain.kind()) / 8 > u64::from(u32::MAX) {
        return Err(Error::limit(
            "tile",
            format!("the tables of {:?} samples have more than 2^32 entries; evaluate smaller tiles", tile.size),
        ));
    }
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
                points[tile.origin[0] as usize..][..tile.size[0] as usize]
                    .iter()
                    .try_for_each(|point| lattice.check(&point.map(|at| [at, at])))?;
            }
        }
    }
    Ok(())
}

/// How far a lattice axis may reach.
struct LatticeRange<'a> {
    axis: &'a LatticeAxis,
    values: &'a AxisValues,
}

impl LatticeRange<'_> {
    /// Refuses coordinates between two ends, on each axis of the domain, of which some lie too far out.
    fn check(&self, ends: &[[Number; 2]; 4]) -> Result<()> {
        let Some((number, end)) = self.beyond::<i128>(ends).or_else(|| self.beyond::<BigInt>(ends)).expect(UNBOUNDED) else {
            return Ok(());
        };
        let (name, place, bits) = (["x", "y", "z", "w"][number], &self.values.place, self.values.most_bits);
        let at = ends[number][end];
        Err(Error::parameter(
            format!("region.{name}"),
            format!("{name} = {at} lies beyond the 2^{bits} cells of `{place}`; keep frequency * {name} + offset within ±2^{bits}"),
        ))
    }

    /// Which end of which axis of the domain lies too far out, if one does.
    fn beyond<I: Whole>(&self, ends: &[[Number; 2]; 4]) -> Option<Option<(usize, usize)>> {
        let mut reach = [I::zero(), I::zero()];
        for (term, &axis) in self.values.terms.iter().zip(&self.axis.terms) {
            let [a, b] = term.octaves[0].range::<I>(ends[usize::from(axis)])?;
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            reach = [reach[0].checked_add(&low)?, reach[1].checked_add(&high)?];
        }
        let [low, high] = reach;
        let most = I::from(1_i128 << (32 + self.values.most_bits));
        let is_low = low < I::zero().checked_sub(&most)?;
        Some((is_low || high >= most).then(|| (usize::from(self.axis.terms[0]), usize::from(!is_low))))
    }
}

/// Appends the entries of one term in one octave. What a wave is at each sample is kept for the next octave, which may have the same.
fn entries<'a>(
    octave: &'a TermOctave,
    domain: &Domain,
    axis: usize,
    tile: Tile,
    waves: &mut Option<(&'a Wave, Vec<BigRational>)>,
    into: &mut Vec<[u32; 2]>,
) {
    let wave = &octave.wave;
    let extent = match domain {
        Domain::Grid(grid) => grid.axes()[axis],
        Domain::Points(points) => {
            let first = tile.origin[0] as usize;
            into.extend(points[first..first + tile.size[0] as usize].iter().map(|point| split(octave.position(point[axis]))));
            return;
        }
    };
    let (start, end, samples) = match extent {
        Axis::Constant(at) => return into.push(split(octave.position(at))),
        Axis::Extent { start, end, samples } => (start, end, samples),
    };
    let (origin, count) = (tile.origin[axis], tile.size[axis]);
    if *wave == Wave::Linear {
        let along = Along { ends: [start, end], samples, origin, count: count as usize };
        return octave.steps::<i128>(&along, into).or_else(|| octave.steps::<BigInt>(&along, into)).expect(UNBOUNDED);
    }
    let start = start.to_ratio();
    let pixel = (end.to_ratio() - &start) / BigInt::from(samples);
    let half = |index: u64| BigRational::new((2 * index + 1).into(), 2.into());
    let known = waves.take().filter(|(known, _)| *known == wave);
    let (_, values) = waves.insert(known.unwrap_or_else(|| {
        let at = |index: u32| wave.of(&(&start + &pixel * half(u64::from(origin) + u64::from(index))));
        (wave, (0..count).map(at).collect())
    }));
    into.extend(values.iter().map(|at| split(residue(&octave.exact.of(at), octave.period))));
}

impl Wave {
    /// The wave at a coordinate, exactly what f64 gives.
    fn of(&self, at: &BigRational) -> BigRational {
        match self {
            Self::Linear => at.clone(),
            Self::Cosine { rate, phase } => exact(cosine_of(&(rate * at + phase))),
            Self::Sine { rate, phase } => exact(sine_of(&(rate * at + phase))),
        }
    }

    /// The least and the most of the wave between two coordinates.
    fn range(&self, ends: [Number; 2]) -> [BigRational; 2] {
        let ends = ends.map(|at| at.to_ratio());
        let [a, b] = [0, 1].map(|end: usize| self.of(&ends[end]));
        let mut range = if a < b { [a, b] } else { [b, a] };
        // A cosine is 1 at every whole turn and -1 half a turn on; a sine follows it by a quarter.
        let quarter = || BigRational::new(1.into(), 4.into());
        let (rate, shift) = match self {
            Self::Linear => return range,
            Self::Cosine { rate, phase } => (rate, phase.clone()),
            Self::Sine { rate, phase } => (rate, phase - quarter()),
        };
        let turns = ends.map(|at| rate * at + &shift);
        let (first, last) = if turns[0] < turns[1] { (&turns[0], &turns[1]) } else { (&turns[1], &turns[0]) };
        let comes_by = |part: BigRational| (last - &part).floor() >= (first - &part).ceil();
        if comes_by(quarter() + quarter()) {
            range[0] = BigRational::from_integer((-1).into());
        }
        if comes_by(BigRational::from_integer(0.into())) {
            range[1] = BigRational::from_integer(1.into());
        }
        range
    }
}

fn split(position: u64) -> [u32; 2] {
    [(position >> 32) as u32, position as u32]
}

/// The integers in which positions are computed: i128 where all numbers on the way fit, which is nearly always, else those without bounds.
///
/// What is computed in both is none where one of the numbers does not fit.
trait Whole:
    Integer + Clone + From<i128> + From<u64> + TryFrom<BigInt> + CheckedAdd + CheckedSub + CheckedMul + ToPrimitive + ToBigUint
{
    /// The linear function of an octave.
    fn linear(octave: &TermOctave) -> Option<&LinearFunction<Self>>;
}

const UNBOUNDED: &str = "integers without bounds hold every number";

impl Whole for i128 {
    fn linear(octave: &TermOctave) -> Option<&LinearFunction<Self>> {
        octave.narrow.as_ref()
    }
}

impl Whole for BigInt {
    fn linear(octave: &TermOctave) -> Option<&LinearFunction<Self>> {
        Some(&octave.exact)
    }
}

/// Positions repeat after this many units of 2^-32 cell: the period, or 2^32 cells, written as 0 since it is 2^64.
fn modulus(period: u32) -> u64 {
    u64::from(period) << 32
}

/// A position modulo the period.
fn residue<I: Whole>(position: &I, period: u32) -> u64 {
    let modulus = if period == 0 { I::from(1_i128 << 64) } else { I::from(modulus(period)) };
    position.mod_floor(&modulus).to_u64().expect("a residue of at most 2^64 is a u64")
}

/// Samples of an axis: so many of all that lie between two ends, from one on.
struct Along {
    ends: [Number; 2],
    samples: u32,
    origin: u32,
    count: usize,
}

impl LinearFunction<BigInt> {
    /// The position where the wave has a value.
    fn of(&self, at: &BigRational) -> BigInt {
        (at.numer() * &self.factor + at.denom() * &self.offset).div_floor(&(&self.divisor * at.denom()))
    }
}

impl TermOctave {
    /// The position at a coordinate, modulo the period.
    fn position(&self, at: Number) -> u64 {
        let narrow = self.unreduced::<i128>(at).map(|position| residue(&position, self.period));
        narrow.unwrap_or_else(|| residue(&self.unreduced::<BigInt>(at).expect(UNBOUNDED), self.period))
    }

    /// The position at a coordinate.
    fn unreduced<I: Whole>(&self, at: Number) -> Option<I> {
        let linear = I::linear(self)?;
        if self.wave != Wave::Linear {
            return I::try_from(self.exact.of(&self.wave.of(&at.to_ratio()))).ok();
        }
        let exponent = at.exponent().min(0);
        let (at, below) = (at.aligned::<I>(exponent)?, Number::ONE.aligned::<I>(exponent)?);
        let sum = at.checked_mul(&linear.factor)?.checked_add(&linear.offset.checked_mul(&below)?)?;
        Some(sum.div_floor(&linear.divisor.checked_mul(&below)?))
    }

    /// The positions between which those of the coordinates between two ends lie.
    fn range<I: Whole>(&self, ends: [Number; 2]) -> Option<[I; 2]> {
        if self.wave == Wave::Linear {
            let [a, b] = ends.map(|at| self.unreduced(at));
            return Some([a?, b?]);
        }
        // Waves take long, so they are computed in one kind of integers alone.
        I::linear(self)?;
        let [a, b] = self.wave.range(ends).map(|at| I::try_from(self.exact.of(&at)).ok());
        Some([a?, b?])
    }

    /// Appends the entries along an axis, stepped with the remainder carried.
    fn steps<I: Whole>(&self, along: &Along, into: &mut Vec<[u32; 2]>) -> Option<()> {
        let linear = I::linear(self)?;
        // In halves of the distance between two samples, over a common divisor.
        let exponent = along.ends[0].exponent().min(along.ends[1].exponent()).min(0);
        let [start, end] = along.ends.map(|at| at.aligned::<I>(exponent));
        let (start, halves) = (start?, I::from(2 * u64::from(along.samples)));
        let extent = end?.checked_sub(&start)?;
        let below = Number::ONE.aligned::<I>(exponent)?.checked_mul(&halves)?;
        let first = start.checked_mul(&halves)?.checked_add(&extent.checked_mul(&I::from(2 * u64::from(along.origin) + 1))?)?;
        let first = first.checked_mul(&linear.factor)?.checked_add(&below.checked_mul(&linear.offset)?)?;
        let stride = extent.checked_mul(&linear.factor)?.checked_mul(&I::from(2_u64))?;
        let divisor = linear.divisor.checked_mul(&below)?;

        let (first, remainder) = first.div_mod_floor(&divisor);
        let (stride, carry) = stride.div_mod_floor(&divisor);
        let (first, stride) = (residue(&first, self.period), residue(&stride, self.period));
        let modulus = modulus(self.period);
        let start = into.len();
        into.resize(start + along.count, [0, 0]);
        let into = &mut into[start..];
        // A sum of two remainders must fit.
        if let (Some(remainder), Some(carry), Some(divisor)) =
            (remainder.to_u64(), carry.to_u64(), divisor.to_u64().filter(|d| d >> 63 == 0))
        {
            Walk { modulus, divisor }.run([first, stride], [remainder, carry], into);
        } else if let (Some(remainder), Some(carry), Some(divisor)) =
            (remainder.to_u128(), carry.to_u128(), divisor.to_u128().filter(|d| d >> 127 == 0))
        {
            Walk { modulus, divisor }.run([first, stride], [remainder, carry], into);
        } else {
            let [remainder, carry, divisor] =
                [remainder, carry, divisor].map(|value| value.to_biguint().expect("none of them is negative"));
            Walk { modulus, divisor }.run([first, stride], [remainder, carry], into);
        }
        Some(())
    }
}

/// Units of 2^-32 cell modulo the period, and what remains of a unit, over a divisor.
#[derive(Clone)]
struct Position<R> {
    units: u64,
    remainder: R,
}

/// How positions are added.
struct Walk<R> {
    /// The units of a period, or 0 for 2^64.
    modulus: u64,
    divisor: R,
}

/// So many positions are stepped side by side, since each waits for the one before.
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

    /// The positions from the first on, each a step after the other: the units and the remainder of the first and of the step.
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
    use proptest::prelude::*;

    /// The definition, without stepping: floor(2^32 * (factor * at + offset)) modulo the period.
    fn direct(factor: &BigRational, offset: &BigRational, at: &BigRational, period: u32) -> [u32; 2] {
        let position = (factor * at + offset) * BigInt::from(1_u64 << 32);
        split(residue(&position.floor().to_integer(), period))
    }

    fn ratio(numer: i64, denom: u64) -> BigRational {
        BigRational::new(numer.into(), denom.into())
    }

    #[test]
    fn a_wave_is_bounded_by_what_it_comes_by_between_its_ends() {
        let quarters = |from: i64, to: i64, rate: i64, phase: i64| {
            let (rate, phase) = (ratio(rate, 8), ratio(phase, 8));
            let ends = [Number::from(from), Number::from(to)];
            let [cosine, sine] = [Wave::Cosine { rate: rate.clone(), phase: phase.clone() }, Wave::Sine { rate, phase }];
            // To fifteen places, since a cosine and the sine of the same height may differ in the last.
            let places = |end: f64| libm::round(end * 1e15) / 1e15;
            [cosine.range(ends), sine.range(ends)].map(|range| range.map(|end| places(end.to_f64().unwrap())))
        };
        let eighth = libm::round(libm::cos(std::f64::consts::FRAC_PI_4) * 1e15) / 1e15;
        assert_eq!(quarters(2, 6, 1, 0), [[-1.0, 0.0], [-1.0, 1.0]], "from a quarter of a turn to three");
        assert_eq!(quarters(2, 6, -1, 0), [[-1.0, 0.0], [-1.0, 1.0]], "backwards");
        assert_eq!(quarters(1, 2, 1, 0), [[0.0, eighth], [eighth, 1.0]]);
        assert_eq!(quarters(-1, 1, 1, 0), [[eighth, 1.0], [-eighth, eighth]]);
        assert_eq!(quarters(3, 3, 1, 0), [[-eighth, -eighth], [eighth, eighth]], "a single place");
        assert_eq!(quarters(0, 1, 1, 3), [[-1.0, -eighth], [0.0, eighth]]);
        assert_eq!(quarters(-100, 100, 1, 3), [[-1.0, 1.0], [-1.0, 1.0]]);
    }

    proptest! {
        #[test]
        fn stepped_positions_equal_the_definition_in_all_integers_that_hold_them(
            start in any::<i64>(), end in any::<i64>(), digits in 0..40_i32, samples in 41..u32::MAX, origin in any::<u32>(),
            factor in any::<i64>(), factor_below in 1..u64::MAX, offset in any::<i64>(), offset_below in 1..u64::MAX, shifts in 0..63_u32,
            period in prop_oneof![Just(0), 1..300_u32, Just(1 << 30)],
        ) {
            // Few bits as often as many.
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
