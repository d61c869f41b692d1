//! What can go wrong, sorted by whose fault it is.

use std::fmt;

use crate::words::short;

/// An error of the library. Each variant names what, where, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The caller's parameter is outside its legal range.
    ///
    /// `place` is the path of the parameter, such as `fbm.source.frequency` or `region.x`.
    #[error("{}: {problem}", short_place(place))]
    Parameter {
        /// The path of the parameter.
        place: String,
        /// What is wrong and which values are allowed.
        problem: String,
    },
    /// A recipe's text can't be read as a graph: its syntax, a type, or an unknown key.
    #[error("{message}")]
    Recipe {
        /// What the reader of the text found, with line and column where it knows them.
        message: String,
    },
    /// More was asked for than the memory or the device's limits allow.
    #[error("{what}: {problem}")]
    Limit {
        /// What is too large.
        what: String,
        /// By how much, and what would fit.
        problem: String,
    },
    /// What was asked for does not fit into the memory that is there.
    #[error("{what}: {bytes} bytes don't fit into memory; {mend}")]
    Memory {
        /// What needs them.
        what: &'static str,
        /// How many.
        bytes: u64,
        /// What needs fewer.
        mend: &'static str,
    },
    /// The device or the format does not support what was asked for.
    #[error("{0}")]
    Unsupported(String),
    /// No adapter that could run the GPU engine was found.
    #[error("{0}")]
    NoAdapter(String),
    /// The device failed: it was lost, ran out of memory, or refused a command.
    #[error("the GPU device failed: {0}")]
    Device(String),
}

/// A place whose names are shortened where they are very long.
fn short_place(place: &str) -> String {
    place.split('.').map(short).collect::<Vec<_>>().join(".")
}

/// A message of several lines and levels, in one.
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

/// The result of everything in this library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;
