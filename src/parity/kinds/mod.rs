//! The cases of each kind of node: engines are compared over them, definitions are checked against them, and statistics are taken of them.

mod bases;
mod combinations;
mod derivatives;
mod fractals;
mod layers;
mod prelude;
mod spaces;
mod steps;

use crate::graph::nodes::{self, each_kind};
use crate::graph::{Node, NodeKind};

/// Nodes of one kind, each with a label that is unique within the kind.
type Cases = Vec<(String, Node)>;

/// A node whose values are surveyed, with a label and the number of its dimensions.
type Survey = (String, Node, u8);

/// The cases of a kind of node.
trait Covered {
    /// Returns nodes that cover the kind: all engines are compared over them, and each has a golden hash.
    fn cases() -> Cases;
    /// Returns the nodes whose values are surveyed, if the kind is a basis.
    fn surveys() -> Vec<Survey> {
        vec![]
    }
}

macro_rules! covered {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        /// Returns nodes that cover a kind, each with a label that is unique within the kind. Engines are compared over them.
        pub fn cases_of_kind(kind: &NodeKind) -> Vec<(String, Node)> {
            match kind.name {
                $($name => <nodes::$kind as Covered>::cases(),)*
                _ => vec![],
            }
        }

        /// Returns nodes of a basis whose values are worth a survey, each with a label and the number of its dimensions.
        pub fn surveys_of_kind(kind: &NodeKind) -> Vec<(String, Node, u8)> {
            match kind.name {
                $($name => <nodes::$kind as Covered>::surveys(),)*
                _ => vec![],
            }
        }
    };
}
each_kind!(covered);
