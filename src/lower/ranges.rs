//! The declared ranges of nodes in a graph.

use std::collections::BTreeMap;

use super::interval::Interval;
use super::lowerer::{Given, Kind, Nodes, Source};

/// Returns the range of a named node.
pub(crate) fn of_name(nodes: &dyn Nodes, name: &str) -> Interval {
    of_given(nodes, Given::Name(name))
}

/// Returns the range of an input.
pub(crate) fn of_input(nodes: &dyn Nodes, input: &dyn Source) -> Interval {
    of_given(nodes, input.given())
}

fn of_given<'g>(nodes: &'g dyn Nodes, given: Given<'g>) -> Interval {
    of_known(&known_of(nodes, given.names()), given)
}

/// Returns the ranges of named nodes and of those that they depend on. Each is computed once, after its inputs.
fn known_of<'g>(nodes: &'g dyn Nodes, names: Vec<&'g str>) -> BTreeMap<&'g str, Interval> {
    let mut known: BTreeMap<&str, Interval> = BTreeMap::new();
    let mut stack: Vec<(&str, bool)> = names.into_iter().map(|name| (name, false)).collect();
    while let Some((name, has_inputs)) = stack.pop() {
        let Some(node) = nodes.find(name).filter(|_| !known.contains_key(name)) else { continue };
        if has_inputs {
            known.insert(name, of_node(&known, node));
        } else {
            stack.push((name, true));
            stack.extend(Given::Node(node).names().into_iter().map(|name| (name, false)));
        }
    }
    known
}

/// Returns true if a node without inputs has the same value everywhere.
pub(crate) fn is_constant(node: &dyn Kind) -> bool {
    let Interval { least, greatest } = node.range(&|_| Interval::UNKNOWN);
    least == greatest
}

fn of_node(known: &BTreeMap<&str, Interval>, node: &dyn Kind) -> Interval {
    node.range(&|input| of_known(known, input.given()))
}

fn of_known(known: &BTreeMap<&str, Interval>, given: Given<'_>) -> Interval {
    match given {
        Given::Number(number) => Interval::of(number),
        Given::Name(name) => known.get(name).copied().unwrap_or(Interval::UNKNOWN),
        Given::Node(inner) => of_node(known, inner),
    }
}
