//! A JSON schema of recipes, derived from the types that read them.

use serde_json::Value;

use super::document::Recipe;
use crate::graph::{GRAPH_VERSION, prose};

/// Returns a JSON schema (draft 2020-12) of recipes, for editors: kinds of nodes, their keys with documentation, and outputs.
///
/// It contains no ranges of numbers and no names of nodes; [`read`](super::read) checks them.
pub fn schema() -> Value {
    let mut schema = schemars::SchemaGenerator::default().into_root_schema_for::<Recipe>().to_value();
    schema["title"] = "A recipe of lacuna".into();
    schema["properties"]["version"] = serde_json::json!({ "const": GRAPH_VERSION, "description": "The version of the format." });
    // A recipe has at least one output.
    schema["anyOf"] = serde_json::json!([{ "required": ["output"] }, { "required": ["outputs"] }]);
    by_kind(&mut schema["$defs"]["Node"]);
    describe(&mut schema);
    schema
}

/// Selects the schema of a node by its kind, once. With plain alternatives, each would examine everything inside a node.
fn by_kind(node: &mut Value) {
    let Some(Value::Array(kinds)) = node.as_object_mut().and_then(|node| node.remove("oneOf")) else { return };
    let names: Vec<Value> = kinds.iter().map(|kind| kind["properties"]["kind"]["const"].clone()).collect();
    let chosen = names.iter().zip(kinds).map(
        |(name, kind)| serde_json::json!({ "if": { "properties": { "kind": { "const": name } }, "required": ["kind"] }, "then": kind }),
    );
    node["allOf"] = chosen.collect();
    node["type"] = "object".into();
    node["required"] = serde_json::json!(["kind"]);
    node["properties"] = serde_json::json!({ "kind": { "enum": names } });
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
