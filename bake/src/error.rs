//! What can go wrong with a bake, sorted by whose fault it is.

use std::io;
use std::path::Path;

use lacuna::recipe::short;

/// An error of a bake. Each says what, where, and how to mend it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for can't be done as it was written: an option, a recipe, or a name of a file.
    #[error("{0}")]
    Request(String),
    /// The world got in the way: a full disk, too little memory.
    #[error("{0}")]
    Failed(String),
    /// The [`Observer`](crate::Observer) wished to stop. Nothing was written.
    #[error("cancelled; nothing was written")]
    Cancelled,
    /// Whoever read the stream that was written to has gone.
    #[error("the reader of the stream has gone")]
    ReaderGone,
    /// The library refused what was asked for, or an engine failed.
    #[error("{place}{source}")]
    Engine {
        /// What the error belongs to, with a colon and a blank behind, or nothing.
        place: String,
        /// The library's error.
        source: lacuna::Error,
    },
}

/// The result of everything here that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::Request(message.into())
    }

    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// The same error, of something that has a name.
    #[must_use]
    pub fn of(self, what: &str) -> Self {
        match self {
            Self::Request(message) => Self::Request(format!("{what}: {message}")),
            Self::Failed(message) => Self::Failed(format!("{what}: {message}")),
            Self::Engine { place, source } => Self::Engine { place: format!("{what}: {place}"), source },
            other => other,
        }
    }

    /// A file, or a stream where the path is `-`, that could not be written.
    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Self {
        let mend = if error.kind() == io::ErrorKind::OutOfMemory {
            "; give a smaller size, or a format that is written piece by piece"
        } else {
            ""
        };
        match (path.as_os_str() == "-", error.kind()) {
            (true, io::ErrorKind::BrokenPipe) => Self::ReaderGone,
            (true, _) => Self::failed(format!("can't write to standard output: {error}{mend}")),
            (false, _) => Self::failed(format!("can't write {}: {error}{mend}", shown(path))),
        }
    }
}

impl From<lacuna::Error> for Error {
    fn from(source: lacuna::Error) -> Self {
        Self::Engine { place: String::new(), source }
    }
}

/// What an error shows of a path: its beginning, where it is longer than any that a system takes.
pub(crate) fn shown(path: &Path) -> String {
    const LONGEST: usize = 4096;
    let path = path.display().to_string();
    if path.len() > LONGEST { short(&path) } else { path }
}
