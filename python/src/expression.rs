//! Nodes that several others share, as graphs under construction: from calls to a recipe's text, and from a graph back to calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use lacuna::graph::{GRAPH_VERSION, MAX_DEPTH, NodeKind};
use lacuna::{Error, Graph, Input, Node, Problem, Result};
use serde_json::Value;

/// The greatest depth of nested nodes in a text. Deeper nodes get names of their own.
const MOST_NESTED: usize = 16;

/// A node. Its inputs may also be inputs of other nodes.
#[derive(Debug)]
pub(crate) struct Expression {
    kind: &'static NodeKind,
    /// The name that it had in a recipe.
    name: Option<String>,
    keys: Vec<(String, Operand)>,
    /// The length of the longest chain of nodes that starts here.
    depth: usize,
}

/// The value of a key.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    /// A value in TOML syntax.
    Text(String),
    Node(Arc<Expression>),
}

impl Expression {
    /// Returns a node of a kind, after its keys were checked.
    pub(crate) fn new(kind: &str, keys: Vec<(String, Operand)>) -> Result<Self> {
        let alone = Self::unchecked(kind, None, keys)?;
        lacuna::recipe::read(&alone.alone())?;
        Ok(alone)
    }

    /// Returns the same node with other values of some of its keys. A key without a value takes its default.
    pub(crate) fn with(&self, changes: Vec<(String, Option<Operand>)>) -> Result<Self> {
        let mut keys = self.keys.clone();
        for (key, value) in changes {
            keys.retain(|(name, _)| *name != key);
            keys.extend(value.map(|value| (key, value)));
        }
        let made = Self::new(self.kind.name, keys)?;
        Ok(Self { name: self.name.clone(), ..made })
    }

    fn unchecked(kind: &str, name: Option<String>, keys: Vec<(String, Operand)>) -> Result<Self> {
        let refuse = |problem, message: String| Error::Parameter { place: kind.to_owned(), problem, message };
        let found = NodeKind::of(kind).ok_or_else(|| refuse(Problem::Unknown, "there is no such kind of node".to_owned()))?;
        let below = keys.iter().filter_map(|(_, operand)| if let Operand::Node(node) = operand { Some(node.depth) } else { None });
        let depth = 1 + below.max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(refuse(Problem::Unfit, format!("more than {MAX_DEPTH} nodes stand in a row; give fewer")));
        }
        Ok(Self { kind: found, name, keys, depth })
    }

    /// Returns a recipe of the node with numbers for its inputs, so that a check concerns only its own keys.
    fn alone(&self) -> String {
        let name = self.kind.name;
        let mut text = format!("version = {GRAPH_VERSION}\noutput = {}\n[nodes.{}]\nkind = {}\n", quoted(name), quoted(name), quoted(name));
        for (key, operand) in &self.keys {
            let value = if let Operand::Text(text) = operand { text } else { "0" };
            let _ = writeln!(text, "{} = {value}", quoted(key));
        }
        text
    }

    /// Returns the nodes of a graph's channels.
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
            return Err(Error::Unsupported(format!("`{}` can't be described as data", node.kind())));
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
        // JSON's numbers, words and lists are also valid TOML.
        let others = values.into_iter().filter(|(_, value)| !value.is_null());
        keys.extend(others.map(|(key, value)| (key, Operand::Text(value.to_string()))));
        Self::unchecked(node.kind(), name, keys)
    }
}

/// Formats a number as an input that keeps all digits and is not a name.
fn quoted_number(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("\"{digits}.0e{exponent}\""),
        _ if text.contains('.') => quoted(text),
        _ => format!("\"{text}.0\""),
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the text of a recipe whose channels are these nodes. A node that several others share has a name, and is written once.
pub(crate) fn recipe_text(channels: &[Arc<Expression>]) -> String {
    let mut writer = Writer::default();
    channels.iter().for_each(|channel| writer.count(channel));
    // The channels have names. Two of them may be the same.
    let outputs: Vec<String> = channels.iter().map(|channel| quoted(&writer.named(channel))).collect();
    let output = if let [only] = &outputs[..] { only.clone() } else { format!("[{}]", outputs.join(", ")) };
    format!("version = {GRAPH_VERSION}\noutput = {output}\n{}", writer.tables)
}

/// The tables of nodes written so far.
#[derive(Default)]
struct Writer {
    /// The number of places where each node is used, by its address.
    places: HashMap<*const Expression, usize>,
    /// The names of the nodes that have one.
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

    /// Returns the name of a node, whose table is written on first use.
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

    /// Returns the value of a key, and the depth of the nodes nested in it.
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
