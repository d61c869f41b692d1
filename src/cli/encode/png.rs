//! PNG whose rows are filtered and deflated in pieces side by side.
//!
//! Each piece is deflated by itself and ends on a byte, so that the pieces, one after another, are one stream of zlib. The first row of a piece is
//! filtered with what lies left of each sample, all others with what lies above, so that no piece looks into another.

use std::io::{self, Write};

use png::chunk;
use zlib_rs::adler32::{adler32, adler32_combine};
use zlib_rs::{Deflate, DeflateFlush, Status};

use super::{Encoded, Encoding, Pieces, room};

/// Of noise in 16 bit, one octave and six, level 6 saves another 1 to 3 % of the picture and takes 1.2 to 2 times as long; level 1 takes half of the
/// time and makes files 1.5 to 1.8 times as large.
const LEVEL: i32 = 3;
/// What zlib starts with for a window of 32 KiB and a level of middling effort.
const ZLIB_HEADER: [u8; 2] = [0x78, 0x5E];
const WINDOW_BITS: u8 = 15;
/// What zlib-rs holds beside its input and output, in bytes.
const STATE: usize = 1 << 19;
/// The type of filter, which starts each row.
const SUB: u8 = 1;
const UP: u8 = 2;

/// The bytes that a piece of so many takes on the way.
pub(super) fn memory(bytes: usize) -> usize {
    2 * bytes + deflated_bound(bytes) + STATE
}

/// The most that so many bytes become: stored, in blocks of at least 8 KiB with 5 bytes each.
fn deflated_bound(bytes: usize) -> usize {
    bytes + bytes / 1024 + 64
}

pub(super) struct Compressor {
    deflate: Deflate,
    filtered: Vec<u8>,
    deflated: Vec<u8>,
}

impl Compressor {
    pub(super) fn new() -> Self {
        Self { deflate: Deflate::new(LEVEL, false, WINDOW_BITS), filtered: Vec::new(), deflated: Vec::new() }
    }

    /// Filters and deflates whole rows, given as the bytes of a PNG.
    pub(super) fn compress(&mut self, encoding: &Encoding, rows: &[u8], is_last: bool) -> io::Result<Encoded> {
        let (row, pixel) = (encoding.bytes_a_row(), encoding.bytes_a_pixel() as usize);
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
        let deflated = self.deflate(is_last)?;
        let mut bytes = room(deflated.len() + ZLIB_HEADER.len() + size_of::<u32>())?;
        bytes.extend_from_slice(deflated);
        Ok(Encoded { bytes, adler: adler32(1, &self.filtered), plain_length: self.filtered.len() as u64, saturated: 0 })
    }

    fn deflate(&mut self, is_last: bool) -> io::Result<&[u8]> {
        let most = deflated_bound(self.filtered.len());
        self.deflated.try_reserve_exact(most.saturating_sub(self.deflated.len()))?;
        self.deflated.resize(most.max(self.deflated.len()), 0);
        self.deflate.reset();
        let flush = if is_last { DeflateFlush::Finish } else { DeflateFlush::SyncFlush };
        let status = self.deflate.compress(&self.filtered, &mut self.deflated, flush);
        let length = self.deflate.total_out() as usize;
        // A flush is complete where room is left.
        let is_done = if is_last { status == Ok(Status::StreamEnd) } else { status == Ok(Status::Ok) && length < self.deflated.len() };
        if is_done { Ok(&self.deflated[..length]) } else { Err(io::Error::other("the compressor failed; please report this")) }
    }
}

/// Writes the chunks: what the picture is, what is to be known of it, and the pieces.
pub(super) fn write(encoding: &Encoding, writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
    let mut png = header(encoding, writer, encoding.size.1)?.write_header().map_err(error)?;
    let (mut adler, mut left) = (1, encoding.samples());
    let mut is_first = true;
    pieces.each(&mut |piece| {
        let Encoded { mut bytes, adler: of_piece, plain_length, .. } = piece.encoded;
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

/// Writes an animation without end, of frames of 8 bit that follow each other in the pieces, so many of them a second.
pub(super) fn write_animation(encoding: &Encoding, writer: impl Write, frames: u32, rate: u16, pieces: &mut dyn Pieces) -> io::Result<()> {
    let rows = encoding.size.1 / frames;
    let mut png = header(encoding, writer, rows)?;
    png.set_animated(frames, 0).map_err(error)?;
    png.set_frame_delay(1, rate).map_err(error)?;
    let mut png = png.write_header().map_err(error)?;
    let frame = encoding.bytes_a_row() * rows as usize;
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

/// What a picture of so many rows is.
fn header<'a, W: Write>(encoding: &Encoding, writer: W, rows: u32) -> io::Result<png::Encoder<'a, W>> {
    let mut png = png::Encoder::new(writer, encoding.size.0, rows);
    png.set_color(match encoding.channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        _ => png::ColorType::Rgba,
    });
    png.set_depth(if encoding.depth == 16 { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
    if encoding.is_srgb() {
        png.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    } else {
        png.set_source_gamma(png::ScaledFloat::new(1.0));
    }
    for (keyword, text) in &encoding.texts {
        png.add_itxt_chunk((*keyword).to_owned(), text.clone()).map_err(error)?;
    }
    Ok(png)
}

/// The `io::Error` inside, which knows a broken pipe from a full disk.
fn error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
