//! What names stand for: nodes, their outputs, and outputs of parts.

use std::rc::Rc;

use toml::{Table, Value};

use super::expansion::{Expanded, Expansion};
use super::made::{alias, is_use, output_of};
use super::parts::of_table;
use crate::error_words::{quoted, short, suggestion};
use crate::graph::{Group, KeyKind, KeyValue};
use crate::recipe::flaw::{Flaw, kind_of};

impl Expansion<'_> {
    /// Returns the value that a name stands for. None if there is no such node or input.
    pub(super) fn reference(&mut self, scope: usize, name: &str, output: Option<&str>) -> Expanded<Option<Value>> {
        let of = &self.scopes[scope];
        let source = Rc::clone(&of.source);
        if let Some(given) = of.inputs.get(name) {
            return match output {
                None => Ok(Some(given.clone())),
                Some(_) => Err(Flaw::here(format!("`{}` is an input of the part, and has no outputs here", short(name)))),
            };
        }
        let Some(node) = source.node(name) else { return Ok(None) };
        if let Some((next, of_next)) = node.as_str().and_then(alias) {
            let key = (scope, name.to_owned());
            if let (None, Some(known)) = (output, self.aliases.get(&key)) {
                return Ok(Some(known.clone()));
            }
            let found = self.deeper(|deeper| match (&of_next, output) {
                (Some(_), Some(_)) => Err(Flaw::here(format!("`{}` is one output already, and has no others", short(name)))),
                // The node of this name has this output.
                (Some(of_next), None) if source.node(&next).is_some() => {
                    let full = format!("{}{name}", deeper.scopes[scope].prefix);
                    deeper.with_output(scope, &next, of_next, Some(&full)).map(Some)
                }
                _ => match deeper.reference(scope, &next, of_next.as_deref().or(output))? {
                    Some(found) => Ok(Some(found)),
                    None => Err(deeper.of_node(scope, name, deeper.no_node(scope, &next))),
                },
            })?;
            if let (None, Some(found)) = (output, &found) {
                self.aliases.insert(key, found.clone());
            }
            return Ok(found);
        }
        match (node, output) {
            (Value::Table(table), output) if is_use(table) => {
                let inner = self.using(scope, name, table).map_err(|flaw| self.of_node(scope, name, flaw))?;
                self.of_part(inner, output.or(output_of(table))).map(Some)
            }
            (_, None) => Ok(Some(Value::String(format!("{}{name}", of.prefix)))),
            (_, Some(output)) => self.with_output(scope, name, output, None).map(Some),
        }
    }

    /// Returns the flaw at a node, wherever that is named.
    fn of_node(&self, scope: usize, name: &str, flaw: Flaw) -> Flaw {
        self.scopes[scope].place(flaw.located(name).located("nodes"))
    }

    /// Returns the name of a node with one of its outputs, and adds it under a given name, if there is one.
    pub(super) fn with_output(&mut self, scope: usize, name: &str, output: &str, full: Option<&str>) -> Expanded<Value> {
        let key = (scope, name.to_owned(), output.to_owned());
        if let Some(known) = self.outputs.get(&key) {
            return Ok(known.clone());
        }
        let source = Rc::clone(&self.scopes[scope].source);
        let found = match source.node(name).expect("the caller found it") {
            Value::Table(table) if !is_use(table) => {
                let own = format!("{}{name}", self.scopes[scope].prefix);
                self.within.push(name.to_owned());
                let found = self.deeper(|deeper| deeper.table_with_output(scope, name, table, output));
                self.within.pop();
                // What is wrong with the output itself is told where it is written.
                let in_node = |flaw: Flaw| if flaw.path.is_empty() { flaw } else { self.of_node(scope, name, flaw) };
                match found.map_err(in_node)? {
                    None => Value::String(own),
                    Some(plain) => {
                        self.make(of_table(table))?;
                        let full = full.map_or_else(|| self.fresh(format!("{own}-{output}")), str::to_owned);
                        self.insert(scope, full.clone(), &["nodes", name], Value::Table(plain));
                        Value::String(full)
                    }
                }
            }
            Value::String(text) if alias(text).is_none() => {
                return Err(Flaw::here(format!("`{}` is an expression, and has no outputs", short(name))));
            }
            _ => match self.reference(scope, name, Some(output))? {
                Some(found) => return Ok(found),
                None => return Err(self.no_node(scope, name)),
            },
        };
        self.outputs.insert(key, found.clone());
        Ok(found)
    }

    /// Expands a node with another output: its own, or that of the one node below it in coordinates. None if it has that output already.
    pub(super) fn table_with_output(&mut self, scope: usize, name: &str, table: &Table, output: &str) -> Expanded<Option<Table>> {
        const OUTPUT: &str = "output";
        let Some(kind) = kind_of(table) else { return Ok(None) };
        let mut node = table.clone();
        if let Some(key) = kind.key(OUTPUT) {
            let KeyKind::Choice(choices) = key.kind else { unreachable!("outputs are words") };
            let words: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            if !words.contains(&output) {
                let [name, told] = [name, output].map(short);
                let nearest = suggestion(output, words.iter().copied());
                let problem = format!("`{name}`, a {}, has no output `{told}`{nearest}; there are {}", kind.name, quoted(&words));
                return Err(Flaw::unknown(problem));
            }
            let default = match (key.default)() {
                Some(KeyValue::Word(word)) => word,
                _ => "",
            };
            if node.remove(OUTPUT).as_ref().map_or(Some(default), Value::as_str) == Some(output) {
                return Ok(None);
            }
            if output != default {
                node.insert(OUTPUT.to_owned(), output.into());
            }
            return self.table(scope, &node).map(Some);
        }
        if kind.group != Group::Space {
            let problem = format!("`{}` is a {}, which has one value alone; leave `.{}` out", short(name), kind.name, short(output));
            return Err(Flaw::unknown(problem));
        }
        let below = match node.remove("source") {
            Some(Value::String(text)) => {
                let Some((next, None)) = alias(&text) else {
                    return Err(Flaw::here(format!("the source of `{}` is an expression or one output, and has no outputs", short(name))));
                };
                match self.deeper(|deeper| deeper.reference(scope, &next, Some(output)))? {
                    Some(found) if self.reference(scope, &next, None)?.as_ref() == Some(&found) => return Ok(None),
                    Some(found) => found,
                    None => return Err(self.no_node(scope, &next)),
                }
            }
            Some(Value::Table(inner)) if !is_use(&inner) => {
                let below = |flaw: Flaw| if flaw.path.is_empty() { flaw } else { flaw.located("source") };
                match self.table_with_output(scope, name, &inner, output).map_err(below)? {
                    Some(inner) => Value::Table(inner),
                    None => return Ok(None),
                }
            }
            _ => return Err(Flaw::here(format!("the source of `{}` has no outputs", short(name)))),
        };
        let mut plain = self.table(scope, &node)?;
        plain.insert("source".to_owned(), below);
        Ok(Some(plain))
    }
}
