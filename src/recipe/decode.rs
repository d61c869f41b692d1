//! From plain tables to a recipe, or to the reason why they are none.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::de::DeValue;
use toml::{Table, Value};

use super::document::{OUTPUTS, Recipe};
use super::flaw::{Flaw, kind_of, unknown_key};
use super::format::FormatName;
use super::instead::instead;
use super::material::{MATERIAL, Material};
use super::output::{Blur, CONTENT_KEYS, Keys, MAX_SAMPLES_ACROSS, NormalMap, OutputRange, SlopeMap, content_problem};
use super::plain::plain;
use super::ramp::RampMap;
use super::written::{BY, CELLS, PARAMS, PARTS, WARP, WRAP, has_cells};
use crate::error::Problem;
use crate::error_words::{meant, quoted, short, suggestion, with_short_words};
use crate::graph::{self, GRAPH_VERSION, KeyKind, MAX_CHANNELS, NODE_KINDS, Node, NodeKind, version_problem};
use crate::key::names_of;
use crate::number::Number;

pub(super) fn decode(table: Table) -> Result<Recipe, toml::de::Error> {
    Recipe::deserialize(table)
}

/// Returns the flaw of plain tables that are no recipe.
pub(super) fn flaw_of(table: &Table, error: &toml::de::Error) -> Flaw {
    flaw_in(table).unwrap_or_else(|| Flaw::new(&[], error.message()))
}

/// Returns the flaw of a document's version or keys. Other versions have other keys.
pub(super) fn document_flaw(table: &Table) -> Option<Flaw> {
    let version = table.get("version").and_then(Value::as_integer).and_then(|version| u32::try_from(version).ok());
    if let Some(problem) = version.and_then(version_problem) {
        return Some(Flaw::new(&["version"], problem));
    }
    let keys: Vec<&str> = names_of::<Recipe>().iter().copied().chain([PARAMS, PARTS, WRAP]).collect();
    let key = table.keys().find(|key| !keys.contains(&key.as_str()))?;
    Some(Flaw { kind: Problem::Unknown, ..Flaw::new(&[key], unknown_key(key, &keys)) })
}

/// Returns the keys that a node takes in a recipe.
pub(super) fn keys_of(kind: &NodeKind) -> Vec<&'static str> {
    let more = [(has_cells(kind), CELLS), (kind.name == WARP, BY)];
    kind.key_names().into_iter().chain(more.into_iter().filter(|(is_its, _)| *is_its).map(|(_, key)| key)).collect()
}

/// Finds the flaw of plain tables. serde reports the problem but, inside nodes, not its place, so the parts are deserialised one by one.
fn flaw_in(table: &Table) -> Option<Flaw> {
    let alone = |key: &str, error: fn(Value) -> Option<toml::de::Error>| {
        let value = table.get(key)?;
        error(value.clone()).map(|error| Flaw::new(&[key], type_problem(value, error.message(), allowed(key))))
    };
    if let Some(flaw) = alone("version", |value| u32::deserialize(value).err()) {
        return Some(flaw);
    }
    if let Some(flaw) = alone("output", |value| graph::outputs::deserialize(value).err()) {
        return Some(flaw);
    }
    if table.get("size").is_some_and(|value| <[u32; 2]>::deserialize(value.clone()).is_err()) {
        return Some(Flaw::new(&["size"], "this is no size; give the numbers of columns and rows, such as [2048, 1024]"));
    }
    if table.get("region").is_some_and(|value| <[Number; 4]>::deserialize(value.clone()).is_err()) {
        return Some(Flaw::new(&["region"], "this is no region; give [X0, Y0, X1, Y1], such as [0, 0, 8, 4]"));
    }
    let in_tables = |key, flaw: fn(&[&str], &Value) -> Option<Flaw>| match table.get(key) {
        Some(Value::Table(tables)) => tables.iter().find_map(|(name, value)| flaw(&[key, name], value)),
        Some(_) => Some(Flaw::new(&[key], format!("this is no table; write tables [{key}.NAME]"))),
        None => None,
    };
    let of_material = || part_flaw::<Material>(&[MATERIAL], table.get(MATERIAL)?, "{ size = 1 }");
    in_tables("nodes", node_flaw).or_else(|| in_tables(OUTPUTS, output_flaw)).or_else(of_material)
}

/// Describes the legal values of a key of the document, of an output or of a blur, to replace the names of Rust types.
fn allowed(key: &str) -> Option<String> {
    match key {
        "version" => Some(GRAPH_VERSION.to_string()),
        "output" => Some(format!("the name of a node, in quotes, or a list of 1 to {MAX_CHANNELS} names")),
        "depth" => Some("8, 16 or 32".to_owned()),
        "samples" => Some(KeyKind::Whole { least: 1, most: MAX_SAMPLES_ACROSS.into() }.to_string()),
        "radius" | "passes" => Some("a whole number from 1 on".to_owned()),
        _ => None,
    }
}

/// Describes the legal values of a key of a node. serde lists words itself, and inputs describe themselves.
fn allowed_in(kind: &NodeKind, key: &str) -> Option<String> {
    let kind = kind.key(key)?.kind;
    (!matches!(kind, KeyKind::Choice(_) | KeyKind::Input)).then(|| kind.to_string())
}

/// Returns serde's message about a value that it does not accept, with the legal values.
fn type_problem(value: &Value, message: &str, allowed: Option<String>) -> String {
    let message = match value {
        Value::String(text) => message.replace(text.as_str(), &short(text)),
        _ => with_short_words(message),
    };
    let Some(allowed) = allowed else { return nearest_variant(value, &message) };
    match message.split_once(", expected") {
        Some((problem, _)) => format!("{problem}; give {allowed}"),
        None => format!("{} is not allowed; give {allowed}", short(&value.to_string())),
    }
}

/// Returns the message with the closest of the variants that it lists.
fn nearest_variant(value: &Value, message: &str) -> String {
    match (value, message.split_once(", expected ")) {
        (Value::String(text), Some((problem, variants))) if problem.starts_with("unknown variant") => {
            let variants: Vec<&str> = variants.split('`').skip(1).step_by(2).collect();
            format!("{problem}{}; give one of {}", suggestion(text, variants.iter().copied()), quoted(&variants))
        }
        _ => message.to_owned(),
    }
}

/// Describes the known kinds, which are too many for an error to list.
fn known_kinds() -> String {
    let bases: Vec<&str> = NODE_KINDS.iter().filter(|kind| kind.is_basis).map(|kind| kind.name).collect();
    format!("bases are {}, and `lacuna sources` lists all {} kinds", quoted(&bases), NODE_KINDS.len())
}

fn node_flaw(path: &[&str], node: &Value) -> Option<Flaw> {
    let kinds = || NODE_KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>();
    let Value::Table(node) = node else {
        return Some(Flaw::new(path, "this is no node; write a table such as { kind = \"perlin\" }"));
    };
    let below = |key| [path, &[key]].concat();
    if let Some(flaw) = node.iter().filter(|(_, value)| value.is_table()).find_map(|(key, value)| node_flaw(&below(key.as_str()), value)) {
        return Some(flaw);
    }
    let Some(name) = node.get("kind") else {
        return Some(Flaw::new(path, format!("the node has no `kind`; {}", known_kinds())));
    };
    let Some(kind) = kind_of(node) else {
        let word = name.as_str().unwrap_or_default();
        let told = match &NodeKind::meant_by(word).map(|kind| kind.name).collect::<Vec<_>>()[..] {
            [] => instead(word).map_or_else(|| format!("{}; {}", suggestion(word, kinds()), known_kinds()), |told| format!(": {told}")),
            kinds => format!("{}; {}", meant(kinds), known_kinds()),
        };
        let name = short(&name.to_string());
        return Some(Flaw::new(&below("kind"), format!("{name} is no kind of node{told}")));
    };
    let example = Table::try_from((kind.example)()).expect("a node is a table");
    keys_flaw::<Node>(path, node, &keys_of(kind), &example, |key| allowed_in(kind, key))
}

/// Finds the first key that a struct does not take, by trying the keys one by one in an example.
fn keys_flaw<T: DeserializeOwned>(
    path: &[&str],
    table: &Table,
    keys: &[&str],
    example: &Table,
    allowed: impl Fn(&str) -> Option<String>,
) -> Option<Flaw> {
    let below = |key| [path, &[key]].concat();
    if let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str()) && (*key != "kind" || !example.contains_key("kind"))) {
        return Some(Flaw { kind: Problem::Unknown, ..Flaw::new(&below(key), unknown_key(key, keys)) });
    }
    table
        .iter()
        .find_map(|(key, value)| {
            let mut alone = example.clone();
            alone.insert(key.clone(), value.clone());
            T::deserialize(alone).err().map(|error| Flaw::new(&below(key), type_problem(value, error.message(), allowed(key))))
        })
        .or_else(|| T::deserialize(table.clone()).err().map(|error| Flaw::new(path, error.message())))
}

fn output_flaw(path: &[&str], output: &Value) -> Option<Flaw> {
    let Value::Table(output) = output else {
        return Some(Flaw::new(path, "this is no output; write a table such as { channels = \"a node's name\" }"));
    };
    let below = |key| [path, &[key]].concat();
    let keys = names_of::<Keys>();
    if let Some(key) = output.keys().find(|key| !keys.contains(&key.as_str())) {
        return Some(Flaw { kind: Problem::Unknown, ..Flaw::new(&below(key), unknown_key(key, keys)) });
    }
    let given: Vec<&str> = output.keys().map(String::as_str).collect();
    if let Some((key, problem)) = content_problem(&given) {
        return Some(Flaw::new(&key.as_deref().map_or_else(|| path.to_vec(), below), problem));
    }
    output.iter().find_map(|(key, value)| {
        let path = below(key.as_str());
        match key.as_str() {
            "channels" => channels_flaw(&path, value),
            "ramp" => {
                over_source_flaw::<RampMap>(&path, value, "{ source = \"a node's name\", stops = [[-1, \"#000000\"], [1, \"#ffffff\"]] }")
            }
            "normal" => over_source_flaw::<NormalMap>(&path, value, "{ source = \"a node's name\" }"),
            "slope" => over_source_flaw::<SlopeMap>(&path, value, "{ source = \"a node's name\" }"),
            "blur" => part_flaw::<Blur>(&path, value, "{ radius = 1 }"),
            _ => {
                debug_assert!(!CONTENT_KEYS.contains(&key.as_str()));
                let error = match key.as_str() {
                    "range" => OutputRange::deserialize(value.clone()).err(),
                    "format" => FormatName::deserialize(value.clone()).err(),
                    "depth" => u8::deserialize(value.clone()).err(),
                    "samples" => u32::deserialize(value.clone()).err(),
                    _ => bool::deserialize(value.clone()).err(),
                };
                error.map(|error| Flaw::new(&path, type_problem(value, error.message(), allowed(key))))
            }
        }
    })
}

fn channels_flaw(path: &[&str], value: &Value) -> Option<Flaw> {
    let Value::Array(values) = value else { return input_flaw(path, value) };
    let (list, before) = path.split_last()?;
    values.iter().enumerate().find_map(|(index, value)| input_flaw(&[before, &[&format!("{list}[{index}]")]].concat(), value))
}

fn input_flaw(path: &[&str], value: &Value) -> Option<Flaw> {
    match value {
        Value::Table(_) => node_flaw(path, value),
        _ => graph::Input::deserialize(value.clone()).err().map(|error| Flaw::new(path, error.message())),
    }
}

/// Finds the flaw of a table that has a source.
fn over_source_flaw<T: DeserializeOwned>(path: &[&str], value: &Value, such_as: &str) -> Option<Flaw> {
    let source = value.get("source").filter(|source| source.is_table());
    let in_source = source.and_then(|source| node_flaw(&[path, &["source"]].concat(), source));
    in_source.or_else(|| part_flaw::<T>(path, value, such_as))
}

/// Finds the flaw of a table within an output, given an example.
fn part_flaw<T: DeserializeOwned>(path: &[&str], value: &Value, such_as: &str) -> Option<Flaw> {
    let Value::Table(table) = value else {
        return Some(Flaw::new(path, format!("this is no table; write one such as {such_as}")));
    };
    let example = DeValue::parse(such_as).map(|value| plain(&value));
    let Ok(Value::Table(example)) = example else { unreachable!("examples are tables") };
    keys_flaw::<T>(path, table, names_of::<T>(), &example, allowed)
}
