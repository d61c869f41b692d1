//! Raw f32: the samples and nothing else.

use std::io;

use super::levels::Unchanged;
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek, raw};

pub(super) struct R32;

pub(super) const ROOM: R32 = R32;

const DESCRIPTION: Description = Description {
    name: "r32",
    summary: "Raw f32, little-endian, row-major, row 0 first, no header",
    depths: &[32],
    ..raw::DESCRIPTION
};

impl Room for R32 {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Unchanged(encoding))
    }

    fn write(&self, _encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        raw::write(writer, pieces)
    }

    fn layout(&self, encoding: &Encoding) -> String {
        raw::layout(encoding, ", no header")
    }

    fn memory(&self, _encoding: &Encoding, _piece: usize) -> usize {
        0
    }
}
