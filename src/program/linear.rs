//! Linear functions, and the integers that they are computed in.

use num_bigint::{BigInt, ToBigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, ToPrimitive};

use crate::number::common_multiple;

/// The integers for computing positions: i128 where all intermediate numbers fit, which is nearly always, and otherwise integers of any size.
///
/// Computations in i128 return None where a number does not fit.
pub(crate) trait Whole:
    Integer + Clone + From<i128> + From<u64> + TryFrom<BigInt> + CheckedAdd + CheckedSub + CheckedMul + ToPrimitive + ToBigUint
{
    /// Returns the one of two equal linear functions that is in these integers.
    fn of<'a>(exact: &'a LinearFunction<BigInt>, narrow: Option<&'a LinearFunction<i128>>) -> Option<&'a LinearFunction<Self>>;

    /// Multiplies by a number of 64 bits.
    fn times(&self, number: i64) -> Option<Self>;

    /// Divides by a power of two, rounding down.
    fn halved(self, times: usize) -> Self;

    /// Divides by a positive number, rounding down.
    fn over(&self, divisor: &Self) -> Self;

    /// Returns the f64 nearest to a ratio of two numbers that are not negative.
    fn nearest(numer: &Self, denom: &Self) -> Option<f64>;
}

impl Whole for i128 {
    fn of<'a>(_: &'a LinearFunction<BigInt>, narrow: Option<&'a LinearFunction<Self>>) -> Option<&'a LinearFunction<Self>> {
        narrow
    }

    #[inline]
    fn times(&self, number: i64) -> Option<Self> {
        // The product of two numbers of 64 bits never overflows, and takes a single instruction.
        match i64::try_from(*self) {
            Ok(narrow) => Some(Self::from(narrow) * Self::from(number)),
            Err(_) => self.checked_mul(&Self::from(number)),
        }
    }

    #[inline]
    fn halved(self, times: usize) -> Self {
        self >> times.min(127)
    }

    #[inline]
    fn over(&self, divisor: &Self) -> Self {
        match (i64::try_from(*self), i64::try_from(*divisor)) {
            (_, Ok(1)) => *self,
            (Ok(narrow), Ok(divisor)) => narrow.div_euclid(divisor).into(),
            _ => self.div_floor(divisor),
        }
    }

    fn nearest(numer: &Self, denom: &Self) -> Option<f64> {
        /// Whole numbers up to this one are exact as f64.
        const EXACT: u128 = 1 << 53;
        /// The quotient of 128 bits by less than this has at least 55 bits: those of an f64, and two for rounding.
        const MOST: u128 = 1 << 73;
        let (numer, denom) = (numer.unsigned_abs(), denom.unsigned_abs());
        if numer <= EXACT && denom <= EXACT {
            return Some(numer as f64 / denom as f64);
        }
        if numer == 0 || denom > MOST {
            return (numer == 0).then_some(0.0);
        }
        let shift = numer.leading_zeros();
        let wide = numer.checked_shl(shift)?;
        let (quotient, rest) = (wide / denom, wide % denom);
        let scale = f64::from_bits(u64::from(1023 - shift) << 52);
        Some((quotient | u128::from(rest != 0)) as f64 * scale)
    }
}

impl Whole for BigInt {
    fn of<'a>(exact: &'a LinearFunction<Self>, _: Option<&'a LinearFunction<i128>>) -> Option<&'a LinearFunction<Self>> {
        Some(exact)
    }

    fn times(&self, number: i64) -> Option<Self> {
        Some(self * number)
    }

    fn halved(self, times: usize) -> Self {
        self >> times
    }

    fn over(&self, divisor: &Self) -> Self {
        self.div_floor(divisor)
    }

    fn nearest(numer: &Self, denom: &Self) -> Option<f64> {
        Some(BigRational::new_raw(numer.clone(), denom.clone()).to_f64().unwrap_or(0.0))
    }
}

/// A linear function over a common divisor: (factor * x + offset) / divisor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LinearFunction<I> {
    pub(crate) factor: I,
    pub(crate) offset: I,
    /// Positive.
    pub(crate) divisor: I,
}

impl LinearFunction<BigInt> {
    pub(crate) fn new(factor: &BigRational, offset: &BigRational) -> Self {
        let common = common_multiple(factor.denom(), offset.denom());
        let scaled = |value: &BigRational| value.numer() * (&common / value.denom());
        Self { factor: scaled(factor), offset: scaled(offset), divisor: common.clone() }
    }

    /// Returns the same function in numbers of 128 bits, if they fit.
    pub(crate) fn narrow(&self) -> Option<LinearFunction<i128>> {
        Some(LinearFunction { factor: self.factor.to_i128()?, offset: self.offset.to_i128()?, divisor: self.divisor.to_i128()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nearest_f64_of_a_ratio_is_the_same_in_all_integers(
            numer in 0..i128::MAX, denom in 1..i128::MAX, shifts in (0..127_u32, 0..127_u32), is_close in any::<bool>(),
        ) {
            let denom = (denom >> shifts.1).max(1);
            // Ratios midway between two f64s, or close to that, are as frequent as all others.
            let numer = if is_close { (denom / 3).saturating_mul(1 << 54).saturating_add(1) } else { numer >> shifts.0 };
            if let Some(nearest) = i128::nearest(&numer, &denom) {
                let expected = BigInt::nearest(&numer.into(), &denom.into()).unwrap();
                prop_assert_eq!(nearest.to_bits(), expected.to_bits(), "{} / {}", numer, denom);
            } else {
                prop_assert!(denom > 1 << 73);
            }
        }
    }
}
