//! The nodes of outputs.

use toml::{Table, Value};

use super::expansion::{Expanded, Expansion};
use super::made::{alias, constant};
use super::params;
use crate::recipe::flaw::Located;

impl Expansion<'_> {
    /// Expands the tables of outputs.
    pub(super) fn pictures(&mut self, outputs: &Table) -> Expanded<Value> {
        let mut plain = Table::new();
        for (name, output) in outputs {
            let Value::Table(keys) = output else {
                plain.insert(name.clone(), output.clone());
                continue;
            };
            let mut picture = Table::new();
            for (key, value) in keys {
                let value = match (key.as_str(), value) {
                    ("channels", Value::Array(channels)) => {
                        let each = |(index, channel): (usize, &Value)| self.input(0, channel).map_err(|flaw| flaw.of_element(index));
                        channels.iter().enumerate().map(each).collect::<Result<_, _>>().map(Value::Array)
                    }
                    ("channels", value) => self.input(0, value),
                    ("ramp" | "normal" | "slope", Value::Table(table)) => self.over_source(table),
                    (_, value) => params::filled(value, &self.scopes[0].params),
                };
                picture.insert(key.clone(), value.located(key).located(name)?);
            }
            plain.insert(name.clone(), Value::Table(picture));
        }
        Ok(Value::Table(plain))
    }

    /// Expands a table with a source that is no node.
    pub(super) fn over_source(&mut self, table: &Table) -> Expanded<Value> {
        let mut plain = Table::new();
        for (key, value) in table {
            let value = if key == "source" { self.input(0, value) } else { params::filled(value, &self.scopes[0].params) };
            plain.insert(key.clone(), value.located(key)?);
        }
        Ok(Value::Table(plain))
    }

    /// Expands the names of channels. What stands for another node or a number gets a node of its own, since pictures are named after it.
    pub(super) fn channel_names(&mut self, value: &Value) -> Expanded<Value> {
        match value {
            Value::String(text) if !self.nodes.contains_key(text) => {
                let Some((name, output)) = alias(text) else { return Ok(value.clone()) };
                let Some(found) = self.reference(0, &name, output.as_deref())? else { return Ok(value.clone()) };
                let node = found.as_str().and_then(|full| self.nodes.get(full)).cloned();
                let full = match (node, output) {
                    (Some(_), Some(_)) => return Ok(found),
                    (node, None) => {
                        let of = found.as_str().unwrap_or(&name).to_owned();
                        let place = self.places.get(&of).cloned().unwrap_or_else(|| vec!["nodes".to_owned(), of]);
                        self.places.insert(name.clone(), place);
                        self.nodes.insert(name.clone(), node.unwrap_or_else(|| constant(found)));
                        name
                    }
                    (None, Some(output)) => {
                        let full = self.fresh(format!("{name}-{output}"));
                        self.insert(0, full.clone(), &["nodes", &name], constant(found));
                        full
                    }
                };
                Ok(Value::String(full))
            }
            Value::Array(names) => {
                let each = |(index, name): (usize, &Value)| self.channel_names(name).map_err(|flaw| flaw.of_element(index));
                names.iter().enumerate().map(each).collect::<Result<_, _>>().map(Value::Array)
            }
            other => Ok(other.clone()),
        }
    }
}
