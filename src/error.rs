//! The errors of the library, by their cause.

use std::fmt;

use crate::error_words::short;

/// An error of the library. Each variant says what is wrong, where, and how to fix it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter is wrong.
    ///
    /// `place` is the path of the parameter, such as `fbm.source.frequency` or `region.x`.
    Parameter {
        /// The path of the parameter.
        place: String,
        /// The kind of what is wrong.
        problem: Problem,
        /// The problem, and the allowed values.
        message: String,
    },
    /// The text of a recipe can't be read as a graph: its syntax, a type, or an unknown key is wrong.
    Recipe {
        /// The line and the column in the text, counted from 1, where they are known. The column counts characters.
        position: Option<[usize; 2]>,
        /// The place in the recipe, the problem, and the allowed values.
        message: String,
    },
    /// A request exceeds the limits of the memory or of the device.
    Limit {
        /// The thing that is too large.
        what: String,
        /// Its size, and the limit.
        problem: String,
    },
    /// A request does not fit into the available memory.
    Memory {
        /// The thing that needs the memory.
        what: &'static str,
        /// The number of bytes that it needs.
        bytes: u64,
        /// An alternative that needs less.
        mend: &'static str,
    },
    /// The device or the format does not support the request.
    Unsupported(String),
    /// No adapter for the GPU engine was found.
    NoAdapter(String),
    /// The device failed: it ran out of memory, rejected a command, or did not open.
    Device(String),
    /// The device was lost: its driver stopped or was replaced, the GPU was removed, or the device was destroyed. Everything on it is gone. Open
    /// another device, and make a new [`Cache`](crate::Cache) for it; programs stay valid.
    DeviceLost(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { place, message, .. } => write!(f, "{}: {message}", short_place(place)),
            Self::Recipe { position, message } => write!(f, "{}{message}", in_text(*position)),
            Self::Limit { what, problem } => write!(f, "{what}: {problem}"),
            Self::Memory { what, bytes, mend } => write!(f, "{what}: {bytes} bytes don't fit into memory; {mend}"),
            Self::Unsupported(message) | Self::NoAdapter(message) => f.write_str(message),
            Self::Device(message) => write!(f, "the GPU device failed: {message}"),
            Self::DeviceLost(message) => write!(f, "the GPU device was lost: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// What is wrong with a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// It is infinite, or not a number.
    NotFinite,
    /// It lies outside of a range, both ends of which are allowed unless the message says otherwise.
    Outside {
        /// The least number that is allowed.
        least: f64,
        /// The greatest one.
        most: f64,
    },
    /// It has too few or too many elements.
    Count {
        /// The least count that is allowed.
        least: u64,
        /// The greatest one.
        most: u64,
    },
    /// There is nothing of this name.
    Unknown,
    /// It does not suit the other parameters, or is not of the right form.
    Unfit,
}

/// Returns a place with very long names shortened.
fn short_place(place: &str) -> String {
    place.split('.').map(short).collect::<Vec<_>>().join(".")
}

fn in_text(position: Option<[usize; 2]>) -> String {
    position.map_or_else(String::new, |[line, column]| format!("line {line}, column {column}: "))
}

/// Returns a message of several lines as a single one.
pub(crate) fn in_a_line(message: &dyn fmt::Display) -> String {
    message.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Error {
    pub(crate) fn parameter(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: Problem::Unfit, message: message.into() }
    }

    /// The error of a parameter that is infinite, or not a number.
    pub(crate) fn not_finite(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: Problem::NotFinite, message: message.into() }
    }

    /// The error of a parameter beyond the two ends of its range.
    pub(crate) fn outside(place: impl Into<String>, [least, most]: [f64; 2], message: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: Problem::Outside { least, most }, message: message.into() }
    }

    /// The error of a list of fewer elements than the first count, or of more than the second.
    pub(crate) fn count(place: impl Into<String>, [least, most]: [u64; 2], message: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: Problem::Count { least, most }, message: message.into() }
    }

    /// The error of a name that nothing has.
    pub(crate) fn unknown(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Parameter { place: place.into(), problem: Problem::Unknown, message: message.into() }
    }

    /// The error of a recipe's text as a whole.
    pub(crate) fn recipe(message: &dyn fmt::Display) -> Self {
        Self::Recipe { position: None, message: message.to_string() }
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
