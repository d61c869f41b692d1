//! A JSON schema of recipes, derived from the types that read them.

use serde_json::Value;

use super::document::Recipe;
use super::output::schemas::{LIMITED, OF_NODES};
use crate::domain::MAX_SAMPLES;
use crate::graph::{GRAPH_VERSION, Key, KeyKind, NodeKind};
use crate::key::prose;

const SIZE: KeyKind = KeyKind::Tuple { of: &[KeyKind::Whole { least: 1, most: MAX_SAMPLES as u64 }; 2] };

/// Returns a JSON schema (draft 2020-12) of recipes, for editors: kinds of nodes, their keys with documentation and limits, and outputs.
///
/// It contains no names of nodes, and no limit that depends on several keys; [`read`](super::read) checks them. Numbers that are written as text have no
/// limits either.
pub fn schema() -> Value {
    let mut schema = schemars::SchemaGenerator::default().into_root_schema_for::<Recipe>().to_value();
    schema["title"] = "A recipe of lacuna".into();
    schema["properties"]["version"] = serde_json::json!({ "const": GRAPH_VERSION, "description": "The version of the format." });
    // A recipe has at least one output.
    schema["anyOf"] = serde_json::json!([{ "required": ["output"] }, { "required": ["outputs"] }]);
    bound(&mut schema["properties"]["size"], &SIZE);
    for (part, keys) in OF_NODES {
        bound_all(&mut schema["$defs"][part]["properties"], keys);
    }
    for (part, key, kind) in LIMITED {
        bound(&mut schema["$defs"][part]["properties"][key], &kind);
    }
    by_kind(&mut schema["$defs"]["Node"]);
    describe(&mut schema);
    schema
}

/// Selects the schema of a node by its kind, once. With plain alternatives, each would examine everything inside a node.
fn by_kind(node: &mut Value) {
    let Some(Value::Array(kinds)) = node.as_object_mut().and_then(|node| node.remove("oneOf")) else { return };
    let names: Vec<Value> = kinds.iter().map(|kind| kind["properties"]["kind"]["const"].clone()).collect();
    let chosen = names.iter().zip(kinds).map(|(name, mut kind)| {
        let known = name.as_str().and_then(NodeKind::of).expect("the schema is that of the kinds");
        bound_all(&mut kind["properties"], known.keys);
        serde_json::json!({ "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] }, "then": kind })
    });
    node["allOf"] = chosen.collect();
    node["type"] = "object".into();
    node["required"] = serde_json::json!(["kind"]);
    node["properties"] = serde_json::json!({ "kind": { "enum": names } });
}

/// Adds the limits of keys to their schemas.
fn bound_all(properties: &mut Value, keys: &[Key]) {
    for key in keys {
        if let Some(property) = properties.get_mut(key.name) {
            bound(property, &key.kind);
        }
    }
}

fn bound(property: &mut Value, kind: &KeyKind) {
    if let Value::Object(property) = property {
        property.extend(kind.bounds());
    }
}

/// Keeps of the documentation only what editors can show: no examples of Rust, and no links.
fn describe(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = prose(text);
            }
            object.values_mut().for_each(describe);
        }
        Value::Array(values) => values.iter_mut().for_each(describe),
        _ => {}
    }
}
