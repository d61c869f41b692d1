//! NumPy's files of one array: a header, and the samples.

use std::io;

use super::levels::Unchanged;
use super::{Description, Encoding, PieceEncoder, Pieces, Room, Shape, WriteSeek, raw};

pub(super) struct Npy;

pub(super) const ROOM: Npy = Npy;

const DESCRIPTION: Description = Description {
    name: "npy",
    summary: "NumPy's .npy in f32: the values themselves",
    depths: &[32],
    ..raw::DESCRIPTION
};

impl Room for Npy {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(Unchanged(encoding))
    }

    fn write(&self, encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        writer.write_all(&header(encoding))?;
        raw::write(writer, pieces)
    }

    fn layout(&self, encoding: &Encoding) -> String {
        raw::layout(encoding, "")
    }

    fn memory(&self, _encoding: &Encoding, _piece: usize) -> usize {
        0
    }
}

/// Returns the header of version 1.0: a magic number, a length of two bytes and a Python literal, padded so that the samples start at a multiple of 64.
fn header(encoding: &Encoding) -> Vec<u8> {
    const BEFORE: usize = 10;
    let slices = if let Shape::Volume { slices } = encoding.shape { format!("{slices}, ") } else { String::new() };
    let channels = if encoding.channels == 1 { String::new() } else { format!(", {}", encoding.channels) };
    let shape = format!("{slices}{}, {}{channels}", encoding.part_rows(), encoding.size.width);
    let mut literal = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (BEFORE + literal.len() + 1).next_multiple_of(64) - BEFORE;
    literal += &" ".repeat(length - 1 - literal.len());
    [b"\x93NUMPY\x01\x00", &(length as u16).to_le_bytes()[..], literal.as_bytes(), b"\n"].concat()
}
