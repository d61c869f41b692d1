//! The nodes of a recipe as lists, and the part of it that is shown.

use std::collections::BTreeMap;

use lacuna::graph::{Group, Key, NodeKind};
use lacuna::internal::short;
use lacuna::recipe::{self, Recipe};
use lacuna::{Input, Node, Number};

use super::problem::Problem;

/// A node of a recipe, named or in place of an input.
#[derive(Debug, Clone)]
pub struct NodeView {
    /// The path, as in error messages: `fbm`, `fbm.source`, `outputs.normal.normal.source`.
    pub path: String,
    /// Its kind.
    pub kind: &'static NodeKind,
    /// The sources of its values.
    pub inputs: Vec<InputView>,
    /// The number of nodes that it is nested in: 0 for a named one.
    pub depth: usize,
}

impl NodeView {
    /// Returns the value of a missing key without a formal default, as documented; `None` if that is not a value.
    pub fn usual(&self, key: &str) -> Option<&'static str> {
        match (self.kind.group, key) {
            (Group::Fractal, "octaves") => Some("6"),
            (Group::Fractal, "gain") => Some("0.5"),
            _ => None,
        }
    }
}

/// An input of a node or of an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputView {
    /// The key: `source`, `channels[1]`, `normal.source`.
    pub key: String,
    /// The source of the value.
    pub link: Link,
}

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A number.
    Number(Number),
    /// A node with a name.
    Name(String),
    /// A node in place, by its path.
    Node(String),
}

impl Link {
    /// Returns the path of the linked node.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Name(path) | Self::Node(path) => Some(path),
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
    /// The description of the key.
    pub key: &'static Key,
    /// The value in the recipe's syntax; `None` if it is missing.
    pub text: Option<String>,
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

fn link(path: &str, input: &Input) -> Link {
    match input {
        Input::Number(number) => Link::Number(*number),
        Input::Name(name) => Link::Name(name.clone()),
        Input::Node(_) => Link::Node(path.to_owned()),
    }
}

/// Returns every node with its path and its depth.
fn places(recipe: &Recipe) -> Vec<(String, &Node, usize)> {
    let mut open: Vec<(String, &Node, usize)> = recipe.nodes.iter().map(|(name, node)| (name.clone(), node, 0)).collect();
    for (name, output) in &recipe.outputs {
        for (key, input) in output.content.inputs() {
            if let Input::Node(node) = input {
                open.push((format!("outputs.{name}.{key}"), node, 1));
            }
        }
    }
    let mut places = Vec::new();
    while let Some((path, node, depth)) = open.pop() {
        for (key, input) in node.inputs() {
            if let Input::Node(inner) = input {
                open.push((format!("{path}.{key}"), inner, depth + 1));
            }
        }
        places.push((path, node, depth));
    }
    places.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    places
}

/// Returns every node, in the order of their paths.
pub(super) fn views(recipe: &Recipe) -> Vec<NodeView> {
    let view = |(path, node, depth): (String, &Node, usize)| {
        let inputs = node.inputs().into_iter();
        let inputs = inputs.map(|(key, input)| InputView { key: key.to_owned(), link: link(&format!("{path}.{key}"), input) }).collect();
        NodeKind::of(node.kind()).map(|kind| NodeView { path, kind, inputs, depth })
    };
    places(recipe).into_iter().filter_map(view).collect()
}

/// Returns every output, in the order of their names.
pub(super) fn outputs_of(recipe: &Recipe) -> Vec<OutputView> {
    if recipe.outputs.is_empty() {
        let key = |index: usize| if recipe.output.len() == 1 { "output".to_owned() } else { format!("output[{index}]") };
        let inputs = recipe.output.iter().enumerate().map(|(index, name)| InputView { key: key(index), link: Link::Name(name.clone()) });
        let inputs: Vec<_> = inputs.collect();
        return recipe.output_names().into_iter().map(|name| OutputView { name: name.to_owned(), inputs: inputs.clone() }).collect();
    }
    let output = |(name, output): (&String, &recipe::Output)| {
        let inputs = output.content.inputs().into_iter();
        let inputs = inputs.map(|(key, input)| {
            let path = format!("outputs.{name}.{key}");
            InputView { key, link: link(&path, input) }
        });
        OutputView { name: name.clone(), inputs: inputs.collect() }
    };
    recipe.outputs.iter().map(output).collect()
}

/// Returns a recipe of one node and everything that it depends on.
pub(super) fn alone(recipe: &Recipe, path: &str) -> Result<Recipe, Problem> {
    let places = places(recipe);
    let found = places.binary_search_by(|(place, ..)| place.as_str().cmp(path));
    let (_, node, depth) =
        found.map(|index| places[index].clone()).map_err(|_| Problem::new(format!("there is no node `{}`", short(path))))?;
    let mut name = path.to_owned();
    if depth > 0 {
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
    Ok(Recipe { output: vec![name], nodes, outputs: BTreeMap::new(), ..recipe.clone() })
}
