//! The errors of the library, by their cause.

use std::fmt;

use crate::words::short;

/// An error of the library. Each variant says what is wrong, where, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is outside its legal range.
    ///
    /// `place` is the path of the parameter, such as `fbm.source.frequency` or `region.x`.
    #[error("{}: {problem}", short_place(place))]
    Parameter {
        /// The path of the parameter.
        place: String,
        /// The problem, and the allowed values.
        problem: String,
    },
    /// The text of a recipe can't be read as a graph: its syntax, a type, or an unknown key is wrong.
    #[error("{message}")]
    Recipe {
        /// The parser's message, with line and column where they are known.
        message: String,
    },
    /// A request exceeds the limits of the memory or of the device.
    #[error("{what}: {problem}")]
    Limit {
        /// The thing that is too large.
        what: String,
        /// Its size, and the limit.
        problem: String,
    },
    /// A request does not fit into the available memory.
    #[error("{what}: {bytes} bytes don't fit into memory; {mend}")]
    Memory {
        /// The thing that needs the memory.
        what: &'static str,
        /// The number of bytes that it needs.
        bytes: u64,
        /// An alternative that needs less.
        mend: &'static str,
    },
    /// The device or the format does not support the request.
    #[error("{0}")]
    Unsupported(String),
    /// No adapter for the GPU engine was found.
    #[error("{0}")]
    NoAdapter(String),
    /// The device failed: it was lost, ran out of memory, or rejected a command.
    #[error("the GPU device failed: {0}")]
    Device(String),
}

/// Returns a place with very long names shortened.
fn short_place(place: &str) -> String {
    place.split('.').map(short).collect::<Vec<_>>().join(".")
}

/// Returns a message of several lines as a single one.
pub(crate) fn in_a_line(message: &dyn fmt::Display) -> String {
    message.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Error {
    pub(crate) fn parameter(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: problem.into() }
    }

    pub(crate) fn limit(what: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Limit { what: what.into(), problem: problem.into() }
    }

    pub(crate) fn device(what: &dyn fmt::Display) -> Self {
        Self::Device(in_a_line(what))
    }
}

/// The result type of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;
