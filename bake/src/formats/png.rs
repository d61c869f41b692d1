//! PNG whose rows are filtered and deflated in pieces side by side, and animated PNG.
//!
//! Each piece is deflated by itself and ends on a byte, so that the pieces, one after another, are one zlib stream. The first row of a piece uses the
//! filter Sub, which reads the sample on the left, and all others Up, which reads the row above, so that no piece depends on another.

use std::io::{self, Read, SeekFrom};

use ::png::chunk;
use zlib_rs::adler32::{adler32, adler32_combine};
use zlib_rs::{Deflate, DeflateFlush, Inflate, InflateFlush, Status};

use super::encoding::MAX_WHOLE_SAMPLES;
use super::levels::{Levels, Order};
use super::samples::room;
use super::{Alpha, Description, Encoded, Encoding, FactsPlace, PieceEncoder, Pieces, ReadSeek, Room, Shape, ShapeKind, StoredFacts, WriteSeek};
use crate::error::Result;

pub(super) struct Png;

pub(super) const ROOM: Png = Png;

const DESCRIPTION: Description = Description {
    name: "png",
    aliases: &["apng"],
    summary: "PNG of 8 or 16 bit; carries the recipe",
    depths: &[16, 8],
    channels: &[1, 2, 3, 4],
    shapes: &[ShapeKind::Picture, ShapeKind::Animation],
    facts: FactsPlace::Inside,
    is_streamed: true,
    cuts_rows: false,
    seeks: false,
    alpha: Some(Alpha::Straight),
    has_place: false,
    longest_side: u32::MAX,
};

/// On noise in 16 bit, one octave and six, level 6 saves another 1 to 3 % of the picture and takes 1.2 to 2 times as long; level 1 takes half of the
/// time and makes files 1.5 to 1.8 times as large.
const LEVEL: i32 = 3;
/// The zlib header for a window of 32 KiB and a medium level.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x5E];
const WINDOW_BITS: u8 = 15;
/// The memory of zlib-rs beside its input and output, in bytes.
const STATE: usize = 1 << 19;
/// The filter types, which start each row.
const SUB: u8 = 1;
const UP: u8 = 2;

/// The prefix of metadata keywords.
const PREFIX: &[u8] = b"lacuna:";
/// The most bytes of a text, inflated; of its chunk; and of all texts together.
const MAX_FACT: usize = 1 << 20;
const MAX_STORED: u32 = (1 << 20) + 1024;
const MAX_FACTS: usize = 1 << 22;
/// The most chunks before the picture that are read.
const MAX_CHUNKS: u32 = 1 << 16;

impl Room for Png {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        let levels = Levels::new(encoding, Order::Big);
        match encoding.shape {
            // The crate deflates each frame as a whole.
            Shape::Animation { .. } => Box::new(levels),
            _ => Box::new(Scanlines {
                encoding,
                levels,
                deflate: Deflate::new(LEVEL, false, WINDOW_BITS),
                filtered: Vec::new(),
                deflated: Vec::new(),
            }),
        }
    }

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        match encoding.shape {
            Shape::Animation { frames, rate } => write_animation(encoding, writer, frames, rate, pieces),
            _ => write_picture(encoding, writer, pieces),
        }
    }

    fn check(&self, encoding: &Encoding) -> Result<()> {
        let samples = encoding.samples() / u64::from(encoding.shape.parts());
        if encoding.shape.kind() == ShapeKind::Animation && samples > MAX_WHOLE_SAMPLES {
            let why = format!("each frame is made in memory, of at most {MAX_WHOLE_SAMPLES} samples");
            return Err(encoding.too_large(&why, "give a smaller one"));
        }
        Ok(())
    }

    fn memory(&self, encoding: &Encoding, piece: usize) -> usize {
        match encoding.shape {
            Shape::Animation { .. } => piece,
            _ => 2 * piece + deflated_bound(piece) + STATE,
        }
    }

    fn writer_memory(&self, encoding: &Encoding) -> usize {
        match encoding.shape {
            // A frame, filtered, and deflated into a list that grows.
            Shape::Animation { .. } => 4 * deflated_bound((encoding.bytes_a_row() + 1).saturating_mul(encoding.part_rows() as usize)),
            _ => 0,
        }
    }

    fn read_facts(&self, file: &mut dyn ReadSeek) -> io::Result<Option<StoredFacts>> {
        file.rewind()?;
        let mut signature = [0; SIGNATURE.len()];
        file.read_exact(&mut signature)?;
        if &signature != SIGNATURE {
            return Err(refused("it does not begin as a PNG does"));
        }
        let (mut texts, mut length) = (Vec::new(), 0);
        for _ in 0..MAX_CHUNKS {
            let Some(text) = next_fact(file)? else {
                return Ok((!texts.is_empty()).then(|| StoredFacts { texts, json: String::new() }));
            };
            if let Some((keyword, text)) = text {
                length += text.len();
                if length > MAX_FACTS {
                    return Err(refused("its facts take more than 4 MiB"));
                }
                texts.push((keyword, text));
            }
        }
        Err(refused("more than 65536 chunks stand before the picture"))
    }
}

/// Returns the most bytes that deflate makes of `bytes` bytes: stored, in blocks of at least 8 KiB with 5 bytes each.
fn deflated_bound(bytes: usize) -> usize {
    bytes + bytes / 1024 + 64
}

/// The length of the trailer that the writer takes off a piece: the checksum and the number of the bytes that were deflated.
const TRAILER: usize = size_of::<u32>() + size_of::<u64>();

/// Filters and deflates whole rows.
struct Scanlines<'a> {
    encoding: &'a Encoding,
    levels: Levels<'a>,
    deflate: Deflate,
    filtered: Vec<u8>,
    deflated: Vec<u8>,
}

impl PieceEncoder for Scanlines<'_> {
    fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let Encoded { bytes: rows, saturated, .. } = self.levels.encode(first, samples)?;
        self.filter(&rows)?;
        let is_last = first + samples.len() as u64 == self.encoding.samples();
        let length = self.deflate(is_last)?;
        let mut bytes = room(length + ZLIB_HEADER.len() + TRAILER)?;
        bytes.extend_from_slice(&self.deflated[..length]);
        bytes.extend(adler32(1, &self.filtered).to_le_bytes());
        bytes.extend((self.filtered.len() as u64).to_le_bytes());
        Ok(Encoded { bytes, saturated, ..Encoded::default() })
    }
}

impl Scanlines<'_> {
    fn filter(&mut self, rows: &[u8]) -> io::Result<()> {
        let (row, pixel) = (self.encoding.bytes_a_row(), self.encoding.bytes_a_pixel() as usize);
        self.filtered.clear();
        self.filtered.try_reserve_exact(rows.len() + rows.len() / row)?;
        for (number, bytes) in rows.chunks_exact(row).enumerate() {
            if number == 0 {
                self.filtered.push(SUB);
                self.filtered.extend_from_slice(&bytes[..pixel]);
                self.filtered.extend(bytes[pixel..].iter().zip(bytes).map(|(byte, left)| byte.wrapping_sub(*left)));
            } else {
                self.filtered.push(UP);
                self.filtered.extend(bytes.iter().zip(&rows[(number - 1) * row..]).map(|(byte, above)| byte.wrapping_sub(*above)));
            }
        }
        Ok(())
    }

    /// Deflates the filtered rows, and returns the number of bytes.
    fn deflate(&mut self, is_last: bool) -> io::Result<usize> {
        let most = deflated_bound(self.filtered.len());
        self.deflated.try_reserve_exact(most.saturating_sub(self.deflated.len()))?;
        self.deflated.resize(most.max(self.deflated.len()), 0);
        self.deflate.reset();
        let flush = if is_last { DeflateFlush::Finish } else { DeflateFlush::SyncFlush };
        let status = self.deflate.compress(&self.filtered, &mut self.deflated, flush);
        let length = self.deflate.total_out() as usize;
        // A flush is complete if the buffer has room left.
        let is_done = if is_last { status == Ok(Status::StreamEnd) } else { status == Ok(Status::Ok) && length < self.deflated.len() };
        if is_done { Ok(length) } else { Err(io::Error::other("the compressor failed; please report this")) }
    }
}

/// Writes the chunks: the header, the metadata, and the pieces.
fn write_picture(encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
    let mut png = header(encoding, writer)?.write_header().map_err(error)?;
    let (mut adler, mut left) = (1, encoding.samples());
    let mut is_first = true;
    pieces.each(&mut |piece| {
        let mut bytes = piece.encoded.bytes;
        let (of_piece, plain_length) = take_trailer(&mut bytes).ok_or(io::ErrorKind::InvalidData)?;
        adler = adler32_combine(adler, of_piece, plain_length);
        left -= piece.samples.len() as u64;
        if std::mem::take(&mut is_first) {
            bytes.splice(..0, ZLIB_HEADER);
        }
        if left == 0 {
            bytes.extend(adler.to_be_bytes());
        }
        png.write_chunk(chunk::IDAT, &bytes).map_err(error)
    })?;
    png.finish().map_err(error)
}

/// Takes the trailer off the bytes of a piece.
fn take_trailer(bytes: &mut Vec<u8>) -> Option<(u32, u64)> {
    let (rest, length) = bytes.split_last_chunk()?;
    let (rest, adler) = rest.split_last_chunk()?;
    let (end, trailer) = (rest.len(), (u32::from_le_bytes(*adler), u64::from_le_bytes(*length)));
    bytes.truncate(end);
    Some(trailer)
}

/// Writes an animation in an endless loop. The pieces hold `frames` frames, one after another, `rate` of them per second.
fn write_animation(
    encoding: &Encoding,
    writer: &mut dyn WriteSeek,
    frames: u32,
    rate: u16,
    pieces: &mut dyn Pieces,
) -> io::Result<()> {
    let mut png = header(encoding, writer)?;
    png.set_animated(frames, 0).map_err(error)?;
    png.set_frame_delay(1, rate).map_err(error)?;
    let mut png = png.write_header().map_err(error)?;
    let frame = encoding.bytes_a_row() * encoding.part_rows() as usize;
    let mut bytes = Vec::new();
    pieces.each(&mut |piece| {
        bytes.try_reserve(piece.encoded.bytes.len())?;
        bytes.extend_from_slice(&piece.encoded.bytes);
        while bytes.len() >= frame {
            png.write_image_data(&bytes[..frame]).map_err(error)?;
            bytes.drain(..frame);
        }
        Ok(())
    })?;
    png.finish().map_err(error)
}

/// Sets up the header of a picture, or of each frame.
fn header<'a, 'w>(encoding: &Encoding, writer: &'w mut dyn WriteSeek) -> io::Result<::png::Encoder<'a, &'w mut dyn WriteSeek>> {
    let mut png = ::png::Encoder::new(writer, encoding.size.width, encoding.part_rows());
    png.set_color(match encoding.channels {
        1 => ::png::ColorType::Grayscale,
        2 => ::png::ColorType::GrayscaleAlpha,
        3 => ::png::ColorType::Rgb,
        _ => ::png::ColorType::Rgba,
    });
    png.set_depth(if encoding.depth == 16 { ::png::BitDepth::Sixteen } else { ::png::BitDepth::Eight });
    // Data gets no colour chunk: readers that obey a gAMA of 1 would convert it to sRGB, and change every level.
    if encoding.is_srgb() {
        png.set_source_srgb(::png::SrgbRenderingIntent::Perceptual);
    }
    for (keyword, text) in &encoding.facts.texts {
        png.add_itxt_chunk(keyword.clone(), text.clone()).map_err(error)?;
    }
    Ok(png)
}

/// Returns the `io::Error` inside, which distinguishes a broken pipe from a full disk.
fn error(error: ::png::EncodingError) -> io::Error {
    match error {
        ::png::EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";

/// A keyword and its text.
type Fact = (String, String);

/// Reads one chunk and returns the metadata text in it, if any. The outer `None` means that the picture begins.
///
/// Chunks of other kinds, and texts of other keywords, are skipped unread, so that neither their length nor the picture's size matters.
fn next_fact(file: &mut dyn ReadSeek) -> io::Result<Option<Option<Fact>>> {
    let mut head = [0; 8];
    file.read_exact(&mut head)?;
    let [length, kind] = [[head[0], head[1], head[2], head[3]], [head[4], head[5], head[6], head[7]]];
    let length = u32::from_be_bytes(length);
    if matches!(&kind, b"IDAT" | b"IEND") {
        return Ok(None);
    }
    let mut data = Vec::new();
    if &kind == b"iTXt" {
        file.take(u64::from(length).min(PREFIX.len() as u64)).read_to_end(&mut data)?;
    }
    if data != PREFIX {
        const CHECKSUM: i64 = 4;
        file.seek(SeekFrom::Current(i64::from(length) - data.len() as i64 + CHECKSUM))?;
        return Ok(Some(None));
    }
    if length > MAX_STORED {
        return Err(refused("a fact takes more than 1 MiB"));
    }
    file.take(u64::from(length) - PREFIX.len() as u64).read_to_end(&mut data)?;
    let mut checksum = [0; 4];
    file.read_exact(&mut checksum)?;
    let mut sum = crc32fast::Hasher::new();
    sum.update(&kind);
    sum.update(&data);
    if sum.finalize() != u32::from_be_bytes(checksum) {
        return Ok(Some(None));
    }
    text_of(&data).transpose().map(Some)
}

/// Returns the keyword and the text of an `iTXt` chunk; `None` if it is malformed. Refuses text that inflates to too much.
fn text_of(data: &[u8]) -> Option<io::Result<Fact>> {
    fn until_zero(data: &[u8]) -> Option<(&[u8], &[u8])> {
        let end = data.iter().position(|&byte| byte == 0)?;
        Some((&data[..end], &data[end + 1..]))
    }
    let (keyword, rest) = until_zero(data)?;
    let ([is_compressed, _method], rest) = rest.split_first_chunk()?;
    let (_language, rest) = until_zero(rest)?;
    let (_translated, text) = until_zero(rest)?;
    let text = if *is_compressed == 0 { text.to_vec() } else { inflated(text)? };
    if text.len() > MAX_FACT {
        return Some(Err(refused("a fact takes more than 1 MiB")));
    }
    Some(Ok((String::from_utf8(keyword.to_vec()).ok()?, String::from_utf8(text).ok()?)))
}

/// Inflates a zlib stream, or its beginning, one byte longer than is allowed.
fn inflated(stream: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = vec![0; MAX_FACT + 1];
    let mut inflate = Inflate::new(true, WINDOW_BITS);
    let status = inflate.decompress(stream, &mut bytes, InflateFlush::Finish).ok()?;
    let length = inflate.total_out() as usize;
    bytes.truncate(length);
    (status == Status::StreamEnd || length > MAX_FACT).then_some(bytes)
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}
