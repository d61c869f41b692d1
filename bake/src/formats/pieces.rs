//! The pieces of a picture: the results of encoders, and the writers that take them in order.

use std::borrow::Cow;
use std::io::{self, BufWriter, Read, Seek, Write};

use super::samples::little_endian;
use crate::checksum::Checksum;

/// A destination that a bake can write to.
pub(crate) trait WriteSeek: Write + Seek {
    /// Writes bytes whose checksum is already known.
    fn write_summed(&mut self, bytes: &[u8], _checksum: Checksum) -> io::Result<()> {
        self.write_all(bytes)
    }
}

impl<W: WriteSeek> WriteSeek for BufWriter<W> {
    fn write_summed(&mut self, bytes: &[u8], checksum: Checksum) -> io::Result<()> {
        self.flush()?;
        self.get_mut().write_summed(bytes, checksum)
    }
}

/// A source that metadata is read from.
pub(crate) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// A run of samples in row order, and its encoded form.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) samples: &'a [f32],
    pub(crate) encoded: Encoded,
}

/// The encoded form of a piece.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// The input of the format's writer; empty if the file holds the samples themselves.
    pub(super) bytes: Vec<u8>,
    /// The number of samples outside the range.
    pub(crate) saturated: u64,
    /// The checksum of the bytes in the file, if it was requested and the piece is stored unchanged.
    pub(super) checksum: Option<Checksum>,
}

/// All pieces of a picture.
pub(crate) trait Pieces {
    /// Hands the pieces over in order.
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()>;

    /// Fails once the bake is cancelled. Formats call it several times a second while they process the whole picture.
    fn check(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Encodes pieces of a format.
pub(crate) trait PieceEncoder {
    /// Encodes the piece whose first sample has the number `first`.
    fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded>;
}

/// Returns the bytes in the file: the encoder's, or the samples themselves.
pub(super) fn bytes<'a>(samples: &'a [f32], encoded: &'a Encoded) -> Cow<'a, [u8]> {
    if encoded.bytes.is_empty() { little_endian(samples) } else { Cow::Borrowed(&encoded.bytes) }
}
