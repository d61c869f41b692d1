//! From samples to the bytes of a file.
//!
//! A picture is encoded in pieces, runs of samples in row order that threads turn into bytes side by side ([`Encoder`]); what belongs to the file as a
//! whole is done by the one that writes them in order ([`Encoding::write`]). Where the pieces end depends on the picture alone, so the bytes of a file
//! don't depend on the number of threads.

use std::io;

use super::samples::{Kind, quantize};
use super::{Description, Format, Shape, WriteSeek, quoted, raw};
use crate::checksum::Checksum;
use crate::error::{Error, Result};
use crate::{Range, Size};

/// The most samples of a format that has to be encoded as a whole.
pub const MAX_WHOLE_SAMPLES: u64 = 1 << 28;
/// The most bytes in a row of a format whose pieces are whole rows.
const MAX_ROW: u64 = 1 << 26;
/// About how many samples a piece has: with all that becomes of them they stay in the second level of the cache.
pub(super) const PIECE: usize = 1 << 17;
/// The most bytes in a file: places in files are signed.
const MAX_FILE: u128 = i64::MAX as u128;

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
    /// Checks that a file of this kind can be written.
    pub(crate) fn check(&self) -> Result<()> {
        self.check_kind()?;
        let (size, format) = (self.size, self.format);
        let Description { cuts_rows, is_streamed, longest_side, .. } = *format.description();
        let pixels = u128::from(size.width) * u128::from(size.height);
        let bytes = pixels * u128::from(self.bytes_a_pixel());
        if size.width.max(size.height) > longest_side {
            return Err(self.too_large(&format!("a side has at most {longest_side} pixels"), |other| other.longest_side == u32::MAX));
        }
        if !is_streamed {
            if pixels * u128::from(self.channels) > u128::from(MAX_WHOLE_SAMPLES) {
                let why = format!("it is made in memory, of at most {MAX_WHOLE_SAMPLES} samples");
                return Err(self.too_large(&why, |other| other.is_streamed));
            }
        } else if cuts_rows {
            if bytes > MAX_FILE {
                return Err(Error::request(format!("{size} makes {format} of {bytes} bytes; a file has at most {MAX_FILE}")));
            }
        } else if u64::from(size.width) * u64::from(self.bytes_a_pixel()) > MAX_ROW {
            return Err(self.too_large(&format!("a row takes at most {MAX_ROW} bytes"), |other| other.cuts_rows));
        } else if bytes + bytes / 1000 + u128::from(size.height) > MAX_FILE {
            // Whatever is not compressible grows by less than a part in a thousand.
            return Err(self.too_large(&format!("a file has at most {MAX_FILE} bytes"), |_| false));
        }
        format.room().check(self)
    }

    /// Checks that the format holds such a shape, so many channels, and so many bits.
    fn check_kind(&self) -> Result<()> {
        let (format, channels, depth, kind) = (self.format, self.channels, self.depth, self.shape.kind());
        let listed = |numbers: &[u8], between: &str| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between);
        let holding = || Format::all().filter(|other| other.holds(kind));
        if !format.holds(kind) {
            return Err(Error::request(format!("{format} holds no {kind}; write {}", extensions(holding()))));
        }
        if !format.channels().contains(&channels) {
            let allowed = listed(format.channels(), ", ");
            let others = quoted(holding().filter(|other| other.channels().contains(&channels)));
            let mend = if others.is_empty() { "choose others".to_owned() } else { format!("take a format with {channels}: {others}") };
            return Err(Error::request(format!("{format} holds no {kind} of {channels} channels; it takes {allowed}; {mend}")));
        }
        if !format.depths().contains(&depth) {
            let allowed = listed(format.depths(), " or ");
            let others = quoted(holding().filter(|other| other.depths().contains(&depth)));
            return Err(Error::request(format!("{format} holds {allowed} bit, not {depth}; take a format with {depth} bit: {others}")));
        }
        let Size { width, height } = self.size;
        let is_whole = match self.shape {
            Shape::Picture => true,
            Shape::Animation { frames, rate } => rate > 0 && frames > 0 && height.is_multiple_of(frames),
            Shape::Volume { slices } => slices > 0 && height.is_multiple_of(slices),
            Shape::Cube => width.checked_mul(6) == Some(height),
            Shape::Line { .. } => height == 1,
        };
        if is_whole && width > 0 && height > 0 {
            return Ok(());
        }
        Err(Error::request(format!("{} is not the size of {:?}", self.size, self.shape)))
    }

    /// Says that the size is too large, and which formats would do.
    pub(super) fn too_large(&self, why: &str, helps: impl Fn(&Description) -> bool) -> Error {
        let others = Format::all().filter(|other| {
            let suits = other.holds(self.shape.kind()) && other.channels().contains(&self.channels);
            *other != self.format && suits && helps(other.description())
        });
        let others = extensions(others);
        let mend = if others.is_empty() { "give a smaller one".to_owned() } else { format!("write {others}") };
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

    /// The levels of 8 bit of samples, and how many of those lie outside of the range.
    pub(crate) fn levels(&self, samples: &[f32], to: &mut Vec<u8>) -> io::Result<u64> {
        quantize(self, samples, to, |level| level as u8)
    }

    /// Writes a file of the pieces, all of them in order.
    pub(crate) fn write(&self, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        self.format.room().write(self, writer, pieces)?;
        writer.flush()
    }
}

/// Formats as the extensions of files: `.a, .b or .c`.
fn extensions(formats: impl Iterator<Item = Format>) -> String {
    let all: Vec<_> = formats.map(|format| format!(".{format}")).collect();
    match &all[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A run of samples in row order, and what an encoder made of it.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) samples: &'a [f32],
    pub(crate) encoded: Encoded,
}

/// What an encoder made of a piece.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// What the format's writer takes; empty where the file holds the samples themselves.
    pub(super) bytes: Vec<u8>,
    /// How many samples lay outside of the range.
    pub(crate) saturated: u64,
    /// The checksum of what stands in the file, where the piece stands there as it is and it is asked for.
    pub(super) checksum: Option<Checksum>,
}

/// All pieces of a picture.
pub(crate) trait Pieces {
    /// Hands them over in order.
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()>;

    /// Fails once the bake is cancelled. What a format does with the whole picture asks several times a second.
    fn check(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A format's way of turning pieces into bytes.
pub(crate) trait PieceEncoder {
    /// Encodes the piece that starts with the sample of this number.
    fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded>;
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
            encoded.checksum = Some(Checksum::of_bytes(&raw::bytes(samples, &encoded)));
        }
        Ok(encoded)
    }
}
