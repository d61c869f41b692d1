//! A graph as lowering sees it, and what it is lowered by. The kinds of node implement [`Kind`], inputs [`Source`], and graphs [`Nodes`]; a kind calls the methods
//! of the [`Lowerer`], which are in the other files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use num_rational::BigRational;

use super::affine::Space;
use super::dual::{Along, Dual};
use super::group::Group;
use super::interval::Interval;
use super::lacunarity::{KnownPowers, Power};
use crate::color::{ColorChannel, Lanes};
use crate::error::Result;
use crate::program::{LatticeAxis, Operation, Register, Values};

/// What an input holds.
#[derive(Clone, Copy)]
pub(crate) enum Given<'g> {
    /// It is a number.
    Number(f64),
    /// It is the value of a named node.
    Name(&'g str),
    /// It is the value of a node written in place.
    Node(&'g dyn Kind),
}

impl<'g> Given<'g> {
    /// Returns the names that the value is taken from, directly or by the nodes that are nested in its own.
    pub(crate) fn names(self) -> Vec<&'g str> {
        let (mut names, mut nodes) = (vec![], vec![]);
        let mut take = |given, nodes: &mut Vec<&'g dyn Kind>| match given {
            Given::Name(name) => names.push(name),
            Given::Node(node) => nodes.push(node),
            Given::Number(_) => {}
        };
        take(self, &mut nodes);
        while let Some(node) = nodes.pop() {
            node.sources().into_iter().for_each(|(_, input)| take(input.given(), &mut nodes));
        }
        names
    }
}

/// An input, as lowering sees it.
pub(crate) trait Source: fmt::Debug {
    fn given(&self) -> Given<'_>;
}

/// Named nodes.
pub(crate) trait Nodes {
    /// Returns the names.
    fn names(&self) -> Vec<&str>;
    /// Returns the node of a name, if there is one.
    fn find(&self, name: &str) -> Option<&dyn Kind>;
}

/// The name and the group of a kind, from the list of all kinds in `graph/nodes/mod.rs`.
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
    /// Lowers the node into a program. Layers are computed from pixels instead, and have none.
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        Err(at.no_pixels())
    }
    /// Returns the range of the values, from those of the inputs' values. Nearly all values lie in it, and all do if those of the bases do.
    fn range(&self, of: &dyn Fn(&dyn Source) -> Interval) -> Interval;
    /// Returns true if [`lower`](Self::lower) asks for derivatives of the input with this key, in whatever way. A named node is lowered with the derivatives that
    /// were found to be asked for before (`requests` in `mod.rs`), and has none otherwise.
    fn differentiates(&self, _key: &str) -> bool {
        false
    }
    /// Returns true if the value is the same everywhere.
    fn is_constant(&self) -> bool {
        false
    }
    /// Returns the axes along which the node takes differences of its source from pixel to pixel.
    fn differences(&self) -> &[usize] {
        &[]
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
    /// Returns true if an input warps the coordinates of the source. It must say so for the same reason.
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
    /// Returns the node of a name in a valid graph.
    pub(crate) fn node(&self, name: &str) -> &dyn Kind {
        self.find(name).expect("the names in a valid graph are known")
    }

    /// Returns true if an input, or anything that it is computed from, takes derivatives.
    pub(crate) fn is_differential(&self, input: &dyn Source) -> bool {
        self.has(input, |node| node.is_differential())
    }

    /// Returns true if an input, or anything that it is computed from, lies on a surface that a map makes.
    pub(crate) fn lies_on_surface(&self, input: &dyn Source) -> bool {
        self.has(input, |node| node.is_surface())
    }

    /// Returns true if an input, or anything that it is computed from, takes derivatives or is computed from pixels, so that it has no derivatives.
    pub(crate) fn has_no_derivatives(&self, input: &dyn Source) -> bool {
        self.has(input, |node| node.is_differential() || node.group() == Group::Layer || !node.differences().is_empty())
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

/// The channels of the named nodes.
#[derive(Debug, Default)]
pub(crate) struct NodeLanes<'g> {
    pub(super) named: BTreeMap<&'g str, Lanes>,
}

/// The operations of one loop body (or of the whole program), and what is already evaluated in it: nodes, by space, the directions of their derivatives and
/// the requested channel of a colour; and what nodes share, by key, space, the directions of derivatives and whether they are requested. Both also by where
/// maps place their sources.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) body: Vec<Operation>,
    pub(super) known: BTreeMap<(String, usize, Along, Option<ColorChannel>, Aside), Dual>,
    pub(super) shared: BTreeMap<(String, usize, Along, bool, Aside), Vec<Dual>>,
    /// Parts of noise, by the noise and the space.
    pub(super) parts: BTreeMap<(String, usize), Vec<Dual>>,
}

/// The axis and the distance by which maps place their sources aside of the surface.
pub(super) type Aside = Option<(usize, BigRational)>;

/// Everything that is lowered so far, and the node being lowered.
pub(crate) struct Lowerer<'g> {
    pub(super) nodes: &'g dyn Nodes,
    /// The colours among the nodes.
    pub(super) colored: NodeLanes<'g>,
    /// The requested channel of the colour being lowered, if it is one.
    pub(super) channel: Option<ColorChannel>,
    /// The given nodes by name, and by axis if their differences are given, with the first register of each and the number of its channels.
    pub(super) given: BTreeMap<(String, Option<usize>), (Register, usize)>,
    /// The name of the output being lowered.
    pub(super) output: &'g str,
    /// The named nodes of which more than the value is requested somewhere, so that a shared node is evaluated once, with everything.
    pub(super) asked: BTreeMap<String, Asked>,
    /// By the search of feature points, the outputs that nodes take of it.
    pub(super) searches: BTreeMap<String, BTreeSet<u32>>,
    pub(super) values: Values,
    pub(super) axes: Vec<LatticeAxis>,
    pub(super) terms: u32,
    pub(super) made: Made,
    /// The bound of the absolute value, by register.
    pub(super) bounds: Vec<f64>,
    /// The loops around the node being lowered, outermost first.
    pub(super) enclosing: Vec<Enclosing>,
    /// The powers of `enclosing` in its current state.
    pub(super) known_powers: KnownPowers,
    pub(super) spaces: Vec<Space>,
    /// What is requested of the node being lowered.
    pub(super) asked_now: Asked,
    /// The directions of its derivatives.
    pub(super) along: Along,
    /// Where the next map places its source.
    pub(super) aside: Aside,
    /// The directions of the derivatives of named nodes that never follow the domain. Where only the value of such a node is asked for, it is found in the
    /// evaluation with these derivatives, and not made again. Of several directions the first serves.
    pub(super) followed: BTreeMap<String, Along>,
    /// The number of nested nodes being lowered.
    pub(super) nested: usize,
    /// The number of scalars that are known to be finite.
    pub(super) finite: usize,
    /// The first place where values or derivatives of the output could be greater than 10^19 (`GREAT` in `registers.rs`), and the bound there.
    pub(super) great: Option<(Register, String, f64)>,
    /// The octave of the innermost loop whose values are being bounded, and the loop's number of octaves.
    pub(super) bounded: Option<(usize, usize)>,
    /// The loop body that operations are added to.
    pub(super) scope: Scope,
    /// The place of the node being lowered, and the number of its space.
    pub(super) place: String,
    pub(super) space: usize,
}

/// The used part of a program's limits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Made {
    /// Of [`MAX_OPERATIONS`](crate::program::MAX_OPERATIONS).
    pub(super) operations: u32,
    /// Of [`MAX_STEPS`](crate::program::MAX_STEPS).
    pub(super) steps: u32,
}

/// The part of a node's result that is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Asked {
    Value,
    /// Its derivatives too, since it warps the coordinates of a node that takes some. The derivatives that it takes itself count as constant there, since
    /// there are no second derivatives.
    Warp,
    /// Its derivatives too, which are a value of the program.
    Derivatives,
}

/// A loop around the node being lowered.
pub(super) struct Enclosing {
    pub(super) octaves: u32,
    /// lacunarity^k by octave, exact.
    pub(super) powers: Vec<Power>,
    pub(super) decorrelate: bool,
}

/// The requests to a graph's nodes, found before it is lowered.
#[derive(Default)]
pub(super) struct Requests {
    /// The requests to named nodes in addition to their values.
    pub(super) asked: BTreeMap<String, Asked>,
    /// The directions of their requested derivatives.
    pub(super) alongs: BTreeMap<String, BTreeSet<Along>>,
    /// The outputs that nodes take from each search of feature points.
    pub(super) searches: BTreeMap<String, BTreeSet<u32>>,
}
