//! The serialised form of seeds: integers, or text if they don't fit the format's integers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::seeding::{SEEDS, read_seed};

/// A seed that is serialised in that form.
pub(crate) struct Written(pub(crate) Option<u64>);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            None => serializer.serialize_none(),
            Some(seed) => match i64::try_from(seed) {
                Ok(seed) => serializer.serialize_i64(seed),
                Err(_) => serializer.collect_str(&seed),
            },
        }
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a seed: {SEEDS} (as text above 9223372036854775807)")
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                Ok(Written(Some(value)))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                Ok(Written(Some(value.cast_unsigned())))
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
                read_seed(value).map(|seed| Written(Some(seed))).ok_or_else(|| E::invalid_value(de::Unexpected::Str(value), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Returns the schema of a seed.
#[cfg(feature = "schema")]
pub(crate) fn schema() -> schemars::Schema {
    schemars::json_schema!({ "anyOf": [{ "type": "integer", "minimum": i64::MIN }, { "type": "string", "pattern": "^-?[0-9]+$" }] })
}
