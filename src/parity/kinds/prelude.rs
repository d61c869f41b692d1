//! What the cases are made of.

pub(super) use super::{Cases, Covered, Survey};
pub(super) use crate::graph::nodes::*;
pub(super) use crate::graph::{Node, NodeExt as _, PerAxis};
pub(super) use crate::number::Number;
pub(super) use crate::seeding::HashKind;

/// Returns noise over a lattice in every dimension, without a period and, if it takes one, with a period.
pub(super) fn of_lattices(most: u8, has_period: bool, make: impl Fn(u8, u32) -> Node) -> Cases {
    let mut cases = Cases::new();
    for dimensions in 1..=most {
        cases.push((format!("{dimensions}-D"), make(dimensions, 0)));
        if has_period {
            cases.push((format!("{dimensions}-D with a period"), make(dimensions, 7)));
        }
    }
    cases
}

/// Labels nodes with their numbers; a single node gets an empty label. The nodes are made one at a time, since all together would take too much of the stack.
pub(super) fn numbered(nodes: &[fn() -> Node]) -> Cases {
    let label = |number: usize| if nodes.len() == 1 { String::new() } else { number.to_string() };
    nodes.iter().enumerate().map(|(number, node)| (label(number), node())).collect()
}

/// Returns noise as an input for other nodes.
pub(super) fn a() -> Perlin {
    Perlin::new().seed(11)
}

/// Returns a second noise.
pub(super) fn b() -> Value {
    Value::new().seed(12).frequency(0.7)
}

/// Returns noise that takes four coordinates.
pub(super) fn four_dimensional() -> Simplex {
    Simplex::new().dimensions(4).frequency(2)
}
