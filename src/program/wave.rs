//! Sines of a coordinate of the domain: circles, along which noise repeats.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};

use super::linear::{LinearFunction, Whole};
use crate::number::sum;

/// A function of a domain coordinate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Wave {
    /// The coordinate itself.
    Linear,
    /// The sine of an angle in turns, which is a linear function of the coordinate.
    Sine(Turns),
}

/// An angle in turns as a linear function of a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Turns {
    exact: LinearFunction<BigInt>,
    /// The same function in narrow integers, if it fits.
    narrow: Option<LinearFunction<i128>>,
    /// True if only a part of a turn is used, from pole to pole.
    is_an_arc: bool,
}

impl Wave {
    /// Returns the sine of an angle in turns: the coordinate times the rate, plus the phase.
    pub(crate) fn sine(rate: &BigRational, phase: &BigRational) -> Self {
        let exact = LinearFunction::new(rate, phase);
        Self::Sine(Turns { narrow: exact.narrow(), exact, is_an_arc: false })
    }

    /// Returns the cosine of an angle in turns: the coordinate times the rate, plus the phase.
    pub(crate) fn cosine(rate: &BigRational, phase: &BigRational) -> Self {
        Self::sine(rate, &sum(phase, &quarter()))
    }

    /// Returns the same wave, of which only a part of a turn is used.
    pub(crate) fn of_an_arc(self) -> Self {
        match self {
            Self::Sine(turns) => Self::Sine(Turns { is_an_arc: true, ..turns }),
            Self::Linear => Self::Linear,
        }
    }
}

impl Turns {
    /// Returns the sine at the coordinate numer / denom; denom is positive.
    pub(crate) fn sine_at<I: Whole>(&self, numer: &I, denom: &I) -> Option<f64> {
        let LinearFunction { factor, offset, divisor } = I::of(&self.exact, self.narrow.as_ref())?;
        let turns = numer.checked_mul(factor)?.checked_add(&denom.checked_mul(offset)?)?;
        sine(&turns, &denom.checked_mul(divisor)?)
    }

    /// Returns the angle as a function of the coordinate.
    pub(crate) fn linear(&self) -> &LinearFunction<BigInt> {
        &self.exact
    }

    /// Returns the length of a turn along the coordinate. None if the angle is constant.
    pub(crate) fn length(&self) -> Option<BigRational> {
        let LinearFunction { factor, divisor, .. } = &self.exact;
        (!factor.is_zero()).then(|| BigRational::new(divisor.clone(), factor.abs()))
    }

    /// Returns true if only a part of a turn is used.
    pub(crate) fn is_an_arc(&self) -> bool {
        self.is_an_arc
    }

    /// Returns the angle at a coordinate.
    pub(crate) fn at(&self, at: &BigRational) -> BigRational {
        let LinearFunction { factor, offset, divisor } = &self.exact;
        (at * factor + offset) / divisor
    }
}

/// Returns a quarter of a turn.
pub(crate) fn quarter() -> BigRational {
    BigRational::new(1.into(), 4.into())
}

/// Returns the cosine of an angle in turns. It is exact at every quarter, and equal in every turn.
pub(crate) fn cosine_of(turns: &BigRational) -> f64 {
    sine_of(&(turns + quarter()))
}

/// Returns the sine of an angle in turns. It is exact at every quarter, odd, and equal in every turn.
pub(crate) fn sine_of(turns: &BigRational) -> f64 {
    sine(turns.numer(), turns.denom()).unwrap_or(0.0)
}

/// Returns the sine of numer / denom turns.
fn sine<I: Whole>(numer: &I, denom: &I) -> Option<f64> {
    let turn = numer.mod_floor(denom);
    let eighths = turn.checked_mul(&I::from(8_u64))?.div_floor(denom).to_u64()?;
    // The angle is taken from the nearest quarter, so it is at most an eighth of a turn, and symmetric angles give the same bits.
    let quarters = eighths.div_ceil(2);
    let (turn, nearest) = (turn.checked_mul(&I::from(4_u64))?, denom.checked_mul(&I::from(quarters))?);
    let away = if turn < nearest { nearest.checked_sub(&turn)? } else { turn.checked_sub(&nearest)? };
    let angle = I::nearest(&away, &denom.checked_mul(&I::from(4_u64))?)? * std::f64::consts::TAU;
    let size = if quarters % 2 == 0 { libm::sin(angle) } else { libm::cos(angle) };
    Some(if eighths < 4 { size } else { -size })
}

/// Returns a finite f64 as a whole number times a power of two.
pub(super) fn parts(value: f64) -> (i64, i32) {
    debug_assert!(value.is_finite());
    let bits = value.to_bits();
    let (exponent, mantissa) = (((bits >> 52) & 0x7FF) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (size, power) = if exponent == 0 { (mantissa, -1074) } else { (mantissa | (1 << 52), exponent - 1075) };
    (if value < 0.0 { -size } else { size }, power)
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    use super::*;

    /// The definition, with each eighth of a turn computed separately.
    fn by_eighths(turns: &BigRational) -> f64 {
        let turn = turns - turns.floor();
        let angle = |part: BigRational| part.to_f64().unwrap() * std::f64::consts::TAU;
        let quarters = |number: i64| BigRational::new(number.into(), 4.into());
        match (&turn * BigInt::from(8)).floor().to_integer().to_u8().unwrap() {
            0 => libm::sin(angle(turn)),
            1 => libm::cos(angle(quarters(1) - turn)),
            2 => libm::cos(angle(turn - quarters(1))),
            3 => libm::sin(angle(quarters(2) - turn)),
            4 => -libm::sin(angle(turn - quarters(2))),
            5 => -libm::cos(angle(quarters(3) - turn)),
            6 => -libm::cos(angle(turn - quarters(3))),
            _ => -libm::sin(angle(quarters(4) - turn)),
        }
    }

    proptest! {
        #[test]
        fn a_sine_has_the_bits_of_its_definition_in_all_integers_that_hold_it(
            numer in any::<i64>(), denom in 1..i64::MAX, shifts in (0..63_u32, 0..63_u32),
            rate in (-1000..1000_i64, 1..1000_i64), phase in (-1000..1000_i64, 1..1000_i64),
        ) {
            let (numer, denom) = (numer >> shifts.0, (denom >> shifts.1).max(1));
            let ratio = |numer: i64, denom: i64| BigRational::new(numer.into(), denom.into());
            let (rate, phase) = (ratio(rate.0, rate.1), ratio(phase.0, phase.1));
            let Wave::Sine(turns) = Wave::sine(&rate, &phase) else { unreachable!() };
            let expected = by_eighths(&(ratio(numer, denom) * &rate + &phase));
            let found = turns.sine_at::<BigInt>(&numer.into(), &denom.into()).unwrap();
            prop_assert_eq!(found.to_bits(), expected.to_bits());
            if let Some(found) = turns.sine_at::<i128>(&numer.into(), &denom.into()) {
                prop_assert_eq!(found.to_bits(), expected.to_bits());
            }
            prop_assert_eq!(turns.at(&ratio(numer, denom)), ratio(numer, denom) * rate + phase);
        }

        #[test]
        fn the_parts_of_an_f64_are_it(value in any::<f64>().prop_filter("finite", |value| value.is_finite())) {
            let (mantissa, power) = parts(value);
            let size = BigRational::from_integer(mantissa.into());
            let two = BigRational::from_integer(2.into());
            prop_assert_eq!(Some(size * two.pow(power)), BigRational::from_float(value));
        }
    }
}
