//! The colours among the nodes of a graph.
//!
//! A colour is a value that differs by channel. Engines have no notion of colours: a colour node is lowered once for each channel that is requested.

use std::collections::BTreeMap;

use super::color::Lanes;
use super::node::{Input, Node};

/// The channels of the named nodes.
#[derive(Debug, Default)]
pub(crate) struct Colored<'g> {
    named: BTreeMap<&'g str, Lanes>,
}

impl<'g> Colored<'g> {
    pub(crate) fn of(nodes: &'g BTreeMap<String, Node>) -> Self {
        let mut colored = Self::default();
        loop {
            let mut is_known = true;
            for (name, node) in nodes {
                let lanes = colored.node(node);
                if lanes > colored.name(name) {
                    colored.named.insert(name, lanes);
                    is_known = false;
                }
            }
            if is_known {
                return colored;
            }
        }
    }

    pub(crate) fn name(&self, name: &str) -> Lanes {
        self.named.get(name).copied().unwrap_or(Lanes::Number)
    }

    pub(crate) fn input(&self, input: &Input) -> Lanes {
        match input {
            Input::Number(_) => Lanes::Number,
            Input::Name(name) => self.name(name),
            Input::Node(node) => self.node(node),
        }
    }

    pub(crate) fn node(&self, node: &Node) -> Lanes {
        node.makes().unwrap_or_else(|| {
            let inputs = node.inputs().into_iter();
            inputs.map(|(key, input)| node.takes(key).min(self.input(input))).max().unwrap_or(Lanes::Number)
        })
    }
}
