//! Exact lattice coordinates: the tables of cells and fractions that both engines read instead of computing positions.
//!
//! The position of a sample on a lattice axis is an exact rational number, floored to 2^-32 of a cell. Along a grid axis it is stepped with the
//! remainder carried, so a tile's table equals the same part of the whole picture's, wherever it lies.

use std::num::Wrapping;
use std::ops::{AddAssign, SubAssign};

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::cpu::lattice::Coordinate;
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{AxisValues, LatticeAxis, Program, TermOctave, Wave, cosine_of, exact, sine_of};
use crate::region::{Axis, Domain, DomainKind, Tile};

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
        let lattice = LatticeRange::new(axis, values);
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
    terms: Vec<PointTerm<'a>>,
}

impl<'a> LatticeRange<'a> {
    fn new(axis: &'a LatticeAxis, values: &'a AxisValues) -> Self {
        let terms = values.terms.iter().map(|term| PointTerm::new(&term.octaves[0])).collect();
        Self { axis, values, terms }
    }

    /// Refuses coordinates between two ends, on each axis of the domain, of which some lie too far out.
    fn check(&self, ends: &[[Number; 2]; 4]) -> Result<()> {
        let mut reach = [BigInt::from(0), BigInt::from(0)];
        for (term, &axis) in self.terms.iter().zip(&self.axis.terms) {
            let ends = ends[usize::from(axis)];
            let positions = match term.wave {
                Wave::Linear => ends.map(|at| term.unreduced(at)),
                wave => wave.range(ends).map(|at| term.floored(&at)),
            };
            let [a, b] = &positions;
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            reach[0] += low;
            reach[1] += high;
        }
        let most = BigInt::from(1) << (32 + self.values.most_bits);
        if reach[0] >= -&most && reach[1] < most {
            return Ok(());
        }
        let number = usize::from(self.axis.terms[0]);
        let (name, place, bits) = (["x", "y", "z", "w"][number], &self.values.place, self.values.most_bits);
        let farther = usize::from(reach[0] >= -most);
        let at = ends[number][farther];
        Err(Error::parameter(
            format!("region.{name}"),
            format!("{name} = {at} lies beyond the 2^{bits} cells of `{place}`; keep frequency * {name} + offset within ±2^{bits}"),
        ))
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
            let term = PointTerm::new(octave);
            let first = tile.origin[0] as usize;
            into.extend(points[first..first + tile.size[0] as usize].iter().map(|point| split(term.position(point[axis]))));
            return;
        }
    };
    let (start, end, samples) = match extent {
        Axis::Constant(at) => return into.push(split(PointTerm::new(octave).position(at))),
        Axis::Extent { start, end, samples } => (start.to_ratio(), end.to_ratio(), samples),
    };
    let (origin, count) = (tile.origin[axis], tile.size[axis]);
    let pixel = (end - &start) / BigInt::from(samples);
    let half = |index: u64| BigRational::new((2 * index + 1).into(), 2.into());
    if *wave == Wave::Linear {
        let pixel = &octave.factor * &pixel;
        let first = &octave.factor * start + &octave.offset + &pixel * half(u64::from(origin));
        return steps(&first, &pixel, octave.period, count as usize, into);
    }
    let known = waves.take().filter(|(known, _)| *known == wave);
    let (_, values) = waves.insert(known.unwrap_or_else(|| {
        let at = |index: u32| wave.of(&(&start + &pixel * half(u64::from(origin) + u64::from(index))));
        (wave, (0..count).map(at).collect())
    }));
    into.extend(values.iter().map(|at| {
        let position: BigRational = (&octave.factor * at + &octave.offset) * (BigInt::from(1) << 32);
        split(reduced(&position.floor().to_integer(), octave.period))
    }));
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

/// The positions repeat after this many units of 2^-32 cell: the period, or 2^32 cells, written as 0 since it is 2^64.
fn modulus(period: u32) -> u64 {
    u64::from(period) << 32
}

fn reduced(position: &BigInt, period: u32) -> u64 {
    let modulus = if period == 0 { BigInt::from(1) << 64 } else { modulus(period).into() };
    position.mod_floor(&modulus).to_u64().expect("a residue of at most 2^64 is a u64")
}

/// Appends `count` entries: the positions `first + i * pixel`, floored to 2^-32.
fn steps(first: &BigRational, pixel: &BigRational, period: u32, count: usize, into: &mut Vec<[u32; 2]>) {
    let common = first.denom().lcm(pixel.denom());
    let halvings = common.trailing_zeros().unwrap_or(0).min(32);
    let divisor = &common >> halvings;
    let scaled = |value: &BigRational| (value.numer() * (&common / value.denom())) << (32 - halvings);
    let (position, remainder) = scaled(first).div_mod_floor(&divisor);
    let (stride, carry) = scaled(pixel).div_mod_floor(&divisor);
    let walk = Walk { position: reduced(&position, period), stride: reduced(&stride, period), modulus: modulus(period), count };
    let natural = |value: BigInt| value.to_biguint().expect("remainders and their divisor are not negative");
    let (remainder, carry, divisor) = (natural(remainder), natural(carry), natural(divisor));
    if let (Some(remainder), Some(carry), Some(divisor)) = (remainder.to_u64(), carry.to_u64(), divisor.to_u64().filter(|d| d >> 63 == 0)) {
        walk.run(remainder, &carry, &divisor, into);
    } else if let (Some(remainder), Some(carry), Some(divisor)) =
        (remainder.to_u128(), carry.to_u128(), divisor.to_u128().filter(|d| d >> 127 == 0))
    {
        walk.run(remainder, &carry, &divisor, into);
    } else {
        walk.run::<BigUint>(remainder, &carry, &divisor, into);
    }
}

struct Walk {
    position: u64,
    stride: u64,
    modulus: u64,
    count: usize,
}

impl Walk {
    /// Position and remainder, stepped; an integer type for the remainder must hold twice the divisor.
    fn run<R>(mut self, mut remainder: R, carry: &R, divisor: &R, into: &mut Vec<[u32; 2]>)
    where
        R: PartialOrd + for<'a> AddAssign<&'a R> + for<'a> SubAssign<&'a R>,
    {
        into.reserve(self.count);
        for _ in 0..self.count {
            into.push(split(self.position));
            remainder += carry;
            let overflow = remainder >= *divisor;
            if overflow {
                remainder -= divisor;
            }
            // Without a period the positions wrap at 2^64. With one, both are below it and it is below 2^63, so the sum does not wrap.
            self.position = self.position.wrapping_add(self.stride).wrapping_add(u64::from(overflow));
            if self.modulus != 0 && self.position >= self.modulus {
                self.position -= self.modulus;
            }
        }
    }
}

/// floor(2^32 * (factor * wave + offset)) for single coordinates.
struct PointTerm<'a> {
    wave: &'a Wave,
    /// factor * 2^32 over `divisor`.
    factor: BigInt,
    /// offset * 2^32 over `divisor`.
    offset: BigInt,
    divisor: BigInt,
    /// The same three, where they fit.
    narrow: Option<[i128; 3]>,
    period: u32,
}

impl<'a> PointTerm<'a> {
    fn new(octave: &'a TermOctave) -> Self {
        let common = octave.factor.denom().lcm(octave.offset.denom());
        let halvings = common.trailing_zeros().unwrap_or(0).min(32);
        let scaled = |value: &BigRational| (value.numer() * (&common / value.denom())) << (32 - halvings);
        let (factor, offset, divisor) = (scaled(&octave.factor), scaled(&octave.offset), &common >> halvings);
        let narrow = match (factor.to_i128(), offset.to_i128(), divisor.to_i128()) {
            (Some(factor), Some(offset), Some(divisor)) => Some([factor, offset, divisor]),
            _ => None,
        };
        Self { wave: &octave.wave, factor, offset, divisor, narrow, period: octave.period }
    }

    /// Modulo the period, or 2^64.
    fn position(&self, at: Number) -> u64 {
        match self.narrow_position(at) {
            Some(position) if self.period == 0 => position as u64,
            Some(position) => position.rem_euclid(i128::from(modulus(self.period))) as u64,
            None => reduced(&self.wide_position(at), self.period),
        }
    }

    /// Modulo nothing.
    fn unreduced(&self, at: Number) -> BigInt {
        self.narrow_position(at).map_or_else(|| self.wide_position(at), BigInt::from)
    }

    fn narrow_position(&self, at: Number) -> Option<i128> {
        if *self.wave != Wave::Linear {
            return None;
        }
        let [factor, offset, divisor] = self.narrow?;
        let (mantissa, exponent) = at.parts();
        let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
        let (mantissa, power) = if exponent < 0 { (mantissa, power) } else { (mantissa.checked_mul(power)?, 1) };
        let sum = mantissa.checked_mul(factor)?.checked_add(offset.checked_mul(power)?)?;
        Some(sum.div_euclid(divisor.checked_mul(power)?))
    }

    fn wide_position(&self, at: Number) -> BigInt {
        self.floored(&self.wave.of(&at.to_ratio()))
    }

    /// The position of what the wave is.
    fn floored(&self, at: &BigRational) -> BigInt {
        (at.numer() * &self.factor + at.denom() * &self.offset).div_floor(&(&self.divisor * at.denom()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, without stepping.
    fn direct(first: &BigRational, pixel: &BigRational, period: u32, index: usize) -> [u32; 2] {
        let position = (first + pixel * BigInt::from(index)) * BigInt::from(1_u64 << 32);
        split(reduced(&position.floor().to_integer(), period))
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
        fn stepped_positions_equal_the_definition(
            first in any::<i64>(), first_below in 1..u64::MAX, pixel in 0..i64::MAX, pixel_below in 1..u64::MAX,
            shift in 0..120_u32, period in prop_oneof![Just(0), 1..300_u32, Just((1 << 31) - 1)],
        ) {
            let (first, pixel) = (ratio(first, first_below), ratio(pixel, pixel_below) / (BigInt::from(1) << shift));
            let mut stepped = vec![];
            steps(&first, &pixel, period, 40, &mut stepped);
            for (index, entry) in stepped.iter().enumerate() {
                prop_assert_eq!(*entry, direct(&first, &pixel, period, index));
            }
        }

        #[test]
        fn a_point_gets_the_same_position_by_narrow_and_wide_integers(
            at in -1e12..1e12_f64, frequency in 1..1_000_000_i64, below in 1..1_000_000_u64, offset in any::<i32>(), period in 0..300_u32,
        ) {
            let octave = TermOctave { wave: Wave::Linear, factor: ratio(frequency, below), offset: ratio(offset.into(), 1 << 32), period };
            let axis = PointTerm::new(&octave);
            let wide = reduced(&axis.wide_position(at.into()), period);
            prop_assert_eq!(axis.position(at.into()), wide);
            prop_assert_eq!(split(wide), direct(&(Number::from(at).to_ratio() * &octave.factor + &octave.offset), &ratio(0, 1), period, 0));
        }
    }
}
