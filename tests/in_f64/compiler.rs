//! From the graph's nodes to functions.

use lacuna::nodes::RampChannel;
use lacuna::{Graph, Input, Node, Number, PerAxis};

use super::surface::{Place, surface};
use super::{At, Pieces, kinds};

/// A node as a function of the place where it is evaluated.
pub type Function = Box<dyn Fn(&At<'_>, &mut Pieces) -> f64 + Send + Sync>;

/// A kind of node, in f64.
pub trait Kind {
    /// Returns the node as a function. Work that depends only on the parameters is done here, once.
    fn define(&self, compiler: &Compiler<'_>) -> Function;
}

pub struct Compiler<'a> {
    graph: &'a Graph,
    /// The requested channel of a colour: red, green, blue or alpha.
    pub channel: usize,
}

/// The index of alpha.
pub const ALPHA: usize = 3;

impl<'a> Compiler<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        Self { graph, channel: 0 }
    }

    /// Returns a channel of an input: a number is grey, and an input without alpha is opaque.
    pub fn lane(&self, channel: usize, input: &Input) -> Function {
        if channel == ALPHA && !self.has_alpha(input) {
            return constant(1.into());
        }
        Self { graph: self.graph, channel }.input(input)
    }

    /// Returns true if an input is a colour with alpha.
    pub fn has_alpha(&self, input: &Input) -> bool {
        let node = match input {
            Input::Number(_) => return false,
            Input::Name(name) => &self.graph.nodes[name],
            Input::Node(node) => node,
        };
        match node {
            Node::Colour(colour) => colour.value.alpha().is_some(),
            Node::Ramp(ramp) => ramp.channel == RampChannel::All && ramp.stops.iter().any(|(_, color)| color.alpha().is_some()),
            Node::Join(join) => join.alpha.is_some(),
            Node::Mix(mix) => self.has_alpha(&mix.a),
            Node::Hsv(hsv) => self.has_alpha(&hsv.source),
            Node::HeightBlend(blend) => self.has_alpha(&blend.a) || self.has_alpha(&blend.b),
            Node::Transform(transform) => self.has_alpha(&transform.source),
            Node::Warp(warp) => self.has_alpha(&warp.source),
            _ => false,
        }
    }

    /// Returns the surface that a source lies on.
    pub fn surface(&self, source: &Input) -> Option<Place> {
        surface(source, self.graph)
    }

    /// Returns the range that an input declares.
    pub fn declared_range(&self, input: &Input) -> Option<[f64; 2]> {
        match input {
            Input::Number(value) => Some([value.to_f64(); 2]),
            Input::Name(name) => self.graph.declared_range(name),
            Input::Node(node) => {
                let mut graph = self.graph.clone();
                graph.nodes.insert("inner".to_owned(), (**node).clone());
                graph.declared_range("inner")
            }
        }
    }

    pub fn named(&self, name: &str) -> Function {
        kinds::define(&self.graph.nodes[name], self)
    }

    pub fn input(&self, input: &Input) -> Function {
        match input {
            Input::Number(value) => constant(*value),
            Input::Name(name) => self.named(name),
            Input::Node(node) => kinds::define(node, self),
        }
    }

    /// Returns a function of the values of other nodes at the same place.
    pub fn step<const N: usize>(&self, inputs: [&Input; N], of: impl Fn([f64; N], &mut Pieces) -> f64 + Send + Sync + 'static) -> Function {
        let inputs = inputs.map(|input| self.input(input));
        Box::new(move |at, pieces| of(inputs.each_ref().map(|input| input(at, pieces)), pieces))
    }

    /// Returns a node at another point.
    pub fn elsewhere(&self, source: &Input, to: impl Fn([f64; 4], &mut Pieces) -> [f64; 4] + Send + Sync + 'static) -> Function {
        let source = self.input(source);
        let way = move |at: &At<'_>, pieces: &mut Pieces| to(at.point, pieces);
        Box::new(move |at, pieces| source(&at.moved(&way, pieces), pieces))
    }
}

/// Returns the same number everywhere.
pub fn constant(value: Number) -> Function {
    let value = value.to_f64();
    Box::new(move |_, _| value)
}

/// Returns a parameter along each axis.
pub fn per_axis(values: Option<&PerAxis<Number>>, otherwise: f64) -> [f64; 4] {
    std::array::from_fn(|axis| values.and_then(|values| values.get(axis)).map_or(otherwise, Number::to_f64))
}
