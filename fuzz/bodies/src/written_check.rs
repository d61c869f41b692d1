//! What holds for any text of a recipe with expressions, parameters and parts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lacuna::Error;
use lacuna::recipe::{self, Draft, Library, MAX_TEXT, Recipe};

use crate::show;

/// The longest message: its quotations are shortened.
const MAX_MESSAGE: usize = 16 << 10;
/// The most that uses may make, as the length of the text that they stand for.
const MAX_MADE: usize = 4 * MAX_TEXT;

/// A library that counts how often it is asked. It has no file.
#[derive(Debug, Default)]
struct Counting(AtomicUsize);

impl Library for Counting {
    fn read(&self, _: &str) -> Result<String, String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Err("there is none".to_owned())
    }
}

/// Reads a text, and checks all promises about it. Returns the recipe as it is written, and its nodes; or the line and the message of its refusal.
pub(crate) fn read(text: &str) -> Result<(Draft, Recipe), (usize, String)> {
    let read = match recipe::read(text) {
        Ok(read) => read,
        Err(error) => return Err(refused(text, &error)),
    };
    show(|| read.clone());
    // What is read without files needs none.
    let library = Arc::new(Counting::default());
    let draft = Draft::read_with(text, Arc::<Counting>::clone(&library)).unwrap_or_else(|error| panic!("no draft: {error}\n{text}"));
    assert_eq!(draft.recipe().unwrap_or_else(|error| panic!("the draft is refused: {error}\n{text}")), read, "\n{text}");
    assert_eq!(library.0.load(Ordering::Relaxed), 0, "it asks for files:\n{text}");
    // A node has a name, a quote or a sign, and an end. One name may stand for a node and for nodes below it in coordinates.
    assert!(read.nodes.len() <= text.len() + MAX_MADE, "{} nodes:\n{text}", read.nodes.len());
    written(&draft, &read);
    Ok((draft, read))
}

/// Checks that a draft is the same recipe however it is written.
pub(crate) fn written(draft: &Draft, read: &Recipe) {
    let mut seen: Vec<String> = Vec::new();
    for (how, again) in [("short", draft.short_text()), ("as nodes", draft.text()), ("its nodes", recipe::write(read))] {
        match again {
            Ok(again) if seen.contains(&again) => {}
            Ok(again) => {
                let found = recipe::read(&again).unwrap_or_else(|error| panic!("{how}: what was written is refused: {error}\n{again}"));
                assert_eq!(found, *read, "{how}:\n{again}");
                seen.push(again);
            }
            // What nodes stand for may be much longer than they.
            Err(error) => {
                let told = error.to_string();
                assert!(told.contains("bytes; give at most") || told.contains("nested too deep"), "{how}: it can't be written: {error}");
            }
        }
    }
}

/// Checks the message and the position of a refusal.
fn refused(text: &str, error: &Error) -> (usize, String) {
    let message = error.to_string();
    assert!(message.len() <= MAX_MESSAGE, "a message of {} bytes: {message}", message.len());
    // A name that expanding made must be there.
    if let Some((_, name)) = message.split_once("there is no node `") {
        let name = name.split(['`', '…', '\\']).next().unwrap_or_default();
        assert!(text.contains(name) || text.contains('\\'), "`{name}` was made and is missing: {message}\n{text}");
    }
    let Error::Recipe { position: Some([line, column]), .. } = error else { return (0, message) };
    // The end of a text counts as a line.
    let found = text.split('\n').nth(line - 1).unwrap_or_else(|| panic!("there is no line {line}: {message}\n{text}"));
    assert!((1..=found.chars().count() + 1).contains(column), "line {line} has no column {column}: {message}\n{text}");
    (*line, message)
}
