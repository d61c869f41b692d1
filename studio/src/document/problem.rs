//! An error in a text, and its place.

use std::fmt;
use std::ops::Range;

use toml_edit::{Document as Spanned, Item, Key, Value};

use super::names::word_length;

/// An error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The error, and how to mend it.
    pub message: String,
    /// The place in bytes of the text, as far as known. It is empty only at the end of the text.
    pub span: Option<Range<usize>>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), span: None }
    }

    /// Converts the error of a reader of a text.
    pub(super) fn of_text(text: &str, error: &lacuna::Error) -> Self {
        let position = if let lacuna::Error::Recipe { position, .. } = error { *position } else { None };
        let span = position.map(|[line, column]| {
            let start = offset(text, line, column);
            let end = span_from(text, start).map_or_else(|| end_of_line(text, start), |span| span.end);
            start..end.max(start)
        });
        Self { message: error.to_string(), span }
    }

    /// Converts the same error for a text that the user does not see.
    pub(super) fn of_hidden_text(error: lacuna::Error) -> Self {
        match error {
            lacuna::Error::Recipe { message, .. } => Self::new(message),
            error => Self::new(error.to_string()),
        }
    }
}

/// Returns the byte offset of a line and a column in a text. The column counts characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
}

fn end_of_line(text: &str, start: usize) -> usize {
    match text[start..].find('\n') {
        // Something missing at the end of a line is marked at that end.
        Some(0) => start + 1,
        Some(length) => start + length,
        None => text.len(),
    }
}

/// Returns the span of the key, the value or the mistake that starts at a byte of a text; in an expression that of a word or a character.
fn span_from(text: &str, start: usize) -> Option<Range<usize>> {
    match Spanned::parse(text) {
        Ok(document) => span_in(document.as_item(), start).or_else(|| word_in(document.as_item(), text, start)),
        Err(error) => error.span().filter(|span| span.start == start && span.end > start && text.is_char_boundary(span.end)),
    }
}

fn span_in(item: &Item, start: usize) -> Option<Range<usize>> {
    if let Some(table) = item.as_table_like() {
        for (name, inner) in table.iter() {
            let key = table.key(name).and_then(Key::span);
            if let Some(key) = key.filter(|key| key.start == start) {
                let end = inner.as_value().and_then(Value::span).map_or(key.end, |span| span.end);
                return Some(start..end.max(key.end));
            }
            if let Some(found) = span_in(inner, start) {
                return Some(found);
            }
        }
        return None;
    }
    let count = item.as_array().map(|array| array.len()).or_else(|| item.as_array_of_tables().map(|tables| tables.len()))?;
    (0..count).filter_map(|index| item.get(index)).find_map(|element| {
        let here = element.span().filter(|span| span.start == start);
        here.or_else(|| span_in(element, start))
    })
}

/// Returns the span of the word that starts at a byte within a text in quotes, or of the character there.
fn word_in(item: &Item, text: &str, start: usize) -> Option<Range<usize>> {
    if let Some(table) = item.as_table_like() {
        return table.iter().find_map(|(_, inner)| word_in(inner, text, start));
    }
    if item.is_str() {
        let is_here = item.span().is_some_and(|span| span.contains(&start));
        return is_here.then(|| start..start + word_length(&text[start..]));
    }
    let count = item.as_array().map(|array| array.len()).or_else(|| item.as_array_of_tables().map(|tables| tables.len()))?;
    (0..count).filter_map(|index| item.get(index)).find_map(|element| word_in(element, text, start))
}
