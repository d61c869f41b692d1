//! Lossless WebP.

use std::io;

use image::codecs::webp::WebPEncoder;

use super::samples::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

pub(super) struct Webp;

pub(super) const ROOM: Webp = Webp;

const DESCRIPTION: Description = Description {
    name: "webp",
    summary: "Lossless WebP of 8 bit",
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

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        whole::write(encoding, writer, pieces, |Whole { bytes, size, color }, file| {
            WebPEncoder::new_lossless(file).encode(bytes, size.width, size.height, *color)
        })
    }
}
