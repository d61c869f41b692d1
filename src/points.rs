//! Points of binary numbers, and their exact positions on the lattices of a program.

use std::cell::OnceCell;
use std::num::Wrapping;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::coordinates::{AXES, Tables, split, too_far_out, wrapped};
use crate::domain::{DomainKind, MAX_SAMPLES, Tile};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::program::{AxisValues, LatticeAxis, Program, Scaled, TermOctave, Wave, Whole, mantissa};
use crate::strict::lattice::Coordinate;
use crate::waves::UNBOUNDED;

/// A point of binary numbers within the limits of a program.
pub(crate) struct Point<'a> {
    program: &'a Program,
    at: [f64; 4],
    /// The coordinates as mantissas and powers of two.
    mantissas: [(i64, i32); 4],
}

impl<'a> Point<'a> {
    /// Checks that the coordinates are finite, and that the first octave of every lattice axis stays within its limits.
    #[inline]
    pub(crate) fn new(program: &'a Program, at: [f64; 4]) -> Result<Self> {
        for (axis, values) in program.structure().axes.iter().zip(&program.values().axes) {
            if values.is_near(axis, &at) {
                continue;
            }
            let most = 1_i128 << (32 + values.most_bits);
            let mut reach = Some(0_i128);
            for (term, &domain_axis) in values.terms.iter().zip(&axis.terms) {
                let at = at[usize::from(domain_axis)];
                let position = if at.is_finite() { term.octaves[0].of_binary::<i128>(at) } else { None };
                reach = reach.zip(position).and_then(|(reach, position)| reach.checked_add(position));
            }
            if !reach.is_some_and(|reach| (-most..most).contains(&reach)) {
                Self::refused(axis, values, at)?;
            }
        }
        // What no axis reads may be no number.
        Ok(Self { program, at, mantissas: at.map(|at| mantissa(if at.is_finite() { at } else { 0.0 })) })
    }

    /// Returns the error of a point that may exceed the limits, computed in integers of any size.
    #[cold]
    #[inline(never)]
    fn refused(axis: &LatticeAxis, values: &AxisValues, at: [f64; 4]) -> Result<()> {
        let coordinates = || axis.terms.iter().map(|&number| (usize::from(number), at[usize::from(number)]));
        if let Some((number, at)) = coordinates().find(|(_, at)| !at.is_finite()) {
            let name = AXES[number];
            return Err(Error::not_finite(format!("point.{name}"), format!("{name} = {at} is no number; give a finite one")));
        }
        let terms = values.terms.iter().map(|term| &term.octaves[0]);
        let reach: BigInt = terms.zip(coordinates()).map(|(term, (_, at))| term.of_binary::<BigInt>(at).expect(UNBOUNDED)).sum();
        let most = BigInt::from(1) << (32 + values.most_bits);
        match coordinates().next() {
            Some((number, at)) if reach < -&most || reach >= most => Err(too_far_out("point", number, &Number::from(at), values)),
            _ => Ok(()),
        }
    }

    /// Returns a term of a lattice axis in an octave.
    #[inline]
    pub(crate) fn term(&self, axis: usize, number: usize, octave: usize) -> Coordinate {
        let values = &self.program.values().axes[axis].terms[number].octaves[octave];
        let along = usize::from(self.program.structure().axes[axis].terms[number]);
        let [cell, fraction] = values.entry(values.quickly_at(self.mantissas[along]), self.at[along]);
        Coordinate { cell: Wrapping(cell), fraction: Wrapping(fraction), period: values.period }
    }
}

/// Checks points like [`Point::new`], all at once where none is far out.
pub(crate) fn check_points<const N: usize>(program: &Program, points: &[[f64; N]]) -> Result<()> {
    // The nearest limit of each axis that is read.
    let mut nearest = [f64::INFINITY; 4];
    for (axis, values) in program.structure().axes.iter().zip(&program.values().axes) {
        axis.terms.iter().for_each(|&along| nearest[usize::from(along)] = nearest[usize::from(along)].min(values.near));
    }
    // NaN is never near.
    let is_near = |axis: usize, near: f64| points.iter().fold(true, |is_near, point| is_near & (point[axis].abs() <= near));
    let are_near = (0..4).all(|axis| match nearest[axis] {
        f64::INFINITY => true,
        near if axis < N => is_near(axis, near),
        near => near >= 0.0,
    });
    if are_near { Ok(()) } else { points.iter().try_for_each(|point| Point::new(program, all_of(*point)).map(|_| ())) }
}

/// Returns a point's four coordinates, with 0 for the omitted ones.
pub(crate) fn all_of<const N: usize>(point: [f64; N]) -> [f64; 4] {
    const { assert!(N <= 4, "noise has at most four dimensions") };
    let mut all = [0.0; 4];
    all[..N].copy_from_slice(&point);
    all
}

/// The coordinates of a grid, axis by axis.
pub(crate) struct Axes<'a>([&'a [f64]; 3]);

impl<'a> Axes<'a> {
    /// Checks that each axis has coordinates, and that all lie within a program's limits. Omitted axes stay at 0.
    pub(crate) fn new<const N: usize>(program: &Program, axes: [&'a [f64]; N]) -> Result<Self> {
        const { assert!(N <= 3, "a grid has at most three axes") };
        let mut all: [&[f64]; 3] = [&[0.0]; 3];
        all[..N].copy_from_slice(&axes);
        for (axis, name) in all.iter().zip(AXES) {
            let count = axis.len() as u64;
            if !(1..=u64::from(MAX_SAMPLES)).contains(&count) {
                return Err(Error::count(
                    format!("points.{name}"),
                    [1, MAX_SAMPLES.into()],
                    format!("{count} coordinates; give 1 to {MAX_SAMPLES}"),
                ));
            }
        }
        // A coordinate that is no number is one of its axis' ends.
        let end = |axis: &[f64], is_last: bool| {
            let beyond = |a: f64, b: f64| if b.is_nan() || (b > a) == is_last { b } else { a };
            axis.iter().copied().reduce(beyond).unwrap_or(0.0)
        };
        let ends = all.map(|axis| [end(axis, false), end(axis, true)]);
        for corner in 0..8 {
            let at: [f64; 3] = std::array::from_fn(|axis| ends[axis][corner >> axis & 1]);
            Point::new(program, all_of(at))?;
        }
        Ok(Self(all))
    }

    /// Returns the numbers of samples in x, y and z.
    pub(crate) fn size(&self) -> [u32; 3] {
        self.0.map(|axis| axis.len() as u32)
    }

    pub(crate) fn tables(&self, program: &Program, tile: Tile) -> Result<Tables> {
        Tables::of_coordinates(program, tile.size, DomainKind::Grid, |axis| {
            let along = |all: &&[f64]| all[tile.origin[axis] as usize..][..tile.size[axis] as usize].to_vec();
            self.0.get(axis).map_or_else(|| vec![0.0], along)
        })
    }
}

impl Tables {
    /// Returns the tables of samples whose coordinates along each axis are binary numbers within the program's limits.
    pub(crate) fn of_coordinates(
        program: &Program,
        size: [u32; 3],
        kind: DomainKind,
        coordinates: impl Fn(usize) -> Vec<f64>,
    ) -> Result<Self> {
        let axes: [OnceCell<Scaled>; 4] = Default::default();
        Self::with(program, size, kind, |octave, axis, into| {
            let scaled = axes[axis].get_or_init(|| Scaled::new(coordinates(axis)));
            match octave.quickly_along(scaled) {
                Some(positions) => into.extend(positions.zip(&scaled.coordinates).map(|(quick, at)| octave.entry(quick, *at))),
                None => into.extend(scaled.coordinates.iter().map(|at| octave.entry(None, *at))),
            }
            Ok(())
        })
    }
}

impl Wave {
    /// Returns the wave at a coordinate that is a binary number.
    fn at_binary(&self, at: f64) -> f64 {
        let (mantissa, power) = mantissa(at);
        let below = power + mantissa.trailing_zeros() as i32;
        if (-62..=0).contains(&below) {
            let narrow = self.value(&[i128::from(mantissa >> mantissa.trailing_zeros()), 1 << -below]);
            if let Some(value) = narrow {
                return value;
            }
        }
        let exact = BigRational::from_float(at).expect("a point's coordinates are finite");
        self.value(&[exact.numer().clone(), exact.denom().clone()]).expect(UNBOUNDED)
    }
}

impl TermOctave {
    /// Returns the coordinate, or the wave at it, for a coordinate that is a binary number.
    #[inline]
    fn of_coordinate(&self, at: f64) -> f64 {
        match &self.wave {
            Wave::Linear => at,
            wave => wave.at_binary(at),
        }
    }

    /// Returns the position at a coordinate that is a binary number.
    #[inline]
    fn of_binary<I: Whole>(&self, at: f64) -> Option<I> {
        self.of_wave(self.of_coordinate(at))
    }

    /// Returns the cell and the fraction at a coordinate that is a binary number, given its position if a quick way found it.
    #[inline(always)]
    fn entry(&self, quick: Option<i64>, at: f64) -> [u32; 2] {
        split(match quick {
            Some(position) => wrapped(position, self.period),
            None => self.position_of_binary(at),
        })
    }

    /// Returns the position at a coordinate that is a binary number, modulo the period.
    #[inline]
    fn position_of_binary(&self, at: f64) -> u64 {
        self.position_of_wave(self.of_coordinate(at))
    }
}

#[cfg(test)]
mod tests {
    use num_integer::Integer as _;
    use num_traits::ToPrimitive as _;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn positions_of_binary_numbers_are_the_same_in_all_integers(
            at in prop_oneof![-1e12..1e12_f64, -64.0..64.0_f64, -1e-300..1e-300_f64, (-99..99_i32).prop_map(f64::from)],
            factor in prop_oneof![1..1_000_000_i64, (0..40_u32).prop_map(|power| 1 << power)],
            below in prop_oneof![Just(1_i64), 1..1_000_000_i64],
            offset in any::<i32>(),
            period in prop_oneof![Just(0), 1..300_u32],
        ) {
            let ratio = |numer: i64, denom: i64| BigRational::new(numer.into(), denom.into());
            let octave = TermOctave::new(Wave::Linear, &ratio(factor, below), &ratio(offset.into(), 1 << 20), period);
            let exact = octave.of_wave::<BigInt>(at).unwrap();
            let modulus = BigInt::from(if period == 0 { 1 << 32 } else { u64::from(period) }) << 32;
            prop_assert_eq!(Some(octave.position_of_wave(at)), exact.mod_floor(&modulus).to_u64());
            if let Some(position) = octave.of_wave::<i128>(at) {
                prop_assert_eq!(BigInt::from(position), exact.clone());
            }
            if let Some(position) = octave.quickly_of_wave(at) {
                prop_assert_eq!(BigInt::from(position), exact);
            }
        }
    }
}
