//! The formats of files. Each is a module of its own, with all that is particular to it.
//!
//! To add one, write its file and name it in the list below.

mod check;
mod description;
mod encoding;
mod levels;
mod pieces;
mod raw;
mod samples;
mod texture;
mod whole;

use std::str::FromStr;

use lacuna::internal::nearest;
use lacuna::internal::short;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use self::description::{Alpha, Description, FactsPlace, Place, Shape, ShapeKind};
pub(crate) use self::encoding::{Encoder, Room, quoted};
pub use self::encoding::{Encoding, Format, MAX_WHOLE_SAMPLES, StoredFacts};
pub(crate) use self::pieces::{Encoded, Piece, PieceEncoder, Pieces, ReadSeek, WriteSeek};
pub(crate) use self::samples::little_endian;
use crate::error::Result;
pub use crate::meaning::Meaning;

/// Declares the module of each format, and lists the formats in that order.
macro_rules! rooms {
    ($($name:ident)*) => {
        $(mod $name;)*
        const ALL: &[&dyn Room] = &[$(&$name::ROOM),*];
    };
}

rooms! {
    png
    r32
    r16
    exr
    tiff
    npy
    ktx2
    dds
    webp
    bmp
    jpeg
    qoi
    csv
    svg
}

impl Format {
    /// Returns every format.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|room| Self(*room))
    }
}

impl Default for Format {
    /// Returns the first of the list.
    fn default() -> Self {
        Self(ALL[0])
    }
}

/// The error for a text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no format{nearest}; give one of {known}", known = quoted(Format::all()))]
pub struct NoSuchFormat {
    /// The beginning of the text.
    pub name: String,
    /// The format with the most similar name, as the message shows it, or nothing.
    nearest: String,
}

impl NoSuchFormat {
    fn new(text: &str) -> Self {
        let name = short(text);
        let nearest = nearest(&name, Format::all().map(Format::name)).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"));
        Self { name, nearest }
    }
}

impl FromStr for Format {
    type Err = NoSuchFormat;

    /// Reads a name or an alias, in any case.
    fn from_str(text: &str) -> Result<Self, NoSuchFormat> {
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        let mut all = Self::all();
        all.find(|format| is(format.name()) || format.description().aliases.iter().copied().any(is)).ok_or_else(|| NoSuchFormat::new(text))
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
