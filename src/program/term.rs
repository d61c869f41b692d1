//! The summands of a lattice coordinate as functions of a coordinate of the domain.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::linear::{LinearFunction, Whole};
use super::wave::{Wave, parts};

/// A summand in one octave: a linear function of a wave of the domain coordinate, in units of 2^-32 cell, rounded down, modulo the period.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TermOctave {
    /// The function of the domain coordinate.
    pub(crate) wave: Wave,
    pub(crate) exact: LinearFunction<BigInt>,
    /// The same linear function in narrow integers, if it fits.
    pub(crate) narrow: Option<LinearFunction<i128>>,
    /// The factor and the offset, if the factor is a power of two of at least 1 and the divisor is 1: then an f64 holds the product exactly.
    doubling: Option<(f64, i64)>,
    /// The period in cells, at most 2^30; 0 for none.
    pub(crate) period: u32,
}

/// The sum of two numbers of at most this size fits into 64 bits.
const FAR: u64 = 1 << 62;

impl TermOctave {
    /// Creates the summand factor * wave + offset, in cells.
    pub(crate) fn new(wave: Wave, factor: &BigRational, offset: &BigRational, period: u32) -> Self {
        let LinearFunction { factor, offset, divisor } = LinearFunction::new(factor, offset);
        let halvings = divisor.trailing_zeros().unwrap_or(0).min(32);
        let scaled = |value: BigInt| value << (32 - halvings);
        let exact = LinearFunction { factor: scaled(factor), offset: scaled(offset), divisor: divisor >> halvings };
        let narrow = exact.narrow();
        let doubling = exact.factor.to_u64().filter(|factor| factor.is_power_of_two() && exact.divisor.is_one());
        let doubling = doubling.zip(exact.offset.to_i64().filter(|offset| offset.unsigned_abs() <= FAR));
        Self { wave, narrow, doubling: doubling.map(|(factor, offset)| (factor as f64, offset)), exact, period }
    }

    /// Returns the cells per unit of the wave.
    pub(crate) fn factor(&self) -> BigRational {
        BigRational::new(self.exact.factor.clone(), &self.exact.divisor << 32)
    }

    /// Returns the offset, in cells.
    pub(crate) fn offset(&self) -> BigRational {
        BigRational::new(self.exact.offset.clone(), &self.exact.divisor << 32)
    }

    /// Returns the same as [`of_wave`](Self::of_wave), if there is a quick way.
    #[inline]
    pub(crate) fn quickly_of_wave(&self, value: f64) -> Option<i64> {
        let (factor, offset) = self.doubling?;
        let product = value * factor;
        if product.abs() > FAR as f64 {
            return None;
        }
        let towards_zero = product as i64;
        Some(towards_zero - i64::from(towards_zero as f64 > product) + offset)
    }

    /// Returns the position for a finite value of the wave, which is taken as exactly its binary value.
    #[inline]
    pub(crate) fn of_wave<I: Whole>(&self, value: f64) -> Option<I> {
        let LinearFunction { factor, offset, divisor } = I::of(&self.exact, self.narrow.as_ref())?;
        let (mantissa, power) = parts(value);
        let product = factor.times(mantissa)?;
        let product = match usize::try_from(power) {
            Ok(doublings) => product.checked_mul(&I::try_from(BigInt::from(1) << doublings).ok()?)?,
            // The discarded part is less than 1 in the sum over the divisor, which is rounded down in any case.
            Err(_) => product.halved(power.unsigned_abs() as usize),
        };
        Some(product.checked_add(offset)?.over(divisor))
    }
}
