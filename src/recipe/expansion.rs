//! From outputs to the nodes and channels that they need.

use std::collections::BTreeMap;

use super::document::Recipe;
use super::output::{Content, NormalMap, NormalY, Output, OutputRange, SlopeMap};
use super::ramp::RampMap;
use crate::error::{Error, Result};
use crate::graph::nodes::{ColorChannel, Constant, Derivative, DomainAxis, Negate, NormalSpace, Per, ScaleOffset, SlopeMethod, Split};
use crate::graph::{Component, GRAPH_VERSION, Graph, Input, Node, NodeKind, free_name};
use crate::number::Number;

/// A picture of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The output's name.
    pub name: String,
    /// The planes of the picture's channels, in order: without layers, their indices among those of the graph.
    pub channels: Vec<usize>,
    /// The last step, after the channels are evaluated and blurred.
    pub finish: Finish,
    /// The values that map to the least and the greatest 8 or 16-bit value. It is the output's own range, or else 0 to 1 for colour and slopes, -1 to 1 for
    /// normals and for bases by themselves, and for distances and other data the range that the graph declares for the channels ([`Graph::declared_range`]),
    /// or -1 to 1 if it declares none.
    pub range: OutputRange,
    /// How the first three channels hold the components of a unit vector: those of a normal map, or channels that are the components of one `normal`.
    pub vector: Option<[Component; 3]>,
    /// The recipe's description of the output.
    pub output: Output,
}

/// The last step from blurred values to a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// The channels are already the picture's.
    Nothing,
    /// The only channel is mapped to colours.
    Ramp(RampMap),
    /// The channels are the derivatives of heights along x and y, and are converted to normals.
    Normal(NormalMap),
    /// The channels are the derivatives of heights along x and y, and are converted to slopes.
    Slope(SlopeMap),
}

impl Picture {
    /// Returns a picture of some of a graph's channels.
    pub(super) fn new(name: &str, (channels, finish): (Vec<usize>, Finish), output: Output, graph: &Graph) -> Self {
        let range = output.range.unwrap_or_else(|| OutputRange::Between(default_range(&output.content, &channels, graph)));
        let vector = vector(&output.content, &channels, graph);
        Self { name: name.to_owned(), channels, finish, range, vector, output }
    }

    /// Returns the number of samples per pixel.
    pub fn channel_count(&self) -> u8 {
        self.output.content.channel_count()
    }
}

/// Returns how the first three channels of a picture hold the components of a unit vector.
fn vector(content: &Content, channels: &[usize], graph: &Graph) -> Option<[Component; 3]> {
    match (content, channels) {
        (Content::Normal(_), _) => Some([Component::ITSELF; 3]),
        (Content::Channels { is_color: false, .. }, &[x, y, z, ..]) => {
            graph.vector([x, y, z].map(|channel| graph.outputs[channel].as_str()))
        }
        _ => None,
    }
}

/// Returns the default range of an output.
fn default_range(content: &Content, channels: &[usize], graph: &Graph) -> [Number; 2] {
    let signed = [-1.0, 1.0];
    // Samples are f32, whose shortest decimals lack the digits that rounding leaves in f64.
    let shortest = |value: f64| (value as f32).to_string().parse::<Number>().unwrap_or_else(|_| value.into());
    let of_channel = |channel: &usize| {
        let name = &graph.outputs[*channel];
        let is_basis = graph.nodes.get(name).and_then(|node| NodeKind::of(node.kind())).is_some_and(|kind| kind.is_basis);
        // Constants and distances, which are never below 0, keep their declared range.
        let is_declared = |&[least, greatest]: &[f64; 2]| !is_basis || least == greatest || least >= 0.0;
        graph.declared_range(name).filter(is_declared).unwrap_or(signed)
    };
    match content {
        Content::Channels { is_color: false, .. } => {
            let all = channels.iter().map(of_channel).reduce(|all, [least, greatest]| [all[0].min(least), all[1].max(greatest)]);
            // Ends that are equal as f32 are one value.
            let all = all.map(|ends| ends.map(shortest)).filter(|[least, greatest]| least.to_f64() < greatest.to_f64());
            all.unwrap_or(signed.map(Number::from))
        }
        Content::Normal(_) => signed.map(Number::from),
        Content::Channels { .. } | Content::Color { .. } | Content::Ramp(_) | Content::Slope(_) => [Number::ZERO, Number::ONE],
    }
}

/// A graph under construction.
#[derive(Clone)]
pub(super) struct Expansion {
    nodes: BTreeMap<String, Node>,
    /// The names of the graph's outputs.
    channels: Vec<String>,
    /// The places in the recipe of the nodes that were given names.
    places: BTreeMap<String, String>,
}

impl Expansion {
    pub(super) fn new(recipe: &Recipe) -> Self {
        Self { nodes: recipe.nodes.clone(), channels: vec![], places: BTreeMap::new() }
    }

    /// Returns the number of channels so far.
    pub(super) fn channels(&self) -> usize {
        self.channels.len()
    }

    pub(super) fn graph(self) -> Graph {
        Graph { version: GRAPH_VERSION, outputs: self.channels, nodes: self.nodes }
    }

    /// Adds the nodes that an output needs, and returns its channels and its last step.
    pub(super) fn show(&mut self, name: &str, output: &Output) -> (Vec<usize>, Finish) {
        let place = format!("outputs.{name}");
        let is_blurred = output.blur.is_some();
        let (channels, finish) = match &output.content {
            Content::Channels { channels, .. } => {
                let places = output.content.inputs().into_iter().map(|(path, _)| format!("{place}.{path}"));
                let names = channels
                    .iter()
                    .zip(places)
                    .enumerate()
                    .map(|(index, (input, place))| self.named(&format!("{name}-{index}"), &place, input));
                (names.collect(), Finish::Nothing)
            }
            Content::Color { source, alpha } => {
                let place = format!("{place}.channels");
                let source = self.shared(name, &place, source);
                let channels = [ColorChannel::Red, ColorChannel::Green, ColorChannel::Blue];
                let mut names = self.colors(name, &place, channels.map(|channel| Split::of(source.clone()).channel(channel).into()));
                names.extend(alpha.iter().map(|alpha| self.named(&format!("{name}-alpha"), &place, alpha)));
                (names, Finish::Nothing)
            }
            Content::Ramp(map) => {
                let place = format!("{place}.ramp");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (vec![self.named(&format!("{name}-source"), &place, &source)], Finish::Ramp(map.clone()))
                } else {
                    (self.colors(name, &place, map.nodes(&source)), Finish::Nothing)
                }
            }
            Content::Normal(map) => {
                let place = format!("{place}.normal");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (self.derivatives(name, &place, &source, (map.per, map.method, map.step)), Finish::Normal(map.clone()))
                } else {
                    let [x, y, z] = map.components(&source);
                    let x = self.add(&format!("{name}-x"), &place, x);
                    let mut y = self.add(&format!("{name}-y"), &place, y);
                    if map.y == NormalY::Up && map.space == NormalSpace::Tangent {
                        y = self.add(&format!("{name}-up"), &place, Negate::of(y.as_str()).into());
                    }
                    (vec![x, y, self.add(&format!("{name}-z"), &place, z)], Finish::Nothing)
                }
            }
            Content::Slope(map) => {
                let place = format!("{place}.slope");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (self.derivatives(name, &place, &source, (map.per, map.method, map.step)), Finish::Slope(map.clone()))
                } else {
                    let mut slope = self.add(&format!("{name}-slope"), &place, map.node(&source));
                    if map.strength != Number::ONE {
                        let scaled = ScaleOffset { source: slope.as_str().into(), scale: map.strength, offset: Number::ZERO };
                        slope = self.add(&format!("{name}-scaled"), &place, scaled.into());
                    }
                    (vec![slope], Finish::Nothing)
                }
            }
        };
        (channels.into_iter().map(|name| self.channel(name)).collect(), finish)
    }

    fn derivatives(
        &mut self,
        name: &str,
        place: &str,
        source: &Input,
        (per, method, step): (Per, SlopeMethod, Option<Number>),
    ) -> Vec<String> {
        let along = [("dx", DomainAxis::X), ("dy", DomainAxis::Y)];
        along
            .map(|(suffix, axis)| {
                let derivative = Derivative { step, ..Derivative::of(source.clone()).axis(axis).per(per).method(method) };
                self.add(&format!("{name}-{suffix}"), place, derivative.into())
            })
            .into()
    }

    /// Adds the nodes of red, green and blue.
    fn colors(&mut self, name: &str, place: &str, nodes: [Node; 3]) -> Vec<String> {
        let channels = ["red", "green", "blue"].into_iter().zip(nodes);
        channels.map(|(channel, node)| self.add(&format!("{name}-{channel}"), place, node)).collect()
    }

    /// Returns a source for several nodes. A node in place is given a name, so that it is evaluated once.
    fn shared(&mut self, name: &str, place: &str, source: &Input) -> Input {
        match source {
            Input::Node(node) => Input::Name(self.add(&format!("{name}-source"), &format!("{place}.source"), (**node).clone())),
            Input::Name(_) | Input::Number(_) => source.clone(),
        }
    }

    /// Returns the name of the node that gives a value. A node or number without a name is given one.
    fn named(&mut self, name: &str, place: &str, source: &Input) -> String {
        match source {
            Input::Name(source) => source.clone(),
            Input::Number(number) => self.add(name, place, Constant::of(*number).into()),
            Input::Node(node) => self.add(name, place, (**node).clone()),
        }
    }

    /// Adds a node under an unused name.
    fn add(&mut self, name: &str, place: &str, node: Node) -> String {
        let name = free_name(name, |name| self.nodes.contains_key(name));
        self.nodes.insert(name.clone(), node);
        self.places.insert(name.clone(), place.to_owned());
        name
    }

    /// Returns the index of a channel, which several pictures may share.
    fn channel(&mut self, name: String) -> usize {
        self.channels.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.channels.push(name);
            self.channels.len() - 1
        })
    }

    /// Checks the graph of an output. Errors name the places in the recipe.
    pub(super) fn validate(mut self, name: &str, output: &Output) -> Result<()> {
        self.show(name, output);
        let places = std::mem::take(&mut self.places);
        let in_recipe = |place: String| {
            let (name, rest) = place.split_at(place.find('.').unwrap_or(place.len()));
            places.get(name).map_or_else(|| place.clone(), |place| format!("{place}{rest}"))
        };
        self.graph().validate().map_err(|error| match error {
            Error::Parameter { place, problem, message } => Error::Parameter { place: in_recipe(place), problem, message },
            Error::Limit { what, problem } => Error::Limit { what: in_recipe(what), problem },
            error => error,
        })
    }
}
