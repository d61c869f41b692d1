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
use crate::program::{AxisOctave, Program};
use crate::region::{Axis, Domain, DomainKind, Tile};

/// The tables of a tile, in the layout of the `lattice` binding of `field.wgsl`: pairs of words.
///
/// First one pair a loop, the number of its octaves; then one pair a basis, the key of its hash; then for each octave a pair a
/// basis, with the job that makes its rows (0 for none), and a pair a lattice axis, with the index of its first entry and its period; then the
/// entries, the cell and the fraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tables {
    pub(crate) words: Vec<[u32; 2]>,
    /// Where the directory starts, how long its part for an octave is, and how much of that comes before the axes.
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
        let octaves = values.axes.iter().map(|axis| axis.octaves.len()).max().unwrap_or(0);
        let bases = structure.bases as usize;
        let stride = bases + structure.axes.len();
        words.resize(directory + octaves * stride, [0, 0]);
        for (number, (&domain_axis, axis)) in structure.axes.iter().zip(&values.axes).enumerate() {
            for (k, octave) in axis.octaves.iter().enumerate() {
                let first = u32::try_from(words.len()).expect("a tile's tables are far below 2^32 entries");
                words[directory + k * stride + bases + number] = [first, octave.period];
                entries(octave, domain, usize::from(domain_axis), tile, &mut words);
            }
        }
        Self { words, directory, stride, bases }
    }

    /// The place in the directory of the job of a basis in an octave.
    pub(crate) fn job(&mut self, basis: usize, octave: usize) -> &mut u32 {
        &mut self.words[self.directory + octave * self.stride + basis][0]
    }

    /// The coordinate on a lattice axis in an octave, at the sample with this index along the axis in the tile.
    #[inline(always)]
    pub(crate) fn coordinate(&self, axis: usize, octave: usize, index: usize) -> Coordinate {
        let [first, period] = self.words[self.directory + octave * self.stride + self.bases + axis];
        let [cell, fraction] = self.words[first as usize + index];
        Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period }
    }

    /// How many bytes the tables of a tile take.
    pub(crate) fn bytes(program: &Program, tile: [u32; 3], kind: DomainKind) -> u64 {
        let (structure, values) = (program.structure(), program.values());
        let octaves = values.axes.iter().map(|axis| axis.octaves.len()).max().unwrap_or(0) as u64;
        let mut pairs = u64::from(structure.loops + structure.bases) + octaves * (u64::from(structure.bases) + structure.axes.len() as u64);
        for (&axis, lattice) in structure.axes.iter().zip(&values.axes) {
            let entries = match kind {
                DomainKind::Grid => tile.get(usize::from(axis)).copied().unwrap_or(1),
                DomainKind::Points => tile[0],
            };
            pairs += lattice.octaves.len() as u64 * u64::from(entries);
        }
        8 * pairs
    }
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
    for (&domain_axis, axis) in program.structure().axes.iter().zip(&program.values().axes) {
        let axis_number = usize::from(domain_axis);
        let lattice = PointAxis::new(&axis.octaves[0]);
        let check = |at: Number| {
            if lattice.is_within_cells(at) {
                return Ok(());
            }
            let name = ["x", "y", "z", "w"][axis_number];
            Err(Error::parameter(
                format!("region.{name}"),
                format!("{name} = {at} lies beyond the 2^31 cells of `{}`; keep frequency * {name} + offset within ±2^31", axis.place),
            ))
        };
        match domain {
            Domain::Grid(grid) => match grid.axes()[axis_number] {
                Axis::Constant(at) => check(at)?,
                Axis::Extent { start, end, .. } => {
                    check(start)?;
                    check(end)?;
                }
            },
            Domain::Points(points) => {
                points[tile.origin[0] as usize..][..tile.size[0] as usize].iter().try_for_each(|point| check(point[axis_number]))?;
            }
        }
    }
    Ok(())
}

/// Appends the entries of one lattice axis and octave.
fn entries(octave: &AxisOctave, domain: &Domain, axis: usize, tile: Tile, into: &mut Vec<[u32; 2]>) {
    match domain {
        Domain::Grid(grid) => match grid.axes()[axis] {
            Axis::Constant(at) => into.push(split(PointAxis::new(octave).position(at))),
            Axis::Extent { start, end, samples } => {
                let (start, end) = (start.to_ratio(), end.to_ratio());
                let pixel = &octave.frequency * (end - &start) / BigInt::from(samples);
                let first = &octave.frequency * start
                    + &octave.offset
                    + &pixel * BigRational::new((2 * u64::from(tile.origin[axis]) + 1).into(), 2.into());
                steps(&first, &pixel, octave.period, tile.size[axis] as usize, into);
            }
        },
        Domain::Points(points) => {
            let axis_of = PointAxis::new(octave);
            let first = tile.origin[0] as usize;
            into.extend(points[first..first + tile.size[0] as usize].iter().map(|point| split(axis_of.position(point[axis]))));
        }
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

/// floor(2^32 * (frequency * coordinate + offset)) for single coordinates.
struct PointAxis {
    /// frequency * 2^32 over `divisor`.
    factor: BigInt,
    /// offset * 2^32 over `divisor`.
    offset: BigInt,
    divisor: BigInt,
    /// The same three, where they fit.
    narrow: Option<[i128; 3]>,
    period: u32,
}

impl PointAxis {
    fn new(octave: &AxisOctave) -> Self {
        let common = octave.frequency.denom().lcm(octave.offset.denom());
        let halvings = common.trailing_zeros().unwrap_or(0).min(32);
        let scaled = |value: &BigRational| (value.numer() * (&common / value.denom())) << (32 - halvings);
        let (factor, offset, divisor) = (scaled(&octave.frequency), scaled(&octave.offset), &common >> halvings);
        let narrow = match (factor.to_i128(), offset.to_i128(), divisor.to_i128()) {
            (Some(factor), Some(offset), Some(divisor)) => Some([factor, offset, divisor]),
            _ => None,
        };
        Self { factor, offset, divisor, narrow, period: octave.period }
    }

    /// Modulo the period, or 2^64.
    fn position(&self, at: Number) -> u64 {
        match self.narrow_position(at) {
            Some(position) if self.period == 0 => position as u64,
            Some(position) => position.rem_euclid(i128::from(modulus(self.period))) as u64,
            None => reduced(&self.wide_position(at), self.period),
        }
    }

    fn is_within_cells(&self, at: Number) -> bool {
        match self.narrow_position(at) {
            Some(position) => i32::try_from(position >> 32).is_ok(),
            None => i32::try_from(self.wide_position(at) >> 32).is_ok(),
        }
    }

    fn narrow_position(&self, at: Number) -> Option<i128> {
        let [factor, offset, divisor] = self.narrow?;
        let (mantissa, exponent) = at.parts();
        let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
        let (mantissa, power) = if exponent < 0 { (mantissa, power) } else { (mantissa.checked_mul(power)?, 1) };
        let sum = mantissa.checked_mul(factor)?.checked_add(offset.checked_mul(power)?)?;
        Some(sum.div_euclid(divisor.checked_mul(power)?))
    }

    fn wide_position(&self, at: Number) -> BigInt {
        let at = at.to_ratio();
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
            let octave = AxisOctave { frequency: ratio(frequency, below), offset: ratio(offset.into(), 1 << 32), period };
            let axis = PointAxis::new(&octave);
            let wide = reduced(&axis.wide_position(at.into()), period);
            prop_assert_eq!(axis.position(at.into()), wide);
            prop_assert_eq!(split(wide), direct(&(Number::from(at).to_ratio() * &octave.frequency + &octave.offset), &ratio(0, 1), period, 0));
        }
    }
}
