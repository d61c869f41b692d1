//! 8-bit pictures that other crates encode from the whole picture in memory.

use std::io;
use std::sync::{Mutex, PoisonError};

use image::{ExtendedColorType, ImageError, ImageResult};

use super::samples::room;
use super::{Alpha, Description, Encoding, FactsPlace, Pieces, ShapeKind, WriteSeek};
use crate::Size;

/// The common part of their descriptions. Each sets its own name, summary, channels and longest side.
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
    alpha: Some(Alpha::Straight),
    has_place: false,
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
        let mut bytes = room(memory(encoding))?;
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

/// The bytes that encoders of other crates use or will use: those abort the process if memory runs out.
static PROMISED: Mutex<usize> = Mutex::new(0);

/// Memory that was found to be available for an encoder of another crate.
struct Promise(usize);

impl Promise {
    fn of(bytes: usize) -> io::Result<Self> {
        let mut promised = PROMISED.lock().unwrap_or_else(PoisonError::into_inner);
        let all = promised.saturating_add(bytes);
        Vec::<u8>::new().try_reserve_exact(all)?;
        *promised = all;
        Ok(Self(bytes))
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        *PROMISED.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
    }
}

/// Returns the bytes of a picture.
pub(super) fn memory(encoding: &Encoding) -> usize {
    usize::try_from(encoding.samples()).unwrap_or(usize::MAX)
}

/// Writes the file that an encoder makes of the picture. `memory` is the number of bytes that the encoder needs.
pub(super) fn write(
    encoding: &Encoding,
    writer: &mut dyn WriteSeek,
    pieces: &mut dyn Pieces,
    memory: usize,
    encode: impl FnOnce(&Whole, &mut dyn WriteSeek) -> ImageResult<()>,
) -> io::Result<()> {
    let whole = Whole::of(encoding, pieces)?;
    pieces.check()?;
    let _promise = Promise::of(memory)?;
    encode(&whole, writer).map_err(|error| match error {
        ImageError::IoError(error) => error,
        error => io::Error::other(error),
    })
}
