//! Recipes as text: a node in one line where it fits, and arithmetic as nodes or as expressions.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::cells::WRAP;
use super::expression::{Operator, Term, is_name, parse};
use super::functions::{Argument, FUNCTIONS, Function, NEGATIVE};
use super::made::{PARTS, is_input};
use super::params::PARAMS;
use crate::graph::NodeKind;
use crate::key::names_of;
use crate::number::Number;
use crate::recipe::Recipe;
use crate::recipe::document::{OUTPUTS, is_name_of_node};
use crate::recipe::flaw::kind_of;
use crate::recipe::material::MATERIAL;

/// The longest line of a node, in bytes.
const LONGEST: usize = 150;

/// The notation of nodes that expressions have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::recipe) enum Arithmetic {
    AsNodes,
    AsExpressions,
}

/// How tightly the parts of a text hold together: they need parentheses inside of what holds tighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Sum,
    Product,
    Minus,
    One,
}

/// Writes a recipe, or a document with parts and parameters.
pub(in crate::recipe) fn laid_out(document: &Table, arithmetic: Arithmetic) -> String {
    // Beside a node `-a` no expression is the negative of a node `a`.
    let arithmetic = if names_in(document).any(|name| name.starts_with('-')) { Arithmetic::AsNodes } else { arithmetic };
    let mut text = String::new();
    for key in names_of::<Recipe>().iter().copied().chain([WRAP]) {
        if let Some(value) = document.get(key).filter(|value| !value.is_table()) {
            line(&mut text, key, &inline(arithmetic, value));
        }
    }
    let tables = |key: &str| document.get(key).and_then(Value::as_table);
    if let Some(params) = tables(PARAMS) {
        text += "\n[params]\n";
        params.iter().for_each(|(name, param)| line(&mut text, &quoted(name), &inline(arithmetic, param)));
    }
    for (name, part) in tables(PARTS).into_iter().flatten() {
        let _ = write!(text, "\n[{PARTS}.{}]\n", quoted(name));
        let Value::Table(part) = part else { continue };
        for (key, value) in part {
            match value {
                // A part without outputs would be none.
                Value::Table(table) if table.is_empty() => line(&mut text, key, "{}"),
                Value::Table(table) => table.iter().for_each(|(name, value)| {
                    line(
                        &mut text,
                        &format!("{key}.{}", quoted(name)),
                        &if key == "nodes" || key == OUTPUTS { input(arithmetic, value) } else { inline(arithmetic, value) },
                    );
                }),
                value => line(&mut text, key, &inline(arithmetic, value)),
            }
        }
    }
    named(&mut text, arithmetic, "nodes", tables("nodes"), input);
    named(&mut text, arithmetic, MATERIAL, tables(MATERIAL), input);
    named(&mut text, arithmetic, OUTPUTS, tables(OUTPUTS), output);
    text
}

/// Returns the names of nodes and inputs, those of parts too.
fn names_in(document: &Table) -> impl Iterator<Item = &String> {
    let parts = document.get(PARTS).and_then(Value::as_table).into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let tables = std::iter::once(document).chain(parts);
    tables.flat_map(|table| [table.get("nodes"), table.get("inputs")]).flatten().filter_map(Value::as_table).flat_map(Table::keys)
}

/// Writes tables by name: those that fit into a line before those that don't.
fn named(text: &mut String, arithmetic: Arithmetic, key: &str, tables: Option<&Table>, written: fn(Arithmetic, &Value) -> String) {
    let Some(tables) = tables else { return };
    let all: Vec<_> = tables.iter().map(|(name, value)| (quoted(name), value, written(arithmetic, value))).collect();
    let is_long = |value: &Value, written: &str| written.len() > LONGEST && value.is_table() && !written.starts_with('"');
    if all.is_empty() || all.iter().any(|(_, value, written)| !is_long(value, written)) {
        let _ = write!(text, "\n[{key}]\n");
    }
    all.iter().filter(|(_, value, written)| !is_long(value, written)).for_each(|(name, _, written)| line(text, name, written));
    for (name, value, _) in all.iter().filter(|(_, value, written)| is_long(value, written)) {
        let _ = write!(text, "\n[{key}.{name}]\n");
        let Value::Table(table) = value else { continue };
        for (key, value) in ordered(table) {
            line(text, key, &key_of(arithmetic, table, key, value));
        }
    }
}

fn line(text: &mut String, key: &str, value: &str) {
    let _ = writeln!(text, "{key} = {value}");
}

/// Returns a key, in quotes if it needs them.
fn quoted(key: &str) -> String {
    if is_name_of_node(key) { key.to_owned() } else { Value::from(key).to_string() }
}

/// Returns the keys of a node in the order of its kind, and those of other tables as they are.
fn ordered(table: &Table) -> Vec<(&str, &Value)> {
    let order: &[&str] = &kind_of(table).map_or_else(Vec::new, NodeKind::key_names);
    let rank = |key: &str| if key == "kind" { 0 } else { 1 + order.iter().position(|known| *known == key).unwrap_or(order.len()) };
    let mut keys: Vec<(&str, &Value)> = table.iter().map(|(key, value)| (key.as_str(), value)).collect();
    keys.sort_by_key(|(key, _)| rank(key));
    keys
}

/// Returns the value of a table's key.
fn key_of(arithmetic: Arithmetic, table: &Table, key: &str, value: &Value) -> String {
    let takes_node = kind_of(table).map_or(key == "source", |kind| is_input(kind, key));
    if takes_node { input(arithmetic, value) } else { inline(arithmetic, value) }
}

/// Returns a value in one line.
fn inline(arithmetic: Arithmetic, value: &Value) -> String {
    match value {
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let keys: Vec<String> = ordered(table)
                .into_iter()
                .map(|(key, value)| format!("{} = {}", quoted(key), key_of(arithmetic, table, key, value)))
                .collect();
            format!("{{ {} }}", keys.join(", "))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(|value| inline(arithmetic, value)).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

/// Returns the value of an input, as an expression if it can be one.
fn input(arithmetic: Arithmetic, value: &Value) -> String {
    match value {
        // With the operations and the parentheses of texts within tables it may be nested too deep.
        Value::Table(table) if arithmetic == Arithmetic::AsExpressions => match expression(table).filter(|(text, _)| parse(text).is_ok()) {
            Some((expression, _)) => format!("\"{expression}\""),
            None => inline(arithmetic, value),
        },
        value => inline(arithmetic, value),
    }
}

/// Returns an output, whose channels are inputs.
fn output(arithmetic: Arithmetic, value: &Value) -> String {
    let Value::Table(table) = value else { return inline(arithmetic, value) };
    let key = |(key, value): (&String, &Value)| {
        let value = match (key.as_str(), value) {
            ("channels", Value::Array(channels)) => {
                format!("[{}]", channels.iter().map(|value| input(arithmetic, value)).collect::<Vec<_>>().join(", "))
            }
            ("channels", value) => input(arithmetic, value),
            (_, value) => inline(arithmetic, value),
        };
        format!("{} = {value}", quoted(key))
    };
    format!("{{ {} }}", table.iter().map(key).collect::<Vec<_>>().join(", "))
}

/// Returns a node as an expression, if it is one of what expressions have.
fn expression(node: &Table) -> Option<(String, Hold)> {
    let kind = node.get("kind")?.as_str()?;
    if let Some((operator, [a, b])) = Operator::operands_of(node) {
        let hold = if matches!(operator, Operator::Add | Operator::Subtract) { Hold::Sum } else { Hold::Product };
        let tighter = if hold == Hold::Sum { Hold::Product } else { Hold::Minus };
        return operation(format!("{} {} {}", held(a, hold)?, operator.sign(), held(b, tighter)?), hold);
    }
    if kind == NEGATIVE && node.len() == 2 {
        let source = node.get("source")?;
        let inner = held(source, Hold::Minus)?;
        // A minus and digits would be a number.
        let is_number = inner.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        return operation(if is_number { format!("-({inner})") } else { format!("-{inner}") }, Hold::Minus);
    }
    if kind == "colour" && node.len() == 2 {
        return Some((node.get("value")?.as_str().filter(|text| text.starts_with('#'))?.to_owned(), Hold::One));
    }
    let (function, arguments) =
        FUNCTIONS.iter().filter(|function| function.kind == kind).find_map(|function| Some((function, function.arguments_of(node)?)))?;
    let of = NodeKind::of(kind)?;
    let written = |(argument, value): (&Argument, &Value)| {
        let (Argument::Key(key) | Argument::Element(key, _)) = *argument;
        if is_input(of, key) || !value.is_table() { held(value, Hold::Sum) } else { None }
    };
    let arguments: Vec<String> = function.arguments.iter().zip(arguments).map(written).collect::<Option<_>>()?;
    Some((format!("{}({})", function.names[0], arguments.join(", ")), Hold::One))
}

/// Returns the text of an operation. None if it would be a number, which the node is not.
fn operation(text: String, hold: Hold) -> Option<(String, Hold)> {
    let is_number = text.contains('$') && parse(&text).is_ok_and(|expression| expression.is_of_params());
    (!is_number).then_some((text, hold))
}

/// Returns an operand, in parentheses if it would not hold together. None if no expression has it.
fn held(value: &Value, least: Hold) -> Option<String> {
    let (text, hold) = match value {
        Value::Integer(_) | Value::Float(_) => (value.to_string(), Hold::One),
        Value::String(text) if is_name(text) && Function::of(text).is_none() && text.parse::<Number>().is_err() => {
            (text.clone(), Hold::One)
        }
        Value::String(text) if !is_name(text) => {
            // Spaces before digits would part them from a minus, and ends of lines need escapes.
            let one_line = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            match parse(text).ok()?.term {
                Term::Operation(..) | Term::Negative(_) => (one_line, Hold::Sum),
                _ => (one_line, Hold::One),
            }
        }
        Value::Table(node) => expression(node)?,
        _ => return None,
    };
    Some(if hold < least { format!("({text})") } else { text })
}
