//! Exact decimal numbers.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{CheckedMul, One, Zero};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A number that means the decimal it was written as: `0.1` is exactly 1/10.
///
/// An `f64` becomes the shortest decimal that reads back as the same `f64`. A text may have up to 38 significant digits and an exponent within ±400. It
/// serializes (serde) as a number if an `f64` holds it exactly, otherwise as a text; readers of JSON must round floats correctly (serde_json's feature
/// `float_roundtrip`). NaN and infinities are representable, so that the validation of a graph or a region can reject them with their place.
///
/// ```
/// use lacuna::Number;
/// let tenth: Number = "0.1".parse().unwrap();
/// assert_eq!(tenth, Number::from(0.1));
/// assert_eq!(tenth.to_string(), "0.1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    // The value is mantissa * 10^exponent, without trailing zeros in the mantissa; zero is 0 * 10^0.
    mantissa: i128,
    exponent: i32,
}

const NOT_FINITE: i32 = i32::MAX;
const MAX_EXPONENT: i32 = 400;

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    /// The number 1.
    pub const ONE: Self = Self { mantissa: 1, exponent: 0 };
    /// The number -1.
    pub const MINUS_ONE: Self = Self { mantissa: -1, exponent: 0 };

    const NAN: Self = Self { mantissa: 0, exponent: NOT_FINITE };

    fn new(mut mantissa: i128, mut exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::ZERO;
        }
        while mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent }
    }

    /// Returns true if this is neither NaN nor infinite.
    pub fn is_finite(self) -> bool {
        self.exponent != NOT_FINITE
    }

    /// Returns true if this is a finite number below 0.
    pub fn is_negative(self) -> bool {
        self.is_finite() && self.mantissa < 0
    }

    /// Returns true if this is 0.
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Returns the nearest `f64`.
    pub fn to_f64(self) -> f64 {
        if !self.is_finite() {
            return match self.mantissa.signum() {
                0 => f64::NAN,
                1 => f64::INFINITY,
                _ => f64::NEG_INFINITY,
            };
        }
        format!("{}e{}", self.mantissa, self.exponent).parse().expect("a mantissa and an exponent are a number")
    }

    /// Returns the decimal with a decimal point, so that it can't be mistaken for the name of a node: `1.0e-400`.
    pub(crate) fn with_point(self) -> String {
        let text = self.to_string();
        match text.find('e') {
            _ if text.contains('.') => text,
            Some(exponent) => format!("{}.0{}", &text[..exponent], &text[exponent..]),
            None => text + ".0",
        }
    }

    /// Returns the exact sum. None if it has more than 38 digits, or if one of the numbers is not finite.
    ///
    /// ```
    /// use lacuna::Number;
    /// assert_eq!(Number::from(0.1).checked_add(0.2.into()), Some(0.3.into()));
    /// ```
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let is_finite = self.is_finite() && other.is_finite();
        let sum = if is_finite { self.aligned::<i128>(exponent)?.checked_add(other.aligned(exponent)?)? } else { return None };
        Self::of_digits(sum, exponent)
    }

    /// Returns this + times * 10^power * (other - this), exactly. None if it has more than 38 digits. Both numbers must be finite, and the power must
    /// not be positive.
    pub(crate) fn beyond(self, other: Self, times: i128, power: i32) -> Option<Self> {
        debug_assert!(self.is_finite() && other.is_finite() && power <= 0);
        let exponent = self.exponent.min(other.exponent);
        let from: i128 = self.aligned(exponent)?;
        let way = other.aligned::<i128>(exponent)?.checked_sub(from)?.checked_mul(times)?;
        Self::of_digits(10_i128.checked_pow(power.unsigned_abs())?.checked_mul(from)?.checked_add(way)?, exponent + power)
    }

    /// Returns the mantissa for a lower exponent, if the integer type can hold it.
    pub(crate) fn aligned<I: Clone + One + CheckedMul + From<i128>>(self, exponent: i32) -> Option<I> {
        let digits = if self.is_zero() { 0 } else { self.exponent - exponent };
        num_traits::checked_pow(I::from(10), digits.unsigned_abs() as usize)?.checked_mul(&I::from(self.mantissa))
    }

    /// Returns the number if it has at most 38 digits.
    fn of_digits(mantissa: i128, exponent: i32) -> Option<Self> {
        (mantissa.unsigned_abs() < 10_u128.pow(38)).then(|| Self::new(mantissa, exponent))
    }

    /// Returns the exponent of ten of a finite number.
    pub(crate) fn exponent(self) -> i32 {
        debug_assert!(self.is_finite());
        self.exponent
    }

    /// Returns the number that is nearest to a ratio, of those with 38 digits. None if its exponent is out of range.
    ///
    /// A ratio that is a decimal of so many digits stays exact. Of two that are equally near, it is the one whose last digit is even.
    #[cfg(feature = "recipe")]
    pub(crate) fn nearest(ratio: &BigRational) -> Option<Self> {
        const DIGITS: i32 = 38;
        if ratio.is_zero() {
            return Some(Self::ZERO);
        }
        let ten = BigRational::from_integer(10.into());
        // The number of digits before the point, or one more.
        let digits = |number: &BigInt| number.magnitude().to_string().len() as i32;
        let exponent = digits(ratio.numer()) - digits(ratio.denom()) + 1 - DIGITS;
        let mantissa = |exponent: i32| {
            let scaled = ratio * num_traits::Pow::pow(&ten, -exponent);
            let down = scaled.floor();
            let half = (&scaled - &down).cmp(&BigRational::new(1.into(), 2.into()));
            let is_up = half.is_gt() || half.is_eq() && down.numer().is_odd();
            i128::try_from(down.to_integer() + BigInt::from(i32::from(is_up))).ok()
        };
        // With one digit fewer than there is room for, the estimate of the exponent was too high.
        let (mantissa, exponent) = match mantissa(exponent)? {
            short if short.unsigned_abs() < 10_u128.pow(DIGITS.unsigned_abs() - 1) => (mantissa(exponent - 1)?, exponent - 1),
            mantissa => (mantissa, exponent),
        };
        let number = Self::new(mantissa, exponent);
        let leading = number.exponent + number.mantissa.unsigned_abs().to_string().len() as i32;
        (leading.abs() <= MAX_EXPONENT).then_some(number)
    }

    /// Returns the exact value. The number must be finite.
    pub(crate) fn to_ratio(self) -> BigRational {
        debug_assert!(self.is_finite());
        if self.mantissa.is_zero() {
            return BigRational::zero();
        }
        let power = num_traits::pow(BigInt::from(10), self.exponent.unsigned_abs() as usize);
        let mantissa = BigInt::from(self.mantissa);
        if self.exponent >= 0 {
            BigRational::from_integer(mantissa * power)
        } else if power.is_one() {
            BigRational::from_integer(mantissa)
        } else {
            BigRational::new(mantissa, power)
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        if value.is_finite() {
            format!("{value:e}").parse().expect("the shortest decimal of an f64 is a number")
        } else if value.is_nan() {
            Self::NAN
        } else {
            Self { mantissa: if value > 0.0 { 1 } else { -1 }, exponent: NOT_FINITE }
        }
    }
}

impl From<f32> for Number {
    /// Returns the shortest decimal that reads back as the same `f32`.
    fn from(value: f32) -> Self {
        if value.is_finite() {
            format!("{value:e}").parse().expect("the shortest decimal of an f32 is a number")
        } else {
            Self::from(f64::from(value))
        }
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Number {
            fn from(value: $integer) -> Self {
                Self::new(i128::from(value), 0)
            }
        }
    )*};
}
from_integer!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The error of a text that is not a [`Number`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseNumberError(String);

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseNumberError {}

impl FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        let bad = || ParseNumberError(format!("`{text}` is no number; write a decimal such as 3, -0.25 or 1e-3"));
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let negative = text.starts_with('-');
        match unsigned.to_ascii_lowercase().as_str() {
            "nan" => return Ok(Self::NAN),
            "inf" | "infinity" => return Ok(Self { mantissa: if negative { -1 } else { 1 }, exponent: NOT_FINITE }),
            _ => {}
        }
        let (digits, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], Some(&unsigned[at + 1..])),
            None => (unsigned, None),
        };
        let mut exponent: i32 = exponent.map_or(Ok(0), |e| e.parse()).map_err(|_| bad())?;
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if (whole.is_empty() && part.is_empty()) || !whole.bytes().chain(part.bytes()).all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let part = part.trim_end_matches('0');
        let mut significant = format!("{whole}{part}").trim_start_matches('0').to_owned();
        exponent = exponent.checked_sub(i32::try_from(part.len()).map_err(|_| bad())?).ok_or_else(bad)?;
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        let trimmed = significant.trim_end_matches('0').len();
        exponent = exponent.checked_add((significant.len() - trimmed) as i32).ok_or_else(bad)?;
        significant.truncate(trimmed);
        if significant.len() > 38 {
            return Err(ParseNumberError(format!("`{text}` has {} significant digits; at most 38 are read", significant.len())));
        }
        if exponent.saturating_add(significant.len() as i32).saturating_abs() > MAX_EXPONENT || exponent < -2 * MAX_EXPONENT {
            return Err(ParseNumberError(format!("`{text}` is out of range; the exponent must lie within ±{MAX_EXPONENT}")));
        }
        let mantissa: i128 = significant.parse().map_err(|_| bad())?;
        Ok(Self::new(if negative { -mantissa } else { mantissa }, exponent))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_finite() {
            return write!(f, "{}", self.to_f64());
        }
        let digits = self.mantissa.unsigned_abs().to_string();
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let point = digits.len() as i32 + self.exponent;
        if self.exponent >= 0 && point <= 21 {
            write!(f, "{sign}{digits}{}", "0".repeat(self.exponent as usize))
        } else if self.exponent < 0 && point > 0 {
            write!(f, "{sign}{}.{}", &digits[..point as usize], &digits[point as usize..])
        } else if self.exponent < 0 && point > -7 {
            write!(f, "{sign}0.{}{digits}", "0".repeat(-point as usize))
        } else {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            write!(f, "{sign}{first}{dot}{rest}e{}", point - 1)
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "serde")]
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.exponent >= 0
            && let Ok(value) = self.to_string().parse::<i64>()
        {
            return serializer.serialize_i64(value);
        }
        let value = self.to_f64();
        if !self.is_finite() || Self::from(value) == *self {
            serializer.serialize_f64(value)
        } else {
            serializer.serialize_str(&self.with_point())
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Number, E> {
                Ok(value.into())
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Number, E> {
                Ok(value.into())
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
                Ok(value.into())
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Number, E> {
                value.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Number {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        // A text if TOML's numbers can't hold all digits.
        schemars::json_schema!({
            "anyOf": [{ "type": "number" }, { "type": "string", "pattern": "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$" }]
        })
    }
}

/// Returns the greatest common divisor of two numbers of which at least one is not 0. The algorithm of the num crate works bit by bit, which takes long
/// if the other number is a power of ten with hundreds of digits; here one remainder comes first.
fn common_divisor(a: &BigInt, b: &BigInt) -> BigInt {
    let (a, b) = (a.magnitude(), b.magnitude());
    let (longer, shorter) = if a < b { (b, a) } else { (a, b) };
    if shorter.is_zero() { longer.clone().into() } else { shorter.gcd(&(longer % shorter)).into() }
}

/// Returns the product of two ratios (Knuth, "Seminumerical Algorithms", 4.5.1).
pub(crate) fn product(a: &BigRational, b: &BigRational) -> BigRational {
    if a.is_zero() || b.is_zero() {
        return BigRational::zero();
    }
    let (first, second) = (common_divisor(a.numer(), b.denom()), common_divisor(b.numer(), a.denom()));
    BigRational::new_raw((a.numer() / &first) * (b.numer() / &second), (a.denom() / second) * (b.denom() / first))
}

/// Returns the sum of two ratios (Knuth, "Seminumerical Algorithms", 4.5.1).
pub(crate) fn sum(a: &BigRational, b: &BigRational) -> BigRational {
    let common = common_divisor(a.denom(), b.denom());
    let (of_a, of_b) = (a.denom() / &common, b.denom() / &common);
    let numer = a.numer() * of_b + b.numer() * &of_a;
    if numer.is_zero() {
        return BigRational::zero();
    }
    let common = common_divisor(&numer, &common);
    BigRational::new_raw(numer / &common, of_a * (b.denom() / common))
}

/// Returns the least common multiple of two positive numbers.
pub(crate) fn common_multiple(a: &BigInt, b: &BigInt) -> BigInt {
    a / common_divisor(a, b) * b
}

/// Returns the exact value of an f64.
pub(crate) fn exact(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap_or_else(|| BigRational::from_integer(0.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_and_prints_the_decimal_that_was_written() {
        for (text, printed) in [
            ("0.1", "0.1"),
            ("-0", "0"),
            ("1e3", "1000"),
            ("00012.3400", "12.34"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-1.5e-3", "-0.0015"),
            ("1e-300", "1e-300"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
        ] {
            let number: Number = text.parse().unwrap();
            assert_eq!(number.to_string(), printed);
            assert_eq!(printed.parse::<Number>().unwrap(), number);
        }
    }

    #[test]
    fn a_number_of_an_f64_is_its_shortest_decimal() {
        for value in [0.1, 1.0 / 3.0, 5e-324, f64::MAX, -2.5e17, 1e22] {
            assert_eq!(Number::from(value).to_f64().to_bits(), value.to_bits());
        }
        assert_eq!(Number::from(0.1).to_ratio(), BigRational::new(1.into(), 10.into()));
    }

    proptest::proptest! {
        #[test]
        fn ratios_are_added_and_multiplied_as_by_their_definition(
            numbers in (proptest::num::i64::ANY, proptest::num::i64::ANY), powers in (0..400_usize, 0..400_usize), shifts in (0..63_u32, 0..63_u32),
        ) {
            let ratio = |number: i64, power: usize| BigRational::new((number).into(), num_traits::pow(BigInt::from(10), power));
            let (a, b) = (ratio(numbers.0 >> shifts.0, powers.0), ratio(numbers.1 >> shifts.1, powers.1));
            for b in [b.clone(), -&a, BigRational::new(b.numer().clone(), BigInt::from(1_u64 << shifts.0))] {
                // Compares numerators and denominators, not only values.
                let same = |found: BigRational, expected: BigRational| found.numer() == expected.numer() && found.denom() == expected.denom();
                proptest::prop_assert!(same(sum(&a, &b), &a + &b), "{a} + {b}");
                proptest::prop_assert!(same(product(&a, &b), &a * &b), "{a} * {b}");
                proptest::prop_assert_eq!(common_multiple(a.denom(), b.denom()), a.denom().lcm(b.denom()));
            }
        }
    }

    #[test]
    fn a_number_refuses_what_is_no_number() {
        for text in ["", "-", "1e", "0x10", "1.2.3", "1_000", " 1", "1e999999999999", "1e500"] {
            assert!(text.parse::<Number>().is_err(), "{text}");
        }
    }
}
