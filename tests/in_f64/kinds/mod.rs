//! All kinds of node, one file for each.

use lacuna::Node;

use super::{Compiler, Function, Kind};

macro_rules! definitions {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        $(pub mod $module;)*

        /// Returns a node as a function.
        pub fn define(node: &Node, compiler: &Compiler<'_>) -> Function {
            match node {
                $(Node::$kind(node) => node.define(compiler),)*
                other => panic!("there is no definition of `{}`", other.kind()),
            }
        }
    };
}
lacuna::each_node_kind!(definitions);
