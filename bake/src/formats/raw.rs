//! The common parts of raw formats: samples one after another, in runs of any length.

use std::io;

use super::pieces::bytes;
use super::{Alpha, Description, Encoding, FactsPlace, Piece, Pieces, ShapeKind, WriteSeek};

/// The common part of their descriptions. Each sets its own name, summary and depths.
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
    alpha: Some(Alpha::Straight),
    has_place: false,
    longest_side: u32::MAX,
};

/// Describes the layout of a file's bytes.
pub(super) fn layout(encoding: &Encoding, header: &str) -> String {
    let channels = if encoding.channels == 1 { String::new() } else { format!(", {} interleaved", encoding.pixel_name()) };
    let curve = if encoding.meaning.is_color() { format!(", {}", encoding.curve_name()) } else { String::new() };
    format!("{}, little-endian, row-major, row 0 first{header}{channels}{curve}", encoding.kind().name())
}

/// Writes pieces unchanged.
pub(super) fn write(writer: &mut dyn WriteSeek, pieces: &mut dyn Pieces) -> io::Result<()> {
    pieces.each(&mut |Piece { samples, encoded }| {
        let bytes = bytes(samples, &encoded);
        match encoded.checksum {
            Some(checksum) => writer.write_summed(&bytes, checksum),
            None => writer.write_all(&bytes),
        }
    })
}
