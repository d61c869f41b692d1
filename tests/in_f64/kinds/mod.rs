//! All kinds of node, one file for each. Layers are no functions of a point.

use lacuna::Node;

use super::{Compiler, Function, Kind};

macro_rules! module {
    (Layer $module:ident) => {};
    ($group:ident $module:ident) => {
        pub mod $module;
    };
}

macro_rules! defined {
    (Layer $node:ident $compiler:ident) => {
        panic!("`{}` is a layer", Node::from($node.clone()).kind())
    };
    ($group:ident $node:ident $compiler:ident) => {
        $node.define($compiler)
    };
}

macro_rules! definitions {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {
        $(module!($group $module);)*

        /// Returns a node as a function.
        pub fn define(node: &Node, compiler: &Compiler<'_>) -> Function {
            match node {
                $(Node::$kind(node) => defined!($group node compiler),)*
                other => panic!("there is no definition of `{}`", other.kind()),
            }
        }
    };
}
lacuna::each_node_kind!(definitions);
