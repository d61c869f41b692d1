//! From samples to the bytes of a file.

use std::io::{self, Cursor, Write};
use std::str::FromStr;

use clap::ValueEnum;
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};
use lacuna::Number;
use serde::Serialize;

use super::failure::{Failure, Result};
use super::picture::Size;

/// The most pixels of a format that has to be encoded as a whole.
const MAX_WHOLE_PIXELS: u64 = 1 << 28;
/// The most bytes in a row of a PNG, of which the encoder holds several.
const MAX_PNG_ROW: u64 = 1 << 26;
/// How many rows the encoder of PNG holds at most, measured with rows that deflate badly.
const PNG_ROWS: usize = 10;
/// What the encoder of PNG holds beside rows, in bytes.
const PNG_STATE: usize = 1 << 20;
/// The most bytes in a file: places in files are signed.
const MAX_FILE: u128 = i64::MAX as u128;
/// The longest side of a JPEG.
const MAX_JPEG_SIDE: u32 = 65_535;
const JPEG_QUALITY: u8 = 95;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Grey PNG of 8 or 16 bit, linear (gAMA 1); carries the recipe
    Png,
    /// Raw f32, little-endian, row-major, row 0 first, no header
    R32,
    /// Raw u16, little-endian, row-major, row 0 first, no header
    R16,
    /// Grey TIFF of 8 or 16 bit
    #[value(alias = "tif")]
    Tiff,
    /// Grey BMP of 8 bit
    Bmp,
    /// Grey JPEG of 8 bit, lossy
    #[value(alias = "jpg")]
    Jpeg,
}

/// How a sample becomes bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    F32LittleEndian,
    U16LittleEndian,
    U16BigEndian,
    /// In the order of this machine, as the `image` crate takes them.
    U16,
    U8,
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
            Self::Tiff => "tiff",
            Self::Bmp => "bmp",
            Self::Jpeg => "jpeg",
        }
    }

    /// The bits of a sample that it can hold, the usual first.
    pub(crate) fn depths(self) -> &'static [u8] {
        match self {
            Self::Png | Self::Tiff => &[16, 8],
            Self::R32 => &[32],
            Self::R16 => &[16],
            Self::Bmp | Self::Jpeg => &[8],
        }
    }

    /// Whether the file itself has room for the facts; for the others they stand in a file beside it.
    pub(crate) fn carries_facts(self) -> bool {
        self == Self::Png
    }

    /// What its bytes are, for readers of the facts.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::R32 => "f32, little-endian, row-major, row 0 first, no header",
            Self::R16 => "u16, little-endian, row-major, row 0 first, no header",
            Self::Png | Self::Tiff | Self::Bmp | Self::Jpeg => "grey, linear, row 0 on top",
        }
    }

    fn layout(self, depth: u8) -> Layout {
        match (self, depth) {
            (Self::R32, _) => Layout::F32LittleEndian,
            (Self::R16, _) => Layout::U16LittleEndian,
            (Self::Png, 16) => Layout::U16BigEndian,
            (_, 16) => Layout::U16,
            _ => Layout::U8,
        }
    }

    /// Checks that a picture of this size can be written.
    pub(crate) fn check(self, size: Size, depth: u8) -> Result<()> {
        let name = self.name();
        let refuse = |why: String| Err(Failure::usage(format!("{size} is too large for {name}: {why}; write .r32 or .r16")));
        let bytes = u128::from(size.0) * u128::from(size.1) * u128::from(depth / 8);
        match self {
            Self::R32 | Self::R16 if bytes > MAX_FILE => {
                Err(Failure::usage(format!("--size {size} makes {name} of {bytes} bytes; a file has at most {MAX_FILE}")))
            }
            Self::R32 | Self::R16 => Ok(()),
            Self::Png if u64::from(size.0) * u64::from(depth / 8) > MAX_PNG_ROW => {
                refuse(format!("a row takes at most {MAX_PNG_ROW} bytes"))
            }
            Self::Png if bytes + u128::from(size.1) > MAX_FILE => refuse(format!("a file has at most {MAX_FILE} bytes")),
            Self::Png => Ok(()),
            Self::Jpeg if size.0.max(size.1) > MAX_JPEG_SIDE => refuse(format!("a side has at most {MAX_JPEG_SIDE} pixels")),
            Self::Tiff | Self::Bmp | Self::Jpeg if u64::from(size.0) * u64::from(size.1) > MAX_WHOLE_PIXELS => {
                refuse(format!("it is made in memory, of at most {MAX_WHOLE_PIXELS} pixels"))
            }
            Self::Tiff | Self::Bmp | Self::Jpeg => Ok(()),
        }
    }
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

/// Turns samples into the bytes that an encoder takes.
#[derive(Debug)]
pub(crate) struct Converter {
    layout: Layout,
    min: f64,
    max: f64,
    bytes: Vec<u8>,
    /// How many samples lay outside of the range so far.
    pub(crate) saturated: u64,
}

impl Converter {
    pub(crate) fn new(format: Format, depth: u8, range: Range) -> Self {
        Self { layout: format.layout(depth), min: range.0.to_f64(), max: range.1.to_f64(), bytes: Vec::new(), saturated: 0 }
    }

    /// The bytes of some samples, whose bytes as little-endian f32 are given too.
    pub(crate) fn convert<'a>(&'a mut self, samples: &[f32], raw: &'a [u8]) -> io::Result<&'a [u8]> {
        if self.layout == Layout::F32LittleEndian {
            return Ok(raw);
        }
        self.bytes.clear();
        self.bytes.try_reserve(2 * samples.len()).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        for &sample in samples {
            match self.layout {
                Layout::U8 => {
                    let byte = self.quantized(sample, 255.0) as u8;
                    self.bytes.push(byte);
                }
                Layout::U16BigEndian => self.push(sample, u16::to_be_bytes),
                Layout::U16LittleEndian => self.push(sample, u16::to_le_bytes),
                Layout::U16 => self.push(sample, u16::to_ne_bytes),
                Layout::F32LittleEndian => {}
            }
        }
        Ok(&self.bytes)
    }

    fn push(&mut self, sample: f32, bytes: impl Fn(u16) -> [u8; 2]) {
        let bytes = bytes(self.quantized(sample, 65_535.0) as u16);
        self.bytes.extend(bytes);
    }

    /// floor((sample - min) / (max - min) * levels + 1/2) in f64, saturated to 0..levels.
    fn quantized(&mut self, sample: f32, levels: f64) -> f64 {
        let sample = f64::from(sample);
        self.saturated += u64::from(sample < self.min || sample > self.max);
        let level = (sample - self.min) / (self.max - self.min) * levels;
        (level + 0.5).floor().clamp(0.0, levels)
    }
}

/// What the bytes of the samples become.
#[derive(Debug)]
pub(crate) struct Encoding {
    pub(crate) format: Format,
    pub(crate) depth: u8,
    pub(crate) size: Size,
    /// Keywords with what they say, for formats that carry it.
    pub(crate) texts: Vec<(&'static str, String)>,
}

impl Encoding {
    /// The bytes that the encoder takes without a way to say that there are no more of them.
    pub(crate) fn memory(&self) -> usize {
        match self.format {
            Format::Png => PNG_ROWS * self.size.0 as usize * usize::from(self.depth / 8) + PNG_STATE,
            _ => 0,
        }
    }

    /// Writes a file; `fill` writes the bytes of all samples in row order into what it is given.
    pub(crate) fn encode(&self, mut writer: impl Write, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match self.format {
            Format::R32 | Format::R16 => fill(&mut writer)?,
            Format::Png => return self.png(writer, fill),
            Format::Tiff => self.whole(ImageFormat::Tiff, &mut writer, fill)?,
            Format::Bmp => self.whole(ImageFormat::Bmp, &mut writer, fill)?,
            Format::Jpeg => self.whole(ImageFormat::Jpeg, &mut writer, fill)?,
        }
        writer.flush()
    }

    fn png(&self, writer: impl Write, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut png = png::Encoder::new(writer, self.size.0, self.size.1);
        png.set_color(png::ColorType::Grayscale);
        png.set_depth(if self.depth == 16 { png::BitDepth::Sixteen } else { png::BitDepth::Eight });
        png.set_source_gamma(png::ScaledFloat::new(1.0));
        for (keyword, text) in &self.texts {
            png.add_itxt_chunk((*keyword).to_owned(), text.clone()).map_err(png_error)?;
        }
        let mut png = png.write_header().map_err(png_error)?;
        let mut stream = png.stream_writer().map_err(png_error)?;
        fill(&mut stream)?;
        stream.finish().map_err(png_error)?;
        png.finish().map_err(png_error)
    }

    /// By way of the whole picture in memory.
    fn whole(&self, format: ImageFormat, writer: &mut impl Write, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Size(width, height) = self.size;
        let mut bytes = room(width as usize * height as usize * usize::from(self.depth / 8))?;
        fill(&mut bytes)?;
        let color = if self.depth == 16 { ExtendedColorType::L16 } else { ExtendedColorType::L8 };
        let mut file = Cursor::new(room(bytes.len())?);
        let encoded = match format {
            ImageFormat::Jpeg => JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY).encode(&bytes, width, height, color),
            _ => image::write_buffer_with_format(&mut file, &bytes, width, height, color, format),
        };
        encoded.map_err(io::Error::other)?;
        writer.write_all(file.get_ref())
    }
}

fn room(bytes: usize) -> io::Result<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    Ok(room)
}

/// The `io::Error` inside, which knows a broken pipe from a full disk.
fn png_error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(format: Format, depth: u8, range: &str, samples: &[f32]) -> (Vec<u8>, u64) {
        let Ok(RangeChoice::Given(range)) = range.parse() else { panic!("{range}") };
        let mut converter = Converter::new(format, depth, range);
        let bytes = converter.convert(samples, bytemuck::cast_slice(samples)).unwrap().to_vec();
        (bytes, converter.saturated)
    }

    #[test]
    fn samples_are_mapped_saturated_and_rounded_half_up() {
        let samples = [-1.0, 1.0, 0.0, -1.5, 1.0007, -0.5];
        assert_eq!(converted(Format::Bmp, 8, "-1,1", &samples), (vec![0, 255, 128, 0, 255, 64], 2));
        let (bytes, saturated) = converted(Format::R16, 16, "-1,1", &samples);
        let levels: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        assert_eq!((levels, saturated), (vec![0, 65_535, 32_768, 0, 65_535, 16_384], 2));
        assert_eq!(converted(Format::Png, 16, "0,255", &[1.0]).0, [1, 1]);
        assert_eq!(converted(Format::Bmp, 8, "0,255", &[0.5, 1.5, 2.4999]).0, [1, 2, 2]);
    }

    #[test]
    fn a_range_is_refused_unless_it_has_a_length() {
        for text in ["1,-1", "0,0", "nan,1", "0,inf", "0", "0,1,2", "a,b", "automatic"] {
            assert!(text.parse::<RangeChoice>().is_err(), "{text}");
        }
    }
}
