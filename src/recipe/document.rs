//! Recipes as data: nodes, and the outputs that are made of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::output::{Content, Output};
use crate::error::{Error, Result};
use crate::graph::{self, Graph, Node};
use crate::number::Number;
use crate::words::{quoted, short, suggestion};

/// The key of the tables of outputs.
pub(super) const OUTPUTS: &str = "outputs";

/// What a recipe's file says: nodes, and the pictures that are made of them.
///
/// A [`Graph`] becomes a recipe of one picture by `Recipe::from`; [`Recipe::graph`] gives the graph of a picture, [`Recipe::plan`] one evaluation for
/// several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Always [`GRAPH_VERSION`](graph::GRAPH_VERSION).
    pub version: u32,
    /// Without tables of outputs, the names of the nodes that are the channels of the only picture; with them, the name of the default output, or
    /// nothing. Written as a name, or a list of names.
    #[serde(default, with = "graph::outputs", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema_of_names"))]
    pub output: Vec<String>,
    /// The samples along x and y of its pictures, where the caller gives no others; each from 1 to [`MAX_SAMPLES`](crate::MAX_SAMPLES).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[u32; 2]>,
    /// The edges of what its pictures cover, x0, y0, x1 and y1 in units, where the caller gives no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<[Number; 4]>,
    /// The nodes by name. A name is letters, digits, `_` and `-`.
    #[serde(default)]
    pub nodes: BTreeMap<String, Node>,
    /// The pictures by name. A name is letters, digits, `_` and `-`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, Output>,
}

impl From<Graph> for Recipe {
    /// A recipe of one picture, which has the graph's channels.
    fn from(graph: Graph) -> Self {
        Self { version: graph.version, output: graph.outputs, size: None, region: None, nodes: graph.nodes, outputs: BTreeMap::new() }
    }
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
                    format!("there are several; choose one of {}, or name the default one: output = {:?}", quoted(&names), short(names[0]));
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
}

/// The schema of the names of channels, or of the default output.
#[cfg(feature = "schema")]
fn schema_of_names(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": graph::MAX_CHANNELS }]
    })
}
