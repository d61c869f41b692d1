//! Plans: one evaluation for several outputs.

use super::document::Recipe;
use super::expansion::{Expansion, Finish, Picture};
use super::output::Output;
use super::steps::{Step, cut};
use crate::error::{Error, Result};
use crate::graph::{Graph, MAX_CHANNELS};
use crate::program::Program;

/// A graph with all the channels that some outputs need, and the pictures made from them. See [`Recipe::plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The graph of all channels. Nodes that outputs contain or imply have names of their own. If it has layers, it is evaluated step by step.
    pub graph: Graph,
    /// The steps of the evaluation: only the graph, if it has no layers.
    pub steps: Vec<Step>,
    /// The pictures, in the order of the request.
    pub pictures: Vec<Picture>,
}

impl Plan {
    /// Returns the programs of the steps, which say everything of their noise, but can't bound values that come from layers.
    pub(super) fn programs(&self) -> impl Iterator<Item = Result<Program>> {
        self.steps.iter().filter_map(|step| match step {
            Step::Graph(step) => Some(step.program()),
            Step::Layer(_) => None,
        })
    }

    /// Returns true if pixels are computed from the pixels around them.
    pub fn has_layers(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Layer(_)))
    }
}

impl Recipe {
    /// Returns the graph of the default output, without its blur.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`] and [`Recipe::default_output`].
    pub fn graph(&self) -> Result<Graph> {
        self.graph_of(self.default_output()?)
    }

    /// Returns the graph of an output, without its blur: its channels are those of the picture.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`] and [`Recipe::output`].
    pub fn graph_of(&self, name: &str) -> Result<Graph> {
        self.validate()?;
        let mut expansion = Expansion::new(self);
        let (channels, _) = expansion.show(name, &Output { blur: None, ..self.output(name)? });
        let graph = expansion.graph();
        // A node may be several of the channels.
        let outputs = channels.iter().map(|&channel| graph.outputs[channel].clone()).collect();
        Ok(Graph { outputs, ..graph })
    }

    /// Plans one evaluation for several outputs, in which common nodes are evaluated once.
    ///
    /// ```
    /// let recipe = lacuna::recipe::read(r#"
    ///     version = 2
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
    /// The errors of [`Recipe::validate`] and [`Recipe::output`], and [`Error::Limit`] if the outputs have more than [`MAX_CHANNELS`] channels in total.
    pub fn plan(&self, names: &[&str]) -> Result<Plan> {
        self.validate()?;
        let mut group = Group::new(self);
        for name in names {
            group.show(name, self.output(name)?);
        }
        let channels = group.expansion.channels();
        let plan = group.plan()?;
        if channels > MAX_CHANNELS && !plan.has_layers() {
            return Err(Error::limit("outputs", format!("{channels} channels in all; at most {MAX_CHANNELS} are evaluated at once")));
        }
        Ok(plan)
    }

    /// Plans evaluations for any number of outputs. Each plan takes as many of the next outputs as have at most [`MAX_CHANNELS`] channels in total, and
    /// equally many samples a pixel. If there are layers, their channels may be more.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`] and [`Recipe::output`].
    pub fn plans(&self, names: &[&str]) -> Result<Vec<Plan>> {
        self.validate()?;
        let outputs = names.iter().map(|name| Ok((*name, self.output(name)?))).collect::<Result<Vec<_>>>()?;
        let mut plans = Vec::new();
        for alike in outputs.chunk_by(|(_, a), (_, b)| a.samples.unwrap_or(1) == b.samples.unwrap_or(1)) {
            plans.extend(self.plans_of(alike)?);
        }
        Ok(plans)
    }

    /// Plans evaluations for outputs of equally many samples a pixel.
    fn plans_of(&self, outputs: &[(&str, Output)]) -> Result<Vec<Plan>> {
        let mut all = Group::new(self);
        for (name, output) in outputs {
            all.show(name, output.clone());
        }
        let all = all.plan()?;
        if all.has_layers() {
            return Ok(vec![all]);
        }
        let mut plans = Vec::new();
        let mut group = Group::new(self);
        for (name, output) in outputs {
            let mut more = group.clone();
            more.show(name, output.clone());
            if more.expansion.channels() > MAX_CHANNELS && !group.shown.is_empty() {
                plans.push(group.plan()?);
                more = Group::new(self);
                more.show(name, output.clone());
            }
            group = more;
        }
        if !group.shown.is_empty() {
            plans.push(group.plan()?);
        }
        Ok(plans)
    }
}

/// Outputs that are evaluated together.
#[derive(Clone)]
struct Group<'a> {
    expansion: Expansion,
    shown: Vec<Shown<'a>>,
}

/// An output by its name, with its channels and its last step.
type Shown<'a> = (&'a str, (Vec<usize>, Finish), Output);

impl<'a> Group<'a> {
    fn new(recipe: &Recipe) -> Self {
        Self { expansion: Expansion::new(recipe), shown: Vec::new() }
    }

    fn show(&mut self, name: &'a str, output: Output) {
        self.shown.push((name, self.expansion.show(name, &output), output));
    }

    fn plan(self) -> Result<Plan> {
        let graph = self.expansion.graph();
        let (steps, planes) = cut(&graph)?;
        let pictures = self.shown.into_iter().map(|(name, shown, output)| {
            let mut picture = Picture::new(name, shown, output, &graph);
            picture.channels.iter_mut().for_each(|channel| *channel = planes[*channel]);
            picture
        });
        Ok(Plan { pictures: pictures.collect(), graph, steps })
    }
}
