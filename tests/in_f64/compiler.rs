//! From the graph's nodes to functions.

use lacuna::{Graph, Input, Number, PerAxis};

use super::surface::{Place, surface};
use super::{At, Pieces, kinds};

/// A node as a function of where it is evaluated.
pub type Function = Box<dyn Fn(&At<'_>, &mut Pieces) -> f64 + Send + Sync>;

/// What a kind of node is, in f64.
pub trait Kind {
    /// The node as a function: what depends on its parameters alone is done here, once.
    fn define(&self, compiler: &Compiler<'_>) -> Function;
}

pub struct Compiler<'a> {
    graph: &'a Graph,
}

impl<'a> Compiler<'a> {
    pub fn new(graph: &'a Graph) -> Self {
        Self { graph }
    }

    /// The surface that a source lies on.
    pub fn surface(&self, source: &Input) -> Option<Place> {
        surface(source, self.graph)
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

    /// A function of the values of other nodes at the same place.
    pub fn step<const N: usize>(&self, inputs: [&Input; N], of: impl Fn([f64; N], &mut Pieces) -> f64 + Send + Sync + 'static) -> Function {
        let inputs = inputs.map(|input| self.input(input));
        Box::new(move |at, pieces| of(inputs.each_ref().map(|input| input(at, pieces)), pieces))
    }

    /// A node at another point.
    pub fn elsewhere(&self, source: &Input, to: impl Fn([f64; 4], &mut Pieces) -> [f64; 4] + Send + Sync + 'static) -> Function {
        let source = self.input(source);
        let way = move |at: &At<'_>, pieces: &mut Pieces| to(at.point, pieces);
        Box::new(move |at, pieces| source(&at.moved(&way, pieces), pieces))
    }
}

/// The same number everywhere.
pub fn constant(value: Number) -> Function {
    let value = value.to_f64();
    Box::new(move |_, _| value)
}

/// What a parameter is along each axis.
pub fn per_axis(values: Option<&PerAxis<Number>>, otherwise: f64) -> [f64; 4] {
    std::array::from_fn(|axis| values.and_then(|values| values.get(axis)).map_or(otherwise, Number::to_f64))
}
