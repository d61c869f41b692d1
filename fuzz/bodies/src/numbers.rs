//! Numbers: each text is refused or is exactly the decimal that it says, with exact sums, however it is written and read.

use std::str::FromStr;

use lacuna::Number;
use lacuna_bake::{Range, Region, Size};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive as _, Zero as _};

use crate::Came;

/// Reads two texts, separated by a line end.
pub(crate) fn body(data: &[u8]) -> Came {
    let Ok(text) = std::str::from_utf8(data) else { return Came::Short };
    same_when_written::<Size>(text);
    same_when_written::<Range>(text);
    same_when_written::<Region>(text);
    let (a, b) = text.split_once('\n').unwrap_or((text, "1"));
    let (Ok(a), Ok(b)) = (a.parse::<Number>(), b.parse::<Number>()) else { return Came::Short };
    check(a);
    check(b);
    let sum = a.checked_add(b);
    assert_eq!(sum, b.checked_add(a));
    if let Some(sum) = sum {
        assert_eq!(exact(sum), exact(a) + exact(b), "{a} + {b} = {sum}");
    }
    Came::AllTheWay
}

/// Checks that a value is the same after it was written and read again.
fn same_when_written<T: FromStr + ToString + PartialEq + std::fmt::Debug>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        let written = read.to_string();
        assert_eq!(written.parse().ok().as_ref(), Some(&read), "{text:?} is written as {written:?}");
    }
}

fn check(number: Number) {
    let shown = number.to_string();
    assert!(shown.parse::<Number>().is_ok_and(|read| read == number), "{shown}");
    if !number.is_finite() {
        assert!(!number.to_f64().is_finite());
        return;
    }
    let value = exact(number);
    assert_eq!(number.is_zero(), value.is_zero());
    assert_eq!(number.is_negative(), value < BigRational::zero());
    assert_eq!(number.to_f64(), value_of(&shown), "{shown}");
    // Every f64 is a decimal of its own, which reads back.
    let float = number.to_f64();
    if float.is_finite() {
        assert_eq!(Number::from(float).to_f64().to_bits(), (float + 0.0).to_bits(), "{float:e}");
        assert!(is_near(float, &value), "{shown} is not {float:e}");
    }
    let json = serde_json::to_string(&number).expect("a number can be written");
    assert_eq!(serde_json::from_str::<Number>(&json).ok(), Some(number), "{json}");
}

/// Parses a number by the standard library.
fn value_of(text: &str) -> f64 {
    text.parse().expect("a number is shown as a number")
}

/// Returns `true` if an f64 equals a number up to the largest rounding error.
fn is_near(float: f64, value: &BigRational) -> bool {
    let Some(found) = BigRational::from_float(float) else { return false };
    let difference = (&found - value).to_f64().unwrap_or(f64::INFINITY).abs();
    difference <= float.abs() * f64::EPSILON || difference <= f64::from_bits(1)
}

/// Returns the exact value of the displayed number, parsed independently.
pub(crate) fn exact(number: Number) -> BigRational {
    let shown = number.to_string();
    let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa: BigInt = format!("{whole}{part}").parse().expect("digits");
    let exponent: i64 = exponent.parse::<i64>().expect("an exponent") - part.len() as i64;
    let power = num_traits::pow(BigInt::from(10), exponent.unsigned_abs() as usize);
    if exponent < 0 { BigRational::new(mantissa, power) } else { BigRational::from_integer(mantissa * power) }
}
