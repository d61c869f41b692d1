//! Encodes samples into the bytes of a file.
//!
//! Threads encode a picture in pieces, runs of samples in row order, side by side ([`Encoder`]). One thread writes the pieces in order, and whatever belongs to
//! the file as a whole ([`Encoding::write`]). The bounds of pieces depend on the picture alone, so the bytes of a file don't depend on the number of threads.
//!
//! An encoding has a format, a format is its module ([`Room`]), and that takes encodings: so all three are in one file.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use half::f16;

use super::description::{Alpha, Description, Place, Shape, ShapeKind};
use super::pieces::{Encoded, PieceEncoder, Pieces, ReadSeek, WriteSeek, bytes};
use super::samples::Kind;
use crate::checksum::Checksum;
use crate::error::{Error, Field, Problem, Result};
use crate::meaning::Meaning;
use crate::{Range, Size};

/// The most samples of a format that has to be encoded as a whole.
pub const MAX_WHOLE_SAMPLES: u64 = 1 << 28;
/// The approximate number of samples in a piece: with all intermediate results they stay in the second level of the cache.
pub(super) const PIECE: usize = 1 << 17;

/// A format of files.
///
/// Displayed and written as its name, which is the extension of its files; read by its name or an alias, in any case.
#[derive(Clone, Copy)]
pub struct Format(pub(super) &'static dyn Room);

/// The interface of a format's module.
pub(crate) trait Room: Sync {
    fn description(&self) -> &'static Description;

    /// Returns the encoder of pieces. Each thread has its own.
    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a>;

    /// Writes a file from its pieces, which come in order.
    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()>;

    /// Checks the limits that the description does not state.
    fn check(&self, _encoding: &Encoding) -> Result<()> {
        Ok(())
    }

    /// Returns the kind of number that a sample of this depth is stored as.
    fn kind(&self, depth: u8) -> Kind {
        Kind::of(depth)
    }

    /// Returns `true` if the file holds the values themselves, to which no range applies.
    fn holds_values(&self, encoding: &Encoding) -> bool {
        encoding.kind().is_float()
    }

    /// Returns `true` if the file holds colours as sRGB. Floats hold linear light.
    fn is_srgb(&self, encoding: &Encoding) -> bool {
        encoding.meaning.is_color() && !encoding.holds_values()
    }

    /// Returns the layout of the file's bytes, described for people who read the metadata.
    fn layout(&self, encoding: &Encoding) -> String {
        format!("{}, {}, {}, row 0 on top", encoding.pixel_name(), encoding.kind().name(), encoding.curve_name())
    }

    /// Returns the rows of a piece, unless they follow from the width.
    fn piece_rows(&self, _encoding: &Encoding) -> Option<u32> {
        None
    }

    /// Returns the most bytes that an encoder needs for a piece, intermediate results included. `piece` is the number of bytes of the piece's samples
    /// at the file's depth.
    fn memory(&self, _encoding: &Encoding, piece: usize) -> usize {
        piece
    }

    /// Returns the bytes that writing the file takes beside the pieces. They are checked before anything is evaluated.
    fn writer_memory(&self, _encoding: &Encoding) -> usize {
        0
    }

    /// Reads the metadata that [`Room::write`] stored, in time and memory that no file can drive up. Returns `None` if there is none.
    fn read_facts(&self, _file: &mut dyn ReadSeek) -> io::Result<Option<StoredFacts>> {
        Ok(None)
    }
}

impl Format {
    /// Returns the description.
    pub fn description(self) -> &'static Description {
        self.0.description()
    }

    /// Returns the name, which is the extension of the format's files.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns the legal depths in bits per sample, the usual one first.
    pub fn depths(self) -> &'static [u8] {
        self.description().depths
    }

    /// Returns the legal numbers of samples per pixel.
    pub fn channels(self) -> &'static [u8] {
        self.description().channels
    }

    /// Returns `true` if a file can have the shape.
    pub fn holds(self, shape: ShapeKind) -> bool {
        self.description().shapes.contains(&shape)
    }

    /// Returns `true` if the depth is a choice: the format has several depths, and not only floats.
    pub fn has_depths(self) -> bool {
        self.depths().len() > 1 && self.depths().iter().any(|&depth| !self.0.kind(depth).is_float())
    }

    /// Returns the default depth: 8 for colours, which sRGB is made for, otherwise the format's usual one.
    pub fn usual_depth(self, is_color: bool) -> u8 {
        let depths = self.depths();
        if is_color && depths.contains(&8) { 8 } else { depths[0] }
    }

    /// Reads the metadata inside a file of this format: the texts whose keywords begin with `lacuna:`, and the JSON if the format stores it.
    ///
    /// Returns `None` if there is none, or if the format keeps metadata in a sidecar.
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

/// Lists the names of formats for messages.
pub(crate) fn quoted(formats: impl IntoIterator<Item = Format>) -> String {
    formats.into_iter().map(|format| format!("`{format}`")).collect::<Vec<_>>().join(", ")
}

/// The meaning of samples, and the file that they become.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding {
    /// The format of the file.
    pub format: Format,
    /// Bits per sample, a legal depth of the format.
    pub depth: u8,
    /// Samples in x and y, of all parts of the shape together.
    pub size: Size,
    /// Samples per pixel: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA; raw formats hold up to 16.
    pub channels: u8,
    /// The meaning of a pixel's samples.
    pub meaning: Meaning,
    /// The values of the least and the greatest level of 8 or 16 bit, in every channel.
    pub range: Range,
    /// The shape of the file.
    pub shape: Shape,
    /// The place of the picture, for formats that have room for it.
    pub place: Option<Place>,
    /// The metadata, if the format has room for it.
    pub facts: StoredFacts,
}

/// The metadata of a bake, as a file stores it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoredFacts {
    /// Keywords and their texts, in order: `Software`, the program that wrote the file, and those that begin with `lacuna:`.
    pub texts: Vec<(String, String)>,
    /// All of it as JSON, for formats that store a single text.
    pub json: String,
}

impl StoredFacts {
    /// Returns the text of a keyword.
    pub fn text(&self, keyword: &str) -> Option<&str> {
        self.texts.iter().find(|(key, _)| key == keyword).map(|(_, text)| text.as_str())
    }
}

impl Encoding {
    /// Returns the error that the size is too large, and how to mend it.
    pub(super) fn too_large(&self, why: &str, mend: &str) -> Error {
        Error::request(Field::Size, Problem::Format, format!("{} is too large for {}: {why}; {mend}", self.size, self.format))
    }

    pub(super) fn kind(&self) -> Kind {
        self.format.room().kind(self.depth)
    }

    /// Returns `true` if the file holds colours as sRGB. Floats hold linear light, and so do 16-bit textures, since GPUs have no 16-bit sRGB format.
    pub fn is_srgb(&self) -> bool {
        self.format.room().is_srgb(self)
    }

    /// Returns the place of alpha in a pixel.
    pub(super) fn alpha(&self) -> Option<usize> {
        self.meaning.alpha(self.channels)
    }

    /// Returns the least and the greatest value that the file can hold. Samples beyond them are saturated.
    pub fn limits(&self) -> Range {
        match self.kind() {
            _ if !self.holds_values() => self.range,
            Kind::Half => Range::within(f16::MAX.into()),
            _ => Range::within(f32::MAX),
        }
    }

    /// Returns `true` if the file holds the values themselves, to which no range applies.
    pub fn holds_values(&self) -> bool {
        self.format.room().holds_values(self)
    }

    /// Returns `true` if the writer seeks back in the file.
    pub(crate) fn seeks(&self) -> bool {
        self.format.description().seeks
    }

    /// Returns the layout of the file's bytes, described for people who read the metadata.
    pub fn layout(&self) -> String {
        self.format.room().layout(self)
    }

    /// Returns `true` if colours in the file are multiplied by alpha.
    pub(super) fn is_multiplied(&self) -> bool {
        self.alpha().is_some() && self.format.description().alpha == Some(Alpha::Premultiplied)
    }

    pub(super) fn pixel_name(&self) -> String {
        match self.channels {
            1 => "grey".to_owned(),
            2 if self.is_multiplied() => "grey, multiplied by alpha, and alpha".to_owned(),
            2 => "grey and alpha".to_owned(),
            3 => "RGB".to_owned(),
            4 if self.is_multiplied() => "RGBA, multiplied by alpha".to_owned(),
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

    /// Returns the rows of each part of the shape.
    pub(super) fn part_rows(&self) -> u32 {
        self.size.height / self.shape.parts()
    }

    /// Returns the number of samples in the file, all channels counted.
    pub fn samples(&self) -> u64 {
        u64::from(self.size.width) * u64::from(self.size.height) * u64::from(self.channels)
    }

    /// Returns the columns and rows of a piece. The last piece may have fewer. A piece with fewer columns than the picture has one row.
    pub(crate) fn piece(&self) -> [u32; 2] {
        let most = PIECE / usize::from(self.channels);
        let Size { width, height } = self.size;
        let columns = if self.format.description().cuts_rows { width.min(most as u32) } else { width };
        // A power of two, so that pieces of several files end together.
        let rows = self.format.room().piece_rows(self).unwrap_or_else(|| 1 << (most / width as usize).max(1).ilog2());
        [columns, rows.min(height)]
    }

    /// Returns the most bytes that an encoder needs for a piece, intermediate results included.
    pub(crate) fn memory(&self) -> usize {
        let [columns, rows] = self.piece();
        self.format.room().memory(self, columns as usize * rows as usize * self.bytes_a_pixel() as usize)
    }

    /// Returns the bytes that writing the file takes beside the pieces. They are checked before anything is evaluated.
    pub(crate) fn writer_memory(&self) -> usize {
        self.format.room().writer_memory(self)
    }

    /// Writes a file from its pieces, which come in order.
    pub(crate) fn write(&self, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        self.format.room().write(self, writer, pieces)?;
        writer.flush()
    }
}

/// Encodes pieces, one after another. Each thread has its own encoder.
pub(crate) struct Encoder<'a> {
    encoder: Box<dyn PieceEncoder + 'a>,
    is_summed: bool,
}

impl<'a> Encoder<'a> {
    /// `is_summed` requests the checksums of pieces.
    pub(crate) fn new(encoding: &'a Encoding, is_summed: bool) -> Self {
        // Formats that cut rows store pieces unchanged.
        let is_summed = is_summed && encoding.format.description().cuts_rows;
        Self { encoder: encoding.format.room().encoder(encoding), is_summed }
    }

    /// Encodes the piece whose first sample has the number `first`.
    pub(crate) fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let mut encoded = self.encoder.encode(first, samples)?;
        if self.is_summed {
            encoded.checksum = Some(Checksum::of_bytes(&bytes(samples, &encoded)));
        }
        Ok(encoded)
    }
}
