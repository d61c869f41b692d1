//! Limits of numbers.

use std::fmt;
use std::ops::Bound;

use crate::error::{Error, Result};
use crate::number::Number;

/// The least count. A smaller fraction of a single octave would be lost when it is normalised.
pub(super) const LEAST_COUNT: f64 = 0.001;

/// The range of legal numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// The lower limit.
    pub least: Bound<f64>,
    /// The upper limit.
    pub most: Bound<f64>,
    /// True if 0 is not allowed although it lies in the range.
    pub is_without_zero: bool,
    /// True if the number is a count, which errors then name.
    pub(super) counts: bool,
}

impl Limits {
    pub(super) const fn of(least: Bound<f64>, most: Bound<f64>) -> Self {
        Self { least, most, is_without_zero: false, counts: false }
    }

    /// Returns true if a number is allowed.
    pub fn contains(&self, number: Number) -> bool {
        self.check("", number).is_ok()
    }

    pub(crate) fn check(&self, place: &str, number: Number) -> Result<()> {
        let checked = self.check_bounds(place, number);
        match (checked, self.most) {
            (Err(_), Bound::Included(most)) if self.counts => {
                let name = name_of(place);
                let told = format!("{number} {name}; give 1 to {}, or a fraction of one, at least {LEAST_COUNT}", Number::from(most));
                Err(Error::outside(place, [LEAST_COUNT, most], told))
            }
            (checked, _) => checked,
        }
    }

    fn check_bounds(&self, place: &str, number: Number) -> Result<()> {
        let low = match self.least {
            Bound::Excluded(least) => {
                debug_assert!(least == 0.0, "no other is left out");
                positive(place, number)?;
                least
            }
            Bound::Included(least) => least,
            Bound::Unbounded => f64::MIN,
        };
        match self.most {
            Bound::Included(most) => within(place, number, low, most)?,
            _ => debug_assert!(self.least == Bound::Excluded(0.0), "a number has a limit"),
        }
        if self.is_without_zero && number.is_zero() {
            return Err(Error::parameter(place, "0 is not allowed; give a number that is not 0"));
        }
        Ok(())
    }
}

#[cfg(feature = "schema")]
impl Limits {
    /// Returns the keywords of a JSON schema that numbers between the limits keep.
    pub(super) fn bounds(&self) -> serde_json::Map<String, serde_json::Value> {
        let bound = |bound: Bound<f64>, [included, excluded]: [&str; 2]| match bound {
            Bound::Included(bound) => Some((included.to_owned(), serde_json::Value::from(bound))),
            Bound::Excluded(bound) => Some((excluded.to_owned(), bound.into())),
            Bound::Unbounded => None,
        };
        let without = self.is_without_zero.then(|| ("not".to_owned(), serde_json::json!({ "const": 0 })));
        let ends = [bound(self.least, ["minimum", "exclusiveMinimum"]), bound(self.most, ["maximum", "exclusiveMaximum"])];
        ends.into_iter().chain([without]).flatten().collect()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Bound::Excluded(least), Bound::Included(most)) => write!(f, "a number above {}, at most {}", written(least), written(most)),
            (Bound::Excluded(least), _) => write!(f, "a number above {}", written(least)),
            (Bound::Included(least), Bound::Included(most)) if least == -most => write!(f, "a number within ±{}", written(most)),
            (Bound::Included(least), Bound::Included(most)) => write!(f, "a number from {} to {}", written(least), written(most)),
            _ => f.write_str("a number"),
        }?;
        if self.is_without_zero { f.write_str(" and not 0") } else { Ok(()) }
    }
}

fn finite(place: &str, number: Number) -> Result<()> {
    if number.is_finite() { Ok(()) } else { Err(Error::not_finite(place, format!("{number} is not allowed; give a finite number"))) }
}

fn positive(place: &str, number: Number) -> Result<()> {
    finite(place, number)?;
    if number.is_negative() || number.is_zero() {
        return Err(Error::outside(place, [0.0, f64::MAX], format!("{number} is not allowed; give a number above 0")));
    }
    Ok(())
}

fn within(place: &str, number: Number, low: f64, high: f64) -> Result<()> {
    finite(place, number)?;
    if !(low..=high).contains(&number.to_f64()) {
        let told = format!("{number} is not allowed; give a number from {} to {}", Number::from(low), Number::from(high));
        return Err(Error::outside(place, [low, high], told));
    }
    Ok(())
}

/// Returns a number as people write it, with large powers of 2 and 10 as powers.
pub(super) fn written(number: f64) -> String {
    let exponent = |base: f64| (-64..64_i32).find(|&exponent| libm::pow(base, f64::from(exponent)) == number.abs());
    let sign = if number < 0.0 { "-" } else { "" };
    match (exponent(2.0), exponent(10.0)) {
        (Some(exponent), _) if exponent >= 20 => format!("{sign}2^{exponent}"),
        (_, Some(exponent)) if !(-3..4).contains(&exponent) => format!("{sign}10^{exponent}"),
        _ => Number::from(number).to_string(),
    }
}

/// Returns the last name of a place, without an index.
pub(super) fn name_of(place: &str) -> &str {
    let name = place.rsplit('.').next().unwrap_or(place);
    name.split('[').next().unwrap_or(name)
}
