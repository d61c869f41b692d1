//! The reason why a text is not a recipe, and its position.

use std::fmt::Display;

use toml::Table;
use toml::de::{DeTable, DeValue};

use super::document::{OUTPUTS, Recipe};
use super::material::MATERIAL;
use crate::error::{Error, Problem, Result};
use crate::error_words::{quoted, short, suggestion};
use crate::graph::NodeKind;
use crate::key::names_of;

pub(super) fn kind_of(node: &Table) -> Option<&'static NodeKind> {
    NodeKind::of(node.get("kind")?.as_str()?)
}

/// The reason why a document is not a recipe, and its place: the path of names from the document down.
pub(super) struct Flaw {
    pub(super) path: Vec<String>,
    pub(super) kind: Problem,
    pub(super) problem: String,
    /// The byte in the text at the place, if that is an expression.
    pub(super) at: Option<usize>,
    /// True if the path begins at the document.
    pub(super) is_placed: bool,
}

/// Results that gain a place on their way up.
pub(super) trait Located {
    /// Puts a name before the path of the flaw.
    fn located(self, name: &str) -> Self;
}

impl<T> Located for Result<T, Flaw> {
    fn located(self, name: &str) -> Self {
        self.map_err(|flaw| flaw.located(name))
    }
}

impl Flaw {
    pub(super) fn new(path: &[&str], problem: impl Into<String>) -> Self {
        Self { path: path.iter().map(|&name| name.to_owned()).collect(), ..Self::here(problem) }
    }

    /// Returns a flaw whose place is where it is passed on.
    pub(super) fn here(problem: impl Into<String>) -> Self {
        Self { path: vec![], kind: Problem::Unfit, problem: problem.into(), at: None, is_placed: false }
    }

    /// Returns a flaw of a name that does not exist.
    pub(super) fn unknown(problem: impl Into<String>) -> Self {
        Self { kind: Problem::Unknown, ..Self::here(problem) }
    }

    /// Returns the flaw at a byte of an expression, unless it has a nearer place.
    pub(super) fn at(self, at: usize) -> Self {
        Self { at: self.at.or(self.path.is_empty().then_some(at)), ..self }
    }

    /// Returns the flaw below a name.
    pub(super) fn located(mut self, name: &str) -> Self {
        match self.path.first_mut().filter(|first| first.starts_with('[')) {
            _ if self.is_placed => {}
            Some(index) => index.insert_str(0, name),
            None => self.path.insert(0, name.to_owned()),
        }
        self
    }

    /// Returns the flaw of an element of the list that is located next.
    pub(super) fn of_element(self, index: usize) -> Self {
        self.located(&format!("[{index}]"))
    }

    /// Returns the flaw that validating a recipe found. An error of another kind is returned as the error.
    pub(super) fn of(error: Error) -> Result<Self> {
        let (place, kind, problem) = match error {
            Error::Parameter { place, problem, message } => (place, problem, message),
            Error::Limit { what, problem } => (what, Problem::Unfit, problem),
            error => return Err(error),
        };
        let mut path: Vec<String> = place.split('.').map(str::to_owned).collect();
        let is_of_the_document = path[0] == OUTPUTS
            || (path[0] == MATERIAL && path.len() == 2)
            || (path.len() == 1 && names_of::<Recipe>().contains(&split_index(&place).0));
        if !is_of_the_document {
            path.insert(0, "nodes".to_owned());
        }
        Ok(Self { path, kind, problem, at: None, is_placed: true })
    }

    /// Returns the error.
    pub(super) fn error(self) -> Error {
        Error::Parameter { place: self.place(), problem: self.kind, message: self.problem }
    }

    /// Returns the place as errors name it: `fbm.source.frequency`.
    pub(super) fn place(&self) -> String {
        shown(&self.path)
    }

    /// Returns the byte offset in the text of the deepest part of the path that exists in the document.
    pub(super) fn offset(&self, text: &str, document: &DeTable) -> usize {
        let mut table = document;
        let mut offset = 0;
        for name in &self.path {
            let (name, index) = split_index(name);
            let Some((key, mut value)) = table.iter().find(|(key, _)| key.get_ref() == name) else { break };
            offset = key.span().start;
            if let (Some(index), DeValue::Array(values)) = (index, value.get_ref()) {
                let Some(element) = values.get(index) else { break };
                value = element;
                offset = value.span().start;
            }
            match value.get_ref() {
                DeValue::Table(inner) => table = inner,
                DeValue::String(expression) => {
                    // In a text with escapes the bytes are others.
                    let span = value.span();
                    let start = text.get(span.clone()).and_then(|written| Some(span.start + written.find(expression.as_ref())?));
                    return start.zip(self.at).map_or(offset, |(start, at)| start + at);
                }
                _ => break,
            }
        }
        offset
    }
}

impl Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { f.write_str(&self.problem) } else { write!(f, "{}: {}", self.place(), self.problem) }
    }
}

/// Formats a path from the document down as errors name it: a node is named without `nodes`.
pub(super) fn shown(path: &[String]) -> String {
    let rest = path.strip_prefix(&["nodes".to_owned()]).filter(|rest| !rest.is_empty());
    rest.unwrap_or(path).iter().map(|name| short(name)).collect::<Vec<_>>().join(".")
}

/// Splits `weights[1]` into the key of the list and the index of the element. Other names are returned unchanged.
pub(super) fn split_index(name: &str) -> (&str, Option<usize>) {
    let parts = name.strip_suffix(']').and_then(|name| name.split_once('['));
    match parts.and_then(|(name, index)| Some((name, index.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (name, None),
    }
}

pub(super) fn unknown_key(key: &str, keys: &[&str]) -> String {
    format!("unknown key{}; allowed are {}", suggestion(key, keys.iter().copied()), quoted(keys))
}

pub(super) fn at(text: &str, offset: usize, problem: impl Display) -> Error {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    Error::Recipe { position: Some([line, column]), message: problem.to_string() }
}
