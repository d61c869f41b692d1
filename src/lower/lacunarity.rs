//! The powers of lacunarities by octave, and the periods that they scale.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed};

use crate::error::{Error, Result};
use crate::number::Number;
use crate::seeding::{HashKind, MAX_LATTICE_PERIOD};

/// Returns the canonical f32 of a number, as kernels receive it, since a device may flush smaller numbers.
pub(super) fn flushed(value: f64) -> f32 {
    let value = value as f32;
    crate::strict::strict::canonical(value)
}

/// Returns lacunarity^k for every octave.
pub(super) fn lacunarity_powers(lacunarity: Number, octaves: u32) -> Vec<Power> {
    let lacunarity = lacunarity.to_ratio();
    let lacunarity = Power { numer: lacunarity.numer().clone(), denom: lacunarity.denom().clone() };
    std::iter::successors(Some(Power::one()), |power| Some(power.times(&lacunarity))).take(octaves as usize).collect()
}

/// An exact product of powers of lacunarities, above 0. Unlike a `BigRational` it is not reduced, since reduction would take far longer than everything else.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Power {
    pub(super) numer: BigInt,
    pub(super) denom: BigInt,
}

impl Power {
    pub(super) fn one() -> Self {
        Self { numer: BigInt::one(), denom: BigInt::one() }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self { numer: &self.numer * &other.numer, denom: &self.denom * &other.denom }
    }

    /// Returns an integer unchanged and anything else rounded to 64 significant bits, halves up. Exact positions would need ever longer numbers.
    pub(super) fn rounded_to_64_bits(&self) -> BigRational {
        if self.numer.is_multiple_of(&self.denom) {
            return BigRational::from_integer(&self.numer / &self.denom);
        }
        // 2^(bits-1) < value < 2^(bits+1), so the first attempt may have one bit too many.
        let bits = self.numer.bits() as i64 - self.denom.bits() as i64;
        let scaled = |shift: i64| match usize::try_from(shift) {
            Ok(shift) => rounded_quotient(&(&self.numer << shift), &self.denom),
            Err(_) => rounded_quotient(&self.numer, &(&self.denom << shift.unsigned_abs())),
        };
        let mut shift = 64 - bits;
        if scaled(shift).bits() > 64 {
            shift -= 1;
        }
        BigRational::from_integer(scaled(shift)) / power_of_two(shift)
    }
}

/// A cache of the powers of the enclosing fractals.
#[derive(Default)]
pub(super) struct KnownPowers {
    /// By the range of the fractals.
    pub(super) powers: BTreeMap<(usize, usize), Rc<Powers>>,
    /// By the first of the fractals, and the period.
    pub(super) cells: BTreeMap<(usize, u32), Rc<Vec<BigInt>>>,
}

/// The product of the powers of some fractals' lacunarities by octave, counted over all enclosing loops.
pub(super) struct Powers {
    pub(super) exact: Vec<Power>,
    /// Rounded to 64 bits unless it is an integer.
    pub(super) rounded: Vec<BigRational>,
    pub(super) as_f64: Vec<f64>,
}

pub(super) fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent >= 0 { BigRational::from_integer(power) } else { BigRational::new(BigInt::one(), power) }
}

/// Returns the integer nearest to a quotient, halves up.
pub(super) fn rounded_quotient(numer: &BigInt, denom: &BigInt) -> BigInt {
    (numer * 2_u32 + denom).div_floor(&(denom * 2_u32))
}

/// Returns the period of an octave for kernels.
///
/// A multiple of the table's own period needs no wrapping, whatever its length. Any other period has to fit.
pub(super) fn octave_period(cells: &BigInt, hash: HashKind, place: &str) -> Result<u32> {
    if !cells.is_positive() {
        return Err(Error::parameter(
            format!("{place}.period"),
            "the period of an octave rounds to no cells; give a longer period or fewer octaves",
        ));
    }
    if hash == HashKind::Table && cells.is_multiple_of(&BigInt::from(256)) {
        return Ok(0);
    }
    match u32::try_from(cells) {
        Ok(cells) if cells <= MAX_LATTICE_PERIOD => Ok(cells),
        _ => Err(Error::limit(
            format!("{place}.period"),
            format!("an octave has {cells} cells in a period; at most 2^30 fit, so give fewer octaves or a smaller lacunarity"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "too much for an interpreter")]
    fn a_power_of_the_lacunarity_is_exact_or_rounded_to_64_bits() {
        let exact = |lacunarity: Number, k| num_traits::pow(lacunarity.to_ratio(), k);
        assert_eq!(lacunarity_powers(3.into(), 32)[31].rounded_to_64_bits(), exact(3.into(), 31));
        for lacunarity in [2.17, 1.9, 0.5, 0.01, 99.99, 1.0000001] {
            for (k, power) in lacunarity_powers(lacunarity.into(), 32).iter().enumerate() {
                let (rounded, exact) = (power.rounded_to_64_bits(), exact(lacunarity.into(), k));
                let error = ((&rounded - &exact) / &exact).abs();
                assert!(error <= power_of_two(-64), "{lacunarity}, octave {k}");
                let odd = rounded.numer() >> rounded.numer().trailing_zeros().unwrap_or(0);
                assert!(odd.bits() <= 64, "{lacunarity}, octave {k}");
            }
        }
    }
}
