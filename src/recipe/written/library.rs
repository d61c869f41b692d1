//! The files that a recipe may use parts of.

use std::fmt;

/// Reads the files that a recipe uses parts of: `of = "lib.toml#moss"`.
///
/// This package opens no files. Whoever does decides which folders a recipe may reach.
pub trait Library: fmt::Debug + Send + Sync {
    /// Returns the text of a file by the name in the recipe.
    ///
    /// # Errors
    ///
    /// Why it can't be read, for people.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// A library without files, for recipes of strangers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Library for NoFiles {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("a recipe from here opens no files; write the part into the recipe, [parts.NAME]".to_owned())
    }
}
