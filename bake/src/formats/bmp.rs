//! BMP.

use std::io;

use image::codecs::bmp::BmpEncoder;

use super::levels::{Levels, Order};
use super::whole::{self, Whole};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek};

pub(super) struct Bmp;

pub(super) const ROOM: Bmp = Bmp;

const DESCRIPTION: Description = Description {
    name: "bmp",
    summary: "8-bit BMP",
    channels: &[1, 3, 4],
    ..whole::DESCRIPTION
};

impl Room for Bmp {
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
        whole::write(encoding, writer, pieces, 0, |Whole { bytes, size, color }, mut file| {
            BmpEncoder::new(&mut file).encode(bytes, size.width, size.height, *color)
        })
    }
}
