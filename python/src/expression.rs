//! Nodes that stand in several others, as graphs in the making: from calls to a recipe's text, and from a graph back to calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use lacuna::graph::{GRAPH_VERSION, MAX_DEPTH, NodeKind};
use lacuna::{Error, Graph, Input, Node, Result};
use serde_json::Value;

/// So deep nodes stand in each other in a text at most; what stands deeper gets a name of its own.
const MOST_NESTED: usize = 16;

/// A node, whose inputs may be inputs of others, too.
#[derive(Debug)]
pub(crate) struct Expression {
    kind: &'static NodeKind,
    /// The name that it had in a recipe.
    name: Option<String>,
    keys: Vec<(String, Operand)>,
    /// How many nodes stand in a row from it on.
    depth: usize,
}

/// What a key is.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    /// A value as TOML writes it.
    Text(String),
    Node(Arc<Expression>),
}

impl Expression {
    /// A node of a kind, once its keys were checked.
    pub(crate) fn new(kind: &str, keys: Vec<(String, Operand)>) -> Result<Self> {
        let alone = Self::unchecked(kind, None, keys)?;
        lacuna::recipe::read(&alone.alone())?;
        Ok(alone)
    }

    fn unchecked(kind: &str, name: Option<String>, keys: Vec<(String, Operand)>) -> Result<Self> {
        let refuse = |problem: String| Error::Parameter { place: kind.to_owned(), problem };
        let found = NodeKind::of(kind).ok_or_else(|| refuse("there is no such kind of node".to_owned()))?;
        let below = keys.iter().filter_map(|(_, operand)| if let Operand::Node(node) = operand { Some(node.depth) } else { None });
        let depth = 1 + below.max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(refuse(format!("more than {MAX_DEPTH} nodes stand in a row; give fewer")));
        }
        Ok(Self { kind: found, name, keys, depth })
    }

    /// A recipe of the node with numbers for its inputs, so that a check tells of its own keys.
    fn alone(&self) -> String {
        let name = self.kind.name;
        let mut text = format!("version = {GRAPH_VERSION}\noutput = {}\n[nodes.{}]\nkind = {}\n", quoted(name), quoted(name), quoted(name));
        for (key, operand) in &self.keys {
            let value = if let Operand::Text(text) = operand { text } else { "0" };
            let _ = writeln!(text, "{} = {value}", quoted(key));
        }
        text
    }

    /// The nodes of a graph's channels.
    pub(crate) fn of_graph(graph: &Graph) -> Result<Vec<Arc<Self>>> {
        let mut known = BTreeMap::new();
        graph.outputs.iter().map(|name| Self::named(graph, name, &mut known)).collect()
    }

    fn named(graph: &Graph, name: &str, known: &mut BTreeMap<String, Arc<Self>>) -> Result<Arc<Self>> {
        if let Some(found) = known.get(name) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(Self::of_node(graph, &graph.nodes[name], Some(name.to_owned()), known)?);
        known.insert(name.to_owned(), Arc::clone(&made));
        Ok(made)
    }

    fn of_node(graph: &Graph, node: &Node, name: Option<String>, known: &mut BTreeMap<String, Arc<Self>>) -> Result<Self> {
        let Ok(Value::Object(mut values)) = serde_json::to_value(node) else {
            return Err(Error::Unsupported(format!("`{}` can't be told as data", node.kind())));
        };
        values.remove("kind");
        let mut keys = Vec::new();
        for (key, input) in node.inputs() {
            values.remove(key);
            let operand = match input {
                Input::Number(number) => Operand::Text(quoted_number(&number.to_string())),
                Input::Name(name) => Operand::Node(Self::named(graph, name, known)?),
                Input::Node(node) => Operand::Node(Arc::new(Self::of_node(graph, node, None, known)?)),
            };
            keys.push((key.to_owned(), operand));
        }
        // What JSON writes of numbers, words and lists is TOML, too.
        let others = values.into_iter().filter(|(_, value)| !value.is_null());
        keys.extend(others.map(|(key, value)| (key, Operand::Text(value.to_string()))));
        Self::unchecked(node.kind(), name, keys)
    }
}

/// A number as an input that no digit is lost of, and that is no name.
fn quoted_number(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("\"{digits}.0e{exponent}\""),
        _ if text.contains('.') => quoted(text),
        _ => format!("\"{text}.0\""),
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The text of a recipe whose channels are these nodes. What stands in several others has a name, and is there once.
pub(crate) fn recipe_text(channels: &[Arc<Expression>]) -> String {
    let mut writer = Writer::default();
    channels.iter().for_each(|channel| writer.count(channel));
    // The channels have names, of which two may be one.
    let outputs: Vec<String> = channels.iter().map(|channel| quoted(&writer.named(channel))).collect();
    let output = if let [only] = &outputs[..] { only.clone() } else { format!("[{}]", outputs.join(", ")) };
    format!("version = {GRAPH_VERSION}\noutput = {output}\n{}", writer.tables)
}

/// The tables of nodes, as far as they were written.
#[derive(Default)]
struct Writer {
    /// In how many places each node stands, by its address.
    places: HashMap<*const Expression, usize>,
    /// The names of those that have one.
    names: HashMap<*const Expression, String>,
    taken: BTreeSet<String>,
    tables: String,
}

impl Writer {
    fn count(&mut self, node: &Arc<Expression>) {
        let places = self.places.entry(Arc::as_ptr(node)).or_default();
        *places += 1;
        if *places == 1 {
            for (_, operand) in &node.keys {
                if let Operand::Node(node) = operand {
                    self.count(node);
                }
            }
        }
    }

    /// The name of a node, whose table is written if it was not.
    fn named(&mut self, node: &Arc<Expression>) -> String {
        if let Some(name) = self.names.get(&Arc::as_ptr(node)) {
            return name.clone();
        }
        let wanted = node.name.as_deref().unwrap_or(node.kind.name);
        let numbered = (2..).map(|number| format!("{wanted}{number}"));
        let name = std::iter::once(wanted.to_owned()).chain(numbered).find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        self.names.insert(Arc::as_ptr(node), name.clone());
        let mut table = format!("[nodes.{}]\nkind = {}\n", quoted(&name), quoted(node.kind.name));
        for (key, operand) in &node.keys {
            let (value, _) = self.value(operand);
            let _ = writeln!(table, "{} = {value}", quoted(key));
        }
        self.tables.push_str(&table);
        name
    }

    /// What a key is, and how deep nodes stand in it.
    fn value(&mut self, operand: &Operand) -> (String, usize) {
        let node = match operand {
            Operand::Text(text) => return (text.clone(), 0),
            Operand::Node(node) => node,
        };
        if node.name.is_some() || self.places[&Arc::as_ptr(node)] > 1 {
            return (quoted(&self.named(node)), 0);
        }
        let mut text = format!("{{ kind = {}", quoted(node.kind.name));
        let mut deepest = 0;
        for (key, operand) in &node.keys {
            let (mut value, mut depth) = self.value(operand);
            if let (true, Operand::Node(inner)) = (depth >= MOST_NESTED, operand) {
                (value, depth) = (quoted(&self.named(inner)), 0);
            }
            deepest = deepest.max(depth);
            let _ = write!(text, ", {} = {value}", quoted(key));
        }
        text.push_str(" }");
        (text, deepest + 1)
    }
}
