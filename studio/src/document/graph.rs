//! The nodes of a recipe as lists, and what is shown of them.

use std::collections::BTreeMap;

use lacuna::graph::{Group, Key, NodeKind};
use lacuna::recipe::{self, Recipe, short};
use lacuna::{Input, Node, Number};

use super::problem::Problem;

/// A node of a recipe, also one in place of an input.
#[derive(Debug, Clone)]
pub struct NodeView {
    /// The path, as errors name it: `fbm`, `fbm.source`, `outputs.normal.normal.source`.
    pub path: String,
    /// Its kind.
    pub kind: &'static NodeKind,
    /// What it takes values from.
    pub inputs: Vec<InputView>,
    /// In how many others it stands: 0 for one with a name.
    pub depth: usize,
}

impl NodeView {
    /// What a key without a default is where it is left out, as its documentation tells; none where that is no value.
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
    /// Where the value comes from.
    pub link: Link,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A number.
    Number(Number),
    /// A node with a name.
    Name(String),
    /// A node in place: its path.
    Node(String),
}

impl Link {
    /// The path of the node that it leads to.
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
    /// What it takes values from.
    pub inputs: Vec<InputView>,
}

/// A key of a node.
#[derive(Debug, Clone)]
pub struct KeyView {
    /// What is known of it.
    pub key: &'static Key,
    /// The value as the recipe writes it; none where it is left out.
    pub text: Option<String>,
}

/// What is shown of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Shown {
    /// An output by its name, or the default one, or the first where none is the default.
    Output(Option<String>),
    /// A node by itself, by its path.
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

/// Every node with its path and its depth.
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

/// Every node, in the order of their paths.
pub(super) fn views(recipe: &Recipe) -> Vec<NodeView> {
    let view = |(path, node, depth): (String, &Node, usize)| {
        let inputs = node.inputs().into_iter();
        let inputs = inputs.map(|(key, input)| InputView { key: key.to_owned(), link: link(&format!("{path}.{key}"), input) }).collect();
        NodeKind::of(node.kind()).map(|kind| NodeView { path, kind, inputs, depth })
    };
    places(recipe).into_iter().filter_map(view).collect()
}

/// Every output, in the order of their names.
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

/// A recipe of one node and what it is made of.
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
