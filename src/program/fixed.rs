//! Positions in fixed point: what a product of 128 bits tells about a linear function of a binary number, which is nearly always enough.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{ToPrimitive as _, Zero as _};

use super::linear::LinearFunction;
use super::wave::parts;

/// The binary places of a position.
const PLACES: u32 = 48;

/// The bits of a mantissa.
const MANTISSA_BITS: i32 = 62;

/// The fewest places by which a product is shifted to the right. A position then has at most 63 bits before the point.
const LEAST_SHIFT: i32 = 16;

/// A linear function: factor * 2^-scale * value + offset * 2^-[`PLACES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fixed {
    factor: i64,
    scale: i32,
    offset: i128,
    /// False if the factor or the offset is rounded.
    is_exact: bool,
}

/// Finite coordinates on an axis, as mantissas with a power of two that all of them share.
pub(crate) struct Scaled {
    pub(crate) coordinates: Vec<f64>,
    mantissas: Vec<i64>,
    power: i32,
    /// False if some are rounded.
    are_exact: bool,
}

/// Returns a finite number as a mantissa and a power of two.
#[inline(always)]
pub(crate) fn mantissa(number: f64) -> (i64, i32) {
    let (whole, power) = parts(number);
    (whole << 9, power - 9)
}

impl Scaled {
    pub(crate) fn new(coordinates: Vec<f64>) -> Self {
        let most = coordinates.iter().fold(0.0_f64, |most, coordinate| most.max(coordinate.abs()));
        // Every coordinate is less than 2^(power + MANTISSA_BITS), and is multiplied by a power of two that is an f64.
        let power = (parts(most).1 + 53).clamp(-900, 1024) - MANTISSA_BITS;
        let [scale, unit] = [-power, power].map(|power| f64::from_bits(((1023 + power) as u64) << 52));
        let mut are_exact = true;
        let mantissa = |coordinate: &f64| {
            let mantissa = (coordinate * scale) as i64;
            are_exact &= mantissa as f64 * unit == *coordinate;
            mantissa
        };
        Self { mantissas: coordinates.iter().map(mantissa).collect(), coordinates, power, are_exact }
    }
}

/// A linear function of the mantissas of scaled coordinates.
struct Places {
    factor: i64,
    shift: u32,
    offset: i128,
    /// The largest error of a position, in its last place.
    error: u64,
    /// The number of values of the places that tell the whole part for certain.
    certain: u64,
}

impl Fixed {
    /// Returns a function, if the offset is not too far out.
    pub(super) fn new(LinearFunction { factor, offset, divisor }: &LinearFunction<BigInt>) -> Option<Self> {
        let scale = 62 + divisor.bits() as i32 - factor.bits() as i32;
        let (above, below) = (factor << scale.max(0).unsigned_abs(), divisor << scale.min(0).unsigned_abs());
        let (factor, rest) = above.div_rem(&below);
        let (offset, rest_of_offset) = (offset << PLACES).div_mod_floor(divisor);
        let offset = offset.to_i128().filter(|offset| offset.unsigned_abs() < 1 << (PLACES + 62))?;
        Some(Self { factor: factor.to_i64()?, scale, offset, is_exact: rest.is_zero() && rest_of_offset.is_zero() })
    }

    /// Returns the function for mantissas with a power of two, if positions are not too far out.
    #[inline(always)]
    fn places(&self, power: i32, are_exact: bool) -> Option<Places> {
        let shift = self.scale - PLACES as i32 - power;
        if shift < LEAST_SHIFT {
            return None;
        }
        let shift = shift.min(127) as u32;
        // What a number that is off by less than 1 adds, and what is rounded down to the last place: a product, an offset, and this itself.
        let size = |number: u64| number.checked_shr(shift).unwrap_or(0) + 3;
        let (mut error, mut certain) = (0, 1 << PLACES);
        if !(self.is_exact && are_exact) {
            error = size(1 << MANTISSA_BITS) + if are_exact { 0 } else { size(self.factor.unsigned_abs()) };
            certain = (1_u64 << PLACES).saturating_sub(2 * error);
        }
        Some(Places { factor: self.factor, shift, offset: self.offset, error, certain })
    }

    /// Returns the position for a mantissa and a power of two, rounded down, unless it is too far out, or too close to a whole number to tell.
    #[inline(always)]
    pub(super) fn at(&self, (mantissa, power): (i64, i32)) -> Option<i64> {
        self.places(power, true)?.at(mantissa)
    }

    /// Returns the positions of coordinates, each like [`at`](Self::at). None if some may be too far out.
    pub(super) fn along<'a>(&self, scaled: &'a Scaled) -> Option<impl Iterator<Item = Option<i64>> + use<'a>> {
        let places = self.places(scaled.power, scaled.are_exact)?;
        Some(scaled.mantissas.iter().map(move |mantissa| places.at(*mantissa)))
    }
}

impl Places {
    /// Returns the position for a mantissa, rounded down, unless it is too close to a whole number to tell.
    #[inline(always)]
    fn at(&self, mantissa: i64) -> Option<i64> {
        let sum = ((i128::from(mantissa) * i128::from(self.factor)) >> self.shift) + self.offset;
        let places = sum as u64 & ((1 << PLACES) - 1);
        (places.wrapping_sub(self.error) < self.certain).then_some((sum >> PLACES) as i64)
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use proptest::prelude::*;

    use super::*;

    fn ratio(numer: i64, denom: i64) -> BigRational {
        BigRational::new(numer.into(), denom.into())
    }

    proptest! {
        #[test]
        #[cfg_attr(miri, ignore = "too much for an interpreter")]
        fn positions_in_fixed_point_are_those_of_the_exact_function_or_none(
            coordinates in proptest::collection::vec(
                prop_oneof![-1e12..1e12_f64, -64.0..64.0_f64, -1e-300..1e-300_f64, (-99..99_i32).prop_map(f64::from)], 1..4,
            ),
            factor in prop_oneof![-1_000_000..1_000_000_i64, (0..40_u32).prop_map(|power| 1 << power)],
            below in prop_oneof![Just(1_i64), 1..1_000_000_i64],
            offset in any::<i64>(), places in 0..63_u32,
        ) {
            let linear = LinearFunction::new(&ratio(factor, below), &ratio(offset, 1 << places));
            let Some(fixed) = Fixed::new(&linear) else { return Ok(()) };
            let scaled = Scaled::new(coordinates);
            let mut along = fixed.along(&scaled);
            for coordinate in &scaled.coordinates {
                let exact = BigRational::from_float(*coordinate).unwrap() * ratio(factor, below) + ratio(offset, 1 << places);
                let exact = exact.floor().to_integer();
                for found in [fixed.at(mantissa(*coordinate)), along.as_mut().and_then(|along| along.next().unwrap())].into_iter().flatten() {
                    prop_assert_eq!(BigInt::from(found), exact.clone(), "{}", coordinate);
                }
            }
        }
    }

    #[test]
    fn usual_coordinates_are_certain() {
        let octave = LinearFunction::new(&ratio(37 << 32, 100), &ratio(12_345, 7));
        let fixed = Fixed::new(&octave).unwrap();
        let scaled = Scaled::new((0..1000).map(|n| f64::from(n) * 0.713_1 - 300.0).collect());
        assert!(fixed.along(&scaled).unwrap().all(|position| position.is_some()));
        assert!(scaled.coordinates.iter().all(|coordinate| fixed.at(mantissa(*coordinate)).is_some()));
        // Exact numbers are certain even where they are whole.
        let whole = Fixed::new(&LinearFunction::new(&ratio(1 << 32, 1), &ratio(1 << 31, 1))).unwrap();
        assert_eq!([0.0, 0.5, -3.0].map(|at| whole.at(mantissa(at))), [1 << 31, 1 << 32, (1 << 31) - (3 << 32)].map(Some));
    }
}
