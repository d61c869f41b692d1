//! Edits of a recipe's text by keys. Comments and layout stay.

use lacuna::Number;
use lacuna::internal::short;
use toml_edit::{DocumentMut, InlineTable, Item, Key, Value};

use super::names;
use super::problem::Problem;

/// The most numbers beyond 64 bits that are read without quotes.
const MAX_LONG_NUMBERS: usize = 256;

/// A step from a table or a list to an item in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

/// Returns the steps of a path: names separated by points, each followed by indices of elements.
fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for name in path.split('.') {
        let (key, indices) = name.split_once('[').unwrap_or((name, ""));
        let indices: Option<Vec<usize>> = indices
            .strip_suffix(']')
            .map_or((indices.is_empty()).then(Vec::new), |all| all.split("][").map(|one| one.parse().ok()).collect());
        match indices {
            Some(indices) => {
                steps.push(Step::Key(key));
                steps.extend(indices.into_iter().map(Step::Index));
            }
            None => steps.push(Step::Key(name)),
        }
    }
    steps
}

/// Returns the steps from the document to a key. A key without a node is the document's own.
fn steps_of_key<'p>(tree: &DocumentMut, path: &'p str) -> Vec<Step<'p>> {
    if path.contains('.') { steps_of_node(tree, path) } else { steps(path) }
}

/// Returns the steps from the document to a node, or to a key of one.
fn steps_of_node<'p>(tree: &DocumentMut, path: &'p str) -> Vec<Step<'p>> {
    let mut steps = steps(path);
    let is_from_root = match steps[..] {
        [Step::Key("outputs"), ..] => true,
        [Step::Key(root @ ("params" | "parts")), ..] => tree.contains_key(root),
        // A node as a whole.
        [Step::Key("nodes"), Step::Key(name)] => tree.get("nodes").is_some_and(|nodes| nodes.get(name).is_some()),
        _ => false,
    };
    if !is_from_root {
        steps.insert(0, Step::Key("nodes"));
    }
    steps
}

fn follow<'i>(root: &'i Item, steps: &[Step<'_>]) -> Option<&'i Item> {
    steps.iter().try_fold(root, |item, step| match step {
        Step::Key(key) => item.get(key),
        Step::Index(index) => item.get(index),
    })
}

/// Does the same as [`follow`], but makes missing tables.
fn enter<'i>(root: &'i mut Item, steps: &[Step<'_>]) -> Option<&'i mut Item> {
    let mut item = root;
    for step in steps {
        item = match step {
            Step::Index(index) => item.get_mut(index)?,
            Step::Key(key) => {
                if item.get(key).is_none() {
                    insert(item, key, Value::InlineTable(InlineTable::new()))?;
                }
                item.as_table_like_mut()?.get_mut(key)?
            }
        };
    }
    Some(item)
}

/// Parses the text of a recipe into a tree. Whole numbers beyond 64 bits, which the tree can't hold, get quotes.
pub(super) fn tree(text: &str) -> Result<DocumentMut, Problem> {
    let mut quoted = text.to_owned();
    for _ in 0..MAX_LONG_NUMBERS {
        let error = match quoted.parse::<DocumentMut>() {
            Ok(tree) => return Ok(tree),
            Err(error) => error,
        };
        let Some((span, number)) = error.span().and_then(|span| Some((span.clone(), long_number(quoted.get(span)?)?))) else {
            return Err(Problem { message: error.message().to_owned(), span: error.span() });
        };
        quoted.replace_range(span, &format!("\"{number}\""));
    }
    Err(Problem::new("more numbers than can be read have over 64 bits; write them in quotes"))
}

/// Returns a number that TOML's integers can't hold, as the text that recipes use instead.
fn long_number(text: &str) -> Option<String> {
    let text = text.replace('_', "");
    let radix = |prefix, radix| text.strip_prefix(prefix).map(|digits| u128::from_str_radix(digits, radix).ok());
    match radix("0x", 16).or_else(|| radix("0o", 8)).or_else(|| radix("0b", 2)) {
        Some(number) => number.map(|number| number.to_string()),
        None => text.parse::<Number>().ok().filter(|number| number.is_finite()).map(|_| text.trim_start_matches('+').to_owned()),
    }
}

/// Parses a value in TOML syntax, and also a decimal such as `.5`, a seed of 64 bits, and without quotes a text of one word or with parameters.
pub(super) fn parse_value(text: &str) -> Result<Value, Problem> {
    let text = text.trim();
    if let Ok(value) = text.parse::<Value>() {
        return Ok(value);
    }
    if let Ok(seed) = text.parse::<u64>() {
        return Ok(seed.to_string().into());
    }
    if let Some(number) = text.parse::<Number>().ok().filter(|number| number.is_finite()) {
        let decimal = number.to_string();
        let decimal = if decimal.contains(['.', 'e']) { decimal } else { decimal + ".0" };
        if let Ok(value) = decimal.parse() {
            return Ok(value);
        }
    }
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_word || names::has_params(text) && !text.contains(['"', '[', '{', '\n']) {
        return Ok(text.into());
    }
    Err(Problem::new(format!("`{}` is no value; write a number, true, false, a list such as [8, 4], or a text in quotes", short(text))))
}

/// Sets a key or an element of a list.
pub(super) fn set(tree: &mut DocumentMut, path: &str, value: Value) -> Result<(), Problem> {
    let steps = steps_of_key(tree, path);
    let (last, parents) = steps.split_last().ok_or_else(|| no_place(path))?;
    let parent = enter(tree.as_item_mut(), parents).ok_or_else(|| no_place(path))?;
    let is_set = match *last {
        Step::Index(index) => match parent.get_mut(index) {
            Some(item) => put(item, value),
            None => parent.as_array_mut().filter(|array| array.len() == index).map(|array| array.push(value)),
        },
        Step::Key(key) => match parent.as_table_like_mut().and_then(|table| table.get_mut(key)) {
            Some(item) if item.is_value() => put(item, value),
            Some(_) => {
                parent.as_table_like_mut().map(|table| table.remove(key));
                insert(parent, key, value)
            }
            None => insert(parent, key, value),
        },
    };
    is_set.ok_or_else(|| no_place(path))
}

/// Removes a key or an element of a list, if it exists.
pub(super) fn remove(tree: &mut DocumentMut, path: &str) -> Result<(), Problem> {
    let steps = steps_of_key(tree, path);
    let (last, parents) = steps.split_last().ok_or_else(|| no_place(path))?;
    if follow(tree.as_item(), &steps).is_none() {
        return Ok(());
    }
    let parent = enter(tree.as_item_mut(), parents).ok_or_else(|| no_place(path))?;
    match *last {
        Step::Index(index) => {
            if let Some(array) = parent.as_array_mut() {
                array.remove(index);
            } else if let Some(tables) = parent.as_array_of_tables_mut() {
                tables.remove(index);
            }
        }
        Step::Key(key) => match parent.as_inline_table_mut() {
            None => {
                parent.as_table_like_mut().and_then(|table| table.remove(key));
            }
            Some(table) => {
                let is_last = table.iter().last().is_some_and(|(name, _)| name == key);
                let end = table.remove(key).map(|value| space_after(&value)).unwrap_or_default();
                let before = table.iter().last().map(|(name, _)| name.to_owned());
                if let Some(value) = before.filter(|_| is_last).and_then(|name| table.get_mut(&name)) {
                    value.decor_mut().set_suffix(end);
                }
            }
        },
    }
    Ok(())
}

/// Adds a node as a table of its own, after the others.
pub(super) fn add_node(tree: &mut DocumentMut, name: &str, node: Value) -> Result<(), Problem> {
    if tree.get("nodes").is_none() {
        let mut nodes = toml_edit::Table::new();
        nodes.set_implicit(true);
        tree.insert("nodes", Item::Table(nodes));
    }
    let nodes = tree.get_mut("nodes").ok_or_else(|| no_place(name))?;
    match (nodes.as_table_mut().filter(|nodes| !nodes.is_dotted()), node) {
        (Some(nodes), Value::InlineTable(node)) => {
            let mut table = node.into_table();
            table.decor_mut().set_prefix("\n");
            nodes.insert(name, Item::Table(table));
            Ok(())
        }
        (_, node) => insert(nodes, name, node).ok_or_else(|| no_place(name)),
    }
}

pub(super) fn remove_node(tree: &mut DocumentMut, name: &str) {
    if let Some(nodes) = tree.get_mut("nodes").and_then(Item::as_table_like_mut) {
        nodes.remove(name);
    }
}

fn no_place(path: &str) -> Problem {
    Problem::new(format!("{}: the recipe has no such place; name a node and one of its keys", short(path)))
}

/// Replaces a value, and keeps the whitespace and comments around it.
fn put(item: &mut Item, mut value: Value) -> Option<()> {
    let old = item.as_value()?;
    *value.decor_mut() = old.decor().clone();
    *item = Item::Value(value);
    Some(())
}

/// Adds a key at the end of a table.
fn insert(parent: &mut Item, key: &str, mut value: Value) -> Option<()> {
    let Some(table) = parent.as_inline_table_mut() else {
        parent.as_table_like_mut()?.insert(key, Item::Value(value));
        return Some(());
    };
    // The whitespace before the bracket moves behind the new value, and none is left before the comma.
    let last = table.iter().last().map(|(name, _)| name.to_owned());
    let mut new = Key::new(key);
    if let Some(last) = last {
        let room = table.key(&last).and_then(|key| key.leaf_decor().prefix()?.as_str()).unwrap_or(" ");
        new.leaf_decor_mut().set_prefix(if room.trim().is_empty() && room.contains('\n') { room.to_owned() } else { " ".to_owned() });
        new.leaf_decor_mut().set_suffix(" ");
        if let Some(before) = table.get_mut(&last) {
            let end = space_after(before);
            if end.trim().is_empty() {
                before.decor_mut().set_suffix("");
                *value.decor_mut() = toml_edit::Decor::new(" ", end);
            }
        }
    }
    table.insert_formatted(&new, value);
    Some(())
}

fn space_after(value: &Value) -> String {
    value.decor().suffix().and_then(|suffix| suffix.as_str()).unwrap_or_default().to_owned()
}

/// Returns the text of a value without the whitespace and comments around it.
pub(super) fn text_of(item: &Item) -> Option<String> {
    let mut value = match item {
        Item::Value(value) => value.clone(),
        Item::Table(table) => Value::InlineTable(table.clone().into_inline_table()),
        _ => return None,
    };
    value.decor_mut().clear();
    Some(value.to_string().trim().to_owned())
}

/// Returns the text of a node's key; `None` if the key is missing.
pub(super) fn value_of_node(tree: &DocumentMut, node: &str, key: &str) -> Option<String> {
    follow(tree.as_item(), &steps_of_node(tree, node))?.get(key).and_then(text_of)
}

/// Returns the text of the value at a path; `None` if there is none.
pub(super) fn value(tree: &DocumentMut, path: &str) -> Option<String> {
    follow(tree.as_item(), &steps_of_key(tree, path)).and_then(text_of)
}

/// Returns the text of a whole node, as an inline table.
pub(super) fn node(tree: &DocumentMut, node: &str) -> Option<String> {
    follow(tree.as_item(), &steps_of_node(tree, node)).and_then(text_of)
}

/// Returns the item at the path of a node.
pub(super) fn item_of_node<'t>(tree: &'t DocumentMut, node: &str) -> Option<&'t Item> {
    follow(tree.as_item(), &steps_of_node(tree, node))
}
