//! Recipes edited key by key.

use toml::de::DeValue;
use toml::{Table, Value};

use super::document::{OUTPUTS, Recipe};
use super::flaw::{decode, kind_of, shown, split_index, unknown_key};
use super::output::{Blur, Keys, NormalMap, SlopeMap};
use super::plain::plain;
use super::ramp::RampMap;
use crate::error::{Error, Result};
use crate::error_words::{listed, quoted, short, suggestion};
use crate::graph::NodeKind;
use crate::key::names_of;
use crate::number::Number;
use crate::seeding::{mixed_seed, read_seed};

/// The key of seeds.
pub(super) const SEED: &str = "seed";

/// Stands for all nodes that take a key.
const ALL: &str = "*";

/// A recipe whose keys are set by name, with values in TOML's notation.
///
/// ```
/// use lacuna::nodes::Perlin;
/// use lacuna::{Graph, NodeExt, recipe::Draft};
/// let mut draft = Draft::new(&Graph::from(Perlin::new().fbm()).into())?;
/// draft.set("fbm.source.frequency", "0.1")?;
/// draft.set("octaves", "3")?;
/// let expected = Perlin::new().frequency(0.1).fbm().octaves(3);
/// assert_eq!(draft.recipe()?, Graph::from(expected).into());
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Draft {
    table: Table,
    /// The recipe before all changes, and the paths of the keys that were set one by one.
    before: Table,
    set: Vec<Vec<String>>,
}

impl Draft {
    /// Creates a draft from a recipe.
    ///
    /// # Errors
    ///
    /// The errors of [`Recipe::validate`].
    pub fn new(recipe: &Recipe) -> Result<Self> {
        recipe.validate()?;
        let table = Table::try_from(recipe).map_err(|error| Error::recipe(&error))?;
        Ok(Self { before: table.clone(), table, set: Vec::new() })
    }

    /// Sets a key: `node.key`, `node.source.key`, `outputs.NAME.key`, or `key` alone if exactly one node takes it. `*.key` sets it on every node that takes it.
    ///
    /// The value is a number, a truth value, a list or a text in TOML's notation; a text of one word needs no quotes. [`Draft::recipe`] checks that the value
    /// is legal for the key.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if no node or output takes the key, if several nodes do, or if the value is not TOML.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let paths = match key.rsplit_once('.') {
            _ if key.is_empty() => {
                return Err(Error::unknown("an empty key", "no node takes it; write node.key, or a key that exactly one node takes"));
            }
            Some((ALL, key)) => self.every_node_with(key)?,
            Some((table, key)) => vec![self.resolve(table, key)?],
            None => vec![self.only_node_with(key)?],
        };
        let value = parse_value(key, value)?;
        // A node in place of an input comes before that input, which may replace it.
        for path in paths.into_iter().rev() {
            self.insert(&path, value.clone());
            self.set.push(path);
        }
        Ok(())
    }

    /// Sets a key on every basis that takes it.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if no basis takes it, or if the value is not TOML.
    pub fn set_on_bases(&mut self, key: &str, value: &str) -> Result<()> {
        let value = parse_value(key, value)?;
        let bases: Vec<_> = self.nodes().into_iter().filter(|(_, kind)| kind.is_basis && kind.key(key).is_some()).collect();
        if bases.is_empty() {
            return Err(self.nobody_takes(key));
        }
        for (mut path, _) in bases {
            path.push(key.to_owned());
            self.insert(&path, value.clone());
        }
        Ok(())
    }

    /// Varies all seeds by one number. If the recipe has one seed, it becomes the number. If it has several, each becomes [`mixed_seed`] of itself and the
    /// number: equal seeds stay equal, and different seeds stay different. All nodes that take a seed and have none count as nodes with one additional seed.
    ///
    /// ```
    /// use lacuna::{Graph, nodes::Perlin, recipe::Draft, seeding::mixed_seed};
    /// let two = Graph::of_channels(["a", "b"]).node("a", Perlin::new().seed(1)).node("b", Perlin::new());
    /// let mut draft = Draft::new(&two.into())?;
    /// draft.set_seed(7)?;
    /// let varied = Graph::of_channels(["a", "b"])
    ///     .node("a", Perlin::new().seed(mixed_seed(1, 7)))
    ///     .node("b", Perlin::new().seed(mixed_seed(0, 7)));
    /// assert_eq!(draft.recipe()?, varied.into());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if no node takes a seed.
    pub fn set_seed(&mut self, number: u64) -> Result<()> {
        let mut seeded = Vec::new();
        for (mut path, _) in self.nodes().into_iter().filter(|(_, kind)| kind.key(SEED).is_some()) {
            path.push(SEED.to_owned());
            let seed = match self.value(&path) {
                None => None,
                Some(Value::Integer(seed)) => Some(seed.cast_unsigned()),
                Some(Value::String(seed)) => read_seed(seed),
                Some(_) => None,
            };
            seeded.push((path, seed));
        }
        let Some(&(_, first)) = seeded.first() else { return Err(self.nobody_takes(SEED)) };
        let is_one = seeded.iter().all(|&(_, seed)| seed == first);
        for (path, seed) in seeded {
            let seed = if is_one { number } else { mixed_seed(seed.unwrap_or(0), number) };
            self.insert(&path, i64::try_from(seed).map_or_else(|_| Value::String(seed.to_string()), Value::Integer));
        }
        Ok(())
    }

    /// Returns the paths, such as `fbm.source.frequency`, of a key on all the nodes that take it.
    pub fn takers(&self, key: &str) -> Vec<String> {
        let takers = self.nodes().into_iter().filter(|(_, kind)| kind.key(key).is_some());
        takers.map(|(path, _)| format!("{}.{key}", shown(&path))).collect()
    }

    /// Returns the recipe with all changes.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] and [`Error::Limit`], which name the place and the legal values.
    pub fn recipe(&self) -> Result<Recipe> {
        let recipe =
            decode(&self.table).map_err(|flaw| Error::Parameter { place: flaw.place(), problem: flaw.kind, message: flaw.problem })?;
        recipe.validate()?;
        Ok(recipe)
    }

    fn nodes(&self) -> Vec<(Vec<String>, &'static NodeKind)> {
        nodes_of(&self.table).into_iter().map(|(path, _, kind)| (path, kind)).collect()
    }

    /// Returns the nodes before all changes.
    pub(super) fn nodes_before(&self) -> Vec<NodeAt<'_>> {
        nodes_of(&self.before)
    }

    /// Returns the paths of the keys that were set one by one.
    pub(super) fn set_paths(&self) -> &[Vec<String>] {
        &self.set
    }

    fn every_node_with(&self, key: &str) -> Result<Vec<Vec<String>>> {
        let with_key = |(mut path, _): (Vec<String>, _)| {
            path.push(key.to_owned());
            path
        };
        let paths: Vec<_> = self.nodes().into_iter().filter(|(_, kind)| kind.key(key).is_some()).map(with_key).collect();
        if paths.is_empty() { Err(self.nobody_takes(key)) } else { Ok(paths) }
    }

    fn only_node_with(&self, key: &str) -> Result<Vec<String>> {
        match &self.takers(key)[..] {
            [] => Err(self.nobody_takes(key)),
            [place] => {
                let (node, key) = place.rsplit_once('.').unwrap_or_default();
                self.resolve(node, key)
            }
            places => {
                let places: Vec<_> = places.iter().map(String::as_str).collect();
                let told = format!("several nodes take it; set one of {}, or all by `{ALL}.{}`", quoted(&places), short(key));
                Err(Error::parameter(short(key), told))
            }
        }
    }

    fn nobody_takes(&self, key: &str) -> Error {
        let nodes = self.nodes();
        let known: Vec<&str> = nodes.iter().flat_map(|(_, kind)| kind.key_names()).collect();
        let takes =
            |(path, kind): &(Vec<String>, &NodeKind)| format!("`{}` (a {}) takes {}", shown(path), kind.name, quoted(kind.key_names()));
        Error::unknown(short(key), format!("no node takes it{}; {}", suggestion(key, known), listed(nodes.iter().map(takes), "; ")))
    }

    /// Returns the path of a key of a table, given the table's own path.
    fn resolve(&self, names: &str, key: &str) -> Result<Vec<String>> {
        let mut path: Vec<String> = Vec::new();
        if names != OUTPUTS && !names.starts_with("outputs.") {
            path.push("nodes".to_owned());
        }
        let nowhere = Table::new();
        let mut table = path.first().map_or(&self.table, |root| self.table.get(root).and_then(Value::as_table).unwrap_or(&nowhere));
        for name in names.split('.') {
            let place = || shown(&[path.as_slice(), &[short(name)]].concat());
            let (list, index) = split_index(name);
            let value = match (table.get(list), index) {
                (Some(Value::Array(values)), Some(index)) => values.get(index),
                (Some(Value::Array(values)), None) => {
                    return Err(Error::parameter(
                        place(),
                        format!("this is a list; name an element, `{}[0]` to `[{}]`", short(name), values.len()),
                    ));
                }
                (value, None) => value,
                (_, Some(_)) => None,
            };
            match value {
                Some(Value::Table(inner)) => table = inner,
                Some(Value::String(other)) if !is_text_of_an_output(&path) => {
                    let (other, key) = (short(other), short(key));
                    return Err(Error::parameter(place(), format!("this is the node `{other}`; set `{other}.{key}`")));
                }
                Some(_) => return Err(Error::parameter(place(), "this is a value, no node; leave out what follows it")),
                // A blur as a whole is created when its first key is set.
                None if name == "blur" && is_text_of_an_output(&path) => table = &nowhere,
                None if path.is_empty() => {
                    let problem =
                        "the recipe has no tables of outputs; add one to its text, [outputs.NAME] with channels = \"a node's name\"";
                    return Err(Error::parameter(OUTPUTS, problem));
                }
                None => {
                    let known: Vec<&str> = table.iter().filter(|(_, value)| value.is_table()).map(|(name, _)| name.as_str()).collect();
                    let nearest = suggestion(name, known.iter().copied());
                    let (what, whole) =
                        if path.first().is_some_and(|root| root == OUTPUTS) { ("output", OUTPUTS) } else { ("node", "graph") };
                    let here = match (&known[..], path.len()) {
                        ([], 0 | 1) => format!("the {whole} has none"),
                        ([], _) => format!("no node stands in `{0}`; set `{0}.{1}`", shown(&path), short(key)),
                        _ => format!("here are {}", quoted(&known)),
                    };
                    return Err(Error::unknown(place(), format!("there is no such {what}{nearest}; {here}")));
                }
            }
            path.push(name.to_owned());
        }
        let keys = keys_at(&path, table);
        path.push(key.to_owned());
        if !keys.contains(&key) {
            return Err(Error::unknown(shown(&path), unknown_key(key, &keys)));
        }
        Ok(path)
    }

    /// Returns the value at a path.
    pub(super) fn value(&self, path: &[String]) -> Option<&Value> {
        let (key, tables) = path.split_last()?;
        let table = tables.iter().try_fold(&self.table, |table, name| {
            let (name, index) = split_index(name);
            match (index, table.get(name)?) {
                (Some(index), Value::Array(values)) => values.get(index)?.as_table(),
                (_, value) => value.as_table(),
            }
        });
        table?.get(key)
    }

    fn insert(&mut self, path: &[String], value: Value) {
        let mut table = &mut self.table;
        let (key, tables) = path.split_last().expect("a path ends in a key");
        for name in tables {
            let (name, index) = split_index(name);
            let inner = table.entry(name).or_insert_with(|| Value::Table(Table::new()));
            let inner = match (index, inner) {
                (Some(index), Value::Array(values)) => values.get_mut(index),
                (_, value) => Some(value),
            };
            table = inner.and_then(Value::as_table_mut).expect("the path was followed before");
        }
        table.insert(key.clone(), value);
    }
}

/// A node: the path of its table, the table, and its kind.
pub(super) type NodeAt<'a> = (Vec<String>, &'a Table, &'static NodeKind);

/// Returns every node of a recipe, including those in place of an input.
fn nodes_of(recipe: &Table) -> Vec<NodeAt<'_>> {
    let mut found = Vec::new();
    let mut stack: Vec<(Vec<String>, &Value)> =
        ["nodes", OUTPUTS].into_iter().filter_map(|root| recipe.get(root).map(|table| (vec![root.to_owned()], table))).collect();
    while let Some((path, value)) = stack.pop() {
        match value {
            Value::Table(table) => {
                if let Some(kind) = kind_of(table) {
                    found.push((path.clone(), table, kind));
                }
                stack.extend(table.iter().map(|(key, value)| ([path.as_slice(), std::slice::from_ref(key)].concat(), value)));
            }
            Value::Array(values) => {
                let Some((list, before)) = path.split_last() else { continue };
                let element = |index| [before, &[format!("{list}[{index}]")]].concat();
                stack.extend(values.iter().enumerate().map(|(index, value)| (element(index), value)));
            }
            _ => {}
        }
    }
    found.sort_by(|(a, ..), (b, ..)| a.cmp(b));
    found
}

/// Returns true for the path of an output, where only channels are names of nodes and other texts are not.
fn is_text_of_an_output(path: &[String]) -> bool {
    path.len() == 2 && path[0] == OUTPUTS
}

/// Returns the keys that a table takes.
fn keys_at(path: &[String], table: &Table) -> Vec<&'static str> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        [OUTPUTS, _] => names_of::<Keys>().to_vec(),
        [OUTPUTS, _, "ramp"] => names_of::<RampMap>().to_vec(),
        [OUTPUTS, _, "normal"] => names_of::<NormalMap>().to_vec(),
        [OUTPUTS, _, "slope"] => names_of::<SlopeMap>().to_vec(),
        [OUTPUTS, _, "blur"] => names_of::<Blur>().to_vec(),
        _ => kind_of(table).map_or_else(Vec::new, NodeKind::key_names),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Graph;
    use crate::graph::nodes::{Erosion, Fbm, Perlin};

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
    fn a_star_sets_a_key_on_every_node_that_takes_it_and_on_inputs_that_it_replaces() {
        let mut draft = Draft::new(&Graph::from(Erosion::of(Perlin::default())).into()).unwrap();
        draft.set("*.seed", "5").unwrap();
        assert_eq!(draft.recipe().unwrap(), Graph::from(Erosion::of(Perlin::default().seed(5)).seed(5)).into());
        draft.set("*.source", "0.5").unwrap();
        assert_eq!(draft.recipe().unwrap(), Graph::from(Erosion::of(0.5).seed(5)).into());
        assert!(matches!(draft.set("*.joint", "1"), Err(Error::Parameter { problem: crate::Problem::Unknown, .. })));
    }

    #[test]
    fn a_seed_reaches_every_node_that_takes_one() {
        let mut draft = Draft::new(&Graph::from(Erosion::of(Perlin::default())).into()).unwrap();
        draft.set_seed(5).unwrap();
        assert_eq!(draft.recipe().unwrap(), Graph::from(Erosion::of(Perlin::default().seed(5)).seed(5)).into());
    }
}
