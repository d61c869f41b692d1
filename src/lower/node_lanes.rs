//! The colours among the nodes of a graph.
//!
//! A colour is a value that differs by channel. Engines have no notion of colours: a colour node is lowered once for each channel that is requested.

use super::lowerer::{Given, Kind, NodeLanes, Nodes, Source};
use crate::color::Lanes;

impl<'g> NodeLanes<'g> {
    pub(crate) fn of(nodes: &'g dyn Nodes) -> Self {
        let mut colored = Self::default();
        loop {
            let mut is_known = true;
            for name in nodes.names() {
                let lanes = colored.node(nodes.node(name));
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

    pub(crate) fn input(&self, input: &dyn Source) -> Lanes {
        match input.given() {
            Given::Number(_) => Lanes::Number,
            Given::Name(name) => self.name(name),
            Given::Node(node) => self.node(node),
        }
    }

    pub(crate) fn node(&self, node: &dyn Kind) -> Lanes {
        node.makes().unwrap_or_else(|| {
            let inputs = node.sources().into_iter();
            inputs.map(|(key, input)| node.takes(key).min(self.input(input))).max().unwrap_or(Lanes::Number)
        })
    }
}
