//! Recipes as data: nodes, and the outputs made from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::material::Material;
use super::output::{Content, Output};
use crate::color::Lanes;
use crate::error::{Error, Result};
use crate::error_words::{quoted, short, suggestion};
use crate::graph::nodes::{ColorChannel, Split};
use crate::graph::{self, Graph, Node};
use crate::lower::lowerer::NodeLanes;
use crate::number::Number;

/// The key of the tables of outputs.
pub(super) const OUTPUTS: &str = "outputs";
/// The key of seeds.
pub(super) const SEED: &str = "seed";

/// Returns true for a text that nodes and outputs may be called.
pub(super) fn is_name_of_node(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

/// The content of a recipe file: nodes, and the pictures made from them.
///
/// `Recipe::from` turns a [`Graph`] into a recipe of one picture. [`Recipe::graph`] returns the graph of a picture, [`Recipe::plan`] one evaluation for
/// several pictures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Always [`GRAPH_VERSION`](graph::GRAPH_VERSION).
    #[serde(deserialize_with = "graph::known_version")]
    pub version: u32,
    /// Without tables of outputs, the names of the nodes that are the channels of the only picture; with them, the name of the default output, or nothing.
    /// Written as a name, or a list of names.
    #[serde(default, with = "graph::outputs", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema_of_names"))]
    pub output: Vec<String>,
    /// The samples of the pictures along x and y, unless the caller gives others; each from 1 to [`MAX_SAMPLES`](crate::MAX_SAMPLES).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[u32; 2]>,
    /// The edges of the area that the pictures cover, x0, y0, x1 and y1 in units, unless the caller gives others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<[Number; 4]>,
    /// The nodes by name. A name consists of letters, digits, `_` and `-`.
    #[serde(default)]
    pub nodes: BTreeMap<String, Node>,
    /// The pictures by name. A name consists of letters, digits, `_` and `-`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, Output>,
    /// The surface that the outputs make, if they make one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
}

impl From<Graph> for Recipe {
    /// Returns a recipe of one picture, which has the graph's channels.
    fn from(graph: Graph) -> Self {
        let Graph { version, outputs, nodes } = graph;
        Self { version, output: outputs, size: None, region: None, nodes, outputs: BTreeMap::new(), material: None }
    }
}

impl Recipe {
    /// Returns the names of the outputs. Without tables there is one output, with the name of its node, or `output` if there are several nodes.
    pub fn output_names(&self) -> Vec<&str> {
        match &self.output[..] {
            _ if !self.outputs.is_empty() => self.outputs.keys().map(String::as_str).collect(),
            [only] => vec![only],
            _ => vec!["output"],
        }
    }

    /// Returns the name of the default output: the one that `output` names, or the only one.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if there are several and none is the default.
    pub fn default_output(&self) -> Result<&str> {
        let names = self.output_names();
        match (&self.output[..], &names[..]) {
            ([output], _) => Ok(output),
            (_, [only]) => Ok(only),
            _ => {
                let problem =
                    format!("there are several; choose one of {}, or name the default one: output = {:?}", quoted(&names), short(names[0]));
                Err(Error::parameter("outputs", problem))
            }
        }
    }

    /// Returns the content, with channels that are a colour replaced by that colour.
    fn colored(&self, content: Content) -> Content {
        let Content::Channels { channels, is_color } = content else { return content };
        let colored = NodeLanes::of(&self.nodes);
        let lanes: Vec<Lanes> = channels.iter().map(|channel| colored.input(channel)).collect();
        match (&channels[..], &lanes[..]) {
            ([source], [Lanes::Color]) => Content::Color { source: source.clone(), alpha: None },
            ([source], [Lanes::ColorAndAlpha]) => {
                let alpha = Split::of(source.clone()).channel(ColorChannel::Alpha);
                Content::Color { source: source.clone(), alpha: Some(alpha.into()) }
            }
            ([source, alpha], [Lanes::Color | Lanes::ColorAndAlpha, Lanes::Number]) => {
                Content::Color { source: source.clone(), alpha: Some(alpha.clone()) }
            }
            _ => Content::Channels { channels, is_color },
        }
    }

    /// Returns the output with a name. Channels that are a colour become [`Content::Color`]. The output of a recipe without tables has nothing but defaults.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if there is no output with that name.
    pub fn output(&self, name: &str) -> Result<Output> {
        let names = self.output_names();
        match self.outputs.get(name) {
            Some(output) => Ok(Output { content: self.colored(output.content.clone()), ..output.clone() }),
            None if names.contains(&name) => Ok(self.colored(Content::channels(self.output.iter().map(String::as_str))).into()),
            None => {
                let nearest = suggestion(name, names.iter().copied());
                Err(Error::unknown("outputs", format!("there is no output `{}`{nearest}; there are {}", short(name), quoted(&names))))
            }
        }
    }
}

/// Returns the schema of the names of channels, or of the default output.
#[cfg(feature = "schema")]
fn schema_of_names(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": graph::MAX_CHANNELS }]
    })
}
