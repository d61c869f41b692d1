//! Plans: one evaluation for several outputs.

use super::document::Recipe;
use super::expansion::{Expansion, Picture};
use super::output::Output;
use crate::error::{Error, Result};
use crate::graph::{Graph, MAX_CHANNELS};

/// A graph with all the channels that some outputs need, and the pictures made from them. See [`Recipe::plan`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The graph to evaluate. Nodes that outputs contain or imply have names of their own.
    pub graph: Graph,
    /// The pictures, in the order of the request.
    pub pictures: Vec<Picture>,
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
        let mut expansion = Expansion::new(self);
        let mut shown = Vec::new();
        for name in names {
            let output = self.output(name)?;
            shown.push((expansion.show(name, &output), output));
        }
        let graph = expansion.graph();
        let channels = graph.outputs.len();
        if channels > MAX_CHANNELS {
            return Err(Error::limit("outputs", format!("{channels} channels in all; at most {MAX_CHANNELS} are evaluated at once")));
        }
        let picture = |(name, (shown, output)): (&&str, _)| Picture::new(name, shown, output, &graph);
        let pictures = names.iter().zip(shown).map(picture).collect();
        Ok(Plan { graph, pictures })
    }
}
