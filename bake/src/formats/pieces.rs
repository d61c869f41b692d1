//! The pieces of a picture: what encoders make of them, and what takes them in order.

use std::borrow::Cow;
use std::io::{self, BufWriter, Read, Seek, Write};

use super::samples::little_endian;
use crate::checksum::Checksum;

/// What a bake can write to.
pub(crate) trait WriteSeek: Write + Seek {
    /// Writes all of some bytes whose checksum is known already.
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

/// What facts are read from.
pub(crate) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// A run of samples in row order, and what an encoder made of it.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub(crate) samples: &'a [f32],
    pub(crate) encoded: Encoded,
}

/// What an encoder made of a piece.
#[derive(Debug, Default)]
pub(crate) struct Encoded {
    /// What the format's writer takes; empty where the file holds the samples themselves.
    pub(super) bytes: Vec<u8>,
    /// How many samples lay outside of the range.
    pub(crate) saturated: u64,
    /// The checksum of what stands in the file, where the piece stands there as it is and it is asked for.
    pub(super) checksum: Option<Checksum>,
}

/// All pieces of a picture.
pub(crate) trait Pieces {
    /// Hands them over in order.
    fn each(&mut self, write: &mut dyn FnMut(Piece<'_>) -> io::Result<()>) -> io::Result<()>;

    /// Fails once the bake is cancelled. What a format does with the whole picture asks several times a second.
    fn check(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A format's way of turning pieces into bytes.
pub(crate) trait PieceEncoder {
    /// Encodes the piece that starts with the sample of this number.
    fn encode(&mut self, first: u64, samples: &[f32]) -> io::Result<Encoded>;
}

/// What stands in a file: what the encoder made of samples, or the samples themselves.
pub(super) fn bytes<'a>(samples: &'a [f32], encoded: &'a Encoded) -> Cow<'a, [u8]> {
    if encoded.bytes.is_empty() { little_endian(samples) } else { Cow::Borrowed(&encoded.bytes) }
}
