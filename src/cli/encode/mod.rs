//! From samples to the bytes of a file.
//!
//! A picture is encoded in pieces, runs of samples in row order that threads turn into bytes side by side ([`Encoder`]); what belongs to the file as a
//! whole is done by the one that writes them in order ([`Encoding::write`]). Where the pieces end depends on the picture alone, so the bytes of a file
//! don't depend on the number of threads.

mod exr;
mod png;
mod srgb;
mod texture;
mod tiff;

use std::borrow::Cow;
use std::io::{self, Cursor, Seek, Write};

use ::exr::meta::header::Header;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};
use lacuna::Number;
use lacuna::recipe::{Format, OutputRange};
use serde::Serialize;
use texture::Shape;

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

/// What a sample becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    U8,
    U16,
    /// The value itself, or the half nearest to it.
    F32,
}

/// How files of a format are made.
trait Making: Copy {
    /// Whether a piece may be any run of samples, and not only whole rows.
    fn is_raw(self) -> bool;
    /// Whether the whole picture has to be in memory.
    fn is_whole(self) -> bool;
    /// Whether it is a texture, with mip maps.
    fn is_texture(self) -> bool;
    /// The longest side of a picture, where it is less than anywhere else.
    fn most_side(self) -> u32;
}

impl Making for Format {
    fn is_raw(self) -> bool {
        matches!(self, Self::R32 | Self::R16 | Self::Npy)
    }

    fn is_whole(self) -> bool {
        self.is_texture() || matches!(self, Self::Webp | Self::Bmp | Self::Jpeg)
    }

    fn is_texture(self) -> bool {
        matches!(self, Self::Ktx2 | Self::Dds)
    }

    fn most_side(self) -> u32 {
        match self {
            Self::Jpeg => MAX_JPEG_SIDE,
            Self::Webp => MAX_WEBP_SIDE,
            _ => u32::MAX,
        }
    }
}

/// Whether the file itself has room for the facts; for the others they stand in a file beside it.
pub(crate) fn carries_facts(format: Format) -> bool {
    matches!(format, Format::Png | Format::Exr | Format::Ktx2)
}

/// Whether it holds cube maps.
pub(crate) fn holds_cubes(format: Format) -> bool {
    format.is_texture()
}

/// Whether it holds volumes.
pub(crate) fn holds_volumes(format: Format) -> bool {
    matches!(format, Format::R32 | Format::R16 | Format::Npy | Format::Ktx2 | Format::Dds)
}

/// Whether its writer goes back in the file.
pub(crate) fn seeks(format: Format) -> bool {
    matches!(format, Format::Exr | Format::Tiff)
}

/// The bits of a sample unless told: 8 of a colour, as sRGB is made for, otherwise the format's usual.
pub(crate) fn usual_depth(format: Format, is_color: bool) -> u8 {
    let depths = format.depths();
    if is_color && depths.contains(&8) { 8 } else { depths[0] }
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
    /// Whether the samples are linear light (the last of two or four channels is alpha), and not data.
    pub(crate) is_color: bool,
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
            let others: Vec<_> = Format::ALL
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

    /// Whether the file holds colours as sRGB. Floats hold the light itself, and so do textures of 16 bit, of which GPUs have none in sRGB.
    pub(crate) fn is_srgb(&self) -> bool {
        self.is_color && !self.holds_values() && !(self.format.is_texture() && self.depth == 16)
    }

    /// Whether a channel is no colour but alpha.
    fn is_alpha(&self, channel: usize) -> bool {
        self.is_color && matches!(self.channels, 2 | 4) && channel + 1 == usize::from(self.channels)
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
                let curve = if self.is_color { format!(", {}", self.curve_name()) } else { String::new() };
                format!("{sample}, little-endian, row-major, row 0 first{header}{channels}{curve}")
            }
            _ => format!("{pixel}, {sample}, {}, row 0 on top", self.curve_name()),
        }
    }

    fn curve_name(&self) -> &'static str {
        if self.is_srgb() { "sRGB" } else { "linear" }
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

    /// The columns and rows of a piece, the last of which may have fewer; where it has fewer columns than the picture, it has one row.
    pub(crate) fn piece(&self) -> [u32; 2] {
        let most = PIECE / usize::from(self.channels);
        let columns = if self.format.is_raw() { self.size.0.min(most as u32) } else { self.size.0 };
        let rows = match self.format {
            Format::Exr => exr::rows(self),
            // A power of two, so that pieces of several files end together.
            _ => 1 << (most / self.size.0 as usize).max(1).ilog2(),
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
                writer.write_all(&self.npy_header(None))?;
                pieces.each(&mut |piece| writer.write_all(&little_endian(piece.samples)))?;
            }
            Format::Png => png::write(self, &mut *writer, pieces)?,
            Format::Exr => exr::write(self, &mut *writer, pieces)?,
            Format::Tiff => tiff::write(self, &mut *writer, pieces)?,
            Format::Ktx2 => texture::write_ktx2(self, Shape::Flat, &mut *writer, pieces)?,
            Format::Dds => texture::write_dds(self, Shape::Flat, &mut *writer, pieces)?,
            Format::Webp => self.preview(ImageFormat::WebP, writer, pieces)?,
            Format::Bmp => self.preview(ImageFormat::Bmp, writer, pieces)?,
            Format::Jpeg => self.preview(ImageFormat::Jpeg, writer, pieces)?,
        }
        writer.flush()
    }

    /// Writes an animated PNG of the pieces, whose rows are those of all frames, so many of them a second.
    pub(crate) fn write_animation(&self, mut writer: impl Write, frames: u32, rate: u16, pieces: &mut dyn Pieces) -> io::Result<()> {
        png::write_animation(self, &mut writer, frames, rate, pieces)?;
        writer.flush()
    }

    /// Writes a cube map of the pieces, whose rows are those of the six faces.
    pub(crate) fn write_cube(&self, mut writer: impl Write, pieces: &mut dyn Pieces) -> io::Result<()> {
        match self.format {
            Format::Ktx2 => texture::write_ktx2(self, Shape::Cube, &mut writer, pieces)?,
            Format::Dds => texture::write_dds(self, Shape::Cube, &mut writer, pieces)?,
            _ => return Err(io::ErrorKind::Unsupported.into()),
        }
        writer.flush()
    }

    /// Writes a volume of the pieces, whose rows are those of all slices.
    pub(crate) fn write_volume(&self, mut writer: impl Write, slices: u32, pieces: &mut dyn Pieces) -> io::Result<()> {
        let writer = &mut writer;
        match self.format {
            Format::R32 => pieces.each(&mut |piece| writer.write_all(&little_endian(piece.samples)))?,
            Format::R16 => pieces.each(&mut |piece| writer.write_all(&piece.encoded.bytes))?,
            Format::Npy => {
                writer.write_all(&self.npy_header(Some(slices)))?;
                pieces.each(&mut |piece| writer.write_all(&little_endian(piece.samples)))?;
            }
            Format::Ktx2 => texture::write_ktx2(self, Shape::Volume(slices), &mut *writer, pieces)?,
            Format::Dds => texture::write_dds(self, Shape::Volume(slices), &mut *writer, pieces)?,
            _ => return Err(io::ErrorKind::Unsupported.into()),
        }
        writer.flush()
    }

    /// Version 1.0 of the format: a magic number, a length of two bytes and a literal of Python, padded so that the samples start at a multiple of 64.
    fn npy_header(&self, slices: Option<u32>) -> Vec<u8> {
        const BEFORE: usize = 10;
        let Size(width, height) = self.size;
        let channels = if self.channels == 1 { String::new() } else { format!(", {}", self.channels) };
        let rows = slices.map_or(height.to_string(), |slices| format!("{slices}, {}", height / slices));
        let mut literal = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {width}{channels}), }}");
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
            _ if encoding.format.is_texture() => outside(samples, encoding.range),
            Kind::U8 => encoding.quantize(samples, &mut bytes, |level| level as u8)?,
            Kind::U16 => {
                let saturated = encoding.quantize(samples, words, |level| level as u16)?;
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

impl Encoding {
    /// Maps each sample to the level that 8 or 16 bit hold, saturated, and counts those outside of the range.
    ///
    /// Data, and alpha, become floor((sample - min) / (max - min) * levels + 1/2) in f64; of colours that is taken after sRGB's curve.
    fn quantize<T: Copy>(&self, samples: &[f32], to: &mut Vec<T>, level: impl Fn(f64) -> T) -> io::Result<u64> {
        let (min, max) = (self.range.0.to_f64(), self.range.1.to_f64());
        let length = max - min;
        let levels = if self.kind() == Kind::U8 { 255.0 } else { 65_535.0 };
        to.clear();
        to.try_reserve_exact(samples.len())?;
        let mut saturated = 0;
        let mut part = |sample: f32| {
            let sample = f64::from(sample);
            saturated += u64::from(sample < min) + u64::from(sample > max);
            (sample - min) / length
        };
        // Where nothing is negative, a cast rounds down.
        let even = |part: f64| level((part * levels + 0.5).clamp(0.0, levels));
        if self.is_srgb() {
            let curve = srgb::Curve::of(self.depth);
            let channels = usize::from(self.channels);
            to.extend(samples.iter().enumerate().map(|(index, &sample)| match part(sample) {
                part if self.is_alpha(index % channels) => even(part),
                part => level(curve.code(part).into()),
            }));
        } else {
            to.extend(samples.iter().map(|&sample| even(part(sample))));
        }
        Ok(saturated)
    }
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

/// Reads a range as the user asks for it: `MIN,MAX`, or `auto`.
pub(crate) fn range(text: &str) -> Result<OutputRange, String> {
    if text == "auto" {
        return Ok(OutputRange::Auto);
    }
    let bad = || "give MIN,MAX with MIN below MAX, such as -1,1, or auto".to_owned();
    let [min, max] = super::picture::numbers(text)?.try_into().map_err(|_| bad())?;
    let length = max.to_f64() - min.to_f64();
    if length.is_finite() && length > 0.0 { Ok(OutputRange::Between([min, max])) } else { Err(bad()) }
}

#[cfg(test)]
mod tests;
