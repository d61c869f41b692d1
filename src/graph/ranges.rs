//! The declared ranges of nodes in a graph.

use std::collections::BTreeMap;

use super::interval::Interval;
use super::node::{Input, Node};

/// Returns the range of a named node.
pub(super) fn declared(nodes: &BTreeMap<String, Node>, name: &str) -> Interval {
    known_of(nodes, vec![name]).get(name).copied().unwrap_or(Interval::UNKNOWN)
}

/// Returns the range of an input.
pub(super) fn of_input(nodes: &BTreeMap<String, Node>, input: &Input) -> Interval {
    let names = match input {
        Input::Number(_) => vec![],
        Input::Name(name) => vec![name.as_str()],
        Input::Node(node) => names_in(node).collect(),
    };
    of_known(&known_of(nodes, names), input)
}

/// Returns the ranges of named nodes and of those that they depend on. Each is computed once, after its inputs.
fn known_of<'n>(nodes: &'n BTreeMap<String, Node>, names: Vec<&'n str>) -> BTreeMap<&'n str, Interval> {
    let mut known: BTreeMap<&str, Interval> = BTreeMap::new();
    let mut stack: Vec<(&str, bool)> = names.into_iter().map(|name| (name, false)).collect();
    while let Some((name, has_inputs)) = stack.pop() {
        let Some((name, node)) = nodes.get_key_value(name).filter(|(name, _)| !known.contains_key(name.as_str())) else { continue };
        if has_inputs {
            known.insert(name, of_node(&known, node));
        } else {
            stack.push((name, true));
            stack.extend(names_in(node).map(|name| (name, false)));
        }
    }
    known
}

/// Returns true if a node without inputs has the same value everywhere.
pub(super) fn is_constant(node: &Node) -> bool {
    let Interval { least, greatest } = node.range(&|_| Interval::UNKNOWN);
    least == greatest
}

fn of_node(known: &BTreeMap<&str, Interval>, node: &Node) -> Interval {
    node.range(&|input| of_known(known, input))
}

fn of_known(known: &BTreeMap<&str, Interval>, input: &Input) -> Interval {
    match input {
        Input::Number(number) => Interval::of(number.to_f64()),
        Input::Name(name) => known.get(name.as_str()).copied().unwrap_or(Interval::UNKNOWN),
        Input::Node(inner) => of_node(known, inner),
    }
}

/// Returns the names that a node, and the nodes nested in it, take values from.
fn names_in(node: &Node) -> impl Iterator<Item = &str> {
    let mut nodes = vec![node];
    let mut names = vec![];
    while let Some(node) = nodes.pop() {
        for (_, input) in node.inputs() {
            match input {
                Input::Name(name) => names.push(name.as_str()),
                Input::Node(inner) => nodes.push(inner),
                Input::Number(_) => {}
            }
        }
    }
    names.into_iter()
}
