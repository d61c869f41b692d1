//! From samples to the bytes of a file.
//!
//! A picture is encoded in pieces, runs of samples in row order that threads turn into bytes side by side ([`Encoder`]); what belongs to the file as a
//! whole is done by the one that writes them in order ([`Encoding::write`]). Where the pieces end depends on the picture alone, so the bytes of a file
//! don't depend on the number of threads.
//!
//! An encoding has a format, a format is its room, and a room takes encodings: so these three stand in one file.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use super::description::{Description, Shape, ShapeKind};
use super::pieces::{Encoded, PieceEncoder, Pieces, ReadSeek, WriteSeek, bytes};
use super::samples::Kind;
use crate::checksum::Checksum;
use crate::error::{Error, Result};
use crate::{Range, Size};

/// The most samples of a format that has to be encoded as a whole.
pub const MAX_WHOLE_SAMPLES: u64 = 1 << 28;
/// About how many samples a piece has: with all that becomes of them they stay in the second level of the cache.
pub(super) const PIECE: usize = 1 << 17;

/// A format of files.
///
/// Shown and written as its name, which is the extension of its files; read by its name or an alias, in any case.
#[derive(Clone, Copy)]
pub struct Format(pub(super) &'static dyn Room);

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

    /// Whether bits are a choice of this format: not where it holds floats alone, or has but one depth.
    pub fn has_depths(self) -> bool {
        self.depths().len() > 1 && self.depths().iter().any(|&depth| !self.0.kind(depth).is_float())
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

    pub(super) fn room(self) -> &'static dyn Room {
        self.0
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

/// The names of formats, as messages list them.
pub(crate) fn quoted(formats: impl IntoIterator<Item = Format>) -> String {
    formats.into_iter().map(|format| format!("`{format}`")).collect::<Vec<_>>().join(", ")
}

/// What samples are, and what file they become.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// The format of the file.
    pub format: Format,
    /// Bits a sample: one of the format's.
    pub depth: u8,
    /// Samples in x and y, of all parts of the shape.
    pub size: Size,
    /// Samples a pixel: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA; raw formats hold up to 16.
    pub channels: u8,
    /// Whether the samples are linear light (the last of two or four channels is alpha), and not data.
    pub is_color: bool,
    /// What becomes the least and the greatest that 8 or 16 bit hold, in every channel.
    pub range: Range,
    /// What the file is.
    pub shape: Shape,
    /// What the file says of the bake, where it has room for it.
    pub facts: StoredFacts,
}

/// What a file says of the bake that made it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredFacts {
    /// Keywords with what they say, in order: `Software`, the program that wrote the file, and those that begin with `lacuna:`.
    pub texts: Vec<(String, String)>,
    /// All of it as JSON, for formats that keep one text alone.
    pub json: String,
}

impl StoredFacts {
    /// The text of a keyword.
    pub fn text(&self, keyword: &str) -> Option<&str> {
        self.texts.iter().find(|(key, _)| key == keyword).map(|(_, text)| text.as_str())
    }
}

impl Encoding {
    /// Says that the size is too large, and what mends it.
    pub(super) fn too_large(&self, why: &str, mend: &str) -> Error {
        Error::request(format!("{} is too large for {}: {why}; {mend}", self.size, self.format))
    }

    pub(super) fn kind(&self) -> Kind {
        self.format.room().kind(self.depth)
    }

    /// Whether the file holds colours as sRGB. Floats hold the light itself, and so do textures of 16 bit, of which GPUs have none in sRGB.
    pub fn is_srgb(&self) -> bool {
        self.format.room().is_srgb(self)
    }

    /// Whether a channel is no colour but alpha.
    pub(super) fn is_alpha(&self, channel: usize) -> bool {
        self.is_color && matches!(self.channels, 2 | 4) && channel + 1 == usize::from(self.channels)
    }

    /// Whether the file holds the values themselves, to which no range applies.
    pub fn holds_values(&self) -> bool {
        self.format.room().holds_values(self)
    }

    /// Whether the writer goes back in the file.
    pub(crate) fn seeks(&self) -> bool {
        self.format.description().seeks
    }

    /// What the bytes of the file are, for readers of the facts.
    pub fn layout(&self) -> String {
        self.format.room().layout(self)
    }

    pub(super) fn pixel_name(&self) -> String {
        match self.channels {
            1 => "grey".to_owned(),
            2 => "grey and alpha".to_owned(),
            3 => "RGB".to_owned(),
            4 => "RGBA".to_owned(),
            channels => format!("{channels} channels"),
        }
    }

    pub(super) fn curve_name(&self) -> &'static str {
        if self.is_srgb() { "sRGB" } else { "linear" }
    }

    pub(super) fn bytes_a_pixel(&self) -> u32 {
        u32::from(self.channels) * u32::from(self.depth / 8)
    }

    pub(super) fn bytes_a_row(&self) -> usize {
        self.size.width as usize * self.bytes_a_pixel() as usize
    }

    /// The rows of each part of the shape.
    pub(super) fn part_rows(&self) -> u32 {
        self.size.height / self.shape.parts()
    }

    /// The samples of the file, of all channels.
    pub fn samples(&self) -> u64 {
        u64::from(self.size.width) * u64::from(self.size.height) * u64::from(self.channels)
    }

    /// The columns and rows of a piece, the last of which may have fewer; where it has fewer columns than the picture, it has one row.
    pub(crate) fn piece(&self) -> [u32; 2] {
        let most = PIECE / usize::from(self.channels);
        let Size { width, height } = self.size;
        let columns = if self.format.description().cuts_rows { width.min(most as u32) } else { width };
        // A power of two, so that pieces of several files end together.
        let rows = self.format.room().piece_rows(self).unwrap_or_else(|| 1 << (most / width as usize).max(1).ilog2());
        [columns, rows.min(height)]
    }

    /// The most bytes that an encoder makes of a piece, with what it needs on the way.
    pub(crate) fn memory(&self) -> usize {
        let [columns, rows] = self.piece();
        self.format.room().memory(self, columns as usize * rows as usize * self.bytes_a_pixel() as usize)
    }

    /// The bytes that writing the file takes, beside the pieces, which are asked for before anything is evaluated.
    pub(crate) fn writer_memory(&self) -> usize {
        self.format.room().writer_memory(self)
    }

    /// Writes a file of the pieces, all of them in order.
    pub(crate) fn write(&self, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        self.format.room().write(self, writer, pieces)?;
        writer.flush()
    }
}

/// Turns pieces into bytes, one after another; each thread has its own.
pub(crate) struct Encoder<'a> {
    encoder: Box<dyn PieceEncoder + 'a>,
    is_summed: bool,
}

impl<'a> Encoder<'a> {
    /// `is_summed` asks for the checksums of pieces.
    pub(crate) fn new(encoding: &'a Encoding, is_summed: bool) -> Self {
        // In files of formats that cut rows, pieces stand as they are.
        let is_summed = is_summed && encoding.format.description().cuts_rows;
        Self { encoder: encoding.format.room().encoder(encoding), is_summed }
    }

    /// Encodes the piece that starts with the sample of this number.
    pub(crate) fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let mut encoded = self.encoder.encode(first, samples)?;
        if self.is_summed {
            encoded.checksum = Some(Checksum::of_bytes(&bytes(samples, &encoded)));
        }
        Ok(encoded)
    }
}
