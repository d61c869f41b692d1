//! Recipes edited key by key.

use std::sync::Arc;

use toml::de::DeValue;
use toml::{Table, Value};

use super::decode::{decode, document_flaw, flaw_of, keys_of};
use super::document::{OUTPUTS, Recipe, SEED, is_name_of_node};
use super::flaw::{Flaw, Located as _, kind_of, shown, split_index, unknown_key};
use super::limits::checked;
use super::material::MATERIAL;
use super::output::{Blur, Keys, NormalMap, SlopeMap};
use super::plain::plain;
use super::ramp::RampMap;
use super::written::{
    Arithmetic, Library, NoFiles, PARAM_KEYS, PARAMS, PARTS, Param, USE_KEYS, WRAP, check_wrap, expand, filled, is_use, laid_out,
    material_keys, read_params, seed_of, seed_value,
};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::error_words::{listed, quoted, short, suggestion};
use crate::graph::NodeKind;
use crate::key::names_of;
use crate::number::Number;
use crate::seeding::mixed_seed;

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
    table: Arc<Table>,
    library: Arc<dyn Library>,
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
        Ok(Self::of(table, Arc::new(NoFiles)))
    }

    pub(super) fn of(table: Table, library: Arc<dyn Library>) -> Self {
        Self { table: Arc::new(table), library }
    }

    /// Returns the recipe as TOML text, as it was written, but without comments. If it uses parts of files, it is written out, so that the text needs no file.
    ///
    /// # Errors
    ///
    /// [`Error::Recipe`] if the text would be longer than [`MAX_TEXT`](super::MAX_TEXT), and if the recipe is illegal.
    pub fn text(&self) -> Result<String> {
        if self.uses_files() {
            return Self::new(&self.recipe()?)?.short_text();
        }
        checked(laid_out(&self.table, Arithmetic::AsNodes))
    }

    /// Returns the recipe as short TOML text: nodes in one line where they fit, and arithmetic as expressions.
    ///
    /// # Errors
    ///
    /// [`Error::Recipe`] if the text would be longer than [`MAX_TEXT`](super::MAX_TEXT).
    pub fn short_text(&self) -> Result<String> {
        checked(laid_out(&self.table, Arithmetic::AsExpressions))
    }

    /// Returns the parameters, in the order of their names.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if one is illegal.
    pub fn params(&self) -> Result<Vec<Param>> {
        self.table.get(PARAMS).map_or(Ok(vec![]), |params| read_params(params).located(PARAMS).map_err(Flaw::error))
    }

    /// Returns true if a use names a file.
    fn uses_files(&self) -> bool {
        let of_file =
            |(_, table): &(Vec<String>, &Table)| table.get("of").and_then(Value::as_str).is_some_and(|of| of.contains(['#', '.']));
        tables_of(&self.table).iter().any(of_file)
    }

    /// Returns the recipe's nodes and outputs, if they are legal and pass a further check; the flaw, if that has a place; or an error.
    pub(super) fn expanded(&self, check: impl FnOnce(&Recipe) -> Result<()>) -> Result<Result<Recipe, Flaw>> {
        if let Some(flaw) = document_flaw(&self.table) {
            return Ok(Err(flaw));
        }
        let (mut plain, wrap) = match expand(&self.table, &*self.library) {
            Ok(expanded) => expanded,
            Err(flaw) => return Ok(Err(flaw)),
        };
        let recipe = match decode(std::mem::take(&mut plain.table)) {
            Ok(recipe) => recipe,
            Err(error) => {
                // Reading takes the table, so that what is wrong is looked for in another one.
                let again = expand(&self.table, &*self.library).map(|(plain, _)| plain.table);
                return Ok(Err(again.map_or_else(|flaw| flaw, |table| plain.written(&self.table, flaw_of(&table, &error)))));
            }
        };
        let checked = recipe.validate().and_then(|()| check_wrap(&recipe, &wrap)).and_then(|()| check(&recipe));
        match checked {
            Ok(()) => Ok(Ok(recipe)),
            Err(error) => Ok(Err(plain.written(&self.table, Flaw::of(error)?))),
        }
    }

    /// Sets a key: `node.key`, `node.source.key`, `outputs.NAME.key`, or `key` alone if it is a parameter or exactly one node takes it. `*.key` sets it on every
    /// node that takes it. A parameter may also be named `params.NAME`, a node as a whole `nodes.NAME`, and a key of a part's node `parts.NAME.nodes.NODE.key`;
    /// `wrap` is the recipe's own.
    ///
    /// The value is a number, a truth value, a list or a text in TOML's notation; a text of one word needs no quotes. [`Draft::recipe`] checks that the value
    /// is legal for the key.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] if no node or output takes the key, if several nodes do, or if the value is not TOML.
    pub fn set(&mut self, key: &str, value: &str) -> Result<()> {
        let paths = self.paths(key)?;
        let value = parse_value(key, value)?;
        // A node in place of an input comes before that input, which may replace it.
        for path in paths.into_iter().rev() {
            self.insert(&path, value.clone());
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
        for (mut path, _) in bases.into_iter().rev() {
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
        let takes_seed = |table: &Table| is_use(table) || kind_of(table).is_some_and(|kind| kind.key(SEED).is_some());
        for (mut path, table) in tables_of(&self.table).into_iter().filter(|(_, table)| takes_seed(table)) {
            path.push(SEED.to_owned());
            let seed = table.get(SEED).map(|seed| self.filled(&path, seed)).transpose()?.as_ref().and_then(seed_of);
            seeded.push((path, seed));
        }
        let Some(&(_, first)) = seeded.first() else { return Err(self.nobody_takes(SEED)) };
        let is_one = seeded.iter().all(|&(_, seed)| seed == first);
        // A node in place of a seed comes after the node whose seed it is, which replaces it.
        for (path, seed) in seeded.into_iter().rev() {
            let seed = if is_one { number } else { mixed_seed(seed.unwrap_or(0), number) };
            self.insert(&path, seed_value(seed));
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
        self.expanded(|_| Ok(()))?.map_err(Flaw::error)
    }

    /// Returns the paths of a key as [`set`](Self::set) takes it.
    fn paths(&self, key: &str) -> Result<Vec<Vec<String>>> {
        Ok(match key.rsplit_once('.') {
            _ if key.is_empty() => {
                return Err(Error::unknown("an empty key", "no node takes it; write node.key, or a key that exactly one node takes"));
            }
            Some((ALL, key)) => self.every_node_with(key)?,
            Some((PARAMS, key)) if self.has_param(key) => vec![value_of_param(key)],
            Some(("nodes", name)) if self.table.get("nodes").and_then(Value::as_table).is_some_and(|nodes| nodes.contains_key(name)) => {
                vec![vec!["nodes".to_owned(), name.to_owned()]]
            }
            None if key == WRAP => vec![vec![WRAP.to_owned()]],
            Some((table, key)) => vec![self.resolve(table, key)?],
            None if self.has_param(key) => vec![value_of_param(key)],
            None => vec![self.only_node_with(key)?],
        })
    }

    /// Returns the kind of the node that a key belongs to, if it is a node's, and its value, if it is set. Of a key of several nodes, the first counts.
    #[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
    pub(crate) fn found(&self, key: &str) -> Result<(Option<&'static NodeKind>, Option<Value>)> {
        let paths = self.paths(key)?;
        let Some((key, tables)) = paths.first().and_then(|path| path.split_last()) else { return Ok((None, None)) };
        let kind = self.nodes().into_iter().find_map(|(path, kind)| (path == tables).then_some(kind));
        let mut table = Some(&*self.table);
        for name in tables {
            let (name, index) = split_index(name);
            let inner = table.and_then(|table| table.get(name));
            let inner = index.map_or(inner, |index| inner?.as_array()?.get(index));
            table = inner.and_then(Value::as_table);
        }
        Ok((kind, table.and_then(|table| table.get(key)).cloned()))
    }

    fn nodes(&self) -> Vec<(Vec<String>, &'static NodeKind)> {
        nodes_of(&self.table).into_iter().map(|(path, _, kind)| (path, kind)).collect()
    }

    fn has_param(&self, name: &str) -> bool {
        self.table.get(PARAMS).and_then(Value::as_table).is_some_and(|params| params.contains_key(name))
    }

    /// Returns the value of a key with the values of parameters in place of their names: those of the recipe, or of the part that the key is in.
    fn filled(&self, path: &[String], value: &Value) -> Result<Value> {
        let part = match path {
            [parts, part, ..] if parts == PARTS => self.table.get(PARTS).and_then(|parts| parts.get(part)),
            _ => None,
        };
        let params = part.map_or_else(|| self.table.get(PARAMS), |part| part.get(PARAMS));
        let params = params.map_or(Ok(vec![]), read_params).map_err(Flaw::error)?;
        filled(value, &params.into_iter().map(|param| (param.name, param.value)).collect()).map_err(Flaw::error)
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
        let params: Vec<&str> =
            self.table.get(PARAMS).and_then(Value::as_table).into_iter().flat_map(Table::keys).map(String::as_str).collect();
        let known: Vec<&str> = nodes.iter().flat_map(|(_, kind)| kind.key_names()).chain(params.iter().copied()).collect();
        let takes =
            |(path, kind): &(Vec<String>, &NodeKind)| format!("`{}` (a {}) takes {}", shown(path), kind.name, quoted(kind.key_names()));
        let told = if params.is_empty() { String::new() } else { format!("parameters are {}; ", quoted(&params)) };
        Error::unknown(short(key), format!("no node takes it{}; {told}{}", suggestion(key, known), listed(nodes.iter().map(takes), "; ")))
    }

    /// Returns the path of a key of a table, given the table's own path.
    fn resolve(&self, names: &str, key: &str) -> Result<Vec<String>> {
        let mut path: Vec<String> = Vec::new();
        let root = names.split('.').next().unwrap_or_default();
        if root != OUTPUTS && !([PARAMS, PARTS, MATERIAL].contains(&root) && self.table.contains_key(root)) {
            path.push("nodes".to_owned());
        }
        let nowhere = Table::new();
        let mut table = path.first().map_or(&*self.table, |root| self.table.get(root).and_then(Value::as_table).unwrap_or(&nowhere));
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
                    let node = other.split('.').next().unwrap_or_default();
                    let is_node = self.table.get("nodes").and_then(Value::as_table).is_some_and(|nodes| nodes.contains_key(node));
                    let (other, node, key) = (short(other), short(node), short(key));
                    let told = match (is_node, path.len()) {
                        (true, _) => format!("this is the node `{node}`; set `{node}.{key}`"),
                        (false, 1) => format!("this is the expression `{other}`, which has no keys; set the whole, `nodes.{}`", place()),
                        (false, _) => format!("this is the expression `{other}`, which has no keys; set the whole, `{}`", place()),
                    };
                    return Err(Error::parameter(place(), told));
                }
                Some(_) => return Err(Error::parameter(place(), "this is a value, no node; leave out what follows it")),
                // So are the values that a use gives.
                None if is_use(table) && [PARAMS, "inputs"].contains(&name) => table = &nowhere,
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
        let is_free = path.last().is_some_and(|last| [PARAMS, "inputs"].contains(&last.as_str())) && path.len() > 1;
        path.push(key.to_owned());
        if !keys.contains(&key) && !is_free {
            return Err(Error::unknown(shown(&path), unknown_key(key, &keys)));
        }
        Ok(path)
    }

    fn insert(&mut self, path: &[String], value: Value) {
        let mut table = Arc::make_mut(&mut self.table);
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

/// Returns every node of a recipe, including those in place of an input and those of parts.
fn nodes_of(recipe: &Table) -> Vec<NodeAt<'_>> {
    tables_of(recipe).into_iter().filter_map(|(path, table)| kind_of(table).map(|kind| (path, table, kind))).collect()
}

/// Returns every table with a kind: nodes, and uses of parts.
fn tables_of(recipe: &Table) -> Vec<(Vec<String>, &Table)> {
    let mut found = Vec::new();
    let mut stack: Vec<(Vec<String>, &Value)> = ["nodes", OUTPUTS, PARTS, MATERIAL]
        .into_iter()
        .filter_map(|root| recipe.get(root).map(|table| (vec![root.to_owned()], table)))
        .collect();
    while let Some((path, value)) = stack.pop() {
        match value {
            Value::Table(table) => {
                if kind_of(table).is_some() || is_use(table) {
                    found.push((path.clone(), table));
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

fn value_of_param(name: &str) -> Vec<String> {
    [PARAMS, name, "value"].map(str::to_owned).into()
}

/// Returns true for the path of an output, where only channels are names of nodes and other texts are not.
fn is_text_of_an_output(path: &[String]) -> bool {
    path.len() == 2 && path[0] == OUTPUTS
}

/// Returns the keys that a table takes.
fn keys_at<'t>(path: &[String], table: &'t Table) -> Vec<&'t str> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        [OUTPUTS, _] => names_of::<Keys>().to_vec(),
        [OUTPUTS, _, "ramp"] => names_of::<RampMap>().to_vec(),
        [OUTPUTS, _, "normal"] => names_of::<NormalMap>().to_vec(),
        [OUTPUTS, _, "slope"] => names_of::<SlopeMap>().to_vec(),
        [OUTPUTS, _, "blur"] => names_of::<Blur>().to_vec(),
        [MATERIAL] => material_keys(),
        [MATERIAL, "normal"] => names_of::<NormalMap>().to_vec(),
        [PARAMS] => table.keys().map(String::as_str).collect(),
        [PARAMS, _] => PARAM_KEYS.to_vec(),
        _ if is_use(table) => USE_KEYS.to_vec(),
        _ => kind_of(table).map_or_else(Vec::new, keys_of),
    }
}

fn parse_value(key: &str, text: &str) -> Result<Value> {
    if let Ok(value) = DeValue::parse(text) {
        return Ok(plain(&value));
    }
    if let Ok(value) = text.parse::<Number>().map(Value::try_from) {
        return value.map_err(|error| Error::parameter(short(key), error.to_string()));
    }
    let is_color = text.parse::<Color>().is_ok();
    let is_word = is_color || is_name_of_node(text);
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
