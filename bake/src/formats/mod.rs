//! The formats of files: a room each, in a file of its own, with all that is particular to it.
//!
//! To add one, write its file and name it in the list below.

mod encoding;
mod raw;
mod samples;
mod texture;
mod whole;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::str::FromStr;

use lacuna::Number;
use lacuna::recipe::nearest;
use lacuna::recipe::short;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub(crate) use self::encoding::{Encoded, Encoder, Piece, PieceEncoder, Pieces};
pub use self::encoding::{Encoding, MAX_WHOLE_SAMPLES, StoredFacts};
use self::samples::Kind;
pub(crate) use self::samples::little_endian;
use crate::checksum::Checksum;
use crate::error::Result;

/// Declares the module of each format, and lists their rooms in that order.
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

/// A format of files.
///
/// Shown and written as its name, which is the extension of its files; read by its name or an alias, in any case.
#[derive(Clone, Copy)]
pub struct Format(&'static dyn Room);

/// What is to be known of a format.
#[derive(Debug)]
pub struct Description {
    /// The name: lower-case letters and digits. It is the extension of its files.
    pub name: &'static str,
    /// Other names and extensions.
    pub aliases: &'static [&'static str],
    /// What it is, in one line.
    pub summary: &'static str,
    /// The bits of a sample that it can hold, 8, 16 or 32, the usual first.
    pub depths: &'static [u8],
    /// How many samples a pixel may have.
    pub channels: &'static [u8],
    /// What a file can be.
    pub shapes: &'static [ShapeKind],
    /// Where the facts of a bake are kept.
    pub facts: FactsPlace,
    /// Whether it is written piece by piece; otherwise the whole picture has to be in memory.
    pub is_streamed: bool,
    /// Whether a row may be cut into pieces, so that a row may have any length.
    pub cuts_rows: bool,
    /// Whether its writer goes back in the file.
    pub seeks: bool,
    /// The most samples along a side; `u32::MAX` where the format sets no limit.
    pub longest_side: u32,
}

/// Where the facts of a bake are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactsPlace {
    /// In the file.
    Inside,
    /// In a file of its own, beside it: `FILE.json`.
    Beside,
}

/// What a file is. Where it is made of several pictures, they stand one below the other in the samples, and the size is that of all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// One picture.
    Picture,
    /// Pictures over time, in an endless loop.
    Animation {
        /// How many, from 1 on.
        frames: u32,
        /// How many a second, from 1 on.
        rate: u16,
    },
    /// A volume.
    Volume {
        /// Samples along z, from 1 on.
        slices: u32,
    },
    /// A cube map: six square faces, +x, -x, +y, -y, +z, -z.
    Cube,
    /// Samples along a line: the size is N x 1.
    Line {
        /// Where the first part begins; each sample lies at the centre of its part.
        start: Number,
        /// How long a part is.
        spacing: f64,
    },
}

/// The kind of a [`Shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// One picture.
    Picture,
    /// Pictures over time.
    Animation,
    /// A volume.
    Volume,
    /// A cube map.
    Cube,
    /// Samples along a line.
    Line,
}

impl Shape {
    /// Its kind.
    pub fn kind(self) -> ShapeKind {
        match self {
            Self::Picture => ShapeKind::Picture,
            Self::Animation { .. } => ShapeKind::Animation,
            Self::Volume { .. } => ShapeKind::Volume,
            Self::Cube => ShapeKind::Cube,
            Self::Line { .. } => ShapeKind::Line,
        }
    }

    /// How many pictures stand one below the other.
    pub fn parts(self) -> u32 {
        match self {
            Self::Picture | Self::Line { .. } => 1,
            Self::Animation { frames, .. } => frames,
            Self::Volume { slices } => slices,
            Self::Cube => 6,
        }
    }
}

impl fmt::Display for ShapeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Picture => "picture",
            Self::Animation => "animation",
            Self::Volume => "volume",
            Self::Cube => "cube map",
            Self::Line => "line",
        })
    }
}

/// What a bake can write to.
pub(crate) trait WriteSeek: Write + Seek {
    /// Writes all of some bytes whose checksum is known already.
    fn write_summed(&mut self, bytes: &[u8], _checksum: Checksum) -> io::Result<()> {
        self.write_all(bytes)
    }
}

impl<W: WriteSeek> WriteSeek for BufWriter<W> {
    fn write_summed(&mut self, bytes: &[u8], checksum: Checksum) -> io::Result<()> {
        self.flush()?;
        self.get_mut().write_summed(bytes, checksum)
    }
}

/// What facts are read from.
pub(crate) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// All that is particular to a format.
pub(crate) trait Room: Sync {
    fn description(&self) -> &'static Description;

    /// What turns pieces into bytes; each thread has its own.
    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a>;

    /// Writes a file of the pieces, all of them in order.
    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()>;

    /// Checks what the description does not tell.
    fn check(&self, _encoding: &Encoding) -> Result<()> {
        Ok(())
    }

    /// What a sample of so many bits is.
    fn kind(&self, depth: u8) -> Kind {
        Kind::of(depth)
    }

    /// Whether the file holds the values themselves, to which no range applies.
    fn holds_values(&self, encoding: &Encoding) -> bool {
        encoding.kind().is_float()
    }

    /// Whether the file holds colours as sRGB. Floats hold the light itself.
    fn is_srgb(&self, encoding: &Encoding) -> bool {
        encoding.is_color && !encoding.holds_values()
    }

    /// What the bytes of the file are, for readers of the facts.
    fn layout(&self, encoding: &Encoding) -> String {
        format!("{}, {}, {}, row 0 on top", encoding.pixel_name(), encoding.kind().name(), encoding.curve_name())
    }

    /// The rows of a piece, where they don't follow from the width.
    fn piece_rows(&self, _encoding: &Encoding) -> Option<u32> {
        None
    }

    /// The most bytes that an encoder makes of a piece, which has so many as samples of its depth, with what it needs on the way.
    fn memory(&self, _encoding: &Encoding, piece: usize) -> usize {
        piece
    }

    /// The bytes that writing the file takes, beside the pieces, which are asked for before anything is evaluated.
    fn writer_memory(&self, _encoding: &Encoding) -> usize {
        0
    }

    /// Reads what [`Room::write`] kept of the facts, in time and memory that no file can drive up; nothing where there are none.
    fn read_facts(&self, _file: &mut dyn ReadSeek) -> io::Result<Option<StoredFacts>> {
        Ok(None)
    }
}

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|room| Self(*room))
    }

    /// What is to be known of it.
    pub fn description(self) -> &'static Description {
        self.0.description()
    }

    /// The name, which is the extension of its files.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The bits of a sample that it can hold, the usual first.
    pub fn depths(self) -> &'static [u8] {
        self.description().depths
    }

    /// How many samples a pixel may have.
    pub fn channels(self) -> &'static [u8] {
        self.description().channels
    }

    /// Whether a file can be of a shape.
    pub fn holds(self, shape: ShapeKind) -> bool {
        self.description().shapes.contains(&shape)
    }

    /// The bits of a sample unless told: 8 of a colour, which is what sRGB is made for, otherwise the format's usual.
    pub fn usual_depth(self, is_color: bool) -> u8 {
        let depths = self.depths();
        if is_color && depths.contains(&8) { 8 } else { depths[0] }
    }

    /// Reads the facts that a file of this format keeps inside: those whose keywords begin with `lacuna:`, and the JSON where it is kept.
    ///
    /// Nothing where there are none, or where facts are kept beside the file.
    pub(crate) fn read_facts(self, file: &mut dyn ReadSeek) -> io::Result<Option<StoredFacts>> {
        self.0.read_facts(file)
    }

    fn room(self) -> &'static dyn Room {
        self.0
    }
}

impl Default for Format {
    /// The first of the list.
    fn default() -> Self {
        Self(ALL[0])
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl Hash for Format {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// A text is the name of no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no format{nearest}; give one of {known}", known = quoted(Format::all()))]
pub struct NoSuchFormat {
    /// The beginning of the text.
    pub name: String,
    /// The format that is spelled most alike, as the message has it, or nothing.
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

    /// Takes a name or an alias, in any case.
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

/// The names of formats, as messages list them.
pub(crate) fn quoted(formats: impl IntoIterator<Item = Format>) -> String {
    formats.into_iter().map(|format| format!("`{format}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
