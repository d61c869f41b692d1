//! Samples along a line as a table: x and value.

use std::io::{self, Write};

use super::samples::room;
use super::{Description, Encoded, Encoding, FactsPlace, PieceEncoder, Pieces, Room, Shape, ShapeKind, WriteSeek, raw};

pub(super) struct Csv;

pub(super) const ROOM: Csv = Csv;

const DESCRIPTION: Description = Description {
    name: "csv",
    aliases: &[],
    summary: "A table of x and value, of samples along a line",
    depths: &[32],
    channels: &[1],
    shapes: &[ShapeKind::Line],
    facts: FactsPlace::Beside,
    is_streamed: true,
    cuts_rows: true,
    seeks: false,
    alpha: None,
    has_place: false,
    longest_side: u32::MAX,
};

/// The approximate number of bytes in a line of the table. The buffer grows if lines are longer.
const LINE: usize = 48;

impl Room for Csv {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn encoder<'a>(&self, encoding: &'a Encoding) -> Box<dyn PieceEncoder + 'a> {
        Box::new(TableLines(encoding))
    }

    fn write(&self, _encoding: &Encoding, writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
        writer.write_all(b"x,value\n")?;
        raw::write(writer, pieces)
    }

    fn layout(&self, _encoding: &Encoding) -> String {
        "a table of x and value, in decimal".to_owned()
    }

    fn memory(&self, _encoding: &Encoding, piece: usize) -> usize {
        piece / size_of::<f32>() * 2 * LINE
    }
}

struct TableLines<'a>(&'a Encoding);

impl PieceEncoder for TableLines<'_> {
    /// Writes a line per sample: x as the shortest decimal of its f64, and the value as that of its f32.
    fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded> {
        let Shape::Line { start, spacing } = self.0.shape else { return Err(io::ErrorKind::Unsupported.into()) };
        let start = start.to_f64();
        let mut bytes = room(samples.len() * LINE)?;
        for (index, sample) in (first..).zip(samples) {
            writeln!(bytes, "{},{sample}", start + (index as f64 + 0.5) * spacing)?;
        }
        Ok(Encoded { bytes, ..Encoded::default() })
    }
}
