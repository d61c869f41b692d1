//! The errors of a bake, sorted by who can mend them.

use std::io;
use std::path::Path;

use lacuna::recipe::short;

/// An error of a bake. Each message says what failed, where, and how to mend it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request can't be carried out as written: an option, a recipe, or a file name.
    #[error("{0}")]
    Request(String),
    /// The environment failed: a full disk, too little memory.
    #[error("{0}")]
    Failed(String),
    /// The [`Observer`](crate::Observer) cancelled the bake. Nothing was written.
    #[error("cancelled; nothing was written")]
    Cancelled,
    /// The reader of the stream that was written to has gone.
    #[error("the reader of the stream has gone")]
    ReaderGone,
    /// The library refused the request, or an engine failed.
    #[error("{place}{source}")]
    Engine {
        /// The item that the error belongs to, followed by a colon and a space, or nothing.
        place: String,
        /// The library's error.
        source: lacuna::Error,
    },
}

/// The result of every function of this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::Request(message.into())
    }

    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }

    /// Returns the same error with the name of the item that it concerns.
    #[must_use]
    pub fn of(self, what: &str) -> Self {
        match self {
            Self::Request(message) => Self::Request(format!("{what}: {message}")),
            Self::Failed(message) => Self::Failed(format!("{what}: {message}")),
            Self::Engine { place, source } => Self::Engine { place: format!("{what}: {place}"), source },
            other => other,
        }
    }

    /// Returns the error for a file, or for a stream if the path is `-`, that could not be written.
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

/// Returns a path as errors show it: shortened if it is longer than any that a system accepts.
pub(crate) fn shown(path: &Path) -> String {
    const LONGEST: usize = 4096;
    let path = path.display().to_string();
    if path.len() > LONGEST { short(&path) } else { path }
}
