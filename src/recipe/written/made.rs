//! Tables of nodes, and the texts and tables that stand for nodes.

use toml::{Table, Value};

use super::expression::{Term, parse};
use crate::graph::{KeyKind, NodeKind};
use crate::number::Number;
use crate::recipe::document::is_name_of_node;
use crate::seeding::read_seed;

/// The key of the tables of parts.
pub(in crate::recipe) const PARTS: &str = "parts";
/// The kind of a node that is a use of a part.
pub(in crate::recipe) const USE: &str = "use";

/// Returns the name, and its output, of a text that is nothing else.
pub(super) fn alias(text: &str) -> Option<(String, Option<String>)> {
    if text.starts_with(['(', ' ', '\t', '\n', '\r']) {
        return match parse(text).ok()?.term {
            Term::Name(name, output) => Some((name, output)),
            _ => None,
        };
    }
    match text.split_once('.') {
        _ if text.parse::<Number>().is_ok() => None,
        // It is an expression.
        _ if text.starts_with('-') => None,
        None => is_name_of_node(text).then(|| (text.to_owned(), None)),
        Some((name, output)) => (is_name_of_node(name) && is_name_of_node(output)).then(|| (name.to_owned(), Some(output.to_owned()))),
    }
}

pub(in crate::recipe) fn is_use(table: &Table) -> bool {
    table.get("kind").and_then(Value::as_str) == Some(USE)
}

/// Returns the output that a use names.
pub(super) fn output_of(table: &Table) -> Option<&str> {
    table.get("output").and_then(Value::as_str)
}

pub(super) fn node(kind: &str, keys: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut node = Table::from_iter(keys);
    node.insert("kind".to_owned(), kind.into());
    Value::Table(node)
}

pub(super) fn color(text: &str) -> Value {
    node("colour", [("value".to_owned(), text.into())])
}

pub(super) fn constant(number: Value) -> Value {
    node("constant", [("value".to_owned(), number)])
}

/// Returns true if a key of a kind is an input.
pub(super) fn is_input(kind: &NodeKind, key: &str) -> bool {
    kind.key(key).is_some_and(|key| key.kind == KeyKind::Input)
}

pub(super) fn number_value(number: Number) -> Value {
    Value::try_from(number).expect("a number is a value")
}

/// Returns the seed that a value is, if it is one.
pub(in crate::recipe) fn seed_of(value: &Value) -> Option<u64> {
    match value {
        Value::Integer(seed) => Some(seed.cast_unsigned()),
        Value::String(seed) => read_seed(seed),
        _ => None,
    }
}

pub(in crate::recipe) fn seed_value(seed: u64) -> Value {
    i64::try_from(seed).map_or_else(|_| Value::String(seed.to_string()), Value::Integer)
}
