//! The serialised form of seeds: integers, or text if they don't fit the format's integers.

use std::fmt;

use serde::{Deserializer, Serializer, de};

use crate::permutation::{SEEDS, read_seed};

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match seed {
        None => serializer.serialize_none(),
        Some(seed) => match i64::try_from(*seed) {
            Ok(seed) => serializer.serialize_i64(seed),
            Err(_) => serializer.collect_str(seed),
        },
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    struct Visitor;
    impl de::Visitor<'_> for Visitor {
        type Value = Option<u64>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a seed: {SEEDS} (as text above 9223372036854775807)")
        }
        fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
            Ok(Some(value))
        }
        fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
            Ok(Some(value.cast_unsigned()))
        }
        fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
            read_seed(value).map(Some).ok_or_else(|| E::invalid_value(de::Unexpected::Str(value), &self))
        }
    }
    deserializer.deserialize_any(Visitor)
}

/// Returns the schema of a seed.
#[cfg(feature = "schema")]
pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "anyOf": [{ "type": "integer", "minimum": i64::MIN }, { "type": "string", "pattern": "^-?[0-9]+$" }] })
}
