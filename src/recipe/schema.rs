//! A JSON schema of recipes, derived from the types that read them.

use serde_json::Value;

use super::document::Recipe;
use super::material::Role;
use super::output::schemas::{LIMITED, OF_NODES};
use super::written::{BY, CELLS, PARAMS, PARTS, USE, WARP, WRAP, has_cells};
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
    schema["anyOf"] = serde_json::json!([{ "required": ["output"] }, { "required": ["outputs"] }, { "required": ["material"] }]);
    bound(&mut schema["properties"]["size"], &SIZE);
    for (part, keys) in OF_NODES {
        bound_all(&mut schema["$defs"][part]["properties"], keys);
    }
    for (part, key, kind) in LIMITED {
        bound(&mut schema["$defs"][part]["properties"][key], &kind);
    }
    by_kind(&mut schema["$defs"]["Node"]);
    as_written(&mut schema);
    describe(&mut schema);
    schema
}

/// A text of an expression: the characters that it may have.
const EXPRESSION: &str = r"^[-+*/().,$#A-Za-z0-9_ \t\r\n]+$";

/// Adds what a recipe has as it is written, besides nodes: expressions, parameters, parts and cells.
fn as_written(schema: &mut Value) {
    with_params(&mut schema["$defs"]);
    with_params(&mut schema["properties"]["size"]);
    let param = serde_json::json!({ "type": "string", "pattern": r"\$" });
    for number in ["Number", "Color"] {
        if let Some(forms) = schema["$defs"][number]["anyOf"].as_array_mut() {
            forms.push(param.clone());
        }
    }
    let expression = |about: &str| serde_json::json!({ "description": about, "type": "string", "pattern": EXPRESSION });
    schema["$defs"]["Input"]["anyOf"][1] = expression(
        "The name of a node, one of its outputs as in `stone.edge`, a colour as in `#8b8078`, or an expression as in `0.5 * a + $joint`.",
    );
    let node = serde_json::json!({ "$ref": "#/$defs/Node" });
    let nodes = serde_json::json!({
        "description": "The nodes by name. A name consists of letters, digits, `_` and `-`.",
        "type": "object",
        "additionalProperties": { "anyOf": [node, expression("A node that is an expression, or another name of a node.")] },
    });
    let number = serde_json::json!({ "$ref": "#/$defs/Number" });
    let params = params();
    let part = part(&nodes, &params);
    let each = |of: &Value| serde_json::json!({ "anyOf": [of, { "type": "array", "items": of, "minItems": 1, "maxItems": 4 }] });
    let of_node = &mut schema["$defs"]["Node"];
    if let Some(names) = of_node["properties"]["kind"]["enum"].as_array_mut() {
        names.push(USE.into());
    }
    for kind in of_node["allOf"].as_array_mut().into_iter().flatten() {
        let known = kind["if"]["properties"]["kind"]["const"].as_str().and_then(NodeKind::of).expect("the schema is that of the kinds");
        let properties = &mut kind["then"]["properties"];
        if has_cells(known) {
            properties[CELLS] = each(&serde_json::json!({ "type": ["integer", "string"], "minimum": 1, "pattern": r"\$" }));
            properties[CELLS]["description"] = "The cells on the length of `wrap`, in place of `frequency` and `period`.".into();
        }
        if known.name == WARP {
            properties[BY] = serde_json::json!({ "$ref": "#/$defs/Input", "description": "One noise in place of x, y and z, at other places for each." });
        }
    }
    if let Some(kinds) = of_node["allOf"].as_array_mut() {
        kinds.push(serde_json::json!({ "if": { "properties": { "kind": { "const": USE } }, "required": ["kind"] }, "then": used() }));
    }
    let of_material = &mut schema["$defs"]["Material"]["properties"];
    for role in Role::ALL {
        of_material[role.name()] = match role {
            Role::Normal => serde_json::json!({ "$ref": "#/$defs/NormalMap" }),
            _ => input(),
        };
    }
    schema["properties"]["nodes"] = nodes;
    schema["properties"][PARAMS] = params;
    schema["properties"][PARTS] = values("The parts by name.", &part);
    schema["properties"][WRAP] = each(&number);
    schema["properties"][WRAP]["description"] = "The units after which the recipe repeats: one number for x and y, or a list.".into();
}

fn text(about: &str) -> Value {
    serde_json::json!({ "description": about, "type": "string" })
}

fn input() -> Value {
    serde_json::json!({ "$ref": "#/$defs/Input" })
}

/// Returns the schema of a table of values by name.
fn values(about: &str, of: &Value) -> Value {
    serde_json::json!({ "description": about, "type": "object", "additionalProperties": of })
}

/// Returns the schema of parameters.
fn params() -> Value {
    values(
        "The parameters by name. Keys use their values as `\"$NAME\"`.",
        &serde_json::json!({
            "type": "object",
            "required": ["value"],
            "additionalProperties": false,
            "properties": {
                "value": { "description": "A number, true or false, a colour, or one of the choices.", "type": ["number", "string", "boolean"] },
                "min": { "$ref": "#/$defs/Number", "description": "The least value." },
                "max": { "$ref": "#/$defs/Number", "description": "The greatest value." },
                "step": { "$ref": "#/$defs/Number", "description": "The distance between the values that a slider offers." },
                "choices": { "description": "The legal words.", "type": "array", "items": { "type": "string" }, "minItems": 1 },
                "label": text("A name for people."),
                "description": text("What it changes."),
            },
        }),
    )
}

/// Returns the schema of a part.
fn part(nodes: &Value, params: &Value) -> Value {
    serde_json::json!({
        "type": "object",
        "required": ["outputs"],
        "additionalProperties": false,
        "properties": {
            "inputs": values("The inputs by name, with the values of those that a use does not give: numbers or colours.", &serde_json::json!({ "type": ["number", "string"] })),
            "params": params,
            "nodes": nodes,
            "outputs": values("The outputs by name.", &serde_json::json!({ "anyOf": [input(), { "type": "object" }] })),
            "output": text("The output of a use that names none."),
        },
    })
}

/// Returns the schema of a use of a part.
fn used() -> Value {
    serde_json::json!({
        "description": "A use of a part.",
        "type": "object",
        "required": ["kind", "of"],
        "additionalProperties": false,
        "properties": {
            "kind": { "const": USE },
            "of": text("A part of this recipe, a preset, or a part of a file: `moss`, `bricks`, `lib.toml#moss`."),
            "inputs": values("The values of the part's inputs.", &input()),
            "params": values("The values of the part's parameters.", &serde_json::json!({ "type": ["number", "string", "boolean"] })),
            "seed": { "description": "A number that all seeds of the part are mixed with.", "type": ["integer", "string"] },
            "output": text("The part's output, if the name of this node stands alone."),
        },
    })
}

/// Allows parameters in place of whole numbers, truths and words.
fn with_params(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            object.values_mut().for_each(with_params);
            if object.get("enum").and_then(Value::as_array).is_some_and(|all| all.iter().all(Value::is_number)) {
                let of_numbers = object.remove("enum");
                object.remove("type");
                object.insert("anyOf".to_owned(), serde_json::json!([{ "enum": of_numbers }, { "type": "string", "pattern": r"\$" }]));
            }
            let is_of_words = |forms: &Vec<Value>| forms.iter().all(|form| form["const"].is_string());
            if object.get("oneOf").and_then(Value::as_array).is_some_and(is_of_words) {
                let words = object.remove("oneOf");
                object.insert("anyOf".to_owned(), serde_json::json!([{ "oneOf": words }, { "type": "string", "pattern": r"\$" }]));
            }
            let mut types: Vec<Value> = match object.get("type") {
                Some(Value::Array(types)) => types.clone(),
                Some(one) => vec![one.clone()],
                None => vec![],
            };
            if types.iter().any(|one| one == "integer" || one == "boolean") {
                types.push("string".into());
                object.insert("type".to_owned(), types.into());
                object.insert("pattern".to_owned(), r"\$".into());
            }
        }
        Value::Array(values) => values.iter_mut().for_each(with_params),
        _ => {}
    }
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
