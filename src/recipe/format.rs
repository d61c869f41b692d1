//! Names of file formats that outputs may request.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum length of a name.
const MOST: usize = 32;

/// The name of a file format: a word of 1 to 32 lower-case letters (a to z) and digits. The code that writes files decides which formats exist.
///
/// ```
/// use lacuna::recipe::FormatName;
/// let name: FormatName = "ktx2".parse()?;
/// assert_eq!(name.as_str(), "ktx2");
/// assert!("no word".parse::<FormatName>().is_err());
/// # Ok::<(), lacuna::recipe::NoFormatName>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FormatName(String);

/// The error of a text that is not the name of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFormatName;

impl fmt::Display for NoFormatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this names no format; give a word of lower-case letters and digits, such as \"png\"")
    }
}

impl std::error::Error for NoFormatName {}

impl FormatName {
    /// Returns the name as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FormatName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for FormatName {
    type Err = NoFormatName;

    fn from_str(text: &str) -> Result<Self, NoFormatName> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for FormatName {
    type Error = NoFormatName;

    fn try_from(text: String) -> Result<Self, NoFormatName> {
        let is_word = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if is_word && (1..=MOST).contains(&text.len()) { Ok(Self(text)) } else { Err(NoFormatName) }
    }
}

impl From<FormatName> for String {
    fn from(name: FormatName) -> Self {
        name.0
    }
}

/// Allows any name; code that knows the formats may list them instead.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for FormatName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Format".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "description": "A format of files.", "type": "string", "pattern": format!("^[a-z0-9]{{1,{MOST}}}$") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for text in ["png", "r32", "7z"] {
            assert_eq!(text.parse::<FormatName>().map(|name| name.to_string()), Ok(text.to_owned()));
        }
        let long = "x".repeat(MOST + 1);
        for text in ["", "PNG", "a b", ".png", "über", &long] {
            assert_eq!(text.parse::<FormatName>(), Err(NoFormatName), "{text}");
        }
    }
}
