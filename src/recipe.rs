//! Recipes: graphs as TOML text, and graphs edited key by key.
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
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! Every number keeps the decimal that was written; one that TOML's own numbers can't hold may be written as text, `frequency = "1e-30"`.

use std::fmt::Display;

use serde::Deserialize;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table, Value};

use crate::error::{Error, Result};
use crate::graph::{self, GRAPH_VERSION, Graph, MAX_CHANNELS, MAX_OCTAVES, MAX_TABLE_PERIOD, NODE_KINDS, Node, NodeKind, keys_of};
use crate::number::Number;

/// Reads a graph from TOML text, and validates it.
///
/// # Errors
///
/// [`Error::Recipe`] with the line, the column and the place of what is wrong: the syntax, an unknown key, a type, or a value out of range.
pub fn read(text: &str) -> Result<Graph> {
    let document = DeTable::parse(text).map_err(|error| at(text, error.span().map_or(0, |span| span.start), syntax_problem(&error)))?;
    let document = document.into_inner();
    let flaw = match decode(&plain_table(&document)) {
        Ok(graph) => match graph.validate() {
            Ok(()) => return Ok(graph),
            Err(error) => Flaw::of(error)?,
        },
        Err(flaw) => flaw,
    };
    Err(at(text, flaw.offset(&document), flaw))
}

/// Writes a graph as TOML text, which [`read`] reads as the same graph.
///
/// # Errors
///
/// As [`Graph::validate`], and [`Error::Recipe`] where nodes stand deeper in each other than readers of TOML follow (about 80).
pub fn write(graph: &Graph) -> Result<String> {
    graph.validate()?;
    let text = toml::to_string(graph).map_err(|error| Error::Recipe { message: error.to_string() })?;
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

/// A graph whose keys are set by name, with values as TOML writes them.
///
/// ```
/// use lacuna::{Fbm, Graph, Perlin, recipe::Draft};
/// let mut draft = Draft::new(&Graph::from(Fbm::of(Perlin::default())))?;
/// draft.set("fbm.source.frequency", "0.1")?;
/// draft.set("octaves", "3")?;
/// let expected = Fbm { octaves: Some(3.into()), ..Fbm::of(Perlin { frequency: 0.1.into(), ..Perlin::default() }) };
/// assert_eq!(draft.graph()?, Graph::from(expected));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Draft {
    table: Table,
}

impl Draft {
    /// Starts from a graph.
    ///
    /// # Errors
    ///
    /// As [`Graph::validate`].
    pub fn new(graph: &Graph) -> Result<Self> {
        graph.validate()?;
        let table = Table::try_from(graph).map_err(|error| Error::Recipe { message: error.to_string() })?;
        Ok(Self { table })
    }

    /// Sets a key: `node.key`, `node.source.key`, or `key` alone where exactly one node takes it.
    ///
    /// The value is a number, a truth value, a list or a text as TOML writes them; a text of one word needs no quotes. What the key allows is
    /// checked by [`Draft::graph`].
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where no node takes the key, or several do, or where the value is no TOML.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let path = match key.rsplit_once('.') {
            _ if key.is_empty() => {
                return Err(Error::parameter("an empty key", "no node takes it; write node.key, or a key that exactly one node takes"));
            }
            Some((node, key)) => self.resolve(node, key)?,
            None => self.only_node_with(key)?,
        };
        self.insert(&path, parse_value(key, value)?);
        Ok(())
    }

    /// Sets a key on every basis that takes it.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where no basis takes it, or where the value is no TOML.
    pub fn set_on_bases(&mut self, key: &str, value: &str) -> Result<()> {
        let value = parse_value(key, value)?;
        let bases: Vec<_> = self.nodes().into_iter().filter(|(_, kind)| kind.is_basis && (kind.keys)().contains(&key)).collect();
        if bases.is_empty() {
            return Err(self.nobody_takes(key));
        }
        for (mut path, _) in bases {
            path.push(key.to_owned());
            self.insert(&path, value.clone());
        }
        Ok(())
    }

    /// The paths, such as `fbm.source.frequency`, of a key on all the nodes that take it.
    pub fn takers(&self, key: &str) -> Vec<String> {
        let takers = self.nodes().into_iter().filter(|(_, kind)| (kind.keys)().contains(&key));
        takers.map(|(path, _)| format!("{}.{key}", path.join("."))).collect()
    }

    /// The graph with all that was set.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place and the values that are allowed.
    pub fn graph(&self) -> Result<Graph> {
        let graph = decode(&self.table).map_err(|flaw| Error::parameter(flaw.place(), flaw.problem))?;
        graph.validate()?;
        Ok(graph)
    }

    /// Every node, also those in place of an input, by the path of its table under `nodes`.
    fn nodes(&self) -> Vec<(Vec<String>, &'static NodeKind)> {
        let mut found = Vec::new();
        let mut stack: Vec<(Vec<String>, &Table)> = vec![(vec![], self.named())];
        while let Some((path, table)) = stack.pop() {
            if let Some(kind) = kind_of(table).filter(|_| !path.is_empty()) {
                found.push((path.clone(), kind));
            }
            for (key, value) in table {
                if let Value::Table(inner) = value {
                    stack.push(([path.as_slice(), std::slice::from_ref(key)].concat(), inner));
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        found
    }

    fn named(&self) -> &Table {
        self.table["nodes"].as_table().expect("a graph is written with its table of nodes")
    }

    fn only_node_with(&self, key: &str) -> Result<Vec<String>> {
        match &self.takers(key)[..] {
            [] => Err(self.nobody_takes(key)),
            [place] => Ok(place.split('.').map(str::to_owned).collect()),
            places => {
                let places: Vec<_> = places.iter().map(String::as_str).collect();
                Err(Error::parameter(key, format!("several nodes take it; set one of {}", quoted(&places))))
            }
        }
    }

    fn nobody_takes(&self, key: &str) -> Error {
        let nodes = self.nodes();
        let known: Vec<&str> = nodes.iter().flat_map(|(_, kind)| (kind.keys)()).copied().collect();
        let takes: Vec<_> =
            nodes.iter().map(|(path, kind)| format!("`{}` (a {}) takes {}", path.join("."), kind.name, quoted((kind.keys)()))).collect();
        Error::parameter(short(key), format!("no node takes it{}; {}", suggestion(key, known), takes.join("; ")))
    }

    fn resolve(&self, node: &str, key: &str) -> Result<Vec<String>> {
        let mut path: Vec<String> = Vec::new();
        let mut table = self.named();
        for name in node.split('.') {
            let place = || [path.as_slice(), &[short(name)]].concat().join(".");
            match table.get(name) {
                Some(Value::Table(inner)) => table = inner,
                Some(Value::String(other)) => {
                    return Err(Error::parameter(place(), format!("this is the node `{other}`; set `{other}.{key}`")));
                }
                Some(_) => return Err(Error::parameter(place(), "this is a value, no node; leave out what follows it")),
                None => {
                    let known: Vec<&str> = table.iter().filter(|(_, value)| value.is_table()).map(|(name, _)| name.as_str()).collect();
                    let nearest = suggestion(name, known.iter().copied());
                    let here = match (&known[..], path.is_empty()) {
                        ([], true) => "the graph has none".to_owned(),
                        ([], false) => format!("no node stands in `{}`; set `{}.{key}`", path.join("."), path.join(".")),
                        _ => format!("here are {}", quoted(&known)),
                    };
                    return Err(Error::parameter(place(), format!("there is no such node{nearest}; {here}")));
                }
            }
            path.push(name.to_owned());
        }
        let keys = kind_of(table).map_or(&[][..], |kind| (kind.keys)());
        path.push(key.to_owned());
        if !keys.contains(&key) {
            path.pop();
            path.push(short(key));
            return Err(unknown_key(key, keys).at(&path));
        }
        Ok(path)
    }

    fn insert(&mut self, path: &[String], value: Value) {
        let mut table = self.table["nodes"].as_table_mut().expect("a graph is written with its table of nodes");
        let (key, nodes) = path.split_last().expect("a path ends in a key");
        for node in nodes {
            table = table.get_mut(node).and_then(Value::as_table_mut).expect("the path was followed before");
        }
        table.insert(key.clone(), value);
    }
}

/// What an error shows of a text that somebody wrote: its beginning, where it is long.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The word that is closest in spelling, where one is close.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, nearest) = known.into_iter().map(|known| (strsim::damerau_levenshtein(word, known), known)).min()?;
    (distance <= 1 + word.len() / 4).then_some(nearest)
}

fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)"))
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn kind_of(node: &Table) -> Option<&'static NodeKind> {
    NodeKind::of(node.get("kind")?.as_str()?)
}

/// What keeps a document from being a graph, and where: the path of names from the document down.
struct Flaw {
    path: Vec<String>,
    problem: String,
}

impl Flaw {
    fn new(path: &[&str], problem: impl Into<String>) -> Self {
        Self { path: path.iter().map(|&name| name.to_owned()).collect(), problem: problem.into() }
    }

    /// The flaw that validating a graph found; an error of another kind is handed back.
    fn of(error: Error) -> Result<Self> {
        match error {
            Error::Parameter { place, problem } | Error::Limit { what: place, problem } => {
                let mut path: Vec<String> = place.split('.').map(str::to_owned).collect();
                if !keys_of::<Graph>().contains(&element_of(&place)) {
                    path.insert(0, "nodes".to_owned());
                }
                Ok(Self { path, problem })
            }
            error => Err(error),
        }
    }

    /// The place as errors name it: `fbm.source.frequency`.
    fn place(&self) -> String {
        let path = self.path.strip_prefix(&["nodes".to_owned()]).filter(|rest| !rest.is_empty());
        path.unwrap_or(&self.path).iter().map(|name| short(name)).collect::<Vec<_>>().join(".")
    }

    /// The byte of the text where the deepest part of the path stands that the document has.
    fn offset(&self, document: &DeTable) -> usize {
        let mut table = document;
        let mut offset = 0;
        for name in &self.path {
            let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == element_of(name)) else { break };
            offset = key.span().start;
            match value.get_ref() {
                DeValue::Table(inner) => table = inner,
                _ => break,
            }
        }
        offset
    }
}

/// The key of the list that a name is an element of, `weights` of `weights[1]`, or the name itself.
fn element_of(name: &str) -> &str {
    name.split('[').next().unwrap_or_default()
}

impl Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { f.write_str(&self.problem) } else { write!(f, "{}: {}", self.place(), self.problem) }
    }
}

/// An unknown key, before it is known where.
struct UnknownKey(String);

impl UnknownKey {
    fn at(self, path: &[String]) -> Error {
        Error::parameter(path.join("."), self.0)
    }
}

fn unknown_key(key: &str, keys: &[&str]) -> UnknownKey {
    UnknownKey(format!("unknown key{}; allowed are {}", suggestion(key, keys.iter().copied()), quoted(keys)))
}

fn at(text: &str, offset: usize, problem: impl Display) -> Error {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    Error::Recipe { message: format!("line {line}, column {column}: {problem}") }
}

fn decode(table: &Table) -> Result<Graph, Flaw> {
    Graph::deserialize(table.clone()).map_err(|error| document_flaw(table).unwrap_or_else(|| Flaw::new(&[], error.message())))
}

/// serde tells what is wrong but, inside of nodes, not where; so what failed as a whole is tried again piece by piece.
fn document_flaw(table: &Table) -> Option<Flaw> {
    let keys = keys_of::<Graph>();
    if let Some(key) = table.keys().find(|key| !keys.contains(&key.as_str())) {
        return Some(Flaw::new(&[key], unknown_key(key, keys).0));
    }
    let (version, output) = (table.get("version").cloned(), table.get("output").cloned());
    if let Some((value, Err(error))) = version.map(|value| (value.clone(), u32::deserialize(value))) {
        return Some(Flaw::new(&["version"], type_problem("version", &value, error.message())));
    }
    if let Some((value, Err(error))) = output.map(|value| (value.clone(), graph::outputs::deserialize(value))) {
        return Some(Flaw::new(&["output"], type_problem("output", &value, error.message())));
    }
    let nodes = table.get("nodes")?.as_table()?;
    nodes.iter().find_map(|(name, node)| node_flaw(&["nodes", name], node))
}

/// What serde says of a value that it does not take, with the values that the key allows in place of the names of Rust's types.
fn type_problem(key: &str, value: &Value, message: &str) -> String {
    let message = match value {
        Value::String(text) => message.replace(text.as_str(), &short(text)),
        _ => message.to_owned(),
    };
    let allowed = match key {
        "version" => GRAPH_VERSION.to_string(),
        "output" => format!("the name of a node, in quotes, or a list of 1 to {MAX_CHANNELS} names"),
        "octaves" => format!("a number from 1 to {MAX_OCTAVES}"),
        "seed" => format!("a whole number from 0 to {}", u64::MAX),
        "period" => format!("whole numbers of cells from 0 (none) to {MAX_TABLE_PERIOD}, one for all axes or a list of up to four"),
        "dimensions" => "1, 2, 3 or 4".to_owned(),
        _ => return message,
    };
    match message.split_once(", expected") {
        Some((problem, _)) => format!("{problem}; give {allowed}"),
        None => format!("{} is not allowed; give {allowed}", short(&value.to_string())),
    }
}

/// The kinds are too many for an error.
fn known_kinds() -> String {
    let bases: Vec<&str> = NODE_KINDS.iter().filter(|kind| kind.is_basis).map(|kind| kind.name).collect();
    format!("bases are {}, and `lacuna sources` lists all {} kinds", quoted(&bases), NODE_KINDS.len())
}

fn node_flaw(path: &[&str], node: &Value) -> Option<Flaw> {
    let kinds = || NODE_KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>();
    let Value::Table(node) = node else {
        return Some(Flaw::new(path, "this is no node; write a table such as { kind = \"perlin\" }"));
    };
    let below = |key| [path, &[key]].concat();
    if let Some(flaw) = node.iter().filter(|(_, value)| value.is_table()).find_map(|(key, value)| node_flaw(&below(key.as_str()), value)) {
        return Some(flaw);
    }
    let Some(name) = node.get("kind") else {
        return Some(Flaw::new(path, format!("the node has no `kind`; {}", known_kinds())));
    };
    let Some(kind) = kind_of(node) else {
        let nearest = name.as_str().map_or_else(String::new, |name| suggestion(name, kinds()));
        let name = short(&name.to_string());
        return Some(Flaw::new(&below("kind"), format!("{name} is no kind of node{nearest}; {}", known_kinds())));
    };
    let keys = (kind.keys)();
    if let Some(key) = node.keys().find(|key| *key != "kind" && !keys.contains(&key.as_str())) {
        return Some(Flaw::new(&below(key), unknown_key(key, keys).0));
    }
    let example = Table::try_from((kind.example)()).expect("a node is a table");
    node.iter()
        .find_map(|(key, value)| {
            let mut alone = example.clone();
            alone.insert(key.clone(), value.clone());
            Node::deserialize(alone).err().map(|error| Flaw::new(&below(key), type_problem(key, value, error.message())))
        })
        .or_else(|| Node::deserialize(node.clone()).err().map(|error| Flaw::new(path, error.message())))
}

fn parse_value(key: &str, text: &str) -> Result<Value> {
    if let Ok(value) = DeValue::parse(text) {
        return Ok(plain(&value));
    }
    if let Ok(value) = text.parse::<Number>().map(Value::try_from) {
        return value.map_err(|error| Error::parameter(short(key), error.to_string()));
    }
    let is_word = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_word {
        return Ok(Value::String(text.to_owned()));
    }
    let text = short(text);
    Err(Error::parameter(
        short(key),
        format!("`{text}` is no value; write a number, true, false, a list such as [8, 4], or a text in quotes"),
    ))
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
        let graph = Graph::from(Fbm { octaves: Some(3.into()), ..Fbm::of(Fbm::of(perlin)) });
        assert_eq!(read(&write(&graph).unwrap()).unwrap(), graph);
    }

    #[test]
    fn a_recipe_of_too_many_layers_is_refused_both_ways() {
        let mut node = Node::from(Perlin::default());
        for _ in 0..200 {
            node = crate::ScaleOffset { source: node.into(), scale: 1.into(), offset: 0.into() }.into();
        }
        assert!(write(&node.into()).unwrap_err().to_string().contains("give some of them names of their own"));
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
            ("[nodes.a]\nkind = \"fbm\"\nweights = [1, inf]\nsource = \"b\"", "line 5, column 1: a.weights[1]: inf is not allowed"),
            ("[nodes.b]\nkind = \"perlin\"", "line 2, column 1: output: there is no node `a`"),
            ("nodes = 3", "line 1, column 1: "),
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
            ("[]", "line 2, column 1: output: 0 channels; give the names of 1 to 16 nodes"),
            ("[\"a\", \"b\"]", "line 2, column 1: output[1]: there is no node `b`; the nodes are `a`"),
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
        assert_eq!(Draft::new(&several).unwrap().graph().unwrap(), several);
    }

    #[test]
    fn a_draft_sets_keys_by_path_and_by_name() {
        let mut draft = Draft::new(&Fbm::of(Perlin::default()).into()).unwrap();
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
        assert_eq!(draft.graph().unwrap(), Graph::from(expected));
    }

    #[test]
    fn a_draft_names_what_cannot_be_set() {
        let two = Fbm { octaves: Some(2.into()), ..Fbm::of(Fbm::of(Perlin::default())) };
        let mut graph = Graph::from(two);
        graph.nodes.insert("user".into(), Fbm::of("fbm").into());
        for (key, value, expected) in [
            ("octave", "3", "octave: no node takes it (did you mean `octaves`?)"),
            ("octaves", "3", "octaves: several nodes take it; set one of `fbm.octaves`, `fbm.source.octaves`, `user.octaves`"),
            ("fmb.octaves", "3", "fmb: there is no such node (did you mean `fbm`?)"),
            ("user.source.octaves", "3", "user.source: this is the node `fbm`; set `fbm.octaves`"),
            ("fbm.octaves.x", "3", "fbm.octaves: this is a value"),
            ("fbm.octavs", "3", "fbm.octavs: unknown key (did you mean `octaves`?)"),
            ("frequency", "1,2", "frequency: `1,2` is no value"),
        ] {
            let error = Draft::new(&graph).unwrap().set(key, value).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        for (key, value, expected) in [
            ("fbm.octaves", "0", "fbm.octaves: 0 octaves; give 1 to 32"),
            ("fbm.octaves", "many", "fbm.octaves: \"many\" is not allowed"),
            ("frequency", "nan", "fbm.source.source.frequency: NaN is not allowed"),
            ("user.source", "nobody", "user.source: there is no node `nobody`"),
        ] {
            let mut draft = Draft::new(&graph).unwrap();
            draft.set(key, value).unwrap();
            let error = draft.graph().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
