//! The cases of nodes: what engines are compared over, what definitions are held to, and what statistics are found of.

use super::node::Node;
use super::nodes::perlin::Perlin;
use super::nodes::simplex::Simplex;
use super::nodes::value::Value;
use crate::permutation::HashKind;

/// Nodes of one kind, each with a label that no other of the kind has.
pub(crate) type Cases = Vec<(String, Node)>;

/// A node whose values are surveyed, with a label and the number of its dimensions.
pub(crate) type Survey = (String, Node, u8);

const HASHES: [(&str, HashKind, u32); 2] = [("table", HashKind::Table, 7), ("lattice hash", HashKind::Lattice, 1000)];

/// Noise over a lattice in every dimension and hash, with a period and, if it takes one, without.
pub(crate) fn of_lattices(most: u8, has_period: bool, make: impl Fn(u8, HashKind, u32) -> Node) -> Cases {
    let mut cases = Cases::new();
    for (hash_name, hash, cells) in HASHES {
        for dimensions in 1..=most {
            cases.push((format!("{dimensions}-D, {hash_name}"), make(dimensions, hash, 0)));
            if has_period {
                cases.push((format!("{dimensions}-D with a period, {hash_name}"), make(dimensions, hash, cells)));
            }
        }
    }
    cases
}

/// Noise over a lattice in every dimension and hash, by its name and a space.
pub(crate) fn survey_of_lattices(name: &str, most: u8, make: impl Fn(u8, HashKind) -> Node, surveys: &mut Vec<Survey>) {
    for dimensions in 1..=most {
        for (hash_name, hash, _) in HASHES {
            surveys.push((format!("{name}{dimensions}-D, {hash_name}"), make(dimensions, hash), dimensions));
        }
    }
}

/// Nodes by their numbers; one by itself needs none. They are made one by one: all together they would take too much of a stack.
pub(crate) fn numbered(nodes: &[fn() -> Node]) -> Cases {
    let label = |number: usize| if nodes.len() == 1 { String::new() } else { number.to_string() };
    nodes.iter().enumerate().map(|(number, node)| (label(number), node())).collect()
}

/// Noise for other nodes to stand on.
pub(crate) fn a() -> Perlin {
    Perlin::new().seed(11)
}

/// Another.
pub(crate) fn b() -> Value {
    Value::new().seed(12).frequency(0.7)
}

/// Noise that sees four coordinates.
pub(crate) fn four_dimensional() -> Simplex {
    Simplex::new().dimensions(4).frequency(2)
}
