//! Recipes: nodes and the pictures that are made of them, as TOML text, and recipes edited key by key.
//!
//! ```
//! let hills = lacuna::recipe::read(r#"
//!     version = 1
//!     output = "hills"
//!     [nodes.hills]
//!     kind = "fbm"
//!     octaves = 6
//!     source = { kind = "perlin", frequency = 4, seed = 7 }
//! "#)?;
//! assert_eq!(lacuna::recipe::read(&lacuna::recipe::write(&hills)?)?, hills);
//! let program = lacuna::Program::new(&hills.graph()?)?;
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! `output` names the node that is evaluated, or several, one a channel. Instead of it, or beside it, tables `[outputs.NAME]` tell of several pictures
//! that one evaluation makes ([`Output`]); then `output` names the one that is meant where none is chosen.
//!
//! Every number keeps the decimal that was written; one that TOML's own numbers can't hold may be written as text, `frequency = "1e-30"`.

mod draft;
mod flaw;
mod format;
mod output;
mod plan;
mod ramp;
#[cfg(feature = "cli")]
mod schema;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

pub use draft::Draft;
use flaw::{Flaw, at, decode};
pub use format::{Format, NoSuchFormat};
pub use output::{
    Blur, Content, MAX_BLUR_PASSES, MAX_BLUR_RADIUS, MAX_PICTURE_CHANNELS, NormalMap, NormalY, Output, OutputRange, SlopeMap,
};
use plan::Expansion;
pub use plan::{Finish, Picture, Plan};
pub use ramp::{Colours, RampMap};
#[cfg(feature = "cli")]
pub use schema::schema;
pub use words::nearest;
use words::{quoted, suggestion};

use crate::error::{Error, Result};
use crate::graph::{self, GRAPH_VERSION, Graph, Input, Node};
use crate::number::Number;

/// What a recipe's file says: nodes, and the pictures that are made of them.
///
/// A [`Graph`] becomes a recipe of one picture by `Recipe::from`; [`Recipe::graph`] gives the graph of a picture, [`Recipe::plan`] one evaluation for
/// several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Always [`GRAPH_VERSION`].
    pub version: u32,
    /// Without tables of outputs, the names of the nodes that are the channels of the only picture; with them, the name of the default output, or
    /// nothing. Written as a name, or a list of names.
    #[serde(default, with = "graph::outputs", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "cli", schemars(schema_with = "schema::of_output"))]
    pub output: Vec<String>,
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
        Self { version: graph.version, output: graph.outputs, nodes: graph.nodes, outputs: BTreeMap::new() }
    }
}

impl Recipe {
    /// Checks the version, that nodes and outputs that are named exist, that nodes form no cycle, and that every parameter is in its legal range.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place: `fbm.source.frequency`, `outputs.albedo.depth`.
    pub fn validate(&self) -> Result<()> {
        if self.version != GRAPH_VERSION {
            let problem = format!("{} is not known; this version reads version = {GRAPH_VERSION}", self.version);
            return Err(Error::parameter("version", problem));
        }
        if self.nodes.contains_key(OUTPUTS) {
            return Err(Error::parameter("nodes", "`outputs` is the name of the tables of outputs; give the node another name"));
        }
        for name in self.outputs.keys() {
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
                return Err(Error::parameter(OUTPUTS, format!("`{name}` is no name; use letters, digits, `_` and `-`")));
            }
        }
        match &self.output[..] {
            [] if self.outputs.is_empty() => {
                let example = self.nodes.keys().next().map_or("a node's name", String::as_str);
                let problem = format!("nothing is; name a node, such as output = {example:?}, or add a table [outputs.NAME]");
                return Err(Error::parameter("output", problem));
            }
            _ if self.outputs.is_empty() => {}
            [] => {}
            [name] if self.outputs.contains_key(name) => {}
            [name] => {
                let known: Vec<&str> = self.outputs.keys().map(String::as_str).collect();
                let nearest = suggestion(name, known.iter().copied());
                let problem = format!("there is no output `{name}`{nearest}; beside tables it names the default one of {}", quoted(&known));
                return Err(Error::parameter("output", problem));
            }
            _ => {
                let problem = "beside tables of outputs it names the default one; for a picture of several channels write channels = [...] in a table";
                return Err(Error::parameter("output", problem));
            }
        }
        self.find_names()?;
        for name in self.output_names() {
            let output = self.output(name)?;
            if self.outputs.contains_key(name) {
                output.validate(&format!("{OUTPUTS}.{name}"))?;
            }
            // Without a blur every step is a node, which checks itself.
            Expansion::new(self).validate(name, Output { blur: None, ..output })?;
        }
        Ok(())
    }

    /// Checks that every node that is named exists.
    fn find_names(&self) -> Result<()> {
        let known = |place: String, name: &str| {
            if self.nodes.contains_key(name) {
                return Ok(());
            }
            let names: Vec<&str> = self.nodes.keys().map(String::as_str).collect();
            let all = if names.is_empty() { "the recipe has no nodes".to_owned() } else { format!("the nodes are {}", quoted(&names)) };
            Err(Error::parameter(place, format!("there is no node `{name}`{}; {all}", suggestion(name, names.iter().copied()))))
        };
        if self.outputs.is_empty() {
            for (index, name) in self.output.iter().enumerate() {
                known(if self.output.len() == 1 { "output".to_owned() } else { format!("output[{index}]") }, name)?;
            }
        }
        let mut open: Vec<(String, &Input)> = Vec::new();
        for (name, node) in self.nodes.iter().rev() {
            open.extend(node.inputs().into_iter().rev().map(|(key, input)| (format!("{name}.{key}"), input)));
        }
        for (name, output) in &self.outputs {
            open.extend(output.content.inputs().into_iter().map(|(path, input)| (format!("{OUTPUTS}.{name}.{path}"), input)));
        }
        while let Some((place, input)) = open.pop() {
            match input {
                Input::Name(name) => known(place, name)?,
                Input::Node(node) => open.extend(node.inputs().into_iter().map(|(key, input)| (format!("{place}.{key}"), input))),
                Input::Number(_) => {}
            }
        }
        Ok(())
    }
}

/// The key of the tables of outputs.
const OUTPUTS: &str = "outputs";

/// Reads a recipe from TOML text, and validates it.
///
/// # Errors
///
/// [`Error::Recipe`] with the line, the column and the place of what is wrong: the syntax, an unknown key, a type, or a value out of range.
pub fn read(text: &str) -> Result<Recipe> {
    let document = DeTable::parse(text).map_err(|error| at(text, error.span().map_or(0, |span| span.start), syntax_problem(&error)))?;
    let document = document.into_inner();
    let flaw = match decode(&plain_table(&document)) {
        Ok(recipe) => match recipe.validate() {
            Ok(()) => return Ok(recipe),
            Err(error) => Flaw::of(error)?,
        },
        Err(flaw) => flaw,
    };
    Err(at(text, flaw.offset(&document), flaw))
}

/// Writes a recipe as TOML text, which [`read`] reads as the same recipe.
///
/// # Errors
///
/// As [`Recipe::validate`], and [`Error::Recipe`] where nodes stand deeper in each other than readers of TOML follow (about 80).
pub fn write(recipe: &Recipe) -> Result<String> {
    recipe.validate()?;
    let text = toml::to_string(recipe).map_err(|error| Error::Recipe { message: error.to_string() })?;
    DeTable::parse(&text).map_err(|error| Error::Recipe { message: syntax_problem(&error) })?;
    Ok(text)
}

fn syntax_problem(error: &toml::de::Error) -> String {
    // The only limit of a reader that a text can hit, and one whose message does not tell how to mend it.
    let mend = if error.message().contains("recurs") {
        "; the nodes stand too deep in each other, so give some of them names of their own"
    } else {
        ""
    };
    format!("{}{mend}", error.message())
}

fn plain_table(table: &DeTable) -> Table {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), plain(value))).collect()
}

/// The value without its place in the text; a number that i64 or f64 don't hold exactly becomes text, which [`Number`] reads.
fn plain(value: &Spanned<DeValue>) -> Value {
    match value.get_ref() {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => match i128::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(wide) => i64::try_from(wide).map_or_else(|_| Value::String(wide.to_string()), Value::Integer),
            Err(_) => Value::String(integer.to_string()),
        },
        DeValue::Float(float) => match float.as_str().parse::<f64>() {
            Ok(near) if float.as_str().parse() == Ok(Number::from(near)) => Value::Float(near),
            _ => Value::String(float.as_str().to_owned()),
        },
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(datetime) => Value::Datetime(*datetime),
        DeValue::Array(values) => Value::Array(values.iter().map(plain).collect()),
        DeValue::Table(table) => Value::Table(plain_table(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fbm, PerAxis, Perlin};

    fn problem(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    const HEAD: &str = "version = 1\noutput = \"a\"\n";

    #[test]
    fn a_recipe_reads_back_as_it_was_written() {
        let perlin = Perlin {
            seed: Some(u64::MAX),
            frequency: "0.12345678901234567890123456789".parse().unwrap(),
            offset: Some(PerAxis::Each(vec![0.1.into(), "1e-300".parse().unwrap()])),
            period: Some(PerAxis::All(7)),
            ..Perlin::default()
        };
        let recipe = Recipe::from(Graph::from(Fbm { octaves: Some(3.into()), ..Fbm::of(Fbm::of(perlin)) }));
        assert_eq!(read(&write(&recipe).unwrap()).unwrap(), recipe);
    }

    #[test]
    fn a_recipe_of_too_many_layers_is_refused_both_ways() {
        let mut node = Node::from(Perlin::default());
        for _ in 0..200 {
            node = crate::ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
        }
        assert!(write(&Graph::from(node).into()).unwrap_err().to_string().contains("give some of them names of their own"));
        let mut text = "{ kind = \"perlin\" }".to_owned();
        for _ in 0..200 {
            text = format!("{{ kind = \"scale_offset\", source = {text} }}");
        }
        assert!(problem(&format!("{HEAD}[nodes]\na = {text}")).contains("give some of them names of their own"));
    }

    #[test]
    fn a_recipe_keeps_every_digit() {
        let text = format!("{HEAD}[nodes.a]\nkind = \"perlin\"\nfrequency = 1_0.12345678901234567890123\nseed = 18446744073709551615\n");
        let Node::Perlin(perlin) = &read(&text).unwrap().nodes["a"] else { panic!() };
        assert_eq!(perlin.frequency.to_string(), "10.12345678901234567890123");
        assert_eq!(perlin.seed, Some(u64::MAX));
    }

    #[test]
    fn a_bad_recipe_is_refused_with_line_column_and_place() {
        for (tail, expected) in [
            ("[nodes.a\nkind = \"perlin\"", "line 3, column"),
            ("[nodes.a]\nkind = \"perlinn\"", "line 4, column 1: a.kind: \"perlinn\" is no kind of node (did you mean `perlin`?)"),
            ("[nodes.a]\nseed = 3", "line 3, column 8: a: the node has no `kind`"),
            ("[nodes.a]\nkind = \"fbm\"", "line 3, column 8: a: missing field `source`"),
            ("[nodes.a]\nkind = \"perlin\"\nfrequncy = 3", "line 5, column 1: a.frequncy: unknown key (did you mean `frequency`?)"),
            ("[nodes.a]\nkind = \"perlin\"\nfrequency = true", "line 5, column 1: a.frequency: invalid type: boolean `true`"),
            ("[nodes.a]\nkind = \"perlin\"\nfrequency = -1", "line 5, column 1: a.frequency: -1 is not allowed"),
            ("[nodes.a]\nkind = \"fbm\"\nsource = { kind = \"perlin\", seed = -1 }", "line 5, column 29: a.source.seed: invalid value"),
            ("[nodes.a]\nkind = \"fbm\"\nsource = \"a\"", "line 3, column 8: a: the node takes its value from `a`"),
            ("[nodes.a]\nkind = \"fbm\"\nweights = [1, inf]\nsource = 0", "line 5, column 15: a.weights[1]: inf is not allowed"),
            ("[nodes.b]\nkind = \"perlin\"", "line 2, column 1: output: there is no node `a`"),
            ("nodes = 3", "line 3, column 1: nodes: this is no table; write tables [nodes.NAME]"),
            ("[node.a]\nkind = \"perlin\"", "line 3, column 2: node: unknown key (did you mean `nodes`?)"),
        ] {
            let problem = problem(&format!("{HEAD}{tail}\n"));
            assert!(problem.starts_with(expected), "{tail}: {problem}");
        }
        assert!(
            problem("version = 2\noutput = \"a\"\n[nodes.a]\nkind = \"perlin\"").starts_with("line 1, column 1: version: 2 is not known")
        );
        assert!(problem("").contains("missing field"));
        for (output, expected) in [
            ("[]", "line 2, column 1: output: nothing is; name a node, such as output = \"a\""),
            ("[\"a\", \"b\"]", "line 2, column 16: output[1]: there is no node `b` (did you mean `a`?); the nodes are `a`"),
            ("3", "line 2, column 1: output: invalid type: integer `3`; give the name of a node, in quotes, or a list of 1 to 16 names"),
            ("[\"a\", 3]", "line 2, column 1: output: invalid type: integer `3`; give the name of a node, in quotes, or a list of"),
        ] {
            let problem = problem(&format!("version = 1\noutput = {output}\n[nodes.a]\nkind = \"perlin\""));
            assert!(problem.starts_with(expected), "{problem}");
        }
    }

    #[test]
    fn one_output_is_written_as_a_name_and_several_as_a_list() {
        let nodes = "[nodes.a]\nkind = \"perlin\"\n";
        let one = read(&format!("version = 1\noutput = [\"a\"]\n{nodes}")).unwrap();
        assert!(write(&one).unwrap().contains("output = \"a\"\n"));
        let several = read(&format!("version = 1\noutput = [\"a\", \"a\"]\n{nodes}")).unwrap();
        assert!(write(&several).unwrap().contains("output = [\"a\", \"a\"]\n"));
        assert_eq!(read(&write(&several).unwrap()).unwrap(), several);
        assert_eq!(Draft::new(&several).unwrap().recipe().unwrap(), several);
        assert_eq!(several.graph().unwrap().outputs, ["a", "a"]);
    }

    #[test]
    fn a_draft_sets_keys_by_path_and_by_name() {
        let mut draft = Draft::new(&Graph::from(Fbm::of(Perlin::default())).into()).unwrap();
        draft.set("fbm.source.frequency", "0.12345678901234567890123").unwrap();
        draft.set("octaves", "3").unwrap();
        draft.set("weights", "[1, .5, 0.1]").unwrap_err();
        draft.set("weights", "[1, 0.5, 0.1]").unwrap();
        draft.set("normalize", "false").unwrap();
        draft.set_on_bases("seed", "18446744073709551615").unwrap();
        let expected = Fbm {
            octaves: Some(3.into()),
            weights: Some(vec![1.into(), 0.5.into(), 0.1.into()]),
            normalize: false,
            ..Fbm::of(Perlin { frequency: "0.12345678901234567890123".parse().unwrap(), seed: Some(u64::MAX), ..Perlin::default() })
        };
        assert_eq!(draft.recipe().unwrap(), Graph::from(expected).into());
    }

    #[test]
    fn a_draft_names_what_cannot_be_set() {
        let two = Fbm { octaves: Some(2.into()), ..Fbm::of(Fbm::of(Perlin::default())) };
        let mut graph = Graph::from(two);
        graph.nodes.insert("user".into(), Fbm::of("fbm").into());
        let recipe = Recipe::from(graph);
        for (key, value, expected) in [
            ("octave", "3", "octave: no node takes it (did you mean `octaves`?)"),
            ("octaves", "3", "octaves: several nodes take it; set one of `fbm.octaves`, `fbm.source.octaves`, `user.octaves`"),
            ("fmb.octaves", "3", "fmb: there is no such node (did you mean `fbm`?)"),
            ("user.source.octaves", "3", "user.source: this is the node `fbm`; set `fbm.octaves`"),
            ("fbm.octaves.x", "3", "fbm.octaves: this is a value"),
            ("fbm.octavs", "3", "fbm.octavs: unknown key (did you mean `octaves`?)"),
            ("frequency", "1,2", "frequency: `1,2` is no value"),
        ] {
            let error = Draft::new(&recipe).unwrap().set(key, value).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for (key, value, expected) in [
            ("fbm.octaves", "0", "fbm.octaves: 0 octaves; give 1 to 32"),
            ("fbm.octaves", "many", "fbm.octaves: \"many\" is not allowed"),
            ("frequency", "nan", "fbm.source.source.frequency: NaN is not allowed"),
            ("user.source", "nobody", "user.source: there is no node `nobody`"),
        ] {
            let mut draft = Draft::new(&recipe).unwrap();
            draft.set(key, value).unwrap();
            let error = draft.recipe().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
