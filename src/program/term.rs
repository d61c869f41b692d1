//! The summands of a lattice coordinate as functions of a coordinate of the domain.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::fixed::{Fixed, Scaled, mantissa};
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
    /// The same in fixed point, unless the offset is too far out.
    fixed: Option<Fixed>,
    /// The period in cells, at most 2^30; 0 for none.
    pub(crate) period: u32,
}

impl TermOctave {
    /// Creates the summand factor * wave + offset, in cells.
    pub(crate) fn new(wave: Wave, factor: &BigRational, offset: &BigRational, period: u32) -> Self {
        let LinearFunction { factor, offset, divisor } = LinearFunction::new(factor, offset);
        let halvings = divisor.trailing_zeros().unwrap_or(0).min(32);
        let scaled = |value: BigInt| value << (32 - halvings);
        let exact = LinearFunction { factor: scaled(factor), offset: scaled(offset), divisor: divisor >> halvings };
        let narrow = exact.narrow();
        Self { wave, narrow, fixed: Fixed::new(&exact), exact, period }
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
    #[inline(always)]
    pub(crate) fn quickly_of_wave(&self, value: f64) -> Option<i64> {
        self.fixed.as_ref()?.at(mantissa(value))
    }

    /// Returns the same for a coordinate as a mantissa and a power of two, if there is a quick way and no wave.
    #[inline(always)]
    pub(crate) fn quickly_at(&self, coordinate: (i64, i32)) -> Option<i64> {
        self.fixed.as_ref().filter(|_| self.wave == Wave::Linear)?.at(coordinate)
    }

    /// Returns the positions of coordinates, each like [`quickly_of_wave`](Self::quickly_of_wave), if there is a quick way for all.
    pub(crate) fn quickly_along<'a>(&self, scaled: &'a Scaled) -> Option<impl Iterator<Item = Option<i64>> + use<'a>> {
        self.fixed.as_ref().filter(|_| self.wave == Wave::Linear)?.along(scaled)
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
