//! The range of a picture's values.

use std::fmt;
use std::str::FromStr;

use lacuna::Number;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The values of the least and the greatest level of 8 or 16 bit: two finite numbers in rising order.
///
/// Written and read as `LEAST,GREATEST`; in serde as `[LEAST, GREATEST]`. Both are checked when they are read; a value built from its fields is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The value of level 0.
    pub least: Number,
    /// The value of level 255 or 65,535.
    pub greatest: Number,
}

/// The error for a text or a list that is not a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give MIN,MAX with MIN below MAX, no farther apart than the largest f64, 1.8e308, such as -1,1")]
pub struct NoRange;

impl Range {
    /// -1 to 1, about the range of Perlin noise.
    pub const DEFAULT: Self = Self { least: Number::MINUS_ONE, greatest: Number::ONE };

    /// Returns a range of two values.
    ///
    /// # Errors
    ///
    /// [`NoRange`] unless both are finite, in rising order, and a finite distance apart.
    pub fn new(least: Number, greatest: Number) -> Result<Self, NoRange> {
        let length = greatest.to_f64() - least.to_f64();
        if length.is_finite() && length > 0.0 { Ok(Self { least, greatest }) } else { Err(NoRange) }
    }

    /// Returns the range from minus a value to the value, which is above 0.
    pub(crate) fn within(greatest: f32) -> Self {
        Self { least: (-greatest).into(), greatest: greatest.into() }
    }

    /// Returns the ends as the nearest f32s. A sample that equals one of them is not outside.
    pub(crate) fn ends(self) -> [f32; 2] {
        [self.least, self.greatest].map(|end| end.to_f64() as f32)
    }

    /// Returns the range of measured samples. If `least` equals `greatest`, it reaches from 1 below to 1 above, or a little further if the value is
    /// so large that adding 1 changes nothing.
    pub fn measured(least: f32, greatest: f32) -> Self {
        let (least, greatest) = (f64::from(least), f64::from(greatest));
        let around = if least < greatest { 0.0 } else { f64::max(1.0, 2.0 * f64::EPSILON * least.abs()) };
        Self { least: (least - around).into(), greatest: (greatest + around).into() }
    }
}

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let number = |text: &str| text.trim().parse::<Number>().map_err(|_| NoRange);
        let (least, greatest) = text.split_once(',').ok_or(NoRange)?;
        Self::new(number(least)?, number(greatest)?)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.least, self.greatest)
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.least, self.greatest].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [least, greatest] = <[Number; 2]>::deserialize(deserializer)?;
        Self::new(least, greatest).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measured_range_is_a_range_whatever_was_measured() {
        for (least, greatest) in [(0.0, 0.0), (0.5, 0.5), (-1e30, -1e30), (f32::MAX, f32::MAX), (1.8e16, 1.8e16), (1.0, 1.0 + f32::EPSILON)]
        {
            let Range { least, greatest } = Range::measured(least, greatest);
            assert!(Range::new(least, greatest).is_ok(), "{least},{greatest}");
        }
        assert_eq!(Range::measured(0.5, 0.5), Range { least: (-0.5).into(), greatest: 1.5.into() });
    }

    #[test]
    fn a_range_is_refused_unless_it_has_a_length() {
        for text in ["1,-1", "5,-5", "0,0", "nan,nan", "nan,1", "0,inf", "-1e308,1e308", "0", "0,1,2", "a,b", "auto", ""] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
        for text in ["[1, -1]", "[0, 0]", "[\"nan\", 1]", "[0, \"inf\"]", "[0]", "[0, 1, 2]"] {
            assert!(serde_json::from_str::<Range>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_is_read_as_it_is_written() {
        let range: Range = "-0.25, 1e-3".parse().unwrap();
        assert_eq!(range.to_string().parse(), Ok(range));
        assert_eq!(serde_json::from_str::<Range>(&serde_json::to_string(&range).unwrap()).unwrap(), range);
        assert_eq!(Range::measured(0.5, 0.5).to_string(), "-0.5,1.5");
        assert_eq!(Range::measured(-0.5, 0.5).to_string(), "-0.5,0.5");
    }
}
