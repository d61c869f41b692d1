//! Texts that are too long or nested too deep.

use toml::de::DeTable;

use crate::error::{Error, Result};

/// The maximum length of a recipe's text, in bytes. A longer text is refused before it is read, so that no text takes much time or memory.
pub const MAX_TEXT: usize = 1 << 18;

/// Checks that a text that was written can be read.
pub(super) fn checked(text: String) -> Result<String> {
    check_length(&text)?;
    DeTable::parse(&text).map_err(|error| Error::recipe(&syntax_problem(&error)))?;
    Ok(text)
}

pub(super) fn check_length(text: &str) -> Result<()> {
    match text.len() {
        ..=MAX_TEXT => Ok(()),
        length => Err(Error::recipe(&format!("the text has {length} bytes; give at most {MAX_TEXT}, by fewer nodes or without comments"))),
    }
}

pub(super) fn syntax_problem(error: &toml::de::Error) -> String {
    // The only limit of the reader that a text can reach, and the only one whose message does not say how to fix it.
    let mend =
        if error.message().contains("recurs") { "; the nodes are nested too deep; give some of them names of their own" } else { "" };
    format!("{}{mend}", error.message())
}
