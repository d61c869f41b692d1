//! Lowers a graph to a program.
//!
//! Each kind of node lowers itself: it asks the [`Lowerer`](lowerer::Lowerer) for its inputs, calls functions with them, and returns a value. `lowerer.rs` says
//! what lowering knows of a graph and of the program so far, `inputs.rs` what a node can ask for. Coordinates are `affine.rs`, with `circle.rs`, `plane.rs`,
//! `surface.rs` and `body.rs` for those of maps. Values are `dual.rs`, and what is computed with them `expression.rs`, `functions.rs`, `call.rs` and
//! `derivation.rs`. Noise over a lattice is `lattice.rs` and `noise.rs`; octaves are `octaves.rs`, `loops.rs`, `lacunarity.rs` and `powers.rs`. `registers.rs`
//! adds to the program and keeps its limits. `interval.rs` and `ranges.rs` are the declared ranges of nodes, `node_lanes.rs` the channels of colours, `group.rs`
//! the groups of kinds; `prune.rs` removes what no output depends on.

pub(crate) mod affine;
mod body;
pub(crate) mod call;
pub(crate) mod circle;
pub(crate) mod derivation;
pub(crate) mod dual;
pub(crate) mod expression;
pub(crate) mod functions;
pub(crate) mod group;
pub(crate) mod inputs;
pub(crate) mod interval;
mod lacunarity;
pub(crate) mod lattice;
pub(crate) mod loops;
pub(crate) mod lowerer;
mod node_lanes;
mod noise;
pub(crate) mod octaves;
pub(crate) mod plane;
mod powers;
mod prune;
pub(crate) mod ranges;
mod registers;
pub(crate) mod surface;

#[cfg(all(test, feature = "cpu"))]
#[path = "tests/bounds.rs"]
mod bounds;
#[cfg(test)]
#[path = "tests/expressions.rs"]
mod expressions;
#[cfg(test)]
#[path = "tests/programs.rs"]
mod programs;

use std::collections::BTreeSet;

use crate::error::Result;
use crate::program::{Program, Structure};
use dual::Along;
use lowerer::{Asked, Given, Kind, Lowerer, Nodes, Requests};

/// A named node whose values a program is given at its samples, instead of computing them there.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenNode {
    /// The name of the node.
    pub name: String,
    /// The axis, if the values are the node's differences from pixel to pixel.
    pub difference: Option<usize>,
    /// The bound of the absolute value of each channel.
    pub bounds: Vec<f64>,
}

/// Lowers the outputs of a valid graph.
pub(crate) fn lower(nodes: &dyn Nodes, outputs: &[String]) -> Result<Program> {
    Ok(lower_given(nodes, outputs, &[])?.0)
}

/// Lowers the outputs of a valid graph over given values, whose registers come first. Returns the bounds of the outputs' channels as well.
pub(crate) fn lower_given(nodes: &dyn Nodes, outputs: &[String], given: &[GivenNode]) -> Result<(Program, Vec<f64>)> {
    let mut lowerer = Lowerer::new(nodes, requests(nodes, outputs));
    let given = lowerer.give(given);
    let mut channels = Vec::new();
    for name in outputs {
        channels.extend(lowerer.output(name)?.into_iter().map(|channel| channel.value));
    }
    let bounds_of_channels = channels.iter().map(|channel| lowerer.bound(*channel)).collect();
    let Lowerer { values, axes, terms, bounds, scope, made, .. } = lowerer;
    let mut body = scope.body;
    prune::prune(&mut body, &axes, bounds.len(), &channels);
    let structure = Structure {
        body,
        outputs: channels,
        registers: bounds.len() as u32,
        given,
        axes,
        terms,
        loops: values.octaves.len() as u32,
        bases: values.keys.len() as u32,
        scalars: values.scalars.len() as u32,
        octave_scalars: values.octave_scalars.len() as u32,
    };
    Ok((Program::of(structure, values, made.operations, made.steps), bounds_of_channels))
}

/// Visits all nodes that the outputs need.
fn requests(nodes: &dyn Nodes, outputs: &[String]) -> Requests {
    let mut requests = Requests::default();
    let mut visited = BTreeSet::new();
    let mut stack: Vec<(&dyn Kind, Asked, Along)> = outputs.iter().map(|name| (nodes.node(name), Asked::Value, Along::Domain)).collect();
    while let Some((node, asked, along)) = stack.pop() {
        if let Some((search, outputs)) = node.search() {
            requests.searches.entry(search).or_default().extend(outputs);
        }
        let inputs = node.sources();
        let lies_on_surface = inputs.iter().any(|(_, input)| nodes.lies_on_surface(*input));
        let is_warped = inputs.iter().any(|(key, _)| node.warps(key))
            && inputs.iter().any(|(key, input)| !node.warps(key) && nodes.is_differential(*input));
        for (key, input) in inputs {
            let (asked, along) = match node.differentiates(key) {
                true if lies_on_surface => (Asked::Derivatives, node.along()),
                true => (Asked::Derivatives, Along::Domain),
                false if is_warped && node.warps(key) => (asked.max(Asked::Warp), along),
                false => (asked, along),
            };
            let within = match along {
                _ if !node.is_surface() => along,
                Along::Object => Along::Within,
                _ => Along::Domain,
            };
            match input.given() {
                Given::Node(inner) => stack.push((inner, asked, within)),
                Given::Name(name) => {
                    if asked > Asked::Value {
                        let most = requests.asked.entry(name.to_owned()).or_insert(asked);
                        *most = asked.max(*most);
                        requests.alongs.entry(name.to_owned()).or_default().insert(within);
                    }
                    if visited.insert((name, asked, within)) {
                        stack.push((nodes.node(name), asked, within));
                    }
                }
                Given::Number(_) => {}
            }
        }
    }
    requests
}
