//! Parts, and their uses.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use toml::de::DeTable;
use toml::{Table, Value};

use super::cells;
use super::expansion::{Expanded, Expansion, Scope, Source};
use super::expression::is_name;
use super::made::{PARTS, color, is_use, seed_of};
use super::params;
use super::roles::spread;
use crate::error_words::{quoted, short, suggestion};
use crate::presets::Preset;
use crate::recipe::document::{OUTPUTS, SEED};
use crate::recipe::flaw::{Flaw, Located, unknown_key};
use crate::recipe::limits::{MAX_TEXT, syntax_problem};
use crate::recipe::plain::plain_table;
use crate::seeding::{SEEDS, mixed_seed};

/// The keys of a use, except its kind.
pub(in crate::recipe) const USE_KEYS: [&str; 5] = ["of", "inputs", "params", SEED, "output"];

const PART_KEYS: [&str; 5] = ["inputs", "params", "nodes", OUTPUTS, "output"];

/// The most uses around each other.
const MAX_USES: usize = 16;

/// Checks the tables of parts, whether they are used or not.
pub(super) fn check(document: &Table) -> Expanded<()> {
    let parts = match document.get(PARTS) {
        None => return Ok(()),
        Some(Value::Table(parts)) => parts,
        Some(_) => return Err(Flaw::here("this is no table; write tables [parts.NAME]").located(PARTS)),
    };
    for (name, part) in parts {
        check_one(name, part).located(name).located(PARTS)?;
    }
    Ok(())
}

fn check_one(name: &str, part: &Value) -> Expanded<()> {
    if !is_name(name) {
        return Err(Flaw::here("this is no name of a part; use letters, digits, `_`, and `-` between them"));
    }
    let Value::Table(part) = part else {
        return Err(Flaw::here("this is no part; write a table with nodes and outputs"));
    };
    if let Some(key) = part.keys().find(|key| !PART_KEYS.contains(&key.as_str())) {
        return Err(Flaw::unknown(unknown_key(key, &PART_KEYS)).located(key));
    }
    if let Some(key) = ["inputs", "nodes", OUTPUTS].into_iter().find(|key| part.get(*key).is_some_and(|value| !value.is_table())) {
        return Err(Flaw::here("this is no table; write NAME = VALUE in it").located(key));
    }
    if !part.contains_key(OUTPUTS) {
        return Err(Flaw::here("the part has no outputs; write outputs.NAME = \"a node's name\""));
    }
    let keys = |key: &str| part.get(key).and_then(Value::as_table).into_iter().flat_map(Table::keys).collect::<Vec<_>>();
    if let Some(name) = keys("inputs").into_iter().find(|name| keys("nodes").contains(name)) {
        return Err(Flaw::here("a node of the part has this name, too; give one of them another").located(name).located("inputs"));
    }
    part.get("params").map_or(Ok(()), |params| params::read(params).located("params").map(drop))
}

/// Returns about the length of the text of a value.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len(),
        Value::Array(values) => values.iter().map(weight).sum::<usize>() + 1,
        Value::Table(table) => of_table(table),
        _ => 4,
    }
}

/// Returns about the length of the text of a table.
pub(super) fn of_table(table: &Table) -> usize {
    table.iter().map(|(key, value)| key.len() + weight(value)).sum::<usize>() + 1
}

impl Expansion<'_> {
    /// Returns the scope of a use, which is made when it is first asked for.
    pub(super) fn using(&mut self, scope: usize, name: &str, table: &Table) -> Expanded<usize> {
        let key = (scope, name.to_owned());
        if let Some(&known) = self.uses.get(&key) {
            return Ok(known);
        }
        if !self.open.insert(key.clone()) {
            return Err(Flaw::here(format!("the use `{}` needs its own outputs; no value can come before itself", short(name))));
        }
        let made = self.deeper(|deeper| deeper.made_by(scope, name, table))?;
        self.open.remove(&key);
        self.uses.insert(key, made);
        self.nodes_of(made)?;
        Ok(made)
    }

    fn made_by(&mut self, scope: usize, name: &str, table: &Table) -> Expanded<usize> {
        if let Some(key) = table.keys().find(|key| *key != "kind" && !USE_KEYS.contains(&key.as_str())) {
            return Err(Flaw::unknown(unknown_key(key, &USE_KEYS)).located(key));
        }
        let depth = self.scopes[scope].depth + 1;
        if depth > MAX_USES {
            return Err(Flaw::here(format!("uses stand more than {MAX_USES} deep in parts of each other; does a part use itself?")));
        }
        let (source, is_foreign) = self.part_of(scope, table.get("of")).located("of")?;
        let of_part: usize = source.whole().iter().filter(|(key, _)| *key != PARTS).map(|(_, value)| weight(value)).sum();
        self.make(of_table(table) + of_part)?;
        let mut prefix = format!("{}{name}-", self.scopes[scope].prefix);
        while self.taken.range(prefix.clone()..).next().is_some_and(|taken| taken.starts_with(&prefix)) {
            prefix.push('-');
        }
        self.make(prefix.len() * source.names().count())?;
        self.taken.extend(source.names().map(|name| format!("{prefix}{name}")));
        let params = self.params_of(scope, &source, table.get("params")).located("params")?;
        let mut inputs = self.inputs_of(scope, &source, table.get("inputs")).located("inputs")?;
        for (input, value) in &mut inputs {
            let given = std::mem::replace(value, Value::Boolean(false));
            *value = self.named(scope, format!("{prefix}{input}"), &["nodes", name, "inputs", input], given);
        }
        let of = &self.scopes[scope];
        let own = match table.get(SEED) {
            None => None,
            Some(seed) => {
                let seed = params::filled(seed, &of.params).located(SEED)?;
                let told = || Flaw::here(format!("this is no seed; give {SEEDS}")).located(SEED);
                Some(seed_of(&seed).ok_or_else(told)?)
            }
        };
        let seed = match (own, of.seed) {
            (own, None) => own,
            (own, Some(outer)) => Some(mixed_seed(own.unwrap_or(0), outer)),
        };
        // Parts of other documents are told by the place of the outermost use of one.
        let mut place = of.place.clone();
        let is_foreign = match (&source.part, of.is_foreign) {
            (_, true) => true,
            (_, false) if is_foreign => {
                place.extend(["nodes".to_owned(), name.to_owned()]);
                true
            }
            (part, false) => {
                place = std::iter::once(PARTS.to_owned()).chain(part.clone()).collect();
                false
            }
        };
        // What repeats by itself stays so in a recipe that asks for no repeat.
        let wrap = match &self.scopes[scope].wrap {
            Some(wrap) => Some(wrap.clone()),
            None => cells::wrap_of(&source.document, &params)?,
        };
        self.scopes.push(Scope { source: Rc::new(source), place, is_foreign, prefix, params, wrap, inputs, seed, depth });
        Ok(self.scopes.len() - 1)
    }

    /// Returns the part that `of` names, and true if it is in another document than the use.
    fn part_of(&mut self, scope: usize, of: Option<&Value>) -> Expanded<(Source, bool)> {
        let Some(Value::String(of)) = of else {
            return Err(Flaw::here(
                "a use names a part, a preset, or a part of a file: of = \"moss\", of = \"bricks\", of = \"lib.toml#moss\"",
            ));
        };
        let here = &self.scopes[scope].source;
        let own = parts_of(&here.document);
        if own.is_some_and(|own| own.contains_key(of)) {
            return Ok((Source { document: Arc::clone(&here.document), part: Some(of.clone()) }, false));
        }
        if let Some((file, part)) = of.split_once('#').or_else(|| of.ends_with(".toml").then_some((of.as_str(), ""))) {
            let document = self.file(file)?;
            if part.is_empty() {
                return Ok((Source { document, part: None }, true));
            }
            let known: Vec<&str> = parts_of(&document).into_iter().flat_map(Table::keys).map(String::as_str).collect();
            if !known.contains(&part) {
                let nearest = suggestion(part, known.iter().copied());
                let problem = format!("`{}` has no part `{}`{nearest}; there are {}", short(file), short(part), quoted(&known));
                return Err(Flaw::unknown(problem));
            }
            return Ok((Source { document, part: Some(part.to_owned()) }, true));
        }
        if let Some(preset) = Preset::of(of) {
            // No file has such a name.
            return Ok((Source { document: self.document(&format!("#{of}"), || Ok(preset.text.to_owned()))?, part: None }, true));
        }
        let own: Vec<&str> = own.into_iter().flat_map(Table::keys).map(String::as_str).collect();
        let nearest = suggestion(of, own.iter().copied().chain(crate::presets::PRESETS.iter().map(|preset| preset.name)));
        let parts = if own.is_empty() { "the recipe has none".to_owned() } else { format!("there are {}", quoted(&own)) };
        Err(Flaw::unknown(format!("there is no part and no preset `{}`{nearest}; of parts, {parts}", short(of))))
    }

    fn file(&mut self, name: &str) -> Expanded<Arc<Table>> {
        let library = self.library;
        self.document(name, || library.read(name))
    }

    /// Reads a document once.
    fn document(&mut self, name: &str, text: impl FnOnce() -> Result<String, String>) -> Expanded<Arc<Table>> {
        if let Some(known) = self.files.get(name) {
            return Ok(Arc::clone(known));
        }
        let told = |problem: String| Flaw::here(format!("`{}`: {problem}", short(name)));
        let text = text().map_err(told)?;
        if text.len() > MAX_TEXT {
            return Err(told(format!("the text has {} bytes; at most {MAX_TEXT} are read", text.len())));
        }
        let document = DeTable::parse(&text).map_err(|error| told(syntax_problem(&error)))?;
        let document = spread(&Arc::new(plain_table(document.get_ref()))).map_err(|flaw| told(flaw.to_string()))?;
        check(&document).map_err(|flaw| told(flaw.to_string()))?;
        self.files.insert(name.to_owned(), Arc::clone(&document));
        Ok(document)
    }

    /// Returns the values of a part's parameters: those that the use gives, or else the part's own.
    fn params_of(&self, scope: usize, source: &Source, given: Option<&Value>) -> Expanded<params::Values> {
        let params = source.whole().get("params").map_or(Ok(vec![]), params::read)?;
        let given = match given {
            None => &Table::new(),
            Some(Value::Table(given)) => given,
            Some(_) => return Err(Flaw::here("this is no table; write params = { NAME = VALUE }")),
        };
        let known: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
        if let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(Flaw::unknown(none("parameter", name, &known)).located(name));
        }
        let value = |param: params::Param| match given.get(&param.name) {
            None => Ok((param.name, param.value)),
            Some(value) => {
                let value = params::filled(value, &self.scopes[scope].params).and_then(|value| param.with(&value)).located(&param.name)?;
                Ok((value.name, value.value))
            }
        };
        params.into_iter().map(value).collect()
    }

    /// Returns the values of a part's inputs: those that the use gives, or else the part's own.
    fn inputs_of(&mut self, scope: usize, source: &Source, given: Option<&Value>) -> Expanded<BTreeMap<String, Value>> {
        let nothing = Table::new();
        let defaults = if source.part.is_some() { source.table("inputs").unwrap_or(&nothing) } else { &nothing };
        let given = match given {
            None => &nothing,
            Some(Value::Table(given)) => given,
            Some(_) => return Err(Flaw::here("this is no table; write inputs = { NAME = \"a node's name\" }")),
        };
        let known: Vec<&str> = defaults.keys().map(String::as_str).collect();
        if let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(Flaw::unknown(none("input", name, &known)).located(name));
        }
        let mut inputs = BTreeMap::new();
        for (input, default) in defaults {
            let value = match (given.get(input), default) {
                (Some(value), _) => self.input(scope, value).located(input)?,
                (None, Value::Integer(_) | Value::Float(_)) => default.clone(),
                (None, Value::String(text)) if text.starts_with('#') => color(text),
                (None, _) => return Err(Flaw::here("the default of an input is a number or a colour").located(input)),
            };
            inputs.insert(input.clone(), value);
        }
        Ok(inputs)
    }

    /// Returns the value of an output of a part, or of the one that stands for all.
    pub(super) fn of_part(&mut self, inner: usize, output: Option<&str>) -> Expanded<Value> {
        let source = Rc::clone(&self.scopes[inner].source);
        let outputs = source.table(OUTPUTS);
        let known: Vec<&str> = match (outputs, source.whole().get("output")) {
            (Some(outputs), _) => outputs.keys().map(String::as_str).collect(),
            (None, Some(Value::String(only))) => vec![only],
            _ => vec![],
        };
        let default = source.whole().get("output").and_then(Value::as_str);
        let Some(output) = output.or(default).or(if let [only] = known[..] { Some(only) } else { None }) else {
            return Err(Flaw::here(format!("the part has several outputs; name one of {} behind a point", quoted(&known))));
        };
        if !known.contains(&output) {
            return Err(Flaw::unknown(none("output", output, &known)));
        }
        let key = (inner, String::new(), output.to_owned());
        if let Some(value) = self.outputs.get(&key) {
            return Ok(value.clone());
        }
        let value = outputs.and_then(|outputs| outputs.get(output)).cloned().unwrap_or_else(|| output.into());
        let value = self
            .deeper(|deeper| deeper.shown_by(inner, &value))
            .located(output)
            .located(OUTPUTS)
            .map_err(|flaw| self.scopes[inner].place(flaw))?;
        let value = self.named(inner, format!("{}{output}", self.scopes[inner].prefix), &[OUTPUTS, output], value);
        self.outputs.insert(key, value.clone());
        Ok(value)
    }

    /// Returns the value of what an output shows.
    fn shown_by(&mut self, inner: usize, output: &Value) -> Expanded<Value> {
        let Value::Table(table) = output else { return self.input(inner, output) };
        if is_use(table) || table.contains_key("kind") {
            return self.input(inner, output);
        }
        match (table.get("channels"), table.get("ramp")) {
            (Some(Value::Array(channels)), _) if channels.len() == 1 => self.input(inner, &channels[0]).located("channels"),
            (Some(value), _) if !value.is_array() => self.input(inner, value).located("channels"),
            (_, Some(Value::Table(ramp))) => {
                let mut node = ramp.clone();
                node.insert("kind".to_owned(), "ramp".into());
                self.table(inner, &node).located("ramp").map(Value::Table)
            }
            _ => Err(Flaw::here("this output is no value of one node; use another")),
        }
    }
}

fn parts_of(document: &Table) -> Option<&Table> {
    document.get(PARTS).and_then(Value::as_table)
}

fn none(what: &str, name: &str, known: &[&str]) -> String {
    let all = if known.is_empty() { "it has none".to_owned() } else { format!("there are {}", quoted(known)) };
    format!("the part has no {what} `{}`{}; {all}", short(name), suggestion(name, known.iter().copied()))
}
