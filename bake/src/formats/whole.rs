//! Pictures of 8 bit that other crates encode as a whole, by way of the whole picture in memory.

use std::io::{self, Cursor};

use image::{ExtendedColorType, ImageResult};

use super::samples::room;
use super::{Description, Encoding, FactsPlace, Pieces, ShapeKind, WriteSeek};
use crate::Size;

/// What they have in common; each has its own name, summary, channels and longest side.
pub(super) const DESCRIPTION: Description = Description {
    name: "",
    aliases: &[],
    summary: "",
    depths: &[8],
    channels: &[1, 2, 3, 4],
    shapes: &[ShapeKind::Picture],
    facts: FactsPlace::Beside,
    is_streamed: false,
    cuts_rows: false,
    seeks: false,
    longest_side: u32::MAX,
};

/// A picture as encoders take it.
pub(super) struct Whole {
    pub(super) bytes: Vec<u8>,
    pub(super) size: Size,
    pub(super) color: ExtendedColorType,
}

impl Whole {
    fn of(encoding: &Encoding, pieces: &mut dyn Pieces) -> io::Result<Self> {
        let mut bytes = room(encoding.samples() as usize)?;
        pieces.each(&mut |piece| {
            bytes.extend_from_slice(&piece.encoded.bytes);
            Ok(())
        })?;
        let color = match encoding.channels {
            1 => ExtendedColorType::L8,
            2 => ExtendedColorType::La8,
            3 => ExtendedColorType::Rgb8,
            _ => ExtendedColorType::Rgba8,
        };
        Ok(Self { bytes, size: encoding.size, color })
    }
}

/// Writes the file that an encoder makes of the picture.
pub(super) fn write(
    encoding: &Encoding,
    writer: &mut dyn WriteSeek,
    pieces: &mut dyn Pieces,
    encode: impl FnOnce(&Whole, &mut Cursor<Vec<u8>>) -> ImageResult<()>,
) -> io::Result<()> {
    let whole = Whole::of(encoding, pieces)?;
    let mut file = Cursor::new(room(whole.bytes.len())?);
    encode(&whole, &mut file).map_err(io::Error::other)?;
    writer.write_all(file.get_ref())
}
