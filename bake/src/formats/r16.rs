//! Raw u16: the levels and nothing else.

use std::io;

use super::levels::{Levels, Order};
use super::{Description, Encoding, PieceEncoder, Pieces, Room, WriteSeek, raw};

pub(super) struct R16;

pub(super) const ROOM: R16 = R16;

const DESCRIPTION: Description = Description {
    name: "r16",
    summary: "Raw u16, little-endian, row-major, row 0 first, no header",
    depths: &[16],
    ..raw::DESCRIPTION
};

impl Room for R16 {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Levels::new(encoding, Order::Little))
    }

    fn write(&self, _encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        raw::write(writer, pieces)
    }

    fn layout(&self, encoding: &Encoding) -> String {
        raw::layout(encoding, ", no header")
    }
}
