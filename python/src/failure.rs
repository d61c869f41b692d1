//! Conversion of errors to Python's.

use std::io;

use lacuna_bake::{Field, Mention, Problem};
use pyo3::PyErr;
use pyo3::exceptions::{PyFileExistsError, PyFileNotFoundError, PyMemoryError, PyOSError, PyValueError};

/// Converts an error of the library.
pub(crate) fn refused(error: lacuna::Error) -> PyErr {
    match error {
        lacuna::Error::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        // The recipe's text was made from keys that a caller gave, so its lines and columns mean nothing.
        lacuna::Error::Recipe { message, .. } => PyValueError::new_err(message),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Converts an error of a bake: those about files to the classes that Python's own functions raise.
pub(crate) fn unbaked(error: lacuna_bake::Error) -> PyErr {
    use lacuna_bake::Error;

    let told = error.told(&keyword);
    match error {
        Error::Request { problem: Problem::Exists, .. } => PyFileExistsError::new_err(told),
        Error::Request { field: Field::Source | Field::File, problem: Problem::NotFound, .. } => PyFileNotFoundError::new_err(told),
        // The class follows from the kind of the system's error.
        Error::Request { source: Some(source), .. } | Error::Failed { source: Some(source), .. } => {
            io::Error::new(source.kind(), told).into()
        }
        Error::Failed { .. } => PyOSError::new_err(told),
        Error::Engine { source: lacuna::Error::Memory { .. }, .. } => PyMemoryError::new_err(told),
        _ => PyValueError::new_err(told),
    }
}

/// Returns a field of a request as Python calls it.
fn keyword(mention: Mention<'_>) -> String {
    match mention {
        Mention::Asked(Field::Region) => "region=(x0, y0, x1, y1)".to_owned(),
        Mention::Asked(Field::Replaces) => "force=True".to_owned(),
        Mention::Asked(Field::File) => "a path".to_owned(),
        // The heights of a game engine are the command's.
        Mention::Asked(Field::Import) => "--for to the command lacuna".to_owned(),
        Mention::Named(field) | Mention::Asked(field) => field.to_string(),
        Mention::Valued(field, value) => format!("{field} {value}"),
        other => panic!("{other:?} is not known"),
    }
}
