//! The size of a picture.

use std::fmt;
use std::str::FromStr;

use lacuna::MAX_SAMPLES;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Samples in x and y, each 1 to [`MAX_SAMPLES`].
///
/// Written as `WxH`, and read as that or as `N`, a square; in serde as `[W, H]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// Samples along x.
    pub width: u32,
    /// Samples along y, the rows.
    pub height: u32,
}

/// The error for a text or a list that is not a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("give N or WxH, each 1 to {MAX_SAMPLES}")]
pub struct NoSize;

fn side(side: u32) -> Result<u32, NoSize> {
    if (1..=MAX_SAMPLES).contains(&side) { Ok(side) } else { Err(NoSize) }
}

impl FromStr for Size {
    type Err = NoSize;

    fn from_str(text: &str) -> Result<Self, NoSize> {
        let read = |text: &str| text.parse().map_err(|_| NoSize).and_then(side);
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        Ok(Self { width: read(width)?, height: read(height)? })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.width, self.height].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [width, height] = <[u32; 2]>::deserialize(deserializer)?;
        Ok(Self { width: side(width).map_err(de::Error::custom)?, height: side(height).map_err(de::Error::custom)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_or_refused() {
        assert_eq!("7x9".parse(), Ok(Size { width: 7, height: 9 }));
        assert_eq!("7".parse::<Size>().map(|size| size.to_string()), Ok("7x7".to_owned()));
        for text in ["0", "2147483648", "1x0", "x", "1x2x3", "-1", "1.5", ""] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_lists_in_json() {
        let size = Size { width: 3, height: MAX_SAMPLES };
        assert_eq!(serde_json::from_str::<Size>(&serde_json::to_string(&size).unwrap()).unwrap(), size);
        for text in ["[0, 1]", "[1, 4294967295]", "[1]", "[1, 2, 3]", "\"1x2\""] {
            assert!(serde_json::from_str::<Size>(text).is_err(), "{text}");
        }
    }
}
