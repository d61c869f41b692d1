//! Recipes as data: nodes, and the outputs made from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::output::{Content, MAX_PICTURE_CHANNELS, Output, OutputRange};
use crate::error::{Error, Result};
use crate::graph::color::Lanes;
use crate::graph::colored::Colored;
use crate::graph::nodes::{ColorChannel, Per, Split};
use crate::graph::{self, GRAPH_VERSION, Graph, Input, Node, each_node};
use crate::number::Number;
use crate::words::{quoted, short, suggestion};

/// The key of the tables of outputs.
pub(super) const OUTPUTS: &str = "outputs";

/// The content of a recipe file: nodes, and the pictures made from them.
///
/// `Recipe::from` turns a [`Graph`] into a recipe of one picture. [`Recipe::graph`] returns the graph of a picture, [`Recipe::plan`] one evaluation for
/// several pictures.
///
/// The version decides the defaults of keys when a recipe is read or written. In memory a recipe always has the defaults of [`GRAPH_VERSION`]: those of a
/// recipe of version 1 are filled in when it is read, and removed when it is written.
///
/// ```
/// use lacuna::nodes::{HashKind, Seeding};
/// let text = |version: u32| format!("version = {version}\noutput = \"a\"\n[nodes.a]\nkind = \"value\"\n");
/// let hash = |text: &str| match &lacuna::recipe::read(text)?.nodes["a"] {
///     lacuna::Node::Value(value) => Ok::<_, lacuna::Error>(value.hash),
///     _ => unreachable!(),
/// };
/// assert_eq!((hash(&text(1))?, hash(&text(2))?), (Some(HashKind::Table), None));
/// // With every choice of version 1 spelled out it is one of version 2, and gives the same bits.
/// let upgraded = lacuna::recipe::read(&text(1))?.upgraded()?;
/// assert!(lacuna::recipe::write(&upgraded)?.contains("hash = \"table\""));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Recipe {
    /// 1 or [`GRAPH_VERSION`].
    pub version: u32,
    /// Without tables of outputs, the names of the nodes that are the channels of the only picture; with them, the name of the default output, or nothing.
    /// Written as a name, or a list of names.
    pub output: Vec<String>,
    /// The samples of the pictures along x and y, unless the caller gives others; each from 1 to [`MAX_SAMPLES`](crate::MAX_SAMPLES).
    pub size: Option<[u32; 2]>,
    /// The edges of the area that the pictures cover, x0, y0, x1 and y1 in units, unless the caller gives others.
    pub region: Option<[Number; 4]>,
    /// The nodes by name. A name consists of letters, digits, `_` and `-`.
    pub nodes: BTreeMap<String, Node>,
    /// The pictures by name. A name consists of letters, digits, `_` and `-`.
    pub outputs: BTreeMap<String, Output>,
}

/// A recipe in its written form.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Recipe")]
pub(super) struct Written {
    /// The version of the format: it decides the defaults of keys.
    version: u32,
    /// Without tables of outputs, the names of the nodes that are the channels of the only picture; with them, the name of the default output, or nothing.
    /// Written as a name, or a list of names.
    #[serde(default, with = "graph::outputs", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schema_of_names"))]
    output: Vec<String>,
    /// The samples of the pictures along x and y, unless the caller gives others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<[u32; 2]>,
    /// The edges of the area that the pictures cover, x0, y0, x1 and y1 in units, unless the caller gives others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    region: Option<[Number; 4]>,
    /// The nodes by name. A name consists of letters, digits, `_` and `-`.
    #[serde(default)]
    nodes: BTreeMap<String, Node>,
    /// The pictures by name. A name consists of letters, digits, `_` and `-`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    outputs: BTreeMap<String, Output>,
}

impl From<Written> for Recipe {
    fn from(written: Written) -> Self {
        let Written { version, output, size, region, nodes, outputs } = written;
        let recipe = Self { version, output, size, region, nodes, outputs };
        if version == 1 { recipe.spelled_out(1) } else { recipe }
    }
}

impl From<Recipe> for Written {
    fn from(recipe: Recipe) -> Self {
        // Keys that were removed after reading have the defaults in memory, not those of version 1.
        Self::of(if recipe.version == 1 { recipe.spelled_out(GRAPH_VERSION) } else { recipe })
    }
}

impl Written {
    /// Converts a recipe unchanged.
    fn of(recipe: Recipe) -> Self {
        let Recipe { version, output, size, region, nodes, outputs } = recipe;
        Self { version, output, size, region, nodes, outputs }
    }
}

impl From<Graph> for Recipe {
    /// Returns a recipe of one picture, which has the graph's channels.
    fn from(graph: Graph) -> Self {
        Self { version: graph.version, output: graph.outputs, size: None, region: None, nodes: graph.nodes, outputs: BTreeMap::new() }
    }
}

impl Recipe {
    /// Changes every node, including nodes nested in others and in outputs.
    fn each_node(&mut self, mut change: impl FnMut(&mut Node)) {
        each_node(self.nodes.values_mut(), &mut change);
        let inputs = self.outputs.values_mut().flat_map(|output| output.content.inputs_mut());
        let nodes = inputs.filter_map(|input| if let Input::Node(node) = input { Some(&mut **node) } else { None });
        each_node(nodes, change);
    }

    /// Returns the recipe with the defaults of a version filled in, where defaults differ by version.
    pub(super) fn spelled_out(mut self, version: u32) -> Self {
        self.each_node(|node| node.spell_out(version));
        for per in self.outputs.values_mut().filter_map(|output| output.content.per_mut()) {
            per.get_or_insert(Per::of_version(version));
        }
        self
    }

    /// Returns the recipe in its written form, without the keys that equal the defaults of its version, where defaults differ by version.
    pub(super) fn shortened(self) -> Written {
        if self.version != 1 {
            return Written::of(self);
        }
        let mut recipe = self.spelled_out(GRAPH_VERSION);
        recipe.each_node(Node::shorten);
        for per in recipe.outputs.values_mut().filter_map(|output| output.content.per_mut()) {
            *per = per.filter(|&per| per != Per::Unit);
        }
        Written::of(recipe)
    }

    /// Returns the recipe as one of [`GRAPH_VERSION`], with the defaults of version 1 filled in: it gives the same bits.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`], and [`Error::Parameter`] if a picture with more channels than a table of outputs may have would need another range.
    pub fn upgraded(&self) -> Result<Self> {
        self.validate()?;
        let mut upgraded = Self { version: GRAPH_VERSION, ..self.clone() };
        for name in self.output_names() {
            let range_of = |recipe: &Self| -> Result<OutputRange> { Ok(recipe.plan(&[name])?.pictures.swap_remove(0).range) };
            let (output, range) = (self.output(name)?, range_of(self)?);
            if range == range_of(&upgraded)? {
                continue;
            }
            let count = output.content.inputs().len();
            if count > MAX_PICTURE_CHANNELS {
                let problem = format!(
                    "distances are among the {count} channels, whose range is another since version 2; make a table [outputs.NAME] of 1 to \
                     {MAX_PICTURE_CHANNELS} of them with range = [-1, 1]"
                );
                return Err(Error::parameter("output", problem));
            }
            if self.outputs.is_empty() {
                upgraded.output = vec![name.to_owned()];
            }
            upgraded.outputs.insert(name.to_owned(), Output { range: Some(range), ..output });
        }
        upgraded.validate()?;
        Ok(upgraded)
    }

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
        let colored = Colored::of(&self.nodes);
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
                Err(Error::parameter("outputs", format!("there is no output `{}`{nearest}; there are {}", short(name), quoted(&names))))
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
