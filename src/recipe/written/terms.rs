//! From expressions to nodes.

use std::collections::BTreeMap;

use toml::Value;

use super::expansion::{Expanded, Expansion, is_function};
use super::expression::{Expression, Term};
use super::functions::{Argument, Function, NEGATIVE};
use super::made::{color, is_input, node, number_value};
use super::params::{self, ParamValue};
use crate::error_words::{quoted, short, suggestion};
use crate::graph::NodeKind;
use crate::recipe::flaw::Flaw;

/// About the length of the text of a node that an operation is: `{ kind = "add", a = , b = }`.
const OPERATION: usize = 32;

impl Expansion<'_> {
    /// Expands an expression to a number, the name of a node, or a node.
    pub(super) fn expression(&mut self, scope: usize, expression: &Expression) -> Expanded<Value> {
        self.deeper(|deeper| deeper.term(scope, expression))
    }

    pub(super) fn term(&mut self, scope: usize, expression: &Expression) -> Expanded<Value> {
        let at = expression.at;
        if expression.is_of_params() {
            return params::number_of(expression, &self.scopes[scope].params);
        }
        match &expression.term {
            Term::Number(number) => Ok(number_value(*number)),
            Term::Color(text) => Ok(color(text)),
            Term::Param(name) => match params::param(&self.scopes[scope].params, name).map_err(|flaw| flaw.at(at))? {
                ParamValue::Number(number) => Ok(number_value(*number)),
                value @ ParamValue::Color(_) => Ok(node("colour", [("value".to_owned(), value.written())])),
                _ => Err(Flaw::here(format!("`${name}` is neither a number nor a colour")).at(at)),
            },
            Term::Name(name, output) => {
                if let Some(function) = Function::of(name) {
                    return Err(is_function(name, function).at(at));
                }
                let found = self.reference(scope, name, output.as_deref()).map_err(|flaw| flaw.at(at))?;
                let found = found.ok_or_else(|| self.no_node(scope, name).at(at))?;
                self.make_name(name.len(), found)
            }
            Term::Negative(inner) => {
                self.make(OPERATION)?;
                let source = self.expression(scope, inner)?;
                Ok(node(NEGATIVE, [("source".to_owned(), source)]))
            }
            Term::Operation(operator, operands) => {
                self.make(OPERATION)?;
                let [a, b] = [self.expression(scope, &operands[0])?, self.expression(scope, &operands[1])?];
                Ok(node(operator.kind(), [("a".to_owned(), a), ("b".to_owned(), b)]))
            }
            Term::Call(name, arguments) => self.call(scope, name, arguments).map_err(|flaw| flaw.at(at)),
        }
    }

    pub(super) fn call(&mut self, scope: usize, name: &str, arguments: &[Expression]) -> Expanded<Value> {
        let Some(function) = Function::of(name) else {
            let told = match Function::instead(name) {
                Some(told) => format!(": {told}"),
                None => format!("{}; there are {}", suggestion(name, Function::all_names()), quoted(Function::all_names())),
            };
            return Err(Flaw::unknown(format!("there is no function `{}`{told}", short(name))));
        };
        if arguments.len() != function.arguments.len() {
            return Err(Flaw::here(format!("`{}` takes other values than these {}", function.signature(), arguments.len())));
        }
        self.make(OPERATION)?;
        let kind = NodeKind::of(function.kind).expect("functions are kinds");
        let mut keys: BTreeMap<&str, Value> = function.fixed.iter().map(|&(key, value)| (key, Value::Integer(value))).collect();
        for (argument, expression) in function.arguments.iter().zip(arguments) {
            let (Argument::Key(key) | Argument::Element(key, _)) = *argument;
            let value = if is_input(kind, key) {
                self.expression(scope, expression)?
            } else {
                params::number_of(expression, &self.scopes[scope].params)?
            };
            match (argument, keys.entry(key).or_insert_with(|| Value::Array(vec![]))) {
                (Argument::Key(_), entry) => *entry = value,
                (Argument::Element(..), entry) => entry.as_array_mut().expect("its elements come one after the other").push(value),
            }
        }
        Ok(node(function.kind, keys.into_iter().map(|(key, value)| (key.to_owned(), value))))
    }
}
