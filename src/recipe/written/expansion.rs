//! The nodes of a recipe with their names, and the steps that make them plain.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use toml::{Table, Value};

use super::cells::{self, BY, BY_OFFSETS, CELLS, WARP, has_cells};
use super::expression::parse;
use super::functions::Function;
use super::library::Library;
use super::made::{PARTS, USE, alias, color, constant, is_input, is_use, node, output_of, seed_of, seed_value};
use super::params;
use crate::error_words::{quoted, short, suggestion};
use crate::number::Number;
use crate::recipe::check::MAX_NESTING;
use crate::recipe::document::SEED;
use crate::recipe::flaw::{Flaw, Located, kind_of, shown};
use crate::recipe::limits::MAX_TEXT;
use crate::seeding::mixed_seed;

pub(super) type Expanded<T> = Result<T, Flaw>;

/// The most that names, operations and uses may stand for, as the length of their text.
const MAX_MADE: usize = 4 * MAX_TEXT;

/// Nodes with their names: those of the document, or of one use of a part.
pub(super) struct Scope {
    pub(super) source: Rc<Source>,
    /// The path of the nodes' parent in the user's own document, and if it is in another document, that of the use.
    pub(super) place: Vec<String>,
    pub(super) is_foreign: bool,
    /// The beginning of the names of its nodes.
    pub(super) prefix: String,
    pub(super) params: params::Values,
    /// The lengths on which bases count cells.
    pub(super) wrap: Option<Vec<Number>>,
    /// The values of a part's inputs.
    pub(super) inputs: BTreeMap<String, Value>,
    pub(super) seed: Option<u64>,
    /// The number of uses around it.
    pub(super) depth: usize,
}

/// A document, or a part of one by its name.
pub(super) struct Source {
    pub(super) document: Arc<Table>,
    pub(super) part: Option<String>,
}

impl Source {
    /// Returns the table of the part, or the document.
    pub(super) fn whole(&self) -> &Table {
        let part = self.part.as_ref().and_then(|name| self.document.get(PARTS)?.as_table()?.get(name)?.as_table());
        part.unwrap_or(&self.document)
    }

    pub(super) fn table(&self, key: &str) -> Option<&Table> {
        self.whole().get(key).and_then(Value::as_table)
    }

    pub(super) fn node(&self, name: &str) -> Option<&Value> {
        self.table("nodes")?.get(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.table("nodes").into_iter().flat_map(Table::keys)
    }
}

impl Scope {
    /// Returns the flaw of a node of this scope.
    pub(super) fn place(&self, mut flaw: Flaw) -> Flaw {
        if self.is_foreign {
            let problem = format!("in the part, {}: {}", shown(&flaw.path), flaw.problem);
            return Flaw { kind: flaw.kind, path: self.place.clone(), is_placed: true, ..Flaw::here(problem) };
        }
        if !flaw.is_placed {
            flaw.path.splice(..0, self.place.iter().cloned());
            flaw.is_placed = true;
        }
        flaw
    }
}

/// The expansion of a document.
pub(super) struct Expansion<'l> {
    pub(super) library: &'l dyn Library,
    pub(super) scopes: Vec<Scope>,
    pub(super) nodes: Table,
    pub(super) places: BTreeMap<String, Vec<String>>,
    /// The names that are in use or will be.
    pub(super) taken: BTreeSet<String>,
    /// The scopes of uses by the scope and the path of the use.
    pub(super) uses: BTreeMap<(usize, String), usize>,
    /// The uses whose scopes are being made.
    pub(super) open: BTreeSet<(usize, String)>,
    /// The names of nodes with one of their outputs, and of outputs of parts: by scope, name and output.
    pub(super) outputs: BTreeMap<(usize, String, String), Value>,
    /// What names of other nodes stand for, by scope and name: thousands may lead along one chain.
    pub(super) aliases: BTreeMap<(usize, String), Value>,
    /// The number of nodes, operations and names that are being expanded, each within the other.
    pub(super) level: usize,
    /// The names of the nodes that are being expanded, each for the one before.
    pub(super) within: Vec<String>,
    /// The length of the text that names, operations and uses stood for so far.
    pub(super) made: usize,
    /// The last number behind each name that several nodes wanted.
    pub(super) numbers: BTreeMap<String, usize>,
    pub(super) files: BTreeMap<String, Arc<Table>>,
}

impl Expansion<'_> {
    /// Expands all nodes of a scope. Names of other nodes, and uses, are no nodes.
    pub(super) fn nodes_of(&mut self, scope: usize) -> Expanded<()> {
        let source = Rc::clone(&self.scopes[scope].source);
        for name in source.names() {
            self.node_of(scope, &source, name).located(name).located("nodes").map_err(|flaw| self.scopes[scope].place(flaw))?;
        }
        Ok(())
    }

    pub(super) fn node_of(&mut self, scope: usize, source: &Source, name: &str) -> Expanded<()> {
        self.within.push(name.to_owned());
        let made = self.made_of(scope, source, name);
        self.within.pop();
        made
    }

    fn made_of(&mut self, scope: usize, source: &Source, name: &str) -> Expanded<()> {
        let node = match source.node(name).expect("the name is one of them") {
            Value::String(text) if alias(text).is_some() => return self.reference(scope, name, None).map(drop),
            Value::String(text) => match self.text(scope, text)? {
                Value::Table(node) => Value::Table(node),
                number => constant(number),
            },
            Value::Table(table) if is_use(table) => return self.using(scope, name, table).map(drop),
            Value::Table(table) => Value::Table(self.table(scope, table)?),
            other => other.clone(),
        };
        let full = format!("{}{name}", self.scopes[scope].prefix);
        self.insert(scope, full, &["nodes", name], node);
        Ok(())
    }

    /// Adds a node that was written at a path of the scope.
    pub(super) fn insert(&mut self, scope: usize, full: String, path: &[&str], node: Value) {
        let of = &self.scopes[scope];
        if scope != 0 || path != ["nodes", &full] {
            let path = if of.is_foreign { &[][..] } else { path };
            self.places.insert(full.clone(), of.place.iter().map(String::as_str).chain(path.iter().copied()).map(str::to_owned).collect());
        }
        self.taken.insert(full.clone());
        self.nodes.insert(full, node);
    }

    /// Returns a value that may stand in several inputs: a node is added and named.
    pub(super) fn named(&mut self, scope: usize, name: String, path: &[&str], value: Value) -> Value {
        if !value.is_table() {
            return value;
        }
        let full = self.fresh(name);
        self.insert(scope, full.clone(), path, value);
        Value::String(full)
    }

    /// Returns a name that no node has: this one, or with a number behind it.
    pub(super) fn fresh(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        // Thousands of uses that stand in inputs want one name, so the numbers go on where they ended.
        let mut number = self.numbers.get(&name).copied().unwrap_or(1);
        let numbered = loop {
            number += 1;
            let numbered = format!("{name}-{number}");
            if self.taken.insert(numbered.clone()) {
                break numbered;
            }
        };
        self.numbers.insert(name, number);
        numbered
    }

    /// Counts bytes of the text that names, operations and uses stand for.
    pub(super) fn make(&mut self, bytes: usize) -> Expanded<()> {
        self.made += bytes;
        if self.made > MAX_MADE {
            let problem = format!(
                "the names, operations and uses of this recipe stand for more than {MAX_MADE} bytes of text; use fewer or smaller parts"
            );
            return Err(Flaw::here(problem));
        }
        Ok(())
    }

    /// Counts the name that a shorter one stands for.
    pub(super) fn make_name(&mut self, written: usize, found: Value) -> Expanded<Value> {
        let length = found.as_str().map_or(0, str::len);
        self.make(length.saturating_sub(written)).map(|()| found)
    }

    /// Expands what is nested in something else, or what a name stands for.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Expanded<T>) -> Expanded<T> {
        const MOST: usize = 4 * MAX_NESTING;
        if self.level == MOST {
            return Err(Flaw::here("the names lead round in a circle, or nodes are nested too deep; give some of them names of their own"));
        }
        self.level += 1;
        let found = inner(self);
        self.level -= 1;
        found
    }

    /// Expands the table of a node that is no use.
    pub(super) fn table(&mut self, scope: usize, table: &Table) -> Expanded<Table> {
        let Some(kind) = kind_of(table) else { return Ok(table.clone()) };
        let mut plain = Table::new();
        for (key, value) in table {
            let is_input = is_input(kind, key) || kind.name == WARP && key == BY;
            let value = match value {
                value if is_input => self.deeper(|inner| inner.input(scope, value)),
                Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Ok(value.clone()),
                value => params::filled(value, &self.scopes[scope].params),
            };
            plain.insert(key.clone(), value.located(key)?);
        }
        if let (Some(number), Some(_)) = (self.scopes[scope].seed, kind.key(SEED)) {
            let seed = plain.get(SEED).map_or(Some(0), seed_of);
            plain.extend(seed.map(|seed| (SEED.to_owned(), seed_value(mixed_seed(seed, number)))));
        }
        if plain.contains_key(CELLS) && has_cells(kind) {
            return cells::filled(plain, kind, self.scopes[scope].wrap.as_deref()).located(CELLS);
        }
        if kind.name == WARP {
            self.split_by(scope, &mut plain).located(BY)?;
        }
        Ok(plain)
    }

    /// Replaces the noise that moves all axes by itself for x, and by itself at other places for y and z.
    pub(super) fn split_by(&mut self, scope: usize, warp: &mut Table) -> Expanded<()> {
        let Some(by) = warp.remove(BY) else { return Ok(()) };
        if let Some(axis) = ["x", "y", "z"].into_iter().find(|axis| warp.contains_key(*axis)) {
            return Err(Flaw::here(format!("it stands for `x`, `y` and `z`; leave it or `{axis}` out")));
        }
        let within = self.within.last().cloned().unwrap_or_default();
        let by = self.named(scope, format!("{}by", self.scopes[scope].prefix), &["nodes", &within, BY], by);
        for (axis, offset) in ["y", "z"].into_iter().zip(BY_OFFSETS) {
            let translate = Value::Array(offset.map(Value::Float).to_vec());
            warp.insert(axis.to_owned(), node("transform", [("source".to_owned(), by.clone()), ("translate".to_owned(), translate)]));
        }
        warp.insert("x".to_owned(), by);
        Ok(())
    }

    /// Expands the value of an input.
    pub(super) fn input(&mut self, scope: usize, value: &Value) -> Expanded<Value> {
        match value {
            Value::String(text) => self.text(scope, text),
            Value::Table(table) if is_use(table) => {
                let name = self.fresh(USE.to_owned());
                let inner = self.using(scope, &name, table)?;
                self.of_part(inner, output_of(table))
            }
            Value::Table(table) => self.table(scope, table).map(Value::Table),
            other => Ok(other.clone()),
        }
    }

    /// Expands the text of an input: a colour, the name of a node, or an expression.
    pub(super) fn text(&mut self, scope: usize, text: &str) -> Expanded<Value> {
        if text.starts_with('#') && text[1..].chars().all(|c| c.is_ascii_alphanumeric()) {
            return Ok(color(text));
        }
        if let Some(found) = self.reference(scope, text, None)? {
            return self.make_name(text.len(), found);
        }
        match parse(text) {
            Ok(expression) => self.expression(scope, &expression),
            // A name may have hyphens that no name in an expression has.
            Err(_) if alias(text).is_some() => Err(self.no_node(scope, text)),
            Err(flaw) => Err(flaw),
        }
    }

    /// Returns the flaw of a name that no node has.
    pub(super) fn no_node(&self, scope: usize, name: &str) -> Flaw {
        let of = &self.scopes[scope];
        let known: Vec<&str> = of.inputs.keys().chain(of.source.names()).map(String::as_str).collect();
        let all = if known.is_empty() { "the recipe has no nodes".to_owned() } else { format!("the nodes are {}", quoted(&known)) };
        Flaw::unknown(format!("there is no node `{}`{}; {all}", short(name), suggestion(name, known.iter().copied())))
    }
}

pub(super) fn is_function(name: &str, function: &Function) -> Flaw {
    Flaw::here(format!("`{name}` is a function here; write `{}`, or give the node another name", function.signature()))
}
