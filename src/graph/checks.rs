//! Checks of parameters. An error names the place of the parameter.

use super::per_axis::PerAxis;
use crate::error::{Error, Result};
use crate::number::Number;

fn finite(place: &str, number: Number) -> Result<()> {
    if number.is_finite() { Ok(()) } else { Err(Error::not_finite(place, format!("{number} is not allowed; give a finite number"))) }
}

pub(super) fn positive(place: &str, number: Number) -> Result<()> {
    finite(place, number)?;
    if number.is_negative() || number.is_zero() {
        return Err(Error::outside(place, [0.0, f64::MAX], format!("{number} is not allowed; give a number above 0")));
    }
    Ok(())
}

pub(super) fn within(place: &str, number: Number, low: f64, high: f64) -> Result<()> {
    finite(place, number)?;
    if !(low..=high).contains(&number.to_f64()) {
        let told = format!("{number} is not allowed; give a number from {} to {}", Number::from(low), Number::from(high));
        return Err(Error::outside(place, [low, high], told));
    }
    Ok(())
}

pub(super) fn at_most_four<T: Copy>(place: &str, values: &PerAxis<T>) -> Result<()> {
    match values.values().len() {
        1..=4 => Ok(()),
        count => Err(Error::count(place, [1, 4], format!("{count} values; give one for all axes, or one for each of up to four"))),
    }
}
