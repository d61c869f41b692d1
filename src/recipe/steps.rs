//! The steps of an evaluation: graphs that are evaluated, and layers that are computed from their pixels.
//!
//! A graph without layers is one step. Otherwise nodes lie at depths: those below all layers at 0, a layer one deeper than its sources, and another node as
//! deep as the deepest that it reads. The nodes of a depth are evaluated together, after the layers that they read, and are given the values of shallower nodes
//! that were evaluated before. So each value is computed once a pixel, whoever reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::error::{Error, Result};
use crate::graph::nodes::{Constant, SlopeMethod};
use crate::graph::{Graph, Group, Input, MAX_CHANNELS, Node, each_node, free_name};
use crate::lower::GivenNode;
use crate::lower::lowerer::{NodeLanes, Nodes, Source};
use crate::program::Program;

/// A step of an evaluation. Its results are planes: values of all pixels. All planes of a plan are numbered in the order of its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// A graph is evaluated.
    Graph(GraphStep),
    /// A layer is computed from planes.
    Layer(LayerStep),
}

/// The evaluation of a graph. Its channels are planes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphStep {
    /// The graph.
    pub graph: Graph,
    /// The nodes that are not evaluated at the pixels themselves, since the values there are planes already.
    pub given: Vec<GivenPlanes>,
    /// The planes of the graph's channels.
    pub planes: Range<usize>,
}

/// A node whose values at the pixels are planes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenPlanes {
    /// The name of the node.
    pub name: String,
    /// If the planes are the node's differences from pixel to pixel, the axis along which they are.
    pub difference: Option<usize>,
    /// The planes, one for each channel.
    pub planes: Range<usize>,
}

/// The computation of a layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerStep {
    /// The name of the layer, or of the node whose differences are computed.
    pub name: String,
    /// The layer.
    pub layer: Layer,
    /// The planes of its sources.
    pub sources: Vec<Range<usize>>,
    /// The planes of its channels.
    pub planes: Range<usize>,
}

/// A layer: what is computed from pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layer {
    /// A node of the group [`Group::Layer`].
    Node(Box<Node>),
    /// The differences of values from pixel to pixel along x (0) or y (1), per unit.
    Difference(usize),
}

impl GraphStep {
    /// Lowers the graph, as if all given values were within ±1.
    pub(super) fn program(&self) -> Result<Program> {
        let given =
            |node: &GivenPlanes| GivenNode { name: node.name.clone(), difference: node.difference, bounds: vec![1.0; node.planes.len()] };
        Ok(Program::of_given(&self.graph, &self.given.iter().map(given).collect::<Vec<_>>())?.0)
    }
}

impl Step {
    /// Returns the planes that the step makes.
    pub fn planes(&self) -> Range<usize> {
        match self {
            Self::Graph(step) => step.planes.clone(),
            Self::Layer(step) => step.planes.clone(),
        }
    }
}

/// Values at the pixels: those of a named node, or their differences along an axis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Value {
    name: String,
    difference: Option<usize>,
}

impl Value {
    fn of(name: &str) -> Self {
        Self { name: name.to_owned(), difference: None }
    }
}

/// Cuts a graph into steps. Returns them, and the plane of each of the graph's outputs, which are numbers.
pub(super) fn cut(graph: &Graph) -> Result<(Vec<Step>, Vec<usize>)> {
    let settled = settled(graph);
    let alone = |nodes: BTreeMap<String, Node>| {
        let planes = 0..graph.outputs.len();
        let step = GraphStep { graph: Graph { nodes, ..graph.clone() }, given: vec![], planes: planes.clone() };
        Ok((vec![Step::Graph(step)], planes.collect()))
    };
    if !settled.values().any(has_layers) {
        return alone(settled);
    }
    let mut nodes = settled.clone();
    let names: Vec<String> = nodes.keys().cloned().collect();
    for name in &names {
        let mut node = nodes[name].clone();
        name_sources(&mut node, name, &mut nodes);
        nodes.insert(name.clone(), node);
    }
    let whole = Graph { nodes, ..graph.clone() };
    let lanes = NodeLanes::of(&whole.nodes);
    let mut cut =
        Cut { nodes: &whole.nodes, depths: BTreeMap::new(), wanted: vec![], layers: vec![], given: vec![], seen: BTreeSet::new() };
    for name in &whole.outputs {
        cut.want(&Value::of(name));
    }
    if cut.layers.iter().all(Vec::is_empty) {
        // The names that it was given are of no use.
        return alone(settled);
    }
    let Cut { wanted, layers, given, .. } = cut;
    let mut steps = Steps { whole: &whole, lanes, planes: BTreeMap::new(), count: 0, steps: vec![] };
    for depth in 0..wanted.len() {
        for layer in &layers[depth] {
            steps.layer(layer);
        }
        steps.graphs(&wanted[depth], &given[depth])?;
    }
    let planes = whole.outputs.iter().map(|name| steps.planes[&Value::of(name)].start).collect();
    Ok((steps.steps, planes))
}

/// Returns the nodes with another method for slopes that have no derivatives, since their sources take some themselves: differences along the surface of a map,
/// and from pixel to pixel elsewhere.
fn settled(graph: &Graph) -> BTreeMap<String, Node> {
    let known: &dyn Nodes = &graph.nodes;
    let mut nodes = graph.nodes.clone();
    let settle = |node: &mut Node| {
        if node.keys_mut().slope_method_mut().copied() != Some(SlopeMethod::Analytic) {
            return;
        }
        let has = |what: fn(&dyn Nodes, &dyn Source) -> bool| node.inputs().into_iter().any(|(_, source)| what(known, source));
        if !has(|nodes, source| nodes.has_no_derivatives(source)) {
            return;
        }
        let is_on_surface = has(|nodes, source| nodes.lies_on_surface(source));
        if let Some(method) = node.keys_mut().slope_method_mut() {
            *method = if is_on_surface { SlopeMethod::Difference } else { SlopeMethod::Pixel };
        }
    };
    each_node(nodes.values_mut(), settle);
    nodes
}

/// Gives names to layers that are nested in a node, and to the nodes whose pixels layers and differences read.
fn name_sources(node: &mut Node, place: &str, nodes: &mut BTreeMap<String, Node>) {
    let reads_pixels = is_layer(node) || !node.as_kind().differences().is_empty();
    let keys: Vec<&str> = node.inputs().into_iter().map(|(key, _)| key).collect();
    for (key, input) in keys.into_iter().zip(node.keys_mut().inputs_mut()) {
        let place = format!("{place}-{key}");
        let inner = match input {
            Input::Name(_) => continue,
            Input::Number(_) if !reads_pixels => continue,
            Input::Number(number) => Constant::of(*number).into(),
            Input::Node(inner) => {
                name_sources(inner, &place, nodes);
                if !reads_pixels && !is_layer(inner) {
                    continue;
                }
                (**inner).clone()
            }
        };
        let name = free_name(place, |name| nodes.contains_key(name));
        nodes.insert(name.clone(), inner);
        *input = Input::Name(name);
    }
}

/// Returns true if a node, or one that is nested in it, reads pixels.
fn has_layers(node: &Node) -> bool {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if is_layer(node) || !node.as_kind().differences().is_empty() {
            return true;
        }
        open.extend(node.inputs().into_iter().filter_map(|(_, input)| match input {
            Input::Node(inner) => Some(&**inner),
            Input::Name(_) | Input::Number(_) => None,
        }));
    }
    false
}

fn is_layer(node: &Node) -> bool {
    node.as_kind().group() == Group::Layer
}

/// Finds what has to be computed, and when.
struct Cut<'n> {
    nodes: &'n BTreeMap<String, Node>,
    depths: BTreeMap<Value, usize>,
    /// By depth: the nodes whose values become planes, in the order in which they were asked for.
    wanted: Vec<Vec<String>>,
    /// By depth: the layers.
    layers: Vec<Vec<Value>>,
    /// By depth: what the nodes read that is shallower.
    given: Vec<BTreeSet<Value>>,
    seen: BTreeSet<Value>,
}

impl Cut<'_> {
    fn is_layer(&self, value: &Value) -> bool {
        value.difference.is_some() || is_layer(&self.nodes[&value.name])
    }

    /// Returns the values that a layer is computed from.
    fn sources(&self, layer: &Value) -> Vec<Value> {
        match layer.difference {
            Some(_) => vec![Value::of(&layer.name)],
            None => self.nodes[&layer.name].inputs().into_iter().filter_map(|(_, input)| named(input)).collect(),
        }
    }

    fn depth(&mut self, value: &Value) -> usize {
        // Thousands of names may lead along one chain.
        let mut open = vec![value.clone()];
        while let Some(value) = open.last().cloned() {
            let (below, more) = match self.is_layer(&value) {
                true => (self.sources(&value), 1),
                false => (reads(&self.nodes[&value.name]).into_iter().map(|(read, _)| read).collect(), 0),
            };
            let known: Vec<usize> = below.iter().filter_map(|below| self.depths.get(below).copied()).collect();
            if known.len() == below.len() {
                self.depths.insert(value, more + known.into_iter().max().unwrap_or(0));
                open.pop();
            } else {
                open.extend(below.into_iter().filter(|below| !self.depths.contains_key(below)));
            }
        }
        self.depths[value]
    }

    /// Asks for the values of a node as a plane, and for all that it is computed from.
    fn want(&mut self, value: &Value) {
        let mut open = vec![value.clone()];
        while let Some(value) = open.pop() {
            if !self.seen.insert(value.clone()) {
                continue;
            }
            let depth = self.depth(&value);
            if self.wanted.len() <= depth {
                self.wanted.resize_with(depth + 1, Vec::new);
                self.layers.resize_with(depth + 1, Vec::new);
                self.given.resize_with(depth + 1, BTreeSet::new);
            }
            if self.is_layer(&value) {
                open.extend(self.sources(&value));
                self.layers[depth].push(value);
            } else {
                open.extend(self.given_to(&value.name, depth));
                self.wanted[depth].push(value.name);
            }
        }
    }

    /// Returns the shallower values that a node is given, and those that it is evaluated with.
    fn given_to(&mut self, name: &str, depth: usize) -> Vec<Value> {
        let (mut found, mut open, mut visited) = (vec![], vec![name.to_owned()], BTreeSet::new());
        while let Some(name) = open.pop() {
            for (read, is_at_pixel) in reads(&self.nodes[&name]) {
                let is_layer = self.is_layer(&read);
                if !is_layer && self.depth(&read) == depth {
                    if visited.insert(read.name.clone()) {
                        open.push(read.name);
                    }
                } else if is_layer || is_at_pixel && !self.nodes[&read.name].as_kind().is_constant() {
                    self.given[depth].insert(read.clone());
                    found.push(read);
                }
            }
        }
        found
    }
}

/// Returns the name of an input.
fn named(input: &Input) -> Option<Value> {
    match input {
        Input::Name(name) => Some(Value::of(name)),
        Input::Number(_) | Input::Node(_) => None,
    }
}

/// Returns the values that a node reads, through the nodes nested in it, and whether each is read at the node's own pixel, as far as is known.
fn reads(node: &Node) -> Vec<(Value, bool)> {
    let (mut found, mut open) = (vec![], vec![(node, true)]);
    while let Some((node, is_at_pixel)) = open.pop() {
        let kind = node.as_kind();
        let moves = matches!(kind.group(), Group::Space | Group::Fractal | Group::Derivative);
        for (key, input) in node.inputs() {
            let is_at_pixel = is_at_pixel && !(moves && key == "source");
            match input {
                Input::Name(name) if kind.differences().is_empty() => found.push((Value::of(name), is_at_pixel)),
                Input::Name(name) => {
                    let difference = |axis: &usize| (Value { name: name.clone(), difference: Some(*axis) }, true);
                    found.extend(kind.differences().iter().map(difference));
                }
                Input::Node(inner) => open.push((inner, is_at_pixel)),
                Input::Number(_) => {}
            }
        }
    }
    found
}

/// Collects steps.
struct Steps<'g> {
    whole: &'g Graph,
    lanes: NodeLanes<'g>,
    planes: BTreeMap<Value, Range<usize>>,
    count: usize,
    steps: Vec<Step>,
}

impl Steps<'_> {
    fn channels(&self, name: &str) -> usize {
        self.lanes.name(name).channels().len()
    }

    /// Numbers the planes of a value.
    fn add(&mut self, value: Value, channels: usize) -> Range<usize> {
        let planes = self.count..self.count + channels;
        self.count += channels;
        self.planes.insert(value, planes.clone());
        planes
    }

    fn layer(&mut self, value: &Value) {
        let Value { name, difference } = value;
        let (layer, sources) = match difference {
            Some(axis) => (Layer::Difference(*axis), vec![self.planes[&Value::of(name)].clone()]),
            None => {
                let node = &self.whole.nodes[name];
                let sources = node.inputs().into_iter().filter_map(|(_, input)| named(input));
                (Layer::Node(Box::new(node.clone())), sources.map(|source| self.planes[&source].clone()).collect())
            }
        };
        let channels = if difference.is_some() { 1 } else { self.channels(name) };
        let planes = self.add(value.clone(), channels);
        self.steps.push(Step::Layer(LayerStep { name: name.clone(), layer, sources, planes }));
    }

    /// Adds the evaluations of nodes of one depth: as few as their channels need.
    fn graphs(&mut self, names: &[String], given: &BTreeSet<Value>) -> Result<()> {
        let given: Vec<GivenPlanes> = given
            .iter()
            .map(|value| GivenPlanes { name: value.name.clone(), difference: value.difference, planes: self.planes[value].clone() })
            .collect();
        let mut rest = names;
        while !rest.is_empty() {
            let (mut count, mut channels) = (0, 0);
            while let Some(name) = rest.get(count)
                && channels + self.channels(name) <= MAX_CHANNELS
            {
                channels += self.channels(name);
                count += 1;
            }
            let (together, others) = rest.split_at(count);
            rest = others;
            let first = self.count;
            for name in together {
                self.add(Value::of(name), self.channels(name));
            }
            let graph = Graph { outputs: together.to_vec(), ..self.whole.clone() };
            graph.validate()?;
            self.steps.push(Step::Graph(GraphStep { graph, given: given.clone(), planes: first..self.count }));
        }
        Ok(())
    }
}

impl LayerStep {
    /// Returns the error of the layer's key.
    pub fn refused(&self, key: &str, problem: impl std::fmt::Display) -> Error {
        Error::parameter(format!("{}.{key}", self.name), problem.to_string())
    }
}
