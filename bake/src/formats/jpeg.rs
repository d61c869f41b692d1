//! JPEG.

use std::io;

use image::codecs::jpeg::JpegEncoder;

use super::levels::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

/// The quality, out of 100.
const QUALITY: u8 = 95;

pub(super) struct Jpeg;

pub(super) const ROOM: Jpeg = Jpeg;

const DESCRIPTION: Description = Description {
    name: "jpeg",
    aliases: &["jpg"],
    summary: "8-bit JPEG, lossy",
    channels: &[1, 3],
    alpha: None,
    longest_side: 65_535,
    ..whole::DESCRIPTION
};

impl Room for Jpeg {
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
        whole::write(encoding, writer, pieces, 0, |Whole { bytes, size, color }, file| {
            JpegEncoder::new_with_quality(file, QUALITY).encode(bytes, size.width, size.height, *color)
        })
    }
}
