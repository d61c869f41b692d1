//! Conversion of errors to Python's.

use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};

/// Converts an error of the library.
pub(crate) fn refused(error: lacuna::Error) -> PyErr {
    match error {
        lacuna::Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        // The recipe's text was made from keys that a caller gave, so its lines and columns mean nothing.
        lacuna::Error::Recipe { message } => PyValueError::new_err(without_place(&message).to_owned()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Converts an error of a bake.
pub(crate) fn unbaked(error: lacuna_bake::Error) -> PyErr {
    match &error {
        lacuna_bake::Error::Failed(_) => PyOSError::new_err(error.to_string()),
        lacuna_bake::Error::Engine { source: lacuna::Error::Memory { .. }, .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Returns a message without `line 3, column 1: ` before it.
fn without_place(message: &str) -> &str {
    let rest = message.strip_prefix("line ").and_then(|rest| rest.split_once(", column ")).and_then(|(_, rest)| rest.split_once(": "));
    rest.map_or(message, |(_, problem)| problem)
}
