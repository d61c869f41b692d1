//! Lossless WebP.

use std::io;

use image::codecs::webp::WebPEncoder;

use super::levels::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

pub(super) struct Webp;

pub(super) const ROOM: Webp = Webp;

const DESCRIPTION: Description = Description {
    name: "webp",
    summary: "Lossless 8-bit WebP",
    longest_side: 1 << 14,
    ..whole::DESCRIPTION
};

impl Room for Webp {
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
        // The encoder converts the picture to RGBA, and appends at most 16 bits per channel and pixel to a list that grows.
        let pixels = encoding.samples() as usize / usize::from(encoding.channels);
        let memory = 4 * pixels + 4 * encoding.samples() as usize;
        whole::write(encoding, writer, pieces, memory, |Whole { bytes, size, color }, file| {
            WebPEncoder::new_lossless(file).encode(bytes, size.width, size.height, *color)
        })
    }
}
