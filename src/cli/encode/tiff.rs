//! TIFF of 8 or 16 bit or float, uncompressed, strip by strip; BigTIFF where 4 GiB are too few.

use std::borrow::Cow;
use std::io::{self, Seek, Write};

use tiff::TiffError;
use tiff::encoder::colortype::{ColorType, Gray8, Gray16, Gray32Float, RGB8, RGB16, RGB32Float};
use tiff::encoder::{TiffEncoder, TiffKind, TiffKindBig, TiffKindStandard, TiffValue};
use tiff::tags::{ExtraSamples, Tag};

use super::{Encoding, Kind, Piece, Pieces};
use crate::cli::picture::Size;

/// The most bytes of samples for which places of 32 bits do, with room for the places of all strips.
const MAX_SMALL: u128 = (1 << 32) - (1 << 28);

pub(super) fn write(encoding: &Encoding, writer: impl Write + Seek, pieces: &mut dyn Pieces) -> io::Result<()> {
    let bytes = u128::from(encoding.samples()) * u128::from(encoding.depth / 8);
    let written = match bytes {
        ..=MAX_SMALL => write_as::<_, TiffKindStandard>(encoding, writer, pieces),
        _ => write_as::<_, TiffKindBig>(encoding, writer, pieces),
    };
    written.map_err(error)
}

fn write_as<W: Write + Seek, K: TiffKind>(encoding: &Encoding, writer: W, pieces: &mut dyn Pieces) -> Result<(), TiffError> {
    let encoder = TiffEncoder::<W, K>::new_generic(writer)?;
    let is_grey = encoding.channels < 3;
    match (encoding.kind(), is_grey) {
        (Kind::U8, true) => strips::<_, Gray8, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(&piece.encoded.bytes)),
        (Kind::U8, false) => strips::<_, RGB8, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(&piece.encoded.bytes)),
        (Kind::U16, true) => strips::<_, Gray16, K>(encoding, encoder, pieces, words),
        (Kind::U16, false) => strips::<_, RGB16, K>(encoding, encoder, pieces, words),
        (_, true) => strips::<_, Gray32Float, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(piece.samples)),
        (_, false) => strips::<_, RGB32Float, K>(encoding, encoder, pieces, |piece| Cow::Borrowed(piece.samples)),
    }
}

fn words<'a>(piece: &'a Piece<'_>) -> Cow<'a, [u16]> {
    let bytes = &piece.encoded.bytes;
    bytemuck::try_cast_slice(bytes).map_or_else(|_| Cow::Owned(bytemuck::pod_collect_to_vec(bytes)), Cow::Borrowed)
}

fn strips<W: Write + Seek, C: ColorType, K: TiffKind>(
    encoding: &Encoding,
    mut encoder: TiffEncoder<W, K>,
    pieces: &mut dyn Pieces,
    samples: impl for<'a> Fn(&'a Piece<'_>) -> Cow<'a, [C::Inner]>,
) -> Result<(), TiffError>
where
    C::Inner: Clone,
    [C::Inner]: TiffValue,
{
    let Size(width, height) = encoding.size;
    let mut image = encoder.new_image::<C>(width, height)?;
    if encoding.channels.is_multiple_of(2) {
        image.extra_samples(&[ExtraSamples::UnassociatedAlpha])?;
    }
    image.rows_per_strip(encoding.piece()[1])?;
    for (keyword, text) in &encoding.texts {
        match *keyword {
            "Software" => image.encoder().write_tag(Tag::Software, text.as_str())?,
            // The tag is for ASCII; the file beside the picture has it all.
            "lacuna:recipe" if text.is_ascii() => image.encoder().write_tag(Tag::ImageDescription, text.as_str())?,
            _ => {}
        }
    }
    pieces.each(&mut |piece| image.write_strip(&samples(&piece)).map_err(error))?;
    image.finish()
}

/// The `io::Error` inside, which knows a full disk from a bad picture.
fn error(error: TiffError) -> io::Error {
    match error {
        TiffError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
