//! Plans: one evaluation that several outputs are made of.

use std::collections::BTreeMap;

use super::output::{Content, NormalMap, Output, SlopeMap};
use super::ramp::RampMap;
use super::words::{quoted, short, suggestion};
use super::{NormalY, Recipe};
use crate::error::{Error, Result};
use crate::graph::{Constant, Derivative, DomainAxis, GRAPH_VERSION, Graph, Input, MAX_CHANNELS, Negate, Node, ScaleOffset};
use crate::number::Number;

/// A graph whose channels are all that some outputs need, and the pictures that are made of them. See [`Recipe::plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What is evaluated. Nodes that outputs have in place, or imply, got names of their own.
    pub graph: Graph,
    /// The pictures, in the order in which they were asked for.
    pub pictures: Vec<Picture>,
}

/// A picture of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The output's name.
    pub name: String,
    /// The places, among the graph's channels, of those that the picture is made of, in order.
    pub channels: Vec<usize>,
    /// What becomes of them, once they are evaluated and blurred.
    pub finish: Finish,
    /// What the recipe says of the output.
    pub output: Output,
}

/// The last step to a picture, of blurred values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// The channels are the picture's.
    Nothing,
    /// The only one becomes colours.
    Ramp(RampMap),
    /// They are the derivatives of heights in x and y, and become normals.
    Normal(NormalMap),
    /// They are the derivatives of heights in x and y, and become slopes.
    Slope(SlopeMap),
}

impl Picture {
    /// Samples a pixel.
    pub fn channel_count(&self) -> u8 {
        self.output.content.channel_count()
    }
}

/// A plan in the making.
pub(super) struct Expansion {
    nodes: BTreeMap<String, Node>,
    /// The names of the graph's outputs.
    channels: Vec<String>,
    /// Where the nodes that got names stand in the recipe.
    places: BTreeMap<String, String>,
}

impl Recipe {
    /// The names of the outputs. Without tables there is one, which has the name of its node, or `output` where there are several.
    pub fn output_names(&self) -> Vec<&str> {
        match &self.output[..] {
            _ if !self.outputs.is_empty() => self.outputs.keys().map(String::as_str).collect(),
            [only] => vec![only],
            _ => vec!["output"],
        }
    }

    /// The name of the output that is meant where none is named: the one that `output` names, or the only one.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where there are several and none is the default.
    pub fn default_output(&self) -> Result<&str> {
        let names = self.output_names();
        match (&self.output[..], &names[..]) {
            ([output], _) => Ok(output),
            (_, [only]) => Ok(only),
            _ => {
                let problem =
                    format!("there are several; choose one of {}, or name the default one: output = {:?}", quoted(&names), names[0]);
                Err(Error::parameter("outputs", problem))
            }
        }
    }

    /// The output of a name. What a recipe without tables makes is an output with nothing but defaults.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where there is none of that name.
    pub fn output(&self, name: &str) -> Result<Output> {
        let names = self.output_names();
        match self.outputs.get(name) {
            Some(output) => Ok(output.clone()),
            None if names.contains(&name) => Ok(Content::channels(self.output.iter().map(String::as_str)).into()),
            None => {
                let nearest = suggestion(name, names.iter().copied());
                Err(Error::parameter("outputs", format!("there is no output `{}`{nearest}; there are {}", short(name), quoted(&names))))
            }
        }
    }

    /// The graph of the default output, without its blur.
    ///
    /// # Errors
    ///
    /// As [`Recipe::validate`] and [`Recipe::default_output`].
    pub fn graph(&self) -> Result<Graph> {
        self.graph_of(self.default_output()?)
    }

    /// The graph of an output, without its blur: its channels are those of the picture.
    ///
    /// # Errors
    ///
    /// As [`Recipe::validate`] and [`Recipe::output`].
    pub fn graph_of(&self, name: &str) -> Result<Graph> {
        self.validate()?;
        let mut expansion = Expansion::new(self);
        let picture = expansion.picture(name, Output { blur: None, ..self.output(name)? });
        let graph = expansion.graph();
        // A node may be several of the channels.
        let outputs = picture.channels.iter().map(|&channel| graph.outputs[channel].clone()).collect();
        Ok(Graph { outputs, ..graph })
    }

    /// One evaluation for several outputs: what they have in common is evaluated once.
    ///
    /// ```
    /// let recipe = lacuna::recipe::read(r#"
    ///     version = 1
    ///     nodes.hills = { kind = "perlin", frequency = 4 }
    ///     outputs.height = { channels = "hills" }
    ///     outputs.packed = { channels = ["hills", 0.5, { kind = "white" }, 1] }
    /// "#)?;
    /// let plan = recipe.plan(&["height", "packed"])?;
    /// assert_eq!(plan.pictures[0].channels, [0]);
    /// assert_eq!(plan.pictures[1].channels, [0, 1, 2, 3]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Recipe::validate`] and [`Recipe::output`], and [`Error::Limit`] where they have more than [`MAX_CHANNELS`] channels in all.
    pub fn plan(&self, names: &[&str]) -> Result<Plan> {
        self.validate()?;
        let mut expansion = Expansion::new(self);
        let pictures = names.iter().map(|name| Ok(expansion.picture(name, self.output(name)?))).collect::<Result<_>>()?;
        let graph = expansion.graph();
        let channels = graph.outputs.len();
        if channels > MAX_CHANNELS {
            return Err(Error::limit("outputs", format!("{channels} channels in all; at most {MAX_CHANNELS} are evaluated at once")));
        }
        Ok(Plan { graph, pictures })
    }
}

impl Expansion {
    pub(super) fn new(recipe: &Recipe) -> Self {
        Self { nodes: recipe.nodes.clone(), channels: vec![], places: BTreeMap::new() }
    }

    pub(super) fn graph(self) -> Graph {
        Graph { version: GRAPH_VERSION, outputs: self.channels, nodes: self.nodes }
    }

    /// Adds what a picture needs.
    pub(super) fn picture(&mut self, name: &str, output: Output) -> Picture {
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
            Content::Ramp(map) => {
                let place = format!("{place}.ramp");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (vec![self.named(&format!("{name}-source"), &place, &source)], Finish::Ramp(map.clone()))
                } else {
                    let channels = ["red", "green", "blue"].into_iter().zip(map.nodes(&source));
                    (channels.map(|(channel, node)| self.add(&format!("{name}-{channel}"), &place, node)).collect(), Finish::Nothing)
                }
            }
            Content::Normal(map) => {
                let place = format!("{place}.normal");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (self.derivatives(name, &place, &source), Finish::Normal(map.clone()))
                } else {
                    let [x, y, z] = map.components(&source);
                    let x = self.add(&format!("{name}-x"), &place, x);
                    let mut y = self.add(&format!("{name}-y"), &place, y);
                    if map.y == NormalY::Up {
                        y = self.add(&format!("{name}-up"), &place, Negate::of(y.as_str()).into());
                    }
                    (vec![x, y, self.add(&format!("{name}-z"), &place, z)], Finish::Nothing)
                }
            }
            Content::Slope(map) => {
                let place = format!("{place}.slope");
                let source = self.shared(name, &place, &map.source);
                if is_blurred {
                    (self.derivatives(name, &place, &source), Finish::Slope(map.clone()))
                } else {
                    let mut slope = self.add(&format!("{name}-slope"), &place, SlopeMap::node(&source));
                    if map.strength != Number::ONE {
                        let scaled = ScaleOffset { source: slope.as_str().into(), scale: map.strength, offset: Number::ZERO };
                        slope = self.add(&format!("{name}-scaled"), &place, scaled.into());
                    }
                    (vec![slope], Finish::Nothing)
                }
            }
        };
        let channels = channels.into_iter().map(|name| self.channel(name)).collect();
        Picture { name: name.to_owned(), channels, finish, output }
    }

    fn derivatives(&mut self, name: &str, place: &str, source: &Input) -> Vec<String> {
        let along = [("dx", DomainAxis::X), ("dy", DomainAxis::Y)];
        along.map(|(suffix, axis)| self.add(&format!("{name}-{suffix}"), place, Derivative::of(source.clone()).axis(axis).into())).into()
    }

    /// A source that several nodes take: a node in place gets a name, so that it is evaluated once.
    fn shared(&mut self, name: &str, place: &str, source: &Input) -> Input {
        match source {
            Input::Node(node) => Input::Name(self.add(&format!("{name}-source"), &format!("{place}.source"), (**node).clone())),
            Input::Name(_) | Input::Number(_) => source.clone(),
        }
    }

    /// The name of the node that gives a value: what has none gets one.
    fn named(&mut self, name: &str, place: &str, source: &Input) -> String {
        match source {
            Input::Name(source) => source.clone(),
            Input::Number(number) => self.add(name, place, Constant::of(*number).into()),
            Input::Node(node) => self.add(name, place, (**node).clone()),
        }
    }

    /// Adds a node under a name that is free.
    fn add(&mut self, name: &str, place: &str, node: Node) -> String {
        let mut name = name.to_owned();
        while self.nodes.contains_key(&name) {
            name.push('-');
        }
        self.nodes.insert(name.clone(), node);
        self.places.insert(name.clone(), place.to_owned());
        name
    }

    /// The place of a channel, which several pictures may have.
    fn channel(&mut self, name: String) -> usize {
        self.channels.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.channels.push(name);
            self.channels.len() - 1
        })
    }

    /// Checks the graph of an output; errors name the places in the recipe.
    pub(super) fn validate(mut self, name: &str, output: Output) -> Result<()> {
        self.picture(name, output);
        let places = std::mem::take(&mut self.places);
        let in_recipe = |place: String| {
            let (name, rest) = place.split_at(place.find('.').unwrap_or(place.len()));
            places.get(name).map_or_else(|| place.clone(), |place| format!("{place}{rest}"))
        };
        self.graph().validate().map_err(|error| match error {
            Error::Parameter { place, problem } => Error::Parameter { place: in_recipe(place), problem },
            Error::Limit { what, problem } => Error::Limit { what: in_recipe(what), problem },
            error => error,
        })
    }
}
