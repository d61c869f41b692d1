//! QOI, the Quite OK Image Format (Szablewski 2021): lossless, 8-bit.

use std::io::{self, Write};

use image::ImageEncoder;
use image::codecs::qoi::QoiEncoder;

use super::levels::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

/// The byte of the header that names the curve, and its value if every channel is linear.
const CURVE: usize = 13;
const LINEAR: u8 = 1;

pub(super) struct Qoi;

pub(super) const ROOM: Qoi = Qoi;

const DESCRIPTION: Description = Description {
    name: "qoi",
    summary: "8-bit QOI, lossless and fast",
    channels: &[3, 4],
    ..whole::DESCRIPTION
};

impl Room for Qoi {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Levels::new(encoding, Order::Native))
    }

    fn writer_memory(&self, encoding: &Encoding) -> usize {
        whole::memory(encoding)
    }

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        // The encoder allocates the longest possible file: one more byte per pixel, the header and the end marker.
        let samples = encoding.samples() as usize;
        let memory = samples + samples / usize::from(encoding.channels) + 64;
        whole::write(encoding, writer, pieces, memory, |Whole { bytes, size, color }, file| {
            let curve = if encoding.is_srgb() { None } else { Some(LINEAR) };
            QoiEncoder::new(WithCurve { file, curve, written: 0 }).write_image(bytes, size.width, size.height, *color)
        })
    }
}

/// Replaces the curve in the header: the encoder always writes sRGB.
struct WithCurve<'a> {
    file: &'a mut dyn WriteSeek,
    curve: Option<u8>,
    written: usize,
}

impl Write for WithCurve<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = CURVE.checked_sub(self.written).filter(|&before| before < bytes.len());
        let written = match (self.curve, before) {
            (Some(curve), Some(0)) => self.file.write(&[curve])?,
            (Some(_), Some(before)) => self.file.write(&bytes[..before])?,
            _ => self.file.write(bytes)?,
        };
        self.written += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
