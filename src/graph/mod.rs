//! Graphs as plain data: nodes, their parameters, and the names of the output nodes.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, de};

mod components;
mod derivative;
mod fractal;
mod kind;
mod lattice;
mod node;
mod node_ext;
pub mod nodes;
mod operators;
#[cfg(feature = "serde")]
pub(crate) mod outputs;
mod prelude;

pub use components::Component;
pub use fractal::MAX_OCTAVES;
#[cfg(feature = "schema")]
pub(crate) use node::NodeKeys;
pub use node::{Input, NODE_KINDS, Node, NodeKind};
pub use node_ext::NodeExt;
pub use nodes::ramp::MAX_STOPS;

pub use crate::choice::Choice;
use crate::color::Lanes;
pub use crate::color::{Color, NotHex};
use crate::error::{Error, Result};
use crate::error_words::{quoted, short};
pub use crate::key::{Key, KeyKind, KeyValue, Limits, PerAxis};
pub use crate::lower::group::Group;
pub use crate::lower::inputs::MAX_DEPTH;
use crate::lower::interval::Interval;
use crate::lower::lowerer::NodeLanes;
use crate::lower::lowerer::{Given, Kind, Nodes};
use crate::lower::{GivenNode, lower, lower_given, ranges};
use crate::program::Program;
use nodes::each_kind;

/// The version of the data of graphs and recipes. No other is read.
pub const GRAPH_VERSION: u32 = 2;
/// The maximum number of channels of a graph.
pub const MAX_CHANNELS: usize = 16;

/// Returns a name that is not taken: this one, or with hyphens behind it.
pub fn free_name(name: impl Into<String>, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = name.into();
    while is_taken(&name) {
        name.push('-');
    }
    name
}

/// A graph of named nodes, and the names of those that are evaluated: one for each channel.
///
/// ```
/// use lacuna::nodes::{Perlin, Slope};
/// use lacuna::{Graph, NodeExt};
/// let graph = Graph::from(Perlin::new().frequency(4).fbm().octaves(6));
/// assert_eq!(graph.outputs, ["fbm"]);
/// graph.validate().unwrap();
///
/// // Two channels. What they share is evaluated once.
/// let graph = Graph::of_channels(["height", "steepness"])
///     .node("height", Perlin::new().ridged())
///     .node("steepness", Slope::of("height"));
/// graph.validate().unwrap();
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Graph {
    /// Always [`GRAPH_VERSION`].
    #[cfg_attr(feature = "serde", serde(deserialize_with = "known_version"))]
    pub version: u32,
    /// The names of the nodes that are the channels, 1 to [`MAX_CHANNELS`] of them in order; a name may occur more than once. A colour is three channels, or
    /// four with alpha. Serialised as `output`: a name, or a list of names.
    #[cfg_attr(feature = "serde", serde(rename = "output", with = "outputs"))]
    pub outputs: Vec<String>,
    /// The nodes by name. A name consists of letters, digits, `_` and `-`.
    pub nodes: BTreeMap<String, Node>,
}

/// Returns the reason why a version is not read.
pub(crate) fn version_problem(version: u32) -> Option<String> {
    match version {
        GRAPH_VERSION => None,
        1 => {
            Some(format!("1 is no longer read, because noise had other bits then; write version = {GRAPH_VERSION} and look at the result"))
        }
        _ => Some(format!("{version} is not known; this version reads version = {GRAPH_VERSION}")),
    }
}

/// Reads a version, and refuses an unknown one before anything after it is read.
#[cfg(feature = "serde")]
pub(crate) fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let version = u32::deserialize(deserializer)?;
    version_problem(version).map_or(Ok(version), |problem| Err(de::Error::custom(format!("version: {problem}"))))
}

/// Changes nodes and all nodes nested in them.
pub(crate) fn each_node<'n>(nodes: impl IntoIterator<Item = &'n mut Node>, mut change: impl FnMut(&mut Node)) {
    let mut stack: Vec<&mut Node> = nodes.into_iter().collect();
    while let Some(node) = stack.pop() {
        change(node);
        stack.extend(node.keys_mut().inputs_mut().into_iter().filter_map(|input| match input {
            Input::Node(inner) => Some(&mut **inner),
            Input::Name(_) | Input::Number(_) => None,
        }));
    }
}

impl Graph {
    /// Returns a graph whose channels are the nodes with these names. You add the nodes afterwards.
    pub fn of_channels<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self { version: GRAPH_VERSION, outputs: names.into_iter().map(Into::into).collect(), nodes: BTreeMap::new() }
    }

    /// Adds a node under a name, and replaces a node that already has it.
    #[must_use]
    pub fn node(mut self, name: impl Into<String>, node: impl Into<Node>) -> Self {
        self.nodes.insert(name.into(), node.into());
        self
    }

    /// Returns every node, nested ones too, with the path that errors name it by.
    fn places(&self) -> Result<Vec<(String, &Node)>> {
        let mut places = Vec::new();
        let mut stack: Vec<_> = self.nodes.iter().map(|(name, node)| (name.clone(), node, 1)).collect();
        while let Some((place, node, depth)) = stack.pop() {
            if depth > MAX_DEPTH {
                return Err(Error::limit(place, format!("nodes stand more than {MAX_DEPTH} deep in each other")));
            }
            for (key, input) in node.inputs() {
                if let Input::Node(inner) = input {
                    stack.push((format!("{place}.{key}"), inner, depth + 1));
                }
            }
            places.push((place, node));
        }
        Ok(places)
    }

    /// Returns the range that a node declares, without a sample: an interval that follows from its kind, its keys and the ranges of its inputs. None if the
    /// graph does not determine it, as for a coordinate or a derivative, and if there is no such node.
    ///
    /// Bases declare -1 to 1; distances and bases that overshoot declare the range that they can reach. No value computed from them lies outside the declared
    /// range, with one exception: a few values of Perlin noise of three and four dimensions and of sparse noise lie beyond ±1.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Graph, NodeExt};
    /// assert_eq!(Graph::from(Perlin::new().ridged()).declared_range("ridged"), Some([0.0, 1.0]));
    /// assert_eq!(Graph::from(Perlin::new().scale_offset(0.25, 0.5)).declared_range("scale_offset"), Some([0.25, 0.75]));
    /// assert_eq!(Graph::from(Perlin::new().slope()).declared_range("slope"), None);
    /// ```
    pub fn declared_range(&self, name: &str) -> Option<[f64; 2]> {
        let Interval { least, greatest } = ranges::of_name(&self.nodes, name);
        (least.is_finite() && greatest.is_finite()).then_some([least, greatest])
    }

    /// Returns how three named nodes hold the three components of one unit vector, in any order: those of a `normal`, perhaps negated or mapped to other values.
    /// None if they don't.
    ///
    /// ```
    /// use lacuna::graph::Component;
    /// let graph: lacuna::Graph = serde_json::from_str(r#"{ "version": 2, "output": ["x", "y", "z"], "nodes": {
    ///     "hills": { "kind": "perlin" },
    ///     "x": { "kind": "normal", "source": "hills", "axis": "x" },
    ///     "y": { "kind": "negate", "source": { "kind": "normal", "source": "hills", "axis": "y" } },
    ///     "z": { "kind": "normal", "source": "hills", "axis": "z" }
    /// } }"#).expect("a graph");
    /// let components = graph.vector(["x", "y", "z"]).expect("a normal");
    /// assert_eq!(components[0], Component::ITSELF);
    /// assert_eq!(components[1].scale, (-1).into());
    /// assert_eq!(graph.vector(["x", "x", "z"]), None);
    /// ```
    pub fn vector(&self, names: [&str; 3]) -> Option<[Component; 3]> {
        components::of_vector(&self.nodes, names)
    }

    /// Checks the version, that names exist and form no cycle, and that every parameter is in its legal range.
    pub fn validate(&self) -> Result<()> {
        if let Some(problem) = version_problem(self.version) {
            return Err(Error::parameter("version", problem));
        }
        let known = || {
            let names = quoted(self.nodes.keys());
            if names.is_empty() { "the graph has no nodes".to_owned() } else { format!("the nodes are {names}") }
        };
        for name in self.nodes.keys() {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
                return Err(Error::parameter("nodes", format!("`{}` is no name; use letters, digits, `_` and `-`", short(name))));
            }
        }
        if self.outputs.is_empty() || self.outputs.len() > MAX_CHANNELS {
            return Err(Error::count(
                "output",
                [1, MAX_CHANNELS as u64],
                format!("{} channels; give the names of 1 to {MAX_CHANNELS} nodes", self.outputs.len()),
            ));
        }
        for (channel, name) in self.outputs.iter().enumerate() {
            if !self.nodes.contains_key(name) {
                let place = if self.outputs.len() == 1 { "output".to_owned() } else { format!("output[{channel}]") };
                return Err(Error::unknown(place, format!("there is no node `{}`; {}", short(name), known())));
            }
        }
        let colored = NodeLanes::of(&self.nodes);
        let channels: usize = self.outputs.iter().map(|name| colored.name(name).channels().len()).sum();
        if channels > MAX_CHANNELS {
            let problem = format!("{channels} channels, since a colour has three, or four with alpha; give {MAX_CHANNELS} at most");
            return Err(Error::parameter("output", problem));
        }
        for (place, node) in self.places()? {
            node.keys().validate(&place)?;
            for (key, input) in node.inputs() {
                if node.as_kind().takes(key) == Lanes::Number && colored.input(input) > Lanes::Number {
                    let problem = "this is a colour, and a number is wanted; take a channel of it by a node `split`, or blend it by `mix`";
                    return Err(Error::parameter(format!("{place}.{key}"), problem));
                }
                if let Input::Name(name) = input
                    && !self.nodes.contains_key(name)
                {
                    return Err(Error::unknown(format!("{place}.{key}"), format!("there is no node `{}`; {}", short(name), known())));
                }
            }
        }
        self.refuse_cycles()
    }

    /// Searches depth-first over the names, with an explicit stack: each name is entered once and left once.
    fn refuse_cycles(&self) -> Result<()> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Open,
            Done,
        }
        let mut states: BTreeMap<&str, State> = BTreeMap::new();
        for start in self.nodes.keys() {
            let mut path = vec![(start.as_str(), false)];
            while let Some((name, leaving)) = path.pop() {
                if leaving {
                    states.insert(name, State::Done);
                    continue;
                }
                match states.get(name) {
                    Some(State::Done) => continue,
                    Some(State::Open) => return Err(Error::parameter(name, "the node takes its value from itself; break the cycle")),
                    None => {}
                }
                states.insert(name, State::Open);
                path.push((name, true));
                for next in Given::Node(self.nodes[name].as_kind()).names() {
                    if states.get(next) == Some(&State::Open) {
                        return Err(Error::parameter(
                            name,
                            format!("the node takes its value from `{}`, which takes its own from it; break the cycle", short(next)),
                        ));
                    }
                    path.push((next, false));
                }
            }
        }
        Ok(())
    }

    /// Sets `dimensions` on every basis that leaves it out, to at most those that the basis has.
    pub fn set_default_dimensions(&mut self, dimensions: u8) {
        each_node(self.nodes.values_mut(), |node| {
            if let Some((open, most)) = node.keys_mut().dimensions_mut() {
                open.get_or_insert(dimensions.min(most));
            }
        });
    }
}

impl Nodes for BTreeMap<String, Node> {
    fn names(&self) -> Vec<&str> {
        self.keys().map(String::as_str).collect()
    }

    fn find(&self, name: &str) -> Option<&dyn Kind> {
        self.get(name).map(Node::as_kind)
    }
}

impl Program {
    /// Validates a graph and lowers it. A node alone is a graph, too.
    ///
    /// ```
    /// use lacuna::nodes::Perlin;
    /// use lacuna::{Graph, NodeExt, Program};
    /// let graph = Graph::from(Perlin::new().fbm());
    /// assert_eq!(Program::new(&graph)?, Program::new(Perlin::new().fbm())?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place in the graph. A graph beyond [`MAX_OPERATIONS`](crate::program::MAX_OPERATIONS) or
    /// [`MAX_STEPS`](crate::program::MAX_STEPS) is refused before its operations are made.
    pub fn new(graph: impl Into<Graph>) -> Result<Self> {
        Self::of_graph(&graph.into())
    }

    /// Lowers a graph over given values, whose planes `Cpu::evaluate_given` takes in the order of the nodes and their
    /// channels. Returns the bounds of the absolute values of its channels as well.
    ///
    /// # Errors
    ///
    /// Those of [`Program::new`].
    #[doc(hidden)]
    pub fn of_given(graph: &Graph, given: &[GivenNode]) -> Result<(Self, Vec<f64>)> {
        graph.validate()?;
        lower_given(&graph.nodes, &graph.outputs, given)
    }

    fn of_graph(graph: &Graph) -> Result<Self> {
        graph.validate()?;
        lower(&graph.nodes, &graph.outputs)
    }
}

impl From<&Self> for Graph {
    fn from(graph: &Self) -> Self {
        graph.clone()
    }
}

impl From<Node> for Graph {
    /// Returns a graph of one named node, which is its output; the name is the node's kind.
    fn from(node: Node) -> Self {
        let output = node.kind().to_owned();
        Self::of_channels([output.clone()]).node(output, node)
    }
}

macro_rules! graphs {
    ($($kind:ident $module:ident $name:literal $group:ident [$($build:tt)*] $summary:literal)*) => {$(
        impl From<nodes::$kind> for Graph {
            fn from(node: nodes::$kind) -> Self {
                Node::from(node).into()
            }
        }
    )*};
}
each_kind!(graphs);

#[cfg(test)]
mod tests {
    use super::nodes::{Fbm, Perlin, ScaleOffset};
    use super::*;
    use crate::error::Problem;

    /// Returns the place at which a graph is not legal, and what is wrong there.
    fn refused(graph: impl Into<Graph>) -> (String, Problem) {
        match graph.into().validate() {
            Err(Error::Parameter { place, problem, .. }) => (place, problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_graph_names_the_place_of_a_bad_parameter() {
        let fbm = || Fbm::of(Perlin::default());
        let octaves = Problem::Outside { least: 0.001, most: 32.0 };
        for (node, place, problem) in [
            (Fbm::of(Perlin::new().frequency(f64::NAN)), "fbm.source.frequency", Problem::NotFinite),
            (Fbm::of(Perlin::new().frequency(-1)), "fbm.source.frequency", Problem::Outside { least: 0.0, most: f64::MAX }),
            (Fbm::of(Perlin::new().dimensions(5)), "fbm.source.dimensions", Problem::Outside { least: 1.0, most: 4.0 }),
            (Fbm::of(Perlin::new().period(257)), "fbm.source.period", Problem::Outside { least: 0.0, most: 256.0 }),
            (fbm().octaves(0), "fbm.octaves", octaves),
            (fbm().octaves(33), "fbm.octaves", octaves),
            (fbm().gain(f64::INFINITY), "fbm.gain", Problem::NotFinite),
            (fbm().weights([0]), "fbm.weights", Problem::Unfit),
            (fbm().octaves(2).weights([1]), "fbm.weights", Problem::Unfit),
        ] {
            assert_eq!(refused(node), (place.to_owned(), problem));
        }
    }

    #[test]
    fn a_graph_refuses_cycles_and_unknown_names() {
        let mut graph = Graph::from(Fbm::of("b"));
        assert_eq!(refused(graph.clone()), ("fbm.source".to_owned(), Problem::Unknown));
        graph.nodes.insert("b".into(), Fbm::of("c").into());
        graph.nodes.insert("c".into(), Fbm::of(Node::from(Fbm::of("b"))).into());
        assert_eq!(refused(graph.clone()), ("c".to_owned(), Problem::Unfit));
        graph.nodes.insert("c".into(), Fbm::of(Perlin::default()).into());
        assert_eq!(graph.validate(), Ok(()));
        graph.outputs = vec!["d".into()];
        assert_eq!(refused(graph), ("output".to_owned(), Problem::Unknown));
    }

    #[test]
    fn a_graph_of_channels_names_the_channel_that_has_no_node() {
        let graph = |names: &[&str]| Graph::of_channels(names.iter().copied()).node("a", Perlin::new()).node("b", Fbm::of("a"));
        assert_eq!(graph(&["a", "b", "a"]).validate(), Ok(()));
        assert_eq!(graph(&["a"; MAX_CHANNELS]).validate(), Ok(()));
        assert_eq!(refused(graph(&["a", "c", "d"])), ("output[1]".to_owned(), Problem::Unknown));
        let count = Problem::Count { least: 1, most: MAX_CHANNELS as u64 };
        assert_eq!(refused(graph(&["a"; MAX_CHANNELS + 1])), ("output".to_owned(), count));
        assert_eq!(refused(graph(&[])), ("output".to_owned(), count));
    }

    #[test]
    fn a_range_of_a_node_that_takes_a_name_without_a_node_is_unknown() {
        let graph = Graph::of_channels(["a"]).node("a", Fbm::of("b")).node("c", Perlin::new());
        assert_eq!(["a", "b", "c"].map(|name| graph.declared_range(name)), [None, None, Some([-1.0, 1.0])]);
    }

    #[test]
    fn a_kind_knows_its_keys() {
        for kind in NODE_KINDS {
            assert_eq!((kind.example)().kind(), kind.name);
            assert!(!kind.keys.is_empty(), "{}", kind.name);
        }
        assert_eq!(
            NodeKind::of("perlin").unwrap().key_names(),
            ["dimensions", "frequency", "offset", "hash", "gradients", "fade", "seed", "period"]
        );
    }

    #[test]
    fn a_graph_of_too_many_layers_is_refused_without_overflow() {
        let mut node = Node::from(Perlin::default());
        for _ in 0..MAX_DEPTH {
            node = ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
        }
        assert!(matches!(Graph::from(node).validate(), Err(Error::Limit { what, .. }) if what.starts_with("scale_offset.source")));
    }
}
