//! The declared ranges of nodes in a graph.

use std::collections::BTreeMap;

use super::interval::Interval;
use super::node::{Input, Node};

/// The range of a named node. Nodes that are named are looked at once each, those that others stand on first.
pub(super) fn declared(nodes: &BTreeMap<String, Node>, name: &str) -> Interval {
    let mut known: BTreeMap<&str, Interval> = BTreeMap::new();
    let mut stack = vec![(name, false)];
    while let Some((name, has_inputs)) = stack.pop() {
        let Some((name, node)) = nodes.get_key_value(name).filter(|(name, _)| !known.contains_key(name.as_str())) else { continue };
        if has_inputs {
            known.insert(name, of_node(&known, node));
        } else {
            stack.push((name, true));
            stack.extend(names_in(node).map(|name| (name, false)));
        }
    }
    known.get(name).copied().unwrap_or(Interval::UNKNOWN)
}

/// Whether a node that takes no values is the same everywhere.
pub(super) fn is_constant(node: &Node) -> bool {
    let Interval { least, greatest } = node.range(&|_| Interval::UNKNOWN);
    least == greatest
}

fn of_node(known: &BTreeMap<&str, Interval>, node: &Node) -> Interval {
    node.range(&|input| match input {
        Input::Number(number) => Interval::of(number.to_f64()),
        Input::Name(name) => known.get(name.as_str()).copied().unwrap_or(Interval::UNKNOWN),
        Input::Node(inner) => of_node(known, inner),
    })
}

/// The names that a node, and what stands in it, takes values from.
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
