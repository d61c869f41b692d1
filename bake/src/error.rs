//! The errors of a bake, sorted by who can mend them, and their texts.

use std::fmt;
use std::io;
use std::path::Path;

use lacuna::internal::{escaped, short};

/// An error of a bake. Each message says what failed, where, and how to mend it.
///
/// [`Display`](fmt::Display) names the fields of a request as this library does; [`Error::told`] lets a program name them in its own way, such as by
/// its options.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The request can't be carried out as written.
    #[error("{message}")]
    #[non_exhaustive]
    Request {
        /// The field of the request that is wrong.
        field: Field,
        /// The kind of what is wrong.
        problem: Problem,
        /// The problem, and how to mend it.
        message: Message,
        /// The error of the system, if a file could not be read.
        source: Option<io::Error>,
    },
    /// The environment failed: a full disk, too little memory.
    #[error("{message}")]
    #[non_exhaustive]
    Failed {
        /// The problem, and how to mend it.
        message: Message,
        /// The error of the system.
        source: Option<io::Error>,
    },
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

/// What an error of a request is about: a field of a [`Request`](crate::Request), of its [`Job`](crate::Job), or of a job's [`Area`](crate::Area).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The source: a name, or the file that it is read from.
    Source,
    /// A source that is a preset.
    Preset,
    /// The recipe in a baked file.
    Recipe,
    /// A key of the recipe.
    Key,
    /// The recipe's output to bake.
    Output,
    /// The file or folder to write.
    File,
    /// Whether files that exist are replaced.
    Replaces,
    /// The format of the files.
    Format,
    /// The bits per sample.
    Depth,
    /// The values of the least and the greatest level.
    Range,
    /// The samples across a pixel.
    Samples,
    /// The longest side of evaluated tiles.
    Tile,
    /// The samples of a picture.
    Size,
    /// The edges of a picture.
    Region,
    /// The third coordinate.
    Z,
    /// The fourth coordinate.
    W,
    /// A line of samples.
    Line,
    /// A picture of terrain.
    View,
    /// The output whose colours terrain has.
    Drape,
    /// The samples of a material's maps.
    Map,
    /// The sides of a volume.
    Volume,
    /// The corners of a volume.
    Box,
    /// Whether a volume is written as slices.
    Slices,
    /// The side of a cube map.
    Cube,
    /// The number of frames.
    Frames,
    /// The distance along z from the first frame to the one after the last.
    Length,
    /// The columns and rows of a sheet of frames.
    Sheet,
    /// The frames per second of an animation.
    Animation,
    /// The columns and rows of tiles.
    Tiles,
    /// The game engine that imports tiles.
    Import,
    /// Whether the outermost samples of tiles lie on their edges.
    OnEdges,
    /// The length of a unit of coordinates.
    UnitMetres,
    /// The height from the least to the greatest level.
    HeightMetres,
    /// The program that takes a material.
    Material,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 34] = [
        Self::Source,
        Self::Preset,
        Self::Recipe,
        Self::Key,
        Self::Output,
        Self::File,
        Self::Replaces,
        Self::Format,
        Self::Depth,
        Self::Range,
        Self::Samples,
        Self::Tile,
        Self::Size,
        Self::Region,
        Self::Z,
        Self::W,
        Self::Line,
        Self::View,
        Self::Drape,
        Self::Map,
        Self::Volume,
        Self::Box,
        Self::Slices,
        Self::Cube,
        Self::Frames,
        Self::Length,
        Self::Sheet,
        Self::Animation,
        Self::Tiles,
        Self::Import,
        Self::OnEdges,
        Self::UnitMetres,
        Self::HeightMetres,
        Self::Material,
    ];

    /// Returns the mention of the field with a value, such as the one that is wrong.
    pub(crate) fn at(self, value: impl fmt::Display) -> Part {
        Part::Mention(self, Some(value.to_string()))
    }

    /// Returns the mention of a field that is asked for.
    pub(crate) fn asked(self) -> Part {
        Part::Asked(self)
    }
}

impl fmt::Display for Field {
    /// Writes the field's name in this library.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "source",
            Self::Preset => "a preset",
            Self::Recipe => "its recipe",
            Self::Key => "the recipe's",
            Self::Output => "output",
            Self::File => "destination",
            Self::Replaces => "a replacing store",
            Self::Format => "format",
            Self::Depth => "depth",
            Self::Range => "range",
            Self::Samples => "samples",
            Self::Tile => "tile",
            Self::Size => "size",
            Self::Region => "region",
            Self::Z => "z",
            Self::W => "w",
            Self::Line => "line",
            Self::View => "view",
            Self::Drape => "drape",
            Self::Map => "map",
            Self::Volume => "volume",
            Self::Box => "corners",
            Self::Slices => "slices",
            Self::Cube => "cube",
            Self::Frames => "frames",
            Self::Length => "length",
            Self::Sheet => "sheet",
            Self::Animation => "animation",
            Self::Tiles => "tiles",
            Self::Import => "import",
            Self::OnEdges => "on_edges",
            Self::UnitMetres => "unit_metres",
            Self::HeightMetres => "height_metres",
            Self::Material => "material",
        })
    }
}

/// What is wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The number lies outside of a range, both ends of which are allowed.
    #[non_exhaustive]
    Outside {
        /// The least number that is allowed.
        least: f64,
        /// The greatest one.
        most: f64,
    },
    /// Its numbers are in the wrong order.
    Order,
    /// It does not go with another field, or not without it.
    Clash(Field),
    /// It is required, and missing.
    Missing,
    /// There is nothing of this name.
    Unknown,
    /// The format holds no such picture.
    Format,
    /// What is baked does not suit it: a normal map, several channels.
    Content,
    /// A file of this name exists.
    Exists,
    /// There is no file, or no folder, of this name.
    NotFound,
    /// No file can have this name, or several files would have it.
    Name,
    /// The file can't be read.
    Unreadable,
    /// The file was not written by a bake, or was changed since.
    Changed,
}

impl Problem {
    pub(crate) fn outside(least: impl Into<f64>, most: impl Into<f64>) -> Self {
        Self::Outside { least: least.into(), most: most.into() }
    }

    pub(crate) fn more_than(most: u64) -> Self {
        Self::outside(1, most as f64)
    }
}

/// The text of an error, in which fields stand as such.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(Vec<Part>);

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Text(String),
    /// A field, and its value.
    Mention(Field, Option<String>),
    /// A field that is to be given.
    Asked(Field),
}

/// A field within a message. A program puts its own name in the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mention<'a> {
    /// The field by its name.
    Named(Field),
    /// The field with a value.
    Valued(Field, &'a str),
    /// The field as it is to be given.
    Asked(Field),
}

/// Puts a message together from texts, fields, and mentions of fields.
macro_rules! message {
    ($($part:expr),+ $(,)?) => { $crate::error::Message::of([$($crate::error::Part::from($part)),+]) };
}
pub(crate) use message;

impl Message {
    pub(crate) fn of<const N: usize>(parts: [Part; N]) -> Self {
        Self(parts.into())
    }

    /// Returns the text with the program's own names of fields.
    fn told(&self, name: &dyn Fn(Mention<'_>) -> String) -> String {
        let told = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Mention(field, None) => name(Mention::Named(*field)),
            Part::Mention(field, Some(value)) => name(Mention::Valued(*field, value)),
            Part::Asked(field) => name(Mention::Asked(*field)),
        };
        self.0.iter().map(told).collect()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(&|mention| match mention {
            Mention::Named(field) | Mention::Asked(field) => field.to_string(),
            Mention::Valued(field, value) => format!("{field} {value}"),
        }))
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Field> for Part {
    fn from(field: Field) -> Self {
        Self::Mention(field, None)
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        message!(text)
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        message!(text)
    }
}

impl Error {
    pub(crate) fn request(field: Field, problem: Problem, message: impl Into<Message>) -> Self {
        Self::Request { field, problem, message: message.into(), source: None }
    }

    /// Returns the error for a file that can't be read; `message` ends before the reason.
    pub(crate) fn unreadable(message: &str, source: io::Error) -> Self {
        let problem = if source.kind() == io::ErrorKind::NotFound { Problem::NotFound } else { Problem::Unreadable };
        Self::Request { field: Field::Source, problem, message: format!("{message}: {source}").into(), source: Some(source) }
    }

    /// Returns the error for a failure of the environment. A program with a destination of its own makes these, too.
    pub fn failed(message: impl Into<Message>) -> Self {
        Self::Failed { message: message.into(), source: None }
    }

    /// Returns the error for a failure of the system; `message` ends before the reason.
    pub(crate) fn of_system(message: &str, source: io::Error, mend: &str) -> Self {
        Self::Failed { message: format!("{message}: {source}{mend}").into(), source: Some(source) }
    }

    /// Returns the same error with the name of the item that it concerns.
    #[must_use]
    pub fn of(mut self, what: &str) -> Self {
        match &mut self {
            Self::Request { message, .. } | Self::Failed { message, .. } => message.0.insert(0, format!("{what}: ").into()),
            Self::Engine { place, .. } => place.insert_str(0, &format!("{what}: ")),
            Self::Cancelled | Self::ReaderGone => {}
        }
        self
    }

    /// Returns the same error with an addition to its message. If a part of a bake was written, it is a failure, however it came about.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn and(self, addition: &str) -> Self {
        match self {
            Self::Request { mut message, source, .. } | Self::Failed { mut message, source } => {
                message.0.push(addition.to_owned().into());
                Self::Failed { message, source }
            }
            other => other,
        }
    }

    /// Returns the message with a program's own names of the fields: the one of a command by its options, say.
    pub fn told(&self, name: &dyn Fn(Mention<'_>) -> String) -> String {
        match self {
            Self::Request { message, .. } | Self::Failed { message, .. } => message.told(name),
            other => other.to_string(),
        }
    }

    /// Returns the error for a file, or for a stream if the path is `-`, that could not be written.
    pub(crate) fn unwritten(path: &Path, error: io::Error) -> Self {
        let mend = if error.kind() == io::ErrorKind::OutOfMemory {
            "; give a smaller size, or a format that is written piece by piece"
        } else {
            ""
        };
        match (path.as_os_str() == "-", error.kind()) {
            (true, io::ErrorKind::BrokenPipe) => Self::ReaderGone,
            (true, _) => Self::of_system("can't write to standard output", error, mend),
            (false, _) => Self::of_system(&format!("can't write {}", shown(path)), error, mend),
        }
    }
}

impl From<lacuna::Error> for Error {
    fn from(source: lacuna::Error) -> Self {
        Self::Engine { place: String::new(), source }
    }
}

/// Returns a path as errors show it: without control characters, and shortened if it is longer than any that a system accepts.
pub(crate) fn shown(path: &Path) -> String {
    const LONGEST: usize = 4096;
    let path = escaped(&path.display().to_string());
    if path.len() > LONGEST { short(&path) } else { path }
}
