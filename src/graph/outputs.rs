//! The serialised form of output names: one name as a string, several as a list.

use std::fmt;

use serde::{Deserializer, Serialize, Serializer, de};

pub(crate) fn serialize<S: Serializer>(outputs: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match outputs {
        [only] => serializer.serialize_str(only),
        several => several.serialize(serializer),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Visitor;
    impl<'de> de::Visitor<'de> for Visitor {
        type Value = Vec<String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the name of a node, or a list of names")
        }
        fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
            Ok(vec![name.to_owned()])
        }
        fn visit_seq<A: de::SeqAccess<'de>>(self, mut names: A) -> Result<Self::Value, A::Error> {
            let mut outputs = Vec::new();
            while let Some(name) = names.next_element()? {
                outputs.push(name);
            }
            Ok(outputs)
        }
    }
    deserializer.deserialize_any(Visitor)
}
