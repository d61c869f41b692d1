//! From samples to the bytes of a file.
//!
//! A picture is encoded in pieces, runs of samples in row order that threads turn into bytes side by side ([`Encoder`]); what belongs to the file as a
//! whole is done by the one that writes them in order ([`Encoding::write`]). Where the pieces end depends on the picture alone, so the bytes of a file
//! don't depend on the number of threads.

mod exr;
mod png;
mod texture;
mod tiff;

use std::borrow::Cow;
use std::io::{self, Cursor, Seek, Write};
use std::str::FromStr;

use ::exr::meta::header::Header;
use clap::ValueEnum;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};
use lacuna::Number;
use serde::Serialize;

pub(crate) use texture::encoded;

use super::failure::{Failure, Result};
use super::picture::Size;

/// The most samples of a format that has to be encoded as a whole.
const MAX_WHOLE_SAMPLES: u64 = 1 << 28;
/// The most bytes in a row of a format whose pieces are whole rows.
const MAX_ROW: u64 = 1 << 26;
/// About how many samples a piece has: with all that becomes of them they stay in the second level of the cache.
const PIECE: usize = 1 << 17;
/// The most bytes in a file: places in files are signed.
const MAX_FILE: u128 = i64::MAX as u128;
/// The longest side of a JPEG.
const MAX_JPEG_SIDE: u32 = 65_535;
/// The longest side of a WebP.
const MAX_WEBP_SIDE: u32 = 1 << 14;
const JPEG_QUALITY: u8 = 95;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// PNG of 8 or 16 bit; carries the recipe
    Png,
    /// Raw f32, little-endian, row-major, row 0 first, no header
    R32,
    /// Raw u16, little-endian, row-major, row 0 first, no header
    R16,
    /// OpenEXR of float (32 bit) or half (16 bit): the values themselves; carries the recipe
    Exr,
    /// TIFF of 8 or 16 bit, or of float (32 bit): the values themselves
    #[value(alias = "tif")]
    Tiff,
    /// NumPy's .npy of f32: the values themselves
    Npy,
    /// KTX2 texture of 8 or 16 bit or float, with mip maps; carries the recipe
    Ktx2,
    /// DDS texture of 8 or 16 bit or float, with mip maps
    Dds,
    /// Lossless WebP of 8 bit
    Webp,
    /// BMP of 8 bit
    Bmp,
    /// JPEG of 8 bit, lossy
    #[value(alias = "jpg")]
    Jpeg,
}

/// What a sample becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    U8,
    U16,
    /// The value itself, or the half nearest to it.
    F32,
}

impl Format {
    pub(crate) fn of_extension(extension: &str) -> Option<Self> {
        Self::from_str(extension, true).ok()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::R32 => "r32",
            Self::R16 => "r16",
            Self::Exr => "exr",
            Self::Tiff => "tiff",
            Self::Npy => "npy",
            Self::Ktx2 => "ktx2",
            Self::Dds => "dds",
            Self::Webp => "webp",
            Self::Bmp => "bmp",
            Self::Jpeg => "jpeg",
        }
    }

    /// The bits of a sample that it can hold, the usual first.
    pub(crate) fn depths(self) -> &'static [u8] {
        match self {
            Self::Png => &[16, 8],
            Self::Tiff | Self::Ktx2 | Self::Dds => &[16, 8, 32],
            Self::Exr => &[32, 16],
            Self::R32 | Self::Npy => &[32],
            Self::R16 => &[16],
            Self::Webp | Self::Bmp | Self::Jpeg => &[8],
        }
    }

    /// How many channels a picture may have.
    fn channels(self) -> &'static [u8] {
        match self {
            Self::R32 | Self::R16 | Self::Npy => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
            Self::Bmp => &[1, 3, 4],
            Self::Jpeg => &[1, 3],
            _ => &[1, 2, 3, 4],
        }
    }

    /// Whether the file itself has room for the facts; for the others they stand in a file beside it.
    pub(crate) fn carries_facts(self) -> bool {
        matches!(self, Self::Png | Self::Exr | Self::Ktx2)
    }

    /// Whether a piece may be any run of samples, and not only whole rows.
    fn is_raw(self) -> bool {
        matches!(self, Self::R32 | Self::R16 | Self::Npy)
    }

    /// Whether the whole picture has to be in memory.
    fn is_whole(self) -> bool {
        matches!(self, Self::Ktx2 | Self::Dds | Self::Webp | Self::Bmp | Self::Jpeg)
    }

    /// Whether its writer goes back in the file.
    pub(crate) fn seeks(self) -> bool {
        matches!(self, Self::Exr | Self::Tiff)
    }

    /// The longest side of a picture, where it is less than anywhere else.
    fn most_side(self) -> u32 {
        match self {
            Self::Jpeg => MAX_JPEG_SIDE,
            Self::Webp => MAX_WEBP_SIDE,
            _ => u32::MAX,
        }
    }
}

/// What a picture is, and what file it becomes.
#[derive(Debug, Clone)]
pub(crate) struct Encoding {
    pub(crate) format: Format,
    /// Bits a sample.
    pub(crate) depth: u8,
    pub(crate) size: Size,
    /// Samples a pixel: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA; raw formats hold more.
    pub(crate) channels: u8,
    /// Whether the samples are colours, encoded as sRGB has it, and not linear data.
    pub(crate) is_colour: bool,
    /// What becomes the least and the greatest that 8 or 16 bit hold, in every channel.
    pub(crate) range: Range,
    /// Keywords with what they say, for formats that carry it.
    pub(crate) texts: Vec<(&'static str, String)>,
    /// All of that as JSON, for formats that carry one text alone.
    pub(crate) facts: String,
}

impl Encoding {
    /// Checks that a picture of this kind can be written.
    pub(crate) fn check(&self) -> Result<()> {
        let (name, size, format) = (self.format.name(), self.size, self.format);
        let refuse = |why: String| Err(Failure::usage(format!("{size} is too large for {name}: {why}; write .png, .tiff or .r32")));
        if !format.channels().contains(&self.channels) {
            let allowed: Vec<_> = format.channels().iter().map(u8::to_string).collect();
            let (channels, allowed) = (self.channels, allowed.join(", "));
            let others: Vec<_> = Format::value_variants()
                .iter()
                .filter(|other| other.channels().contains(&self.channels))
                .map(|other| format!("`{}`", other.name()))
                .collect();
            let others = others.join(", ");
            return Err(Failure::usage(format!(
                "{name} holds no picture of {channels} channels; it takes {allowed}; take a format with {channels}: {others}"
            )));
        }
        let pixels = u128::from(size.0) * u128::from(size.1);
        let bytes = pixels * u128::from(self.bytes_a_pixel());
        if format.is_raw() {
            return match bytes {
                ..=MAX_FILE => Ok(()),
                _ => Err(Failure::usage(format!("--size {size} makes {name} of {bytes} bytes; a file has at most {MAX_FILE}"))),
            };
        }
        if size.0.max(size.1) > format.most_side() {
            return refuse(format!("a side has at most {} pixels", format.most_side()));
        }
        if format.is_whole() {
            return match pixels * u128::from(self.channels) {
                samples if samples > u128::from(MAX_WHOLE_SAMPLES) => {
                    refuse(format!("it is made in memory, of at most {MAX_WHOLE_SAMPLES} samples"))
                }
                _ => Ok(()),
            };
        }
        if u64::from(size.0) * u64::from(self.bytes_a_pixel()) > MAX_ROW {
            return refuse(format!("a row takes at most {MAX_ROW} bytes"));
        }
        // Whatever is not compressible grows by less than a part in a thousand.
        if bytes + bytes / 1000 + u128::from(size.1) > MAX_FILE {
            return refuse(format!("a file has at most {MAX_FILE} bytes"));
        }
        Ok(())
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.depth {
            8 => Kind::U8,
            16 if self.format != Format::Exr => Kind::U16,
            _ => Kind::F32,
        }
    }

    /// Whether the file holds the values themselves, to which no range applies.
    pub(crate) fn holds_values(&self) -> bool {
        self.kind() == Kind::F32
    }

    /// What the bytes of the file are, for readers of the facts.
    pub(crate) fn layout(&self) -> String {
        let pixel = match self.channels {
            1 => "grey".to_owned(),
            2 => "grey and alpha".to_owned(),
            3 => "RGB".to_owned(),
            4 => "RGBA".to_owned(),
            channels => format!("{channels} channels"),
        };
        let sample = match (self.format, self.depth) {
            (Format::Exr, 16) => "half",
            (_, 32) => "f32",
            (_, 16) => "u16",
            _ => "u8",
        };
        match self.format {
            Format::R32 | Format::R16 | Format::Npy => {
                let channels = if self.channels == 1 { String::new() } else { format!(", {pixel} interleaved") };
                let header = if self.format == Format::Npy { "" } else { ", no header" };
                format!("{sample}, little-endian, row-major, row 0 first{header}{channels}")
            }
            _ => format!("{pixel}, {sample}, {}, row 0 on top", if self.is_colour { "sRGB" } else { "linear" }),
        }
    }

    fn bytes_a_pixel(&self) -> u32 {
        u32::from(self.channels) * u32::from(self.depth / 8)
    }

    fn bytes_a_row(&self) -> usize {
        self.size.0 as usize * self.bytes_a_pixel() as usize
    }

    pub(crate) fn samples(&self) -> u64 {
        u64::from(self.size.0) * u64::from(self.size.1) * u64::from(self.channels)
    }

    /// The columns and rows of a piece; where it has fewer columns than the picture, it has one row.
    pub(crate) fn piece(&self) -> [u32; 2] {
        let most = PIECE / usize::from(self.channels);
        let columns = if self.format.is_raw() { self.size.0.min(most as u32) } else { self.size.0 };
        let rows = match self.format {
            Format::Exr => exr::rows(self),
            _ => (most / self.size.0 as usize).max(1) as u32,
        };
        [columns, rows.min(self.size.1)]
    }

    /// The most bytes that an encoder makes of a piece, with what it needs on the way.
    pub(crate) fn memory(&self) -> usize {
        let [columns, rows] = self.piece();
        let bytes = columns as usize * rows as usize * self.bytes_a_pixel() as usize;
        match self.format {
            Format::R32 | Format::Npy => 0,
            Format::Png => png::memory(bytes),
            // What is compressed is copied twice.
            Format::Exr => 4 * bytes,
            _ => bytes,
        }
    }

    /// Writes a file of the pieces, all of them in order.
    pub(crate) fn write(&self, mut writer: impl Write + Seek, pieces: &mut dyn Pieces) -> io::Result<()> {
        let writer = &mut writer;
        match self.format {
            Format::R32 => pieces.each(&mut |piece| writer.write_all(&little_endian(piece.samples)))?,
            Format::R16 => pieces.each(&mut |piece| writer.write_all(&piece.encoded.bytes))?,
            Format::Npy => {
                writer.write_all(&self.npy_header())?;
                pieces.each(&mut |piece| writer.write_all(&little_endian(piece.samples)))?;
            }
            Format::Png => png::write(self, &mut *writer, pieces)?,
            Format::Exr => exr::write(self, &mut *writer, pieces)?,
            Format::Tiff => tiff::write(self, &mut *writer, pieces)?,
            Format::Ktx2 => texture::write_ktx2(self, &mut *writer, pieces)?,
            Format::Dds => texture::write_dds(self, &mut *writer, pieces)?,
            Format::Webp => self.preview(ImageFormat::WebP, writer, pieces)?,
            Format::Bmp => self.preview(ImageFormat::Bmp, writer, pieces)?,
            Format::Jpeg => self.preview(ImageFormat::Jpeg, writer, pieces)?,
        }
        writer.flush()
    }

    /// Version 1.0 of the format: a magic number, a length of two bytes and a literal of Python, padded so that the samples start at a multiple of 64.
    fn npy_header(&self) -> Vec<u8> {
        const BEFORE: usize = 10;
        let Size(width, height) = self.size;
        let channels = if self.channels == 1 { String::new() } else { format!(", {}", self.channels) };
        let mut literal = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({height}, {width}{channels}), }}");
        let length = (BEFORE + literal.len() + 1).next_multiple_of(64) - BEFORE;
        literal += &" ".repeat(length - 1 - literal.len());
        [b"\x93NUMPY\x01\x00", &(length as u16).to_le_bytes()[..], literal.as_bytes(), b"\n"].concat()
    }

    /// By way of the whole picture in memory.
    fn preview(&self, format: ImageFormat, writer: &mut impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
        let Size(width, height) = self.size;
        let mut bytes = room(self.samples() as usize)?;
        pieces.each(&mut |piece| {
            bytes.extend_from_slice(&piece.encoded.bytes);
            Ok(())
        })?;
        let color = match self.channels {
            1 => ExtendedColorType::L8,
            2 => ExtendedColorType::La8,
            3 => ExtendedColorType::Rgb8,
            _ => ExtendedColorType::Rgba8,
        };
        let mut file = Cursor::new(room(bytes.len())?);
        let encoded = match format {
            ImageFormat::Jpeg => JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY).encode(&bytes, width, height, color),
            _ => image::write_buffer_with_format(&mut file, &bytes, width, height, color, format),
        };
        encoded.map_err(io::Error::other)?;
        writer.write_all(file.get_ref())
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
    /// Empty where the file holds the samples themselves.
    bytes: Vec<u8>,
    /// Of the bytes before they were compressed.
    adler: u32,
    plain_length: u64,
    /// How many samples lay outside of the range.
    pub(crate) saturated: u64,
}

/// All pieces of a picture.
pub(crate) trait Pieces {
    /// Hands them over in order.
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()>;
}

/// Turns pieces into bytes, one after another; each thread has its own.
pub(crate) struct Encoder<'a> {
    encoding: &'a Encoding,
    words: Vec<u16>,
    png: Option<png::Compressor>,
    exr: Option<[Header; 1]>,
}

impl<'a> Encoder<'a> {
    pub(crate) fn new(encoding: &'a Encoding) -> Self {
        Self {
            encoding,
            words: Vec::new(),
            png: (encoding.format == Format::Png).then(png::Compressor::new),
            exr: (encoding.format == Format::Exr).then(|| [exr::header(encoding)]),
        }
    }

    /// Encodes the piece that starts with the sample of this number.
    pub(crate) fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let Self { encoding, words, png, exr } = self;
        if let Some(headers) = exr {
            return exr::compress(encoding, headers, first, samples);
        }
        let mut bytes = Vec::new();
        let saturated = match encoding.kind() {
            Kind::F32 => 0,
            // Their mip maps are made of the samples.
            _ if matches!(encoding.format, Format::Ktx2 | Format::Dds) => outside(samples, encoding.range),
            Kind::U8 => quantize(samples, encoding.range, 255.0, &mut bytes, |level| level as u8)?,
            Kind::U16 => {
                let saturated = quantize(samples, encoding.range, 65_535.0, words, |level| level as u16)?;
                match encoding.format {
                    Format::Png => words.iter_mut().for_each(|word| *word = word.to_be()),
                    Format::R16 => words.iter_mut().for_each(|word| *word = word.to_le()),
                    // The encoder of TIFF takes them in the order of this machine.
                    _ => {}
                }
                bytes = room(2 * words.len())?;
                bytes.extend_from_slice(bytemuck::cast_slice(words));
                saturated
            }
        };
        let Some(png) = png else { return Ok(Encoded { bytes, saturated, ..Encoded::default() }) };
        let is_last = first + samples.len() as u64 == encoding.samples();
        Ok(Encoded { saturated, ..png.compress(encoding, &bytes, is_last)? })
    }
}

/// Maps each sample to floor((sample - min) / (max - min) * levels + 1/2) in f64, saturated to 0..levels, and counts those outside of the range.
fn quantize<T: Copy>(samples: &[f32], range: Range, levels: f64, to: &mut Vec<T>, level: impl Fn(f64) -> T) -> io::Result<u64> {
    let (min, max) = (range.0.to_f64(), range.1.to_f64());
    let length = max - min;
    to.clear();
    to.try_reserve_exact(samples.len())?;
    let mut saturated = 0;
    to.extend(samples.iter().map(|&sample| {
        let sample = f64::from(sample);
        saturated += u64::from(sample < min) + u64::from(sample > max);
        // Where nothing is negative, a cast rounds down.
        level(((sample - min) / length * levels + 0.5).clamp(0.0, levels))
    }));
    Ok(saturated)
}

/// How many samples lie outside of the range.
fn outside(samples: &[f32], range: Range) -> u64 {
    let (min, max) = (range.0.to_f64(), range.1.to_f64());
    samples.iter().map(|&sample| u64::from(f64::from(sample) < min) + u64::from(f64::from(sample) > max)).sum()
}

/// The bytes of samples as .r32 holds them.
pub(crate) fn little_endian(samples: &[f32]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(samples))
    } else {
        Cow::Owned(samples.iter().flat_map(|sample| sample.to_le_bytes()).collect())
    }
}

fn room(bytes: usize) -> io::Result<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes)?;
    Ok(room)
}

/// The values that become the least and the greatest that 8 or 16 bit hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Range(pub(crate) Number, pub(crate) Number);

impl Range {
    /// About the range of Perlin noise.
    pub(crate) const DEFAULT: Self = Self(Number::MINUS_ONE, Number::ONE);

    /// The range of samples that were measured; one of a constant picture puts it in the middle.
    pub(crate) fn measured(min: f32, max: f32) -> Self {
        let (min, max) = (f64::from(min), f64::from(max));
        let around = if min < max { 0.0 } else { 1.0 };
        Self((min - around).into(), (max + around).into())
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

/// A range as the user asks for it: `MIN,MAX`, or `auto`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RangeChoice {
    Auto,
    Given(Range),
}

impl FromStr for RangeChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let bad = || "give MIN,MAX with MIN below MAX, such as -1,1, or auto".to_owned();
        let [min, max] = super::picture::numbers(text)?.try_into().map_err(|_| bad())?;
        let length = max.to_f64() - min.to_f64();
        if length.is_finite() && length > 0.0 { Ok(Self::Given(Range(min, max))) } else { Err(bad()) }
    }
}

#[cfg(test)]
mod tests;
