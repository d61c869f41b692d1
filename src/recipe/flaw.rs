//! The reason why a text is not a recipe, and its position.

use std::fmt::Display;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

use super::document::{OUTPUTS, Recipe};
use super::format::FormatName;
use super::instead::instead;
use super::output::{Blur, CONTENT_KEYS, Keys, NormalMap, OutputRange, SlopeMap, content_problem};
use super::plain::plain;
use super::ramp::RampMap;
use crate::error::{Error, Problem, Result};
use crate::error_words::{meant, quoted, short, suggestion, with_short_words};
use crate::graph::{self, GRAPH_VERSION, KeyKind, MAX_CHANNELS, NODE_KINDS, Node, NodeKind, version_problem};
use crate::key::names_of;
use crate::number::Number;

pub(super) fn kind_of(node: &Table) -> Option<&'static NodeKind> {
    NodeKind::of(node.get("kind")?.as_str()?)
}

/// The reason why a document is not a recipe, and its place: the path of names from the document down.
pub(super) struct Flaw {
    path: Vec<String>,
    pub(super) kind: Problem,
    pub(super) problem: String,
}

impl Flaw {
    fn new(path: &[&str], problem: impl Into<String>) -> Self {
        Self { path: path.iter().map(|&name| name.to_owned()).collect(), kind: Problem::Unfit, problem: problem.into() }
    }

    /// Returns the flaw that validating a recipe found. An error of another kind is returned as the error.
    pub(super) fn of(error: Error) -> Result<Self> {
        let (place, kind, problem) = match error {
            Error::Parameter { place, problem, message } => (place, problem, message),
            Error::Limit { what, problem } => (what, Problem::Unfit, problem),
            error => return Err(error),
        };
        let mut path: Vec<String> = place.split('.').map(str::to_owned).collect();
        let is_of_the_document = path[0] == OUTPUTS || (path.len() == 1 && names_of::<Recipe>().contains(&split_index(&place).0));
        if !is_of_the_document {
            path.insert(0, "nodes".to_owned());
        }
        Ok(Self { path, kind, problem })
    }

    /// Returns the place as errors name it: `fbm.source.frequency`.
    pub(super) fn place(&self) -> String {
        shown(&self.path)
    }

    /// Returns the byte offset in the text of the deepest part of the path that exists in the document.
    pub(super) fn offset(&self, document: &DeTable) -> usize {
        let mut table = document;
        let mut offset = 0;
        for name in &self.path {
            let (name, index) = split_index(name);
            let Some((key, mut value)) = table.iter().find(|(key, _)| key.get_ref() == name) else { break };
            offset = key.span().start;
            if let (Some(index), DeValue::Array(values)) = (index, value.get_ref()) {
                let Some(element) = values.get(index) else { break };
                value = element;
                offset = value.span().start;
            }
            match value.get_ref() {
                DeValue::Table(inner) => table = inner,
                _ => break,
            }
        }
        offset
    }
}

impl Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { f.write_str(&self.problem) } else { write!(f, "{}: {}", self.place(), self.problem) }
    }
}

/// Formats a path from the document down as errors name it: a node is named without `nodes`.
pub(super) fn shown(path: &[String]) -> String {
    let rest = path.strip_prefix(&["nodes".to_owned()]).filter(|rest| !rest.is_empty());
    rest.unwrap_or(path).iter().map(|name| short(name)).collect::<Vec<_>>().join(".")
}

/// Splits `weights[1]` into the key of the list and the index of the element. Other names are returned unchanged.
pub(super) fn split_index(name: &str) -> (&str, Option<usize>) {
    let parts = name.strip_suffix(']').and_then(|name| name.split_once('['));
    match parts.and_then(|(name, index)| Some((name, index.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (name, None),
    }
}

pub(super) fn unknown_key(key: &str, keys: &[&str]) -> String {
    format!("unknown key{}; allowed are {}", suggestion(key, keys.iter().copied()), quoted(keys))
}

pub(super) fn at(text: &str, offset: usize, problem: impl Display) -> Error {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    Error::Recipe { position: Some([line, column]), message: problem.to_string() }
}

pub(super) fn decode(table: &Table) -> Result<Recipe, Flaw> {
    Recipe::deserialize(table.clone()).map_err(|error| document_flaw(table).unwrap_or_else(|| Flaw::new(&[], error.message())))
}

/// Finds the flaw of a document. serde reports the problem but, inside nodes, not its place, so the parts are deserialised one by one.
fn document_flaw(table: &Table) -> Option<Flaw> {
    // Other versions have other keys.
    let version = table.get("version").and_then(Value::as_integer).and_then(|version| u32::try_from(version).ok());
    if let Some(problem) = version.and_then(version_problem) {
        return Some(Flaw::new(&["version"], problem));
    }
    let keys = names_of::<Recipe>();
    if let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) {
        return Some(Flaw { kind: Problem::Unknown, ..Flaw::new(&[key], unknown_key(key, keys)) });
    }
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
    in_tables("nodes", node_flaw).or_else(|| in_tables(OUTPUTS, output_flaw))
}

/// Describes the legal values of a key of the document, of an output or of a blur, to replace the names of Rust types.
fn allowed(key: &str) -> Option<String> {
    match key {
        "version" => Some(GRAPH_VERSION.to_string()),
        "output" => Some(format!("the name of a node, in quotes, or a list of 1 to {MAX_CHANNELS} names")),
        "depth" => Some("8, 16 or 32".to_owned()),
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
    keys_flaw::<Node>(path, node, &kind.key_names(), &example, |key| allowed_in(kind, key))
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
