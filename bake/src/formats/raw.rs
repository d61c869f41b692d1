//! What raw formats have in common: samples one after another, in any runs.

use std::io;

use super::pieces::bytes;
use super::{Description, Encoding, FactsPlace, Piece, Pieces, ShapeKind, WriteSeek};

/// What they have in common; each has its own name, summary and depths.
pub(super) const DESCRIPTION: Description = Description {
    name: "",
    aliases: &[],
    summary: "",
    depths: &[],
    channels: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    shapes: &[ShapeKind::Picture, ShapeKind::Volume],
    facts: FactsPlace::Beside,
    is_streamed: true,
    cuts_rows: true,
    seeks: false,
    longest_side: u32::MAX,
};

/// What the bytes of a file are.
pub(super) fn layout(encoding: &Encoding, header: &str) -> String {
    let channels = if encoding.channels == 1 { String::new() } else { format!(", {} interleaved", encoding.pixel_name()) };
    let curve = if encoding.is_color { format!(", {}", encoding.curve_name()) } else { String::new() };
    format!("{}, little-endian, row-major, row 0 first{header}{channels}{curve}", encoding.kind().name())
}

/// Writes pieces as they are.
pub(super) fn write(writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
    pieces.each(&mut |Piece { samples, encoded }| {
        let bytes = bytes(samples, &encoded);
        match encoded.checksum {
            Some(checksum) => writer.write_summed(&bytes, checksum),
            None => writer.write_all(&bytes),
        }
    })
}
