//! The nodes of a recipe as it is written, and the part of it that is shown.

use std::collections::{BTreeMap, BTreeSet};

use lacuna::graph::{Group, Key, KeyKind, NodeKind};
use lacuna::internal::short;
use lacuna::recipe::Recipe;
use lacuna::{Input, Node, Number};
use toml_edit::{DocumentMut, Item, TableLike};

use super::problem::Problem;
use super::{edit, names};

/// The kind of a node that is a use of a part.
pub(super) const USE: &str = "use";
/// The number of cells of a basis, and what it stands for.
pub(crate) const CELLS: &str = "cells";
const OF_CELLS: [&str; 2] = ["frequency", "period"];
/// The noise that moves all axes of a warp, and what it stands for.
pub(crate) const BY: &str = "by";
const OF_BY: [&str; 3] = ["x", "y", "z"];
const WARP: &str = "warp";

/// The form in which a node is written.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// A table of keys.
    Kind(&'static NodeKind),
    /// A use of a part.
    Use,
    /// An expression, or the name of another node.
    Text,
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Form {}

impl Form {
    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name,
            Self::Use => USE,
            Self::Text => "expression",
        }
    }

    /// Returns the kind of a node that is a table of keys.
    pub fn kind(self) -> Option<&'static NodeKind> {
        if let Self::Kind(kind) = self { Some(kind) } else { None }
    }

    /// Returns what it does, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.summary,
            Self::Use => "a use of a part, or of a whole preset, with parameters and inputs of its own.",
            Self::Text => "an expression of numbers, nodes and functions.",
        }
    }

    /// Returns true if it takes a seed.
    pub(super) fn takes_seed(self) -> bool {
        self.kind().is_none_or(|kind| kind.key(super::SEED).is_some()) && !matches!(self, Self::Text)
    }
}

/// A node of a recipe as it is written, named or in place of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeView {
    /// The path, as in error messages: `fbm`, `fbm.source`, `outputs.normal.normal.source`, `parts.moss.nodes.height`.
    pub path: String,
    /// Its form.
    pub form: Form,
    /// The sources of its values.
    pub inputs: Vec<InputView>,
    /// The number of nodes that it is nested in: 0 for a named one.
    pub depth: usize,
    /// The name of the part that it belongs to.
    pub part: Option<String>,
}

impl NodeView {
    /// Returns the value of a missing key without a formal default, as documented; `None` if that is not a value.
    pub fn usual(&self, key: &str) -> Option<&'static str> {
        match (self.form.kind()?.group, key) {
            (Group::Fractal, "octaves") => Some("6"),
            (Group::Fractal, "gain") => Some("0.5"),
            _ => None,
        }
    }

    /// Returns the name under which other nodes know it.
    pub fn name(&self) -> &str {
        if self.part.is_some() { self.path.rsplit('.').next().unwrap_or_default() } else { &self.path }
    }

    /// Returns the path of the node as a whole, as [`Document::set`](super::Document::set) takes it.
    pub fn place(&self) -> String {
        if self.depth == 0 && self.part.is_none() { format!("nodes.{}", self.path) } else { self.path.clone() }
    }
}

/// An input of a node or of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputView {
    /// The key: `source`, `channels[1]`, `normal.source`; nothing for the names in an expression that is a node.
    pub key: String,
    /// The source of the value.
    pub link: Link,
}

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A number.
    Number(Number),
    /// A node with a name, by its path.
    Name(String),
    /// A node in place, by its path.
    Node(String),
    /// An expression, an output of a node, or a colour: the text, and the paths of the nodes that it names.
    Text(String, Vec<String>),
}

impl Link {
    /// Returns the paths of the linked nodes.
    pub fn paths(&self) -> &[String] {
        match self {
            Self::Number(_) => &[],
            Self::Name(path) | Self::Node(path) => std::slice::from_ref(path),
            Self::Text(_, paths) => paths,
        }
    }
}

/// An output of a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputView {
    /// The name.
    pub name: String,
    /// The sources of its values.
    pub inputs: Vec<InputView>,
}

/// A key of a node.
#[derive(Debug, Clone)]
pub struct KeyView {
    /// The name.
    pub name: &'static str,
    /// The legal values.
    pub kind: KeyKind,
    /// The description of the key; `None` for a key that stands for others.
    pub key: Option<&'static Key>,
    /// The value in the recipe's syntax; `None` if it is missing.
    pub text: Option<String>,
}

impl From<&'static Key> for KeyView {
    fn from(key: &'static Key) -> Self {
        Self { name: key.name, kind: key.kind, key: Some(key), text: None }
    }
}

impl KeyView {
    /// Returns the documentation: Markdown.
    pub fn doc(&self) -> String {
        match self.key {
            Some(key) => key.doc(),
            None if self.name == CELLS => {
                "The number of cells on the length after which the recipe repeats, `wrap`. It stands for `frequency` and `period`."
                    .to_owned()
            }
            None => "One noise that moves all axes, at a place of its own for each. It stands for `x`, `y` and `z`.".to_owned(),
        }
    }

    /// Returns the default, if there is a formal one.
    pub fn default(&self) -> Option<String> {
        self.key.and_then(|key| (key.default)()).map(|value| value.to_string())
    }

    /// Returns true if a node must have the key.
    pub fn is_required(&self) -> bool {
        self.key.is_some_and(|key| key.is_required)
    }
}

/// Returns the keys of a kind to show: those that stand for others instead of these, if they are given.
pub(super) fn keys(kind: &'static NodeKind, is_given: impl Fn(&str) -> bool, has_wrap: bool) -> Vec<KeyView> {
    let cells = KeyKind::PerAxis { of: &KeyKind::Whole { least: 1, most: 256 } };
    let has_cells = kind.is_basis && OF_CELLS.iter().all(|key| kind.key(key).is_some());
    let may_have_cells = has_cells && has_wrap && !OF_CELLS.iter().any(|key| is_given(key));
    let mut shown: Vec<KeyView> = Vec::new();
    if is_given(CELLS) || may_have_cells {
        shown.push(KeyView { name: CELLS, kind: cells, key: None, text: None });
    }
    if kind.name == WARP && (is_given(BY) || !OF_BY.iter().any(|key| is_given(key))) {
        shown.push(KeyView { name: BY, kind: KeyKind::Input, key: None, text: None });
    }
    let is_replaced = |key: &str| is_given(CELLS) && OF_CELLS.contains(&key) || is_given(BY) && OF_BY.contains(&key);
    shown.extend(kind.keys.iter().filter(|key| !is_replaced(key.name)).map(KeyView::from));
    shown
}

/// The part of a recipe that is shown.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Shown {
    /// An output by its name; for `None` the default one, or the first if none is the default.
    Output(Option<String>),
    /// A single node, by its path.
    Node(String),
}

impl Default for Shown {
    fn default() -> Self {
        Self::Output(None)
    }
}

/// The names that texts can contain: those of a recipe's nodes, or of a part's.
struct Scope<'t> {
    part: Option<&'t str>,
    names: BTreeSet<&'t str>,
}

impl<'t> Scope<'t> {
    fn of(table: &'t dyn TableLike, part: Option<&'t str>) -> Self {
        let keys = |name: &str| table.get(name).and_then(Item::as_table_like).map(|table| table.iter().map(|(name, _)| name));
        let mut names: BTreeSet<&str> = keys("nodes").into_iter().flatten().collect();
        if part.is_some() {
            // An input of a part comes before a node of the same name.
            for input in keys("inputs").into_iter().flatten() {
                names.remove(input);
            }
        }
        Self { part, names }
    }

    fn path(&self, name: &str) -> String {
        self.part.map_or_else(|| name.to_owned(), |part| format!("parts.{part}.nodes.{name}"))
    }

    fn link(&self, text: &str) -> Link {
        if self.names.contains(text) {
            return Link::Name(self.path(text));
        }
        let mut named: Vec<String> = Vec::new();
        for name in names::nodes(text).filter(|name| self.names.contains(name)) {
            let path = self.path(name);
            if !named.contains(&path) {
                named.push(path);
            }
        }
        Link::Text(text.to_owned(), named)
    }
}

/// A walk through a recipe that collects its nodes.
#[derive(Default)]
struct Walk {
    nodes: Vec<NodeView>,
}

impl Walk {
    /// Adds the node at a path, and those in it. Returns false if there is none.
    fn node(&mut self, item: &Item, path: &str, scope: &Scope<'_>, depth: usize) -> bool {
        let (form, inputs) = match (item.as_str(), item.as_table_like()) {
            (Some(text), _) => (Form::Text, vec![InputView { key: String::new(), link: scope.link(text) }]),
            (_, Some(table)) => match table.get("kind").and_then(Item::as_str) {
                Some(USE) => {
                    let inputs = table.get("inputs").and_then(Item::as_table_like);
                    let inputs = inputs.into_iter().flat_map(|inputs| inputs.iter());
                    let inputs: Vec<_> = inputs.map(|(key, value)| (format!("inputs.{key}"), value)).collect();
                    (Form::Use, self.inputs(inputs, path, scope, depth + 1))
                }
                Some(kind) => {
                    let Some(kind) = NodeKind::of(kind) else { return false };
                    let keys = kind.keys.iter().filter(|key| key.is_input()).map(|key| key.name);
                    let keys = keys.chain((kind.name == WARP).then_some(BY));
                    let inputs: Vec<_> = keys.filter_map(|key| Some((key.to_owned(), table.get(key)?))).collect();
                    (Form::Kind(kind), self.inputs(inputs, path, scope, depth + 1))
                }
                None => return false,
            },
            _ => return false,
        };
        self.nodes.push(NodeView { path: path.to_owned(), form, inputs, depth, part: scope.part.map(str::to_owned) });
        true
    }

    fn inputs(&mut self, inputs: Vec<(String, &Item)>, path: &str, scope: &Scope<'_>, depth: usize) -> Vec<InputView> {
        let mut views = Vec::new();
        for (key, item) in inputs {
            let place = format!("{path}.{key}");
            let link = match item.as_str() {
                Some(text) => scope.link(text),
                None if self.node(item, &place, scope, depth) => Link::Node(place),
                None => match edit::text_of(item).and_then(|text| text.replace('_', "").parse().ok()) {
                    Some(number) => Link::Number(number),
                    None => continue,
                },
            };
            views.push(InputView { key, link });
        }
        views
    }

    /// Adds the nodes in an output.
    fn output(&mut self, table: &dyn TableLike, path: &str, scope: &Scope<'_>) -> Vec<InputView> {
        let mut inputs: Vec<(String, &Item)> = Vec::new();
        match table.get("channels") {
            Some(channels) if channels.is_array() => {
                let count = channels.as_array().map_or(0, toml_edit::Array::len);
                let key = |index: usize| if count == 1 { "channels".to_owned() } else { format!("channels[{index}]") };
                inputs.extend((0..count).filter_map(|index| Some((key(index), channels.get(index)?))));
            }
            channels => inputs.extend(channels.map(|item| ("channels".to_owned(), item))),
        }
        let over_source = |key: &str| Some((format!("{key}.source"), table.get(key)?.as_table_like()?.get("source")?));
        inputs.extend(["ramp", "normal", "slope"].into_iter().filter_map(over_source));
        self.inputs(inputs, path, scope, 1)
    }

    fn named(&mut self, table: &dyn TableLike, scope: &Scope<'_>, is_hidden: impl Fn(&str) -> bool) {
        for (name, item) in table.get("nodes").and_then(Item::as_table_like).into_iter().flat_map(|nodes| nodes.iter()) {
            if !is_hidden(name) {
                self.node(item, &scope.path(name), scope, 0);
            }
        }
    }
}

/// Returns every node in the order of their paths, and every output in the order of their names.
pub(super) fn views(tree: &DocumentMut, recipe: &Recipe) -> (Vec<NodeView>, Vec<OutputView>) {
    let root = Scope::of(tree.as_table(), None);
    let mut walk = Walk::default();
    // A path that begins so leads elsewhere.
    walk.named(tree.as_table(), &root, |name| name == "outputs" || ["params", "parts"].contains(&name) && tree.contains_key(name));
    let mut outputs = Vec::new();
    for name in recipe.output_names() {
        let table = tree.get("outputs").and_then(|outputs| outputs.get(name)).and_then(Item::as_table_like);
        let inputs = match table {
            Some(table) => walk.output(table, &format!("outputs.{name}"), &root),
            None => channels(tree.get("output"), &root),
        };
        outputs.push(OutputView { name: name.to_owned(), inputs });
    }
    for (name, part) in tree.get("parts").and_then(Item::as_table_like).into_iter().flat_map(|parts| parts.iter()) {
        let Some(table) = part.as_table_like() else { continue };
        let scope = Scope::of(table, Some(name));
        walk.named(table, &scope, |_| false);
        for (output, item) in table.get("outputs").and_then(Item::as_table_like).into_iter().flat_map(|outputs| outputs.iter()) {
            let path = format!("parts.{name}.outputs.{output}");
            if let Some(table) = item.as_table_like().filter(|_| !walk.node(item, &path, &scope, 1)) {
                walk.output(table, &path, &scope);
            }
        }
    }
    walk.nodes.sort_by(|a, b| a.path.cmp(&b.path));
    (walk.nodes, outputs)
}

/// Returns the channels of a recipe without tables of outputs.
fn channels(output: Option<&Item>, scope: &Scope<'_>) -> Vec<InputView> {
    match output {
        Some(output) if output.is_array() => {
            let count = output.as_array().map_or(0, toml_edit::Array::len);
            let key = |index: usize| if count == 1 { "output".to_owned() } else { format!("output[{index}]") };
            let link = |index: usize| Some(InputView { key: key(index), link: scope.link(output.get(index)?.as_str()?) });
            (0..count).filter_map(link).collect()
        }
        output => {
            let link = |text: &str| InputView { key: "output".to_owned(), link: scope.link(text) };
            output.and_then(Item::as_str).map(link).into_iter().collect()
        }
    }
}

/// Returns a node of a recipe by its path.
pub(super) fn find<'r>(recipe: &'r Recipe, path: &str) -> Option<&'r Node> {
    let mut open: Vec<(String, &Node)> = recipe.nodes.iter().map(|(name, node)| (name.clone(), node)).collect();
    for (name, output) in &recipe.outputs {
        for (key, input) in output.content.inputs() {
            if let Input::Node(node) = input {
                open.push((format!("outputs.{name}.{key}"), node));
            }
        }
    }
    while let Some((place, node)) = open.pop() {
        if place == path {
            return Some(node);
        }
        for (key, input) in node.inputs() {
            if let Input::Node(inner) = input {
                let place = format!("{place}.{key}");
                if path.starts_with(&place) {
                    open.push((place, inner));
                }
            }
        }
    }
    None
}

/// Returns a recipe of one node and everything that it depends on.
pub(super) fn alone(recipe: &Recipe, path: &str, node: &Node) -> Recipe {
    let mut name = path.to_owned();
    if name.contains('.') {
        name = path.replace(['.', '['], "-").replace(']', "");
        while recipe.nodes.contains_key(&name) {
            name.push('-');
        }
    }
    let mut nodes = BTreeMap::from([(name.clone(), node.clone())]);
    let mut open: Vec<&Node> = vec![node];
    while let Some(node) = open.pop() {
        for (_, input) in node.inputs() {
            match input {
                Input::Node(inner) => open.push(inner),
                Input::Name(other) => {
                    if let (false, Some(inner)) = (nodes.contains_key(other), recipe.nodes.get(other)) {
                        nodes.insert(other.clone(), inner.clone());
                        open.push(inner);
                    }
                }
                Input::Number(_) => {}
            }
        }
    }
    Recipe { output: vec![name], nodes, outputs: BTreeMap::new(), ..recipe.clone() }
}

/// Returns the error for a path without a node.
pub(super) fn no_node(path: &str) -> Problem {
    Problem::new(format!("there is no node `{}`", short(path)))
}
