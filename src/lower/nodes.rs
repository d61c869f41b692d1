//! A graph as lowering sees it. The kinds of node implement [`Kind`], inputs [`Source`], and graphs [`Nodes`].

use std::collections::BTreeSet;
use std::fmt;

use super::call::{Along, Dual};
use super::group::Group;
use super::interval::Interval;
use super::lowerer::Lowerer;
use crate::color::Lanes;
use crate::error::Result;

/// Where a value comes from.
#[derive(Clone, Copy)]
pub(crate) enum Given<'g> {
    /// It is a number.
    Number(f64),
    /// It is the value of a named node.
    Name(&'g str),
    /// It is the value of a node written in place.
    Node(&'g dyn Kind),
}

/// What a node takes a value from.
pub(crate) trait Source: fmt::Debug {
    fn given(&self) -> Given<'_>;
}

/// Named nodes.
pub(crate) trait Nodes {
    /// Returns the names.
    fn names(&self) -> Vec<&str>;
    /// Returns the node of a known name.
    fn node(&self, name: &str) -> &dyn Kind;
}

/// The entry of a kind in the list of all.
pub(crate) trait Listed {
    fn name(&self) -> &'static str;
    fn group(&self) -> Group;
}

/// The inputs of a node.
pub(crate) trait Sources {
    /// Returns them with their keys.
    fn sources(&self) -> Vec<(&'static str, &dyn Source)>;
}

/// The behaviour of a kind of node.
pub(crate) trait Kind: Listed + Sources {
    /// Lowers the node into a program.
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual>;
    /// Returns the range of the values, from those of the inputs' values. Nearly all values lie in it, and all do if those of the bases do.
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval;
    /// Returns true if the node takes derivatives of an input.
    fn differentiates(&self, _key: &str) -> bool {
        false
    }
    /// Returns the directions of the derivatives that the node takes of sources on surfaces.
    fn along(&self) -> Along {
        Along::Domain
    }
    /// Returns true if the node places its source on a surface.
    fn is_surface(&self) -> bool {
        false
    }
    /// Identifies the body whose surface that is, if normals can be in its space. Equal bodies have the same place for every direction.
    fn body(&self) -> Option<String> {
        None
    }
    /// Returns the direction from the origin to the point of the body's surface at the node's coordinates. Only called if there is a body.
    fn direction(&self, _at: &mut Lowerer<'_>) -> Result<[Dual; 3]> {
        unreachable!("a map of no body has no direction")
    }
    /// Returns the search of feature points that the node uses, equal for all nodes that can share it, and the outputs that it takes from it.
    fn search(&self) -> Option<(String, Vec<u32>)> {
        None
    }
    /// Identifies the unit vector that the value is a component of, equal for all of its components, and returns the axis of the component.
    fn component(&self) -> Option<(String, usize)> {
        None
    }
    /// Returns the input that the value is a linear function of, with the factor and the summand.
    fn linear(&self) -> Option<(&dyn Source, [f64; 2])> {
        None
    }
    /// Returns the channels of the node's value, or none if it has the most channels that its inputs have.
    fn makes(&self) -> Option<Lanes> {
        if self.group() == Group::Space { None } else { Some(Lanes::Number) }
    }
    /// Returns the most channels that an input may have.
    fn takes(&self, key: &str) -> Lanes {
        if self.group() == Group::Space && key == "source" { Lanes::ColorAndAlpha } else { Lanes::Number }
    }
    /// Returns true if an input warps the coordinates of the source.
    fn warps(&self, _key: &str) -> bool {
        false
    }
    /// Returns true if the node turns coordinates into values, which are limited to 2^23.
    fn is_near(&self) -> bool {
        false
    }
}

impl dyn Kind + '_ {
    /// Returns true if the node takes derivatives of any input.
    pub(crate) fn is_differential(&self) -> bool {
        self.sources().iter().any(|(key, _)| self.differentiates(key))
    }
}

impl dyn Nodes + '_ {
    /// Returns true if an input, or anything that it is computed from, takes derivatives.
    pub(crate) fn is_differential(&self, input: &dyn Source) -> bool {
        self.has(input, |node| node.is_differential())
    }

    /// Returns true if an input, or anything that it is computed from, lies on a surface that a map makes.
    pub(crate) fn lies_on_surface(&self, input: &dyn Source) -> bool {
        self.has(input, |node| node.is_surface())
    }

    fn has(&self, input: &dyn Source, what: impl Fn(&dyn Kind) -> bool) -> bool {
        let mut visited = BTreeSet::new();
        let mut stack = vec![input.given()];
        while let Some(given) = stack.pop() {
            let node = match given {
                Given::Node(node) => node,
                Given::Name(name) if visited.insert(name) => self.node(name),
                _ => continue,
            };
            if what(node) {
                return true;
            }
            stack.extend(node.sources().into_iter().map(|(_, input)| input.given()));
        }
        false
    }
}
